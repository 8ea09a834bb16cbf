// Carries a profile over to another build of the same module, whose functions have other numbers: node carry.mjs OLD
// PROFILE NEW TO       PROFILE and TO: a bit for each function, 1 for a hot one Writes how many functions of NEW are in
// OLD too, and how many there are, as JSON. A function is known by its shape: its instructions without the numbers and
// addresses that linking fills in. A function that OLD lacks counts as hot, because it may be another version of a hot
// one. If OLD has another number of functions of a shape, and one of them is hot, all of that shape count as hot.

import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";

import { Reader, begin, instruction, parse } from "./wasm.mjs";

const LINKED = new Set([0x10, 0x11, 0x12, 0x13, 0x23, 0x24, 0xd2]); // instructions followed by the number of a function, type or global
const [CONSTANT, BLOCKS, ACCESS, LONG] = [0x41, [0x02, 0x06], [0x28, 0x3e], 3]; // bytes that an address takes at least
const within = (code, [from, to]) => code >= from && code <= to;

function shape(module, { body, type }) {
  const { parameters, results } = module.types[type];
  const start = begin(body);
  const hash = createHash("sha1").update(`${parameters} ${results}`).update(body.subarray(0, start));
  for (const reader = new Reader(body, start); reader.at < body.length; ) {
    const [from, code] = [reader.at, body[reader.at]];
    instruction(reader);
    const address = (code === CONSTANT || within(code, ACCESS)) && reader.at - from > LONG;
    const typed = within(code, BLOCKS) && body[from + 1] < 0x40; // by the number of a type
    hash.update(body.subarray(from, LINKED.has(code) || address || typed ? from + 1 : reader.at));
  }
  return hash.digest("base64");
}

// The numbers of a module's functions by shape, in order.
function shapes(bytes) {
  const module = parse(bytes);
  const found = new Map();
  module.functions.forEach((own, i) => {
    const key = shape(module, own);
    if (found.has(key)) found.get(key).push(i);
    else found.set(key, [i]);
  });
  return found;
}

// The hot functions of a module, given another build of it and whether a function of that is hot.
export function carried(old, isHot, now) {
  const known = shapes(old);
  const [hot, counts] = [new Set(), { same: 0, all: 0 }];
  for (const [key, own] of shapes(now)) {
    const theirs = known.get(key) ?? [];
    const inOrder = theirs.length === own.length;
    own.forEach((i, n) => {
      if (inOrder ? isHot(theirs[n]) : !theirs.length || theirs.some(isHot)) hot.add(i);
    });
    counts.all += own.length;
    counts.same += Math.min(own.length, theirs.length);
  }
  return { hot, ...counts };
}

async function main([oldFrom, profile, nowFrom, to]) {
  const [old, bits, now] = await Promise.all([oldFrom, profile, nowFrom].map((path) => readFile(path)));
  const { hot, same, all } = carried(old, (i) => Boolean((bits[i >> 3] >> (i & 7)) & 1), now);
  const found = new Uint8Array(Math.ceil(all / 8));
  for (const i of hot) found[i >> 3] |= 1 << (i & 7);
  await writeFile(to, found);
  console.log(JSON.stringify({ same, all }));
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await main(process.argv.slice(2));
