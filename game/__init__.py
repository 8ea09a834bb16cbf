"""Kesu: six puzzle games about clearing a board, one set of modules for browser, terminal and tests."""
