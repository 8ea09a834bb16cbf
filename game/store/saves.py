"""The player's games and best scores in a store: the current and the previous game of each kind.

A game is saved whole now and then; in between, only the inputs since then are. If several pages have the same game
open, the one that opened it last saves it; the others must not overwrite it.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import date
from itertools import count

from game.contract import BadInput
from game.rules import game
from game.session import OtherVersion, Provenance, ReadFile, Session, Work, finished, no_files
from game.session.crc import crc_of
from game.session.reader import LARGEST, Format, compact, either, fields, flag, many, row, text, whole
from game.session.records import preset_of
from game.session.save_text import FORM, FORMAT, LONGEST_SAVE, version_of
from game.store import names
from game.store.collection import put_aside
from game.store.store import Store
from game.words import N_

NO_VARIATIONS = '"variations":[]'
"""Ends a save, before its checksum, if there are none or no room for them."""
LONG = 2000
"""Inputs from which a game is no longer saved whole after each landing, because that takes longer and longer."""
MAX_UNSAVED_INPUTS = 64
"""The most inputs that are kept next to a whole save."""
_SINCE = {"on": whole(), "inputs": many(text())}
SINCE = Format(
    shape=either(
        fields(**_SINCE, provenance=row(*(flag() for _mark in Provenance._fields))),
        fields(**_SINCE, assisted=flag()),  # written by builds with saves of form 3
    ),
    longest=LONGEST_SAVE,
)


class Saves:
    """Saves, by the names of games."""

    def __init__(self, store: Store, read_file: ReadFile = no_files, page: str = "") -> None:
        self.store = store
        self._read_file = read_file
        self._page = page
        """The name that distinguishes this page from all others that are open."""
        self._last_whole: tuple[Sequence[str], int, int, int] | None = None
        """The main line that was last saved whole at its end, its length then, and the save's checksum and length."""

    def claim(self, name: str, day: date | None = None) -> None:
        """Claims the game of this name, or its daily game of a day, for this page."""
        key = names.page(name, day)
        if self.store.get(key) != self._page:
            self.store.put(key, self._page)

    def is_ours(self, name: str, day: date | None = None) -> bool:
        """Returns whether no other page has claimed the game since."""
        return self.store.get(names.page(name, day)) in (None, self._page)

    def keep(self, session: Session, day: date | None = None) -> bool:
        """Saves the current game whole; False, writing nothing, if it goes on in another page.

        A daily game is kept separately and replaces no other.
        """
        name = session.rules.name
        if not self.is_ours(name, day):
            return False
        save = session.save()
        if len(save) > LONGEST_SAVE:
            self.store.report(BadInput(FORMAT.too_long))  # what was kept so far can be read
            return True
        if session.history.dropped or (session.history.ends and NO_VARIATIONS in save[-len(NO_VARIATIONS) - 20 :]):
            self.store.report(BadInput(N_("this game has more branches than can be kept")))
        self.claim(name, day)
        self.store.put(names.save(name, day), save)
        self.store.remove(names.since(name, day))
        self.store.put(names.LAST, name)
        # Inputs are only added to a save at its end: loading plays them from the position that it has.
        self._last_whole = None
        if not session.can_redo:
            self._last_whole = session.main_line, session.length, crc_of(save), len(save)
        return True

    def note(self, session: Session, day: date | None = None) -> bool:
        """Keeps the game after an input at its end, as quickly as possible; False as with `keep`."""
        line, length, check, size = self._last_whole or ((), 0, 0, 0)
        since = session.length - length
        if line is not session.main_line or session.can_redo or not 0 <= since <= MAX_UNSAVED_INPUTS:
            return self.keep(session, day)
        name = session.rules.name
        if not self.is_ours(name, day):
            return False
        if self.store.get(names.page(name, day)) is None:  # the store was cleared, with the whole save
            return self.keep(session, day)
        record = {"on": check, "inputs": list(line[length:]), "provenance": session.provenance}
        text = compact(record, ensure_ascii=False)
        if size + len(text) > LONGEST_SAVE:
            return self.keep(session, day)  # which says so if it is too long to be read again
        self.store.put(names.since(name, day), f"{crc_of(text):08x}{text}")
        return True

    def keep_input(self, session: Session, *, landed: bool, day: date | None = None) -> bool:
        """Keeps the game after an input: whole where that is quick or rare enough; False as with `keep`."""
        return self.keep(session, day) if landed and session.length < LONG else self.note(session, day)

    def current(self, name: str) -> Session | None:
        """Returns the current game of this name; BadInput if it is damaged, and then it is put aside."""
        return finished(self.loading(name))

    def loading(self, name: str, day: date | None = None) -> Work[Session | None]:
        """Loads the current game of this name, or its daily game of a day, in slices; BadInput if it is damaged, and
        then it is put aside.
        """
        key, since = names.save(name, day), names.since(name, day)
        session = yield from self._load(name, key, since)
        if session is None:
            return None
        if _played_since(session, self.store.get(since) or "", crc_of(self.store.get(key) or "")):
            # From now on the save alone is the whole game, for reading and putting aside.
            save = session.save()
            if len(save) > LONGEST_SAVE:
                return session  # only both together can be read again
            self.store.put(key, save)
        self.store.remove(since)
        return session

    def _load(self, name: str, key: str, *companions: str) -> Work[Session | None]:
        """Loads the game of this key; BadInput if it is damaged or another kind of game, and then it is put aside.

        A game of another version, with its `companions`, is left to that version, which may be another copy of the page
        at this origin or a later one. A game that another version left to this one is taken back.
        """
        text = self.store.get(key)
        try:
            if text is not None:
                session = yield from Session.loading(text, game, self._read_file)
                if session.rules.name != name:
                    raise BadInput(FORMAT.damaged)
                return session
        except OtherVersion as error:
            self._move("", names.other(error.version, ""), key, *companions)
            if self._put_aside_under(name, key) is None:
                raise
        except BadInput as error:
            put_aside(self.store, key, text or "", error)
            self.store.remove(key)
            raise
        left = self._put_aside_under(name, key)
        if left is None:
            return None
        self._move(left, "", key, *companions)
        return (yield from self._load(name, key, *companions))

    def _put_aside_under(self, name: str, key: str) -> str | None:
        """Returns the prefix under which another version has put aside this version's game, if it has."""
        places = (names.other(version, "") for version in (f"rules {game(name).version}", f"form {FORM}"))
        return next((place for place in places if self.store.get(place + key) is not None), None)

    def _move(self, place: str, to: str, *keys: str) -> None:
        for key in keys:
            text = self.store.get(place + key)
            if text is None:
                self.store.remove(to + key)
            else:
                there = self.store.get(to + key)
                if to and there not in (None, text):
                    numbered = (f"{to}{key}#{number}" for number in count(2))
                    self.store.put(next(free for free in numbered if self.store.get(free) is None), there or "")
                self.store.put(to + key, text)
                self.store.remove(place + key)

    def loading_before(self, name: str) -> Work[Session | None]:
        """Loads the previous game in slices; BadInput as with `current`."""
        return self._load(name, names.before(name))

    def has_before(self, name: str, day: date | None) -> bool:
        """Returns whether there is a game to go back to, from the current game or from a daily game."""
        key = names.before(name) if day is None else names.save(name)
        return self.store.get(key) is not None or self._put_aside_under(name, key) is not None

    def put_aside(self, name: str) -> None:
        """Makes the current game the previous one, before another is started."""
        text, key = self.store.get(names.save(name)), names.before(name)
        if text is not None:
            version = version_of(self.store.get(key) or "", game)
            if version is not None:
                self._move("", names.other(version, ""), key)
            self.store.put(key, text)
        self.claim(name)

    @property
    def last(self) -> str | None:
        """The name of the game played last."""
        return self.store.get(names.LAST)

    def preview(self, name: str) -> Work[Session | None]:
        """Loads the current game in slices, only for viewing: claims and writes nothing."""
        save, since = self.store.get(names.save(name)) or "", self.store.get(names.since(name)) or ""
        try:
            session = yield from Session.loading(save, game, self._read_file)
        except BadInput:
            return None
        _played_since(session, since, crc_of(save))
        return session if session.rules.name == name else None

    def whole(self, name: str, day: date | None = None) -> str | None:
        """Returns the text of a save, with what has been played since; writes nothing."""
        save, since = self.store.get(names.save(name, day)), self.store.get(names.since(name, day))
        if save and since:
            try:
                session = Session.load(save, game, self._read_file)
            except BadInput:
                return save
            if _played_since(session, since, crc_of(save)):
                return session.save()
        return save

    def best(self, session: Session) -> int:
        """Returns the best score of the player's own finished games with these options, and keeps a new best."""
        preset = preset_of(session)
        known = self.best_of(preset)
        if session.over and session.own and known < session.score < LARGEST:
            self.store.put(names.best(preset), str(session.score))
            return session.score
        return known

    def best_of(self, preset: str) -> int:
        """Returns the best score of the player's own finished games of a preset; 0 if there is none."""
        text = self.store.get(names.best(preset)) or ""
        return int(text) if text.isascii() and text.isdigit() and len(text) < len(str(LARGEST)) else 0


def _played_since(session: Session, kept: str, check: int) -> bool:
    """Plays the inputs kept since the save with this checksum, up to one that cannot be played; returns whether there
    are any. Damaged ones are ignored.
    """
    head, body = kept[:8], kept[8:]
    try:
        since = SINCE.read(body)
    except BadInput:
        return False
    if head != f"{crc_of(body):08x}" or since["on"] != check:
        return False
    with suppress(BadInput):
        for word in since["inputs"]:
            session.play(word)
    session.note(*since.get("provenance", [since.get("assisted", False)]))
    return bool(since["inputs"])
