"""What the bots learned, learned again: each module prints the table or the weights of one bot."""
