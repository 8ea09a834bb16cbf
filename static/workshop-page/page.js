// Shared by the workshop's modules: the page's elements, its texts, and what the build knows.

export const byId = (name) => document.getElementById(name);
export const root = new URL("../", import.meta.url).href; // the site's, relative to static/workshop.js
export const about = JSON.parse(byId("workshop").textContent); // written by tools/build/workshop.py

const words = JSON.parse(byId("words").textContent);

// A text in the page's language, with its {names} filled in.
export const say = (text, values = {}) => (words[text] ?? text).replace(/\{(\w+)\}/g, (_, name) => values[name]);

// An element with text and attributes.
export function made(tag, text = "", attributes = {}) {
  const element = document.createElement(tag);
  element.textContent = text;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

// A function's result; undefined if the browser refuses it.
export function attempt(act) {
  try {
    return act();
  } catch {
    return undefined;
  }
}
