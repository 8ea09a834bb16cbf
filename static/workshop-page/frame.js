// The board of foreign games, and the code behind it. The frame shows our own page, which paints what the code says and
// passes on keys and fingers; the code runs where it can reach nothing (jail.js). A tournament gets such a place of its
// own.

import { Jail, memory } from "./jail.js";
import { about, make, root, say } from "./page.js";

const SILENCE = 60_000; // milliseconds until Python has started
const STUCK = 5000; // milliseconds without a message before code is ended
const STUCK_TOURNAMENT = 8000; // the same in a tournament
const CHECK_INTERVAL = 500; // milliseconds between checks
const MOST_BUSY = 3000; // milliseconds that showing may take beyond the time in between

export class Frame {
  element = null; // the frame with our own page
  open = false; // whether that page is ready
  jail = null; // where the code runs
  arena = null; // where a tournament runs
  end = null; // ends the tournament
  waiting = null; // a task until Python has started
  last = null; // the task that counts
  owner = null; // of the code in the jail
  showing = false; // whether the code has shown something
  busy = 0; // milliseconds of showing beyond the time in between
  since = 0; // the time of the last count
  checked = performance.now(); // when it was last checked whether the code is silent

  // `hear` gets each message; `lost` gets why the code was ended and the line that it had reached, if known.
  constructor(place, hear, lost) {
    this.place = place;
    this.hear = hear;
    this.lost = lost;
    const ours = (act) => (window_, text) => window_ === this.element?.contentWindow && act(text);
    globalThis.kesuMemory = memory;
    globalThis.kesuReady = ours(() => ((this.open = true), this.begin()));
    globalThis.kesuSend = ours((text) => this.ready && this.jail.post(text));
    globalThis.kesuSpent = ours((spent) => this.showing && this.spend(spent));
    globalThis.kesuBroken = ours(() => this.abandon(say("The code sent something that cannot be shown.")));
    setInterval(() => this.check(), CHECK_INTERVAL);
    document.addEventListener("visibilitychange", () => this.excuse());
  }

  get ready() {
    return Boolean(this.open && this.jail?.ready);
  }

  // Starts everything again; the frame shows one of Kesu's games until it gets a task.
  start(game = this.game) {
    this.game = game;
    this.halt();
    this.element?.remove();
    Object.assign(this, { open: false, last: null });
    this.element = make("iframe", "", { title: say("The board, with code that is not part of Kesu") });
    this.element.src = `${root}${about.frame}?game=${game}`;
    this.place.replaceChildren(this.element);
    this.confine();
  }

  // Shows another of Kesu's games.
  change(game) {
    this.game = game;
    if (!this.open) return this.start(game);
    this.halt();
    this.confine();
  }

  // Starts a fresh worker for foreign code.
  confine() {
    this.jail?.stop();
    const jail =
      new Jail((message) => jail === this.jail && this.receive(message), () => jail === this.jail && this.flooded());
    setTimeout(() => jail === this.jail && !this.ready
      && this.lost(say("The board couldn't be loaded. Please check your connection.")), SILENCE);
    Object.assign(this, { jail, waiting: null, owner: null, showing: false });
    if (this.open) this.rest();
  }

  // Shows one of Kesu's own games in the frame.
  rest() {
    const { history, kesuIdle } = this.element.contentWindow;
    history.replaceState(null, "", `?game=${this.game}`);
    kesuIdle();
  }

  // Gives the code a task, at once or as soon as Python has started; only the last one counts. A place belongs to one
  // owner: a source of another owner gets a new one, so that no source finds what another left behind.
  tell(message, owner) {
    if (message.do === "tournament") return this.compete(message);
    if (!this.jail || (this.owner !== null && this.owner !== owner)) this.confine();
    this.owner = owner;
    this.last = message;
    if (this.ready) this.post(message);
    else this.waiting = message;
  }

  post(message) {
    this.jail.post(JSON.stringify(message));
  }

  begin() {
    if (!this.ready) return;
    this.jail.post(this.element.contentWindow.kesuHandling());
    this.excuse();
    this.hear({ is: "ready" });
    if (this.waiting) this.post(this.waiting);
    this.waiting = null;
  }

  receive(message) {
    if (message.is === "ready" && !this.jail.ready) {
      this.jail.ready = true;
      this.begin();
    } else if (message.is === "broken") this.unavailable(message.problem);
    else if (message.task !== this.last?.task) return;
    else if (message.is === "show") this.show(message.changes);
    else if (message.is === "spent") this.renew(message.task);
    else if (["shown", "failed"].includes(message.is)) this.hear(message);
  }

  // Python could not start; another try would fail as well.
  unavailable(problem) {
    console.warn(`workshop: ${problem}`);
    if (this.ready) return this.abandon(say("This code never ends, so it was stopped."));
    this.jail.stop();
    this.jail = null;
    this.lost(say("The board couldn't be loaded. Please check your connection."));
  }

  // Lets our page in the frame show what the code says; ends the code if that cannot be shown or takes too long.
  show(text) {
    if (!this.open) return;
    if (!this.showing) Object.assign(this, { showing: true, busy: 0, since: performance.now() });
    const began = performance.now();
    const shown = this.element.contentWindow.kesuShow(text);
    if (!shown) this.abandon(say("The code sent something that cannot be shown."));
    else this.spend(performance.now() - began);
  }

  // Counts milliseconds that showing has just taken, at once or later; ends the code when they are too many.
  spend(spent) {
    const now = performance.now();
    this.busy = Math.max(this.busy - (now - spent - this.since), 0) + spent;
    this.since = now;
    if (this.busy > MOST_BUSY) this.abandon(say("Showing this takes too long, so the code was stopped."));
  }

  flooded() {
    this.abandon(say("The code sent too many messages and was stopped."));
  }

  // Runs a tournament next to the board, in a place of its own, which is ended with it.
  compete(message) {
    this.halt();
    const failed = { is: "failed", task: message.task };
    const arena = new Jail((reply) => arena === this.arena && receive(reply),
      () => end(say("The code sent too many messages and was stopped.")));
    const end = (problem, line = 0) => (this.halt(), this.hear({ ...failed, line, problem, ours: true }));
    const receive = (reply) => {
      if (reply.is === "ready" && !arena.ready) {
        arena.ready = true;
        arena.post(JSON.stringify(message));
      } else if (reply.is === "broken") end(say("The board couldn't be loaded. Please check your connection."));
      else if (reply.task !== message.task || !["started", "games", "done", "failed"].includes(reply.is)) return;
      else this.hear(reply);
      if (["done", "failed"].includes(reply.is)) this.halt();
    };
    Object.assign(this, { arena, end });
  }

  halt() {
    this.arena?.stop();
    this.arena = null;
  }

  // Silence is nobody's fault while the page sleeps.
  excuse() {
    for (const jail of [this.jail, this.arena]) if (jail) jail.alive = performance.now();
  }

  check() {
    const [now, { checked }] = [performance.now(), this];
    this.checked = now;
    if (document.hidden) return this.excuse();
    // while this page was busy, it could hear nothing
    const late = Math.max(now - checked - CHECK_INTERVAL, 0);
    for (const jail of [this.jail, this.arena]) if (jail) jail.alive = Math.min(jail.alive + late, now);
    const silent = (jail, most) => jail?.ready && performance.now() - jail.alive > most;
    const why = say("This code never ends, so it was stopped.");
    if (silent(this.jail, STUCK)) this.abandon(why, this.jail.line);
    if (silent(this.arena, STUCK_TOURNAMENT)) this.end(why, this.arena.line);
  }

  // Starts a new place, because stopping code in the middle of something may have corrupted Python's memory. It gets
  // any task that was given since then.
  renew(task) {
    const { last, owner } = this;
    this.confine();
    if (last?.task > task) Object.assign(this, { waiting: last, owner });
    this.hear({ is: "spent" });
  }

  // Ends the code and reports why.
  abandon(why, line = 0) {
    this.last = null;
    this.confine();
    this.lost(why, line);
  }
}
