// What the modules of the start share: the page's parts and texts, and a few helpers.

export const body = document.body;
export const root = new URL("../", import.meta.url).href; // of the site, seen from static/boot.js
export const byId = (name) => document.getElementById(name);

export const files = parsed(byId("files")?.textContent); // what the start needs: path → bytes

const words = parsed(byId("words")?.textContent);

// A text in the page's language, its {names} filled in.
export const say = (text, values = {}) => (words[text] ?? text).replace(/\{(\w+)\}/g, (_, name) => values[name]);

// The address, hash included, of a module that the page preloads.
export const addressOf = (name) => document.querySelector(`link[rel="modulepreload"][href*="${name}"]`).href;

// The two scripts that are workers; the page's policy lets no other address become code.
const workerAt = (name) => (name ? new URL(byId("share").dataset.src, document.baseURI) : new URL("sw.js", root)).href;
const policy = window.trustedTypes?.createPolicy("kesu", { createScriptURL: workerAt });
export const scriptAt = (name) => policy?.createScriptURL(name) ?? workerAt(name);

export function later(milliseconds) {
  return new Promise((done) => setTimeout(done, milliseconds));
}

// The object that a JSON text holds; an empty one if it holds none.
export function parsed(text) {
  const found = attempt(() => JSON.parse(text));
  return typeof found === "object" && found ? found : {};
}

// What a function returns; undefined if it throws, as interfaces do that a browser refuses.
export function attempt(act) {
  try {
    return act();
  } catch {
    return undefined;
  }
}

// The text stored under a name; null if the browser refuses its store.
export function stored(name) {
  return attempt(() => localStorage.getItem(`kesu/${name}`)) ?? null;
}
