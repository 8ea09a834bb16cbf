"""Candidates: positions built backwards from one in which the goal has just been met, the same for ever for a recipe.
The tests check this with recorded ids. A change needs a new number in `recipes.MAKERS`, and the old code stays.
"""
