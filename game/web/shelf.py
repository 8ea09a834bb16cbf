"""The player's games and bests, kept in a store: one game of each kind, and the one before it."""

from __future__ import annotations

from game.contract import BadInput, Rules
from game.rules import game
from game.session import Reader, Session, address, no_files
from game.web.dailies import slot
from game.web.store import Store


class Shelf:
    """Saves by the game's name."""

    def __init__(self, store: Store, reader: Reader = no_files) -> None:
        self.store = store
        self._reader = reader

    def keep(self, session: Session, day: int | None = None) -> None:
        """Keeps the game being played; the daily game of a day lies beside the others and takes nobody's place."""
        name = session.rules.name
        self.store.put(f"save/{name}" if day is None else slot(name, day), session.save())
        self.store.put("last", name)

    def current(self, name: str) -> Session | None:
        """The game of that name that was being played; BadInput if it is damaged, and then it is put aside."""
        return self._load(f"save/{name}")

    def daily(self, name: str, day: int) -> Session | None:
        """The daily game of that name and day, as far as it was played; BadInput if it is damaged."""
        return self._load(slot(name, day))

    def before(self, name: str) -> Session | None:
        """The game before the one being played."""
        return self._load(f"before/{name}")

    def put_aside(self, name: str) -> None:
        """Another game is about to be started: this one becomes the one before."""
        text = self.store.get(f"save/{name}")
        if text is not None:
            self.store.put(f"before/{name}", text)

    @property
    def last(self) -> str | None:
        """The name of the game played last."""
        return self.store.get("last")

    def best(self, session: Session) -> int:
        """The best score of this game with these options, the one being played included; kept."""
        key = "best/" + best_key(session)
        text = self.store.get(key) or ""
        known = int(text) if text.isascii() and text.isdigit() and len(text) < 16 else 0
        if session.score > known:
            self.store.put(key, str(session.score))
            return session.score
        return known

    def _load(self, key: str) -> Session | None:
        text = self.store.get(key)
        if text is None:
            return None
        try:
            return Session.load(text, game, self._reader)
        except BadInput:
            self.store.put("damaged/" + key, text)
            self.store.remove(key)
            raise


def best_key(session: Session) -> str:
    """What two games must share to be compared: the game, its rules' version, its options."""
    parameters = address(session)
    rules: Rules = session.rules
    options = "&".join(f"{name}={value}" for name, value in parameters.items() if name not in ("game", "seed"))
    return f"{rules.name}/{rules.version}/{options}"
