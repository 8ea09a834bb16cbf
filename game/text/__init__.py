"""A state as text, as the fields of a JSON line, and as short sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Any

from game.contract import Board, Choice, Option, Rules, View, cell_name
from game.words import BRACKETS, PLURAL, Translator

ENGLISH = Translator()


def fields(rules: Rules[Any], view: View) -> dict[str, Any]:
    """Returns what the terminal prints as JSON: game, rows, and the game's own fields."""
    rows = [list(board.rows) for board in view.boards]
    return {"game": rules.name, "rows": rows[0] if len(rows) == 1 else rows, **view.fields}


def board_lines(board: Board, translator: Translator = ENGLISH) -> list[str]:
    """Returns a board as lines: its figures, the cells in a frame with hidden rows above it, and the next pieces."""
    lines = [translator.labelled(translator(label), value) for label, value in board.figures]
    width = len(board.rows[0])
    lines += [" " + row for row in board.rows[: board.hidden]]
    lines.append("+" + "-" * width + "+")
    lines += [f"|{row}|" for row in board.rows[board.hidden :]]
    lines.append("+" + "-" * width + "+")
    if board.coming:
        coming = translator.listed(f"{symbol} {cell_name(cell)}" for symbol, cell in board.coming)
        lines.append(translator.labelled(translator(board.coming_label), coming))
    if board.next:
        lines.append(translator("Next:"))
        lines += join_blocks(board.next)
    return lines


def briefly(option: Option, value: str, translator: Translator) -> str:
    """Returns the value of an option, as text, the way a title names it: "4 × 4"."""
    shown = translator(option.names.get(value, value)) if isinstance(option, Choice) else value
    count = {"count": int(value)} if PLURAL in option.brief else {}
    return translator(option.brief, value=shown, **count) if option.brief else shown


def titled(title: str, known: Mapping[str, Option], chosen: Mapping[str, str], translator: Translator) -> str:
    """Returns a title with the chosen values, as texts by name, of the known options: "Push and Clear (4 × 4)"."""
    brief = []
    for name, value in chosen.items():
        option = known.get(name)
        brief.append(briefly(option, value, translator) if option else value)
    return (
        translator(BRACKETS, text=translator(title), more=translator.clauses(dict.fromkeys(brief)))
        if brief
        else translator(title)
    )


def text(view: View, translator: Translator = ENGLISH) -> str:
    """Returns the whole view as text: boards side by side, and the choices."""
    head = [translator.labelled(translator(label), value) for label, value in view.figures]
    choices = [translator.labelled(translator("Choose"), translator.listed(view.choices))] if view.choices else []
    return "\n".join(
        head + join_blocks([board_lines(board, translator) for board in view.boards], gap="    ") + choices
    )


def join_blocks(blocks: Sequence[Sequence[str]], gap: str = " ") -> list[str]:
    """Joins blocks of lines side by side, aligned at the top."""
    widths = [max(map(len, block)) for block in blocks]
    rows = zip_longest(*blocks, fillvalue="")
    return [gap.join(map(str.ljust, row, widths)).rstrip() for row in rows]
