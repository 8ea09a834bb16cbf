"""Parses what a player of Biquadris types: commands, counted or abbreviated, and files of commands.

From the document "CS246 Final Project, Demo" by Haoqi Zhang and Shengkang Zhang, "Available Command".
All text is parsed before the first command runs, so a mistake in a file does no harm.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from game.contract import BadInput, Control, NeedsFile, Role, bad_word, detach, shorten
from game.words import N_, Listed

BLOCKS = ("I", "J", "L", "O", "S", "Z", "T")
COUNTED = ("left", "right", "down", "clockwise", "counterclockwise", "drop", "levelup", "leveldown")
"""The commands that take a count."""
SPECIAL = ("blind", "heavy", "force")
"""The commands that choose a special action."""
CONTROLS: Mapping[str, Control] = {
    "left": Control(Role.LEFT),
    "right": Control(Role.RIGHT),
    "down": Control(Role.SOFT_DROP, label=N_("Down")),
    "clockwise": Control(Role.ROTATE),
    "counterclockwise": Control(Role.ROTATE_BACK),
    "drop": Control(Role.DROP),
    "levelup": Control(Role.LEVEL_UP),
    "leveldown": Control(Role.LEVEL_DOWN),
    "norandom": Control(Role.COMMAND, arguments=1),
    "random": Control(Role.COMMAND),
    "sequence": Control(Role.COMMAND, arguments=1),
    **{block: Control(Role.COMMAND) for block in BLOCKS},
    "restart": Control(Role.COMMAND),
    "blind": Control(
        Role.CHOICE, N_("Blind"), N_("Hides the middle of the other board until the other player's next drop.")
    ),
    "heavy": Control(Role.CHOICE, N_("Heavy"), N_("The other block sinks two rows whenever it moves sideways.")),
    "force": Control(
        Role.CHOICE,
        N_("Force"),
        N_("The other block becomes the one you choose. If it has no room, you win."),
        arguments=1,
    ),
    "quit": Control(Role.COMMAND),
}
WORDS = tuple(CONTROLS)
OTHER_SPELLINGS = {"cw": "clockwise", "ccw": "counterclockwise", "leveledown": "leveldown"}
SHARED = ("undo", "redo", "hint", "help")
"""Words that every game has outside its rules; an abbreviation must not match one of these as well."""

MOST_DIGITS = 9
"""Longer counts are replaced by smaller ones with the same last two digits: quarter turns come out the same, and
nothing else can be repeated that often."""
MOST_COMMANDS = 10_000
"""How many commands one command may run in total."""
MOST_FILES = 100
"""How many files one command may read."""
MOST_DROPS = 50
"""The most commands that a counted drop counts as: about this many blocks fill both boards."""


@dataclass(frozen=True, slots=True)
class Command:
    """One command, parsed."""

    name: str
    count: int = 1
    argument: str = ""
    """For `force` a block letter, for `norandom` the letters of the file, for `sequence` the file's name."""
    commands: tuple[Command, ...] = ()
    """The commands that a `sequence` runs."""
    size: int = 1
    """How many commands it runs in total, itself included."""
    steps: int = field(default=1, compare=False)
    """The same, with each drop of a counted drop."""


@lru_cache(maxsize=256)
def full_names(cut: str, also: tuple[str, ...]) -> tuple[str, ...]:
    """Returns the commands, and words of `also`, that start with an abbreviation; an exact name matches only itself."""
    names = {word: word for word in (*WORDS, *also)} | OTHER_SPELLINGS
    if cut in names:
        return (names[cut],)
    return tuple(dict.fromkeys(full for name, full in names.items() if cut and name.startswith(cut)))


def spell(typed: str, also: tuple[str, ...]) -> str:
    """Returns the full form of a word, with its count if it takes one; an unknown or ambiguous word is unchanged."""
    count, cut = _split_count(typed)
    names = full_names(cut, also)
    if len(names) != 1:
        return typed
    return count + names[0] if names[0] in COUNTED else names[0]


def read(word: str) -> Command:
    """Parses a word with its arguments and attached files; BadInput, or NeedsFile for a missing file."""
    bare, files = detach(word)
    typed, *rest = bare.split(None, 1) or [""]
    return _Reader(files).command(typed, rest[0].strip() if rest else "")


def block_letters(name: str, text: str) -> str:
    """Parses a file of blocks into their letters; BadInput if it is empty or contains anything else."""
    letters = text.split()
    if not letters:
        raise BadInput(N_("the file {name} is empty"), name=shorten(name))
    for letter in letters:
        if letter not in BLOCKS:
            raise BadInput(
                N_("the file {name} has {word} where a block is needed ({blocks})"),
                name=shorten(name),
                word=shorten(letter),
                blocks=" ".join(BLOCKS),
            )
    return "".join(letters)


def _split_count(typed: str) -> tuple[str, str]:
    """Splits a word into its leading digits and the rest."""
    cut = typed.lstrip("0123456789")
    return typed[: len(typed) - len(cut)], cut


def _parsed(typed: str) -> Command:
    """Parses a word without its arguments; BadInput if it is unknown, ambiguous, or outside the rules."""
    digits, cut = _split_count(typed)
    names = full_names(cut, SHARED)
    if not names:
        raise bad_word(typed)
    if len(names) > 1:
        raise BadInput(N_("{word} is ambiguous: {words}"), word=shorten(typed), words=Listed(names))
    if names[0] in SHARED:
        raise BadInput(N_("{word} cannot be used here"), word=names[0])
    count = _count(digits) if names[0] in COUNTED else 1
    return Command(names[0], count, steps=max(1, min(count, MOST_DROPS)) if names[0] == "drop" else 1)


def _count(digits: str) -> int:
    """Parses the digits in front of a command; 1 without any."""
    if not digits:
        return 1
    significant = digits.lstrip("0")
    if len(significant) > MOST_DIGITS:
        return int("9" * (MOST_DIGITS - 2) + significant[-2:])
    return int(significant or "0")


class _Reader:
    """Parses one command and all the files it names, each once."""

    def __init__(self, files: Mapping[str, str]) -> None:
        self.files = files
        self.letters: dict[str, str] = {}
        self.sequences: dict[str, tuple[Command, ...]] = {}
        self.within: list[str] = []
        """The stack of files being parsed."""
        self.words = 0

    def command(self, typed: str, given: str) -> Command:
        command = _parsed(typed)
        if not CONTROLS[command.name].arguments:
            if given:
                raise bad_word(f"{typed} {given}")
            return command
        if command.name == "force":
            if given not in BLOCKS:
                raise BadInput(N_("force needs a block: {blocks}"), blocks=" ".join(BLOCKS))
            return Command("force", argument=given)
        if not given:
            raise BadInput(N_("{command} needs a file name"), command=command.name)
        if command.name == "norandom":
            return Command("norandom", argument=self.blocks(given))
        commands = self.sequence(given)
        size = 1 + sum(each.size for each in commands)
        if size > MOST_COMMANDS:
            raise too_long()
        steps = 1 + sum(each.steps for each in commands)
        return Command("sequence", argument=given, commands=commands, size=size, steps=steps)

    def text(self, name: str) -> str:
        if name not in self.files:
            if len(self.files) >= MOST_FILES:
                raise BadInput(N_("too many files: at most {number} can be used at once"), number=MOST_FILES)
            raise NeedsFile(name)
        return self.files[name]

    def blocks(self, name: str) -> str:
        if name not in self.letters:
            self.letters[name] = block_letters(name, self.text(name))
        return self.letters[name]

    def sequence(self, name: str) -> tuple[Command, ...]:
        if name in self.within:
            raise BadInput(N_("the file {name} calls itself"), name=shorten(name))
        if name not in self.sequences:
            words = self.text(name).replace(",", " ").split()
            if not words:
                raise BadInput(N_("the file {name} is empty"), name=shorten(name))
            # Each file is run at least once, and a command is at most two words.
            self.words += len(words)
            if self.words > 2 * MOST_COMMANDS:
                raise too_long()
            self.within.append(name)
            self.sequences[name] = tuple(self._commands(name, words))
            self.within.pop()
        return self.sequences[name]

    def _commands(self, name: str, words: list[str]) -> list[Command]:
        commands = []
        rest = iter(words)
        for typed in rest:
            try:
                given = next(rest, "") if CONTROLS[_parsed(typed).name].arguments else ""
                commands.append(self.command(typed, given))
            except BadInput as error:
                raise inside(name, error) from None
        return commands


def inside(name: str, error: BadInput) -> BadInput:
    """Returns the error for a command in a file, prefixed with the file's name."""
    return BadInput(N_("{file}: {reason}"), file=shorten(name), reason=error)


def too_long() -> BadInput:
    return BadInput(N_("too long: at most {number} commands can be run at once"), number=MOST_COMMANDS)
