// Stands in for the browser, in Node.

// Has every property, and every call of it returns itself.
const answers = { config: {}, toString: () => "" };
export const anything = new Proxy(function anything() {}, {
  get: (_, name) => (typeof name === "symbol" || name === "then" ? undefined : answers[name] ?? anything),
  apply: () => anything,
  construct: () => anything,
});

// An element of the page's HTML with its known fields: `value`, `checked` and the like.
const element = (fields) => new Proxy(function element() {}, {
  get: (_, name) => (Object.hasOwn(fields, name) ? fields[name] : anything[name]),
  apply: () => anything,
});

// The document, in which elements are found by their id.
function page(elements) {
  const known = new Map(Object.entries(elements).map(([id, fields]) => [id, element(fields)]));
  const found = { getElementById: (id) => known.get(id) ?? anything, querySelector: (what) => known.get(what.slice(1)) ?? anything };
  return new Proxy(function page() {}, { get: (_, name) => found[name] ?? anything[name], apply: () => anything });
}

// Defines the names that an application imports from the browser: functions that do nothing, or, if there are `elements` of its
// page, things that have every property, so that an application can run for a while.
export function stubs(names, elements) {
  for (const name of names) {
    if (!elements) globalThis[name] ??= function nothing() {};
    else globalThis[name] ??= name === "document" ? page(elements) : anything;
  }
}
