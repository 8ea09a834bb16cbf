"""Duel's bot."""

from game.bots import Bot
from game.bots.duel.search import think

BOT = Bot(think)
