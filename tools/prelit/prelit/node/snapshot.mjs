// Starts Python like the page, imports the packages, and writes its memory to a file:
//   node snapshot.mjs INTERPRETER TASK SNAPSHOT
// INTERPRETER is the page's interpreter module, next to the runtime that it names. TASK is a JSON file: page, the names that
// the application imports from the browser; modules, the modules to import.

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
  const { facts, ordinary, write } = await import(pathToFileURL(interpreter));
  stubs(task.page);
  const [pyodide, marks] = await ordinary(true);
  pyodide.globals.set("wanted", task.modules.join(" "));
  const failed = pyodide.runPython(`
import gc
from importlib import import_module
failed = ""
for name in wanted.split():
    try:
        import_module(name)
    except Exception as error:  # then the page imports it, and says what is wrong with it
        failed += f"{name}: {type(error).__name__}: {error}\\n"
said = failed
del wanted, name, import_module, failed
gc.collect()
del gc
said
`);
  pyodide.runPython("del said");
  process.stdout.write(failed);
  const memory = pyodide.makeMemorySnapshot();
  await writeFile(snapshot, write({ fingerprint: facts.fingerprint, marks }, memory));
  process.exit(0);
} catch (error) {
  faulty(error);
}
