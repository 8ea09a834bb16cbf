// The frame in which foreign code runs: sandboxed, with an opaque origin. Its messages are validated as untrusted data: short
// JSON strings of known shapes, limited in number.

import { about, attempt, make, root, say } from "./page.js";

const LONGEST_MESSAGE = 20_000; // characters of a message
const MOST_MESSAGES = 120; // per second
const MOST_LINES = 5000; // per second
const SILENCE = 12_000; // milliseconds until a frame's first message
const STUCK = 5000; // milliseconds without a message before a frame is abandoned
const PAUSE = 1000; // milliseconds from one frame to the next
const PATIENCE = 5000; // milliseconds to wait for the browser's cache: some never answer
const CHECK_INTERVAL = 500; // milliseconds between checks

const isWhole = (value, most = 1e9) => Number.isInteger(value) && Math.abs(value) <= most;
const isText = (value, most = 400) => typeof value === "string" && value.length <= most;
const isList = (value, most, is) => Array.isArray(value) && value.length <= most && value.every((one) => is(one));
const SHAPES = {
  waiting: {},
  ready: {},
  beat: {},
  shown: { task: isWhole, title: isText },
  failed: { task: isWhole, line: isWhole, problem: isText },
  spent: { task: isWhole },
  begun: { task: isWhole, players: (value) => isList(value, 4, (name) => isText(name, 20)) },
  games: {
    task: isWhole,
    player: (value) => isWhole(value, 3) && value >= 0,
    values: (value) => isList(value, 40, Number.isFinite),
    lines: (value) => isList(value, 40, isText),
  },
  done: { task: isWhole },
};

// Parses a message from a frame; null if it is not valid.
export function heard(data) {
  if (!isText(data, LONGEST_MESSAGE)) return null;
  const found = attempt(() => JSON.parse(data));
  if (typeof found !== "object" || found === null || !Object.hasOwn(SHAPES, found.is)) return null;
  const shape = SHAPES[found.is];
  const { is, ...rest } = found;
  const names = Object.keys(rest);
  const fits = names.length === Object.keys(shape).length && names.every((name) => Object.hasOwn(shape, name) && shape[name](rest[name]));
  return fits ? found : null;
}

export class Frame {
  // `hear` gets each message; `lost` gets why a frame was abandoned and the line that its code had reached, if known.
  constructor(place, hear, lost) {
    Object.assign(this, { place, hear, lost, alive: 0, line: 0, waiting: null, last: null, element: null, owner: null });
    addEventListener("message", (event) => this.receive(event));
    setInterval(() => this.check(), CHECK_INTERVAL);
    document.addEventListener("visibilitychange", () => (this.alive = performance.now()));
  }

  // Creates a new frame, which shows one of Kesu's games until it gets a task.
  start(game = this.game) {
    this.stop();
    this.game = game;
    Object.assign(this, { since: 0, messages: 0, lines: 0 }); // messages of the last frame do not count
    this.element = make("iframe", "", { sandbox: "allow-scripts", title: say("The board, with code that is not part of Kesu") });
    this.element.src = `${root}${about.frame}?game=${game}`;
    this.place.replaceChildren(this.element);
    const { element } = this;
    setTimeout(() => element === this.element && !this.awake && this.lost(say("The board could not be loaded. Please check your connection.")), SILENCE);
  }

  stop() {
    this.element?.remove();
    this.port?.close();
    Object.assign(this, { element: null, port: null, ready: false, awake: false, waiting: null, line: 0, owner: null });
  }

  // Gives the frame a task, at once or as soon as Python has started; only the last one counts. A frame belongs to one owner:
  // a source of another owner gets a new frame, so that no source finds what another left behind.
  tell(message, owner) {
    if (!this.element || (this.owner !== null && this.owner !== owner)) this.start();
    this.owner = owner;
    this.last = message;
    if (!this.ready) this.waiting = message;
    else if (message.do === "tournament") this.compete(message);
    else this.post(JSON.stringify(message));
    this.line = 0;
  }

  // Starts a tournament, which runs in a worker of the frame and needs another copy of Python's memory.
  async compete(message) {
    const { element } = this;
    const snapshot = await memory();
    if (element !== this.element) return;
    const [worker, interpreter] = [root + about.worker, root + about.interpreter];
    this.post({ text: JSON.stringify(message), snapshot, worker, interpreter }, snapshot ? [snapshot] : []);
  }

  halt() {
    if (this.ready) this.post("halt");
    this.waiting = this.last = null;
  }

  post(data, transfer = []) {
    this.element.contentWindow.postMessage(data, "*", transfer); // an opaque origin cannot be named; nothing here is secret
  }

  receive({ source, data }) {
    if (!this.element || source !== this.element.contentWindow) return;
    if (!this.within("messages", MOST_MESSAGES)) return;
    const message = heard(data);
    if (!message) return;
    this.alive = performance.now();
    if (message.is === "waiting") this.sendSnapshot();
    else if (message.is === "ready") this.begin();
    else if (message.is === "spent") this.renew(message.task);
    else if (message.is !== "beat") this.hear(message);
  }

  // Whether the frame keeps within this limit; abandons it otherwise.
  within(what, most) {
    const now = performance.now();
    if (now - this.since > 1000) Object.assign(this, { since: now, messages: 0, lines: 0 });
    if (++this[what] <= most) return true;
    this.abandon(say("The code sent too many messages and was stopped."));
    return false;
  }

  begin() {
    this.ready = true;
    this.hear({ is: "ready" });
    if (this.waiting) this.tell(this.waiting, this.owner);
    this.waiting = null;
  }

  // Sends the frame, which has no cache of its own, Python's memory as kept for the next start, and a port on which it reports
  // the line that its source has reached; that port works even if the frame's event loop is blocked.
  async sendSnapshot() {
    if (this.awake) return;
    this.awake = true;
    const { element } = this;
    const snapshot = await memory();
    if (element !== this.element) return;
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    port1.onmessage = ({ data }) => port1 === this.port && this.reached(data); // a closed port may still deliver messages
    this.post({ lines: port2, snapshot }, snapshot ? [port2, snapshot] : [port2]);
  }

  reached(line) {
    if (!this.within("lines", MOST_LINES) || !isWhole(line) || line < 0) return;
    this.alive = performance.now();
    this.line = line || this.line;
  }

  check() {
    if (!this.ready || document.hidden || performance.now() - this.alive < STUCK) return;
    this.abandon(say("This code never ends, so it was stopped."), this.line);
  }

  // Starts a new frame, because stopping code in the middle of something may have corrupted Python's memory. The new frame
  // gets any task that was given since then.
  renew(task) {
    const { last, owner } = this;
    this.start();
    if (last?.task > task) Object.assign(this, { waiting: last, owner });
    this.hear({ is: "spent" });
  }

  // Removes the frame and reports why. The next one starts after a pause, because a browser may put it into the same process
  // until that has ended.
  abandon(why, line = 0) {
    this.stop();
    setTimeout(() => this.element || this.start(), PAUSE);
    this.lost(why, line);
  }
}

// The kept snapshot; null if there is none or the browser refuses it, and then Python starts without it.
async function memory() {
  try {
    const kept = caches.match(root + about.snapshot).then((answer) => answer?.arrayBuffer());
    return (await Promise.race([kept, new Promise((then) => setTimeout(then, PATIENCE))])) ?? null;
  } catch {
    return null;
  }
}
