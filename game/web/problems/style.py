"""The style of problems, which comes with them: the page's own style sheet is part of every visit."""

from __future__ import annotations

from js import CSSStyleSheet, document

SHEET = """
#problems, #composer { width: min(560px, calc(100vw - 16px)); }
.problem-rating { display: flex; flex-wrap: wrap; align-items: center; gap: calc(2 * var(--gap)); margin: 0; }
.problem-rating svg { width: 160px; height: 40px; }
.problem-rating path { fill: none; stroke: var(--accent); stroke-width: 2; }
#problems .problem-grid { display: grid; grid-template-columns: repeat(auto-fill, minmax(84px, 1fr)); gap: var(--gap); }
#problems .problem-grid button { display: flex; flex-direction: column; align-items: center; padding: var(--gap) 0; }
#problems .problem-picture { display: grid; place-items: center; height: 76px; }
#problems .problem-grid small { font-size: 0.75rem; font-weight: 400; line-height: 1.2; text-wrap: balance;
  word-break: normal; }
#problems .problem-grid .solved { border-color: var(--accent); color: var(--accent); }
#problems .problem-grid .failed { opacity: .6; }
#problems .row { justify-content: flex-start; }
dialog .problem-choice { display: flex; flex-wrap: wrap; gap: calc(2 * var(--gap)); }
dialog .problem-choice label { flex: 1 1 220px; min-width: 0; }
dialog .problem-choice label + label { flex-basis: 90px; }
dialog .problem-choice select { width: 100%; padding-inline: var(--gap); }
#composer .brushes { display: flex; flex-wrap: wrap; gap: var(--gap); }
#composer .brushes button { display: flex; align-items: center; gap: var(--gap); min-width: 44px; padding: 4px; }
#composer .brushes canvas:only-child { width: 34px; height: 34px; }
#composer .comes { display: grid; gap: calc(2 * var(--gap)); }
#composer .composer-board { display: flex; justify-content: center; }
#composer .composer-board canvas { touch-action: none; }
#composer textarea { font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
#composer summary { line-height: 44px; color: var(--accent); cursor: pointer; }
#composer .row { justify-content: flex-start; }
body[data-problem] :is([data-action="replay"], [data-action="review"], [data-action="new"], [data-action="film"]),
body[data-problem] .editor { display: none; }
"""


def mark(*, shown: bool) -> None:
    """Notes on the page whether a problem is open."""
    document.body.toggleAttribute("data-problem", shown)


def apply() -> None:
    """Adds the style to the page."""
    sheet = CSSStyleSheet.new()
    sheet.replaceSync(SHEET)
    document.adoptedStyleSheets.push(sheet)
