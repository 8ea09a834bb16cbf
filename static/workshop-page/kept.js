// The visitor's own sources in localStorage: one text, validated as untrusted data.

import { read } from "./code.js";
import { attempt } from "./page.js";

const KEY = "kesu/workshop";
const MOST_KEPT = 50;
const LONGEST_STORE = 2_000_000; // characters of all of them
const LONGEST_NAME = 60;

// [{ name, text, kind, game }], the newest first.
export function keptSources() {
  const text = attempt(() => localStorage.getItem(KEY)) ?? "";
  if (text.length > LONGEST_STORE) return [];
  const list = attempt(() => JSON.parse(text));
  if (!Array.isArray(list)) return [];
  return list.slice(0, MOST_KEPT).flatMap((one) => {
    if (typeof one?.name !== "string" || one.name.length > LONGEST_NAME) return [];
    const source = attempt(() => read(one.text, "game"));
    return source ? [{ ...source, name: one.name }] : [];
  });
}

// Keeps a source under a name, replacing any other of that name; false if there is no room.
export function keepSource(name, text) {
  return store([{ name: name.slice(0, LONGEST_NAME), text }, ...keptSources().filter((one) => one.name !== name)]);
}

export function forgetSource(name) {
  return store(keptSources().filter((one) => one.name !== name));
}

function store(sources) {
  const text = JSON.stringify(sources.map(({ name, text }) => ({ name, text })));
  if (sources.length > MOST_KEPT || text.length > LONGEST_STORE) return false;
  return attempt(() => (localStorage.setItem(KEY, text), true)) ?? false;
}
