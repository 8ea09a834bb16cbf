// The editor: CodeMirror, which PyScript ships for its own editor, loaded when the workshop opens. It is in a shadow
// root, where it uses adopted style sheets, because the page's policy allows no others.

import { about, make, root, say } from "./page.js";

const WORD = /[\w.]*/;

// PyScript's chunks export most names in minified form, but also each module's whole namespace.
async function codemirror() {
  const [setup, state, view, language, python, commands] = await Promise.all(
    ["setup", "state", "view", "language", "python", "commands"].map((part) => import(root + about.editor[part])),
  );
  const namespaceWith = (module, ...names) =>
    Object.values(module).find((value) => value && names.every((name) => name in Object(value)));
  const all = { ...setup, ...state, ...python, ...commands };
  Object.assign(all, namespaceWith(view, "Decoration", "keymap"),
    namespaceWith(language, "HighlightStyle", "syntaxHighlighting"));
  return { ...all, tags: namespaceWith(language, "keyword", "lineComment", "string") };
}

const LOOK = {
  "&": { height: "100%", backgroundColor: "var(--raised)", color: "var(--ink)", fontSize: "var(--small)" },
  "&.cm-focused": { outline: "3px solid var(--accent)", outlineOffset: "-3px" },
  ".cm-scroller": { fontFamily: 'ui-monospace, "SF Mono", Menlo, Consolas, monospace', lineHeight: "1.5" },
  ".cm-content": { caretColor: "var(--ink)" },
  "&.cm-focused .cm-cursor": { borderLeftColor: "var(--ink)", borderLeftWidth: "2px" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "color-mix(in srgb, var(--accent) 30%, transparent)",
  },
  ".cm-gutters": { backgroundColor: "var(--paper)", color: "var(--soft)", borderRight: "1px solid var(--line)" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "color-mix(in srgb, var(--accent) 8%, transparent)" },
  ".cm-wrong": { backgroundColor: "color-mix(in srgb, var(--wrong) 18%, transparent)" },
  ".cm-why": {
    padding: "4px 8px 4px 12px", border: "2px dashed var(--wrong)", backgroundColor: "var(--paper)",
    color: "var(--wrong)",
    fontFamily: "var(--font)", whiteSpace: "pre-wrap", overflowWrap: "anywhere", // in view, however long the lines are:
    position: "sticky", left: "48px", width: "max-content", maxWidth: "min(100vw - 100px, 560px)",
    boxSizing: "border-box",
  },
  ".cm-tooltip": { backgroundColor: "var(--raised)", border: "1px solid var(--line)", color: "var(--ink)" },
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": { backgroundColor: "var(--accent)", color: "var(--on-accent)" },
  ".cm-completionInfo": { maxWidth: "280px", fontFamily: "var(--font)" },
  ".cm-panels": { backgroundColor: "var(--paper)", color: "var(--ink)" },
  ".cm-matchingBracket, &.cm-focused .cm-matchingBracket": {
    backgroundColor: "color-mix(in srgb, var(--accent) 25%, transparent)",
  },
};

// Syntax colours, each readable on the editor's background in light and dark.
const colours = (tags) => [
  { tag: [tags.keyword, tags.operatorKeyword, tags.controlKeyword], color: "light-dark(#8a2f74, #e09aca)",
    fontWeight: "600" },
  { tag: [tags.string, tags.docString], color: "light-dark(#206a49, #7ccfae)" },
  { tag: [tags.number, tags.bool, tags.null], color: "light-dark(#8f4a08, #ecb26f)" },
  { tag: tags.comment, color: "var(--soft)", fontStyle: "italic" },
  { tag: [tags.definition(tags.variableName), tags.function(tags.variableName), tags.className],
    color: "light-dark(#2b5c95, #8ab4e8)" },
];

export class Editor {
  // Creates an editor in this place; `changed` is called when its text changes.
  static async in(place, changed) {
    return new Editor(await codemirror(), place, changed);
  }

  constructor(mirror, place, changed) {
    this.mirror = mirror;
    const shadow = place.attachShadow({ mode: "open", delegatesFocus: true });
    const { EditorView, StateEffect, StateField, Decoration } = mirror;
    this.mark = StateEffect.define();
    // Where the text comes from; undo and redo bring it back with the text.
    this.given = StateEffect.define();
    this.come = StateField.define({
      create: () => ({}),
      update: (origin, { effects }) => effects.find((effect) => effect.is(this.given))?.value ?? origin,
    });
    const givenBack = ({ effects, startState }) =>
      effects.some((effect) => effect.is(this.given)) ? [this.given.of(startState.field(this.come))] : [];
    const marks = StateField.define({
      create: () => Decoration.none,
      update: (now, { docChanged, effects }) => {
        for (const effect of effects) if (effect.is(this.mark)) return effect.value;
        return docChanged ? Decoration.none : now; // an edit clears the mark
      },
      provide: (field) => EditorView.decorations.from(field),
    });
    this.extensions = [
      mirror.basicSetup,
      mirror.python(),
      mirror.pythonLanguage.data.of({ autocomplete: completed }),
      mirror.syntaxHighlighting(mirror.HighlightStyle.define(colours(mirror.tags))),
      EditorView.theme(LOOK),
      EditorView.contentAttributes.of({ "aria-label": say("Python code"), tabindex: "0" }),
      EditorView.updateListener.of((update) => update.docChanged && changed()),
      marks,
      this.come,
      mirror.invertedEffects.of(givenBack),
    ];
    // Chromium may send "scroll" before it reports the letter that caused it, and CodeMirror then takes the letter with
    // the cursor still in front of it. After any earlier listener the browser reports what is pending.
    shadow.addEventListener("scroll", () => {}, true);
    this.view = new EditorView({ state: this.mirror.EditorState.create({ extensions: this.extensions }),
      parent: shadow, root: shadow });
  }

  get text() {
    return this.view.state.doc.toString();
  }

  // { owner, id, original }: whose text it is, the id of its draft, and the text as it came from elsewhere, if it did.
  get origin() {
    return this.view.state.field(this.come);
  }

  get owner() {
    return this.origin.owner;
  }

  // Shows a text and begins its undo history with it.
  open(text, origin) {
    const extensions = [...this.extensions, this.come.init(() => origin)];
    this.state = this.mirror.EditorState.create({ doc: text, extensions });
  }

  // The text with its history, to return to later.
  get state() {
    return this.view.state;
  }

  set state(state) {
    this.view.setState(state);
  }

  // Replaces the text by another, perhaps another owner's; undo brings the old one back.
  replace(text, origin) {
    this.view.dispatch({
      changes: { from: 0, to: this.view.state.doc.length, insert: text },
      effects: this.given.of(origin),
      annotations: this.mirror.isolateHistory.of("full"),
      selection: { anchor: 0 },
      scrollIntoView: true,
    });
  }

  focus() {
    this.view.focus();
  }

  // Selects a line.
  select(number) {
    const { from, to } = this.view.state.doc.line(number);
    const effects = this.mirror.EditorView.scrollIntoView(from, { y: "center" });
    this.view.dispatch({ selection: { anchor: from, head: to }, effects });
    this.focus();
  }

  // Marks a line with its error; line 0 removes the mark.
  point(line, why) {
    const { Decoration, WidgetType, EditorView } = this.mirror;
    const { doc } = this.view.state;
    let marks = Decoration.none;
    const effects = [];
    if (line >= 1 && line <= doc.lines) {
      const at = doc.line(line);
      class Why extends WidgetType {
        toDOM() { return make("div", why, { class: "cm-why" }); }
      }
      marks = Decoration.set([
        Decoration.line({ class: "cm-wrong" }).range(at.from),
        Decoration.widget({ widget: new Why(), block: true, side: 1 }).range(at.to),
      ]);
      effects.push(EditorView.scrollIntoView(at.from, { y: "center" }));
    }
    this.view.dispatch({ effects: [this.mark.of(marks), ...effects] });
  }
}

// Completes the names of Kesu's contract, next to CodeMirror's completion for Python.
function completed(context) {
  const word = context.matchBefore(WORD);
  if (!word || (word.from === word.to && !context.explicit)) return null;
  const dot = word.text.lastIndexOf(".");
  const owner = dot < 0 ? "" : word.text.slice(0, dot);
  const options = about.names.filter((name) => (name.of ?? "") === owner);
  return options.length ? { from: word.from + dot + 1, options, validFor: /^\w*$/ } : null;
}
