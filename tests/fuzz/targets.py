"""Every entry point for untrusted text, with valid examples. BadInput is the only valid way to reject a text."""

from __future__ import annotations

import base64
import io
import json
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from functools import cache
from itertools import count, islice
from unittest import mock
from urllib.parse import parse_qsl

from game import files
from game.contract import BadInput, Moved, Role, cell_of
from game.play import changes
from game.play.live import invitation
from game.play.problems import composition
from game.play.review.practice import exercise
from game.play.workshop import wire
from game.player.settings import Settings
from game.problems import complete, ids
from game.problems.play import rules_of
from game.problems.rating import ratings
from game.review.retry import spot_of
from game.rules import GAMES, game
from game.rules.chain import field_frames
from game.session import Session, backup, challenge, from_address, parse_seed, replay_code, save_text
from game.session.commands import commands, execute, words_of
from game.session.daily import Daily
from game.session.live import messages
from game.session.live.hashing import state_hash
from game.session.live.match import Match, Status
from game.session.notebook import Notebook, StudyCard
from game.session.problem_book import Attempt, ProblemBook
from game.session.reader import depth, parse
from game.session.records import MOST_RECORDS, Records, merge
from game.session.save_text import saved_game
from game.store import cards
from game.store.saves import Saves
from game.store.store import Store
from game.terminal import review_report
from game.words import Translator
from game.workshop import sharing, sources
from tests import composed
from tests.fuzz import stores
from tests.onlooker import Onlooker
from tests.recorded import FOLDER
from tools.samples.some_moves import midgame

MOST_PLAYED = 60
"""Inputs, or frames of a field, played of each text: this tests reading, not playing."""
LONGEST_LINE = 600
"""Characters of an error message."""
translator = Translator()


@dataclass(frozen=True)
class Target:
    """A function that takes untrusted text, and examples that it accepts."""

    take: Callable[[str], object]
    examples: tuple[str, ...]


def tried(target: Target, text: str) -> str:
    """Passes a text to an entry point; returns the error message, empty if the text was accepted."""
    try:
        target.take(text)
    except BadInput as error:
        line = translator(error.message, **error.values)
        assert line and len(line.splitlines()) == 1 and len(line) <= LONGEST_LINE, line
        return line
    return ""


def _recorded(key: str) -> tuple[str, ...]:
    return tuple(json.loads(path.read_text(encoding="utf-8"))[key] for path in sorted(FOLDER.glob("*-7.json")))


def link(text: str) -> None:
    parameters = dict(parse_qsl(text, keep_blank_values=True))
    if "game" in parameters:
        from_address(parameters, game, files.read)


def code(text: str) -> None:
    work = replay_code.replaying(replay_code.read(text, game, files.read), files.read)
    for _share in islice(work, MOST_PLAYED):
        pass


def body(text: str) -> None:
    """Wraps any text into a replay with a valid checksum."""
    code(replay_code.pack(text.encode("latin-1", "replace")))


def challenged(text: str) -> None:
    work = challenge.replaying(challenge.read(challenge.code_in(text), game, files.read), files.read)
    for _share in islice(work, MOST_PLAYED):
        pass


def challenge_body(text: str) -> None:
    """Wraps any text into a challenge with a valid checksum."""
    challenged(replay_code.pack(text.encode("latin-1", "replace")))


def _challenges() -> tuple[str, ...]:
    """Returns a challenge of each game, and one with a second round."""
    found = []
    for name in GAMES:
        session = Session(game(name), {}, 7, files.read)
        for number in range(20):
            moves = session.moves
            if moves:
                session.play(moves[number % len(moves)])
        mine = challenge.recorded(session, "Zoë", {at: at % 30 for at in range(40)})
        sent = challenge.Challenge(session.rules, session.options, (challenge.ChallengeRound(7, (mine,)),))
        found += [challenge.encode(sent), challenge.encode(sent.answered(mine).followed(7, mine))]
    return tuple(found)


def save(text: str) -> None:
    saved_game(text)
    for _share in islice(Session.loading(text, game, files.read), MOST_PLAYED):
        pass


def save_contents(text: str) -> None:
    """Wraps any contents into a save with a valid checksum."""
    try:
        found = parse(text, 100)  # deeper nesting crashes Pyodide
    except (ValueError, RecursionError):
        return
    if isinstance(found, dict):
        found.pop("check", None)
        save(json.dumps(found | {"check": save_text.checksum(found)}))


def sequence(text: str) -> None:
    """Reads a file of commands or blocks that the player named."""
    session = Session(game("biquadris"), {}, 7, lambda name: text if name == "f" else files.read(name))
    try:
        session.play("norandom f")
    except BadInput:
        session.play("sequence f")


def typed(text: str) -> None:
    """Types commands in every game: each is executed or rejected."""
    for name in GAMES:
        session = Session(game(name), {}, 7, files.read)
        for command in islice(commands(words_of([text]), session.rules), MOST_PLAYED):
            try:
                execute(session, command)
            except BadInput as error:
                assert "\n" not in translator(error.message, **error.values)


def chain_field(text: str) -> None:
    for _frame in islice(field_frames(text), MOST_PLAYED):
        pass


def _backup() -> str:
    """Returns a backup short enough that `changed` does not truncate it."""
    kept: dict[str, str] = {}
    races = {"best/chain/1/": "50 AbC-_1", "challenge/chain": "chain/1/ 7\nsent\nAbC"}
    for name in GAMES:
        session = Session(game(name), {}, 7, files.read)
        session.play(session.moves[0])
        kept |= {f"save/{name}": session.save(), f"before/{name}#2": session.save()}
    return backup.write(backup.Backup(Records.from_text(_records(), ""), _daily(), kept, {"settings": "{}"}, races))


def _records() -> str:
    """Returns records of a few finished games, and totals of older ones."""
    records = Records("a")
    for number in range(MOST_RECORDS + 5):
        records.add("push-clear/1/", number, number % 7 - 1, 60, number % 2 == 0, number if number % 3 else None)
    records.add("chain/1/colours=5", 7, 100, 60, False, 7)
    found = json.loads(records.text())
    for log in found["presets"]["push-clear/1/"].values():
        del log["records"][5:]
    return json.dumps(found)


def statistics(text: str) -> None:
    """Reads records, and does with accepted ones what the page does."""
    found = Records.from_text(text, "a")
    for preset in found.presets:
        assert found.totals(preset) and bool(found.distribution(preset)) is bool(found.games(preset))
    assert Records.from_text(found.text(), "a").text() == found.text()
    more = Records("a")
    more.add("push-clear/1/", 1, 1, 60, False, 7)
    merge(found, more)


def _daily() -> Daily:
    found = Daily()
    for day in (date(2026, 2, 28), date(2026, 3, 1)):
        found.begin("chain", day)
    found.finish("chain", date(2026, 2, 28), 50, True)
    return found


def _card() -> str:
    saves, session = Saves(Store(None), files.read), midgame("lines98")
    saves.keep(session)
    cards.Cards(saves).keep("lines98", cards.of_session(session), "en", "Continue · 1,240", "Best: 1,240")
    return saves.store.get("card/lines98") or ""


def contents(text: str) -> None:
    """Wraps any contents into a backup with a valid checksum."""
    try:
        found = parse(text, 100)  # deeper nesting crashes Pyodide
        check = backup._checksum(found)
    except (ValueError, AttributeError, RecursionError):
        return
    if isinstance(found, dict):
        backup.read(json.dumps({"kesu": "backup", "form": backup.FORM, "check": check} | found))


def _contents() -> str:
    found = json.loads(_backup())
    return json.dumps({name: value for name, value in found.items() if name not in ("kesu", "form", "check")})


def _unchecked(text: str) -> str:
    """Returns a save without its checksum."""
    return json.dumps({name: value for name, value in json.loads(text).items() if name != "check"})


def _body(text: str) -> str:
    return zlib.decompress(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))[5:], -15).decode("latin-1")


class Granting(Onlooker):
    """A player of a match that grants every wish and has none."""

    def asked(self, wish: messages.Wish) -> None:
        self.match.answer(True)


def _seated(name: str, watched: bool = False) -> Match:
    player = Granting()
    player.match = Match(
        Session(game(name), {}, 7, files.read), player, id="7", seat=1, hosting=watched, watched=watched
    )
    return player.match


def _connected() -> Match:
    """Returns a match whose two sides have met."""
    match = _seated("duel")
    match.connect(lambda _text: None, 0.0)
    match.receive(messages.write(messages.At("7", 0, match.log.hash)), 0.0)
    return match


@cache
def _listener() -> Match:
    """Returns the one match that is only given invalid messages."""
    return _connected()


HOURS = count()
"""An hour passes before each text, so that the listener's rate limit never applies."""


def message(text: str) -> None:
    """Sends a message to a match that waits for a greeting, and to matches on either side's turn."""
    try:
        messages.read(text)
    except BadInput:
        listener = _listener()
        listener.receive(text, 3600.0 * next(HOURS))
        assert listener.status is Status.OPEN and not listener.session.inputs
        raise
    hello = messages.hello_in(text)
    if hello is not None:
        player = Granting()
        player.match = Match.joining(hello, player, game, files.read)
        player.match.greeted(hello, 0.0)
    for words in ((), ("drop",)):
        match = _connected()
        for word in words:
            entry = messages.Entry(word, state_hash(match.session.setup.after(match.session.state, word)))
            match.receive(messages.write(messages.Entries("7", 0, (entry,))), 0.0)
        assert match.session.inputs == words
        match.receive(text, 1.0)
        match.beat(10.0)
        assert state_hash(match.session.state) == match.log.hash


def kept_match(text: str) -> None:
    player = Granting()
    player.match = Match.load(text, player, game, files.read)


def _match() -> Match:
    match = _seated("duel")
    for word in ("left", "drop", "drop", "cw", "drop"):
        match.session.play(word)
        entry = messages.Entry(word, state_hash(match.session.state))
        match.log.append(entry)
    return match


def _messages() -> tuple[str, ...]:
    match = _match()
    start = _seated("duel").log.hash
    word = messages.Entry("drop", state_hash(match.session.setup.after(_seated("duel").session.state, "drop")))
    said: tuple[messages.LiveMessage, ...] = (
        match._hello(), messages.At("7", 0, start), messages.Entries("7", 0, (word,)), messages.Wish("7", 1, 0),
        messages.Answer(messages.Wish("7", 1, 0), True), messages.Bye("left"), _seated("chain", watched=True)._hello(),
    )  # fmt: skip
    return tuple(map(messages.write, said))


def _invitation() -> invitation.Invitation:
    places = invitation.Place("0a1b2c3d-0000-4000-8000-123456789abc.local", 5), invitation.Place("10.0.0.1", 6, True)
    return invitation.Invitation("0123456789ab", False, "abcd", "abcdefghijklmnopqrstuvwx", bytes(range(32)), places)


def invited(text: str) -> None:
    """Wraps any bytes into an invitation with a valid checksum."""
    body = text.encode("latin-1", "replace")
    code = base64.urlsafe_b64encode(body + invitation._check(body)).decode().rstrip("=")
    found = invitation.read(code)
    assert found == invitation.read(found.code())
    assert found.to_sdp().count("\r\n") == 14 + len(found.places), "no bytes can add a line"


def _invited(code: str) -> str:
    return base64.urlsafe_b64decode(code + "=" * (-len(code) % 4))[: -invitation.CHECK].decode("latin-1")


def reviewed(text: str) -> None:
    """Passes a game to look back on to the terminal: a save, a link to a replay, or commands."""
    rules = game("push-clear")
    with mock.patch("sys.stdin", io.StringIO(text)):
        session = review_report.session_in("-", rules, lambda: Session(rules, {}, 7, files.read))
    assert session.inputs


def _reviewed() -> tuple[str, ...]:
    session = Session(game("push-clear"), {}, 7, files.read)
    for word in ("left", "up", "right"):
        session.play(word)
    return (
        session.save(),
        f"?game=push-clear#replay={replay_code.encode(session)}",
        "left up,undo\nright restart down quit",
    )


def practised(text: str) -> None:
    """Sets up the exercise of a foreign card and spots its answers; the text is code, played and better, with tabs."""
    body, played, better = (*text.split("\t"), "", "")[:3]
    card = StudyCard(replay_code.pack(body.encode("latin-1", "replace")), played, better)
    Notebook.from_text(Notebook([card]).text())
    practice = exercise(card)
    assert spot_of(practice.session.rules, practice.judge, practice.position, practice.better).turns


def _practised() -> tuple[str, ...]:
    found = []
    for name in ("push-clear", "nineteen", "lines98"):
        session = midgame(name)
        moves = [move for move in session.moves if session.rules.role(move) is not Role.COMMAND]
        found.append("\t".join((_body(replay_code.encode(session)), moves[0], moves[-1])))
    return tuple(found)


def problem_book(text: str) -> None:
    """Reads a record of tries, computes the rating from it and writes it again."""
    book = ProblemBook.from_text(text)
    list(ratings((ids.grade_of(attempt.name) or 1, attempt.solved) for attempt in book.attempts[:100]))
    assert ProblemBook.from_text(book.text()).text() == book.text()


def problem_id(text: str) -> None:
    """Reads an id and, if it is one of a problem, plays a few words of it."""
    problem = ids.read(text)
    session = Session(rules_of(problem, text))
    for word in islice(session.moves, MOST_PLAYED):
        session.play(word)


def problem_file(text: str) -> None:
    """Completes a problem of the game that the text names, with little work for a proof."""
    name = next((name for name in GAMES if f'"{name}"' in text[:100]), "chain")
    complete.solved(text, name, most=300)


def drawn_problem(text: str) -> None:
    """Reads what is typed where problems are drawn: game, pieces and turns in the first line, and the board."""
    head, _end, rows = text.partition("\n")
    name, pieces, turns, *_rest = (*head.split(" ", 2), "", "", "")
    problem = composition.blank(name if name in GAMES else "chain")
    found = composition.drawn(problem, rows, pieces, problem.goal, "1", turns or "1")
    assert ids.read(ids.composed_id(found)) == found


def _problems() -> tuple[str, ...]:
    """Returns a composed problem of each game in JSON."""
    return tuple(json.dumps(composed.problem(name, 2).fields("")) for name in GAMES)


def _sources() -> tuple[str, ...]:
    return sources.template().text, *(sources.player_of(name).text for name in GAMES), "# kesu-workshop 1 rules chain\n"


def _changes() -> str:
    """Returns what a game shows, as the workshop's place of foreign code sends it."""
    rules = game("chain")
    view = Session(rules, {}, 7, files.read).view
    opening = wire.Opening(1, wire.Declared.of(rules), view, ("a",), "", clock_runs=True, bot=False)
    event = Moved((("a", (0, 0), (1, 0)),))
    rest = changes.BoardsChanged(view, (event,), {(0, 0): frozenset(("chosen",))}), wire.ReplayShown(open=True)
    return json.dumps([wire.write(each) for each in (opening, *rest)])


TARGETS: dict[str, Target] = {
    "address": Target(link, (
        "game=push-clear&seed=7&size=5", "game=chain&colours=5", "game=nineteen&bag=1&seed=1",
        "game=lines98&mode=square", "game=biquadris&startlevel=2&scriptfile1=sequence3.txt",
        "game=duel&colours=3&computer=2&seat=1",
    )),
    "replay code": Target(code, _recorded("code")),
    "replay body": Target(body, tuple(map(_body, _recorded("code")))),
    "challenge": Target(challenged, _challenges()),
    "challenge body": Target(challenge_body, tuple(map(_body, _challenges()))),
    "save": Target(save, _recorded("save")),
    "save contents": Target(save_contents, tuple(map(_unchecked, _recorded("save")))),
    "backup body": Target(contents, (_contents(),)),
    "store": Target(stores.visited, tuple(map(stores.written, stores.EXAMPLES.values()))),
    "backup": Target(backup.read, (_backup(),)),
    "workshop's changes": Target(lambda text: list(wire.read(text)), (_changes(),)),
    "statistics": Target(statistics, (Records("a").text(), _records())),
    "notebook": Target(Notebook.from_text, (
        Notebook().text(), Notebook([StudyCard("AQ", "left", "right, drop", 2, 739577)]).text(),
    )),
    "problem book": Target(problem_book, (
        ProblemBook().text(),
        ProblemBook([Attempt("n1m1-rows-3-4-384604742-5-31e7fbb6", 1764000000, True), Attempt("x", 5, False)]).text(),
    )),
    "daily": Target(lambda text: Daily.from_text(Daily.from_text(text).text()), (Daily().text(), _daily().text())),
    "card": Target(cards.read, (_card(),)),
    "settings": Target(Settings.load, (
        Settings(volume=10, theme="dark").dump(), '{"keys":{"left":["KeyA"]},"delay":100}',
    )),
    "sequence file": Target(sequence, (
        "I J L O S Z T", "left 3right drop", "2levelup norandom sequence1.txt drop", "sequence sequence1.txt, restart",
        "force I blind heavy 99drop clockwise ccw leveledown",
    )),
    "commands": Target(typed, (
        "left up right down undo redo restart hint help quit", "cw ccw drop tick", "move a1 b2, move c3 d4",
        "3right levelup norandom sequence1.txt drop", "rotate left left drop undo undo",
    )),
    "field": Target(chain_field, ("......\nb.r...\nr.b...\nbbb.yg\nrygrbg", "rrrr\n", "")),
    "live message": Target(message, _messages()),
    "live game": Target(kept_match, (_match().dump(),)),
    "invitation": Target(lambda text: invitation.read(text).to_sdp(), (
        _invitation().code(), f"https://kesu.example/#live={_invitation().code()}",
    )),
    "invitation body": Target(invited, (_invited(_invitation().code()),)),
    "game to look back on": Target(reviewed, _reviewed()),
    "exercise": Target(practised, _practised()),
    "problem id": Target(problem_id, (
        *(ids.composed_id(composed.problem(name, 2)) for name in GAMES), "n1m1-rows-3-4-384604742-5-31e7fbb6",
    )),
    "problem file": Target(problem_file, _problems()),
    "drawn problem": Target(drawn_problem, (
        "chain rg,gb 2\nr.g\nr.g", "push-clear  3\n#.@.\nX*", "biquadris ILT 3\nJJ",
    )),
    "workshop link": Target(sharing.decode, tuple(sharing.encode(text) for text in _sources())),
    "workshop text": Target(
        lambda text: sharing.decode(replay_code.pack(text.encode("latin-1", "replace"))), _sources()
    ),
    "workshop file": Target(lambda text: (sources.read(text).title, sources.read(text, sources.PLAYER)), _sources()),
    "cell": Target(cell_of, ("a1", "b3", "z99")),
    "seed": Target(parse_seed, ("0", "classic", "12345678901234567890")),
    "nesting": Target(depth, ('{"a":[[["b"]]]}', '"\\"[{"')),
}  # fmt: skip
"""Every entry point by name."""
