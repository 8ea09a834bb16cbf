// Runs pytest, or a module of the repository, inside Pyodide under Node, on exactly the runtime that the page ships:
//   node in_pyodide.mjs REPOSITORY RUNTIME PACKAGES CACHE [pytest's arguments | -m MODULE ITS-ARGUMENTS]
// All are absolute folders: the repository, dist/rt, the packages of requirements-pyodide.txt, and one for bytecode.

import { pathToFileURL } from "node:url";

const [repository, runtime, packages, cache, ...args] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${runtime}/pyodide.mjs`));

const pyodide = await loadPyodide({
  packages: ["numpy"],
  indexURL: `${runtime}/`,
  packageCacheDir: runtime,
  env: { HOME: "/home/pyodide", HYPOTHESIS_STORAGE_DIRECTORY: "/tmp/hypothesis" },
});

// Writes output immediately; the default waits for the end of each line. Copies it, because the memory is Pyodide's.
const passedOn = (stream) => ({ write: (bytes) => (stream.write(bytes.slice()), bytes.length) });
pyodide.setStdout(passedOn(process.stdout));
pyodide.setStderr(passedOn(process.stderr));

for (const [place, folder] of Object.entries({ "/kesu": repository, "/packages": packages, "/bytecode": cache })) {
  pyodide.FS.mkdirTree(place);
  pyodide.mountNodeFS(place, folder);
}

// Bytecode goes to a separate folder: the next run is quicker, and none is left in the repository.
pyodide.globals.set("args", pyodide.toPy(args));
const status = await pyodide.runPythonAsync(`
import os, sys
sys.pycache_prefix = "/bytecode"
sys.path[:0] = ["/packages"]
os.chdir("/kesu")
def run():
    if args[:1] == ["-m"]:
        import runpy
        sys.argv = args[1:]
        sys.path.insert(0, "/kesu")
        try:
            runpy.run_module(args[1], run_name="__main__")
        except SystemExit as end:
            return int(end.code or 0)
        return 0
    import pytest
    return int(pytest.main(["-p", "no:cacheprovider", "-m", "not native", *args]))
run()
`);
process.exitCode = status; // not exit(): output may still be pending
