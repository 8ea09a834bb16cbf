// The visitor's own sources in localStorage: one text, validated as untrusted data; and what is done with one that
// cannot be read.

import { DAMAGED, LONGEST_SOURCE_NAME, MOST_SOURCES, OTHER, PREFIX, WORKSHOP } from "#constants";
import { read } from "./code.js";
import { attempt, say } from "./page.js";

const KEY = PREFIX + WORKSHOP;
const LONGEST_STORE = 2_000_000; // characters written of all of them; what an import left there is never dropped

// [{ name, text, kind, game }], the newest first.
export function savedSources() {
  const list = attempt(() => JSON.parse(localStorage.getItem(KEY)));
  if (!Array.isArray(list)) return [];
  return list.flatMap((one) => {
    if (typeof one?.name !== "string" || one.name.length > LONGEST_SOURCE_NAME) return [];
    const source = attempt(() => read(one.text, "game"));
    return source ? [{ ...source, name: one.name }] : [];
  });
}

// Keeps a source under a name, replacing any other of that name. Returns why not, or nothing: what could not be read
// again is refused now.
export function saveSource(name, text) {
  try {
    read(text, "game");
  } catch (error) {
    return error.message;
  }
  const all =
    [{ name: name.slice(0, LONGEST_SOURCE_NAME), text }, ...savedSources().filter((one) => one.name !== name)];
  if (all.length > MOST_SOURCES || asText(all).length > LONGEST_STORE)
    return say("There is no room for more code here. Remove some, or save it as a file.");
  return store(all) ? "" : say("This browser has no space left. Save it as a file instead.");
}

export function removeSource(name) {
  return store(savedSources().filter((one) => one.name !== name));
}

const asText = (sources) => JSON.stringify(sources.map(({ name, text }) => ({ name, text })));

function store(sources) {
  return attempt(() =>
    (putAside(WORKSHOP, savedSources().length), localStorage.setItem(KEY, asText(sources)), true)) ?? false;
}

// Puts aside the whole text of a list of which fewer entries are `readable` than there are, where
// game/store/collection.py does: for the version that wrote it, or as damaged, next to any that are there already.
// Throws if there is no room for it.
export function putAside(kind, readable) {
  const text = localStorage.getItem(PREFIX + kind) ?? "[]";
  const whole = attempt(() => JSON.parse(text));
  if (Array.isArray(whole) && whole.length === readable) return;
  const place = PREFIX + (Number.isInteger(whole?.form) ? `${OTHER}form ${whole.form}/` : DAMAGED) + kind;
  let name = place;
  for (let number = 2; ![null, text].includes(localStorage.getItem(name)); number++) name = `${place}#${number}`;
  localStorage.setItem(name, text);
}
