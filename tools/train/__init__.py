"""Training: each module learns the table or the weights of one bot."""
