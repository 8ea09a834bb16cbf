"""Looking back: compares each turn of a game with the best possible one, over futures that both share.

It knows no game: a judge (`game.bots.judging`) evaluates the positions. The page fetches this package when first
needed.
"""
