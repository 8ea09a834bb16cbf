// Starts Python like the page, imports the packages, and writes its memory to a file:
//   node snapshot.mjs INTERPRETER TASK SNAPSHOT
// INTERPRETER is the page's interpreter module, next to the runtime that it names. TASK is a JSON file: script, the path of
// inside/remember.py; page, the names that the application imports from the browser; modules and own, the modules to import, of packages and the application.

import crypto from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";

import { faulty } from "./bytecode.mjs";
import { stubs } from "./stubs.mjs";

const [interpreter, taskFile, snapshot] = process.argv.slice(2);

// A fixed clock and fixed random numbers, so that every build gives the same bytes.
const EPOCH = 1_000_000_000_000;
globalThis.Date = class extends Date {
  constructor(...given) { super(...(given.length ? given : [EPOCH])); }
  static now() { return EPOCH; }
};
performance.now = () => 0;
crypto.randomFillSync = (view) => view.fill(0);

// Nothing of the machine gets in either: Emscripten stores the program's name and takes the language from here.
process.argv.length = 1;
Object.defineProperty(globalThis, "navigator", { value: undefined, writable: true, configurable: true });

// Watches what Python asks the machine for: counts how often for the clock and for random numbers, and notes where in memory it
// keeps the names of the time zone.
function reading() {
  const found = { zone: [], count: 0 };
  const { instantiate } = WebAssembly;
  WebAssembly.instantiate = (code, imports) => {
    const asked = imports.env ?? {};
    for (const name of ["clock_time_get", "random_get", "_tzset_js"]) {
      const own = asked[name];
      if (own) asked[name] = Object.assign((...given) => {
        if (name === "_tzset_js") found.zone = given;
        else found.count++;
        return own(...given);
      }, own);
    }
    return instantiate(code, imports);
  };
  return found;
}

// All files and folders, without devices.
function* paths(FS, folder = "") {
  for (const name of FS.readdir(folder || "/")) {
    const path = `${folder}/${name}`;
    if ([".", ".."].includes(name) || ["/dev", "/proc"].includes(path)) continue;
    yield path;
    if (FS.isDir(FS.lstat(path).mode)) yield* paths(FS, path);
  }
}

// What packages wrote while they were imported, [path, contents or null for a folder], and the files that they keep open.
function written(FS, before) {
  const content = (path) => (FS.isDir(FS.lstat(path).mode) ? null : Buffer.from(FS.readFile(path)).toString("base64"));
  const files = [...paths(FS)].filter((path) => !before.has(path)).map((path) => [path, content(path)]);
  const open = FS.streams.filter((stream) => stream?.fd > 2 && stream.path).map(({ fd, path, flags, position }) => [fd, path, flags, position]);
  return { ...(files.length ? { files } : {}), ...(open.length ? { open } : {}) };
}

try {
  const task = JSON.parse(await readFile(taskFile, "utf8"));
  const { facts, ordinary, write } = await import(pathToFileURL(interpreter));
  stubs(task.page);
  const asked = reading();
  const [pyodide, { marks }] = await ordinary(true);
  const before = new Set(paths(pyodide.FS));
  const globals = pyodide.toPy({ __name__: "remember" });
  pyodide.runPython(await readFile(task.script, "utf8"), { globals });
  const unfit = (facts.unfit ?? []).map((name) => name.split(/[./]/)[0]);
  const given = [task.modules, task.own, unfit].map((names) => pyodide.toPy(names));
  const remember = globals.get("remember");
  process.stdout.write(remember(...given, () => asked.count));
  for (const proxy of [remember, ...given, globals]) proxy.destroy();
  pyodide.runPython("import gc; gc.collect(); del gc");
  const memory = pyodide.makeMemorySnapshot();
  const about = { marks, zone: asked.zone, random: task.modules.includes("random"), ...written(pyodide.FS, before) };
  await writeFile(snapshot, write({ fingerprint: facts.fingerprint, ...about }, memory));
  process.exit(0);
} catch (error) {
  faulty(error);
}
