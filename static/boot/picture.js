// Draws a game from data before Python has loaded: elements from nested lists, and boards as SVG from pictures of their
// symbols, which the build has made with the page's own drawing code (tools/build/openings.py).

import { EMPTY, LARGEST_CELL, PIECE_SHARE, SMALLEST_CELL, SMALLEST_PIECE_CELL, UNITS } from "#constants";
import { byId, parsed } from "./page.js";

const cell = { width: UNITS, height: UNITS };
const SVG = "http://www.w3.org/2000/svg";

// Elements as data, [tag, attributes, children ...]: the page's policy allows no HTML from text. Leaves out a rival's
// board.
export const trees = (node) => [...node.childNodes].filter((child) => child.className !== "rival").map(tree);

function tree(node) {
  if (node.nodeType === Node.TEXT_NODE) return node.data;
  const attributes = Object.fromEntries([...node.attributes].map(({ name, value }) => [name, value]));
  return [node.localName, attributes, ...trees(node)];
}

// Creates the element, or returns the text, that such data describes.
export function create(data, space = null) {
  if (typeof data === "string") return data;
  const [tag, { style, ...attributes }, ...children] = data;
  const own = tag === "svg" ? SVG : space;
  const node = own ? document.createElementNS(own, tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  if (style) node.style.cssText = style;
  node.append(...children.map((child) => create(child, own)));
  return node;
}

let [shown, percent] = [[], 100]; // the boards that are drawn now, and their size

export const pictureOf = (i) => shown[i].svg;

// Shows something else on the board of this number; returns its picture.
export function redraw(game, i, board) {
  const one = shown[i];
  [one.height, one.width] = [board[0].length, board[0][0].length];
  one.svg.setAttribute("viewBox", `0 0 ${one.width * UNITS} ${one.height * UNITS}`);
  one.svg.replaceChildren(...[pattern(game, `${game}-wells`),
    ...contents(game, board, `${game}-wells`, true)].map((data) => create(data, SVG)));
  fit(shown, percent);
  return one.svg;
}

// Draws all boards of a game in place of their canvases, in the size of the game's own. They are empty unless it is
// certain which game will open.
export function drawBoards(game, sure, size) {
  const all = [...byId("boards").querySelectorAll("canvas")].map((canvas) => drawn(game, canvas, sure));
  [shown, percent] = [all, size];
  fit(all, size);
  if (!window.ResizeObserver) return;
  const follow = new ResizeObserver(() => fit(all, size));
  for (const frame of byId("boards").querySelectorAll(".board-frame")) follow.observe(frame);
}

// A board's contents as data: its wells, filled with a pattern of that name, and the pieces if they are `sure`.
function contents(game, [rows, ghost, coming, hidden], wells, sure) {
  const [height, width] = [rows.length, rows[0].length];
  const use = (kind, letter, r, c) =>
    ["use", { href: `#${game}-${kind}${letter.charCodeAt(0)}`, x: c * UNITS, y: r * UNITS, ...cell }];
  const marks = (kind, found) =>
    found.filter(([, [r, c]]) => rows[r][c] === EMPTY).map(([letter, [r, c]]) => use(kind, letter, r, c));
  const pieces = rows.flatMap((row, r) => [...row].map((letter, c) => use("a", letter, r, c)));
  const size = { width: width * UNITS, height: (height - hidden) * UNITS };
  return [
    ["rect", { y: hidden * UNITS, ...size, fill: `url(#${wells})` }],
    ...(sure ? [...marks("g", ghost), ...marks("c", coming),
      ...pieces.filter(([, { href }]) => document.querySelector(href))] : []),
  ];
}

const pattern = (game, id) =>
  ["defs", {},
    ["pattern", { id, patternUnits: "userSpaceOnUse", ...cell }, ["use", { href: `#${game}-well`, ...cell }]]];

// The picture on a game's card: its boards side by side.
export function cardPicture(game, boards) {
  const wells = `${game}-card`;
  let width = 0;
  const groups = boards.map((board) => {
    const [rows] = board;
    const tray = ["rect", { class: "tray", width: rows[0].length * UNITS, height: rows.length * UNITS }];
    const group = ["g", { transform: `translate(${width} 0)` }, tray, ...contents(game, board, wells, true)];
    width += (rows[0].length + 1) * UNITS;
    return group;
  });
  const height = Math.max(...boards.map(([rows]) => rows.length)) * UNITS;
  return create(["svg", { viewBox: `0 0 ${width - UNITS} ${height}`, "aria-hidden": "true" }, pattern(game, wells),
    ...groups]);
}

function drawn(game, canvas, sure) {
  const board = parsed(canvas.dataset.board);
  const [height, width] = [board[0].length, board[0][0].length];
  const wells = `${game}-wells`;
  const svg = create([
    "svg",
    { viewBox: `0 0 ${width * UNITS} ${height * UNITS}`, class: "opening", role: "img",
      "aria-label": canvas.getAttribute("aria-label") ?? "" },
    pattern(game, wells),
    ...contents(game, board, wells, sure),
  ]);
  svg.style.cssText = canvas.style.cssText;
  canvas.replaceWith(svg);
  return { svg, width, height };
}

function fit(all, percent) {
  const ratio = devicePixelRatio || 1;
  const scale = (ratio * percent) / 100;
  const set = ({ svg, width, height }, room, tall) => {
    const size =
      Math.max(Math.floor(Math.min(room / width, tall / height, LARGEST_CELL * ratio)), SMALLEST_CELL) / ratio;
    svg.style.width = `${size * width}px`;
    svg.style.height = `${size * height}px`;
    return size;
  };
  const cells = new Map(); // board → the size of its cells
  for (const one of all) {
    const frame = one.svg.closest(".board-frame");
    if (frame) cells.set(frame.parentNode, set(one, frame.clientWidth * scale, frame.clientHeight * scale));
  }
  for (const one of all) {
    const slot = one.svg.closest(".slot");
    if (!slot) continue;
    const { rows, columns } = slot.dataset;
    const side = Math.min(Math.max(cells.get(slot.closest(".board")) * PIECE_SHARE, SMALLEST_PIECE_CELL),
      slot.parentNode.clientHeight / rows);
    slot.style.width = `${side * columns}px`;
    slot.style.height = `${side * rows}px`;
    set(one, side * columns * ratio, side * rows * ratio);
  }
}
