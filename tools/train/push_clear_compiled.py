"""Push and Clear on the classic board compiled by numba, for learning and measuring: a few microseconds a board.

The rules are those of game/rules/push_clear.py and the player is that of game/bots/push_clear/search.py, as plain
loops. Boards are (36,) int8, cell row * 6 + column. Needs `numba` from PyPI.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from game import rng
from game.bots.push_clear import classic
from game.bots.push_clear.packed import LINE_KINDS
from game.bots.push_clear.search import MIXED, NEAR
from game.rules import push_clear
from game.rules.push_clear import BOX, EMPTY, FIXED, PATIENCE, PLAYER, POINT, TRIES

Array = NDArray[Any]

Function = TypeVar("Function", bound=Callable[..., Any])


def njit(function: Function) -> Function:
    """Compiles a function when it is first called."""
    return cast(Function, import_module("numba").njit(function))


MODULUS, MULTIPLIER = rng.MODULUS, rng.MULTIPLIER
SIZE, CELLS = 6, 36
LONGEST = 4000
"""Steps of the longest game."""
STEP = np.array([-1, -6, 1, 6])
"""The step from a cell to the next one, by the number of the word."""
ROOM = np.array([[cell % 6, cell // 6, 5 - cell % 6, 5 - cell // 6] for cell in range(CELLS)])
"""The number of cells up to the wall."""
WARMTH, TRACE = 0.5, 0.9
"""How many points make a move e times as likely in practice, and the factor for results of a later move."""
PERCENT = np.array([min(100, push_clear.fixed_percent(steps)) for steps in range(LONGEST)])
KNOTS = np.array(classic.KNOTS)
NUMBERS = classic.weight_numbers()
WEIGHTS = int(NUMBERS.max()) + 1
PARTS = classic.PARTS
RING = np.array([[y, x] for y in (-1, 0, 1) for x in (-1, 0, 1) if y or x])
FIRST = np.array(classic.FIRST)
PLAIN, WAY = LINE_KINDS, classic.VIEW_KINDS
STILL = classic.BOX_KINDS**SIZE


# The rules.


@njit
def draw(random: Array, below: int) -> int:
    """Draws a number from 0 to below - 1; the single number in `random` is the generator."""
    up = MODULUS // below * below
    k = random[0] * MULTIPLIER % MODULUS
    while k >= up:
        k = k * MULTIPLIER % MODULUS
    random[0] = k
    return k % below


@njit
def push(board: Array, at: int, word: int, after: Array) -> tuple[int, int]:
    """Writes the board after a push → the points, and the player's cell, -1 if the push is impossible."""
    step, cell, cells, boxes, points = STEP[word], at, 0, 0, 0
    for _ in range(ROOM[at, word]):
        cell += step
        if board[cell] == FIXED:
            break
        cells += 1
        boxes += board[cell] == BOX
        points += board[cell] == POINT
    if cells == boxes:
        return 0, -1
    after[:] = board
    after[at] = EMPTY
    cell, free = at, cells - boxes
    for number in range(1, cells + 1):
        cell += step
        after[cell] = EMPTY if number < free else BOX
    after[at + step * free] = PLAYER
    return points, at + step * free


@njit
def clear(board: Array) -> None:
    rows, columns = np.zeros(6, np.int8), np.zeros(6, np.int8)
    for cell in range(CELLS):
        rows[cell // 6] += board[cell] >= BOX
        columns[cell % 6] += board[cell] >= BOX
    if rows.max() < 6 and columns.max() < 6:
        return
    for cell in range(CELLS):
        if rows[cell // 6] == 6 or columns[cell % 6] == 6:
            board[cell] = POINT


@njit
def movable(board: Array, at: int) -> bool:
    for word in range(4):
        cell = at
        for _ in range(ROOM[at, word]):
            cell += STEP[word]
            if board[cell] == FIXED:
                break
            if board[cell] != BOX:
                return True
    return False


@njit
def completes(board: Array, cell: int) -> bool:
    """Whether a box on a free cell would complete a line."""
    row, column = 0, 0
    for number in range(6):
        row += board[cell // 6 * 6 + number] >= BOX
        column += board[number * 6 + cell % 6] >= BOX
    return row == 5 or column == 5


@njit
def drawn_cell(board: Array, random: Array, points_too: bool) -> int:
    for _ in range(PATIENCE):
        index = draw(random, CELLS)
        cell = index % 6 * 6 + index // 6
        if board[cell] == EMPTY or (points_too and board[cell] == POINT):
            return cell
    for index in range(CELLS):
        cell = index % 6 * 6 + index // 6
        if board[cell] == EMPTY or (points_too and board[cell] == POINT):
            return cell
    return -1


@njit
def new_box(board: Array, at: int, steps: int, random: Array) -> None:
    cell = -1
    for _ in range(TRIES):
        cell = drawn_cell(board, random, True)
        if not completes(board, cell):
            break
    board[cell] = BOX
    if draw(random, 100) < PERCENT[steps]:
        board[cell] = FIXED
        if not movable(board, at):
            board[cell] = BOX
    clear(board)


@njit
def start(board: Array, random: Array) -> int:
    """Writes the first board → the player's cell."""
    board[:] = EMPTY
    for _ in range(SIZE):
        new_box(board, 0, 0, random)
    at = drawn_cell(board, random, False)
    board[at] = PLAYER
    return at


# Evaluation of a position.


@njit
def numbers(board: Array, at: int, found: Array) -> None:
    """Writes the indices of a position's weights, as `push_clear_classic.patterns` does."""
    row, column = at // 6, at % 6
    for line in range(6):
        depth = min(line, 5 - line)
        for turned in range(2):
            kinds, still = 0, 0
            for number in range(6):
                kind = board[number * 6 + line] if turned else board[line * 6 + number]
                kinds = kinds * 5 + kind
                still = still * 3 + max(kind - 2, 0)
            across, along = (column, row) if turned else (row, column)
            far = across if line < 3 else 5 - across
            found[line * 4 + turned] = NUMBERS[depth * PLAIN + kinds]
            found[line * 4 + 2 + turned] = NUMBERS[FIRST[1] + ((depth * STILL + still) * 6 + far) * 6 + along]
    ways, near = 0, 0
    for word in (0, 2, 1, 3):
        cell, free, boxes, wall = at, 0, 0, 0
        for _ in range(ROOM[at, word]):
            cell += STEP[word]
            if board[cell] == FIXED:
                wall = 1
                break
            boxes += board[cell] == BOX
            free += board[cell] != BOX
        ways = ways * WAY + (min(free, 2) * 3 + min(boxes, 2)) * 2 + wall
    found[24] = NUMBERS[FIRST[2] + ways]
    for number in range(8):
        y, x = row + RING[number, 0], column + RING[number, 1]
        inside = 0 <= y < 6 and 0 <= x < 6
        near = near * 4 + (max(board[y * 6 + x] - 2, 0) if inside else 3)
    found[25] = NUMBERS[FIRST[3] + near]


@njit
def between(steps: int) -> tuple[int, float]:
    """Steps → the index of the knot before, and the share of the next one."""
    knot = 0
    while knot < len(KNOTS) - 2 and PERCENT[steps] > KNOTS[knot + 1]:
        knot += 1
    return knot, min(1.0, (PERCENT[steps] - KNOTS[knot]) / (KNOTS[knot + 1] - KNOTS[knot]))


@njit
def evaluation(found: Array, knot: int, share: float, table: Array) -> float:
    """Indices of weights, and the table (weights, knots) → points."""
    total = 0.0
    for number in found:
        total += (1 - share) * table[number, knot] + share * table[number, knot + 1]
    return total


# Learning.


@njit
def learn(
    moves: int, random: Array, table: Array, net: Array, gross: Array, rate: float, scores: Array
) -> tuple[int, float]:
    """Plays this many moves, always the best one, and corrects the evaluation of the position before → the number of
    finished games, the last of whose scores are written as far as there is room, and the mean error.

    A weight's rate is the ratio of the sum of its corrections, `net`, to the sum of their sizes, `gross` (temporal
    coherence).
    """
    board, boards, places = np.zeros(CELLS, np.int8), np.zeros((4, CELLS), np.int8), np.zeros(4, np.int64)
    found, before = np.zeros((4, PARTS), np.int64), np.zeros(PARTS, np.int64)
    at, steps, score, games, wrong = start(board, random), 0, 0, 0, 0.0
    then_knot, then_share, then = -1, 0.0, 0.0
    for _ in range(moves):
        best, most, gain, value = -1, -1e9, 0, 0.0
        knot, share = between(steps + 1)
        for word in range(4):
            points, places[word] = push(board, at, word, boards[word])
            if places[word] < 0:
                continue
            clear(boards[word])
            numbers(boards[word], places[word], found[word])
            alone = evaluation(found[word], knot, share, table)
            if points + alone > most:
                best, most, gain, value = word, points + alone, points, alone
        if then_knot >= 0:
            error = (most if best >= 0 else 0.0) - then
            wrong += abs(error)
            for number in before:
                for other in range(2):
                    part = then_share if other else 1 - then_share
                    change = part * error / PARTS
                    if change != 0:
                        place = (number, then_knot + other)
                        pace = abs(net[place]) / gross[place] if gross[place] > 0 else 1.0
                        table[place] += rate * pace * change
                        net[place] += change
                        gross[place] += abs(change)
        if best < 0:
            scores[games % len(scores)] = score
            at, steps, score, games, then_knot = start(board, random), 0, 0, games + 1, -1
            continue
        score += gain
        steps += 1
        board[:] = boards[best]
        at = places[best]
        before[:] = found[best]
        then_knot, then_share, then = knot, share, value
        new_box(board, at, steps, random)
    return games, wrong / moves


@njit
def practise(
    scores: Array, random: Array, chances: Array, table: Array, critic: Array, rate: float, pace: float
) -> tuple[int, float]:
    """Plays a game for each of the scores, which it writes, and makes moves likelier that turned out better than
    expected → the number of moves, and the mean entropy of the choices.

    The probability of a move is proportional to e to the power of its value in `table` over WARMTH; `chances` is the
    generator of these draws, `random` that of the game. The `critic`, a table learned at the same time, says how much
    better a move was, over about 1 / (1 - TRACE) moves. A weight changes by `rate` of that, the critic's by `pace` of
    its error.
    """
    board, boards, places = np.zeros(CELLS, np.int8), np.zeros((4, CELLS), np.int8), np.zeros(4, np.int64)
    found, likely = np.zeros((LONGEST, 4, PARTS), np.int64), np.zeros((LONGEST, 4))
    word_of, able = np.zeros(LONGEST, np.int64), np.zeros(LONGEST, np.int64)
    better, then, now = np.zeros(LONGEST), np.zeros(LONGEST), np.zeros(LONGEST + 1)
    moves, choices, entropy = 0, 1, 0.0
    for game in range(len(scores)):
        at, steps, score = start(board, random), 0, 0
        while steps < LONGEST - 1:
            knot, share = between(steps + 1)
            points, value, judged = np.zeros(4, np.int64), np.full(4, -np.inf), np.zeros(4)
            able[steps] = 0
            for word in range(4):
                points[word], places[word] = push(board, at, word, boards[word])
                if places[word] >= 0:
                    clear(boards[word])
                    numbers(boards[word], places[word], found[steps, word])
                    value[word] = points[word] + evaluation(found[steps, word], knot, share, table)
                    judged[word] = points[word] + evaluation(found[steps, word], knot, share, critic)
                    able[steps] += 1
            if able[steps] == 0:
                break
            chance = np.exp((value - value.max()) / WARMTH)
            chance /= chance.sum()
            chances[0] = chances[0] * MULTIPLIER % MODULUS
            draw_, word = chances[0] / MODULUS, -1
            for other in range(4):
                if chance[other] > 0:
                    word = other if draw_ >= 0 else word
                    draw_ -= chance[other]
                    entropy -= chance[other] * np.log(chance[other])
            choices += able[steps] > 1
            likely[steps], word_of[steps] = chance, word
            better[steps], now[steps] = judged[word] - (chance * judged).sum(), judged[word]
            then[steps] = judged[word] - points[word]
            score += points[word]
            steps += 1
            board[:], at = boards[word], places[word]
            new_box(board, at, steps, random)
        moves += steps
        scores[game] = score
        now[steps] = 0
        traced = 0.0
        for step in range(steps - 1, -1, -1):
            knot, share = between(step + 1)
            word, error = word_of[step], now[step + 1] - then[step]
            traced = error + TRACE * traced
            gain = better[step] + TRACE * traced
            shift(critic, found[step, word], knot, share, pace * (error + traced) / 2)
            if able[step] > 1:
                for other in range(4):
                    if likely[step, other] > 0:
                        shift(
                            table,
                            found[step, other],
                            knot,
                            share,
                            rate * gain * ((other == word) - likely[step, other]),
                        )
    return moves, entropy / choices


@njit
def shift(table: Array, found: Array, knot: int, share: float, change: float) -> None:
    """Changes the evaluation of the weights with these indices by about this much."""
    for number in found:
        table[number, knot] += (1 - share) * change / PARTS
        table[number, knot + 1] += share * change / PARTS


# The player.


@njit
def best_of(board: Array, at: int, steps: int, table: Array, after: Array, found: Array) -> float:
    """The value of the best move, new boxes after it ignored; 0 if none is possible."""
    most, able = -1e9, False
    knot, share = between(steps + 1)
    for word in range(4):
        points, place = push(board, at, word, after)
        if place >= 0:
            clear(after)
            numbers(after, place, found)
            most, able = max(most, points + evaluation(found, knot, share, table)), True
    return most if able else 0.0


@njit
def new_boxes(board: Array, at: int, steps: int, boards: Array, chances: Array) -> int:
    """Writes the boards that a new box can lead to and their probabilities, most likely first → how many."""
    free, bad, count = 0, 0, 0
    for cell in range(CELLS):
        if board[cell] == EMPTY or board[cell] == POINT:
            free += 1
            bad += completes(board, cell)
    again = bad / free
    unordered, chance = np.empty((2 * CELLS, CELLS), np.int8), np.zeros(2 * CELLS)
    for kind in (BOX, FIXED):
        for cell in range(CELLS):
            if board[cell] != EMPTY and board[cell] != POINT:
                continue
            made = unordered[count]
            made[:] = board
            made[cell] = FIXED
            percent = PERCENT[steps] if movable(made, at) else 0
            made[cell] = kind
            likely = again**2 / free if completes(board, cell) else (1 + again + again**2) / free
            chance[count] = likely * (percent if kind == FIXED else 100 - percent) / 100
            if chance[count] > 0:
                clear(made)
                count += 1
    mixed = np.argsort(np.arange(count) * MIXED[0] % MIXED[1])
    order = mixed[np.argsort(-np.round(chance[:count], 12)[mixed], kind="mergesort")]
    for place in range(count):
        boards[place] = unordered[order[place]]
        chances[place] = chance[order[place]]
    return count


@njit
def ahead(board: Array, at: int, steps: int, table: Array, boards: Array, chances: Array, found: Array) -> float:
    """The value of the best move, with every new box after the moves close to the best, and the best move after
    each."""
    after, other = np.empty((4, CELLS), np.int8), np.empty(CELLS, np.int8)
    value, places = np.full(4, -np.inf), np.zeros(4, np.int64)
    knot, share = between(steps + 1)
    for word in range(4):
        points, places[word] = push(board, at, word, after[word])
        if places[word] >= 0:
            clear(after[word])
            numbers(after[word], places[word], found)
            value[word] = points + evaluation(found, knot, share, table)
    if not np.isfinite(value).any():
        return 0.0
    most = -np.inf
    for word in range(4):
        if places[word] >= 0 and value[word] >= value.max() - NEAR:
            points, _place = push(board, at, word, other)
            deeper = float(points)
            for box in range(new_boxes(after[word], places[word], steps + 1, boards, chances)):
                deeper += chances[box] * best_of(boards[box], places[word], steps + 1, table, other, found)
            most = max(most, deeper)
    return most


@njit
def choice(board: Array, at: int, steps: int, depth: int, boxes: int, table: Array) -> int:
    """The word to play, looking one or two moves ahead, and three for `boxes` new boxes; -1 for none."""
    value, change, looked = np.full(4, -np.inf), np.zeros(4), np.full(4, 1e-9)
    after, other, found = np.empty((4, CELLS), np.int8), np.empty(CELLS, np.int8), np.zeros(PARTS, np.int64)
    boards, chances = np.empty((4, 2 * CELLS, CELLS), np.int8), np.zeros((4, 2 * CELLS))
    below, odds = np.empty((2 * CELLS, CELLS), np.int8), np.zeros(2 * CELLS)
    second, count, places = np.zeros((4, 2 * CELLS)), np.zeros(4, np.int64), np.zeros(4, np.int64)
    knot, share = between(steps + 1)
    for word in range(4):
        points, place = push(board, at, word, after[word])
        places[word] = place
        if place < 0:
            continue
        clear(after[word])
        value[word] = points
        if depth == 1:
            numbers(after[word], place, found)
            value[word] += evaluation(found, knot, share, table)
            continue
        count[word] = new_boxes(after[word], place, steps + 1, boards[word], chances[word])
        for box in range(count[word]):
            second[word, box] = best_of(boards[word, box], place, steps + 1, table, other, found)
            value[word] += chances[word, box] * second[word, box]
    if not np.isfinite(value).any():
        return -1
    near = value >= value.max() - NEAR
    if depth == 1 or boxes == 0 or near.sum() == 1:
        return int(value.argmax())
    seen = 0
    for turn in range(count.max()):
        for word in range(4):
            if near[word] and turn < count[word] and seen < boxes:
                seen += 1
                third = ahead(boards[word, turn], places[word], steps + 1, table, below, odds, found)
                change[word] += chances[word, turn] * (third - second[word, turn])
                looked[word] += chances[word, turn]
    return int(np.where(near, value + change / looked, -np.inf).argmax())


@njit
def played(k: int, depth: int, boxes: int, table: Array) -> tuple[int, int]:
    """Plays a whole game from a state of the generator → score, steps."""
    board, after, random = np.zeros(CELLS, np.int8), np.zeros(CELLS, np.int8), np.array([k])
    at, steps, score = start(board, random), 0, 0
    while True:
        word = choice(board, at, steps, depth, boxes, table)
        if word < 0:
            return score, steps
        points, at = push(board, at, word, after)
        clear(after)
        board[:] = after
        score += points
        steps += 1
        new_box(board, at, steps, random)
