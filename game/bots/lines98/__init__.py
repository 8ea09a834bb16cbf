"""Lines' bot."""

from game.bots import Bot
from game.bots.lines98.search import preparing, think

BOT = Bot(think, preparing=preparing)
