// The desk: three tabs with a source in the editor, what each may start from, and the visitor's drafts.

import { SOURCE_KINDS } from "#constants";
import { headed } from "./code.js";
import { STRANGER, earlierDrafts, keepDraft, keptDrafts } from "./drafts.js";
import { Editor } from "./editor.js";
import { savedSources } from "./sources.js";
import { about, byId, make, root, say } from "./page.js";

const OURS = "ours"; // the owner of the build's sources and the visitor's; each of a stranger has a unique name
const TYPING_PAUSE = 500; // milliseconds without typing after which a draft is kept

const GUIDES = () => ({
  rules: say("These are the game's rules. Change one, then play it."),
  player: say(
    "A player is a function that picks a move, or one that scores boards. Watch it play, or let it play many games.",
  ),
  game: say("A whole game in under a hundred lines. Start from the template or from an example."),
});

// Where a draft is open: its tab and, but for whole games, its game.
const placeOf = ({ kind, game }) => (kind === "game" ? kind : `${kind} ${game}`);
const originalOf = (draft) => (draft?.untouched ? draft.text : "");
const newId = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), (number) => number.toString(36)).join("");

export class Desk {
  kind = "rules"; // the tab that is shown
  editor = null;
  #place = ""; // of the text in the editor
  #left = {}; // place → the editor's state when it was left
  #ran = new Set(); // owners whose source has run since the page was opened
  #loads = 0; // number of texts asked for so far
  #pause = 0; // the timer until the text is kept
  #changed = false; // whether the text has changed since it was kept or shown
  // id of a draft → { id, text }: where this tab keeps it now, and its text as last read or kept here
  #seen = new Map();
  tabs = SOURCE_KINDS.map((kind) => byId(`tab-${kind}`));

  async open() {
    this.editor = await Editor.in(byId("editor"), () => this.#edited());
  }

  get game() {
    return byId("which").value;
  }

  // The source with the header line that says what it is.
  get source() {
    return headed(this.editor.text, this.kind, this.game);
  }

  // Shows one of the three tabs as it was left, now or at an earlier visit. A new text may then replace what is in it.
  async show(kind, text, owner) {
    this.report("");
    this.keep();
    if (this.#place) this.#left[this.#place] = this.editor.state;
    const place = placeOf({ kind, game: this.game });
    [this.kind, this.#place] = [kind, place];
    this.#loads++; // a text that is still to come is not for this place
    this.#showTab();
    const draft = keptDrafts().find((one) => placeOf(one) === place);
    const known = this.#left[place];
    if (known) this.editor.state = known;
    else this.editor.open(draft?.text ?? "",
      { owner: draft?.owner ?? OURS, id: draft?.id ?? newId(), original: originalOf(draft) });
    if (draft && !known) this.#seen.set(draft.id, draft);
    this.#changed = false;
    this.fillStarts(); // before anything can be chosen from the list of another tab
    if (text !== undefined && (text !== this.editor.text || owner !== this.editor.owner)) this.#put(text, owner, text);
    else if (known || draft) this.#shown();
    else await this.#begin(this.#starts()[0].file, () => !this.editor.text); // text typed meanwhile stays
  }

  // Puts a source into its tab. One from outside, which has no name here, is marked as such and does not run.
  async take({ kind, game, text }, name) {
    if (game) byId("which").value = game;
    await this.show(kind, text, name === undefined ? `${STRANGER} ${newId()}` : `kept ${name}`);
  }

  // Starts from what was chosen in the list.
  start(value) {
    const own = savedSources().find(({ name }) => `own:${name}` === value);
    const draft = earlierDrafts().find(({ id }) => `draft:${id}` === value);
    if (own) this.#put(own.text, `kept ${own.name}`, own.text);
    else if (draft) this.#put(draft.text, draft.owner, originalOf(draft));
    else if (value) this.#startFrom(value);
  }

  fillStarts() {
    const options = this.#starts().map(({ name, file }) => make("option", name, { value: file }));
    const mine = savedSources().filter(({ kind }) => kind === this.kind);
    const drafts = earlierDrafts().filter((one) => placeOf(one) === this.#place && one.text !== this.editor.text);
    const time = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
    const groups = [
      [say("Your code"), mine.map(({ name }) => make("option", name, { value: `own:${name}` }))],
      [say("Earlier drafts"), drafts.map(({ id, at }) => make("option", time.format(at), { value: `draft:${id}` }))],
    ].filter(([, items]) => items.length);
    const lists = groups.map(([label, items]) => {
      const group = make("optgroup", "", { label });
      group.append(...items);
      return group;
    });
    byId("start").replaceChildren(make("option", say("Choose…"), { value: "" }), ...options, ...lists);
  }

  // Keeps a text that has changed here; one as shipped needs no keeping. What another tab has made of the same draft
  // since then stays as well, as a draft of its own.
  keep() {
    clearTimeout(this.#pause);
    const { text, origin } = this.editor;
    const [{ owner }, untouched] = [origin, text === origin.original];
    if (!this.#place || !this.#changed || (untouched && owner === OURS)) return;
    const seen = this.#seen.get(origin.id) ?? { id: origin.id };
    const known = keptDrafts().find(({ id }) => id === seen.id);
    const id = known && known.text !== seen.text ? newId() : seen.id;
    const [kind, game = ""] = this.#place.split(" ");
    const { kept, note } = keepDraft({ id, kind, game, owner, text, untouched, at: Date.now() });
    if (kept) this.#seen.set(origin.id, { id, text });
    this.#changed = !kept;
    if (note) this.report(note);
  }

  // Notes that the source runs, so that it no longer counts as unread.
  run() {
    this.#ran.add(this.editor.owner);
    this.#markOwner();
    this.keep();
  }

  // Shows a message, which may be about a line. One of `theirs`, which may say anything, stands inside a border of its
  // own.
  report(text, line = 0, theirs = false) {
    const [before, after] = line ? say("Line {line}: {problem}", { line, problem: "\n" }).split("\n") : ["", ""];
    const quoted = make("q", text, { class: "theirs", title: say("The code says this, not Kesu") });
    byId("message").replaceChildren(before, theirs && text ? quoted : text, after);
    byId("message").classList.toggle("wrong", line > 0);
    this.editor?.point(line, text);
  }

  #showTab() {
    for (const tab of this.tabs) {
      const chosen = tab.dataset.kind === this.kind;
      tab.setAttribute("aria-selected", String(chosen));
      tab.tabIndex = chosen ? 0 : -1;
    }
    byId("panel").setAttribute("aria-labelledby", `tab-${this.kind}`);
    byId("game-field").hidden = this.kind === "game";
    byId("play").hidden = this.kind === "player";
    byId("watch").hidden = byId("tournament").hidden = this.kind !== "player";
    if (this.kind !== "player") byId("results").hidden = true;
  }

  // The sources that the build ships for the current tab: [{ name, file }]; the visitor's own come after them.
  #starts() {
    const own = about.games[this.game];
    const shipped = { rules: [["", own.rules]], player: [["", own.player]], game: about.examples };
    const names = { rules: say("The game's own rules"), player: say("An example") };
    return shipped[this.kind].filter(([, file]) => file).map(([name, file]) =>
      ({ name: name || names[this.kind], file }));
  }

  // Starts from a source that the build ships, unless something is typed before it arrives.
  async #startFrom(file) {
    const { text } = this.editor;
    await this.#begin(file, () => this.editor.text === text);
    this.fillStarts(); // the same source can be chosen again
  }

  // Puts a source that the build ships into the editor, if it is still `wanted` when it arrives.
  async #begin(file, wanted = () => true) {
    const text = await this.#fetched(file);
    if (text && wanted()) this.#put(text, OURS, text);
  }

  // Fetches a source that the build ships; nothing if it cannot be had, or if another text is wanted by now.
  async #fetched(file) {
    const load = ++this.#loads;
    try {
      const answer = await fetch(root + file);
      if (!answer.ok) throw new Error(String(answer.status));
      const text = await answer.text();
      return load === this.#loads
        ? headed(text.replace(/\r\n?/g, "\n"), this.kind, this.kind === "game" ? "" : this.game) : "";
    } catch {
      if (load === this.#loads) this.report(say("This couldn't be loaded. Please check your connection."));
      return "";
    }
  }

  // Replaces the text in the editor. The one before is kept, and undo brings it back.
  #put(text, owner, original) {
    this.report("");
    this.keep();
    const origin = { owner, id: newId(), original };
    if (this.editor.text) this.editor.replace(text, origin);
    else this.editor.open(text, origin);
    this.#changed = true;
    this.#shown();
  }

  #shown() {
    this.keep();
    this.#fillGuide();
    this.fillStarts();
    this.#markOwner();
  }

  // Suggests a change to try, while the line to change is still in the rules.
  #fillGuide() {
    const [old, better] = about.games[this.game].change ?? [];
    const at = this.kind === "rules" ? this.editor.text.split("\n").indexOf(old) + 1 : 0;
    byId("guide").textContent = GUIDES()[this.kind];
    byId("try").hidden = !at;
    if (!at) return;
    const plain = (line) => line.replace(/ #.*/, "").trim();
    byId("try").textContent =
      say("For example, in line {line}: {old} → {new}", { line: at, old: plain(old), new: plain(better) });
    byId("try").onclick = () => this.editor.select(at);
  }

  // Says that a source came from outside, until it has run.
  #markOwner() {
    byId("foreign").hidden = !this.editor.owner.startsWith(STRANGER) || this.#ran.has(this.editor.owner);
  }

  #edited() {
    byId("message").textContent = "";
    this.#changed = true;
    clearTimeout(this.#pause);
    this.#pause = setTimeout(() => this.keep(), TYPING_PAUSE);
    this.#markOwner();
  }
}
