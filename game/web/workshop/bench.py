"""The page inside the workshop's frame: it shows what it is given on the board, and tells how that went."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from js import document, window
from pyodide.ffi import create_proxy

from game.contract import BadInput, Rules
from game.rules import GAMES
from game.session import Session, complete
from game.web import dom
from game.web.app import App, focus_main
from game.web.dom import by_id, make, put
from game.web.game.occasion import Own
from game.web.opener import draw_seed
from game.workshop.limits import SourceError
from game.workshop.loading import load
from game.workshop.players import own

ACTIONS = frozenset(
    ("undo", "redo", "restart", "hint", "demo", "replay", "pause", "describe", "rules", "mute", "new", "again")
)
WATCHED = ("start", "play", "moves", "over", "score", "view")
"""The functions of foreign rules whose errors are told to the page around."""

Tell = Callable[[SourceError], object]


class Foreign(Own):
    """A game by foreign rules or with a foreign player: nothing of it is kept, and it is not shared from here."""

    guest = False
    kept = False
    actions = ACTIONS


class BenchPage(App):
    """The page, with games that are begun again as what they are."""

    def _start_new(self, rules: Rules[Any], options: dict[str, Any], seed: int | None) -> None:
        self.show(Session(rules, complete(rules, options), seed), Foreign(self.translator), begun=True)


class Bench:
    """Does what the page around asks for, one thing at a time."""

    def __init__(self, app: App) -> None:
        self._app, self._task = app, 0
        dom.on_fault.append(self._fault)
        window.kesuWork(create_proxy(dom.guarded(self._asked)))

    def _asked(self, text: str) -> None:
        """A message from the page around, which is ours."""
        message = json.loads(text)
        self._task = message["task"]
        acts = {"play": self._play, "watch": self._watch}
        try:
            acts[message["do"]](message)
        except SourceError as error:
            self._failed(error)
        except BadInput as error:
            self._say("failed", line=0, problem=self._app.translator.error(error)[:400])

    def _play(self, message: dict[str, Any]) -> None:
        rules = told(load(message["text"]), self._failed)
        self._show(rules)

    def _watch(self, message: dict[str, Any]) -> None:
        rules = GAMES[message["game"]]
        own(message["text"], rules)
        self._show(rules)

    def _show(self, rules: Rules[Any]) -> None:
        app = self._app
        _write_rules(rules)
        app.show(Session(rules, complete(rules, {}), draw_seed()), Foreign(app.translator))
        focus_main()
        self._say("shown", title=rules.title[:100])

    def _failed(self, error: SourceError) -> None:
        self._say("failed", line=error.line, problem=error.problem[:400])

    def _fault(self, error: Exception) -> None:
        """An error that nobody expected: of the source, or else of ours."""
        if isinstance(error, SourceError):
            self._failed(error)
        else:
            self._app.error_report.caught(error)

    def _say(self, kind: str, **content: object) -> None:
        window.kesuTell(json.dumps({"is": kind, "task": self._task, **content}))


def told(rules: Rules[Any], tell: Tell) -> Rules[Any]:
    """The same rules; their errors are also told."""

    def telling(call: Callable[..., Any]) -> Callable[..., Any]:
        def run(*given: Any) -> Any:
            try:
                return call(*given)
            except SourceError as error:
                tell(error)
                raise

        return run

    return replace(rules, **{name: telling(getattr(rules, name)) for name in WATCHED})


def _write_rules(rules: Rules[Any]) -> None:
    """A place for the rules of this game in the sheet, as the build makes one for each of ours."""
    how = by_id("how")
    for article in how.querySelectorAll("article[data-foreign]"):
        article.remove()
    if rules.name in GAMES:
        return
    article = make("article", data_rules=rules.name, data_foreign="1")
    put(article, make("h2", rules.title), *(make("p", text) for text in rules.how), make("table"))
    how.prepend(article)


def main(texts: str) -> None:
    """Starts the page in the frame, with the texts that came with these modules."""
    app = BenchPage()
    app.translator.learn(json.loads(texts))
    app.run()
    Bench(app)
    document.body.dataset.bench = "1"
