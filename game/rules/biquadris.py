"""Biquadris: two players, two boards, turn by turn, with special actions.

From the document "CS246 Final Project, Demo" by Haoqi Zhang and Shengkang Zhang. The module
`biquadris_player` has one player's side, `biquadris_commands` parses what is typed, and this one joins two players.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Any

import numpy as np

from game.contract import (
    CHOICE_LABEL,
    LEVEL_LABEL,
    SCORE,
    SCORE_LABEL,
    TURN_LABEL,
    WINNER_LABEL,
    BadInput,
    Board,
    Cause,
    Cell,
    Changed,
    Completed,
    Day,
    Event,
    Figure,
    File,
    Lesson,
    Locked,
    Marks,
    Noted,
    Number,
    Played,
    Playing,
    Rules,
    Scene,
    Symbol,
    View,
    happens,
    player_number,
)
from game.kernel import free, rest
from game.pieces import PICTURES, TONES
from game.rules import biquadris_commands as commands
from game.rules.biquadris_commands import BLOCKS, SPECIAL, Command, spell
from game.rules.biquadris_player import (
    COLUMNS,
    HEAVY_LEVEL,
    LETTERS,
    QUARTERS,
    ROWS,
    STAR_LEVEL,
    STEPS,
    Block,
    Player,
    alike,
    at_level,
    drop,
    marks,
    move,
    replace_block,
    replaced,
    seated,
)
from game.rules.two_players import Sides, ended, leader
from game.slices import finished
from game.words import N_

SYMBOLS = {
    ".": Symbol(N_("empty"), "empty"),
    **{letter: Symbol(letter, "block", tone) for letter, tone in TONES.items()},
    "*": Symbol(N_("single block"), "fixed", 0),
    "?": Symbol(N_("covered"), "cover", 0),
}

CHOICES = ("blind", "heavy", *(f"force {letter}" for letter in BLOCKS))
ROWS_FOR_A_CHOICE = 2
PICTURED = {
    "blind": Board((".....", ".???.", ".???.", "T???O", "TT.OO")),
    "heavy": Board(
        ("ZZ...", ".ZZ..", ".....", "....."), ghost=tuple(("Z", cell) for cell in ((2, 1), (2, 2), (3, 2), (3, 3)))
    ),
    **{
        f"force {letter}": Board(rows, hidden=len(rows))
        for letter in BLOCKS
        for rows in (tuple(PICTURES[letter][0].split("/")),)
    },
}
"""Small boards that show what each choice does."""
LEVELS = {
    0: N_("The same blocks every time, in a fixed order."),
    1: N_("Random blocks, but fewer S and Z."),
    2: N_("Random blocks, all equally often."),
    3: N_("More S and Z. Blocks are heavy: every move also sinks them one row."),
    4: N_("Like level 3; and after every five blocks without a full row, a single block falls in the middle."),
}
"""What each level means, for players."""
COVERED = (slice(5, 15), slice(2, 9))
"""Rows 3 to 12 of the lower 15 and columns 3 to 9, counted from 1."""
MOST_EVENTS = 10_000
"""A sequence of commands reports at most this many events, the last ones."""


@dataclass(frozen=True)
class StartSettings:
    """What a game was started with."""

    level: int
    scripts: tuple[str, str]
    """The block letters of the two players' files."""
    seed: int


@dataclass(frozen=True, eq=False)
class State(Sides[Player]):
    """A position: both players, whose turn it is, whether a special action is due, and how it ended."""

    choose: bool
    ended: bool
    winner: int
    """1 or 2; 0 if the game is not over or is drawn."""
    high: int
    setting: StartSettings

    def having(self, player: Player) -> State:
        """Returns the same state with this player's new side."""
        return self.with_side(player.seat, player)


class Run:
    """The events of one command, which may run many others, and its remaining budget."""

    def __init__(self) -> None:
        self.events: deque[Event] = deque(maxlen=MOST_EVENTS)
        self.left = commands.MOST_COMMANDS

    def emit(self, *events: Event) -> None:
        self.events.extend(events)

    def spend(self) -> None:
        """Counts a command; each drop of a repeated drop is one command."""
        if not self.left:
            raise commands.too_long()
        self.left -= 1


def start(options: Mapping[str, Any], seed: int | None) -> State:
    one, two = (commands.block_letters(name, options[name]) for name in ("scriptfile1", "scriptfile2"))
    return _begun(StartSettings(options["startlevel"], (one, two), seed or 0), high=0)


def restart(state: State, options: Mapping[str, Any], seed: int | None) -> State:
    return _unless_alike(state, replace(start(options, seed), high=state.high))


def play(state: State, word: str) -> Played[State]:
    return finished(playing(state, word))


def playing(state: State, word: str) -> Playing[State]:
    run = Run()
    after = _unless_alike(state, (yield from _obeying(state, commands.read(word), run)))
    return (state, ()) if after is state else (after, tuple(run.events))


def size(word: str) -> int:
    return commands.read(word).steps


def moves(state: State) -> tuple[str, ...]:
    """Returns the words for the player to move; `restart`, `quit` and commands with a file are left to people."""
    if state.ended:
        return ()
    if state.choose:
        return CHOICES
    player = state.mover
    found = [name for name in (*STEPS, *QUARTERS) if _moves(player, name)]
    found.append("drop")
    if player.level < STAR_LEVEL:
        found.append("levelup")
    if player.level > 0:
        found.append("leveldown")
    if player.file:
        found.append("random")
    for letter in BLOCKS:
        block = replaced(player, letter)
        if block != player.block and free(player.cells, block.cells):
            found.append(letter)
    return tuple(found)


def over(state: State) -> bool:
    return state.ended


def score(state: State) -> int:
    return max(player.score for player in state.players)


def view(state: State) -> View:
    one, two = state.players
    return View(
        (_board(state, one), _board(state, two)),
        state.ended,
        {
            "score": [one.score, two.score],
            "over": state.ended,
            "next": [one.coming.letter, two.coming.letter],
            "level": [one.level, two.level],
            "turn": player_number(state.turn),
            "choose": state.choose,
            "high": state.high,
            "winner": state.winner,
        },
        state.turn,
        _figures(state),
        winner=state.winner,
        scores=(one.score, two.score),
        choices=CHOICES if state.choose else (),
        notice=_notice(state),
    )


def _notice(state: State) -> Noted | None:
    """Returns how the opponent's special action affects this turn."""
    player = state.mover
    if state.ended or state.choose:
        return None
    if player.made_heavy:
        return Noted(N_("Heavy: each step sideways sinks the block two rows."), board=state.turn)
    return Noted(N_("Blind: part of the board is covered until you drop."), board=state.turn) if player.blind else None


def _figures(state: State) -> tuple[tuple[str, int | str], ...]:
    """Returns the highest score, and whose turn it is or who won."""
    high = (N_("High score"), state.high)
    if state.ended:
        return (high, (WINNER_LABEL, state.winner or "–"))
    return (high, (CHOICE_LABEL if state.choose else TURN_LABEL, player_number(state.turn)))


# The commands: each returns the state after it, the same object if nothing changed.


def _obeying(state: State, command: Command, run: Run) -> Generator[None, None, State]:
    """Obeys a command, with a pause after each command of a sequence."""
    if command.name != "sequence":
        return _obey(state, command, run)
    run.spend()
    _check_choice(state, command)
    try:
        for each in command.commands:
            state = yield from _obeying(state, each, run)
            yield
    except BadInput as error:
        raise commands.inside(command.argument, error) from None
    return state


def _check_choice(state: State, command: Command) -> None:
    """Raises BadInput if a special action must be chosen first."""
    if state.choose and command.name not in SPECIAL:
        raise BadInput(N_("choose an action first: blind, heavy, or force with a block"))


def _obey(state: State, command: Command, run: Run) -> State:
    run.spend()
    if command.name == "restart":
        return _begun(state.setting, state.high)
    if command.name == "quit":
        return state if state.ended else _ended(state, leader(*(player.score for player in state.players)), run)
    _check_choice(state, command)
    if state.ended:
        return state
    if command.name in SPECIAL and not state.choose:
        raise BadInput(N_("{command} is available only after clearing two rows at once"), command=command.name)
    return OBEY[command.name](state, command, run)


def _steer(state: State, command: Command, run: Run) -> State:
    player, events, forced = move(state.mover, command.name, command.count)
    run.emit(*events)
    if player is not state.mover:
        state = state.having(player)
    return _drop(state, run) if forced else state


def _drops(state: State, command: Command, run: Run) -> State:
    for _ in range(command.count):
        if state.ended or state.choose:
            break
        run.spend()
        state = _drop(state, run)
    return state


def _drop(state: State, run: Run) -> State:
    player, rows, room, events = drop(state.mover)
    run.emit(*events)
    state = replace(state.having(player), high=max(state.high, player.score))
    if not room:
        return _ended(state, 2 - state.turn, run)
    if rows >= ROWS_FOR_A_CHOICE:
        run.emit(Noted(N_("A special action!"), board=state.turn))
        return replace(state, choose=True)
    return replace(state, turn=1 - state.turn)


def _change_level(state: State, command: Command, run: Run) -> State:
    player = state.mover
    step = command.count if command.name == "levelup" else -command.count
    level = min(max(player.level + step, 0), STAR_LEVEL)
    if level == player.level:
        return state
    run.emit(Noted(N_("Level {level}."), {"level": level}, state.turn), Noted(LEVELS[level], board=state.turn))
    return state.having(at_level(player, level))


def _norandom(state: State, command: Command, run: Run) -> State:
    run.emit(Noted(N_("At levels 3 and 4, blocks come from the file."), board=state.turn))
    return state.having(replace(state.mover, file=command.argument, file_line=0))


def _random(state: State, command: Command, run: Run) -> State:
    if not state.mover.file:
        return state
    run.emit(Noted(N_("Blocks are random again."), board=state.turn))
    return state.having(replace(state.mover, file="", file_line=0))


def _replace(state: State, command: Command, run: Run) -> State:
    player, block = state.mover, replaced(state.mover, command.name)
    if block == player.block:
        return state
    if not free(player.cells, block.cells):
        raise BadInput(N_("no room for {block} here"), block=command.name)
    player, events = replace_block(player, block)
    run.emit(*events)
    return state.having(player)


def _blind(state: State, command: Command, run: Run) -> State:
    run.emit(_special(command, N_("Until the next drop, part of {whose} board is covered."), 1 - state.turn))
    return _passed(state, replace(state.opponent, blind=True))


def _heavy(state: State, command: Command, run: Run) -> State:
    run.emit(_special(command, N_("Until the next drop, {whose} block is heavy."), 1 - state.turn))
    return _passed(state, replace(state.opponent, made_heavy=True))


def _force(state: State, command: Command, run: Run) -> State:
    player = state.opponent
    block = Block(command.argument, player.level >= HEAVY_LEVEL)
    if not free(player.cells, block.cells):
        return _ended(state.having(replace(player, block=block)), player_number(state.turn), run)
    player, events = replace_block(player, block)
    run.emit(*events, _special(command, N_("Now {whose} block is {block}."), 1 - state.turn))
    return _passed(state, player)


OBEY: dict[str, Callable[[State, Command, Run], State]] = {
    **dict.fromkeys((*STEPS, *QUARTERS), _steer),
    "drop": _drops,
    **dict.fromkeys(("levelup", "leveldown"), _change_level),
    "norandom": _norandom,
    "random": _random,
    **dict.fromkeys(BLOCKS, _replace),
    "blind": _blind,
    "heavy": _heavy,
    "force": _force,
}


def _special(command: Command, message: str, seat: int) -> Noted:
    """Returns the message about a special action that the player in a seat suffers."""
    values = {"whose": player_number(seat), **({"block": command.argument} if command.argument else {})}
    return Noted(message, values, seat, commands.CONTROLS[command.name].label)


def _passed(state: State, opponent: Player) -> State:
    """Passes the turn after a special action."""
    return replace(state.having(opponent), choose=False, turn=1 - state.turn)


def _begun(setting: StartSettings, high: int) -> State:
    one, two = (seated(seat, setting.level, script, setting.seed + seat) for seat, script in enumerate(setting.scripts))
    return State((one, two), 0, False, False, 0, high, setting)


def _ended(state: State, winner: int, run: Run) -> State:
    run.emit(ended(winner))
    return replace(state, choose=False, ended=True, winner=winner)


def _unless_alike(before: State, after: State) -> State:
    """Returns the state `after`, or the object `before` if nothing differs."""
    figures_of = attrgetter("turn", "choose", "ended", "winner", "high", "setting")
    same = figures_of(before) == figures_of(after)
    return before if same and all(map(alike, before.players, after.players)) else after


def _moves(player: Player, name: str) -> bool:
    after, _events, forced = move(player, name, 1)
    return forced or after is not player


# The view.

CODES = np.frombuffer(LETTERS.encode(), np.uint8)


def _board(state: State, player: Player) -> Board:
    shown = CODES[player.cells]
    piece: tuple[Cell, ...] = ()
    ghost: Marks = ()
    stuck: Marks = ()
    cause = None
    if state.ended:
        if not free(player.cells, player.block.cells):
            stuck, cause = marks(player.block), Cause.TOP if player is state.mover else Cause.FORCED
    else:
        piece = player.block.cells
        for cell in piece:
            shown[cell] = ord(player.block.letter)
        if player is state.mover and not state.choose:
            ghost = marks(player.block.lowered(int(rest(player.cells != 0, piece))))
    if player.blind:
        shown[COVERED] = ord("?")
        piece = tuple(cell for cell in piece if not _covered(cell))
        ghost = tuple((letter, cell) for letter, cell in ghost if not _covered(cell))
    text = shown.tobytes().decode("ascii")
    rows = tuple(text[start : start + COLUMNS] for start in range(0, ROWS * COLUMNS, COLUMNS))
    figures = ((LEVEL_LABEL, player.level), (SCORE_LABEL, player.score))
    coming = tuple(PICTURES[player.coming.letter][0].split("/"))
    return Board(rows, figures, next=(coming,), ghost=ghost, piece=piece, stuck=stuck, cause=cause)


def _covered(cell: Cell) -> bool:
    rows, columns = COVERED
    return rows.start <= cell[0] < rows.stop and columns.start <= cell[1] < columns.stop


def _rows(event: Event) -> int:
    return event.lines if isinstance(event, Completed) else 0


TWO_ROWS = (
    "drop, drop, 4right, drop, 3right, drop, 7right, drop, 6right, drop, drop, 8right, drop, 2right, drop, "
    "1right, drop, clockwise, 8right, drop, 4right, drop, 2clockwise, 5right, drop, 7right, drop"
)
"""From the document's own sequences: the player's next block can fill two rows."""

GAME = Rules(
    name="biquadris",
    title=N_("Biquadris"),
    summary=N_("Two players take turns dropping blocks and get in each other's way."),
    how=(
        N_(
            "Two players, two boards: move and rotate your block, then drop it to end your turn. Nothing falls by "
            "itself."
        ),
        N_(
            "Full rows vanish and score (rows + level)² points: two rows at level 3 score (2 + 3)² = 25. Blocks that "
            "vanish whole score too: (blocks + level)²."
        ),
        N_(
            "Clear two or more rows at once to use a special action: Blind hides the middle of the other board, "
            "Heavy makes the other block sink when it moves sideways, Force swaps it for a block you choose."
        ),
        N_(
            "Raise your level for more points: level 0 has a fixed list of blocks, 1 fewer S and Z, 2 all equally "
            "often. From level 3 on there are more S and Z, and every move also sinks your block one row. At level 4 "
            "a single block falls in the middle after every five blocks without a full row."
        ),
        N_("You lose when your next block has no room, so keep the top of your board free."),
    ),
    scenes=(
        Scene(
            N_("The players take turns, one block at a time."),
            "clockwise, drop, counterclockwise, 6right, drop, 4right, drop",
            seed=1,
        ),
        Scene(
            N_("A full row vanishes and scores points."),
            "counterclockwise, 3right, drop",
            before="clockwise, drop, counterclockwise, 6right, drop, 4right, drop, drop, clockwise, 5right, drop, "
            "counterclockwise, 3right, drop, 9right, drop, clockwise, 8right, drop, "
            "clockwise, right, drop, 5right, drop, "
            "6right, drop, 3right, drop",
            seed=1,
        ),
    ),
    lessons=(
        Lesson(
            N_("Your board is the one that is lit. Move and rotate the block, then drop it: that ends your turn."),
            "4right, clockwise, drop",
            seed=1,
            reached=happens(Locked),
            praise=N_("Now it is the other player's turn. Nothing falls by itself."),
        ),
        Lesson(
            N_("Fill two rows at once: the gap is at the right."),
            "clockwise, 10right, drop",
            before=TWO_ROWS,
            reached=happens(Completed, lines=2),
            praise=N_("Two rows or more at once earn you a special action against the other player."),
            missed=N_("Both rows must be full at the same time."),
        ),
        Lesson(
            N_("Choose your special action: Blind, Heavy or Force."),
            "blind",
            before=TWO_ROWS + ", clockwise, 10right, drop",
            reached=happens(Noted, Changed),
            praise=N_(
                "The other player must live with it until their next drop. A player with no room for the next block "
                "loses."
            ),
        ),
    ),
    seats=2,
    options={
        "startlevel": Number(
            0,
            0,
            STAR_LEVEL,
            N_("starting level of both players"),
            N_("from level {value}"),
            N_("Starting level"),
            notes=LEVELS,
        ),
        "scriptfile1": File(
            "sequence1.txt",
            N_("file with player 1's blocks at level 0"),
            N_("own blocks"),
            N_("Player 1: block file for level 0"),
        ),
        "scriptfile2": File(
            "sequence2.txt",
            N_("file with player 2's blocks at level 0"),
            N_("own blocks"),
            N_("Player 2: block file for level 0"),
        ),
    },
    controls=commands.CONTROLS,
    emblem=("I..", "IZZ", "I.Z"),
    day=Day(turns=30, opponent=2, options={"startlevel": 2}),
    symbols=SYMBOLS,
    pictures=PICTURED,
    figures=(SCORE, Figure(N_("rows"), _rows), Figure(N_("most rows at once"), _rows, largest=True)),
    spell=spell,
    multiples=True,
    start=start,
    restart=restart,
    play=play,
    playing=playing,
    size=size,
    moves=moves,
    over=over,
    score=score,
    next_room=(2, 4),
    view=view,
    proposed_change=("ROWS_FOR_A_CHOICE = 2", "ROWS_FOR_A_CHOICE = 1"),
)
