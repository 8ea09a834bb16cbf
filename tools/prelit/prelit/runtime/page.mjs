// What a page needs beyond Python itself: progress, input before Python is ready, the application's start, and what
// follows it. It also takes the place of pyodide.mjs in pages that call `loadPyodide` themselves.

import { surroundings } from "./afresh.mjs";
import { attempt, facts, mark, shared, slower } from "./facts.mjs";
import { arrived, bringCold, keep, loadPyodide as prepared, readyToCompile, start } from "./interpreter.mjs";
import { address } from "./site.mjs";

export * from "./interpreter.mjs";

const about = facts.page ?? {}; // nothing while the site is being built

const IDLE = 1000; // milliseconds after the start until what is left is fetched
const PATIENCE = 1000; // milliseconds that a page's first Python may take until the page counts as ready
const MOST = 100; // early events

shared.page = true; // this script has come (guard.js)
shared.waits = about.pyscript; // for PyScript

// Clicks, keys and changes before the page's own Python runs, which are repeated when it has run.
const early = [];
const KINDS = ["click", "keydown", "keyup", "input", "change"];

function note(event) {
  if (event.isTrusted && early.length < MOST) early.push([event.target, new event.constructor(event.type, event)]);
}

const listen = (act) => KINDS.forEach((kind) => globalThis[act](kind, note, true));
if (about.early) listen("addEventListener");

// The browser has already done what it does by itself: only the page's listeners must get an event again.
function repeat(target, event) {
  const kept = { checkbox: () => (target.checked = !target.checked), radio() {} }[target.type];
  if (kept && event.type !== "click") return; // repeating the click causes it again
  kept?.();
  const prevent = (next) => kept || next.preventDefault();
  addEventListener(event.type, prevent, { once: true });
  target.dispatchEvent(event);
  removeEventListener(event.type, prevent);
}

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

const begins = () => listen("removeEventListener"); // events that come during it reach the page by themselves

function ready() {
  if (shared.ready) return;
  shared.ready = true;
  mark("ready");
  begins();
  progressed();
  for (const picture of document.querySelectorAll("[data-prelit-picture]")) picture.remove();
  dispatchEvent(new Event("prelit:ready"));
  for (const [target, event] of early.splice(0)) repeat(target, event);
  arrived();
  setTimeout(fetchTheRest, IDLE);
}

async function fetchTheRest() {
  await bringCold().catch((error) => slower("a part of WebAssembly could not be fetched in advance", error));
  const offline = about.worker && attempt(() => navigator.serviceWorker.register(address(about.worker)));
  await offline?.catch((error) => slower("the page is not kept for use offline", error));
  await keep();
}

const painted = () => new Promise((done) => {
  requestAnimationFrame(() => setTimeout(done));
  setTimeout(done, 300); // a hidden page is never painted
});

const later = (work) => new Promise((done) => setTimeout(() => done(work())));

// Python, or the page without prelit if any part of it does not come; then this never ends.
async function got(python) {
  shared.begun = true;
  try {
    return await python();
  } catch (error) {
    shared.leave(String(error.message ?? error));
    return new Promise(() => {});
  }
}

// Calls back when the first Python that the page runs has begun, and when it has ended or takes a long time.
function whenRun(pyodide, began, ended) {
  for (const name of ["runPython", "runPythonAsync", "pyimport"]) {
    const run = pyodide[name];
    pyodide[name] = function (...given) {
      pyodide[name] = run;
      began();
      const over = () => later(ended);
      setTimeout(over, PATIENCE);
      let done;
      try {
        return (done = run.apply(this, given));
      } finally {
        if (name === "runPythonAsync") done?.then(over, over);
        else over();
      }
    };
  }
  setTimeout(ended, 5 * PATIENCE); // the page may run no code at all
}

const ODD = ["args", "convertNullToNone", "fsInit", "jsglobals", "pyproxyToStringRepr", "toJsLiteralMap"];
const EARLY = /^(HOME$|PYTHON)/; // environment variables that Python reads when it starts

// What a page asks of `loadPyodide` that must be known before Python starts; this one starts before it is asked.
function odd(options) {
  const asked = ODD.find((name) => options[name] && String(options[name])); // no arguments are none
  return asked ?? Object.keys(options.env ?? {}).find((name) => EARLY.test(name));
}

// For pages that start Python themselves: packages are in it already.
export async function loadPyodide(options = {}) {
  await painted();
  const pyodide = await got(() => {
    const asked = odd(options);
    if (asked) throw new Error(`the page starts Python with ${asked}`);
    return prepared(options);
  });
  await readyToCompile();
  surroundings(pyodide, options);
  if (!about.pyscript) whenRun(pyodide, begins, ready);
  return pyodide;
}

if (about.pyscript) {
  addEventListener("py:ready", () => {
    begins();
    setTimeout(ready, PATIENCE);
  });
  addEventListener("py:all-done", () => later(ready));
}

// The application's main file, as Pyodide would run it.
async function run() {
  await painted();
  const pyodide = await got(start);
  const place = document.querySelector("[data-prelit-output]");
  if (place) {
    const write = (text) => place.append(`${text}\n`);
    pyodide.setStdout({ batched: write });
  }
  await readyToCompile();
  surroundings(pyodide);
  const source = pyodide.FS.readFile(about.main, { encoding: "utf8" });
  whenRun(pyodide, begins, ready);
  try {
    await pyodide.runPythonAsync(source, { filename: about.main });
  } catch (error) {
    place?.append(String(error.message));
    throw error;
  }
}

if (about.main) run();
