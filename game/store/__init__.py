"""What is kept between visits, as texts by name: saves, finished games, daily games, races."""
