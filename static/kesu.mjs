// The page's own interpreter module. PyScript asks it for Pyodide, which by then has long been starting: prelit's
// runtime (tools/prelit/) starts it. docs/start.md says how.

import * as prelit from "prelit";

export * from "prelit";

// Fetches a part that comes after the start (tools/prelit/prelit/runtime/later.mjs). Returns the texts of a group of
// modules in a language, as JSON.
export async function bring(part, lang = globalThis.document?.documentElement.lang) {
  const words = prelit.facts.words?.[part];
  const [texts] = await Promise.all([words && prelit.text(words[lang]), prelit.bring(part)]);
  return texts;
}

// Called by PyScript.
export async function loadPyodide(options) {
  const pyodide = await prelit.loadPyodide(options);
  await globalThis.kesuStorage?.restored();
  return pyodide;
}
