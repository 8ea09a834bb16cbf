// Compiles the standard library, the packages and PyScript's own modules:
//   node compile.mjs PYODIDE SOURCES BYTECODE LEVELS
// PYODIDE is the folder of the npm package, SOURCES and BYTECODE are zips, LEVELS is JSON (see bytecode.mjs).

import { readFile, writeFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";

import { compile, faulty } from "./bytecode.mjs";

const [folder, sources, bytecode, levels] = process.argv.slice(2);
try {
  const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`));
  // A fixed hash seed: without it the order of sets in the bytecode changes from run to run. No columns, because
  // tracebacks never show a library's source.
  const env = { HOME: "/home/pyodide", PYTHONHASHSEED: "0", PYTHONNODEBUGRANGES: "1" };
  const pyodide = await loadPyodide({ env });
  await writeFile(bytecode, compile(pyodide, await readFile(sources), JSON.parse(levels)));
} catch (error) {
  faulty(error);
}
