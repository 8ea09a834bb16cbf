"""The page: everything that touches it is here, and nothing else is."""
