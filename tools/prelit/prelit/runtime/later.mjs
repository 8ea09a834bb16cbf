// Modules that the page does not need at once are in further archives, zips. Each is fetched when asked for, such as
// when the page is ready; an import that comes sooner fetches it synchronously. Python reads modules from the zips
// directly.

import { archive, asZip, put } from "./archives.mjs";
import { HOME, ROOTS, facts, shared, slower } from "./facts.mjs";
import { bringCold } from "./halves.mjs";
import { bytes, bytesNow } from "./site.mjs";

export const later = { FS: null }; // Python's file system, once it has started
const placed = new Set();
const archives = Object.entries(facts.later ?? {}); // by name: the path in the site, the modules in it

const zip = (name) => `/lib/${name}.zip`;

function place(name, data) {
  if (!placed.has(name)) later.FS.writeFile(zip(name), data, { canOwn: true });
  placed.add(name);
  shared.complete = placed.size === archives.length;
}

// An archive, or the sources that it was made from.
function wholeNow(path) {
  try {
    return asZip(bytesNow(path));
  } catch (error) {
    const sources = facts.page?.plain?.[path];
    if (!sources) throw error;
    slower("an archive of modules did not come, so their sources are used", error);
    return asZip(bytesNow(sources));
  }
}

// Python asks where a module is: the archive, the module's true folder, and whether it is a package; nothing if it is
// in no archive. Throws if the archive cannot be fetched.
shared.find = (module) => {
  for (const [name, { path, modules }] of archives) {
    if (!(module in modules)) continue;
    if (!placed.has(name)) {
      if (facts.complete) slower(`${module} was not imported while the site was built, so it is fetched now`, name);
      place(name, wholeNow(path));
    }
    return [zip(name), ROOTS[modules[module]] ?? ""];
  }
  return undefined;
};

export function addFinder(pyodide) {
  if (archives.length) pyodide.runPython(FINDER);
}

// `Later` finds the modules in the further archives; packages find their data where they would have been installed.
// `Folders` comes before Python's own finder, which takes a folder that holds only data for a package without a module.
const FINDER = `
import sys

class Later:
    from js import prelit

    @staticmethod
    def find_spec(name, path=None, target=None, prelit=prelit):
        try:
            found = prelit.find(name)
        except Exception as error:
            raise ImportError(f"{name} could not be fetched: {error}", name=name, path="${zip("later")}") from None
        if found is None:
            return None
        import zipimport
        archive, root = found
        folder = name.rpartition(".")[0].replace(".", "/")
        spec = zipimport.zipimporter(f"{archive}/{folder}".rstrip("/")).find_spec(name)
        if spec and root:
            spec.origin = spec.origin.replace(archive, root)
            if spec.submodule_search_locations is not None:
                spec.submodule_search_locations = [spec.origin.rpartition("/")[0]]
        return spec

class Folders:
    @staticmethod
    def find_spec(name, path=None, target=None, own=sys.meta_path[2], later=Later.find_spec):
        spec = own.find_spec(name, path, target)
        alone = spec and spec.origin is None and spec.submodule_search_locations
        return alone and later(name) or spec

sys.meta_path.insert(2, Folders)
sys.meta_path.append(Later)
del Folders, Later, sys
`;

// Makes Python see new files. The usual importlib.invalidate_caches() would import a dozen modules just for this.
export const lookAgain = (pyodide) => pyodide.runPython("import sys; sys.path_importer_cache.clear(); del sys");

const brought = new Map();

// Fetches something that comes after the start, once: "later", all further archives; "whole", which is that and the
// cold parts of WebAssembly; or a group of modules that no start imports.
export function bring(part, start) {
  if (!brought.has(part)) {
    brought.set(part, bringNow(part, start));
    brought.get(part).catch(() => brought.delete(part)); // so that it can be requested again
  }
  return brought.get(part);
}

async function bringNow(part, start) {
  if (part === "later") {
    const [, ...found] = await Promise.all([start(), ...archives.map(([, { path }]) => bytes(path))]);
    archives.forEach(([name], i) => place(name, found[i]));
    shared.complete = true;
  } else if (part === "whole") {
    await bring("later", start);
    await bringCold();
  } else {
    const [pyodide, modules] = await Promise.all([start(), archive(facts.late[part])]);
    put(pyodide.FS, HOME, modules);
    lookAgain(pyodide);
  }
}
