"""A game played with a friend on another device, or watched from there; fetched when it is first wanted."""
