"""What plays foreign games and tournaments in the workshop's worker, and its messages to the page."""
