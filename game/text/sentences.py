"""What happened, as one short sentence to be shown and read out, and how a board stands, to be heard."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from game.contract import Board, Completed, Ended, Event, Noted, Scored, Symbol, Vanished, cell_name
from game.words import Words


def sentence(events: Sequence[Event], score: int, words: Words, computer: int = 0) -> str:
    """Events in order, and the score after them → a sentence, or nothing; `computer` as in `ending`."""
    said: list[str] = []
    points = sum(event.points for event in events if isinstance(event, Scored))
    links = max((event.link for event in events if isinstance(event, Vanished)), default=0)
    if any(isinstance(event, Completed) for event in events):
        said.append(words("Line clear!"))
    if links > 1:
        said.append(words("{links}-chain!", links=links))
    said += [words(event.message, **event.values) for event in events if isinstance(event, Noted)]
    if points and any(isinstance(event, Completed | Vanished) for event in events):
        said.append(words.plural("{count} point.", "{count} points.", points))
    for event in events:
        if isinstance(event, Ended):
            said.append(ending(event.winner, score, words, computer))
    return words.joined(said)


def ending(winner: int, score: int, words: Words, computer: int = 0) -> str:
    """How a game ended; `computer` is which player the computer was, counted from 1."""
    if winner and computer:
        return words("Game over: the computer wins.") if winner == computer else words("Game over: you win!")
    if winner:
        return words("Game over: player {winner} wins.", winner=winner)
    return words("Game over. Score: {score}.", score=score)


def board_told(board: Board, symbols: Mapping[str, Symbol], words: Words) -> str:
    """What is on a board, each kind of thing with the cells where it is, from the top: "box: a1, c2. you: b3."."""
    cells: dict[str, list[str]] = {}
    for r, row in enumerate(board.rows):
        for c, letter in enumerate(row):
            if symbols[letter].form != "empty":
                cells.setdefault(symbols[letter].name, []).append(cell_name((r, c)))
    kinds = (words.labelled(words(name), words.listed(places)) for name, places in cells.items())
    return words.joined(map(words.sentence, kinds))
