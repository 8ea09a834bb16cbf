"""The cellar of the page: what touches the browser and knows no game."""
