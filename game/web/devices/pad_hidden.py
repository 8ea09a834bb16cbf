"""What is said when the buttons below the board are hidden, once: it comes with the later texts."""

from game.words import N_

HIDDEN = N_("Swipes are enough: the buttons are hidden. ⋯ brings them back.")
