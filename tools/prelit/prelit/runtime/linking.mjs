// Links the packages' extension modules before Python asks for them, compiled while everything else is loading.

import { ROOTS, facts } from "./facts.mjs";
import { joined, whole } from "./halves.mjs";
import { bytes, once } from "./site.mjs";

const FLAGS = { loadAsync: false, global: false, nodelete: true, allowUndefined: true };
const STEP = 4096; // entries

// The modules in the order in which Python first imported them: [name below site-packages, module].
export const extensions = (packages) => once(async () => {
  if (!facts.linked.length) return [];
  const found = await packages();
  return Promise.all(facts.linked.map(async (name) => {
    const instead = whole() && facts.halves?.[name] && (await bytes(facts.halves[name].whole));
    return [name, await WebAssembly.compile(instead || found.get(name))];
  }));
});

// Whether a module can be linked before Python starts: some call Python as soon as they are linked.
export const fits = ([name]) => !facts.unfit?.includes(name);

// Links the modules; Python finds them when it imports them. Some call Python when they are constructed: if there are
// `waiting`, the constructors are put there instead of being called.
export function link(module, modules, waiting = null) {
  const { Instance } = WebAssembly;
  const flags = waiting ? { ...FLAGS, allowUndefined: false } : FLAGS;
  for (const [name, code] of modules) {
    const path = `${ROOTS.site}/${name}`;
    WebAssembly.Instance = function (...given) {
      const instance = joined(new Instance(...given), facts.halves?.[name]?.cold);
      const { __wasm_call_ctors: construct, ...exports } = instance.exports;
      if (!waiting || !construct) return instance;
      waiting.push(construct);
      return { exports };
    };
    try {
      module.preloadedWasm[path] = module.loadWebAssemblyModule(code, flags, path, {});
    } finally {
      WebAssembly.Instance = Instance;
    }
  }
}

// Links them for a snapshot: their addresses must be the same when it is taken and when it is restored. The number of
// table entries before them varies slightly from one start to the next, so they begin at the next multiple of STEP.
// Returns the ends of memory and table, and the constructors, which wait for Python; their effects are part of a
// snapshot.
export function linkInPlace(module, modules) {
  const waiting = [];
  const { length } = module.wasmTable;
  module.wasmTable.grow(STEP * Math.ceil((length + STEP / 16) / STEP) - length);
  link(module, modules.filter(fits), waiting);
  const probe = module._malloc(16);
  module._free(probe);
  return { marks: [probe, module.wasmTable.length], waiting };
}
