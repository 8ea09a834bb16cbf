"""The page inside the workshop's frame: runs the sources it is sent on the board, and reports the results."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from js import document, setTimeout, window
from pyodide.ffi import create_once_callable, create_proxy

from game import files
from game.bots import EFFORT, Advice
from game.contract import BadInput, Rules
from game.play.modes import Introduction, Mode
from game.rules import GAMES
from game.session import Session, Work, complete
from game.web.app import App
from game.web.platform import dom
from game.web.platform.dom import by_id, focus_board, make, put
from game.web.platform.loop import PausedWork
from game.web.routing.opener import draw_seed
from game.words import Translator
from game.workshop import limits
from game.workshop.limits import SourceError
from game.workshop.loading import load_in_steps
from game.workshop.modules import run
from game.workshop.players import Player, own

ACTIONS = frozenset(
    ("undo", "redo", "restart", "hint", "demo", "replay", "pause", "describe", "rules", "mute", "new", "again")
)
WATCHED = ("start", "play", "moves", "over", "score", "view")
"""The functions of foreign rules whose errors are reported to the page around."""

WARM_UP = "from dataclasses import dataclass\n\n\n@dataclass(frozen=True)\nclass State:\n    score: int = 0\n"
SLICE, PAUSE = 10.0, 50
"""Milliseconds of a game's trial in one slice, and of the pause after it for input and drawing."""

Report = Callable[[SourceError], object]


class ForeignGame(Mode):
    """A game with foreign rules or a foreign player: it is not kept, and cannot be shared from here."""

    actions = ACTIONS

    def __init__(self, translator: Translator, again: Callable[[], None]) -> None:
        """`again` begins another such game."""
        super().__init__(translator)
        self._again = again

    def takes(self, action: str) -> bool:
        if action in ("new", "again"):
            self._again()
        return action in ("new", "again")


class WatchedPlayer(ForeignGame):
    """A game in which a foreign player gives the hints and plays the demo."""

    def __init__(self, translator: Translator, again: Callable[[], None], player: Player) -> None:
        super().__init__(translator, again)
        self.bot = ForeignBot(player)


class ForeignBot:
    """Adapts a foreign player to the interface of a bot."""

    def __init__(self, player: Player) -> None:
        self._player = player

    def think(self, rules: Rules[Any], state: Any, effort: int = EFFORT, seed: int = 0) -> Iterator[Advice]:
        """Yields the player's next turn."""
        yield Advice(tuple(self._player(state)))


class WorkshopFrame:
    """Does what the page around asks for, one task at a time."""

    def __init__(self, app: App) -> None:
        self._app, self._task = app, 0
        self._work = PausedWork(SLICE, PAUSE)
        limits.report_lines(window.kesuLine)
        dom.on_fault.append(self._fault)
        window.kesuWork(create_proxy(dom.guarded(self._asked)))
        setTimeout(create_once_callable(dom.guarded(_warm_up)), PAUSE)

    def _asked(self, text: str) -> None:
        """Handles a message from the page around, which is trusted."""
        message = json.loads(text)
        self._task = message["task"]
        self._work.stop()
        try:
            {"play": self._play, "watch": self._watch}[message["do"]](message)
        except SourceError as error:
            self._failed(error)
        except BadInput as error:
            self._say("failed", line=0, problem=self._app.translator.error(error)[:400])

    def _play(self, message: dict[str, Any]) -> None:
        held, trial = load_in_steps(message["text"])
        rules = reporting(held, self._failed)

        def begin(*, begun: bool = True) -> None:
            self._show(rules, ForeignGame(self._app.translator, begin), begun=begun)

        _write_rules(rules)
        begin(begun=False)
        self._say("shown", title=rules.title[:100])
        self._work.begin(self._trying(trial))
        self._work.go_on()

    def _watch(self, message: dict[str, Any]) -> None:
        rules = GAMES[message["game"]]
        player = own(message["text"], rules)

        def begin() -> None:
            self._show(rules, WatchedPlayer(self._app.translator, begin, player), begun=True)
            if self._app.stage.game:
                self._app.stage.game.act("demo")

        begin()
        self._say("shown", title=rules.title[:100])

    def _show(self, rules: Rules[Any], mode: ForeignGame, *, begun: bool) -> None:
        session = Session(rules, complete(rules, {}, files.read), draw_seed(), files.read)
        self._app.stage.show(session, mode, Introduction(begun=begun))
        focus_board()

    def _trying(self, trial: Work[None]) -> Work[None]:
        """Goes on with the trial of the game on the board, and reports an error."""
        try:
            yield from trial
        except SourceError as error:
            self._fault(error)

    def _failed(self, error: SourceError) -> None:
        self._say("failed", line=error.line, problem=error.phrase(self._app.translator)[:400])
        if error.stopped:
            self._say("spent")

    def _fault(self, error: Exception) -> None:
        """Handles an unforeseen error, in the source or in Kesu itself."""
        if isinstance(error, SourceError):
            if self._app.stage.game:
                self._app.stage.game.halt()
            self._failed(error)
        else:
            self._app.error_report.caught(error)

    def _say(self, kind: str, **content: object) -> None:
        window.kesuTell(json.dumps({"is": kind, "task": self._task, **content}))


def reporting(rules: Rules[Any], report: Report) -> Rules[Any]:
    """Returns rules that also report their errors."""

    def reported(call: Callable[..., Any]) -> Callable[..., Any]:
        def run(*given: Any) -> Any:
            try:
                return call(*given)
            except SourceError as error:
                report(error)
                raise

        return run

    changed: dict[str, Any] = {name: reported(getattr(rules, name)) for name in WATCHED}
    return replace(rules, **changed)


def _warm_up() -> None:
    """Runs a source in advance, while no one is waiting, because the first one takes longer."""
    run(WARM_UP)


def _write_rules(rules: Rules[Any]) -> None:
    """Adds this game's rules to the sheet, where the build has put those of Kesu's own games."""
    how = by_id("how")
    for article in how.querySelectorAll("article[data-foreign]"):
        article.remove()
    if rules.name in GAMES:
        return
    article = make("article", data_rules=rules.name, data_foreign="1")
    put(article, make("h2", rules.title), *(make("p", text) for text in rules.how), make("table"))
    how.prepend(article)


def main(texts: str) -> None:
    """Starts the page in the frame, with the texts that were fetched with these modules."""
    app = App()
    app.translator.learn(json.loads(texts))
    app.store.blocked = False  # nothing is kept here anyway, so the player need not hear about it
    app.run()
    WorkshopFrame(app)
    document.body.dataset.bench = "1"
