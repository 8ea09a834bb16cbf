"""Problems in play: one after the other, and what can be asked about each."""
