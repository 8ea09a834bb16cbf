// Fuzzes the readers in the page's scripts, which run before Python or around it, with nearly valid texts: kept pictures and
// cards, kept sources, sources and codes from outside, and messages of the workshop's frame.
//   node readers.mjs EXAMPLES NUMBER SEED
// EXAMPLES is a JSON file, { reader: [text, ...], parts: [name, ...] }; tests/fuzz/readers.py writes it and runs this script.
// Prints a JSON line for each reader; what a reader accepts is validated by a second implementation of the rules.

import { readFileSync } from "node:fs";
import { deflateRawSync } from "node:zlib";

const [file, number, seed] = process.argv.slice(2);
const examples = JSON.parse(readFileSync(file, "utf8"));
const stored = new Map();

// A stub of the few parts of the page that these modules use when they load.
globalThis.window = globalThis;
globalThis.localStorage = { getItem: (name) => stored.get(name) ?? null, setItem: (name, text) => stored.set(name, text) };
const texts = { workshop: '{"games":{"chain":{},"push-clear":{}}}', words: "{}" };
globalThis.document = { body: { dataset: {} }, getElementById: (id) => ({ textContent: texts[id] ?? "{}" }) };

const at = (path) => import(new URL(`../../static/${path}`, import.meta.url));
const { isCard, isOpening } = await at("boot/validation.js");
const { parsed } = await at("boot/page.js");
const { decoded, read } = await at("workshop-page/code.js");
const { heard } = await at("workshop-page/jail.js");
const { saveSource, savedSources } = await at("workshop-page/sources.js");

// Reproducible by seed.
let state = Number(seed);
function random() {
  state = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
}
const below = (end) => Math.floor(random() * end);
const choice = (list) => list[below(list.length)];

const VALUES = [
  null, true, 0, 1, -1, 0.5, 64, 65, 1e9, Infinity, "", "x", "\0", "\ud800", "x".repeat(6000), [], [[]], {}, [null], ["b"], ["b", {}],
  ["script", {}, "1"], ["b", { onclick: "1" }], ["a", { href: "javascript:1" }], ["b", { style: "width:url(x)" }],
  ["b", { style: "position:fixed" }], ["b", { id: "main" }], ["canvas", { "data-board": "[]" }], ["iframe", { src: "x" }],
  ["meta", { "http-equiv": "refresh", content: "0;url=x" }], [["..", "."], [], [], 0], [[".."], [["a", [5, 5]]], [], 0],
  ["b", {}, ["b", {}, ["b", {}, ["b", {}, ["b", {}, ["b", {}, ["b", {}, ["b", {}, ["b", {}, ["b", {}, ["b", {}, ["b", {}, ["b", {}]]]]]]]]]]]]],
];
const NAMES = ["onclick", "href", "style", "id", "src", "form", "xlink:href", "a b", "__proto__", "constructor", "data-x", "is"];
const LETTERS = ["\0", "\n", "\r", "\ufeff", "\u202e", "\ud800", "\u0085", "#", '"', "<", "9", "\\", "{", "[", "é", "😀"];

function mutate(place) {
  const keys = Object.keys(place);
  if (!keys.length) return;
  const key = choice(keys);
  const [inside, action] = [place[key], random()];
  if (typeof inside === "object" && inside && action < 0.8) return mutate(inside);
  const other = structuredClone(choice(VALUES));
  const [chance, list] = [random(), Array.isArray(place)];
  if (chance < 0.2 && list) place.splice(Number(key), 1);
  else if (chance < 0.2) delete place[key];
  else if (chance < 0.4 && list) place.splice(Number(key), 0, other);
  else if (chance < 0.4) define(place, choice(NAMES), other);
  else if (chance < 0.6 && typeof inside === "string") place[key] = letters(inside);
  else if (chance < 0.6 && Number.isFinite(inside)) place[key] = inside + choice([1, -1, 100, 1e9]);
  else place[key] = other;
}

// Defines an own property even for names such as __proto__.
const define = (place, name, value) => Object.defineProperty(place, name, { value, enumerable: true, configurable: true, writable: true });

function letters(text) {
  const [start, length] = [below(text.length + 1), choice([0, 0, 1, 2, 20])];
  return text.slice(0, start) + choice(LETTERS) + text.slice(start + length);
}

function changed(texts) {
  const text = choice(texts);
  if (random() < 0.1) return letters(text);
  if (random() < 0.03) return text.slice(0, below(text.length));
  if (random() < 0.03) return JSON.stringify(choice(VALUES));
  let found;
  try {
    found = JSON.parse(text);
  } catch {
    return letters(letters(text));
  }
  for (let i = choice([1, 1, 1, 2, 3]); i; i--) mutate(found);
  return JSON.stringify(found);
}

// Checks that accepted values are harmless.

function must(is, what) {
  if (!is) throw new Error(`taken, though ${what}`);
}

const DRAWN = /^(b|br|button|canvas|circle|dd|div|dl|dt|em|g|i|kbd|line|p|path|polygon|polyline|rect|small|span|strong|svg)$/;

function isHarmless(node, deep = 0) {
  if (typeof node === "string") return;
  const [tag, attributes, ...inside] = node;
  must(DRAWN.test(tag), `there is ${tag}`);
  must(deep < 20, "it is too deep");
  for (const [name, value] of Object.entries(attributes)) {
    must(!/^(on|id$|src|href|xlink|form|action|http|is$)/i.test(name), `there is ${name}`);
    must(typeof value === "string" && value.length <= 5000, `${name} is no text`);
    if (name === "style") must(!/url|position|expression|import|@|[<>"'\\]/i.test(value), `its style is ${value}`);
  }
  if (tag === "canvas") isBoard(JSON.parse(attributes["data-board"]));
  for (const child of inside) isHarmless(child, deep + 1);
}

function isBoard([rows, ghost, coming, hidden]) {
  must(rows.length >= 1 && rows.length <= 64 && rows[0].length >= 1 && rows[0].length <= 64, "the board is of no size");
  must(rows.every((row) => typeof row === "string" && row.length === rows[0].length), "a row is another than the rest");
  for (const [letter, [row, column]] of [...ghost, ...coming]) {
    must(typeof letter === "string" && letter.charCodeAt(0) >= 0 && typeof rows[row][column] === "string", "a mark is nowhere");
  }
  must(Number.isInteger(hidden) && hidden >= 0 && hidden <= rows.length, "rows are hidden that are not there");
}

function isSource({ text, kind, game }) {
  must(typeof text === "string" && text.trim() && text.length <= 1e6 && text.isWellFormed(), "it is no text");
  must(["game", "rules", "player"].includes(kind) && ["", "chain", "push-clear"].includes(game), "it is of no kind");
}

function packed(body) {
  const plain = Buffer.from(body);
  let sum = ~0;
  for (const byte of plain) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (0xedb88320 & -(sum & 1));
  }
  const head = Buffer.from([1, 0, 0, 0, 0]);
  head.writeUInt32BE(~sum >>> 0, 1);
  return Buffer.concat([head, deflateRawSync(plain)]).toString("base64url");
}

const READERS = {
  "kept picture": (text) => {
    const kept = parsed(text);
    if (!isOpening(kept, examples.parts)) return false;
    for (const name of examples.parts) for (const node of kept.parts[name]) isHarmless(node);
    return true;
  },
  "kept card": (text) => {
    const kept = parsed(text);
    if (!isCard(kept)) return false;
    kept.boards.forEach(isBoard);
    must([kept.note, kept.best, kept.lang, kept.save].every((each) => typeof each === "string"), "a line is no text");
    return true;
  },
  "kept sources": (text) => {
    stored.clear();
    stored.set("kesu/workshop", text);
    const found = savedSources();
    found.forEach(isSource);
    must(found.length <= 50 && found.every(({ name }) => typeof name === "string" && name.length <= 60), "a name is none");
    must(!saveSource("new", "x = 1\n") || savedSources().some(({ name }) => name === "new"), "what was just kept is lost");
    must([...stored.values()].includes(text) || parsed(text)?.length === found.length, "what cannot be read is lost");
    return found.length > 0;
  },
  "source file": (text) => attempted(() => isSource(read(text, "game"))),
  "source link": (text) => attempted(async () => isSource(await decoded(text))),
  "source in a link": (text) => attempted(async () => isSource(await decoded(packed(text)))),
  "frame's message": (text) => {
    const found = heard(text);
    if (!found) return false;
    must(JSON.stringify(found).length <= 200_100, "it is too long"); // serialized, its characters may be escaped differently
    for (const value of Object.values(found)) {
      must(["string", "number"].includes(typeof value) || (Array.isArray(value) && value.length <= 40), "a value is neither");
    }
    return true;
  },
};

// Returns whether a text is accepted; a reader rejects it by throwing an Error with a one-line message.
async function attempted(take) {
  try {
    await take();
    return true;
  } catch (error) {
    if (error.message.startsWith("taken, though") || !/^(This|Couldn)/.test(error.message)) throw error;
    return false;
  }
}

for (const [name, take] of Object.entries(READERS)) {
  const began = performance.now();
  const faults = [];
  let taken = 0;
  for (let i = 0; i < Number(number); i++) {
    const text = i < examples[name].length ? examples[name][i] : changed(examples[name]);
    try {
      taken += Boolean(await take(text));
    } catch (error) {
      faults.push(`${error.stack} ${JSON.stringify(text).slice(0, 2000)}`);
    }
    if (i === examples[name].length - 1 && taken !== examples[name].length) faults.push("an example is not taken");
  }
  const seconds = Number(((performance.now() - began) / 1000).toFixed(1));
  console.log(JSON.stringify({ reader: name, texts: Number(number), taken, faults: faults.length, seconds, first: faults.slice(0, 3) }));
}
