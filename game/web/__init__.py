"""The page: all the code that touches it, and no other."""
