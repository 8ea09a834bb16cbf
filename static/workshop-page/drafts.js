// The visitor's drafts in localStorage: what was typed, at each pause in typing and before anything replaces it, so that
// closing the tab loses nothing. Read as untrusted data; the oldest go when there are too many, which is said.

import { LONGEST_SOURCE, PREFIX, SOURCE_KINDS } from "../constants.js";
import { attempt, say } from "./page.js";

const DRAFTS = `${PREFIX}drafts`;
const MOST_DRAFTS = 30;
const LONGEST_DRAFTS = 1_200_000; // of all, so that games keep their room
const isShort = (value, most) => typeof value === "string" && value.length <= most;

// [{ id, kind, game, owner, text, at }], the newest first; `at` is in milliseconds since 1970.
export function keptDrafts() {
  const list = attempt(() => JSON.parse(localStorage.getItem(DRAFTS)));
  if (!Array.isArray(list)) return [];
  const fits = (one) =>
    SOURCE_KINDS.includes(one?.kind) && isShort(one.id, 40) && isShort(one.game, 30) && isShort(one.owner, 80) && isShort(one.text, LONGEST_SOURCE) && Number.isFinite(one.at);
  return list.slice(0, MOST_DRAFTS).filter(fits);
}

const isSame = (one, other) => one.id === other.id || ["kind", "game", "text"].every((name) => one[name] === other[name]);

// Keeps a draft in place of its earlier version, or of the same text. Returns why not, or what had to go, or nothing.
export function keepDraft(draft) {
  const full = say("This browser has no space left. Save it as a file instead.");
  if (draft.text.length > LONGEST_SOURCE) return full;
  const all = [draft, ...keptDrafts().filter((one) => !isSame(one, draft))];
  const wanted = all.length;
  const length = () => all.reduce((sum, { text }) => sum + text.length, 0);
  while (all.length > MOST_DRAFTS || (all.length > 1 && length() > LONGEST_DRAFTS)) all.pop();
  for (; all.length; all.pop()) {
    const kept = attempt(() => (localStorage.setItem(DRAFTS, JSON.stringify(all)), true)); // else there is less room than that
    if (kept) return all.length < wanted ? say("The oldest draft was removed to make room.") : "";
  }
  return full;
}
