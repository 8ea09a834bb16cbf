// Runs an application's workload inside Pyodide and records what it used:
//   node trace.mjs INTERPRETER TASK RESULT
// INTERPRETER is the page's interpreter module, next to the runtime that it names. TASK is a JSON file, whose entries are read
// by inside/trace.py, and also: script, the path of that; page, the names that the application imports from the browser;
// elements, what is known of its HTML, by id;
// embedded, PyScript's own modules; sources and bytecode, two zips, the first compiled into the second at the end, or null;
// written, the name in them of a module with the functions that dataclasses generated. RESULT is another JSON file.

import { readFile, writeFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";

import { compile, faulty } from "./bytecode.mjs";
import { anything, stubs } from "./stubs.mjs";

const [interpreter, taskFile, result] = process.argv.slice(2);
try {
  const task = JSON.parse(await readFile(taskFile, "utf8"));
  const { ordinary } = await import(pathToFileURL(interpreter));
  const pyodide = await ordinary();
  if (task.tolerant) stubs([...task.page, "document"], task.elements);
  else stubs(task.page);
  if (Object.keys(task.embedded).length) {
    pretend(pyodide, task.embedded);
    pyodide.runPython("import pyscript");
  }
  pyodide.runPython(await readFile(task.script, "utf8"));
  const used = pyodide.globals.get("record")(pyodide.toPy(task));
  for (const wrong of ["1 / 0", "import no_such_module", "("]) {
    try { pyodide.runPython(wrong); } catch { /* as it should be */ }
    try { await pyodide.runPythonAsync(wrong); } catch { /* as it should be */ }
  }
  await pyodide.runPythonAsync("import asyncio; await asyncio.sleep(0)");
  const seen = JSON.parse(used());
  if (task.sources) {
    const modules = { [task.written]: functions(seen.start.written) };
    await writeFile(task.bytecode, compile(pyodide, await readFile(task.sources), {}, task.undocumented, modules));
  }
  await writeFile(result, JSON.stringify(seen));
  process.exit(0);
} catch (error) {
  faulty(error.name === "Exit" ? new Error("the workload ended Python: leave out what exits") : error);
}

// A module with compiled code for each text that dataclasses would generate.
function functions(texts) {
  const parts = texts.map((text) => `${text}\nknown[${JSON.stringify(text)}] = __create_fn__.__code__\n`);
  return ["known = {}", ...parts].join("\n");
}

// PyScript's own Python, which needs a few things from the page's half of PyScript when imported.
function pretend(pyodide, modules) {
  for (const name of ["polyscript", "_pyscript"]) pyodide.registerJsModule(name, anything);
  pyodide.FS.mkdirTree("/home/pyodide/pyscript");
  for (const [name, text] of Object.entries(modules)) pyodide.FS.writeFile(`/home/pyodide/pyscript/${name}`, text);
}
