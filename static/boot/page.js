// What the modules of the start share: the page's own parts, its words, and a few helpers.

export const body = document.body;
export const root = new URL("../", import.meta.url).href; // of the site
export const byId = (name) => document.getElementById(name);

const words = parsed(byId("words")?.textContent);

// A text in the page's language, its {names} filled in.
export const say = (text, values = {}) => (words[text] ?? text).replace(/\{(\w+)\}/g, (_, name) => values[name]);

// The address, hash included, of a module that the page preloads.
export const addressOf = (name) => document.querySelector(`link[rel="modulepreload"][href*="${name}"]`).href;

export function later(milliseconds) {
  return new Promise((done) => setTimeout(done, milliseconds));
}

// What a JSON text holds; an empty object if it is no such text.
export function parsed(text) {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}

// What the game keeps under a name; null where the browser refuses its store.
export function stored(name) {
  try {
    return localStorage.getItem(`kesu/${name}`);
  } catch {
    return null;
  }
}
