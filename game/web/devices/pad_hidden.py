"""The message when the buttons below the board are hidden, shown once; it is among the texts fetched later."""

from game.words import N_

HIDDEN = N_("Swipes are enough: the buttons are hidden. ⋯ brings them back.")
