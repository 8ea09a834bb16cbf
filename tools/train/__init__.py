"""Training of the bots: `python -m tools.train` lists what can be trained."""
