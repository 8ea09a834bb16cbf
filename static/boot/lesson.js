// Offers a newcomer the first lesson of the game on the screen, to be played while Python is loading
// (static/lesson.js). A fast start never fetches it.

import { TAUGHT } from "#constants";
import { forgetEarly, giveTo } from "./early.js";
import { attempt, body, byId, names, say, store, stored } from "./page.js";
import { create, pictureOf, redraw } from "./picture.js";

const SLOW = 1500; // milliseconds after which it is fetched
let [waiting, lesson] = [0, null];

// Offers it, unless this visitor has played the game or had its lessons.
export function offerLesson(game, again) {
  endLesson();
  if (!game || stored(names.save(game)) || (stored(TAUGHT) ?? "").split(" ").includes(game)) return;
  if (location.hash || new URLSearchParams(location.search).has("daily")) return;
  waiting = setTimeout(async () => {
    const { isKnown, begin } = await import(new URL(byId("coach").dataset.src, document.baseURI).href);
    if (!isKnown(game) || body.dataset.python || body.dataset.game !== game) return;
    if (!window.kesuEarly.length) byId("status-text").textContent = say("New to this game?");
    const offer = byId("offer");
    Object.assign(offer, { textContent: say("Learn it in a minute"), hidden: false });
    offer.onclick = () => {
      endLesson();
      forgetEarly(); // it was meant for the game
      byId("veil").hidden = true;
      lesson = begin(game, { byId, create, say, redraw, picture: pictureOf }, () => {
        endLesson();
        attempt(() => store(TAUGHT, `${stored(TAUGHT) ?? ""} ${game}`.trim())); // as game/web/routing/coach.py does
        again();
      });
      giveTo(lesson);
      byId("status-text").textContent = byId("loading-text").textContent;
      byId("main").focus({ preventScroll: true });
    };
  }, SLOW);
}

// Ends the lesson; returns how far the player has come, if one was played.
function endLesson() {
  clearTimeout(waiting);
  const [offer, ended] = [byId("offer"), lesson];
  offer.onclick = lesson = null;
  offer.hidden = true;
  byId("status-text").textContent = "";
  giveTo(null);
  return ended?.end();
}

// Python asks when it takes over; the coach goes on from there. The answer is JSON, "" if no lesson was begun.
window.kesuLesson = () => JSON.stringify(endLesson()) ?? "";
