// Bytecode, made by the Python that the page ships: what the other scripts of the build share.

const SCRIPT = `
import zipfile
from importlib import _bootstrap_external, util

def level(name):
    return next((value for prefix, value in levels.items() if name.startswith(prefix)), 0)

with zipfile.ZipFile("/sources.zip") as sources, zipfile.ZipFile("/bytecode.zip", "w") as out:
    for name in sorted(name for name in sources.namelist() if name.endswith(".py")):
        source = sources.read(name)
        code = compile(source, name.partition("/")[2], "exec", dont_inherit=True, optimize=level(name))
        data = _bootstrap_external._code_to_hash_pyc(code, util.source_hash(source), False)
        out.writestr(zipfile.ZipInfo(name + "c"), bytes(data))
`;

// A zip of .py files → a zip of .pyc files, never to be checked against their sources. The first folder of a name is
// not part of the module's path. `levels` has the level of optimisation by how a name begins; nought otherwise.
export function compile(pyodide, sources, levels) {
  pyodide.FS.writeFile("/sources.zip", sources);
  const globals = pyodide.toPy({ levels, __name__: "compile" });
  pyodide.runPython(SCRIPT, { globals });
  globals.destroy();
  const made = pyodide.FS.readFile("/bytecode.zip");
  for (const path of ["/sources.zip", "/bytecode.zip"]) pyodide.FS.unlink(path);
  return made;
}

// Ends with one line for build.py: errors of Pyodide carry megabytes of source with them.
export function faulty(error) {
  const text = String(error.stack ?? error).split("\n").map((line) => line.slice(0, 300));
  console.error(error.name === "PythonError" ? error.message.trimEnd() : text.join("\n"));
  process.exit(1);
}
