"""Problems on the page: the list, the board with what can be asked about a problem, and the player's level.

The page loads it when it is first needed. Only `dialog.py` and `style.py` know the DOM.
"""
