"""What runs in the workshop's frame: the page, given games and players that are not ours."""
