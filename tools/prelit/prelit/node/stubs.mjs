// Stands in for the browser, in Node.

// Has every property, and every call of it returns itself.
const answers = { config: {}, toString: () => "" };
export const anything = new Proxy(function anything() {}, {
  get: (_, name) => (typeof name === "symbol" || name === "then" ? undefined : answers[name] ?? anything),
  apply: () => anything,
  construct: () => anything,
});

// Defines the names that an application imports from the browser: functions that do nothing, or else things that have every
// property, so that an application can run for a while.
export function stubs(names, generous = false) {
  for (const name of names) globalThis[name] ??= generous ? anything : function nothing() {};
}
