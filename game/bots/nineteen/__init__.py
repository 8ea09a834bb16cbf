"""Nineteen's bot."""

from game.bots import Bot
from game.bots.nineteen.search import preparing, think

BOT = Bot(think, preparing=preparing)
