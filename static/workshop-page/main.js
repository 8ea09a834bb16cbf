// The workshop: a source on one side, and on the other a frame in which it plays. Only the frame runs a source, and only when
// the visitor asks for it.

import { drawBars } from "./bars.js";
import { CODE, LONGEST_LINK, decoded, encoded, headed, read } from "./code.js";
import { keepDraft, keptDrafts } from "./drafts.js";
import { Editor } from "./editor.js";
import { Frame } from "./frame.js";
import { forgetSource, keepSource, keptSources } from "./kept.js";
import { about, attempt, byId, make, root, say } from "./page.js";

const KINDS = ["rules", "player", "game"];
const tabs = KINDS.map((kind) => byId(`tab-${kind}`));
const look = attempt(() => JSON.parse(localStorage.getItem("kesu/settings"))) ?? {};
for (const name of ["theme", "palette"]) {
  if (/^[a-z]{1,20}$/.test(look[name])) document.documentElement.dataset[name] = look[name];
}

const [OURS, STRANGER] = ["ours", "stranger"]; // owners of sources: the build and the visitor, or others, each with a unique name
const LEFT = "kesu/workshop-left"; // key of what was open when the page was left
const TYPING_PAUSE = 500; // milliseconds without typing after which a draft is kept
const slots = {}; // place → what is open there: { id, state, shipped }, `shipped` being the text as the build ships it
const ran = new Set(); // owners whose source has run since the page was opened
const OF_TOURNAMENTS = ["begun", "games", "done"]; // messages that only a tournament sends
let [kind, task, doing, askedAt, editor] = ["rules", 0, "", 0, null];
let [here, pause] = ["", 0]; // the place of the text in the editor, and the timer until it is kept
let loads = 0; // number of texts asked for so far
let games = { players: [], values: [], lines: [] };

const frame = new Frame(byId("frame"), hear, (why, line) => {
  delete document.body.dataset.ready;
  showView("desk");
  tellWhy(why, line);
  running(false);
});

// The sources that the build ships for the current tab: [{ name, file }]; the visitor's own come after them.
function starts() {
  const own = about.games[byId("which").value];
  const shipped = { rules: [["", own.rules]], player: [["", own.player]], game: about.examples };
  const names = { rules: say("The game's own rules"), player: say("An example") };
  return shipped[kind].filter(([, file]) => file).map(([name, file]) => ({ name: name || names[kind], file }));
}

function fillStarts() {
  const options = starts().map(({ name, file }) => make("option", name, { value: file }));
  const mine = keptSources().filter((one) => one.kind === kind);
  const drafts = keptDrafts().filter((one) => placeOf(one) === here && one.text !== editor.text);
  const time = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
  const groups = [
    [say("Your sources"), mine.map(({ name }) => make("option", name, { value: `own:${name}` }))],
    [say("Earlier drafts"), drafts.map(({ id, at }) => make("option", time.format(at), { value: `draft:${id}` }))],
  ].filter(([, its]) => its.length);
  const lists = groups.map(([label, its]) => {
    const group = make("optgroup", "", { label });
    group.append(...its);
    return group;
  });
  byId("start").replaceChildren(make("option", say("Choose…"), { value: "" }), ...options, ...lists);
}

const GUIDES = () => ({
  rules: say("These are the game's rules. Change one, then play it."),
  player: say("A player is a function that chooses a move, or one that values boards. Watch it play, or let it play many games."),
  game: say("A whole game in a few lines. Start from the template or from an example."),
});

// Suggests a change to try, while the line to change is still in the rules.
function fillGuide() {
  const [old, better] = about.games[byId("which").value].change ?? [];
  const at = kind === "rules" ? editor.text.split("\n").indexOf(old) + 1 : 0;
  byId("guide").textContent = GUIDES()[kind];
  byId("try").hidden = !at;
  if (!at) return;
  const plain = (line) => line.replace(/ #.*/, "").trim();
  byId("try").textContent = say("For example, in line {line}: {old} → {new}", { line: at, old: plain(old), new: plain(better) });
  byId("try").onclick = () => editor.select(at);
}

// Where a draft is open: its tab and, but for whole games, its game.
const placeOf = ({ kind, game }) => (kind === "game" ? kind : `${kind} ${game}`);
const newId = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), (number) => number.toString(36)).join("");

// Shows one of the three tabs as it was left, now or at an earlier visit. A new text may then replace what is in it.
async function show(which, text, owner) {
  keepNow();
  if (here) slots[here].state = editor.state;
  const place = placeOf({ kind: which, game: byId("which").value });
  [kind, here] = [which, place];
  loads++; // a text that is still to come is not for this place
  for (const tab of tabs) {
    const chosen = tab.dataset.kind === which;
    tab.setAttribute("aria-selected", String(chosen));
    tab.tabIndex = chosen ? 0 : -1;
  }
  byId("panel").setAttribute("aria-labelledby", `tab-${which}`);
  byId("game-field").hidden = which === "game";
  byId("play").hidden = which === "player";
  byId("watch").hidden = byId("tournament").hidden = which !== "player";
  if (which !== "player") byId("results").hidden = true;
  const draft = keptDrafts().find((one) => placeOf(one) === place);
  const known = slots[place]?.state;
  slots[place] ??= { id: draft?.id ?? newId(), shipped: "" };
  if (known) editor.state = known;
  else editor.open(draft?.text ?? "", draft?.owner ?? OURS);
  fillStarts(); // before anything can be chosen from the list of another tab
  if (text !== undefined && (text !== editor.text || owner !== editor.owner)) put(text, owner);
  else if (known || draft) shown();
  else await begin(starts()[0].file, () => !editor.text); // what was typed meanwhile stays
}

// Puts a source that the build ships into the editor, if it is still `wanted` when it arrives.
async function begin(file, wanted = () => true) {
  const text = await fetched(file);
  if (text && wanted()) put(text, OURS, text);
}

// Replaces the text in the editor. The one before is kept, and undo brings it back.
function put(text, owner, shipped = "") {
  keepNow();
  Object.assign(slots[here], { id: newId(), shipped });
  if (editor.text) editor.replace(text, owner);
  else editor.open(text, owner);
  shown();
}

function shown() {
  keepNow();
  tellWhy("");
  fillGuide();
  fillStarts();
  markOwner();
}

// Says that a source came from outside, until it has run.
function markOwner() {
  byId("foreign").hidden = !editor.owner.startsWith(STRANGER) || ran.has(editor.owner);
}

// Keeps what was typed; a text as shipped needs no keeping.
function keepNow() {
  clearTimeout(pause);
  if (!here || editor.text === slots[here].shipped) return;
  const [{ id }, { text, owner }, game] = [slots[here], editor, here.split(" ")[1] ?? ""];
  const known = keptDrafts().find((one) => one.id === id);
  if (known?.text === text && known.owner === owner) return;
  if (!keepDraft({ id, kind: here.split(" ")[0], game, owner, text, at: Date.now() })) {
    byId("message").textContent = say("There is no room for it in this browser. Save it as a file.");
  }
}

function edited() {
  byId("message").textContent = "";
  clearTimeout(pause);
  pause = setTimeout(keepNow, TYPING_PAUSE);
  markOwner();
}

// Fetches a source that the build ships; nothing if it cannot be had, or if another text is wanted by now.
async function fetched(file) {
  const its = ++loads;
  try {
    const answer = await fetch(root + file);
    if (!answer.ok) throw new Error(answer.status);
    const text = await answer.text();
    return its === loads ? headed(text.replace(/\r\n?/g, "\n"), kind, kind === "game" ? "" : byId("which").value) : "";
  } catch {
    if (its === loads) tellWhy(say("This could not be loaded. Please check your connection."));
    return "";
  }
}

function tellWhy(why, line = 0) {
  byId("message").textContent = line ? say("Line {line}: {problem}", { line, problem: why }) : why;
  byId("message").classList.toggle("wrong", line > 0);
  editor?.point(line, why);
}

// On a narrow screen only the source or the frame is visible.
function showView(name) {
  document.body.dataset.view = name;
  for (const button of document.querySelectorAll(".switch [data-view]")) button.ariaPressed = String(button.dataset.view === name);
}

// Messages to and from the frame.

function ask(what, more = {}) {
  const { text } = editor;
  [askedAt, doing] = [performance.now(), what];
  tellWhy(frame.ready || what === "tournament" ? "" : say("Python is starting…"));
  ran.add(editor.owner);
  markOwner();
  keepNow();
  frame.tell({ do: what, task: ++task, text, kind, game: byId("which").value, ...more }, editor.owner);
}

function play(what) {
  byId("results").hidden = true;
  showView("bench");
  ask(what);
}

function hear(message) {
  if (message.is === "ready") {
    document.body.dataset.ready = "1";
    return;
  }
  if (message.is === "spent") delete document.body.dataset.ready;
  if (message.task !== task) return;
  if (message.is !== "failed" && OF_TOURNAMENTS.includes(message.is) !== (doing === "tournament")) return;
  if (message.is === "begun" || message.is === "failed") byId("progress").textContent = "";
  if (message.is === "shown") {
    tellWhy(say("It is on the board."));
    document.body.dataset.shown = String(Math.round(performance.now() - askedAt));
    frame.element.focus();
  } else if (message.is === "failed") {
    running(false);
    showView("desk");
    tellWhy(message.problem, message.line);
  } else if (message.is === "begun") {
    games = { players: message.players, values: message.players.map(() => []), lines: message.players.map(() => []) };
  } else if (message.is === "games" && message.player < games.players.length) {
    if (games.lines.flat().length > 4 * 1000) return; // more than any tournament has
    games.values[message.player].push(...message.values);
    games.lines[message.player].push(...message.lines);
    drawBars(byId("bars"), about.games[byId("which").value].figure, games.players, games.values);
    const least = Math.min(...games.values.map(({ length }) => length));
    byId("progress").textContent = say("{done} of {all} games", { done: least, all: byId("games").value });
  } else if (message.is === "done") {
    running(false);
    byId("results-file").hidden = false;
  }
}

function running(on) {
  byId("run").hidden = on;
  byId("halt").hidden = !on;
  byId("games").disabled = byId("turns").disabled = on;
}

function run() {
  games = { players: [], values: [], lines: [] };
  byId("bars").replaceChildren();
  byId("results-file").hidden = true;
  byId("progress").textContent = say("Python is starting…");
  running(true);
  ask("tournament", { games: Number(byId("games").value), turns: Number(byId("turns").value) });
}

// Sharing and saving.

async function share() {
  try {
    const address = document.querySelector("#back").href.replace(/[^/]*$/, "");
    byId("link").value = `${address}workshop.html${CODE}${await encoded(headed(editor.text, kind, byId("which").value))}`;
    const long = byId("link").value.length > LONGEST_LINK;
    byId("link-note").textContent = long ? say("This link is long: sending the file is safer.") : "";
    byId("copy").disabled = false;
  } catch (error) {
    byId("link").value = "";
    byId("copy").disabled = true;
    byId("link-note").textContent = error.message;
  }
  byId("share-dialog").showModal();
}

async function copy() {
  const copied = await attempt(() => navigator.clipboard.writeText(byId("link").value).then(() => true, () => false));
  byId("link").select();
  byId("link-note").textContent = copied ? say("Copied.") : say("Couldn't copy. Select the link above and copy it yourself.");
}

function download(text, name) {
  const link = make("a", "", { download: name });
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000); // some browsers read it later
}

function downloadSource() {
  const game = byId("which").value;
  download(headed(editor.text, kind, game), kind === "game" ? "kesu-game.py" : `kesu-${game}-${kind}.py`);
}

// One line of JSON per game, as printed by the terminal.
function downloadResults() {
  download(games.lines.flat().map((line) => `${line}\n`).join(""), `kesu-${byId("which").value}-tournament.jsonl`);
}

function fillKept() {
  byId("kept").replaceChildren(...keptSources().map(({ name, text, kind: which, game }) => {
    const open = make("button", name, { type: "button", class: "link" });
    const forget = make("button", say("Delete"), { type: "button", "aria-label": say("Delete {name}", { name }) });
    open.addEventListener("click", () => (byId("keep-dialog").close(), take({ text, kind: which, game }, name)));
    forget.addEventListener("click", () => (forgetSource(name), fillKept(), byId("keep-name").focus()));
    const item = make("li");
    item.append(open, forget);
    return item;
  }));
}

function keep() {
  const name = byId("keep-name").value.trim();
  if (!name) return byId("keep-name").focus();
  const why = keepSource(name, headed(editor.text, kind, byId("which").value));
  byId("keep-note").textContent = why || say("Saved.");
  fillKept();
  fillStarts();
}

// Puts a source into its tab. One from outside, which has no name here, is marked as such and does not run.
async function take(source, name) {
  if (source.game) byId("which").value = source.game;
  await show(source.kind, source.text, name === undefined ? `${STRANGER} ${newId()}` : `kept ${name}`);
  showView("desk");
}

async function openFile(file) {
  try {
    await take(read(await file.text(), kind));
    byId("keep-dialog").close();
  } catch (error) {
    byId("keep-note").textContent = error.message;
  }
}

// Shows the source in the address, if any, without running it; returns whether there is one.
async function fromAddress() {
  if (!location.hash.startsWith(CODE)) return false;
  try {
    await take(await decoded(location.hash.slice(CODE.length)));
    history.replaceState(null, "", location.pathname + location.search); // a reload shows it as edited since
  } catch (error) {
    await show(kind);
    tellWhy(error.message);
  }
  return true;
}

// Reloading the page returns to the same tab.
function leave() {
  keepNow();
  attempt(() => sessionStorage.setItem(LEFT, JSON.stringify({ kind, address: location.search, game: byId("which").value })));
}

async function comeBack() {
  const left = attempt(() => JSON.parse(sessionStorage.getItem(LEFT)));
  if (!KINDS.includes(left?.kind) || !Object.hasOwn(about.games, left.game ?? "") || left.address !== location.search) return false;
  byId("which").value = left.game;
  await show(left.kind);
  return true;
}

function listen(name, act) {
  byId(name).addEventListener("click", act);
}

async function main() {
  const wanted = new URLSearchParams(location.search).get("game");
  byId("which").replaceChildren(...Object.entries(about.games).map(([name, { title }]) => make("option", title, { value: name })));
  byId("which").value = Object.hasOwn(about.games, wanted ?? "") ? wanted : Object.keys(about.games)[0];
  byId("back").href = `./?game=${byId("which").value}`;
  showView("desk");
  frame.start(byId("which").value);
  editor = await Editor.in(byId("editor"), edited);
  if (!(await fromAddress()) && !(await comeBack())) await show("rules");
  document.body.dataset.editor = "1";

  for (const [at, tab] of tabs.entries()) {
    tab.addEventListener("click", () => show(tab.dataset.kind));
    tab.addEventListener("keydown", ({ key }) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
      const next = step && tabs[(at + step + tabs.length) % tabs.length];
      next?.focus();
      next?.click();
    });
  }
  byId("which").addEventListener("change", () => {
    byId("back").href = `./?game=${byId("which").value}`;
    show(kind);
    frame.start(byId("which").value);
  });
  byId("start").addEventListener("change", () => {
    const { value } = byId("start");
    const own = keptSources().find(({ name }) => `own:${name}` === value);
    const draft = keptDrafts().find(({ id }) => `draft:${id}` === value);
    if (own) put(own.text, `kept ${own.name}`);
    else if (draft) put(draft.text, draft.owner);
    else if (value) begin(value);
  });
  listen("play", () => play("play"));
  listen("watch", () => play("watch"));
  listen("tournament", () => (showView("bench"), (byId("results").hidden = false), byId("run").focus()));
  listen("board", () => (byId("results").hidden = true));
  listen("run", run);
  listen("halt", () => (running(false), task++, frame.halt(), byId("results-file").hidden = !games.lines.flat().length));
  listen("stop", () => (running(false), delete document.body.dataset.ready, frame.start(byId("which").value)));
  listen("guide-open", () => byId("guide-dialog").showModal());
  listen("share", share);
  listen("copy", copy);
  listen("as-file", downloadSource);
  listen("results-file", downloadResults);
  listen("save", () => (fillKept(), (byId("keep-note").textContent = ""), byId("keep-dialog").showModal()));
  listen("keep-it", keep);
  byId("file").addEventListener("change", ({ target }) => target.files[0] && openFile(target.files[0]));
  addEventListener("hashchange", fromAddress);
  addEventListener("pagehide", leave);
  document.querySelector(".switch").addEventListener("click", ({ target }) => target.dataset.view && showView(target.dataset.view));
  byId("panel").addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.stopPropagation();
    play(kind === "player" ? "watch" : "play");
  }, true);
}

main().catch((error) => (byId("message").textContent = `${say("The editor could not be loaded. Please check your connection.")} ${error.message}`));
