"""From an address, or a wish of the player's, to a game on the stage."""
