// Where foreign code runs: a worker without a document, in an empty frame with an origin of its own, under a policy
// that allows no connection at all. Everything comes and goes by message. Its messages are counted and measured before
// they are read, and validated as untrusted data: short JSON strings of known shapes, or the numbers of lines.

import { LONGEST_MESSAGE, LONGEST_PROBLEM, LONGEST_READING, MOST_PER_SECOND, MOST_RESULTS } from "#constants";
import { about, attempt, byId, make, root } from "./page.js";

const PATIENCE = 5000; // milliseconds to wait for the browser's cache: some never answer

const isWhole = (value, most = 1e9) => Number.isInteger(value) && Math.abs(value) <= most;
const isText = (value, most = LONGEST_PROBLEM) => typeof value === "string" && value.length <= most;
const isList = (value, most, is) => Array.isArray(value) && value.length <= most && value.every((one) => is(one));
const SHAPES = {
  waiting: {},
  ready: {},
  beat: {},
  flood: {},
  broken: { problem: isText },
  show: { task: isWhole, changes: (value) => isText(value, LONGEST_MESSAGE) },
  shown: { task: isWhole },
  failed: { task: isWhole, line: isWhole, problem: isText },
  spent: { task: isWhole },
  started: { task: isWhole,
    players: (value) => isList(value, 4, (name) => ["own", "greedy", "random", "bot"].includes(name)) },
  games: {
    task: isWhole,
    player: (value) => isWhole(value, 3) && value >= 0,
    values: (value) => isList(value, MOST_RESULTS, Number.isFinite),
    lines: (value) => isList(value, MOST_RESULTS, isText),
  },
  done: { task: isWhole },
};

// Parses a message; null if it is not valid.
export function heard(data) {
  if (!isText(data, LONGEST_MESSAGE)) return null;
  const found = attempt(() => JSON.parse(data));
  if (typeof found !== "object" || found === null || !Object.hasOwn(SHAPES, found.is)) return null;
  const shape = SHAPES[found.is];
  const { is: _is, ...rest } = found;
  const names = Object.keys(rest);
  const fits = names.length === Object.keys(shape).length
    && names.every((name) => Object.hasOwn(shape, name) && shape[name](rest[name]));
  return fits ? found : null;
}

export class Jail {
  alive = 0; // when it last gave a sign of life
  line = 0; // the last line that its code reached
  ready = false;
  since = -Infinity; // the time from which messages are counted
  counts = {}; // of messages, by type

  // `hear` gets each message; `flood` is called when there are too many or too large ones.
  constructor(hear, flood) {
    this.hear = hear;
    this.flood = flood;
    this.receive = (event) => this.#receive(event);
    addEventListener("message", this.receive);
    this.files = handedIn();
    this.files.catch(() => {});
    this.element = make("iframe", "", { sandbox: "allow-scripts", "aria-hidden": "true", tabindex: "-1" });
    this.element.srcdoc = trusted.createHTML(about.relay);
    byId("jail").append(this.element);
  }

  // Ends the code, whatever it does.
  stop() {
    removeEventListener("message", this.receive);
    this.element.remove();
    this.receive = null;
  }

  post(text) {
    this.line = 0;
    this.#send(text);
  }

  #send(data, transfer = []) {
    // an opaque origin cannot be named; nothing here is secret
    this.element.contentWindow.postMessage(data, "*", transfer);
  }

  #receive(event) {
    if (event.source !== this.element.contentWindow || !this.receive) return;
    const began = performance.now();
    if (began - this.since > 1000) Object.assign(this, { since: began, counts: { all: 0, string: 0, number: 0 } });
    if (++this.counts.all > MOST_PER_SECOND.string + MOST_PER_SECOND.number) return this.flood();
    const { data } = event;
    const kind = typeof data;
    if (performance.now() - began > LONGEST_READING || !(++this.counts[kind] <= MOST_PER_SECOND[kind]))
      return this.flood();
    if (kind === "number") return this.#reached(data);
    const message = heard(data);
    if (!message) return;
    this.alive = performance.now();
    if (message.is === "waiting") this.#begin();
    else if (message.is === "flood") this.flood();
    else if (message.is !== "beat") this.hear(message);
  }

  #reached(line) {
    if (!isWhole(line) || line < 0) return;
    this.alive = performance.now();
    this.line = line || this.line;
  }

  // Hands in everything that Python needs.
  async #begin() {
    if (!this.files) return;
    const [coming] = [this.files, (this.files = null)];
    try {
      const { script, ...task } = await coming;
      if (this.receive) this.#send({ script, task }, task.files.map(([, bytes]) => bytes));
    } catch (error) {
      if (this.receive) this.hear({ is: "broken", problem: String(error.message) });
    }
  }
}

const trusted =
  globalThis.trustedTypes?.createPolicy("jail", { createHTML: (html) => html }) ?? { createHTML: (html) => html };

async function fetched(path) {
  const answer = await fetch(root + path);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer;
}

async function handedIn() {
  const bytes = async (path) => [path, await (await fetched(path)).arrayBuffer()];
  const [script, snapshot, ...files] =
    await Promise.all([fetched(about.jail).then((answer) => answer.text()), memory(), ...about.parts.map(bytes)]);
  if (snapshot) files.push([about.snapshot, snapshot]);
  return { script, files, snapshot: about.snapshot, language: document.documentElement.lang,
    words: JSON.stringify(about.texts) };
}

// The kept snapshot; null if there is none, it is not this build's, or the browser refuses it: then Python starts
// without it.
export async function memory() {
  try {
    const kept = caches.match(root + about.snapshot).then((answer) => answer?.arrayBuffer()).then(ours);
    return (await Promise.race([kept, new Promise((then) => setTimeout(then, PATIENCE))])) ?? null;
  } catch {
    return null;
  }
}

async function ours(data) {
  const digest = data && new Uint8Array(await crypto.subtle.digest("SHA-256", data));
  return digest
    && Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("") === about.snapshotHash ? data : null;
}
