// Shared by the modules of the start: the page's files and addresses, and what is stored.

import { CARD, PREFIX, SAVE, SETTINGS } from "#constants";
import { attempt, byId, parsed, say } from "../shared.js";

export { attempt, byId, parsed, say };
export const body = document.body;
export const root = new URL("../", import.meta.url).href; // of the site, relative to static/boot.js

export const files = parsed(byId("files")?.textContent); // that the start needs: path → bytes

// The address of a module that the page preloads, including its hash.
export const addressOf = (name) => document.querySelector(`link[rel="modulepreload"][href*="${name}"]`).href;

// The addresses of the two worker scripts; the page's policy allows no others as code.
const workerAt = (name) => (name ? new URL(byId("share").dataset.src, document.baseURI) : new URL("sw.js", root)).href;
const policy = window.trustedTypes?.createPolicy("kesu", { createScriptURL: workerAt });
export const scriptAt = (name) => policy?.createScriptURL(name) ?? workerAt(name);

export function later(milliseconds) {
  return new Promise((done) => setTimeout(done, milliseconds));
}

// The text stored under a name; null if there is none or the browser refuses its store.
export function stored(name) {
  return attempt(() => localStorage.getItem(PREFIX + name)) ?? null;
}

// What is read before Python is stored under these names.
export const names = {
  settings: SETTINGS,
  save: (game) => SAVE + game,
  card: (game) => CARD + game,
  opening: (game) => `opening/${game}`,
};

// Stores a text; throws if there is no room.
export const store = (name, text) => localStorage.setItem(PREFIX + name, text);
