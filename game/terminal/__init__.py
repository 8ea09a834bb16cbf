"""The terminal's other rooms: games played without a screen, by whom, how many at once, and what came of them."""
