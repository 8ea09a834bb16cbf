// Plays a game's first lesson while Python is loading. It knows no rules: the build has played every input and recorded
// what follows (tools/build/lessons.py). It is fetched only by a newcomer whose Python takes a while, and hands over to
// the coach (game/web/routing/coach.py), which does the same with the game itself.

import { BEFORE_AGAIN, BEFORE_LESSON, BETWEEN_MOVES } from "#constants";

const LESSONS = {};

const [, REACHED, MISSED] = [0, 1, 2]; // what a position means for the lesson
const GLIDE = 180; // milliseconds
const SVG_USE = "use:not(pattern *)";

export const isKnown = (game) => game in LESSONS;

// Opens the lesson of a game. `page` has what the start knows: byId, create, say, redraw; `leave` ends the lesson for
// good.
export function begin(game, page, leave) {
  const { byId, say, redraw } = page;
  const lesson = LESSONS[game];
  const { body } = document;
  const over = new AbortController();
  const touch = matchMedia("(pointer: coarse)").matches;
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  let [at, words, step, timer] = [0, [], 0, 0];

  const on = (name, act) => byId(`coach-${name}`).addEventListener("click", act, { signal: over.signal });
  on("show", () => demonstrate());
  on("again", () => start());
  on("skip", () => leave(true));
  on("next", () => {
    step = 1;
    byId("coach-next").textContent = say("Starts when loaded");
  });

  function start(text = lesson.caption) {
    clearTimeout(timer);
    [at, words] = [0, []];
    show(0, false);
    open("asked");
    byId("coach-step").textContent = lesson.step;
    byId("coach-text").textContent = text;
    byId("coach-ways").replaceChildren(...lesson.instructions[Number(touch)].map(([key, text]) => {
      const line = document.createElement("span");
      line.append(...(key ? [page.create(["kbd", {}, key])] : []), text);
      return line;
    }));
  }

  function open(state) {
    body.dataset.lesson = state;
    byId("coach").hidden = false;
    for (const name of ["next", "show", "again", "skip"]) byId(`coach-${name}`).hidden =
      (state === "done") !== (name === "next");
    for (const button of byId("pad").querySelectorAll("[data-word]")) {
      button.disabled = !Object.values(lesson.keys).includes(button.dataset.word); // the others are not recorded
    }
  }

  // Plays a word that leads somewhere.
  function play(word) {
    const next = lesson.positions[at].at(-1)[word];
    if (next === undefined || body.dataset.lesson === "done") return;
    words.push(word);
    at = next;
    const [outcome] = lesson.positions[at];
    show(at, Boolean(outcome) || !lesson.drags);
    if (outcome === REACHED) {
      clearTimeout(timer);
      open("done");
      byId("coach-text").textContent = lesson.praise;
      byId("coach-next").textContent = lesson.next;
      byId("coach-next").focus();
    } else if (outcome === MISSED) {
      body.dataset.lesson = "missed";
      byId("coach-text").textContent = lesson.missed;
      timer = setTimeout(() => start(lesson.again), BEFORE_AGAIN);
    }
  }

  function demonstrate() {
    start();
    const left = [...lesson.seen];
    const go = () => {
      play(left.shift());
      if (left.length) timer = setTimeout(go, BETWEEN_MOVES);
    };
    timer = setTimeout(go, BEFORE_LESSON);
  }

  function show(number, glides) {
    const [, classes, boards, figures] = lesson.positions[number];
    [...byId("boards").children].forEach((board, i) => (board.className = classes[i] ?? ""));
    boards.forEach((board, i) => {
      const before = glides && !still ? pieces(page.picture(i)) : null;
      const svg = redraw(game, i, board);
      if (before) glide(before, pieces(svg));
    });
    byId("boards").querySelectorAll("dl").forEach((list, i) => {
      [...list.children].forEach((figure, j) => {
        figure.hidden = j >= figures[i].length;
        if (!figure.hidden) figure.querySelector("dd").textContent = figures[i][j];
      });
    });
  }

  // How many cells a finger has moved, at least one.
  function cells(distance) {
    const picture = document.querySelector(".board-frame .opening");
    const columns = lesson.positions[0][2].reduce((most, [rows]) => Math.max(most, rows[0].length), 1);
    return Math.max(1, Math.round((distance * columns) / picture.clientWidth));
  }

  byId("pad").inert = false; // even if it was asked who plays
  start();
  return {
    // A key, a button or a finger.
    take({ code, what, dx, dy }) {
      if (what) play(what.split('"')[1]);
      else if (!code) play(lesson.taps);
      else if (dx === undefined || !lesson.drags) play(lesson.keys[code]);
      else if (Math.abs(dx) > Math.abs(dy)) for (let left = cells(Math.abs(dx)); left > 0; left--)
        play(lesson.keys[code]);
      else play(dy > 0 ? lesson.flicks : lesson.taps);
    },
    // Ends it; returns how far the player has come.
    end() {
      clearTimeout(timer);
      over.abort();
      const reached = body.dataset.lesson === "done";
      delete body.dataset.lesson;
      byId("coach").hidden = true;
      return step ? { step, words: [], reached: false }
        : { step, words: lesson.positions[at][0] === MISSED ? [] : words, reached };
    },
  };
}

// The pieces in a picture: what each is, and where.
const pieces = (svg) =>
  [...svg.querySelectorAll(SVG_USE)].filter((use) => /-a\d+$/.test(use.getAttribute("href"))).map((use) => ({
    use, href: use.getAttribute("href"), x: Number(use.getAttribute("x")), y: Number(use.getAttribute("y")),
  }));

// Lets pieces glide to where they are now, each from the nearest place where one like it has gone; the others appear.
function glide(before, after) {
  const same = (one) => (other) => one.href === other.href && one.x === other.x && one.y === other.y;
  const gone = before.filter((one) => !after.some(same(one)));
  for (const one of after.filter((piece) => !before.some(same(piece)))) {
    const far = ({ x, y }) => Math.abs(x - one.x) + Math.abs(y - one.y);
    const from = gone.filter(({ href }) => href === one.href).sort((a, b) => far(a) - far(b))[0];
    if (from) gone.splice(gone.indexOf(from), 1);
    const frames = from ? { transform: [`translate(${from.x - one.x}px, ${from.y - one.y}px)`, "none"] }
      : { opacity: [0, 0, 1] };
    one.use.animate(frames, { duration: from ? GLIDE : 2 * GLIDE, easing: "ease-out" });
  }
}
