// Stubs for what an application imports from the browser, for Node: names only, without function.

export function stubs(names) {
  for (const name of names) globalThis[name] ??= function nothing() {};
}
