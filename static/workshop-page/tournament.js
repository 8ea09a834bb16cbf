// A tournament's results as they arrive: progress, bars, and the lines that the terminal would print.

import { drawBars } from "./bars.js";
import { byId, say } from "./page.js";

const MOST_LINES = 4000; // more than any tournament has

export class Tournament {
  #players = [];
  #values = []; // by player, the values of the figure
  #lines = []; // by player, one line of JSON per game

  // Waits for Python.
  run() {
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
    if (player >= this.#players.length || this.#lines.flat().length > MOST_LINES) return;
    this.#values[player].push(...values);
    this.#lines[player].push(...lines);
    drawBars(byId("bars"), figure, this.#players, this.#values);
    const least = Math.min(...this.#values.map(({ length }) => length));
    byId("progress").textContent = say("{done} of {all} games", { done: least, all: byId("games").value });
  }

  done() {
    this.stop();
    byId("results-file").hidden = false;
  }

  // Ends it early; the results so far can be saved.
  halt() {
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
