"""Looking back on a game: a part of the page that is fetched when first needed."""
