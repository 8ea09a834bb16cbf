// What a page needs beyond Python itself: progress, input before Python is ready, the application's start, and what follows it.
// It also takes the place of pyodide.mjs in pages that call `loadPyodide` themselves.

import { attempt, facts, mark } from "./facts.mjs";
import { arrived, bringCold, keep, loadPyodide as prepared, start } from "./interpreter.mjs";
import { address } from "./site.mjs";

export * from "./interpreter.mjs";

const about = facts.page ?? {}; // nothing while the site is being built

const IDLE = 1000; // milliseconds after the start until what is left is fetched
const MOST = 100; // early events

// Clicks, keys and changes before Python is ready, which are repeated then.
const early = [];
const KINDS = ["click", "keydown", "keyup", "input", "change"];

function note(event) {
  if (event.isTrusted && early.length < MOST) early.push([event.target, new event.constructor(event.type, event)]);
}

const listen = (act) => KINDS.forEach((kind) => globalThis[act](kind, note, true));
if (about.early) listen("addEventListener");

function progress() {
  const places = document.querySelectorAll("progress[data-prelit]");
  const sizes = new Map(Object.entries(about.sizes).map(([path, size]) => [address(path).href, size]));
  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  let come = 0;
  const observer = new PerformanceObserver((list) => {
    for (const { name } of list.getEntries()) {
      come += sizes.get(name) ?? 0;
      sizes.delete(name);
    }
    for (const place of places) place.value = come / total;
  });
  observer.observe({ type: "resource", buffered: true });
  return () => {
    observer.disconnect();
    for (const place of places) place.hidden = true;
  };
}

const progressed = about.progress ? progress() : () => {};

function ready() {
  mark("ready");
  progressed();
  for (const picture of document.querySelectorAll("[data-prelit-picture]")) picture.remove();
  listen("removeEventListener");
  dispatchEvent(new Event("prelit:ready"));
  for (const [target, event] of early.splice(0)) target.dispatchEvent(event);
  arrived();
  setTimeout(fetchTheRest, IDLE);
}

async function fetchTheRest() {
  await bringCold().catch(() => {}); // it is fetched when it is needed
  if (about.worker) await attempt(() => navigator.serviceWorker.register(address(about.worker)))?.catch(() => {});
  await keep();
}

const painted = () => new Promise((done) => {
  requestAnimationFrame(() => setTimeout(done));
  setTimeout(done, 300); // a hidden page is never painted
});

const later = (work) => new Promise((done) => setTimeout(() => done(work())));

// For pages that start Python themselves: packages are in it already.
export async function loadPyodide(options = {}) {
  await painted();
  const pyodide = await prepared(options);
  await bringCold().catch(() => {}); // the page compiles Python now, and what is missing then would be fetched while it blocks
  for (const name of ["env", "args", "homedir"]) if (options[name]) console.debug(`${facts.name}: ${name} is not used`);
  later(ready);
  return pyodide;
}

// The application's main file, as Pyodide would run it.
async function run() {
  await painted();
  const pyodide = await start();
  const place = document.querySelector("[data-prelit-output]");
  if (place) {
    const write = (text) => place.append(`${text}\n`);
    pyodide.setStdout({ batched: write });
  }
  await bringCold().catch(() => {});
  const source = pyodide.FS.readFile(about.main, { encoding: "utf8" });
  try {
    await pyodide.runPythonAsync(source, { filename: about.main });
  } catch (error) {
    place?.append(String(error.message));
    throw error;
  } finally {
    ready();
  }
}

if (about.main) run();
