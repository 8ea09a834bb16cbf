// Shared by the workshop's modules: the page's elements and texts, and data from the build.

import { attempt, byId, say } from "../shared.js";

export { attempt, byId, say };
export const root = new URL("../", import.meta.url).href; // of the site, relative to static/workshop.js
export const about = JSON.parse(byId("workshop").textContent); // written by tools/build/workshop.py

// Creates an element with a text and attributes.
export function make(tag, text = "", attributes = {}) {
  const element = document.createElement(tag);
  element.textContent = text;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

export function onClick(name, act) {
  byId(name).addEventListener("click", act);
}
