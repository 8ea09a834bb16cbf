// Validates the kept picture of a game as untrusted data: an older build or another page of this origin may have
// written it. Only data of this shape is drawn, and only these elements and attributes.

import { CARD_FORM, LARGEST_BOARD, MOST_BOARDS } from "#constants";

export const FORM = 2; // to be increased when the shape changes, here or in what game/web draws with

const TAGS = new Set(`b br button canvas circle dd div dl dt em g i kbd line p path polygon polyline
  rect small span strong svg`.split(/\s+/));
const ATTRIBUTES = new Set(`class cx cy d disabled fill height hidden lang points r role rx stroke style tabindex title
  translate type viewBox width x y`.split(/\s+/));
const MORE_ATTRIBUTES = /^(aria|data|stroke)-[a-z-]{1,30}$/;
const STYLES = /^(width|min-width|height|left|top|right|bottom|--[\w-]{1,30})$/;
const STYLE = /^[-\w.%# ]{0,60}$/;
const MOST_NODES = 3000;
const DEEPEST = 12;
const LONGEST = 5000; // characters of one text or value, such as the description of a board

const isText = (value, longest = LONGEST) => typeof value === "string" && value.length <= longest;
const isIndex = (value, end) => Number.isInteger(value) && value >= 0 && value < end;
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

// Whether this is a screen as written by keepOpening, with these parts.
export function isOpening(kept, parts) {
  const count = { nodes: 0, boards: 0 };
  return isObject(kept) && kept.form === FORM && isText(kept.build) && isText(kept.query) && isText(kept.save)
    && isText(kept.lang) && /^[1-9]?$/.test(kept.count ?? "") && isObject(kept.parts)
    && Object.keys(kept.parts).length === parts.length
    && parts.every((name) => areTrees(kept.parts[name], count, 0)) && count.boards > 0;
}

function areTrees(trees, count, depth) {
  return Array.isArray(trees) && depth <= DEEPEST && trees.every((tree) => isTree(tree, count, depth));
}

function isTree(tree, count, depth) {
  if (++count.nodes > MOST_NODES) return false;
  if (typeof tree === "string") return isText(tree);
  if (!Array.isArray(tree)) return false;
  const [tag, attributes, ...children] = tree;
  count.boards += tag === "canvas";
  return TAGS.has(tag) && isObject(attributes) && Object.entries(attributes).every(isAttribute)
    && (tag !== "canvas" || isBoard(attributes["data-board"])) && areTrees(children, count, depth + 1);
}

function isAttribute([name, value]) {
  if (!isText(value) || !(ATTRIBUTES.has(name) || MORE_ATTRIBUTES.test(name))) return false;
  return name !== "style" || value.split(";").every(isStyle);
}

function isStyle(declaration) {
  if (!declaration.trim()) return true;
  const [name, value, ...more] = declaration.split(":");
  return STYLES.test(name.trim()) && STYLE.test(value ?? ";") && !more.length;
}

function isBoard(text) {
  try {
    return isBoardData(JSON.parse(text));
  } catch {
    return false;
  }
}

// Whether this is a card as written by game/store/cards.py.
export function isCard(kept) {
  return isObject(kept) && kept.form === CARD_FORM
    && [kept.save, kept.lang, kept.note, kept.best].every((value) => isText(value))
    && Array.isArray(kept.boards) && kept.boards.length > 0 && kept.boards.length <= MOST_BOARDS
    && kept.boards.every(isBoardData);
}

// Whether this is a board as written by game/web/board/opening.py: rows of symbols, marks over them, number of hidden
// rows.
export function isBoardData(board) {
  if (!Array.isArray(board) || board.length !== 4 || !Array.isArray(board[0])) return false;
  const [rows, ghost, coming, hidden] = board;
  const width = rows[0]?.length;
  const isMark = (mark) => Array.isArray(mark) && mark.length === 2 && isText(mark[0], 2) && mark[0]
    && Array.isArray(mark[1])
    && mark[1].length === 2 && isIndex(mark[1][0], rows.length) && isIndex(mark[1][1], width);
  return isIndex(rows.length - 1, LARGEST_BOARD) && isIndex(width - 1, LARGEST_BOARD)
    && rows.every((row) => isText(row) && row.length === width)
    && [ghost, coming].every((marks) => Array.isArray(marks) && marks.length <= LARGEST_BOARD ** 2
      && marks.every(isMark))
    && isIndex(hidden, rows.length + 1); // as many as all rows, where the next piece is shown without its cells
}
