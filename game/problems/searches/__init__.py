"""The positions of problems, for each kind of board in a form that is fast to search."""
