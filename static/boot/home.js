// The cards of home before Python has loaded: each shows the player's own game as it was left, if this is known for
// certain.

import { isBoardData, isCard } from "./validation.js";
import { mark } from "./opening.js";
import { attempt, names, parsed, stored } from "./page.js";
import { cardPicture } from "./picture.js";

const cards = new Map([...document.querySelectorAll(".card")].map((card) => [card.dataset.game, card]));

// Shows these boards on a game's card, or the default picture; game/web/home/cards.py calls this too.
window.kesuCard = (game, boards) => {
  const place = cards.get(game).querySelector(".card-board");
  const shown = Array.isArray(boards) && boards.length
    && boards.every(isBoardData) ? boards : parsed(place.dataset.boards);
  place.querySelector("svg")?.remove();
  place.prepend(cardPicture(game, shown));
};

// Who has played needs no introduction.
if ([...cards.keys()].some((game) => stored(names.save(game)))) document.body.dataset.played = "1";

for (const [game, card] of cards) attempt(() => showKept(game, card)); // a picture must not stop the start

function showKept(game, card) {
  const kept = parsed(stored(names.card(game)));
  const save = stored(names.save(game));
  const sure = save && isCard(kept) && kept.save === mark(save);
  window.kesuCard(game, sure ? kept.boards : null);
  if (!sure || kept.lang !== document.documentElement.lang) return;
  showLine(card, ".kept", kept.note);
  showLine(card, ".best", kept.best);
  card.querySelector(".summary").hidden = Boolean(kept.note);
}

function showLine(card, name, text) {
  const line = card.querySelector(name);
  line.textContent = text;
  line.hidden = !text;
}

// Shows the install button once the browser offers to install the page.
const install = document.getElementById("install");
let offer;
window.addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  offer = event;
  install.hidden = false;
});
install?.addEventListener("click", () => offer?.prompt());
window.addEventListener("appinstalled", () => (install.hidden = true));
