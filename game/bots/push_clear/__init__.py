"""Push and Clear's bot."""

from game.bots import Bot
from game.bots.push_clear.search import think

BOT = Bot(think)
