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
  pyodide.globals.set("unfit", (facts.unfit ?? []).map((name) => name.split(/[./]/)[0]).join(" "));
  const failed = pyodide.runPython(`
import gc
import sys
class Unfit(BaseException):
    """No ImportError, for which a module may have another way."""
class Unfitting:
    """Finds the packages with a module that does not fit, and so ends the import of what needs them."""
    names = set(unfit.split())
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in self.names:
            raise Unfit("a part of it can only be linked once Python runs")
sys.meta_path.insert(0, Unfitting())
from importlib import import_module
failed = name = package = ""
for name in wanted.split():
    try:
        import_module(name)
    except BaseException as error:  # then the page imports it, and says what is wrong with it
        failed += f"{name}: {type(error).__name__}: {error}\\n"
for name in list(sys.modules):  # parts of a package that failed are of no use, and confuse its import
    package = name
    while package := package.rpartition(".")[0]:
        if package not in sys.modules and name in sys.modules:
            if str(getattr(sys.modules[name].__spec__, "origin", "")).endswith(".so"):
                raise RuntimeError(f"{name} cannot be imported a second time, though its package could not be imported")
            del sys.modules[name]
said = failed
del sys.meta_path[0]
del wanted, name, package, import_module, failed, unfit, Unfit, Unfitting, sys
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
