# kesu-workshop 1 player lines98
"""Company: moves a ball to where its line of equal ones becomes longest."""

from game.contract import cell_of
from game.kernel import AXES


def longest(cells, cell, colour):
    """The longest run of a colour through a cell, in any of the four directions."""
    runs = []
    for down, right in AXES:
        runs.append(1)
        for sign in (1, -1):
            row, column = cell[0] + sign * down, cell[1] + sign * right
            while 0 <= row < 9 and 0 <= column < 9 and cells[row, column] == colour:
                runs[-1] += 1
                row, column = row + sign * down, column + sign * right
    return max(runs)


def choose(state, moves, view):
    def gain(word):
        here, there = map(cell_of, word.split()[1:])
        cells, colour = state.cells.copy(), state.cells[here]
        cells[here] = 0
        return longest(cells, there, colour) - longest(cells, here, colour) / 2

    return max(moves, key=gain)
