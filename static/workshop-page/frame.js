// The frame in which foreign code runs: sandboxed, of an origin of its own that nobody shares. Whatever comes out of it is
// read like foreign text: a short string of JSON, of a known shape, not too many of them.

import { about, made, root, say } from "./page.js";

const LONGEST_MESSAGE = 20_000; // letters of a message
const MOST_MESSAGES = 120; // messages in a second
const SILENCE = 12_000; // milliseconds without a sign of life, after which a frame is given up
const PAUSE = 1000; // milliseconds without any frame
const LOOKS = 1000; // milliseconds between looks

const isWhole = (value, most = 1e9) => Number.isInteger(value) && Math.abs(value) <= most;
const isText = (value, most = 400) => typeof value === "string" && value.length <= most;
const isList = (value, most, is) => Array.isArray(value) && value.length <= most && value.every((one) => is(one));
const SHAPES = {
  waiting: {},
  ready: {},
  beat: {},
  shown: { task: isWhole, title: isText },
  failed: { task: isWhole, line: isWhole, problem: isText },
  begun: { task: isWhole, players: (value) => isList(value, 4, (name) => isText(name, 20)) },
  games: {
    task: isWhole,
    player: (value) => isWhole(value, 3) && value >= 0,
    values: (value) => isList(value, 40, Number.isFinite),
    lines: (value) => isList(value, 40, isText),
  },
  done: { task: isWhole },
};

// A message from a frame; nothing if it is none of ours.
export function heard(data) {
  if (!isText(data, LONGEST_MESSAGE)) return null;
  let found;
  try {
    found = JSON.parse(data);
  } catch {
    return null;
  }
  if (typeof found !== "object" || found === null || !Object.hasOwn(SHAPES, found.is)) return null;
  const shape = SHAPES[found.is];
  const { is, ...rest } = found;
  const names = Object.keys(rest);
  const fits = names.length === Object.keys(shape).length && names.every((name) => Object.hasOwn(shape, name) && shape[name](rest[name]));
  return fits ? found : null;
}

export class Frame {
  // `hear` gets each message; `lost` why a frame had to be given up.
  constructor(place, hear, lost) {
    Object.assign(this, { place, hear, lost, count: 0, since: 0, alive: 0, waiting: null, element: null });
    addEventListener("message", (event) => this.got(event));
    setInterval(() => this.look(), LOOKS);
    document.addEventListener("visibilitychange", () => (this.alive = performance.now()));
  }

  // A new frame, which shows a game of ours until it is given something else.
  start(game) {
    this.stop();
    this.game = game;
    this.element = made("iframe", "", { sandbox: "allow-scripts", title: say("The board, with code that is not part of Kesu") });
    this.element.src = `${root}${about.frame}?game=${game}`;
    this.place.replaceChildren(this.element);
    const { element } = this;
    setTimeout(() => element === this.element && !this.came && this.lost(say("The frame could not be loaded. Please check your connection.")), SILENCE);
  }

  stop() {
    this.element?.remove();
    this.element = null;
    Object.assign(this, { ready: false, came: false, waiting: null, count: 0 });
  }

  // Gives the frame something to do, at once or as soon as Python is there; only the last such thing counts.
  tell(message) {
    if (!this.element) this.start(this.game);
    if (this.ready) this.post(JSON.stringify(message));
    else this.waiting = message;
  }

  post(data, transfer = []) {
    this.element.contentWindow.postMessage(data, "*", transfer); // its origin has no name; it gets nothing that is secret
  }

  got({ source, data }) {
    if (!this.element || source !== this.element.contentWindow) return;
    const now = performance.now();
    if (now - this.since > 1000) Object.assign(this, { since: now, count: 0 });
    if (++this.count > MOST_MESSAGES) return this.give(say("The code sent too many messages and was stopped."));
    const message = heard(data);
    if (!message) return;
    this.alive = now;
    if (message.is === "waiting") this.hand();
    else if (message.is === "ready") this.begin();
    else if (message.is !== "beat") this.hear(message);
  }

  begin() {
    this.ready = true;
    this.hear({ is: "ready" });
    if (this.waiting) this.tell(this.waiting);
    this.waiting = null;
  }

  // Python's memory as it was kept for the next start: the frame has no store of its own to find it in.
  async hand() {
    this.came = true;
    const { element } = this;
    let data = null;
    try {
      const kept = await caches.match(root + about.snapshot);
      data = (await kept?.arrayBuffer()) ?? null;
    } catch { /* then Python starts in the ordinary way */ }
    if (element === this.element) this.post({ snapshot: data }, data ? [data] : []);
  }

  look() {
    if (!this.ready || document.hidden || performance.now() - this.alive < SILENCE) return;
    this.give(say("The code did not answer any more, so the frame was started again."));
  }

  // A browser may put the next frame into the process of the last one as long as that has not ended.
  give(why) {
    this.stop();
    setTimeout(() => this.element || this.start(this.game), PAUSE);
    this.lost(why);
  }
}
