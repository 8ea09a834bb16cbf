// What a page, PyScript and the build use of all this.

import { bring as bringPart } from "./later.mjs";
import { start } from "./start.mjs";

export { arrived, loadPyodide, ordinary, start, version } from "./start.mjs";
export { facts } from "./facts.mjs";
export { parts, bringCold, readyToCompile } from "./halves.mjs";
export { keep } from "./kept.mjs";
export { text } from "./site.mjs";
export { write } from "./snapshot.mjs";

export const bring = (part) => bringPart(part, start);
