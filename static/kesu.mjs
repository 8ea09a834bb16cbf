// The page's own interpreter module. PyScript asks it for Pyodide; by then Pyodide has long been starting.
//
// Instead of Pyodide's package loader, it unpacks numpy and the games itself, from two small archives of bytecode, and
// compiles the extension modules while Python starts. From the second visit on, Python is not started at all: its memory,
// with numpy and the games imported, is restored from a snapshot of the build (tools/build/snapshot.mjs); on a first visit
// too, if the network is fast enough. If anything does not match, Python starts normally. docs/start.md explains why.

import { loadPyodide as bare, version } from "../rt/pyodide.mjs";

export { version };

export const files = /* files */ {};

const HOME = "/home/pyodide";
const LATER = "/lib/later.zip";
const SITE = "/lib/python3.14/site-packages";
const WHOLE = "rt/pyodide.asm.wasm"; // Python's WebAssembly as Pyodide ships it
const ATTEMPT = "kesu/restoring";
const PATIENCE = 1500; // milliseconds to wait for the browser's cache
const UNSURE = 6000; // milliseconds after which a snapshot that is not verified yet is not used
const ATTEMPTS = 3; // to fetch a file, because connections break
const PAGE = 4096; // bytes
const TABLE = 20480; // where numpy's functions begin in a snapshot's table; the number of entries before varies slightly

const inNode = typeof document === "undefined" && typeof process === "object";
const node = inNode ? { fs: await import("node:fs/promises"), sync: await import("node:fs"), os: await import("node:os"), url: await import("node:url") } : null;

// Pyodide allocates a word of shared memory for sleeping, which a page like this cannot have and browsers warn about.
if (!inNode && !globalThis.crossOriginIsolated) {
  const { Memory } = WebAssembly;
  WebAssembly.Memory = function (wanted) { return new Memory({ ...wanted, shared: false }); };
  WebAssembly.Memory.prototype = Memory.prototype;
}

const address = (path) => new URL(`../${path}`, import.meta.url);
const place = (path) => (inNode ? node.url.fileURLToPath(address(path)) : address(path).href);
const CACHE = `kesu-snapshot ${address("")}`; // another copy of the page on this origin has its own cache
const mark = (name) => performance.mark(`kesu:${name}`);

// A whole file of the site.
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

// The uncompressed data; some servers already send it decompressed.
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

// Everything that a start needs is fetched once, when first needed, and released when the game has started. Whoever awaits it
// gets the error if it fails.
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

// On a first visit over a slow connection, what Python needs first is fetched first: it starts while the rest arrives.
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

// numpy's extension modules, compiled in parallel with everything else: path in Python's file system → module.
const extensions = once(async () => {
  const found = [...(await numpy())].filter(([name]) => name.endsWith(".so"));
  const instead = whole() && files.numpyWhole && (await bytes(files.numpyWhole));
  return Promise.all(found.map(async ([name, code]) => [`${SITE}/${name}`, await WebAssembly.compile(instead || code)]));
});

// Links the extension modules, so that Python finds them ready when it imports them.
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

// The same for a snapshot: they must be at the same addresses when it is taken and when it is restored. Returns the ends of
// memory and table.
function linkInPlace(module, modules) {
  module.wasmTable.grow(TABLE - module.wasmTable.length);
  link(module, modules);
  const probe = module._malloc(16);
  module._free(probe);
  return [probe, module.wasmTable.length];
}

// Where Python stores how it calls C functions. That depends on the browser and is determined before Python starts, so it
// must survive restoring the snapshot.
function callsNote(module) {
  return (module.__PyRuntime + module.HEAP32[module.__PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET / 4]) / 4;
}

// Makes Python see new files. importlib.invalidate_caches() would import a dozen modules just for that.
const lookAgain = (pyodide) => pyodide.runPython("import sys; sys.path_importer_cache.clear(); del sys");

// Writes an archive into Python's file system. Linked modules only have to exist.
function put(FS, folder, archive) {
  const made = new Set();
  for (const [name, data] of archive) {
    const path = `${folder}/${name}`;
    const parent = path.slice(0, path.lastIndexOf("/"));
    if (!made.has(parent)) FS.mkdirTree(parent);
    made.add(parent);
    FS.writeFile(path, name.endsWith(".so") ? new Uint8Array() : data, { canOwn: true });
  }
}

// The standard library: a zip with uncompressed members, because the whole file is compressed.
const library = once(async () => unzipped(await bytes(files.library)));

// Where Pyodide finds it: in the page, `watched` serves this address.
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
  // Of the same length everywhere, because addresses in a snapshot's memory depend on it.
  env: { HOME, LANG: "C.UTF-8", PYTHONHASHSEED: "0", PYTHONNODEBUGRANGES: "1", _: "kesu" },
});

// Python's WebAssembly comes in two parts (tools/build/split.mjs). The first one has everything that ordinary play runs; every
// other function is a stub in it, which calls the loader here if the second part has not loaded yet. That is fetched after the
// game has started; a stub that is called sooner fetches it synchronously.
const OURS = "!"; // the first character of exports of the first part that only the second one uses
const RESTART = "kesu/whole"; // set if the second part could not be fetched: the next start uses the whole module
const LOADER = Uint8Array.of( // a module that exports its imported function as a WebAssembly function
  0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 4, 1, 0x60, 0, 0, 2, 7, 1, 1, 0x61, 1, 0x66, 0, 0, 7, 5, 1, 1, 0x66, 0, 0,
);
export const parts = { halves: [], calls: 0 }; // the split modules; how often a stub had to fetch a second part

const whole = () => !inNode && attempt(() => sessionStorage.getItem(RESTART));
const attempt = (act) => { try { return act(); } catch { return undefined; } };

// The instance of a first part as Pyodide may see it; any other unchanged.
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
    new WebAssembly.Instance(new WebAssembly.Module(bytesNow(path)), { p: exports }); // it fills in its functions
    there.value = 1;
  } catch (error) {
    attempt(() => sessionStorage.setItem(RESTART, "1"));
    if (whole()) location.reload(); // the game is saved as it was before this move
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

// Starts Pyodide with the runtime that is already being compiled. If its WebAssembly cannot be used, rejects with the error,
// which Pyodide would only log before waiting forever.
async function watched(options) {
  if (inNode) return bare(options);
  const { fetch } = globalThis;
  const nothing = Promise.resolve(new Response());
  const { instantiateStreaming } = WebAssembly;
  const failure = new Promise((_, fail) => {
    const made = async (imports) => {
      const module = await runtime();
      return { module, instance: joined(await WebAssembly.instantiate(module, imports), files.cold) };
    };
    globalThis.fetch = async (what, ...how) => {
      if (String(what) === options.stdLibURL) return new Response(await library());
      return String(what) === address(WHOLE).href ? nothing : fetch(what, ...how);
    };
    WebAssembly.instantiateStreaming = (_, imports) => {
      const instantiated = made(imports);
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

// Modules imported only after the first board are in a second archive. It is fetched after the game has started; an earlier
// import fetches it synchronously.
const later = { FS: null, coming: null, placed: false };
globalThis.kesuNoWaiting = false; // whether all of it has loaded, possibly from the snapshot

function placeLater(data) {
  if (!later.placed) later.FS.writeFile(LATER, data, { canOwn: true });
  later.placed = globalThis.kesuNoWaiting = true;
}

export function bringLater() {
  later.coming ??= Promise.all([bytes(files.later.path), start()]).then(([data]) => placeLater(data));
  later.coming.catch(() => (later.coming = null)); // so that it can be requested again
  return later.coming;
}

// Whether a module is in it; if so, it is now in Python's file system. Throws if the archive cannot be fetched.
globalThis.kesuFind = (name) => {
  if (!files.later.names.includes(name)) return false;
  if (!later.placed) placeLater(bytesNow(files.later.path));
  return true;
};

function bytesNow(path) {
  if (inNode) return new Uint8Array(node.sync.readFileSync(address(path)));
  const request = new XMLHttpRequest();
  request.open("GET", address(path), false);
  request.overrideMimeType("text/plain; charset=x-user-defined"); // the low byte of each character is a byte of the file
  request.send();
  if (request.status !== 200) throw new Error(`${path}: ${request.status}`);
  return Uint8Array.from(request.response, (character) => character.charCodeAt(0));
}

function addFinder(pyodide) {
  pyodide.runPython(`
import sys

class Later:
    """Finds what lies in the second archive."""

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

// Starts Python from its archives; with `making`, in a way that allows a snapshot.
export async function ordinary(making = false) {
  const modules = extensions();
  const options = await common();
  const answers = {};
  if (making) {
    const ready = await modules;
    options._makeSnapshot = true;
    // When everything is ready and Python has not started: a restoring start links them at this point too.
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
  options._loadSnapshot = own; // without the memory, which Pyodide would copy once more
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
  globalThis.kesuNoWaiting = true;
  mark("numpy");
  return pyodide;
}

// A snapshot file: four bytes of length, a JSON header, Pyodide's own data, then the non-empty parts of Python's memory, whose
// bounds are in the header; nearly half of the memory is empty.
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

// The non-empty parts of memory, in pages.
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

// The promised value, or nothing if it takes too long: some browsers' caches never answer.
const soon = (promise, time = PATIENCE) => Promise.race([promise, new Promise((then) => setTimeout(then, time))]);

// The snapshot of exactly this build, if an earlier visit cached it.
const kept = once(async () => {
  const answer = trusted() && (await soon(caches.open(CACHE).then((cache) => cache.match(address(files.snapshot)))));
  return answer && onItsWay(answer.arrayBuffer().then(ours));
});

// The data as bytes, if it is this build's snapshot. It is hashed while other threads compile modules.
async function ours(data) {
  const digest = await soon(crypto.subtle.digest("SHA-256", data), UNSURE);
  const hash = digest && Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
  if (hash !== files.snapshotHash) throw new Error("the snapshot is damaged");
  return new Uint8Array(data);
}

// Not used if the last start from it never finished, as a flag in localStorage shows.
const trusted = () => files.snapshot && !localStorage.getItem(ATTEMPT);

// Whoever awaits it gets the error; until then it is ignored.
function onItsWay(coming) {
  coming.catch(() => {});
  return { coming };
}

// The cached snapshot, or the server's if it is fast; does not wait for it to arrive.
async function wanted() {
  try {
    if (globalThis.kesuSnapshot) return await handed();
    if (!trusted()) return await forget();
    return (await kept()) ?? (near() ? onItsWay(bytes(files.snapshot).then(unzipped)) : undefined);
  } catch {
    return undefined;
  }
}

// In the workshop's frame, which has no cache, the surrounding page provides it (static/workshop-frame.js).
async function handed() {
  const data = await soon(globalThis.kesuSnapshot);
  return data && onItsWay(Promise.resolve(new Uint8Array(data)));
}

const SOON = 25; // milliseconds until the server's first byte
const LARGE = 4000; // bytes of a file large enough to measure the speed
const QUICK = 4000; // bytes per millisecond, 32 Mbit/s: then the snapshot arrives before Python would have started without it

// Whether the server is so fast that even a first visit should wait for the snapshot. The page's timing gives the latency,
// the fastest file the throughput.
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
  } catch { /* then there is nothing to remove */ }
}

// Fetches the snapshot for the next visit, unless it is cached, and stores it if its hash matches this build; removes those of
// other builds.
export async function keep() {
  try {
    const [cache, wanted] = [await caches.open(CACHE), address(files.snapshot).href];
    for (const { url } of await cache.keys()) if (url !== wanted) await cache.delete(url);
    if (await cache.match(wanted)) return;
    await cache.put(wanted, new Response(await ours(await unzipped(await bytes(files.snapshot)))));
  } catch { /* no cache, or no room in it: the next visit starts normally */ }
}

let begun;

// The page's only Python, started when first requested.
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

// The game has started, so the snapshot, if there was one, was good.
export function arrived() {
  asked.clear();
  try {
    localStorage.removeItem(ATTEMPT);
    sessionStorage.removeItem(RESTART);
  } catch { /* they were never written */ }
}

// Loads a group of modules that no start imports, and returns their texts in the page's language, as JSON.
export async function bring(group, lang = document.documentElement.lang) {
  const coming = [start(), archive(files.late[group]), bytes(files.words[group][lang])];
  const [pyodide, modules, words] = await Promise.all(coming);
  put(pyodide.FS, HOME, modules);
  lookAgain(pyodide);
  return new TextDecoder().decode(words);
}

// What PyScript calls.
export async function loadPyodide({ stdout, stderr } = {}) {
  const pyodide = await start();
  await globalThis.kesuStorage?.restored();
  if (stdout) pyodide.setStdout({ batched: stdout });
  if (stderr) pyodide.setStderr({ batched: stderr });
  return pyodide;
}

// Starts work that runs in parallel with the page's own before the first picture.
if (!inNode) for (const ask of [runtime, kept, extensions, game, library]) ask();
