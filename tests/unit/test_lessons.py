"""Lessons: whatever the player does in a step, the coach's comment on it is true, and the way shown completes it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import pytest

from game import files
from game.contract import (
    Appeared,
    Changed,
    Completed,
    Event,
    Fell,
    Lesson,
    Locked,
    Moved,
    Role,
    Rules,
    Scored,
    Vanished,
    Walked,
)
from game.rules import GAMES, push_clear
from game.session import Session
from tests.toy import GAME as TOY

LESSONS = [(name, number) for name, rules in GAMES.items() for number in range(len(rules.lessons))]
STEERING = {
    Role.LEFT, Role.RIGHT, Role.UP, Role.DOWN, Role.ROTATE, Role.ROTATE_BACK, Role.SOFT_DROP, Role.DROP, Role.MOVE,
    Role.CHOICE,
}  # fmt: skip
"""What players do with a board; changing the level is left out, which no lesson is about."""


class Step(NamedTuple):
    """A word that was played, with the state before and after it."""

    before: Any
    word: str
    events: Sequence[Event]
    after: Any


def started(name: str, lesson: Lesson) -> Session:
    """Returns a lesson's board as the player finds it."""
    session = Session(GAMES[name], lesson.options, lesson.seed, files.read)
    for word in lesson.unseen:
        assert session.play(word), (word, "changes nothing")
    return session


def test_a_direction_that_a_lesson_offers_is_free() -> None:
    """Where every turn completes a step, the coach lists all directions."""
    rules = GAMES["push-clear"]
    assert set(started("push-clear", rules.lessons[0]).moves) == set(push_clear.DIRECTIONS)


def ended(lesson: Lesson, step: Step) -> bool:
    return any(map(lesson.turn_ends, step.events))


def reached(lesson: Lesson, step: Step) -> bool:
    return any(map(lesson.reached, step.events))


def turns(rules: Rules[Any], lesson: Lesson, state: Any) -> Iterator[Step]:
    """Yields every way to end one turn, or to complete the lesson: its last step. A piece is steered to each place
    once.
    """
    waiting, seen = [state], set()
    while waiting:
        before = waiting.pop()
        view = rules.view(before)
        for word in view.choices or [word for word in rules.moves(before) if rules.role(word) in STEERING]:
            after, events = rules.play(before, word)
            step = Step(before, word, events, after)
            if ended(lesson, step) or reached(lesson, step):
                yield step
                continue
            board = rules.view(after).boards[view.turn]
            if (board.rows, board.piece) not in seen and after is not before:
                seen.add((board.rows, board.piece))
                waiting.append(after)


def outcomes(rules: Rules[Any], lesson: Lesson, state: Any, left: int) -> Iterator[tuple[str, Step]]:
    """Yields what the coach says after every way to play the lesson, with the last step of that way."""
    for step in turns(rules, lesson, state):
        if reached(lesson, step):
            yield lesson.praise, step
        elif left > 1 and not rules.over(step.after):
            yield from outcomes(rules, lesson, step.after, left - 1)
        else:
            yield lesson.missed, step


# What the coach's sentences claim.

Claim = Callable[[Rules[Any], Step], bool]


def happened(step: Step, kind: type[Event]) -> list[Any]:
    return [event for event in step.events if isinstance(event, kind)]


def rows(rules: Rules[Any], state: Any, board: int = 0) -> tuple[str, ...]:
    return rules.view(state).boards[board].rows


def links(step: Step) -> int:
    return max((event.link for event in happened(step, Vanished)), default=0)


def pushed_against(step: Step) -> str:
    """Returns what stops the player, and the boxes that are packed ahead: a letter, or nothing for the wall."""
    (moved,) = happened(step, Moved)
    _symbol, (r, c), (row, column) = moved.steps[-1]
    down, right = ((row > r) - (row < r), (column > c) - (column < c))
    board = push_clear.GAME.view(step.before).boards[0].rows
    packed = {end for _symbol, _start, end in moved.steps[:-1]}
    row, column = row + down, column + right
    while 0 <= row < len(board) and 0 <= column < len(board):
        if (row, column) not in packed and board[row][column] != "#":
            return board[row][column]
        row, column = row + down, column + right
    return ""


def nothing_floats(rules: Rules[Any], step: Step) -> bool:
    """Returns whether what has locked rests on the floor or on something."""
    (locked,) = happened(step, Locked)
    cells = {cell for _symbol, cell in locked.cells}
    board = rows(rules, step.after, locked.board)
    taken = {(r, c) for r, line in enumerate(board) for c, letter in enumerate(line) if letter != "."}
    fell = {end for event in happened(step, Moved) for _symbol, _start, end in event.steps}
    return all(r + 1 == len(board) or (r + 1, c) in taken | cells for r, c in fell or cells)


def passed(rules: Rules[Any], step: Step) -> bool:
    return rules.view(step.after).turn != rules.view(step.before).turn and not rules.over(step.after)


def grew(rules: Rules[Any], step: Step) -> bool:
    """Returns whether three balls appeared, where the small ones were unless the moved ball took the place."""
    appeared = [mark for event in happened(step, Appeared) for mark in event.cells]
    coming = rules.view(step.before).boards[0].coming
    (walked,) = happened(step, Walked)
    moved_to = walked.path[-1]
    return len(appeared) == 3 and all(
        new == old or old[1] == moved_to for new, old in zip(appeared, coming, strict=True)
    )


def lined(step: Step, *, diagonal: bool) -> bool:
    """Returns whether what vanished is one line of five or more, and nothing appeared."""
    (gone,) = happened(step, Vanished)
    cells = [cell for _symbol, cell in gone.cells]
    straight = len({r for r, _c in cells}) == 1 or len({c for _r, c in cells}) == 1
    slanted = len({r + c for r, c in cells}) == 1 or len({r - c for r, c in cells}) == 1
    return len(cells) >= 5 and (slanted if diagonal else straight) and not happened(step, Appeared)


def sends(rules: Rules[Any], step: Step) -> bool:
    seat = rules.view(step.before).turn
    before, after = (rules.view(state).fields["pending"] for state in (step.before, step.after))
    return links(step) == 2 and bool(after[1 - seat] > before[1 - seat])


def falls(rules: Rules[Any], step: Step) -> bool:
    return any(isinstance(event, Fell) for event in step.events) and not happened(step, Vanished)


CLAIMS: dict[str, Claim] = {
    # Push and Clear
    "You pushed every box in your way against the wall. A new box comes after every push.": lambda _rules, step: (
        len(happened(step, Moved)[0].steps) >= 2 and bool(happened(step, Appeared)) and pushed_against(step) == ""
    ),
    "A full line turns into points.": lambda _rules, step: (
        {cell for mark in happened(step, Changed) for _symbol, cell in mark.cells}
        == {cell for event in happened(step, Completed) for cell in event.cells}
    ),
    "The column at the right is not full yet.": lambda rules, step: any(
        line[-1] in ".@" for line in rows(rules, step.after)
    ),
    "Each adds a point to your score and stays until you collect it or a new box lands on it.": (
        lambda rules, step: (
            sum(len(event.cells) for event in happened(step, Vanished))
            == rules.score(step.after) - rules.score(step.before)
        )
    ),
    "You did not pass over a point.": lambda rules, step: rules.score(step.after) == rules.score(step.before) == 0,
    "A fixed box stops you like a wall. Only a full line removes it.": lambda _r, step: pushed_against(step) == "X",
    "You did not push against the box with rivets.": lambda _rules, step: pushed_against(step) != "X",
    # Chain
    "Each block falls on its own until something holds it.": nothing_floats,
    "Four or more of one colour that touch at their sides vanish.": lambda _rules, step: (
        len(happened(step, Vanished)[0].cells) >= 4
    ),
    "Fewer than four of one colour touch at their sides.": lambda _rules, step: links(step) == 0,
    "A chain of two! Every further link scores far more than the one before.": lambda _rules, step: links(step) == 2,
    "Two fours must vanish, one after the other.": lambda _rules, step: links(step) < 2,
    # Nineteen
    "The outline shows where a piece will land.": lambda rules, step: (
        set(happened(step, Locked)[0].cells) == set(rules.view(step.before).boards[0].ghost)
    ),
    "A full row vanishes, and everything above it comes down.": lambda rules, step: (
        bool(happened(step, Fell)) and not any("." not in line for line in rows(rules, step.after))
    ),
    "The bottom row still has a gap.": lambda rules, step: "." in rows(rules, step.after)[-1],
    "Several rows at once score far more than one at a time.": lambda _rules, step: (
        happened(step, Completed)[0].lines >= 2
    ),
    "Both rows must be full at the same time.": lambda _rules, step: all(
        event.lines < 2 for event in happened(step, Completed)
    ),
    # Lines
    "Three new balls appear after each move. The small ones show where, unless you take their place.": grew,
    "Five in a line vanish, and no new balls appear that turn.": lambda _rules, step: lined(step, diagonal=False),
    "A line can run in any of the eight directions. The more balls in it, the more it scores.": lambda _rules, step: (
        lined(step, diagonal=True)
    ),
    "Five balls of one colour must be next to each other in a line.": lambda _rules, step: not happened(step, Vanished),
    # Biquadris
    "Now it is the other player's turn. Nothing falls by itself.": passed,
    "Two rows or more at once earn you a special action against the other player.": lambda rules, step: bool(
        rules.view(step.after).choices
    ),
    "The other player must live with it until their next drop. A player with no room for the next block loses.": passed,
    # Duel
    "Now it is the other player's turn. Nothing falls by itself, and both get the same pairs.": passed,
    "Four or more of one colour vanish and score.": lambda rules, step: (
        len(happened(step, Vanished)[0].cells) >= 4 and bool(happened(step, Scored))
    ),
    "The points of a chain send garbage to the other board. A long one buries it.": sends,
    "It falls if your drop clears nothing. If blocks vanish, it waits; chains cancel it.": falls,
}
"""Whether each sentence is true of the step after which it is said."""


def test_every_game_has_at_least_three_lessons_but_needs_none() -> None:
    assert all(len(rules.lessons) >= 3 for rules in GAMES.values())
    assert TOY.lessons == ()


def test_every_sentence_of_the_lessons_has_a_claim() -> None:
    lessons = [lesson for rules in GAMES.values() for lesson in rules.lessons]
    assert {text for lesson in lessons for text in (lesson.praise, lesson.missed) if text} == set(CLAIMS)


@pytest.mark.parametrize("name,number", LESSONS)
def test_the_coach_is_right_after_any_move(name: str, number: int) -> None:
    """All ways of every lesson, turn by turn: each ends in praise or in a reason."""
    rules, lesson = GAMES[name], GAMES[name].lessons[number]
    said = set()
    for text, step in outcomes(rules, lesson, started(name, lesson).state, lesson.turns):
        assert text, ("neither praise nor a reason", step.word, step.events)
        assert CLAIMS[text](rules, step), (text, rows(rules, step.before), step.word, step.events)
        said.add(text)
    assert said == {lesson.praise, lesson.missed} - {""}, "each of them can happen"


@pytest.mark.parametrize("name,number", LESSONS)
def test_the_words_of_a_lesson_reach_its_goal_in_its_turns(name: str, number: int) -> None:
    lesson = GAMES[name].lessons[number]
    session = started(name, lesson)
    found = []
    for word in lesson.seen:
        before = session.state
        step = Step(before, word, session.play(word), session.state)
        assert step.after is not before, (word, "changes nothing")
        found.append((reached(lesson, step), ended(lesson, step)))
    assert [done for done, _ended in found] == [False] * (len(found) - 1) + [True], "the last word completes it"
    assert sum(end for _done, end in found) <= lesson.turns
    assert len(found) <= 8, "short enough to watch"
