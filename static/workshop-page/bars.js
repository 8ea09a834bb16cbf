// The tournament's histogram, updated while it runs: one row of bars for each player, on a common scale.

import { make, say } from "./page.js";

const BARS = 24;
const [WIDTH, HEIGHT] = [240, 56];
const SVG = "http://www.w3.org/2000/svg";

const titles = () => ({ own: say("Yours"), greedy: say("Greedy"), random: say("Random"), bot: say("Kesu's bot") });

// Draws the results of each player's games: values[player] is a list of values of this figure.
export function drawBars(place, figure, players, values) {
  const all = values.flat();
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const width = Math.max((high - low) / BARS, Number.MIN_VALUE);
  const counts = values.map((list) => list.reduce((bars, value) => {
    bars[Math.min(Math.floor((value - low) / width), BARS - 1)]++;
    return bars;
  }, Array.from({ length: BARS }, () => 0)));
  const most = Math.max(1, ...counts.flat());
  place.replaceChildren(...values.map((list, player) =>
    row(titles()[players[player]] ?? players[player], list, counts[player], most)));
  if (all.length) place.append(make("p",
    say("{label}: {value}", { label: figure, value: `${number(low)} – ${number(high)}` }), { class: "scale" }));
}

function row(name, list, counts, most) {
  const mean = list.length ? number(list.reduce((sum, value) => sum + value, 0) / list.length) : "–";
  const text = say("{name}: {mean} on average", { name, mean });
  const picture = document.createElementNS(SVG, "svg");
  picture.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT}`);
  picture.setAttribute("aria-hidden", "true");
  counts.forEach((count, at) => {
    const bar = document.createElementNS(SVG, "rect");
    const tall = (HEIGHT * count) / most;
    const box = { x: (at * WIDTH) / BARS + 1, y: HEIGHT - tall, width: WIDTH / BARS - 2, height: tall };
    for (const [key, value] of Object.entries(box)) bar.setAttribute(key, String(value));
    picture.append(bar);
  });
  const figure = make("figure");
  figure.append(make("figcaption", text), picture);
  return figure;
}

const number = (value) => value.toLocaleString(document.documentElement.lang, { maximumFractionDigits: 1 });
