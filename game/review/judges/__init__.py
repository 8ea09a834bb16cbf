"""One module per game, named like its rules: what its positions are worth, in its own unit."""
