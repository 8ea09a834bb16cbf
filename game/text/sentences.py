"""Events as one short sentence to show and read aloud, and a board as text for screen readers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from game.contract import Board, Completed, Ended, Event, Locked, Noted, Scored, Symbol, Vanished, cell_name, seat_of
from game.text.names import FRIEND, YOU
from game.words import C_, N_, Translator

AT_ONCE = {1: N_("Line clear!"), 2: N_("Double!"), 3: N_("Triple!")}
"""The message for this many lines filled at once."""
MORE_AT_ONCE = N_("{lines} lines at once!")
FEW = 3
"""The fewest of one kind that vanish together; from two more on, their number is said."""
MANY = N_("{count} at once!")
CHAIN = N_("{links}-chain!")
IN_SENTENCES = {YOU: C_("target", "you"), FRIEND: C_("target", "your friend")}
"""The players' names within a sentence, if they are not the same there."""
WHOSE, OF_NAMED = {YOU: C_("whose", "your"), FRIEND: C_("whose", "your friend's")}, C_("whose", "{name}'s")
"""Whose something is, within a sentence."""
WINS = {YOU: N_("Game over: you win!"), FRIEND: N_("Game over: your friend wins.")}
WON = N_("Game over: {name} wins.")


def sentence(events: Sequence[Event], score: int, translator: Translator, names: Sequence[str] = ()) -> str:
    """Returns a sentence about events in order and the score after them, or ""; `names` as in `ending`."""
    parts: list[str] = []
    links, lines = _links(events), _lines(events)
    if lines:
        parts.append(translator(AT_ONCE.get(lines, MORE_AT_ONCE), lines=lines))
    if links > 1:
        parts.append(translator(CHAIN, links=links))
    for event in events:
        if isinstance(event, Noted):
            parts.append(noted(event, translator, names))
    points = _cleared_points(events)
    if points:
        parts.append(translator.plural("{count} point.", "{count} points.", points))
    ended = [ending(event.winner, score, translator, names) for event in events if isinstance(event, Ended)]
    mover = next((names[event.board] for event in events if isinstance(event, Locked) and names), YOU)
    if parts and not ended and mover != YOU:
        return translator.labelled(translator(mover), translator.joined(parts))
    return translator.joined(parts + ended)


def cheer(events: Sequence[Event], translator: Translator, least: int = 2) -> tuple[str, int]:
    """Returns the word for a chain, `least` lines, many things at once or a special action, and how large it is; else
    none.
    """
    words = [event.word for event in events if isinstance(event, Noted) and event.word]
    if words:
        return translator(words[-1]), 2
    links, lines = _links(events), _lines(events)
    if links > 1:
        return translator(CHAIN, links=links), links
    if lines:
        return (translator(AT_ONCE.get(lines, MORE_AT_ONCE), lines=lines), lines) if lines >= least else ("", 0)
    vanished = [event.cells for event in events if isinstance(event, Vanished)]
    alike = (len(cells) for cells in vanished if len({kind for kind, _cell in cells}) == 1)
    gone = max(alike, default=0)  # a full row is of many kinds, and has had its word
    return (translator(MANY, count=translator.number(gone)), gone - FEW) if gone >= FEW + 2 else ("", 0)


def _links(events: Sequence[Event]) -> int:
    return max((event.link for event in events if isinstance(event, Vanished)), default=0)


def _lines(events: Sequence[Event]) -> int:
    return sum(event.lines for event in events if isinstance(event, Completed))


def _cleared_points(events: Sequence[Event]) -> int:
    """Returns the points for clearing, as shown on the board; points for dropping a piece are not included."""
    first = next((i for i, event in enumerate(events) if isinstance(event, Completed | Vanished)), len(events))
    return sum(event.points for event in events[first:] if isinstance(event, Scored))


def noted(event: Noted, translator: Translator, names: Sequence[str] = ()) -> str:
    """Returns the text of a message; `names` as in `ending`."""
    values = {name: _displayed(name, value, translator, names) for name, value in event.values.items()}
    return translator(event.message, **values)


def _displayed(name: str, value: object, translator: Translator, names: Sequence[str]) -> object:
    """Returns a message's value for display: a number with separators, a player by name; {count} decides a plural."""
    if not isinstance(value, int) or name == "count":
        return value
    if name in ("target", "whose"):
        who = names[seat_of(value)] if names else C_("target", "player {player}")
        if name == "target":
            return translator(IN_SENTENCES.get(who, who), player=value)
        return translator(WHOSE.get(who, OF_NAMED), name=translator(who, player=value))
    if name == "player":
        return translator(names[seat_of(value)] if names else "Player {player}", player=value)
    return translator.number(value)


def ending(winner: int, score: int, translator: Translator, names: Sequence[str] = ()) -> str:
    """Returns how a game ended: `winner` is a player's number, 0 for nobody. `names` are messages, one a seat, or
    none if the players only have numbers.
    """
    if winner and names:
        name = names[seat_of(winner)]
        return translator(WINS.get(name, WON), name=translator(name))
    if winner:
        return translator("Game over: player {winner} wins.", winner=winner)
    return translator("Game over. Score: {score}.", score=translator.number(score))


def verdict(winner: str, translator: Translator) -> str:
    """Returns how a game ended, as a headline; `winner` is the player's name, "" for none."""
    if winner == translator(YOU):
        return translator("You win!")
    return translator("{name} wins!", name=winner) if winner else translator("Game over")


def board_text(board: Board, symbols: Mapping[str, Symbol], translator: Translator) -> str:
    """Returns a board as text, each kind of thing with its cells, from the top: "box: a1, c2. you: b3."."""
    cells: dict[str, list[str]] = {}
    for r, row in enumerate(board.rows):
        for c, letter in enumerate(row):
            if symbols[letter].form != "empty":
                cells.setdefault(symbols[letter].name, []).append(cell_name((r, c)))
    kinds = (translator.labelled(translator(name), translator.listed(places)) for name, places in cells.items())
    return translator.joined(map(translator.sentence, kinds))
