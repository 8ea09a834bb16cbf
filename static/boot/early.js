// Records input until Python has opened the game, and then replays it: keys as keys, a finger where it was and as fast.

import { SWIPE } from "#constants";
import { body, byId, say } from "./page.js";

const early = (window.kesuEarly = []);
const LARGEST = 100;
const SCROLLING = /^(Arrow|Space|Page|Home|End)/;
let finger = null;
let taker = null; // the lesson that is played before Python, and takes all input

// Gives all input to a lesson from now on, or records it again.
export const giveTo = (lesson) => (taker = lesson);

// Recorded input belongs to the game on the screen.
function note(pressed, { timeStamp }, moved) {
  if (taker) return taker.take({ ...pressed, ...moved });
  early.push({ ...pressed, time: timeStamp, game: body.dataset.game });
  const text = byId("status-text"); // Python writes something else there
  text.textContent = say("Your moves will be played once loaded.");
  text.classList.toggle("long", !byId("offer").hidden); // which leaves less room
  text.animate({ opacity: [0, 1] }, 400);
}

function keepKey(event) {
  if (body.dataset.screen !== "game" || event.ctrlKey || event.metaKey || event.altKey) return;
  if (/^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)) return;
  if (/^(Space|Enter|Tab)$/.test(event.code) && event.target.closest?.("a, button, summary")) return;
  if (event.code === "Tab" || early.length >= LARGEST) return;
  if (SCROLLING.test(event.code)) event.preventDefault();
  if (!event.repeat) note({ code: event.code }, event);
}

function keepFinger(event) {
  if (!event.isPrimary || event.button || early.length >= LARGEST) return;
  const at = { x: event.clientX, y: event.clientY, time: event.timeStamp };
  if (event.type === "pointerdown") {
    finger = event.target.closest("#boards") && at;
  } else if (finger) {
    const [dx, dy] = [at.x - finger.x, at.y - finger.y];
    const key = Math.abs(dx) > Math.abs(dy) ? (dx < 0 ? "ArrowLeft" : "ArrowRight") : dy < 0 ? "ArrowUp" : "ArrowDown";
    const swipes = Math.hypot(dx, dy) >= SWIPE;
    note({ path: [finger, at, at] }, event, swipes && { code: key, dx, dy });
    finger = null;
  }
}

// Records the buttons that play, pressed in any way.
function keepPress(event) {
  const button = event.target.closest("[data-word], #go-on, #go-other");
  if (!button || early.length >= LARGEST) return;
  const what = button.dataset.word ? `[data-word="${CSS.escape(button.dataset.word)}"]` : `#${button.id}`;
  note({ what }, event);
  if (!button.dataset.word) button.textContent = say("Starts when loaded"); // Python writes the label again
}

const keepers = { keydown: keepKey, pointerdown: keepFinger, pointerup: keepFinger, click: keepPress };
for (const [kind, keeper] of Object.entries(keepers)) document.addEventListener(kind, keeper);

// Forgets earlier input, which was not meant for the next screen.
export function forgetEarly() {
  early.length = 0;
  finger = null;
}

// Replays the input once Python has opened the game and listens itself.
export function playEarly() {
  for (const [kind, keeper] of Object.entries(keepers)) document.removeEventListener(kind, keeper);
  for (const { code, what, path, game } of early.splice(0)) {
    if (game !== body.dataset.game) {
      continue;
    } else if (what) {
      document.querySelector(what)?.click();
    } else if (code) {
      for (const kind of ["keydown", "keyup"]) body.dispatchEvent(new KeyboardEvent(kind, { code, bubbles: true }));
    } else {
      const target = document.elementFromPoint(path[0].x, path[0].y);
      for (const [index, kind] of ["pointerdown", "pointermove", "pointerup"].entries()) {
        const { x, y, time } = path[index];
        const event = new PointerEvent(kind, { clientX: x, clientY: y, isPrimary: true, bubbles: true });
        target?.dispatchEvent(Object.defineProperty(event, "timeStamp", { value: time }));
      }
    }
  }
}
