// Bytecode, made by the Python that the page ships: shared by the other scripts of the build.

const SCRIPT = `
import ast
import zipfile
from importlib import _bootstrap_external, util

def level(name):
    return next((value for prefix, value in levels.items() if name.startswith(prefix)), 0)

def undocumented(tree):
    """A module's tree without its docstrings, for which a page has no use. A decorated class keeps a stop for one:
    a dataclass without any computes a signature to put in its place."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            if ast.get_docstring(node, clean=False) is not None:
                if isinstance(node, ast.Module):
                    del node.body[0]  # nothing may stand before an import from __future__
                    continue
                kept = isinstance(node, ast.ClassDef) and node.decorator_list
                node.body[0].value = ast.copy_location(ast.Constant("." if kept else ...), node.body[0].value)
    return tree

with zipfile.ZipFile("/sources.zip") as sources, zipfile.ZipFile("/bytecode.zip", "w") as out:
    texts = {name: sources.read(name) for name in sources.namelist() if name.endswith(".py")}
    texts |= {name: text.encode() for name, text in more.items()}
    for name, source in sorted(texts.items()):
        tree = undocumented(ast.parse(source)) if name.startswith(bare) else source
        code = compile(tree, name.partition("/")[2], "exec", dont_inherit=True, optimize=level(name))
        data = _bootstrap_external._code_to_hash_pyc(code, util.source_hash(source), False)
        out.writestr(zipfile.ZipInfo(name + "c"), bytes(data))
`;

// Compiles a zip of .py files, and more modules given as texts, to a zip of unchecked .pyc files. The first folder of a name is
// not part of the module's path. `levels` has the optimisation level by name prefix; 0 otherwise. Modules below the folder
// `bare` lose their docstrings.
export function compile(pyodide, sources, levels, bare = "?", more = {}) {
  pyodide.FS.writeFile("/sources.zip", sources);
  const globals = pyodide.toPy({ levels, bare, more, __name__: "compile" });
  pyodide.runPython(SCRIPT, { globals });
  globals.destroy();
  const bytecode = pyodide.FS.readFile("/bytecode.zip");
  for (const path of ["/sources.zip", "/bytecode.zip"]) pyodide.FS.unlink(path);
  return bytecode;
}

// Exits with one line for build.py: Pyodide's errors contain megabytes of source.
export function faulty(error) {
  const text = String(error.stack ?? error).split("\n").map((line) => line.slice(0, 300));
  console.error(error.name === "PythonError" ? error.message.trimEnd() : text.join("\n"));
  process.exit(1);
}
