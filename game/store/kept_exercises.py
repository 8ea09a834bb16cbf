"""The exercises in a store, which home looks up before anything else of the player's data is needed."""

from __future__ import annotations

from game.session.notebook import FORMAT, Notebook
from game.store import names
from game.store.collection import Kind

NOTEBOOK = Kind(names.NOTEBOOK, FORMAT, Notebook, Notebook.from_text, Notebook.text, Notebook.merged)
