"""The list of problems, and the look of the page while one is open; fetched when first needed."""
