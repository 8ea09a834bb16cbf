// Shows the screen that the address names, until Python takes over by setting data-python on the body.

import { forgetEarly } from "./early.js";
import { offerLesson } from "./lesson.js";
import { showOpening } from "./opening.js";
import { attempt, body, byId } from "./page.js";

function show() {
  const game = new URLSearchParams(location.search).get("game");
  const card = game && document.querySelector(`.card[data-game="${CSS.escape(game)}"]`);
  body.dataset.screen = card ? "game" : "home";
  for (const article of document.querySelectorAll("#how article")) article.hidden = article.dataset.rules !== game;
  if (card) {
    body.dataset.game = game;
    byId("title").textContent = card.querySelector("h2").textContent;
    attempt(() => showOpening(game)); // only a picture: the start does not depend on it
  } else {
    delete body.dataset.game;
  }
  offerLesson(card && game, show);
  delete document.documentElement.dataset.asked;
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-game], a[data-home]");
  if (!link || body.dataset.python || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  history.pushState(null, "", link.href);
  leaveFor();
});
window.addEventListener("popstate", () => body.dataset.python || leaveFor());
window.addEventListener("kesu:restored", () => body.dataset.python || show());

function leaveFor() {
  forgetEarly();
  show();
}

show();
