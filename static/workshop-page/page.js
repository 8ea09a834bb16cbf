// Shared by the workshop's modules: the page's elements and texts, and data from the build.

export const byId = (name) => document.getElementById(name);
export const root = new URL("../", import.meta.url).href; // of the site, relative to static/workshop.js
export const about = JSON.parse(byId("workshop").textContent); // written by tools/build/workshop.py

const words = JSON.parse(byId("words").textContent);

// A text in the page's language, with its {names} filled in.
export const say = (text, values = {}) => (words[text] ?? text).replace(/\{(\w+)\}/g, (_, name) => values[name]);

// Creates an element with a text and attributes.
export function make(tag, text = "", attributes = {}) {
  const element = document.createElement(tag);
  element.textContent = text;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

// The result of a function; undefined if it throws.
export function attempt(act) {
  try {
    return act();
  } catch {
    return undefined;
  }
}

export function onClick(name, act) {
  byId(name).addEventListener("click", act);
}
