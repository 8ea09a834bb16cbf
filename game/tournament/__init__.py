"""Tournaments: games that bots and other players play without a screen, and the statistics of their results."""

BOT, GREEDY, RANDOM = "bot", "greedy", "random"
PLAYERS = (BOT, GREEDY, RANDOM)
"""The players for every game: its bot, and two baselines to compare it with."""
OWN = "own"
"""A player from a source (game.workshop.players)."""
