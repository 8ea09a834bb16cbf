// What the workshop's modules share: the page's parts, its texts, and what the build knows.

export const byId = (name) => document.getElementById(name);
export const root = new URL("../", import.meta.url).href; // of the site, seen from static/workshop.js
export const about = JSON.parse(byId("workshop").textContent); // written by tools/build/workshop.py

const words = JSON.parse(byId("words").textContent);

// A text in the page's language, its {names} filled in.
export const say = (text, values = {}) => (words[text] ?? text).replace(/\{(\w+)\}/g, (_, name) => values[name]);

// An element with a text and attributes.
export function made(tag, text = "", attributes = {}) {
  const element = document.createElement(tag);
  element.textContent = text;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

// What a function returns; undefined if the browser refuses it.
export function attempt(act) {
  try {
    return act();
  } catch {
    return undefined;
  }
}
