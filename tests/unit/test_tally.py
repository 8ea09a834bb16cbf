"""A game's feats besides its score: the largest of each, on people's boards only."""

from __future__ import annotations

import pytest

from game.contract import Completed, Figure, Locked, Vanished
from game.rules import GAMES, game
from game.session import RESTART, Session, finished
from game.session.tally import FigureTally, feats
from tools.samples.some_moves import midgame


def test_figures_count_the_largest_or_the_sum() -> None:
    both = (Figure("all", lambda _event: 2), Figure("most", lambda event: getattr(event, "link", 0), largest=True))
    tally = FigureTally(both, 0)
    tally.add([Vanished((), 3), Vanished((), 1), Vanished((), 9, board=1)])
    assert tally.figures(5) == {"all": 4, "most": 3}


LINK = Vanished((("r", (0, 0)), ("r", (0, 1)), ("r", (0, 2)), ("r", (0, 3)), ("r", (0, 4))), 3)
ROWS = Completed(((0, 0), (1, 0)), 2)


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("chain", {"longest chain": 3}),
        ("duel", {"longest chain": 3}),
        ("nineteen", {"rows": 2, "most rows at once": 2}),
        ("biquadris", {"rows": 2, "most rows at once": 2}),
        ("lines98", {"balls": 5, "n(n-4)": 5}),
    ],
)
def test_each_figure_counts_its_own_events(name: str, counts: dict[str, int]) -> None:
    tally = FigureTally(game(name).figures, 0)
    tally.add([Locked(())])
    assert not any(tally.counts.values())
    tally.add([LINK, ROWS])
    assert tally.counts == counts


def test_the_tally_of_a_replayed_game_has_its_longest_chain() -> None:
    session = midgame("chain", over=True)
    found = finished(feats(session))
    state, longest = session.rules.start(session.options, session.seed), 0
    for word in session.inputs:
        state, events = session.rules.play(state, word)
        longest = max([longest, *(event.link for event in events if isinstance(event, Vanished))])
    assert found == {"longest chain": longest} and longest > 0


def test_events_before_a_restart_do_not_count() -> None:
    whole = midgame("chain", over=True)
    session = Session(whole.rules, whole.options, whole.seed)
    for word in (*whole.inputs, RESTART, *whole.inputs[:3]):
        session.play(word)
    assert finished(feats(whole)) and not finished(feats(session))


@pytest.mark.parametrize("name", GAMES)
def test_every_game_can_be_counted(name: str) -> None:
    session = midgame(name)
    largest = {figure.name for figure in game(name).figures if figure.largest}
    assert set(finished(feats(session))) <= largest
