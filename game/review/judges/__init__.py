"""One module per game, named like its rules, which evaluates positions in the game's own unit."""
