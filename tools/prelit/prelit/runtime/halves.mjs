// WebAssembly in two parts (node/split.mjs). The first one holds the functions that ordinary use calls, and a stub for
// every other function, which calls the loader here if the second part has not loaded. That part is fetched once the
// page is ready; a stub that is called sooner fetches it synchronously.

import { attempt, facts, slower } from "./facts.mjs";
import { bytes, bytesNow, inNode } from "./site.mjs";

const OURS = "!"; // prefix of those exports of the first part that are for the second one only
const RESTART = `${facts.name}/whole`; // set if a second part could not be fetched: the next start uses whole modules
const LOADER = Uint8Array.of( // a module that imports a function and exports it as a WebAssembly function
  0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 4, 1, 0x60, 0, 0, 2, 7, 1, 1, 0x61, 1, 0x66, 0, 0, 7, 5, 1, 1, 0x66, 0, 0,
);
// The modules in two parts; how often a stub had to fetch one; whether the page restarts without them.
export const parts = { halves: [], calls: 0, restarts: false };

export const whole = () => !inNode && attempt(() => sessionStorage.getItem(RESTART));
export const halvesWorked = () => parts.restarts || attempt(() => sessionStorage.removeItem(RESTART));

// Hides the internal exports of a first part from Pyodide; returns any other instance as it is.
export function joined(instance, path) {
  const { exports } = instance;
  if (!exports[`${OURS}x`]) return instance;
  const half = { exports, path, there: exports[`${OURS}r`] };
  parts.halves.push(half);
  const { f } =
    new WebAssembly.Instance(new WebAssembly.Module(LOADER), { a: { f: () => bringColdNow(half) } }).exports;
  exports[`${OURS}x`].set(0, f);
  return { exports: Object.fromEntries(Object.entries(exports).filter(([name]) => !name.startsWith(OURS))) };
}

function bringColdNow({ exports, path, there }) {
  parts.calls++;
  try {
    // it replaces the stubs
    const module = compiled.get(path) ?? new WebAssembly.Module(arrived.get(path) ?? bytesNow(path));
    new WebAssembly.Instance(module, { p: exports });
    there.value = 1;
  } catch (error) {
    slower("a part of WebAssembly could not be fetched, so the page restarts without parts", error);
    attempt(() => sessionStorage.setItem(RESTART, "1"));
    if ((parts.restarts = Boolean(whole()))) location.reload();
    throw error;
  }
}

export async function bringCold() {
  for (const { exports, path, there } of parts.halves) {
    if (there.value) continue;
    const module = await (coming.get(path) ?? compile(path));
    await WebAssembly.instantiate(module, { p: exports });
    there.value = 1;
  }
}

const compiled = new Map();
const coming = new Map();
const arrived = new Map(); // bytes that are still being compiled

async function compile(path) {
  const data = await bytes(path);
  arrived.set(path, data);
  try {
    return await WebAssembly.compile(data);
  } finally {
    arrived.delete(path);
  }
}

// Prepares for a page that is about to compile Python: usually the first parts have what that calls.
export async function readyToCompile() {
  if (!facts.compiler) await bringCold().catch(() => {}); // fetched when called, it would block the page
  else if (parts.halves.length) foreseeCold();
}

// Waits for the second parts that have been foreseen.
export const foreseen = () => Promise.allSettled(coming.values());

// Starts fetching and compiling the second parts, and returns at once.
export function foreseeCold() {
  for (const path of [facts.cold, ...Object.values(facts.halves ?? {}).map(({ cold }) => cold)]) {
    if (!path || coming.has(path)) continue;
    coming.set(path, compile(path));
    coming.get(path).then((module) => compiled.set(path, module), () => coming.delete(path));
  }
}
