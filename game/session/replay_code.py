"""Replay codes: a whole game, with all its inputs, as a text short enough for the fragment of an address.

A code is the base64url of a form number, a checksum and a deflated body. In the body, a word of the game is one number;
any other text is spelled out once and has a number from then on; repeats are run-length encoded.
"""

from __future__ import annotations

import base64
import zlib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from game.contract import BadInput, File, Rules, shorten
from game.session.options import CLASSIC, ReadFile, complete, known_options, no_files, parse_seed
from game.session.reader import NEWER, OtherVersion, check_rules
from game.session.session import Session, Work
from game.slices import finished, paced
from game.words import N_

FORM = 1
LONGEST = 100_000
"""Characters of a code."""
MOST_BYTES = 1_000_000
"""Bytes of a body: a short code could inflate to a very long one."""
MOST_INPUTS = 200_000
MOST_CHARACTERS = 2_000_000
"""Characters of all inputs, with repeats: a game up to this length can still be saved."""

TOO_LONG = N_("this replay is too long")

DEFLATED = -15
"""zlib's window parameter for a raw deflate stream: the code has its own checksum."""
CHECK = 4
"""Bytes of the checksum."""
ASSISTED = 1
"""Marks a game in which undo or a hint was used."""

SPELLED, REPEATED, FIRST = 0, 1, 2
"""The numbers that mean: a new text follows; repeat the last input; and the first number of a known text."""
LEAST_REPEATS = 4
"""Shorter repeats are left to deflate, which encodes them better."""


@dataclass(frozen=True)
class ReplayContents:
    """The contents of a code, checked but not yet played."""

    rules: Rules[Any]
    options: Mapping[str, Any]
    seed: int | None
    inputs: tuple[str, ...]
    score: int
    """The score to which the inputs must lead."""
    assisted: bool


def encode(session: Session) -> str:
    """Encodes the game from its start to the current position; BadInput if it is too long."""
    rules, inputs = session.rules, session.inputs
    seed = CLASSIC if session.seed is None else str(session.seed)
    parse_seed(seed)
    body = ByteWriter()
    body.text(rules.name)
    body.number(rules.version)
    body.number(ASSISTED if session.assisted else 0)
    body.number(2 * session.score if session.score >= 0 else -2 * session.score - 1)
    body.text(seed)
    write_options(body, rules, session.options)
    write_inputs(body, rules, inputs)
    code = pack(bytes(body.bytes))
    too_many = commands_in(rules, inputs) > MOST_INPUTS or sum(map(len, inputs)) > MOST_CHARACTERS
    if too_many or len(body.bytes) > MOST_BYTES or len(code) > LONGEST:
        raise BadInput(N_("this game is too long for a link"))
    return code


def decode(code: str, find: Callable[[str], Rules[Any]], read_file: ReadFile = no_files) -> Session:
    """Plays the game in a code to its end; BadInput if it is damaged or does not lead to its score."""
    return finished(replaying(read(code, find, read_file), read_file))


def replaying(replay: ReplayContents, read_file: ReadFile = no_files) -> Work[Session]:
    """Plays the contents of a code step by step; returns the game at its end. BadInput if its score is another one."""
    session = Session(replay.rules, replay.options, replay.seed, read_file)
    try:
        for done, word in enumerate(replay.inputs):
            yield done / len(replay.inputs)
            before = session.state
            yield from paced(session.answers.foreseeing(session.setup, word), done / len(replay.inputs))
            session.play(word)
            if session.state is before:
                raise BadInput(N_("the moves in this replay do not fit the game"))
    except BadInput as error:
        raise BadInput(N_("the moves in this replay do not fit the game")) from error
    if session.score != replay.score:
        raise BadInput(
            N_("this replay claims {theirs} points but comes to {ours}"),
            ours=session.score,
            theirs=replay.score,
        )
    session.note(assisted=replay.assisted, imported=True)
    return session


def read(code: str, find: Callable[[str], Rules[Any]], read_file: ReadFile = no_files) -> ReplayContents:
    """Parses a code without playing it; BadInput if it is damaged or too long, OtherVersion for other rules."""
    try:
        return _read(ByteReader(unpack(code)), find, read_file)
    except BadInput:
        raise
    except (ValueError, IndexError):
        raise BadInput(N_("this replay is damaged")) from None


def _read(body: ByteReader, find: Callable[[str], Rules[Any]], read_file: ReadFile) -> ReplayContents:
    rules = find(body.text())
    check_rules(
        rules, body.number(), N_("this replay was made with rules version {theirs}; the current version is {ours}")
    )
    marks = body.number()
    score = body.number()
    seed = parse_seed(body.text())
    options = read_options(body, rules, read_file)
    inputs = read_inputs(body, rules)
    if commands_in(rules, inputs) > MOST_INPUTS:
        raise _too_long()
    return ReplayContents(
        rules, options, seed, inputs, -(score + 1) // 2 if score & 1 else score // 2, marks == ASSISTED
    )


def commands_in(rules: Rules[Any], inputs: Sequence[str]) -> int:
    """Counts the commands that inputs run: a word can run many, and nobody who opens a link should wait for them."""
    return sum(times * rules.commands(word) for word, times in Counter(inputs).items())


# The options.


def write_options(body: ByteWriter, rules: Rules[Any], options: Mapping[str, Any]) -> None:
    """Writes the non-default options and all files."""
    unusual = {
        name: options[name]
        for name, option in known_options(rules).items()
        if isinstance(option, File) or options.get(name, option.default) != option.default
    }
    body.number(len(unusual))
    for name, value in unusual.items():
        body.text(name)
        body.text(str(int(value)) if isinstance(value, bool) else str(value))


def read_options(body: ByteReader, rules: Rules[Any], read_file: ReadFile = no_files) -> dict[str, Any]:
    """Reads what `write_options` wrote, completed with defaults; BadInput for an unknown option or a wrong value."""
    given = {}
    for _ in range(body.number()):
        name = body.text()
        if name not in known_options(rules):
            raise BadInput(N_("unknown option: {name}"), name=shorten(name))
        given[name] = body.text()
    return complete(rules, given, read_file)


# The inputs.


def _takes(rules: Rules[Any]) -> list[tuple[str, int]]:
    """Returns the texts known from the start: the words of the game, each with its number of arguments. Words that an
    option adds are spelled, so that no other word's number depends on them.
    """
    spelled = {word for added in rules.added.values() for word in added}
    return [(word, rules.arguments(word)) for word in rules.words if word not in spelled]


def write_inputs(body: ByteWriter, rules: Rules[Any], inputs: Sequence[str]) -> None:
    """Writes the inputs, which are the rest of the body."""
    known: dict[str, int] = {}
    verbs: dict[str, tuple[int, int]] = {}
    for number, (word, takes) in enumerate(_takes(rules), FIRST):
        verbs[word] = number, takes
        if not takes:
            known[word] = number
    following = FIRST + len(verbs)

    def write(text: str) -> None:
        nonlocal following
        if text in known:
            body.number(known[text])
            return
        body.number(SPELLED)
        body.text(text)
        known[text] = following
        following += 1

    at = 0
    while at < len(inputs):
        word = inputs[at]
        verb, *taken = word.split(" ")
        number, takes = verbs.get(verb, (SPELLED, 0))
        if takes and takes == len(taken):
            body.number(number)
            for text in taken:
                write(text)
        else:
            write(word)
        again = at + 1
        while again < len(inputs) and inputs[again] == word:
            again += 1
        if again - at >= LEAST_REPEATS:
            body.number(REPEATED)
            body.number(again - at - 1)
            at = again
        else:
            at += 1


def read_inputs(body: ByteReader, rules: Rules[Any]) -> tuple[str, ...]:
    """Reads inputs to the end of the body; BadInput if there are too many."""
    known = _takes(rules)

    def text(number: int) -> tuple[str, int]:
        if number == SPELLED:
            known.append((body.text(), 0))
            return known[-1]
        return known[number - FIRST]

    inputs: list[str] = []
    characters = 0
    while not body.at_end:
        number = body.number()
        if number == REPEATED:
            last, times = inputs[-1], body.number()
        else:
            word, takes = text(number)
            taken = []
            for _ in range(takes):
                given = body.number()
                if given == REPEATED:
                    raise ValueError("a repeat instead of a text")
                taken.append(text(given)[0])
            last, times = " ".join([word, *taken]), 1
        characters += len(last) * times
        if len(inputs) + times > MOST_INPUTS or characters > MOST_CHARACTERS:
            raise _too_long()
        inputs += [last] * times
    return tuple(inputs)


# Numbers and texts as bytes, and bytes as a code.


class ByteWriter:
    """Writes numbers as varints: seven bits per byte, lowest first. A block, such as a text, is length and bytes."""

    def __init__(self) -> None:
        self.bytes = bytearray()

    def number(self, number: int) -> None:
        while number > 127:
            self.bytes.append(number & 127 | 128)
            number >>= 7
        self.bytes.append(number)

    def block(self, block: bytes) -> None:
        self.number(len(block))
        self.bytes += block

    def text(self, text: str) -> None:
        self.block(text.encode("utf-8", "surrogatepass"))


class ByteReader:
    """Reads what a ByteWriter wrote; IndexError or ValueError for anything else."""

    def __init__(self, body: bytes) -> None:
        self._body = body
        self._at = 0

    @property
    def at_end(self) -> bool:
        return self._at == len(self._body)

    def number(self) -> int:
        number = 0
        for shift in range(0, 70, 7):
            byte = self._body[self._at]
            self._at += 1
            number |= (byte & 127) << shift
            if byte < 128:
                return number
        raise ValueError("number too large")

    def block(self) -> bytes:
        length = self.number()
        block = self._body[self._at : self._at + length]
        if len(block) < length:
            raise IndexError("a truncated block")
        self._at += length
        return block

    def text(self) -> str:
        return self.block().decode("utf-8", "surrogatepass")


def pack(body: bytes) -> str:
    """Packs a body into a code."""
    deflate = zlib.compressobj(9, zlib.DEFLATED, DEFLATED, 9)
    packed = bytes([FORM]) + zlib.crc32(body).to_bytes(CHECK, "big") + deflate.compress(body) + deflate.flush()
    return base64.urlsafe_b64encode(packed).decode("ascii").rstrip("=")


def unpack(code: str) -> bytes:
    """Unpacks a code, ignoring whitespace, into its body; ValueError or IndexError if it is damaged."""
    if len(code) > 2 * LONGEST:
        raise _too_long()
    code = "".join(code.split())
    if len(code) > LONGEST:
        raise _too_long()
    packed = base64.urlsafe_b64decode(code.encode("ascii") + b"=" * (-len(code) % 4))
    if base64.urlsafe_b64encode(packed).decode("ascii").rstrip("=") != code:
        raise ValueError("invalid characters")
    if packed[0] != FORM:
        raise OtherVersion(f"form {packed[0]}", NEWER, theirs=packed[0], ours=FORM)
    inflate = zlib.decompressobj(DEFLATED)
    try:
        body = inflate.decompress(packed[1 + CHECK :], MOST_BYTES + 1)
    except zlib.error:
        raise ValueError("not a deflate stream") from None
    if len(body) > MOST_BYTES:
        raise _too_long()
    if not inflate.eof or inflate.unused_data or zlib.crc32(body).to_bytes(CHECK, "big") != packed[1 : 1 + CHECK]:
        raise ValueError("a wrong checksum")
    return body


def _too_long() -> BadInput:
    return BadInput(TOO_LONG)
