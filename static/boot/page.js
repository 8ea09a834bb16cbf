// Shared by the modules of the start: the page's elements and texts, and a few helpers.

export const body = document.body;
export const root = new URL("../", import.meta.url).href; // of the site, relative to static/boot.js
export const byId = (name) => document.getElementById(name);

export const files = parsed(byId("files")?.textContent); // that the start needs: path → bytes

const words = parsed(byId("words")?.textContent);

// A text in the page's language, with its {names} filled in.
export const say = (text, values = {}) => (words[text] ?? text).replace(/\{(\w+)\}/g, (_, name) => values[name]);

// The address of a module that the page preloads, including its hash.
export const addressOf = (name) => document.querySelector(`link[rel="modulepreload"][href*="${name}"]`).href;

// The addresses of the two worker scripts; the page's policy allows no others as code.
const workerAt = (name) => (name ? new URL(byId("share").dataset.src, document.baseURI) : new URL("sw.js", root)).href;
const policy = window.trustedTypes?.createPolicy("kesu", { createScriptURL: workerAt });
export const scriptAt = (name) => policy?.createScriptURL(name) ?? workerAt(name);

export function later(milliseconds) {
  return new Promise((done) => setTimeout(done, milliseconds));
}

// The object in a JSON text; an empty one if there is none.
export function parsed(text) {
  const found = attempt(() => JSON.parse(text));
  return typeof found === "object" && found ? found : {};
}

// The result of a function; undefined if it throws, as an API does that the browser refuses.
export function attempt(act) {
  try {
    return act();
  } catch {
    return undefined;
  }
}

// The text stored under a name; null if there is none or the browser refuses its store.
export function stored(name) {
  return attempt(() => localStorage.getItem(`kesu/${name}`)) ?? null;
}

// What is read before Python is stored under these names (game/store/names.py).
export const names = {
  settings: "settings",
  save: (game) => `save/${game}`,
  card: (game) => `card/${game}`,
  opening: (game) => `opening/${game}`,
};

// Stores a text; throws if there is no room.
export const store = (name, text) => localStorage.setItem(`kesu/${name}`, text);
