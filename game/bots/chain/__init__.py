"""Chain's bot."""

from game.bots import Bot
from game.bots.chain.search import TURN_LIMIT, think

BOT = Bot(think, turn_limit=TURN_LIMIT)
