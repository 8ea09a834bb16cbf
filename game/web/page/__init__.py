"""What the page does around the open game: its buttons, its look, what the player shares, leaving and returning."""
