// What is seen of a game before Python is there: as it was left, or as the build knows that it starts. The boards are
// drawn from data, with pictures of the symbols that the build made by the page's own drawing (tools/build/openings.py).

const PARTS = ["figures", "boards", "pad", "choices", "seed", "veil-text"]; // what a game fills
const LARGEST_CELL = 96; // as game/web/painter.py fits a board
const SMALLEST_CELL = 6;
const UNITS = 96; // of a cell in the pictures
const SVG = "http://www.w3.org/2000/svg";
const END = 40; // letters of a save by which it is known again

const openings = read(document.getElementById("openings")?.textContent);
const byId = (name) => document.getElementById(name);

function stored(name) {
  try {
    return localStorage.getItem(`kesu/${name}`);
  } catch {
    return null; // a store that is refused
  }
}

function read(text) {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}

// The player's theme and colours, before anything is painted.
const settings = read(stored("settings"));
for (const name of ["theme", "palette"]) {
  if (settings[name]) document.documentElement.dataset[name] = settings[name];
}

// Elements as data, [tag, attributes, what is in it ...], for the page's policy makes no HTML of text.
function tree(node) {
  if (node.nodeType === Node.TEXT_NODE) return node.data;
  const given = Object.fromEntries([...node.attributes].map(({ name, value }) => [name, value]));
  return [node.localName, given, ...trees(node)];
}
const trees = (node) => [...node.childNodes].map(tree);

function grown(told, space = null) {
  if (typeof told === "string") return told;
  const [tag, { style, ...given }, ...inside] = told;
  const own = tag === "svg" ? SVG : space;
  const node = own ? document.createElementNS(own, tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(given)) node.setAttribute(name, value);
  if (style) node.style.cssText = style;
  node.append(...inside.map((child) => grown(child, own)));
  return node;
}

// Keeps the game that is on the screen, with the save that it belongs to.
export function keep() {
  const { game } = document.body.dataset;
  const save = stored(`save/${game}`);
  if (!save || new URLSearchParams(location.search).has("daily")) return; // that lies beside the game of this save
  const parts = Object.fromEntries(PARTS.map((name) => [name, trees(byId(name))]));
  const { count } = byId("boards").dataset;
  const { lang } = document.documentElement;
  const kept = { query: location.search, save: mark(save), parts, count, lang };
  try {
    localStorage.setItem(`kesu/opening/${game}`, JSON.stringify(kept));
  } catch { /* no room: the next start shows an empty board first */ }
}

const mark = (save) => `${save.length} ${save.slice(-END)}`;

// Fills the screen of a game. Of a game that is begun now by lot, the address then says which it is.
export function show(game) {
  const known = openings[game];
  if (!known) return;
  const { sure, count, parts } = chosen(game, known);
  byId("boards").dataset.count = count;
  for (const name of PARTS) byId(name).replaceChildren(...(parts[name] ?? []).map((told) => grown(told)));
  byId("veil").hidden = !byId("veil-text").textContent;
  const all = [...byId("boards").querySelectorAll("canvas")].map((canvas) => drawn(game, canvas, sure));
  fit(all);
  const follow = new ResizeObserver(() => fit(all));
  for (const frame of byId("boards").querySelectorAll(".board-frame")) follow.observe(frame);
}

let byLot; // the address of a game that was begun by lot here

// What to show, and whether it is surely what Python will show.
function chosen(game, { parts, starts, count }) {
  const save = stored(`save/${game}`);
  if (save && location.search === byLot) history.replaceState(null, "", `?game=${game}`); // it was there only later
  const asked = new URLSearchParams(location.search);
  const seed = asked.get("seed");
  const start = (name, sure) => ({ sure, count, parts: { ...parts, ...starts[name] } });
  const [first] = Object.keys(starts);
  const plain = !location.hash && [...asked.keys()].every((name) => name === "game" || name === "seed");
  if (save) {
    const left = read(stored(`opening/${game}`));
    const same = left.query === location.search || asked.size === 1;
    const fits = !location.hash && same && left.save === mark(save) && left.lang === document.documentElement.lang;
    if (fits) return { sure: true, ...left };
    return start(seed in starts ? seed : first, plain && seed in starts && String(read(save).seed) !== seed);
  }
  if (plain && seed === null) {
    const names = Object.keys(starts);
    const lot = names[Math.floor(Math.random() * names.length)];
    history.replaceState(null, "", (byLot = `?game=${game}&seed=${lot}`));
    return start(lot, true);
  }
  return start(seed in starts ? seed : first, plain && seed in starts);
}

// A canvas's board as a drawing in its place; empty when it is not sure which game it will be.
function drawn(game, canvas, sure) {
  const [rows, ghost, coming, hidden] = read(canvas.dataset.board);
  const [height, width] = [rows.length, rows[0].length];
  const cell = { width: UNITS, height: UNITS };
  const use = (kind, letter, r, c) =>
    ["use", { href: `#${game}-${kind}${letter.charCodeAt(0)}`, x: c * UNITS, y: r * UNITS, ...cell }];
  const marks = (kind, found) =>
    found.filter(([, [r, c]]) => rows[r][c] === ".").map(([letter, [r, c]]) => use(kind, letter, r, c));
  const pieces = rows.flatMap((row, r) => [...row].map((letter, c) => use("a", letter, r, c)));
  const wells = `${game}-wells`;
  const pattern = ["pattern", { id: wells, patternUnits: "userSpaceOnUse", ...cell }, ["use", { href: `#${game}-well`, ...cell }]];
  const size = { width: width * UNITS, height: (height - hidden) * UNITS };
  const svg = grown([
    "svg",
    { viewBox: `0 0 ${width * UNITS} ${height * UNITS}`, class: "opening", role: "img", "aria-label": canvas.getAttribute("aria-label") ?? "" },
    ["defs", {}, pattern],
    ["rect", { y: hidden * UNITS, ...size, fill: `url(#${wells})` }],
    ...(sure ? [...marks("g", ghost), ...marks("c", coming), ...pieces.filter(([, { href }]) => document.querySelector(href))] : []),
  ]);
  svg.style.cssText = canvas.style.cssText;
  canvas.replaceWith(svg);
  return { svg, width, height };
}

// As large as the game's own boards will be.
function fit(all) {
  const ratio = devicePixelRatio || 1;
  for (const { svg, width, height } of all) {
    const frame = svg.closest(".board-frame");
    if (!frame) continue;
    const scale = (ratio * (settings.size ?? 100)) / 100;
    const most = Math.min((frame.clientWidth * scale) / width, (frame.clientHeight * scale) / height, LARGEST_CELL * ratio);
    const size = Math.max(Math.floor(most), SMALLEST_CELL) / ratio;
    svg.style.width = `${size * width}px`;
    svg.style.height = `${size * height}px`;
  }
}
