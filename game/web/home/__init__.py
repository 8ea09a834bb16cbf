"""The home screen: today's challenges, and a card for each game."""
