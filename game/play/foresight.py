"""What the next key would do, computed before it is pressed."""

from __future__ import annotations

from game.contract import Role
from game.session import Session, Work

UNFORESEEN = Role.MOVE, Role.CHOICE, Role.COMMAND
"""The roles whose words are not foreseen: there are too many of them, or they need arguments."""


def foresee(session: Session) -> Work[None]:
    """Computes in small steps what each key would do here, so that it is quick; ends once the state changes."""
    here, rules = session.answers, session.rules
    for role, word in rules.by_role.items():
        if role not in UNFORESEEN and session.answers is here:
            outcome = here.foresee(session.setup, word)
            yield 0
            if outcome and session.answers is here:
                outcome.after.get("view", rules.view)
                yield 0
