"""Games recorded word by word, with all events and everything shown: `python -m tests.transcripts` re-records them.

Any change to a sentence, figure or event shows as a change in these files; read it before you commit it.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any
from zlib import crc32

from game.bots import advise
from game.bots.search.turns import best_turns
from game.contract import BadInput, View
from game.rules import game
from game.session import Session
from game.words import Translator

FOLDER = Path(__file__).parent / "unit" / "data" / "transcripts"
FILES = {
    "sequence1.txt": "I J L O S Z T S Z O", "sequence2.txt": "T Z S O L J I", "os": "O S", "none": " ", "wrong": "I Q",
    "moves": "left, 2right drop", "within": "right sequence moves", "itself": "sequence itself", "bad": "left lef Q",
    "forced": "drop force", "long": "99drop " * 9000,
}  # fmt: skip
REFUSED = ("", "nonsense", "left left", "Left", "\x07" * 50, "move", "move a1", "move a1 a1 a1", "undo")
ROWS = (
    *("drop", "drop", "4right", "drop", "4right", "drop") * 2,
    *("clockwise", "8right", "drop") * 2, *("clockwise", "9right", "drop") * 2, "clockwise", "10right", "drop",
    "left", "heavy", "clockwise", "10right", "drop", "T", "blind",
    *("drop",) * 4, *("clockwise", "4right", "drop") * 2, *("clockwise", "5right", "drop") * 2,
    *("clockwise", "6right", "drop") * 2, "clockwise", "7right", "drop", "force", "force Q", "force Z", "right",
)  # fmt: skip
"""Each player clears two rows at once, the first player twice, and chooses a special action."""
GAMES: dict[str, tuple[str, dict[str, Any], int | None, tuple[str, ...]]] = {
    "push-clear": ("push-clear", {"size": 5}, 7, ()),
    "push-clear-classic": ("push-clear", {}, None, ()),
    "chain": ("chain", {}, 0, ("tick", "down", "left", "cw", "ccw", "cw", "cw")),
    "chain-three": ("chain", {"colours": 3}, 35, ("cw", "drop", "drop", "cw", "drop", "left", "drop")),
    "nineteen": ("nineteen", {}, 0, ("tick", "down", "rotate", "left", "right", "rotate")),
    "nineteen-bag": ("nineteen", {"bag": True}, 3, ()),
    "lines98": ("lines98", {}, 0, ("move a1 a1", "move a1 a9", "move j1 a1", "move a0 a1", "move e5 e6", "move a1 b")),
    "lines98-square": ("lines98", {"mode": "square"}, 8, ()),
    "lines98-block": ("lines98", {"mode": "block"}, 9, ()),
    "biquadris": ("biquadris", {}, 0, (
        "2right", "clockwise", "5counterclockwise", "0right", "levelup", "9levelup", "99999999999levelup", "leveldown",
        "l", "le", "r", "unknown", "blind", "heavy", "force I", "force", "norandom", "norandom os", "random", "random",
        "norandom none", "norandom wrong", "norandom missing", "sequence", "sequence moves", "sequence within",
        "sequence itself", "sequence bad", "sequence forced", "sequence long", "sequence none", "sequence missing",
        "T", "T", "3drop", "restart", "drop x", "quit x", "h", "u", "re", "I",
    )),
    "biquadris-rows": ("biquadris", {"scriptfile1": "I", "scriptfile2": "I"}, 5, ROWS),
    "biquadris-one": ("biquadris", {"startlevel": 1}, 2, ()),
    "biquadris-three": ("biquadris", {"startlevel": 3}, 3, ("norandom os", "drop", "drop", "drop", "random")),
    "biquadris-four": ("biquadris", {"startlevel": 4}, 4, ("drop", "drop", "right", "2left")),
    "duel": ("duel", {}, 0, ("tick", "down", "left", "cw", "ccw", "drop", "restart")),
    "duel-three": ("duel", {"colours": 3}, 18, (
        "drop", "left", "drop", "ccw", "drop", "right", "drop", "left", "drop", "right", "right", "drop", "ccw", "drop",
        "drop",
    )),
}  # fmt: skip
"""A game, its options, its seed and its first words; scoring turns and some random moves follow."""
TURNS = 26
SPECIAL = ("blind", "heavy", "force I", "force O", "force Q", "drop")
translator = Translator()


def read(name: str) -> str:
    if name not in FILES:
        raise BadInput("no such file: {name}", name=name)
    return FILES[name]


def started(name: str) -> Session:
    of, options, seed, _words = GAMES[name]
    return Session(game(of), options, seed, read)


def chosen(session: Session, opening: tuple[str, ...]) -> list[str]:
    """Returns the words to record."""
    chance = random.Random(session.rules.name)
    session = Session(session.rules, session.options, session.seed, read)
    said = [*REFUSED, *opening]
    for word in said:
        tried(session, word)
    for _turn in range(TURNS):
        if session.view.choices:
            more: tuple[str, ...] = (chance.choice(SPECIAL),)
        elif chance.random() < 0.75:
            more = best(session, chance)
        else:
            more = (chance.choice(session.rules.moves(session.state) or ("nothing",)),)
        said += more
        for word in more:
            tried(session, word)
    return said


def best(session: Session, chance: random.Random) -> tuple[str, ...]:
    """Returns a turn with the highest score; in Lines, where a run takes several turns, the bot's move."""
    if session.rules.name == "lines98":
        return advise(session.rules, session.state, effort=2).words
    return chance.choice(best_turns(session.rules, session.state) or [()])


def tried(session: Session, word: str) -> list[str]:
    """Plays a word; returns one line per event, or why it was refused."""
    try:
        return ["  " + str(event).replace(", ", ",") for event in session.play(word)]
    except BadInput as error:
        return ["  refused: " + translator(error.message, **error.values)]


def seen(session: Session) -> dict[str, str]:
    """Returns everything that is shown, by name."""
    view: View = session.view
    moves = session.rules.moves(session.state)
    shown: dict[str, Any] = {
        "score": session.score,
        "over": (session.over, view.over),
        "turn": view.turn,
        "figures": view.figures,
        "fields": view.fields,
        "pace": session.rules.pace(session.state) if session.rules.pace else None,
        "moves": f"{len(moves)} {crc32(','.join(moves).encode()):08x}",
    }
    for number, board in enumerate(view.boards):
        shown |= {f"{number} row {row}": text for row, text in enumerate(board.rows)}
        for name in ("figures", "next", "ghost", "coming", "piece", "hidden"):
            shown[f"{number} {name}"] = getattr(board, name)
    return {name: str(value).replace(", ", ",") for name, value in shown.items()}


def written(session: Session, said: list[str]) -> str:
    """Returns a game as text: each word, its events, and what it changed on the screen."""
    before: dict[str, str] = {}
    lines: list[str] = []
    for word in (None, *said):
        if word is not None:
            lines += [f"> {word!r}", *tried(session, word)]
        now = seen(session)
        lines += [f"{name}: {now[name]}" for name in now if before.get(name) != now[name]]
        before = now
    return "\n".join(lines) + "\n"


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, (_of, _options, _seed, opening) in GAMES.items():
        said = chosen(started(name), opening)
        (FOLDER / f"{name}.txt").write_text(written(started(name), said), encoding="utf-8")


if __name__ == "__main__":
    main()
