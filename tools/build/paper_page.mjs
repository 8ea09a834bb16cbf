// A page without a browser, for the page's own Python in Node (node --import): linkedom's document of index.html, in which
// everything has much room, and canvases that note what is drawn on them as SVG. openings.py asks for it.

import { readFileSync } from "node:fs";
import { parseHTML } from "linkedom";

const ROOM = 100_000; // pixels, so that cells have their largest size
const CELL = 96; // the side of a cell in drawings

const short = (number) => String(Number(number.toFixed(1)));
const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

// A canvas context that notes drawings as SVG, as far as pieces need it.
class Pen {
  drawn = "";
  globalAlpha = 1;
  lineWidth = 1;
  lineCap = "butt";
  fillStyle = "";
  strokeStyle = "";
  #path = "";
  #groups = 0;

  beginPath() { this.#path = ""; }
  moveTo(x, y) { this.#path += `M${short(x)} ${short(y)}`; }
  lineTo(x, y) { this.#path += `L${short(x)} ${short(y)}`; }
  closePath() { this.#path += "Z"; }

  // Whole circles only.
  arc(x, y, radius) {
    const [r, across] = [short(radius), short(2 * radius)];
    this.#path += `M${short(x - radius)} ${short(y)}a${r} ${r} 0 1 1 ${across} 0a${r} ${r} 0 1 1 -${across} 0Z`;
  }

  roundRect(x, y, width, height, radius) {
    const [r, w, h] = [radius, width - 2 * radius, height - 2 * radius].map(short);
    const corner = `a${r} ${r} 0 0 1`;
    this.#path += `M${short(x + radius)} ${short(y)}h${w}${corner} ${r} ${r}v${h}${corner} -${r} ${r}h-${w}${corner} -${r} -${r}`
      + `v-${h}${corner} ${r} -${r}Z`;
  }

  fillRect(x, y, width, height) {
    this.#path = `M${short(x)} ${short(y)}h${short(width)}v${short(height)}h${short(-width)}Z`;
    this.fill();
  }

  fill() { this.#draw("path", `d="${this.#path}" fill="${this.fillStyle}"`); }

  stroke() {
    const cap = this.lineCap === "butt" ? "" : ` stroke-linecap="${this.lineCap}"`;
    this.#draw("path", `d="${this.#path}" fill="none" stroke="${this.strokeStyle}" stroke-width="${short(this.lineWidth)}"${cap}`);
  }

  fillText(text, x, y) {
    const place = `x="${short(x)}" y="${short(y)}" text-anchor="middle" dominant-baseline="central"`;
    this.#draw("text", `${place} fill="${this.fillStyle}" font-weight="600" font-size="${short(0.6 * CELL)}"`, escaped(text));
  }

  save() { this.#groups = 0; }
  translate(x, y) { this.#group(`translate(${short(x)} ${short(y)})`); }
  scale(x, y) { this.#group(`scale(${short(x)} ${short(y)})`); }
  restore() { this.drawn += "</g>".repeat(this.#groups); }

  #group(change) {
    this.drawn += `<g transform="${change}">`;
    this.#groups += 1;
  }

  #draw(tag, about, inside = "") {
    const strength = this.globalAlpha === 1 ? "" : ` opacity="${short(this.globalAlpha)}"`;
    this.drawn += `<${tag} ${about}${strength}${inside ? `>${inside}</${tag}>` : "/>"}`;
  }
}

// The contents of an element as data, as in static/boot/picture.js; canvases without their size, which depends on the window.
const trees = (node) => [...node.childNodes].map(tree);

function tree(node) {
  if (node.nodeType === node.TEXT_NODE) return node.data;
  const attributes = [...node.attributes].filter(({ name }) => node.localName !== "canvas" || !/^(width|height)$/.test(name));
  return [node.localName, Object.fromEntries(attributes.map(({ name, value }) => [name, value])), ...trees(node)];
}

// A constructor of objects whose methods do nothing.
const idle = (...methods) => function idle() { for (const name of methods) this[name] = () => {}; };

// Lays the page, in which these `names` of the browser do nothing. Python calls it once it has started: a document makes Pyodide
// believe that it is in a browser.
globalThis.layPage = (names) => {
  const window = parseHTML(readFileSync(new URL("../../index.html", import.meta.url), "utf8"));
  const { document, HTMLElement, HTMLCanvasElement } = window;
  for (const name of ["clientWidth", "clientHeight"]) Object.defineProperty(HTMLElement.prototype, name, { value: ROOM });
  for (const name of ["offsetWidth", "offsetHeight", "offsetLeft", "offsetTop"]) {
    Object.defineProperty(HTMLElement.prototype, name, { value: 0 });
  }
  HTMLCanvasElement.prototype.getContext = function getContext() { return (this.pen ??= new Pen()); };
  Object.assign(globalThis, { window: globalThis, document, getComputedStyle: ({ style }) => style, devicePixelRatio: 1 });
  globalThis.ResizeObserver = globalThis.IntersectionObserver = idle("observe", "disconnect");
  globalThis.kesuCopier = idle("cells", "fit", "move");
  globalThis.kesuPart = () => new Promise(() => {}); // nothing comes later
  globalThis.setTimeout = () => 0; // nothing moves
  for (const name of names) globalThis[name] ??= idle();
};

globalThis.contentsOf = (id) => JSON.stringify(trees(document.getElementById(id)));
