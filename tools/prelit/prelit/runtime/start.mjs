// Starts Python: from a snapshot of its memory, or else from the archives of bytecode. It does not use Pyodide's
// package loader, and everything that can be fetched and compiled early is.

import { loadPyodide as bare, version } from "../rt/pyodide.mjs";

import { archive, asZip, put, putLazily, unzipped } from "./archives.mjs";
import { HOME, ROOTS, attempt, facts, mark, shared, slower } from "./facts.mjs";
import { foreseeCold, foreseen, halvesWorked, joined, readyToCompile, whole } from "./halves.mjs";
import { UNUSED, forget, kept, misfit, note, removeNote, wanted } from "./kept.mjs";
import { addFinder, later, lookAgain } from "./later.mjs";
import { extensions as extensionsOf, fits, link, linkInPlace } from "./linking.mjs";
import { address, bytes, bytesNow, inNode, near, node, once, place, release } from "./site.mjs";
import { read, restore } from "./snapshot.mjs";

export { version };

const WHOLE = "rt/pyodide.asm.wasm"; // Python's WebAssembly as Pyodide ships it

// Pyodide allocates a word of shared memory for sleeping, which most pages are not allowed and browsers warn about.
if (!inNode && !globalThis.crossOriginIsolated) {
  const { Memory } = WebAssembly;
  WebAssembly.Memory = function (wanted) { return new Memory({ ...wanted, shared: false }); };
  WebAssembly.Memory.prototype = Memory.prototype;
}

// On a first visit over a slow connection the runtime comes first, so that Python starts while the rest is loading.
const turn = once(async () => {
  const known = inNode || shared.snapshot || attempt(() => navigator.serviceWorker.controller);
  if (!known && !near()) await runtime().catch(() => {});
});
const packages = once(() => turn().then(() => archive(facts.packages)));
const app = once(() => turn().then(() => archive(facts.app)));
const library = once(async () => asZip(await unzipped(await bytes(facts.library))));
const extensions = extensionsOf(packages);
const runtime = once(async () => {
  if (facts.hot && !whole()) return shared.runtime ?? WebAssembly.compile(await bytes(facts.hot));
  return (!facts.hot && shared.runtime) || WebAssembly.compile(await bytes(WHOLE));
});

// Where Pyodide finds the standard library, a zip of uncompressed members that is compressed as a whole; in a browser,
// `watched` answers requests for this address.
async function libraryPlace() {
  if (!inNode || !facts.library.endsWith(".gz")) return place(facts.library);
  const folder = await node.fs.mkdtemp(`${node.os.tmpdir()}/prelit-`);
  process.on("exit", () => node.sync.rmSync(folder, { recursive: true }));
  await node.fs.writeFile(`${folder}/library.zip`, await library());
  return `${folder}/library.zip`;
}

const common = async () => ({
  indexURL: place("rt/"),
  stdLibURL: await libraryPlace(),
  lockFileContents: { info: facts.lock, packages: facts.installed ?? {} },
  packages: [],
  enableRunUntilComplete: Boolean(facts.runUntilComplete),
  // Of the same length everywhere, because addresses in a snapshot's memory depend on them.
  createPyodideModule: async (settings) => (await import("../rt/pyodide.asm.mjs")).default(settings),
  env: { HOME, LANG: "C.UTF-8", PYTHONHASHSEED: "0", PYTHONNODEBUGRANGES: "1", _: facts.name },
});

// Starts Pyodide with the runtime that is already being compiled. Rejects if the WebAssembly cannot be used; Pyodide
// alone would log the error and wait forever.
async function watched(options) {
  if (inNode) return bare(options);
  const { fetch } = globalThis;
  const nothing = Promise.resolve(new Response());
  const { instantiateStreaming } = WebAssembly;
  const failure = new Promise((_, fail) => {
    library().catch(fail);
    const instantiate = async (imports) => {
      const module = await runtime();
      if (facts.page && facts.hot && !whole() && (!facts.compiler || facts.unfit?.length)) foreseeCold();
      const instance = joined(await WebAssembly.instantiate(module, imports), facts.cold);
      if (facts.compiles) await readyToCompile();
      return { module, instance };
    };
    globalThis.fetch = async (what, ...how) => {
      if (String(what) === options.stdLibURL) return new Response(await library());
      return String(what) === address(WHOLE).href ? nothing : fetch(what, ...how);
    };
    WebAssembly.instantiateStreaming = (_, imports) => {
      const instantiated = instantiate(imports);
      instantiated.catch(fail);
      return instantiated;
    };
  });
  try {
    return await Promise.race([bare(options), failure]);
  } finally {
    Object.assign(globalThis, { fetch });
    Object.assign(WebAssembly, { instantiateStreaming });
  }
}

// Starts Python from its archives; if `making`, so that a snapshot of it can be taken.
export async function ordinary(making = false) {
  const modules = extensions();
  const options = await common();
  const answers = {};
  if (making) {
    const ready = await modules;
    options._makeSnapshot = true;
    // Once the runtime is ready and before Python starts, as when a snapshot is restored.
    options.createPyodideModule = async (settings) => {
      settings.onRuntimeInitialized = () => {
        Object.assign(answers, linkInPlace(settings, ready));
      };
      return (await import("../rt/pyodide.asm.mjs")).default(settings);
    };
  }
  const pyodide = await watched(options);
  later.FS = pyodide.FS;
  mark("python");
  if (!making) link(pyodide._module, await modules);
  for (const construct of answers.waiting ?? []) construct();
  if (facts.compiles && !inNode) await readyToCompile();
  await putFiles(pyodide);
  lookAgain(pyodide);
  if ((await app()).has("dataclass_functions.pyc")) {
    pyodide.runPython(`import dataclasses, dataclass_functions
dataclasses.known = dataclass_functions.known
del dataclasses, dataclass_functions`);
  }
  addFinder(pyodide);
  mark("packages");
  return making ? [pyodide, answers] : pyodide;
}

// A file of this size; without it Python cannot go on, so the page leaves for the one without prelit.
function wholeNow(path, size) {
  try {
    const data = bytesNow(path);
    if (data.length !== size) throw new Error(`${path}: ${data.length} bytes instead of ${size}`);
    return data;
  } catch (error) {
    shared.leave?.(error.message);
    throw error;
  }
}

async function putFiles({ FS }) {
  put(FS, ROOTS.site, await packages(), facts.linked);
  put(FS, HOME, await app());
  putLazily(FS, ROOTS.site, facts.lazy ?? {}, wholeNow);
}

// Restores Python from a snapshot that arrives while the runtime is prepared; throws if anything does not match.
async function restored(coming) {
  const own = new Uint8Array(facts.memory.own);
  let head;
  const options = await common();
  options._loadSnapshot = own; // without the memory after it, which Pyodide would copy once more
  options.createPyodideModule = async (settings) => {
    settings.INITIAL_MEMORY = facts.memory.heap;
    const module = await (await import("../rt/pyodide.asm.mjs")).default(settings);
    const ready = await extensions();
    if (facts.unfit?.length) await foreseen(); // what calls Python when it is linked needs them
    const { marks } = linkInPlace(module, ready);
    mark("linked");
    let data;
    ({ head, data } = read(await coming));
    coming = undefined; // Pyodide keeps this function
    if (head.fingerprint !== facts.fingerprint) throw new Error("the snapshot is of another build");
    if (String(marks) !== String(head.marks)) {
      misfit();
      throw new Error(`it begins at ${marks}, not at ${head.marks}`);
    }
    if (module.HEAP8.length < head.heap) module.growMemory(head.heap);
    own.set(data.subarray(0, own.length));
    restore(module, head.stretches, data.subarray(own.length));
    mark("filled");
    return module;
  };
  const pyodide = await watched(options);
  later.FS = pyodide.FS;
  mark("python");
  link(pyodide._module, (await extensions()).filter((module) => !fits(module)));
  await putFiles(pyodide);
  if (head.random) pyodide.runPython("import random; random.seed(); del random"); // plain Python: its compiler is cold
  shared.head = head; // afresh.mjs reads it
  shared.complete = !facts.complete;
  mark("packages");
  return pyodide;
}

let begun;

// The page's only Python, started on first use.
export function start() {
  return (begun ??= begin());
}

async function begin() {
  mark("start");
  const snapshot = await wanted();
  if (!snapshot) return ordinary();
  try {
    note();
    return await restored(snapshot.coming);
  } catch (error) {
    await forget();
    const pyodide = await ordinary();
    slower(UNUSED, error);
    return pyodide;
  }
}

// The page is ready, so the snapshot, if there was one, was good.
export function arrived() {
  release();
  removeNote();
  halvesWorked();
}

// In place of Pyodide's own: answers with the page's only Python, to which packages need not be added.
export async function loadPyodide({ stdout, stderr } = {}) {
  const pyodide = await start();
  if (stdout) pyodide.setStdout({ batched: stdout });
  if (stderr) pyodide.setStderr({ batched: stderr });
  return pyodide;
}

// Starts the work that can run in parallel with the page's own before the first paint.
if (!inNode) for (const ask of [runtime, kept, extensions, app, library]) ask();
