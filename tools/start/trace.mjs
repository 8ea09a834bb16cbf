// Plays the games inside Pyodide and records which modules were imported:
//   node trace.mjs INTERPRETER TASK RESULT
// INTERPRETER is the page's interpreter module, next to the runtime that it names. TASK is a JSON file: workload, the path of
// tools/start/workload.py; page, the names that the games import from the browser; named, the modules that they name;
// pyscript, PyScript's own modules; seed; sources and bytecode, two zips, the first compiled into the second at the end, or
// null; written, the name in them of a module with the generated functions of the first dataclasses. RESULT is another JSON
// file: first, imported, missing, played.

import { readFile, writeFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";

import { compile, faulty } from "./bytecode.mjs";
import { stubs } from "./stubs.mjs";

// Records the texts that dataclasses generates and runs (tools/start/patches.py).
const NOTE_DATACLASSES = `
import dataclasses

class Noted(dict):
    def get(self, text, other=None):
        self[text] = None
        return other

dataclasses.known = Noted()
`;

const [interpreter, taskFile, result] = process.argv.slice(2);
try {
  const task = JSON.parse(await readFile(taskFile, "utf8"));
  const { ordinary } = await import(pathToFileURL(interpreter));
  const pyodide = await ordinary();
  stubs(task.page);
  pretend(pyodide, task.pyscript);
  pyodide.FS.writeFile("/tmp/workload.py", await readFile(task.workload));
  pyodide.globals.set("named", pyodide.toPy(task.named));
  pyodide.globals.set("seed", task.seed);
  pyodide.runPython(NOTE_DATACLASSES);
  pyodide.runPython("import pyscript");
  const results = pyodide.runPython(`
import sys

class Missing:
    """Asked last of all finders, so for what nobody else has found."""
    names = set()
    def find_spec(self, name, path=None, target=None):
        self.names.add(name)

sys.meta_path.append(Missing())
sys.path.append("/tmp")
import json, workload
first = workload.play_first(seed)
first_loaded = workload.loaded()
first_written = list(dataclasses.known)
json.dumps(workload.run(named, seed=seed) | {name: text for name, text in first.items() if text.startswith(workload.WRONG)})
`);
  for (const wrong of ["1 / 0", "import no_such_module", "("]) {
    try { pyodide.runPython(wrong); } catch { /* as it should be */ }
    try { await pyodide.runPythonAsync(wrong); } catch { /* as it should be */ }
  }
  await pyodide.runPythonAsync("import asyncio; await asyncio.sleep(0)");
  const seen = pyodide.runPython('json.dumps({"first": first_loaded, "imported": workload.loaded(), "missing": sorted(Missing.names)})');
  if (task.sources) {
    pyodide.FS.writeFile("/sources.zip", await readFile(task.sources));
    pyodide.runPython(`workload.add("/sources.zip", "${task.written}", workload.functions(first_written))`);
    await writeFile(task.bytecode, compile(pyodide, pyodide.FS.readFile("/sources.zip"), {}));
  }
  await writeFile(result, JSON.stringify({ ...JSON.parse(seen), played: JSON.parse(results) }));
  process.exit(0);
} catch (error) {
  faulty(error);
}

// PyScript's own Python, which needs a few things from the page's half of PyScript when imported.
function pretend(pyodide, modules) {
  const answers = { config: {}, toString: () => "" };
  const anything = new Proxy(function anything() {}, {
    get: (_, name) => (typeof name === "symbol" || name === "then" ? undefined : answers[name] ?? anything),
    apply: () => anything,
  });
  for (const name of ["polyscript", "_pyscript"]) pyodide.registerJsModule(name, anything);
  pyodide.FS.mkdirTree("/home/pyodide/pyscript");
  for (const [name, text] of Object.entries(modules)) pyodide.FS.writeFile(`/home/pyodide/pyscript/${name}`, text);
}
