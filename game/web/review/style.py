"""The style of Look back, which comes with it: the page's own style sheet is part of every visit."""

from __future__ import annotations

from js import CSSStyleSheet, document

SHEET = """
#review { width: min(760px, calc(100vw - 16px)); }
#review h3 { margin: 0; font-size: var(--middle); }
#review progress { width: 100%; height: 12px; accent-color: var(--accent); }
#review figure { margin: 0; }
#review ol { list-style: none; margin: 0; padding: 0; display: grid; gap: calc(3 * var(--gap)); }
#review li { display: flex; flex-wrap: wrap; gap: calc(3 * var(--gap)); border-top: 1px solid var(--line);
  padding-top: calc(2 * var(--gap)); scroll-margin-top: 64px; }
#review .review-head { flex: 1 0 100%; display: flex; align-items: baseline; justify-content: space-between;
  gap: calc(2 * var(--gap)); margin-block: calc(-2 * var(--gap)); }
#review .review-head button { flex: none; max-width: 50%; padding: 0 var(--gap); border: 0; background: none;
  color: var(--accent); font-size: var(--small); text-decoration: underline; }
#review li > div:last-child { flex: 1 1 240px; display: grid; gap: var(--gap); align-content: start; }
#review li p { margin: 0; }
#review .review-all { display: flex; flex-direction: column; gap: calc(3 * var(--gap)); }
#review .row { justify-content: flex-start; }
#review .review-all > .row { justify-content: flex-end; }
#review .review-table { max-height: 220px; overflow: auto; }
#review .review-pictures { flex: 0 0 auto; display: grid; gap: var(--gap); justify-items: center; margin-inline: auto; }
#review .review-boards { display: flex; gap: calc(3 * var(--gap)); justify-content: center;
  align-items: center; min-width: 220px; min-height: 220px; }
#review .review-board { position: relative; width: fit-content; margin-inline: auto; }
#review .review-board canvas { display: block; }
#review .review-caption:empty { display: none; }
#review .review-caption { text-align: center; font-size: var(--small); }
#review .review-steps { display: flex; align-items: center; justify-content: center; gap: calc(2 * var(--gap)); }
#review .review-steps > :is(:first-child, :last-child) { font-size: var(--large); line-height: 1; }
#review .review-when { min-width: 9em; text-align: center; font-size: var(--small); }
#review .review-said { min-height: 2.6em; font-size: var(--small); line-height: 1.3; max-width: 290px; }
#review .review-said span { display: inline-block; margin-left: 0.7em; white-space: nowrap; }
#review figure p:not(.message) { font-size: var(--small); }
#review li:has(.review-said:not([hidden])) .review-sure { display: none; }
#review .review-sure { font-size: var(--small); color: var(--soft); }
.review-chart { display: block; width: 100%; max-width: 520px; height: auto; margin-inline: auto; }
.review-line { fill: none; stroke: var(--accent); stroke-width: 2; stroke-linejoin: round; stroke-linecap: round; }
.review-fall { fill: var(--accent); opacity: 0.14; }
.review-ground { fill: none; stroke: var(--line); stroke-width: 1; }
.review-axis { fill: var(--soft); font: 11px sans-serif; }
.review-mark { fill: var(--raised); stroke: var(--ink); stroke-width: 2; }
.review-stem { fill: none; stroke: var(--ink); stroke-width: 1.5; }
.review-number { fill: var(--ink); font: 700 11px sans-serif; }
.review-marks { position: absolute; inset: 0; width: 100%; height: 100%; overflow: visible; pointer-events: none; }
.review-marks > path { fill: none; stroke-linecap: round; stroke-linejoin: round; }
.review-halo { stroke: var(--paper); stroke-width: 0.26; opacity: 0.85; }
.review-better, .review-played, .review-differs { stroke: var(--ink); stroke-width: 0.11; }
.review-played { stroke-dasharray: 0.01 0.24; stroke-width: 0.14; }
.review-badge circle { fill: var(--paper); stroke: var(--ink); stroke-width: 0.06; }
.review-badge path { fill: none; stroke: var(--ink); stroke-width: 0.1; stroke-linecap: round; stroke-linejoin: round; }
.review-sign { width: 1.15em; height: 1.15em; margin-right: 0.4em; vertical-align: -0.2em; }
"""


def apply() -> None:
    """Adds the style to the page."""
    sheet = CSSStyleSheet.new()
    sheet.replaceSync(SHEET)
    document.adoptedStyleSheets.push(sheet)
