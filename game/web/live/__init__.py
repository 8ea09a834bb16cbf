"""Live games: played with a friend on another device, or watched from there; fetched when first needed."""
