// Shared by the scripts of the page and of the workshop: elements, texts, and calls that may fail.

export const byId = (name) => document.getElementById(name);

const words = parsed(byId("words")?.textContent);

// A text in the page's language, with its {names} filled in.
export const say = (text, values = {}) => (words[text] ?? text).replace(/\{(\w+)\}/g, (_, name) => values[name]);

// The object in a JSON text; an empty one if there is none.
export function parsed(text) {
  const found = attempt(() => JSON.parse(text));
  return typeof found === "object" && found ? found : {};
}

// The result of a function; undefined if it throws, as a refused browser API does.
export function attempt(act) {
  try {
    return act();
  } catch {
    return undefined;
  }
}
