// The workshop: a source on one side, and on the other a frame in which it plays. Only the frame runs a source, and
// only when the visitor asks for it.

import { PREFIX, SETTINGS, SOURCE_CODE, SOURCE_KINDS } from "#constants";
import { decoded } from "./code.js";
import { Desk } from "./desk.js";
import { connectDialogs, download } from "./dialogs.js";
import { Frame } from "./frame.js";
import { about, attempt, byId, make, onClick, say } from "./page.js";
import { Tournament } from "./tournament.js";

const OPEN_WHEN_LEFT = `${PREFIX}workshop-left`; // key of what was open when the page was left
const OF_TOURNAMENTS = ["started", "games", "done"]; // messages that only a tournament sends

// On a narrow screen only the source or the frame is visible.
function showView(name) {
  document.body.dataset.view = name;
  for (const button of document.querySelectorAll(".switch [data-view]"))
    button.ariaPressed = String(button.dataset.view === name);
}

class Workshop {
  #task = 0; // the number of the last task for the frame
  #doing = ""; // what that task is
  #askedAt = 0;
  #said = new Set(); // kinds of messages that it has sent
  #touched = false; // whether the visitor has typed or clicked since then
  desk = new Desk();
  tournament = new Tournament();
  frame = new Frame(byId("frame"), (message) => this.#hear(message), (why, line) => this.#lost(why, line));

  // Gives the frame a task with the source.
  ask(what, more = {}) {
    const { kind, game, editor } = this.desk;
    [this.#askedAt, this.#doing, this.#touched] = [performance.now(), what, false];
    this.#said.clear();
    this.desk.report(this.frame.ready || what === "tournament" ? "" : say("Python is starting…"));
    this.desk.run();
    this.frame.tell({ do: what, task: ++this.#task, text: editor.text, kind, game, ...more }, editor.owner);
  }

  play(what = this.desk.kind === "player" ? "watch" : "play") {
    byId("results").hidden = true;
    showView("bench");
    this.ask(what);
  }

  compete() {
    const games = Number(byId("games").value);
    this.tournament.run(games);
    this.ask("tournament", { games, turns: Number(byId("turns").value) });
  }

  halt() {
    this.#task++;
    this.frame.halt();
    this.tournament.halt();
  }

  restart() {
    this.tournament.stop();
    delete document.body.dataset.ready;
    this.frame.start(this.desk.game);
  }

  changeGame() {
    byId("back").href = `./?game=${this.desk.game}`;
    this.desk.show(this.desk.kind);
    delete document.body.dataset.ready;
    this.frame.change(this.desk.game);
  }

  // The visitor has turned to something else.
  touch() {
    this.#touched = true;
  }

  async take(source, name) {
    await this.desk.take(source, name);
    showView("desk");
  }

  // Shows the source in the address, if any, without running it; returns whether there is one.
  async fromAddress() {
    if (!location.hash.startsWith(SOURCE_CODE)) return false;
    try {
      await this.take(await decoded(location.hash.slice(SOURCE_CODE.length)));
      history.replaceState(null, "", location.pathname + location.search); // a reload shows it as edited since
    } catch (error) {
      await this.desk.show(this.desk.kind);
      this.desk.report(error.message);
    }
    return true;
  }

  // Keeps everything, and which tab to return to when the page is reloaded.
  leave() {
    const { kind, game } = this.desk;
    this.desk.keep();
    attempt(() => sessionStorage.setItem(OPEN_WHEN_LEFT, JSON.stringify({ kind, address: location.search, game })));
  }

  async comeBack() {
    const left = attempt(() => JSON.parse(sessionStorage.getItem(OPEN_WHEN_LEFT)));
    if (!SOURCE_KINDS.includes(left?.kind) || !Object.hasOwn(about.games, left.game ?? "")
      || left.address !== location.search) return false;
    byId("which").value = left.game;
    await this.desk.show(left.kind);
    return true;
  }

  #hear(message) {
    if (message.is === "ready") document.body.dataset.ready = "1";
    if (message.is === "spent") delete document.body.dataset.ready;
    if (message.task !== this.#task) return;
    if (message.is !== "failed" && OF_TOURNAMENTS.includes(message.is) !== (this.#doing === "tournament")) return;
    const again = this.#said.has(message.is);
    this.#said.add(message.is);
    // The code may say either as often as it likes. A later error follows from what the visitor does on the
    // board; while they are elsewhere it would scroll the editor and talk over what they do there.
    if (again && (message.is === "shown" || (message.is === "failed" && document.activeElement !== this.frame.element)))
      return;
    if (message.is === "shown") {
      this.desk.report(say("It is running."));
      document.body.dataset.shown = String(Math.round(performance.now() - this.#askedAt));
      if (!this.#touched) this.frame.element.focus(); // keys pressed since then are not meant for the board
    } else if (message.is === "failed") {
      byId("progress").textContent = "";
      this.tournament.stop();
      showView("desk");
      this.desk.report(message.problem, message.line, !message.ours);
    } else if (message.is === "started") this.tournament.begin(message.players);
    else if (message.is === "games") this.tournament.add(message, about.games[this.desk.game].figure);
    else if (message.is === "done") this.tournament.done();
  }

  #lost(why, line) {
    delete document.body.dataset.ready;
    showView("desk");
    this.desk.report(why, line);
    this.tournament.stop();
  }
}

function applyLook() {
  const look = attempt(() => JSON.parse(localStorage.getItem(PREFIX + SETTINGS))) ?? {};
  for (const name of ["theme", "palette"]) {
    if (/^[a-z]{1,20}$/.test(look[name])) document.documentElement.dataset[name] = look[name];
  }
}

function fillGames() {
  const wanted = new URLSearchParams(location.search).get("game");
  byId("which").replaceChildren(...Object.entries(about.games).map(([name, { title }]) =>
    make("option", title, { value: name })));
  byId("which").value = Object.hasOwn(about.games, wanted ?? "") ? wanted : Object.keys(about.games)[0];
  byId("back").href = `./?game=${byId("which").value}`;
}

function connectTabs(tabs, show) {
  for (const [at, tab] of tabs.entries()) {
    tab.addEventListener("click", () => show(tab.dataset.kind));
    tab.addEventListener("keydown", ({ key }) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
      const next = step && tabs[(at + step + tabs.length) % tabs.length];
      next?.focus();
      next?.click();
    });
  }
}

function connect(workshop) {
  const { desk, tournament } = workshop;
  connectTabs(desk.tabs, (kind) => desk.show(kind));
  connectDialogs(desk, (source, name) => workshop.take(source, name));
  byId("which").addEventListener("change", () => workshop.changeGame());
  byId("start").addEventListener("change", () => desk.start(byId("start").value));
  onClick("play", () => workshop.play("play"));
  onClick("watch", () => workshop.play("watch"));
  onClick("tournament", () => (showView("bench"), (byId("results").hidden = false), byId("run").focus()));
  onClick("board", () => (byId("results").hidden = true));
  onClick("run", () => workshop.compete());
  onClick("halt", () => workshop.halt());
  onClick("stop", () => workshop.restart());
  onClick("guide-open", () => byId("guide-dialog").showModal());
  onClick("results-file", () => download(tournament.text, `kesu-${desk.game}-tournament.jsonl`));
  for (const kind of ["keydown", "pointerdown", "focusin"]) addEventListener(kind, () => workshop.touch(), true);
  addEventListener("hashchange", () => workshop.fromAddress());
  addEventListener("pagehide", () => workshop.leave());
  document.querySelector(".switch").addEventListener("click", ({ target }) =>
    target.dataset.view && showView(target.dataset.view));
  byId("panel").addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.stopPropagation();
    workshop.play();
  }, true);
}

async function main() {
  applyLook();
  fillGames();
  showView("desk");
  const workshop = new Workshop();
  workshop.frame.start(byId("which").value);
  await workshop.desk.open();
  if (!(await workshop.fromAddress()) && !(await workshop.comeBack())) await workshop.desk.show("rules");
  document.body.dataset.editor = "1";
  connect(workshop);
}

main().catch((error) => {
  const lost = say("The editor couldn't be loaded. Please check your connection.");
  byId("message").textContent = say("{first} {second}", { first: lost, second: error.message });
});
