// The visitor's drafts in localStorage: what was typed, at each pause in typing and before anything replaces it, so
// that closing the tab loses nothing. Read as untrusted data. When there are too many, untouched texts from elsewhere
// go first, then what strangers began, then the oldest, which is said.

import { LONGEST_SOURCE, PREFIX, SOURCE_KINDS } from "#constants";
import { putAside } from "./sources.js";
import { attempt, say } from "./page.js";

export const STRANGER = "stranger"; // begins the name of an owner who is not the visitor

const DRAFTS = "drafts";
const MOST_DRAFTS = 30;
const LONGEST_DRAFTS = 1_200_000; // of all, so that games keep their room
const isShort = (value, most) => typeof value === "string" && value.length <= most;

let removed = []; // the visitor's drafts that have made room since the page was opened

// [{ id, kind, game, owner, text, untouched, at }], the newest first; `at` is in milliseconds since 1970. An untouched
// one is the same elsewhere: in a link, a file, or among the saved sources.
export function keptDrafts() {
  const list = attempt(() => JSON.parse(localStorage.getItem(PREFIX + DRAFTS)));
  if (!Array.isArray(list)) return [];
  const fits = (one) =>
    SOURCE_KINDS.includes(one?.kind) && isShort(one.id, 40) && isShort(one.game, 30) && isShort(one.owner, 80)
      && isShort(one.text, LONGEST_SOURCE) && Number.isFinite(one.at);
  return list.slice(0, MOST_DRAFTS).filter(fits);
}

// The same, and then those that have made room.
export const earlierDrafts = () => [...keptDrafts(), ...removed];

// the lowest makes room first
const rank = ({ untouched, owner }) => (untouched ? 0 : owner.startsWith(STRANGER) ? 1 : 2);
const isSame = (one, other) => one.id === other.id
  || (rank(one) === rank(other) && ["kind", "game", "text"].every((name) => one[name] === other[name]));

// Keeps a draft in place of its earlier version, or of the same text, unless one of a higher rank had to make room for
// it → { kept, note }; the note says why not, or what had to go.
export function keepDraft(draft) {
  const before = keptDrafts();
  const [all, gone] = [[draft, ...before.filter((one) => !isSame(one, draft))], []];
  const refused = (note) => ({ kept: false, note });
  const full = () => refused(say("This browser has no space left. Save it as a file instead."));
  const tooMuch = () => all.length > MOST_DRAFTS
    || all.reduce((sum, { text }) => sum + text.length, 0) > LONGEST_DRAFTS;
  if (draft.text.length > LONGEST_SOURCE) return full();
  try {
    putAside(DRAFTS, before.length);
    while (tooMuch() || !write(all)) {
      const least = Math.min(...all.map(rank));
      const last = all.findLastIndex((one) => rank(one) === least);
      if (!last) return full();
      gone.push(...all.splice(last, 1));
    }
  } catch (error) {
    return isFull(error) ? full() : refused(say("This browser couldn't keep the draft. Save it as a file instead."));
  }
  const lost = gone.filter(({ untouched }) => !untouched);
  removed = [...lost, ...removed].filter((one) => !isSame(one, draft));
  return { kept: true, note: lost.length
    ? say("The oldest draft was removed to make room. You can still start from it until you close this page.") : "" };
}

// Writes the drafts; returns whether there is room for them, and throws any other error.
function write(drafts) {
  try {
    localStorage.setItem(PREFIX + DRAFTS, JSON.stringify(drafts));
    return true;
  } catch (error) {
    if (isFull(error)) return false;
    throw error;
  }
}

const isFull = ({ name }) => ["QuotaExceededError", "NS_ERROR_DOM_QUOTA_REACHED"].includes(name);
