// What the game takes from the browser when it is imported, for Node, where there is none: names only, nothing works.

export function stubs(names) {
  for (const name of names) globalThis[name] ??= function nothing() {};
}
