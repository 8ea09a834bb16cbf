// Starts Python like the page, imports numpy and the games, and writes its memory to a file:
//   node snapshot.mjs INTERPRETER TASK SNAPSHOT
// INTERPRETER is the page's interpreter module, next to the runtime that it names. TASK is a JSON file: page, the names that
// the games import from the browser; modules, the modules to import.

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

try {
  const task = JSON.parse(await readFile(taskFile, "utf8"));
  const { files, ordinary, write } = await import(pathToFileURL(interpreter));
  stubs(task.page);
  const [pyodide, marks] = await ordinary(true);
  pyodide.globals.set("wanted", task.modules.join(" "));
  pyodide.runPython(`
import gc
from importlib import import_module
for name in wanted.split():
    try:
        import_module(name)
    except Exception:
        pass  # then the page imports it, and says what is wrong with it
del wanted, name, import_module
gc.collect()
del gc
`);
  const memory = pyodide.makeMemorySnapshot();
  await writeFile(snapshot, write({ fingerprint: files.fingerprint, marks }, memory));
  process.exit(0);
} catch (error) {
  faulty(error);
}
