"""Every possible turn of a player in any game, and the best ones by their immediate results."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import Any, NamedTuple, TypeVar

from game.bots import bot_for
from game.bots.types import Words
from game.contract import STEERING, Board, Role, Rules

T = TypeVar("T")


class Turn(NamedTuple):
    """The words of a turn, and its immediate result."""

    words: Words
    gain: int
    """Points scored by the player who made it."""
    room: int
    """Empty rows above that player's stack; 0 if the game has no stack."""
    after: Any
    """The state that it leads to."""

    @property
    def value(self) -> tuple[int, int]:
        """The key that turns are compared by."""
        return self.gain, self.room


def turns(rules: Rules[Any], state: Any) -> list[Words]:
    """Returns all turns: each place a piece can be dropped at or, in a game without falling pieces, each move."""
    own = bot_for(rules).all_turns
    if own is not None:
        return list(own(state))
    drop = rules.by_role.get(Role.DROP)
    if drop is None or rules.placement is None or rules.over(state) or rules.view(state).choices:
        moves = rules.moves(state)
        return [(word,) for word in moves if rules.role(word) is not Role.TICK] or [(word,) for word in moves]
    return list(_steered(rules, state, drop))


def _steered(rules: Rules[Any], state: Any, drop: str) -> Iterator[Words]:
    """Yields, for each place a piece can be steered to, the fewest words that lead there, and the drop."""
    assert rules.placement
    steering = [word for word, control in rules.controls.items() if control.role in STEERING]
    for _state, words in shortest(state, steering, lambda at, word: rules.play(at, word)[0], rules.placement):
        yield (*words, drop)


def shortest(
    start: T, words: Sequence[str], after: Callable[[T, str], T | None], place: Callable[[T], Hashable]
) -> Iterator[tuple[T, Words]]:
    """Yields what some words can lead to, one of each place, with the fewest words that lead there; breadth first.

    `after` gives what one word leads to, None if it leads nowhere.
    """
    seen, queue = {place(start)}, deque[tuple[T, Words]]([(start, ())])
    while queue:
        at, so_far = queue.popleft()
        yield at, so_far
        for word in words:
            there = after(at, word)
            if there is not None and place(there) not in seen:
                seen.add(place(there))
                queue.append((there, (*so_far, word)))


def with_results(rules: Rules[Any], state: Any) -> Iterator[Turn]:
    """Yields each turn with its immediate result."""
    view = rules.view(state)
    seat = view.turn
    falling = bool(view.boards[seat].piece)
    for words in turns(rules, state):
        after = state
        for word in words:
            after, _events = rules.play(after, word)
        seen = rules.view(after)
        room = room_above(rules, seen.boards[seat]) if falling else 0
        yield Turn(words, seen.scores[seat] - view.scores[seat], room, after)


def room_above(rules: Rules[Any], board: Board) -> int:
    """Returns how many empty rows are above the stack of a board, the piece in play ignored."""
    piece = set(board.piece)
    for number, row in enumerate(board.rows):
        for column, letter in enumerate(row):
            if rules.symbols[letter].form != "empty" and (number, column) not in piece:
                return number
    return len(board.rows)


def best_turns(rules: Rules[Any], state: Any) -> list[Words]:
    """Returns the turns that score most at once; among equals, those that leave the lowest stack."""
    found = list(with_results(rules, state))
    most = max((turn.value for turn in found), default=None)
    return [turn.words for turn in found if turn.value == most]
