// A tournament's results as they arrive: progress, bars, and the lines that the terminal would print.

import { drawBars } from "./bars.js";
import { byId, say } from "./page.js";

export class Tournament {
  #players = [];
  #values = []; // by player, the values of the figure
  #lines = []; // by player, one line of JSON per game
  #games = 0; // of each player
  #figure = "";
  #frame = 0; // the request for the next frame, which draws

  // Waits for Python.
  run(games) {
    this.#games = games;
    this.begin([]);
    byId("bars").replaceChildren();
    byId("results-file").hidden = true;
    byId("progress").textContent = say("Python is starting…");
    this.#running(true);
  }

  begin(players) {
    this.#players = players;
    this.#values = players.map(() => []);
    this.#lines = players.map(() => []);
    byId("progress").textContent = "";
  }

  add({ player, values, lines }, figure) {
    const known = this.#values[player]?.length ?? Infinity;
    if (values.length !== lines.length || known + values.length > this.#games) return; // no tournament sends this
    this.#values[player].push(...values);
    this.#lines[player].push(...lines);
    this.#figure = figure;
    this.#frame ||= requestAnimationFrame(() => this.#draw());
  }

  #draw() {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    if (!this.#values.flat().length) return;
    drawBars(byId("bars"), this.#figure, this.#players, this.#values);
    const least = Math.min(...this.#values.map(({ length }) => length));
    byId("progress").textContent = say("{done} of {all} games", { done: least, all: this.#games });
  }

  done() {
    this.#draw();
    this.stop();
    byId("results-file").hidden = false;
  }

  // Ends it early; the results so far can be saved.
  halt() {
    this.#draw();
    this.stop();
    byId("results-file").hidden = !this.text;
  }

  stop() {
    this.#running(false);
  }

  // One line of JSON per game, as printed by the terminal.
  get text() {
    return this.#lines.flat().map((line) => `${line}\n`).join("");
  }

  #running(on) {
    byId("run").hidden = on;
    byId("halt").hidden = !on;
    byId("games").disabled = byId("turns").disabled = on;
  }
}
