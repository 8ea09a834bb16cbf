"""The names under which everything is stored; static/boot/page.js has those that are read before Python."""

from __future__ import annotations

from datetime import date

from game.session.daily import seed_of_day

OPENING_PARTS = ("figures", "boards", "pad", "levels", "choices", "seed", "veil-text", "go-on", "go-other")
"""The elements that a game fills, and the parts of a stored opening."""

PREFIX = "kesu/"
"""Begins every name in localStorage, which other pages of the same origin may share."""

SETTINGS = "settings"
STATISTICS = "statistics"
DEVICE = "device"
LAST = "last"
"""The name of the game played last."""
DAILY = "daily"
"""All tries of daily games. It also begins the names of their saves."""
BESTS = "bests"
"""The player's best game of each preset, as a challenge."""
TAUGHT = "taught"
"""The games whose lessons the player has seen or skipped, separated by spaces."""
SWIPES = "swipes"
"""Not empty from when the player has swiped through a game until the buttons below the board are hidden for it."""
NOTEBOOK = "notebook"
"""Positions from costly moves, which Look back offers as exercises."""
PROBLEMS = "problems"
"""How the first attempts at problems ended."""
WORKSHOP = "workshop"
"""The visitor's own sources; static/workshop-page/sources.js keeps them."""
PLAYER = "name"
"""The player's name in challenges."""
STUN = "live-stun"
"""The STUN server's address, unset until the player gives one."""


def save(game: str, day: date | None = None) -> str:
    """Returns the name of a game that is saved whole: the current one, or that of a day."""
    return f"save/{game}" if day is None else f"{DAILY}/{_of(game, day)}"


def since(game: str, day: date | None = None) -> str:
    """Returns the name of the inputs played since that save."""
    return f"since/{_of(game, day)}"


def page(game: str, day: date | None = None) -> str:
    """Returns the name of the page that owns that game."""
    return f"page/{_of(game, day)}"


def before(game: str) -> str:
    """Returns the name of the previous game."""
    return f"before/{game}"


def imported(game: str, number: int) -> str:
    """Returns the name of an imported save, numbered from two on."""
    return f"{save(game)}#{number}"


def card(game: str) -> str:
    """Returns the name of what home shows of the current game."""
    return f"card/{game}"


def challenge(game: str) -> str:
    """Returns the name of the challenge that the current game belongs to."""
    return f"challenge/{game}"


def par(game: str) -> str:
    """Returns the name of the goal of that game's last day."""
    return f"par/{game}"


def best(preset: str) -> str:
    """Returns the name of the best score of a preset."""
    return f"best/{preset}"


def time(game: str, *, daily: bool) -> str:
    """Returns the name of the time played in the current game, or in the daily one."""
    return f"time/{game}" + ("/daily" if daily else "")


def counted(game: str) -> str:
    """Returns the name of the marks of finished games of this kind that have been counted."""
    return f"counted/{game}"


def piece_times(game: str, *, daily: bool) -> str:
    """Returns the name of the times of that game's pieces."""
    return f"times/{game}" + ("/daily" if daily else "")


def live(game: str, seat: int) -> str:
    """Returns the name of a live game, with the seat because two tabs of one browser may hold both sides."""
    return f"live/{game}/{seat}"


def damaged(name: str) -> str:
    """Returns the name under which a text that cannot be read is put aside."""
    return f"damaged/{name}"


def other(version: str, name: str) -> str:
    """Returns the name under which a text of another version is left to that version."""
    return f"other/{version}/{name}"


def _of(game: str, day: date | None) -> str:
    return game if day is None else f"{game}/{seed_of_day(day)}"
