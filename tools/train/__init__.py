"""Training: each module learns and prints the table or the weights of one bot."""
