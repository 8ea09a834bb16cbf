"""The page: all code that uses the browser, and no other."""
