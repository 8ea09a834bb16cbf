"""Look back: certain blunders are named, luck is not, and the analysis can be paused after any slice."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

import numpy as np
import pytest

from game import files, rng
from game.bots import advise
from game.bots.judging import Cost, Judge, Why, judge_for
from game.bots.judging.futures import uniform
from game.bots.types import Words
from game.contract import BadInput
from game.kernel import frozen
from game.pieces import NINETEEN
from game.review.analysis import ENDED, NO_MOVES, Analysis, Mistake, PlayedTurn, played_turns
from game.review.evidence import cost_of_turn, interval, suspicious
from game.review.retry import Retry
from game.rules import GAMES, biquadris, biquadris_player, chain, duel, game, lines98, nineteen, push_clear
from game.rules.nineteen import spawned
from game.session import Session
from game.slices import finished
from game.words import P_, Translator
from tests import toy
from tools.samples.some_moves import midgame

RANDOM = rng.standard(1)


def cells(rows: Sequence[str], letters: str, height: int) -> Any:
    """Returns the lowest rows of a board as text."""
    board = [[letters.index(letter) for letter in row] for row in rows]
    return frozen(np.array([[0] * len(rows[0])] * (height - len(rows)) + board, np.int8))


def judged(name: str, state: Any, words: str) -> tuple[Cost, Why | None, Judge]:
    """Returns the cost of a move in a position, and the reason."""
    rules = game(name)
    judge, after = judge_for(rules), state
    for word in words.split(", "):
        after, _events = rules.play(after, word)
    spot = judge.spot(state, tuple(words.split(", ")), after)
    assert spot is not None
    assert finished(spot.glance()) is None
    cost = finished(cost_of_turn(spot, judge, 1 << 40)) if suspicious(spot, judge.DOUBT) > 0 else Cost(spot.played)
    return cost, spot.why(cost.better), judge


def push_clear_state(*rows: str) -> push_clear.State:
    return push_clear.State(cells(rows, push_clear.LETTERS, len(rows)), 0, 101, RANDOM)


def nineteen_state(piece: str, *rows: str) -> nineteen.State:
    board = cells(rows, nineteen.LETTERS, nineteen.ROWS)
    return nineteen.State(board, spawned(1 + NINETEEN.index(piece)), 5, 0, 0, RANDOM, None, False)


def test_nobody_expects_less_than_nothing() -> None:
    crowded = lines_state(*["123451234", "345123451", "512345123"] * 2, "123451234", "345123451", ".........")
    assert judge_for(game("lines98")).standing(crowded, 0) == 0.0


def lines_state(*rows: str) -> lines98.State:
    coming = ((70, 1), (72, 2), (80, 3))
    return lines98.State(cells(rows, lines98.LETTERS, 9), coming, 0, RANDOM, "line")


def chain_state(*rows: str) -> chain.State:
    board = cells(rows, chain.LETTERS, chain.ROWS)
    return chain.State(board, chain.Pair((1, 1)), ((2, 3), (4, 2)), RANDOM, 4)


WELL = ("ZZZZZZZZ.", "ZZZZZZZZ.", "ZZZZZZZZ.", "ZZZZZZZZ.")
FOUR = (
    "1111.....",
    "........7",
    "....1....",
    *(".......6.", "..5......", ".........", "4........", "........5", "3........"),
)
TALL = ("..r...", "..g...", "..b...", "..y...", "..r...", "..g...", "..b...", "..y...", "..r...", "..g...", "..b...")


def two_players(wide: tuple[str, ...]) -> biquadris.State:
    rules = game("biquadris")
    state: biquadris.State = Session(rules, {"startlevel": 2}, 3, files.read).state
    board = cells(wide, biquadris_player.LETTERS, biquadris_player.ROWS)
    numbers = np.where(board != 0, np.int32(1), np.int32(0))
    mover = replace(state.players[0], cells=board, numbers=frozen(numbers))
    mover = replace(mover, block=mover.block._replace(letter="I"))
    return replace(state, players=(mover, state.players[1]))


def duelling() -> duel.State:
    state: duel.State = game("duel").start({"colours": 4}, 3)
    player = state.players[0]
    field = replace(player.field, cells=cells(TALL, chain.LETTERS, chain.ROWS))
    return replace(state, players=(replace(player, field=field), state.players[1]))


NARROW = ("*X*#X.", "#X#XX.", "###.#.", "###X.#", "#.###X", "#@...#")

CERTAIN = {
    "push-clear": (push_clear_state(*NARROW), "up", "right"),
    "nineteen": (nineteen_state("I", *WELL), "drop", "right, right, right, right, drop"),
    "lines98": (lines_state(*FOUR), "move e3 i3", "move e3 e1"),
    "chain": (chain_state(*TALL), "drop", "left, left, drop"),
    "duel": (duelling(), "drop", "left, left, cw, drop"),
    "biquadris": (two_players(("ZZZZZZZZZZ.",) * 4), "7right, drop", "clockwise, 10right, drop"),
}
"""A position, a move that is certainly a blunder, and one that is not."""


@pytest.mark.parametrize("name", CERTAIN)
def test_certain_blunders_are_named_and_right_moves_are_not(name: str) -> None:
    state, blunder, right = CERTAIN[name]
    cost, why, judge = judged(name, state, blunder)
    assert cost.is_mistake(judge.MARGIN), cost
    assert why is not None and why.message.split("\0")[0].endswith(".")
    price = judge.price(cost)
    assert Translator()(price.message, **price.values).endswith(".") and 0 < cost.ahead <= cost.futures
    cost, _why, judge = judged(name, state, right)
    assert not cost.is_mistake(judge.MARGIN), cost


@pytest.mark.slow("a whole game is looked at")
@pytest.mark.parametrize("name", GAMES)
def test_bad_luck_is_not_called_a_mistake(name: str) -> None:
    """A bot's own game has hardly any mistakes, and those named are mistakes in other futures too. Below 5, the
    bots for two players err on purpose."""
    rules = GAMES[name]
    session = Session(rules, {}, 5, files.read)
    for _turn in range(8):
        for word in advise(rules, session.state, 5 if rules.seats == 2 else 4, 5).words:
            session.play(word)
    analysis = Analysis(session)
    analysis.finish()
    judge = analysis.judge
    for mistake in analysis.mistakes:
        turn = mistake.turn
        spot = judge.spot(turn.before, turn.words, turn.after)
        assert spot is not None
        finished(spot.glance())
        better = list(spot.turns).index(mistake.better)
        played, gained = finished(spot.tried([spot.played, better], range(1 << 50, (1 << 50) + 64), judge.DEPTH))
        assert (gained - played).mean() > judge.MARGIN
    assert len(analysis.mistakes) <= 1 or name == "lines98", "its bot looks at fewer moves than the judge"
    assert len(analysis.curve) == analysis.turns + rules.seats, "and where the game has come to"


@pytest.mark.native
@pytest.mark.parametrize("name", GAMES)
def test_every_turn_of_a_bot_is_among_those_compared(name: str) -> None:
    rules = GAMES[name]
    session, judge = Session(rules, {}, 7, files.read), judge_for(rules)
    for _turn in range(6):
        for word in advise(rules, session.state, 1, 5).words:
            session.play(word)
    found = [turn for turn in played_turns(session) if turn]
    assert sum(len(turn.words) for turn in found) == len(session.inputs)
    for turn in found:
        spot = judge.spot(turn.before, turn.words, turn.after)
        assert spot is not None and 0 <= spot.played < len(spot.turns)
        finished(spot.glance())
        assert len(spot.rough) == len(spot.turns)


@pytest.mark.parametrize("name", GAMES)
def test_futures_are_the_same_for_every_turn_and_independent_of_what_comes(name: str) -> None:
    rules = GAMES[name]
    judge = judge_for(rules)
    session = Session(rules, {}, 7, files.read)
    words = advise(rules, session.state, 1).words
    for word in words:
        session.play(word)
    before = rules.start(session.options, 7)

    def tried(which: Sequence[int], seeds: Sequence[int]) -> Any:
        spot = judge.spot(before, words, session.state)
        assert spot is not None
        finished(spot.glance())
        return finished(spot.tried(which, seeds, judge.DEPTH))

    both = tried([0, 1], [4, 5])
    assert both.shape == (2, 2) and both[1, 1] == pytest.approx(tried([1], [5])[0, 0])


@pytest.mark.native
def test_an_analysis_does_not_depend_on_its_slices() -> None:
    rules = GAMES["push-clear"]
    session = Session(rules, {}, 4)
    for word in ("left", "up", "right", "down", "left", "up", "left", "down", "right", "up"):
        session.play(word)
    one, other = Analysis(session), Analysis(session)
    one.finish()
    while not other.finished:
        list(islice(other.work, 3))
        assert 0 <= other.done <= 1
    assert [each.cost for each in one.mistakes] == [each.cost for each in other.mistakes]
    assert one.curve == other.curve


@pytest.mark.native
def test_the_costliest_mistake_comes_first() -> None:
    session = Session(GAMES["nineteen"], {"calm": True}, 7)
    while not session.over:
        session.play("drop")
    analysis = Analysis(session)
    analysis.finish()
    costs = [each.cost.mean for each in analysis.mistakes]
    assert costs == sorted(costs, reverse=True) and len(set(costs)) == 3
    assert [each.turn.at for each in analysis.mistakes] != sorted(each.turn.at for each in analysis.mistakes)
    assert len(analysis.lost) == analysis.turns and max(analysis.lost.values()) > 1


@pytest.mark.native
def test_a_move_that_ended_the_game_is_called_that() -> None:
    session = Session(GAMES["nineteen"], {"calm": True}, 1)
    while not session.over:
        session.play("drop")
    analysis = Analysis(session)
    analysis.finish()
    assert [each.turn.at for each in analysis.mistakes if each.why is ENDED] == [session.length - 1]


@pytest.mark.native
@pytest.mark.parametrize("name", GAMES)
def test_trying_again_judges_every_move(name: str) -> None:
    """Only the better move and the mistake itself were once recognised, and only until the computer had moved."""
    session = Session(GAMES[name], {}, 7, files.read)
    mistake, other = blunder(session)
    at, rules = mistake.turn.at, session.rules
    retry = Retry(session, mistake)
    assert retry.answer(session) is None, "nothing has been tried yet"
    for words in (mistake.turn.words, mistake.better, other):
        session.go(at)
        for word in words[:-1]:
            session.play(word)
        assert retry.answer(session) is None
        session.play(words[-1])
        assert retry.answer(session) == words
        kind = retry.found(words), retry.repeated(words)
        assert kind == (words is mistake.better, words is mistake.turn.words)
        spot, cost = finished(retry.judged(words))
        assert spot.turns[cost.better] == mistake.better, "the same as Look back has named"
        if rules.seats > 1:
            for word in advise(rules, session.state, 1).words:
                session.play(word)
            assert retry.answer(session) == words, "the other player's turn is no answer"
    for word in advise(rules, session.state, 1).words:
        session.play(word)
    assert retry.answer(session) is None, "the game goes on"
    assert retry.answer(Session(rules, {}, 7, files.read)) is None


def blunder(session: Session) -> tuple[Mistake, Words]:
    """Plays a poor turn after two good ones; returns it as a mistake, and another turn that is neither."""
    rules, judge = session.rules, judge_for(session.rules)
    for _turn in range(2 * rules.seats):
        for word in advise(rules, session.state, 4, 5).words:
            session.play(word)
    at, before = session.length, session.state
    for word in advise(rules, before, 4, 5).words:
        session.play(word)
    spot = judge.spot(before, tuple(session.inputs[at:]), session.state)
    assert spot is not None
    finished(spot.glance())
    order = [tuple(spot.turns[each]) for each in np.argsort(spot.rough, kind="stable")]
    worst, other, better = order[0], order[len(order) // 2], order[-1]
    session.go(at)
    for word in worst:
        session.play(word)
    turn = PlayedTurn(at, worst, rules.view(before).turn, before, session.state)
    session.go(at)
    return Mistake(turn, worst, better, Cost(0, 3.0, 2.0, 4.0, 16, 14, 2), None), other


def test_an_analysis_is_of_the_game_since_the_last_restart() -> None:
    """The curve once joined a game to the one before a restart."""
    session = Session(GAMES["chain"], {}, 4)
    for word in ("left", "drop", "right", "restart", "drop"):
        session.play(word)
    found = [turn for turn in played_turns(session) if turn]
    assert [(turn.at, turn.words) for turn in found] == [(4, ("drop",))]
    analysis = Analysis(session)
    analysis.finish()
    assert [point.at for point in analysis.curve] == [4, 5]
    session.play("restart")
    assert [turn.at for turn in played_turns(session) if turn] == [4], "just begun again: still the game that was left"


def test_only_restarts_are_nothing_to_look_back_on() -> None:
    session = Session(GAMES["chain"], {}, 4)
    session.play("restart")
    with pytest.raises(BadInput, match=NO_MOVES):
        Analysis(session)


@pytest.mark.native
def test_the_computers_turns_are_not_judged() -> None:
    rules = GAMES["duel"]
    session = Session(rules, {"computer": "1", "seat": 2}, 4)
    for word in ("drop", "drop", "left", "drop", "drop"):
        session.play(word)
    analysis = Analysis(session)
    analysis.finish()
    assert {point.seat for point in analysis.curve} == {0}
    assert analysis.curve[-1].at == session.length, "after the computer's turn, not before it"


@pytest.mark.native
@pytest.mark.parametrize(("name", "value"), [("push-clear", None), ("lines98", 0), ("chain", 0), ("nineteen", 0)])
def test_the_curve_ends_where_the_game_ended(name: str, value: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """The curve of a game of 34 points once ended at 90, with the points that were expected before the last move."""
    session = midgame(name, over=True)
    analysis = Analysis(session)
    monkeypatch.setattr(analysis.judge, "spot", lambda *_turn: None)
    analysis.finish()
    assert analysis.curve[-1].at == session.length
    assert analysis.curve[-1].value == (session.score if value is None else value)


def test_a_game_that_goes_on_has_a_curve_that_ends_where_it_is() -> None:
    session = Session(GAMES["nineteen"], {}, 7)
    for word in ("drop", "drop", "left"):
        session.play(word)
    analysis = Analysis(session)
    analysis.finish()
    assert [point.at for point in analysis.curve] == [0, 1, 2] and analysis.curve[0].value > analysis.curve[-1].value


@pytest.mark.parametrize(("limit", "said"), [("MOST_INPUTS", "for Look back$"), ("MOST_TURNS", "more than 1 turns")])
def test_too_long_a_game_says_so(limit: str, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A limit of inputs says nothing about turns."""
    monkeypatch.setattr(f"game.review.analysis.{limit}", 1)
    session = Session(GAMES["push-clear"], {}, 7)
    for word in ("left", "up", "left"):
        session.play(word)
    with pytest.raises(BadInput, match=said):
        Analysis(session).finish()


def test_a_game_without_a_judge_says_so() -> None:
    with pytest.raises(BadInput, match="has no Look back yet"):
        judge_for(toy.GAME)


def test_shares_depend_on_their_seed_alone() -> None:
    together, alone = uniform([3, 4], 5), uniform([4], 9)
    assert (together[1] == alone[0, :5]).all()
    many = uniform(range(100), 100)
    assert many.min() >= 0 and many.max() < 1 and abs(many.mean() - 0.5) < 0.01


@pytest.mark.parametrize(("least", "futures"), [(0.0, [8, 8, 16]), (2.0, [8, 8])])
def test_moves_that_surely_cost_less_are_dropped_early(least: float, futures: list[int]) -> None:
    asked = []

    class Costly:
        turns: Sequence[tuple[str, ...]] = (("good",), ("bad",))
        played, rough = 1, np.array([1.0, 0.0])

        def tried(self, which: Sequence[int], seeds: Sequence[int], depth: int) -> Any:
            asked.append(len(seeds))
            yield
            return uniform(seeds, len(which)).T + 1 - np.array(which)[:, None]

    spot: Any = Costly()
    cost = finished(cost_of_turn(spot, judge_for(GAMES["chain"]), 1, least=least))
    assert asked == futures and cost.is_mistake(0.3) == (least == 0)


def test_an_interval_excludes_zero_only_if_the_gain_is_certain() -> None:
    noise = uniform([1], 64)[0] - 0.5
    assert not interval(0, noise, 0.1).is_mistake(0.1)
    assert interval(0, noise + 1, 0.1).is_mistake(0.1)
    assert interval(0, np.full(16, 1.0), 0.1).low < 1.0, "sixteen futures that agree are not every future"


def test_a_coin_toss_is_no_mistake() -> None:
    """A push that cleared two lines was once the biggest mistake of a game: the other one came out ahead in 18 of 32
    futures, by far."""
    assert not interval(0, np.array([60.0] * 18 + [-2.0] * 14), 0.5).is_mistake(0.5)
    assert interval(0, np.array([60.0] * 22 + [-2.0] * 10), 0.5).is_mistake(0.5)
    assert interval(0, np.array([60.0] * 12 + [0.0] * 20), 0.5).is_mistake(0.5), "draws say nothing"


def test_a_cost_claims_no_more_than_was_measured() -> None:
    """A game of 22 points once had a move that cost "about 13.0 points"."""
    assert Cost(1, 13.04, 12.2, 13.9, 16).rounded == 13
    assert Cost(1, futures=64, ahead=33).mostly_ahead and not Cost(1, futures=64, ahead=32).mostly_ahead
    assert Cost(1, 13.04, 7.0, 19.0, 16).rounded == 15, "to fives"
    assert Cost(1, 43.0, 20.0, 66.0, 16).rounded == 40, "to tens"
    assert Cost(1, 3.0, -9.0, 15.0, 16).rounded == 3, "a cost is not rounded away"
    judge = judge_for(game("push-clear"))
    price = judge.price(Cost(1, 13.04, 12.2, 13.9, 16))
    assert "about 13 more points" in Translator()(price.message, **price.values)
    price = judge_for(game("nineteen")).price(Cost(1, 0.31, 0.26, 0.36, 64))
    assert "a little lower" in price.message
    chance = judge_for(game("duel")).price(Cost(1, 0.13, 0.05, 0.21, 16, values=(0.624, 0.494)))
    assert (chance.values["better"], chance.values["played"]) == ("60%", "50%")
    sure = judge_for(game("duel")).price(Cost(1, 0.13, 0.12, 0.14, 16, values=(0.624, 0.494)))
    assert (sure.values["better"], sure.values["played"]) == ("62%", "49%")


def test_reasons_for_a_push_are_true() -> None:
    """Reasons once named "better places" that nothing had checked. Here each reason is checked by playing the moves."""
    chance, said = random.Random(3), Counter[str]()
    rules = game("push-clear")
    judge = judge_for(rules)
    for seed in range(12):
        session = Session(rules, {}, seed)
        for _ in range(40):
            if session.over:
                break
            word, before = chance.choice(session.moves), session.state
            session.play(word)
            spot = judge.SPOT(before, (word,), session.state)
            for number, (better,) in enumerate(spot.turns):
                why = spot.why(number)
                if why is None or number == spot.played:
                    continue
                said[why.message] += 1
                one, other = (push_clear.step(before, each)[0] for each in (better, word))
                assert PUSH_REASONS[why.message](before, one, other), (why, better, word)
    assert set(said) == set(PUSH_REASONS)


def lines_full(before: Any, after: Any) -> bool:
    """Returns whether the step from one state to the other has turned a line of boxes into points."""
    words = [each for each in push_clear.moves(before)
             if push_clear.step(before, each)[0].cells.tobytes() == after.cells.tobytes()]  # fmt: skip
    return bool(push_clear.clear(push_clear.push(before.cells, words[0])[0])[1].any())


def next_steps(state: Any) -> list[Any]:
    return [push_clear.step(state, each)[0] for each in push_clear.moves(state)]


def lacking(state: Any) -> int:
    """Returns the fewest cells without a box in any row or column."""
    lines = [*state.cells.tolist(), *state.cells.T.tolist()]
    return min(sum(cell < push_clear.BOX for cell in line) for line in lines)


def reach(state: Any) -> int:
    """Returns the most points that a step from a state collects."""
    return max([0, *(after.score - state.score for after in next_steps(state))])


PUSH_REASONS: dict[str, Callable[[Any, Any, Any], bool]] = {
    "The better move would have completed a line.": lambda before, one, other: (
        lines_full(before, one) and not lines_full(before, other)
    ),
    "The better move would have collected more points right away: {points}, not {less}.": lambda before, one, other: (
        one.score > other.score > before.score
    ),
    P_(
        "The better move would have collected {count} point right away.",
        "The better move would have collected {count} points right away.",
    ): lambda before, one, other: one.score > other.score == before.score,
    P_(
        "After the better move, your next move could have collected {count} point.",
        "After the better move, your next move could have collected {count} points.",
    ): lambda _b, one, other: reach(one) > reach(other) == 0,
    "The better move would have left you one push away from a full line.": lambda _before, one, _other: any(
        lines_full(one, after) for after in next_steps(one)
    ),
    "After the better move, your next move could have collected {points} points, not {less}.": lambda _b, one, other: (
        reach(one) > reach(other) > 0
    ),
    "Your move left only one direction open.": lambda _before, _one, other: len(push_clear.moves(other)) == 1,
    "After the better move, the fullest line would have lacked fewer boxes: {less}, not {more}.": (
        lambda _before, one, other: lacking(one) < lacking(other)
    ),
}
