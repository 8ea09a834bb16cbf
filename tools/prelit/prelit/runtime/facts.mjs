// The facts of the build: names of files with hashes, what a snapshot must match, the name of the page. The build puts
// a table here.

export const facts = PRELIT_FACTS;

export const HOME = "/home/pyodide";
// of modules, in Python's file system
export const ROOTS = { library: facts.python.library, site: facts.python.site, app: HOME };

export const attempt = (act) => { try { return act(); } catch { return undefined; } };
export const mark = (name) => performance.mark(`${facts.name}:${name}`);

// Says once on the console that the page takes a slower way, and why.
const said = new Set();
export function slower(what, error) {
  if (said.has(what)) return;
  said.add(what);
  console.debug(`${facts.name}: ${what}:`, error?.message ?? error);
}

// What other scripts of the page see: `runtime` and `snapshot` may be promised to this module before it runs;
// `complete` says whether all later modules have loaded; `files` may be handed in (site.mjs); `find` is for Python.
export const shared = (globalThis.prelit ??= {});
shared.complete = false;
