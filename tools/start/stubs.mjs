// Stubs for what the games import from the browser, for Node: names only, without function.

export function stubs(names) {
  for (const name of names) globalThis[name] ??= function nothing() {};
}
