// The first picture of a game, before Python: as the player left it, or its start as recorded by the build.

import { OPENING_PARTS, SAVE_END } from "#constants";
import { FORM, isOpening } from "./validation.js";
import { body, byId, files, names, parsed, say, store, stored } from "./page.js";
import { create, drawBoards, trees } from "./picture.js";

const openings = parsed(byId("openings")?.textContent);
// the games' archive, which identifies the drawing code
const build = Object.keys(files).find((path) => path.includes("/app-")) ?? "";

// Applies the player's theme and colours before anything is painted.
const look = parsed(stored(names.settings));
const size = look.size >= 50 && look.size <= 100 ? look.size : 100; // percent, of boards
for (const name of ["theme", "palette", "pad"]) {
  if (/^[a-z]{1,20}$/.test(look[name])) document.documentElement.dataset[name] = look[name];
}

// Removes the shapes on pieces if the player has turned them off: only they have this opacity and a colour other than
// ink (game/web/board/sprites.py).
if (look.shapes === false) for (const shape of document.querySelectorAll('symbol [opacity="0.8"]:not([fill*=ink])'))
  shape.remove();

// Keeps the screen of the game, with the mark of its save.
function keepOpening() {
  const { game } = document.body.dataset;
  const save = stored(names.save(game));
  if (!save || new URLSearchParams(location.search).has("daily")) return; // this save is not that of a daily game
  const parts = Object.fromEntries(OPENING_PARTS.map((name) => [name, trees(byId(name))]));
  const { count } = byId("boards").dataset;
  const { lang } = document.documentElement;
  const kept = { form: FORM, build, query: location.search, save: mark(save), parts, count, lang };
  try {
    store(names.opening(game), JSON.stringify(kept));
  } catch { /* no room: the next start shows an empty board first */ }
}

window.addEventListener("kesu:leave", keepOpening);

// The mark that identifies a save; game/store/cards.py computes the same.
export const mark = (save) => `${save.length} ${save.slice(-SAVE_END)}`;

// Fills the screen of a game. For a new, random one it puts the seed into the address.
export function showOpening(game) {
  const known = openings[game];
  if (!known) return;
  delete body.dataset.drawn;
  const { sure, asks, count, parts } = chosen(game, known);
  const elements = OPENING_PARTS.map((name) => (parts[name] ?? []).map((data) => create(data)));
  byId("boards").dataset.count = count;
  OPENING_PARTS.forEach((name, i) => byId(name).replaceChildren(...elements[i]));
  const question = byId("go-other").textContent;
  byId("veil").hidden = !byId("veil-text").textContent || (question && !asks);
  byId("pad").inert = question && asks; // as game/web/board/screen.py does
  if (!question && !stored(names.save(game))) {
    byId("go-on").textContent = say("Start when loaded"); // Python writes the label again
  }
  drawBoards(game, sure, size);
}

let atRandom; // the address of a game whose seed was drawn here

// Chooses what to show, whether Python will certainly show the same, and whether it may ask who plays.
function chosen(game, { parts, starts, count }) {
  const save = stored(names.save(game));
  // the save was created later
  if (save && location.search === atRandom) history.replaceState(null, "", `?game=${game}`);
  const asked = new URLSearchParams(location.search);
  const seed = asked.get("seed");
  const start = (name, sure) => ({ sure, asks: plain && !save, count, parts: { ...parts, ...starts[name] } });
  const [first] = Object.keys(starts);
  const plain = !location.hash && [...asked.keys()].every((name) => name === "game" || name === "seed");
  if (save) {
    const left = parsed(stored(names.opening(game)));
    const same = left.query === location.search || [...asked].length === 1;
    const fits = !location.hash && same && left.save === mark(save) && left.lang === document.documentElement.lang;
    if (fits && left.build === build && isOpening(left, OPENING_PARTS))
      return { ...left, sure: true, asks: true };
    return start(seed in starts ? seed : first, plain && seed in starts && String(parsed(save).seed) !== seed);
  }
  if (plain && (seed === null || history.state?.drawn)) { // drawn now, or before a reload
    const names = Object.keys(starts);
    const name = seed ?? names[Math.floor(Math.random() * names.length)];
    history.replaceState({ drawn: true }, "", (atRandom = `?game=${game}&seed=${name}`));
    body.dataset.drawn = atRandom; // the player did not ask for this seed
    return start(name, true);
  }
  return start(seed in starts ? seed : first, plain && seed in starts);
}
