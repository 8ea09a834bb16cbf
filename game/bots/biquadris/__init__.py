"""Biquadris' bot."""

from game.bots import Bot
from game.bots.biquadris.search import FULL_SEARCH, all_turns, think

BOT = Bot(think, all_turns=all_turns, full_search=FULL_SEARCH)
