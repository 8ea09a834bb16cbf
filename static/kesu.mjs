// The page's own interpreter module. PyScript asks it for Pyodide, which by then has long been starting.
//
// Instead of using Pyodide's package loader it unpacks numpy and the games itself, from two small archives of bytecode, and
// compiles the extension modules while Python starts. From the second visit on, and on a first visit if the network is fast
// enough, Python does not start at all: a snapshot of its memory with numpy and the games imported, which the build has taken
// (tools/start/snapshot.mjs), is restored. If anything does not match, Python starts from its archives. docs/start.md says why.

import { loadPyodide as bare, version } from "../rt/pyodide.mjs";

export { version };

export const files = /* files */ {};

const HOME = "/home/pyodide";
const LATER = "/lib/later.zip";
const SITE = "/lib/python3.14/site-packages";
const WHOLE = "rt/pyodide.asm.wasm"; // Python's WebAssembly as Pyodide ships it
const ATTEMPT = "kesu/restoring";
const PATIENCE = 1500; // milliseconds to wait for the browser's cache
const UNSURE = 6000; // milliseconds to wait for a snapshot's hash before giving it up
const ATTEMPTS = 3; // to fetch a file, because connections break
const PAGE = 4096; // bytes
const TABLE = 20480; // where numpy's functions begin in a snapshot's table; the number of entries before that varies slightly

const inNode = typeof document === "undefined" && typeof process === "object";
const node = inNode ? { fs: await import("node:fs/promises"), sync: await import("node:fs"), os: await import("node:os"), url: await import("node:url") } : null;

// Pyodide allocates a word of shared memory for sleeping, which this page is not allowed and browsers warn about.
if (!inNode && !globalThis.crossOriginIsolated) {
  const { Memory } = WebAssembly;
  WebAssembly.Memory = function (wanted) { return new Memory({ ...wanted, shared: false }); };
  WebAssembly.Memory.prototype = Memory.prototype;
}

const address = (path) => new URL(`../${path}`, import.meta.url);
const place = (path) => (inNode ? node.url.fileURLToPath(address(path)) : address(path).href);
const CACHE = `kesu-snapshot ${address("")}`; // another copy of the page at this origin has its own cache
const mark = (name) => performance.mark(`kesu:${name}`);

// The bytes of a file of the site.
async function bytes(path) {
  if (inNode) return new Uint8Array(await node.fs.readFile(address(path)));
  for (let attempt = 1; ; attempt++) {
    try {
      const answer = await fetch(address(path));
      if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
      return new Uint8Array(await answer.arrayBuffer());
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
      await new Promise((then) => setTimeout(then, 500 * attempt));
    }
  }
}

// Decompresses gzip data, unless the server has already done so.
export async function unzipped(data) {
  if (data[0] !== 0x1f || data[1] !== 0x8b) return data;
  const stream = new Blob([data]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

// The files of a tar archive: name → bytes, views into the one array.
export function untar(data) {
  if (data.length < 1024) throw new Error("no archive");
  const found = new Map();
  const text = new TextDecoder();
  const field = (at, length) => text.decode(data.subarray(at, at + length)).split("\0")[0];
  for (let at = 0; at + 512 <= data.length && data[at]; ) {
    const [name, size, prefix] = [field(at, 100), parseInt(field(at + 124, 12), 8), field(at + 345, 155)];
    if (field(at + 257, 6) !== "ustar" || !(at + 512 + size <= data.length)) throw new Error("no archive");
    found.set(prefix ? `${prefix}/${name}` : name, data.subarray(at + 512, at + 512 + size));
    at += 512 + 512 * Math.ceil(size / 512);
  }
  return found;
}

const archive = async (path) => untar(await unzipped(await bytes(path)));

// Everything that a start needs is fetched once, on first use, and released when the game has opened. Errors reach only the
// code that awaits it.
const asked = new Map();

function once(make) {
  return () => {
    if (!asked.has(make)) {
      const promise = make();
      promise.catch(() => {});
      asked.set(make, promise);
    }
    return asked.get(make);
  };
}

// On a first visit over a slow connection the runtime comes first, so that Python starts while the rest is loading.
const turn = once(async () => {
  const known = inNode || globalThis.kesuSnapshot || attempt(() => navigator.serviceWorker.controller);
  if (!known && !near()) await runtime().catch(() => {});
});
const numpy = once(() => turn().then(() => archive(files.numpy)));
const game = once(() => turn().then(() => archive(files.game)));
const runtime = once(async () => {
  if (files.hot && !whole()) return globalThis.kesuRuntime ?? WebAssembly.compile(await bytes(files.hot));
  return (!files.hot && globalThis.kesuRuntime) || WebAssembly.compile(await bytes(WHOLE));
});

// numpy's extension modules, compiled in parallel with everything else: [path in Python's file system, module].
const extensions = once(async () => {
  const found = [...(await numpy())].filter(([name]) => name.endsWith(".so"));
  const instead = whole() && files.numpyWhole && (await bytes(files.numpyWhole));
  return Promise.all(found.map(async ([name, code]) => [`${SITE}/${name}`, await WebAssembly.compile(instead || code)]));
});

// Links the extension modules in advance; Python finds them when it imports them.
function link(module, modules) {
  const flags = { loadAsync: false, global: false, nodelete: true, allowUndefined: true };
  const { Instance } = WebAssembly;
  for (const [path, code] of modules) {
    WebAssembly.Instance = function (...given) { return joined(new Instance(...given), files.numpyCold); };
    try {
      module.preloadedWasm[path] = module.loadWebAssemblyModule(code, flags, path, {});
    } finally {
      WebAssembly.Instance = Instance;
    }
  }
}

// Links them for a snapshot: their addresses must be the same when it is taken and when it is restored. Returns the ends of
// memory and table.
function linkInPlace(module, modules) {
  module.wasmTable.grow(TABLE - module.wasmTable.length);
  link(module, modules);
  const probe = module._malloc(16);
  module._free(probe);
  return [probe, module.wasmTable.length];
}

// The index of the word in which Python notes how it calls C. That depends on the browser and is determined before Python
// starts, so it must survive restoring the snapshot.
function callsNote(module) {
  return (module.__PyRuntime + module.HEAP32[module.__PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET / 4]) / 4;
}

// Makes Python see new files. The usual importlib.invalidate_caches() would import a dozen modules just for this.
const lookAgain = (pyodide) => pyodide.runPython("import sys; sys.path_importer_cache.clear(); del sys");

// Writes an archive into Python's file system. Linked modules only need to exist.
function put(FS, folder, archive) {
  const created = new Set();
  for (const [name, data] of archive) {
    const path = `${folder}/${name}`;
    const parent = path.slice(0, path.lastIndexOf("/"));
    if (!created.has(parent)) FS.mkdirTree(parent);
    created.add(parent);
    FS.writeFile(path, name.endsWith(".so") ? new Uint8Array() : data, { canOwn: true });
  }
}

// The standard library: a zip of uncompressed members, compressed as a whole.
const library = once(async () => unzipped(await bytes(files.library)));

// Where Pyodide finds it; in the page, `watched` answers requests for this address.
async function libraryPlace() {
  if (!inNode || !files.library.endsWith(".gz")) return place(files.library);
  const folder = await node.fs.mkdtemp(`${node.os.tmpdir()}/kesu-`);
  process.on("exit", () => node.sync.rmSync(folder, { recursive: true }));
  await node.fs.writeFile(`${folder}/library.zip`, await library());
  return `${folder}/library.zip`;
}

const common = async () => ({
  indexURL: place("rt/"),
  stdLibURL: await libraryPlace(),
  lockFileContents: { info: files.lock, packages: {} },
  packages: [],
  enableRunUntilComplete: false,
  // Of the same length everywhere, because addresses in a snapshot's memory depend on them.
  env: { HOME, LANG: "C.UTF-8", PYTHONHASHSEED: "0", PYTHONNODEBUGRANGES: "1", _: "kesu" },
});

// Python's WebAssembly comes in two parts (tools/start/split.mjs). The first one holds the functions that ordinary play calls,
// and a stub for every other function, which calls the loader here if the second part has not loaded. That is fetched once the
// game has opened; a stub that is called sooner fetches it synchronously.
const OURS = "!"; // prefix of those exports of the first part that are for the second one only
const RESTART = "kesu/whole"; // set if the second part could not be fetched: the next start uses the whole module
const LOADER = Uint8Array.of( // a module that imports a function and exports it as a WebAssembly function
  0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 4, 1, 0x60, 0, 0, 2, 7, 1, 1, 0x61, 1, 0x66, 0, 0, 7, 5, 1, 1, 0x66, 0, 0,
);
export const parts = { halves: [], calls: 0 }; // the modules in two parts; how often a stub had to fetch one

const whole = () => !inNode && attempt(() => sessionStorage.getItem(RESTART));
const attempt = (act) => { try { return act(); } catch { return undefined; } };

// Hides the internal exports of a first part from Pyodide; returns any other instance as it is.
function joined(instance, path) {
  const { exports } = instance;
  if (!exports[`${OURS}x`]) return instance;
  const half = { exports, path, there: exports[`${OURS}r`] };
  parts.halves.push(half);
  const { f } = new WebAssembly.Instance(new WebAssembly.Module(LOADER), { a: { f: () => bringColdNow(half) } }).exports;
  exports[`${OURS}x`].set(0, f);
  return { exports: Object.fromEntries(Object.entries(exports).filter(([name]) => !name.startsWith(OURS))) };
}

function bringColdNow({ exports, path, there }) {
  parts.calls++;
  try {
    new WebAssembly.Instance(new WebAssembly.Module(bytesNow(path)), { p: exports }); // it replaces the stubs
    there.value = 1;
  } catch (error) {
    attempt(() => sessionStorage.setItem(RESTART, "1"));
    if (whole()) location.reload(); // the game was kept before this move
    throw error;
  }
}

export async function bringCold() {
  for (const { exports, path, there } of parts.halves) {
    if (there.value) continue;
    await WebAssembly.instantiate(await WebAssembly.compile(await bytes(path)), { p: exports });
    there.value = 1;
  }
}

// Starts Pyodide with the runtime that is already being compiled. Rejects if the WebAssembly cannot be used; Pyodide alone
// would log the error and wait forever.
async function watched(options) {
  if (inNode) return bare(options);
  const { fetch } = globalThis;
  const nothing = Promise.resolve(new Response());
  const { instantiateStreaming } = WebAssembly;
  const failure = new Promise((_, fail) => {
    const instantiate = async (imports) => {
      const module = await runtime();
      return { module, instance: joined(await WebAssembly.instantiate(module, imports), files.cold) };
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

// Modules that the first board does not need are in a second archive. It is fetched once the game has opened; an import that
// comes sooner fetches it synchronously.
const later = { FS: null, placed: false };
globalThis.kesuLater = false; // whether all of them have loaded, from the archive or the snapshot

function placeLater(data) {
  if (!later.placed) later.FS.writeFile(LATER, data, { canOwn: true });
  later.placed = globalThis.kesuLater = true;
}

const bringLater = async () => placeLater((await Promise.all([bytes(files.later.path), start()]))[0]);

const sources = { later: bringLater, whole: () => bring("later").then(bringCold) };
const brought = new Map();

// Fetches a part that comes after the start, once: "later"; "whole", which is that and the cold parts of WebAssembly; or a group
// of modules that no start imports. Returns the group's texts in a language, as JSON.
export function bring(part, lang) {
  if (!brought.has(part)) {
    brought.set(part, sources[part]?.() ?? bringGroup(part, lang));
    brought.get(part).catch(() => brought.delete(part)); // so that it can be requested again
  }
  return brought.get(part);
}

// Whether a module is in the archive, which is then in Python's file system. Throws if it cannot be fetched.
globalThis.kesuFind = (name) => {
  if (!files.later.names.includes(name)) return false;
  if (!later.placed) placeLater(bytesNow(files.later.path));
  return true;
};

function bytesNow(path) {
  if (inNode) return new Uint8Array(node.sync.readFileSync(address(path)));
  const request = new XMLHttpRequest();
  request.open("GET", address(path), false);
  request.overrideMimeType("text/plain; charset=x-user-defined"); // the low byte of each character is the data
  request.send();
  if (request.status !== 200) throw new Error(`${path}: ${request.status}`);
  return Uint8Array.from(request.response, (character) => character.charCodeAt(0));
}

function addFinder(pyodide) {
  pyodide.runPython(`
import sys

class Later:
    """Finds the modules in the second archive."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        from js import kesuFind
        try:
            there = kesuFind(name)
        except Exception as error:
            raise ImportError(f"{name} could not be fetched: {error}", name=name, path="${LATER}") from None
        if there:
            import zipimport
            folder = name.rpartition(".")[0].replace(".", "/")
            return zipimport.zipimporter(f"${LATER}/{folder}".rstrip("/")).find_spec(name)
        return None

sys.meta_path.append(Later)
del Later, sys
`);
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
        answers.marks = linkInPlace(settings, ready);
      };
      return (await import("../rt/pyodide.asm.mjs")).default(settings);
    };
  }
  const pyodide = await watched(options);
  later.FS = pyodide.FS;
  mark("python");
  put(pyodide.FS, SITE, await numpy());
  if (!making) link(pyodide._module, await modules);
  put(pyodide.FS, HOME, await game());
  lookAgain(pyodide);
  if ((await game()).has("dataclass_functions.pyc")) {
    pyodide.runPython("import dataclasses, dataclass_functions; dataclasses.known = dataclass_functions.known; del dataclasses, dataclass_functions");
  }
  if (files.later) addFinder(pyodide);
  mark("numpy");
  return making ? [pyodide, answers.marks] : pyodide;
}

// Restores Python from a snapshot that arrives while the runtime is prepared; throws if anything does not match.
async function restored(coming) {
  const own = new Uint8Array(files.memory.own);
  const options = await common();
  options._loadSnapshot = own; // without the memory after it, which Pyodide would copy once more
  options.createPyodideModule = async (settings) => {
    settings.INITIAL_MEMORY = files.memory.heap;
    const module = await (await import("../rt/pyodide.asm.mjs")).default(settings);
    const marks = linkInPlace(module, await extensions());
    mark("linked");
    const { head, data } = read(await coming);
    if (head.fingerprint !== files.fingerprint) throw new Error("the snapshot is of another build");
    if (String(marks) !== String(head.marks)) throw new Error(`it lies at ${marks}, not at ${head.marks}`);
    if (module.HEAP8.length < head.heap) module.growMemory(head.heap);
    own.set(data.subarray(0, own.length));
    const note = callsNote(module);
    const noted = module.HEAP32[note];
    fill(module.HEAP8, head.stretches, data.subarray(own.length));
    module.HEAP32[note] = noted;
    mark("filled");
    return module;
  };
  const pyodide = await watched(options);
  later.FS = pyodide.FS;
  mark("python");
  put(pyodide.FS, SITE, await numpy());
  put(pyodide.FS, HOME, await game());
  pyodide.runPython("import random; random.seed(); del random");
  globalThis.kesuLater = true;
  mark("numpy");
  return pyodide;
}

// A snapshot file: four bytes of length, a JSON header, Pyodide's own data, then the non-empty parts of Python's memory,
// whose bounds are in the header; nearly half of the memory is empty.
export function read(data) {
  const length = new DataView(data.buffer, data.byteOffset).getUint32(0, true);
  const head = JSON.parse(new TextDecoder().decode(data.subarray(4, 4 + length)));
  return { head, data: data.subarray(4 + length) };
}

export function write(head, memory) {
  const own = new Uint32Array(memory.buffer, memory.byteOffset, 2)[1];
  const heap = memory.subarray(own);
  const stretches = filled(heap);
  const text = new TextEncoder().encode(JSON.stringify({ ...head, own, heap: heap.length, stretches }));
  const length = new Uint8Array(Uint32Array.of(text.length).buffer);
  return [length, text, memory.subarray(0, own), ...stretches.map(([start, end]) => heap.subarray(start, end))];
}

// The bounds of the non-empty parts of memory, in whole pages.
function filled(memory) {
  const found = [];
  for (let start = 0; start < memory.length; start += PAGE) {
    const page = memory.subarray(start, start + PAGE);
    if (!page.some(Boolean)) continue;
    if (found.at(-1)?.[1] === start) found.at(-1)[1] += page.length;
    else found.push([start, start + page.length]);
  }
  return found;
}

function fill(memory, stretches, data) {
  let [at, last] = [0, 0];
  for (const [start, end] of stretches) {
    memory.fill(0, last, start);
    memory.set(data.subarray(at, (at += end - start)), start);
    last = end;
  }
  memory.fill(0, last);
  if (at !== data.length) throw new Error("the snapshot is cut short");
}

// The promised value, or undefined after a timeout: in some browsers the cache never answers.
const soon = (promise, time = PATIENCE) => Promise.race([promise, new Promise((then) => setTimeout(then, time))]);

// The snapshot of this build, if an earlier visit kept it.
const kept = once(async () => {
  const answer = trusted() && (await soon(caches.open(CACHE).then((cache) => cache.match(address(files.snapshot)))));
  return answer && onItsWay(answer.arrayBuffer().then(ours));
});

// The data as bytes, if it is this build's snapshot; throws otherwise. It is hashed while other threads compile modules.
async function ours(data) {
  const digest = await soon(crypto.subtle.digest("SHA-256", data), UNSURE);
  const hash = digest && Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
  if (hash !== files.snapshotHash) throw new Error("the snapshot is damaged");
  return new Uint8Array(data);
}

// Whether to use a snapshot: not if the last start from one never finished, as the note in localStorage shows.
const trusted = () => files.snapshot && !localStorage.getItem(ATTEMPT);

// Wraps a promise so that it can be awaited later; until then a rejection is ignored.
function onItsWay(coming) {
  coming.catch(() => {});
  return { coming };
}

// The kept snapshot, or the server's if that is near; does not wait for it to arrive.
async function wanted() {
  try {
    if (globalThis.kesuSnapshot) return await handed();
    if (!trusted()) return await forget();
    return (await kept()) ?? (near() ? onItsWay(bytes(files.snapshot).then(unzipped)) : undefined);
  } catch {
    return undefined;
  }
}

// The snapshot that the page around passes to the workshop's frame, which has no cache (static/workshop-frame.js).
async function handed() {
  const data = await soon(globalThis.kesuSnapshot);
  return data && onItsWay(Promise.resolve(new Uint8Array(data)));
}

const SOON = 25; // milliseconds until the server answers
const LARGE = 4000; // bytes of a file whose transfer says something about the speed
const QUICK = 4000; // bytes per millisecond, 32 Mbit/s: then the snapshot arrives sooner than Python starts without it

// Whether the server is so near that even a first visit should wait for the snapshot, judging by the latency of the page and
// the speed of the fastest file.
function near() {
  const [page] = performance.getEntriesByType("navigation");
  if (!page?.transferSize || navigator.connection?.saveData) return false;
  const speeds = [page, ...performance.getEntriesByType("resource")]
    .filter(({ encodedBodySize, responseEnd }) => encodedBodySize > LARGE && responseEnd)
    .map(({ encodedBodySize, responseStart, responseEnd }) => encodedBodySize / Math.max(responseEnd - responseStart, 0.1));
  return page.responseStart - page.requestStart < SOON && Math.max(...speeds) > QUICK;
}

async function forget() {
  try {
    localStorage.removeItem(ATTEMPT);
    await soon(caches.delete(CACHE));
  } catch { /* there is nothing to forget */ }
}

// Fetches the snapshot for the next visit unless it is cached, and caches it if its hash is this build's; removes those of
// other builds.
export async function keep() {
  try {
    const [cache, wanted] = [await caches.open(CACHE), address(files.snapshot).href];
    for (const { url } of await cache.keys()) if (url !== wanted) await cache.delete(url);
    if (await cache.match(wanted)) return;
    await cache.put(wanted, new Response(await ours(await unzipped(await bytes(files.snapshot)))));
  } catch { /* no cache, or no room in it: the next visit starts Python from its archives */ }
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
    if (!globalThis.kesuSnapshot) localStorage.setItem(ATTEMPT, "1");
    return await restored(snapshot.coming);
  } catch (error) {
    console.debug("Kesu: no start from the snapshot:", error.message);
    await forget();
    return ordinary();
  }
}

// The game has opened, so the snapshot, if there was one, was good.
export function arrived() {
  asked.clear();
  try {
    localStorage.removeItem(ATTEMPT);
    sessionStorage.removeItem(RESTART);
  } catch { /* they were never written */ }
}

async function bringGroup(group, lang = document.documentElement.lang) {
  const coming = [start(), archive(files.late[group]), bytes(files.words[group][lang])];
  const [pyodide, modules, words] = await Promise.all(coming);
  put(pyodide.FS, HOME, modules);
  lookAgain(pyodide);
  return new TextDecoder().decode(words);
}

// Called by PyScript.
export async function loadPyodide({ stdout, stderr } = {}) {
  const pyodide = await start();
  await globalThis.kesuStorage?.restored();
  if (stdout) pyodide.setStdout({ batched: stdout });
  if (stderr) pyodide.setStderr({ batched: stderr });
  return pyodide;
}

// Starts the work that can run in parallel with the page's own before the first paint.
if (!inNode) for (const ask of [runtime, kept, extensions, game, library]) ask();
