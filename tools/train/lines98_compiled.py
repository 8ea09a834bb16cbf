"""Lines, five in line, compiled by numba, for learning and measuring: rules, bot and learning as plain loops.

The rules are those of game/rules/lines98.py, the evaluation that of game/bots/lines98/line.py, and the player that of
game/bots/lines98/search.py, except that it searches every move that completes a line. Boards are (81,) int8, coming
balls (3, 2). Needs `numba` from PyPI.
"""

from __future__ import annotations

from itertools import product

import numpy as np

from game.bots.lines98 import evaluation, line
from game.bots.lines98 import search as player
from game.rules.lines98 import AT_THE_START, COLOURS, COMING, SIZE
from tools.train.push_clear_compiled import Array, njit

AREA = SIZE * SIZE
BALLS = COLOURS + 1
DISCOUNT = player.DISCOUNT
LOST = -50.0
"""The evaluation of a full board: nothing more vanishes."""
SPACE = 200
"""Room for moves that complete lines, besides those that look best."""

# Offsets of the weights: those of windows of five and of two by two first, then in the order of lines98_line.

FIVE, FOUR = evaluation.windows("line")
CELLS = np.full((len(FIVE.cells) + len(FOUR.cells), 5), -1)
"""The cells of each window, padded with -1."""
CELLS[: len(FIVE.cells)] = FIVE.cells
CELLS[len(FIVE.cells) :, :4] = FOUR.cells
WINDOWS, FIVES = len(CELLS), len(FIVE.cells)
DIGITS = np.where(np.arange(WINDOWS) < FIVES, 5, 4)
WAYS = np.concatenate([evaluation.canonical(5), evaluation.canonical(4)]).astype(np.int32)
WAY = np.where(np.arange(WINDOWS) < FIVES, 0, 8**5)
FIRST = np.concatenate([FIVE.kind * FIVE.contents, FIVE.weights + FOUR.kind * FOUR.contents])
BASE = FIVE.weights + FOUR.weights
BOXES = line.boxes()
_FIRST = {name: BASE + first for name, first in line.first_weights().items()}
OF_EMPTY, OF_OUTSIDE = _FIRST["empty"], _FIRST["outside"]
OF_REGIONS, OF_STUCK, OF_BALLS, OF_READY = (_FIRST[name] for name in ("regions", "stuck", "balls", "ready"))
WEIGHTS = _FIRST["all"]
OF_BOX = _FIRST["box"] + line.box_weights()[0][line.box_kinds()]
"""The weight of each set of taken cells in each box (49, 512)."""
FULLNESS = evaluation.fullness_shares()
STAGE, STAGES = line.STAGE, line.STAGES
OUTSIDE, REGIONS, STUCK, OF_COLOUR, READY = line.OUTSIDE, line.REGIONS, line.STUCK, line.BALLS, line.COMPLETABLE
FEWER, COLOUR_STAGES = line.FEWER, line.COLOUR_STAGES
MOST = WINDOWS + len(BOXES) + 2 + 3 + COLOURS + 1
"""The most weights that a board can have."""


def _holding(table: Array) -> Array:
    """The windows that hold each cell, and its place in them (81, most, 2); -1 for none."""
    held = [
        [(w, d) for w, cells in enumerate(table) for d, at in enumerate(cells) if at == cell] for cell in range(AREA)
    ]
    found = np.full((AREA, max(map(len, held)), 2), -1)
    for cell, places in enumerate(held):
        found[cell, : len(places)] = places
    return found


def _both(table: Array) -> Array:
    """The windows that hold both of two cells, and their places in them (81, 81, most, 3); -1 for none."""
    held: dict[tuple[int, int], list[tuple[int, int, int]]] = {}
    for window, cells in enumerate(table.tolist()):
        for (one, first), (other, last) in product(enumerate(cells), repeat=2):
            if first != last and min(first, last) >= 0:
                held.setdefault((first, last), []).append((window, one, other))
    found = np.full((AREA, AREA, max(map(len, held.values())), 3), -1)
    for cells, places in held.items():
        found[*cells, : len(places)] = places
    return found


HOLD, BOTH = _holding(CELLS), _both(CELLS)
HOLD_BOX, BOTH_BOX = _holding(BOXES), _both(BOXES)
NEXT = np.full((AREA, 4), -1)
"""The neighbours of each cell; -1 for none."""
STEPS = np.full((AREA, 8, SIZE), -1)
"""The cells in each of eight directions, opposite directions four apart; -1 beyond the edge."""
for _row, _column in product(range(SIZE), repeat=2):
    for _number, (_down, _right) in enumerate(((-1, 0), (0, 1), (-1, 1), (1, 1), (1, 0), (0, -1), (1, -1), (-1, -1))):
        for _step in range(1, SIZE):
            _there = (_row + _step * _down, _column + _step * _right)
            if all(0 <= each < SIZE for each in _there):
                STEPS[_row * SIZE + _column, _number, _step] = _there[0] * SIZE + _there[1]
for _number, _side in enumerate((0, 1, 4, 5)):
    NEXT[:, _number] = STEPS[:, _side, 1]


# The rules.


@njit
def along(board: Array, cell: int, way: int, colour: int) -> int:
    """Counts consecutive balls of a colour from a cell in a direction."""
    many = 0
    for step in range(1, SIZE):
        there = STEPS[cell, way, step]
        if there < 0 or board[there] != colour:
            break
        many += 1
    return many


@njit
def completes(board: Array, cell: int, colour: int) -> int:
    """How many balls would vanish with one of this colour on this cell."""
    gone = 0
    for way in range(4):
        many = along(board, cell, way, colour) + along(board, cell, way + 4, colour)
        if many >= 4:
            gone += many
    return gone + 1 if gone else 0


@njit
def vanish(board: Array, at: int) -> int:
    """Removes the runs of five or more through a ball → how many balls."""
    colour, gone = board[at], 0
    for way in range(4):
        one, other = along(board, at, way, colour), along(board, at, way + 4, colour)
        if one + other >= 4:
            gone += one + other
            for step in range(1, one + 1):
                board[STEPS[at, way, step]] = 0
            for step in range(1, other + 1):
                board[STEPS[at, way + 4, step]] = 0
    if gone:
        board[at] = 0
        return gone + 1
    return 0


@njit
def turn(board: Array, coming: Array, first: int, last: int, tally: Array) -> tuple[int, int, int]:
    """Plays a move and lets the coming balls appear → the balls that the move made vanish, those that vanished then,
    and the colour of a ball whose cell was taken, 0 for none; adds up n(n - 4) in `tally`."""
    board[last], board[first] = board[first], 0
    moved = vanish(board, last)
    tally[0] += moved * (moved - 4)
    grown, homeless = 0, 0
    if moved == 0:
        for ball in range(COMING):
            place, colour = coming[ball, 0], coming[ball, 1]
            if colour == 0:
                continue
            if board[place] == 0:
                board[place] = colour
                more = vanish(board, place)
                grown += more
                tally[0] += more * (more - 4)
            else:
                homeless = colour
    return moved, grown, homeless


@njit
def draw(board: Array, coming: Array) -> None:
    """Draws coming balls for a board."""
    empties, many = np.empty(AREA, np.int64), 0
    for cell in range(AREA):
        if board[cell] == 0:
            empties[many] = cell
            many += 1
    coming[:] = 0
    for ball in range(min(COMING, many)):
        index = np.random.randint(many)
        coming[ball, 0], coming[ball, 1] = empties[index], 1 + np.random.randint(COLOURS)
        many -= 1
        empties[index] = empties[many]


@njit
def settle(board: Array, homeless: int) -> int:
    """Puts a ball without a cell on a random one → how many balls vanish."""
    many = 0
    for cell in range(AREA):
        many += board[cell] == 0
    if many == 0 or homeless == 0:
        return 0
    index = np.random.randint(many)
    for cell in range(AREA):
        if board[cell] == 0:
            if index == 0:
                board[cell] = homeless
                return vanish(board, cell)
            index -= 1
    return 0


@njit
def begin(board: Array, coming: Array) -> None:
    board[:] = 0
    for _ in range(AT_THE_START):
        settle(board, 1 + np.random.randint(COLOURS))
    draw(board, coming)


@njit
def full(board: Array) -> bool:
    return np.count_nonzero(board) == AREA


# The evaluation.


@njit
def regions(board: Array, label: Array, sizes: Array) -> int:
    """Numbers the empty regions from 1, with 0 for balls, and counts their cells → how many regions."""
    label[:] = 0
    stack, many = np.empty(AREA, np.int64), 0
    for start in range(AREA):
        if board[start] != 0 or label[start] != 0:
            continue
        many += 1
        label[start] = many
        stack[0], top, count = start, 1, 0
        while top:
            top -= 1
            cell = stack[top]
            count += 1
            for side in range(4):
                there = NEXT[cell, side]
                if there >= 0 and board[there] == 0 and label[there] == 0:
                    label[there] = many
                    stack[top] = there
                    top += 1
        sizes[many] = count
    return many


@njit
def touches(board: Array, label: Array, cell: int, region: int) -> bool:
    for side in range(4):
        there = NEXT[cell, side]
        if there >= 0 and board[there] == 0 and label[there] == region:
            return True
    return False


@njit
def adjoins(board: Array, cell: int, colour: int, ball: int) -> bool:
    """Whether this ball is in a run of the colour that begins next to the cell."""
    for way in range(8):
        for step in range(1, SIZE):
            there = STEPS[cell, way, step]
            if there < 0 or board[there] != colour:
                break
            if there == ball:
                return True
    return False


@njit
def ready(board: Array, label: Array, counts: Array) -> int:
    """The lines that the next move can complete, numbered as in lines98_line."""
    most, colours = 0, 0
    for colour in range(1, BALLS):
        if counts[colour] < 5:
            continue
        best = 0
        for cell in range(AREA):
            if board[cell]:
                continue
            gone = completes(board, cell, colour)
            if gone <= best:
                continue
            for ball in range(AREA):
                if (
                    board[ball] == colour
                    and touches(board, label, ball, label[cell])
                    and not adjoins(board, cell, colour, ball)
                ):
                    best = gone
                    break
        if best:
            colours += 1
            most = max(most, best)
    return 1 + 5 * (min(colours, 3) - 1) + min(most - 5, 4) if colours else 0


@njit
def features(board: Array, index: Array, count: Array) -> int:
    """Writes the indices of a board's weights and the factor of each → how many; 0 for a full board."""
    counts = np.zeros(BALLS, np.int64)
    for cell in range(AREA):
        counts[board[cell]] += 1
    empties = counts[0]
    if empties == 0:
        return 0
    many = 0
    for window in range(WINDOWS):
        code = np.int64(0)
        for digit in range(DIGITS[window]):
            code |= np.int64(board[CELLS[window, digit]]) << 3 * digit
        index[many] = FIRST[window] + WAYS[WAY[window] + code]
        many += 1
    for box in range(len(BOXES)):
        taken = 0
        for digit in range(9):
            if board[BOXES[box, digit]]:
                taken |= 1 << digit
        index[many] = OF_BOX[box, taken]
        many += 1
    label, sizes, last = np.empty(AREA, np.int64), np.zeros(AREA + 1, np.int64), np.zeros(AREA + 1, np.int64)
    parted = regions(board, label, sizes)
    for cell in range(AREA):
        last[label[cell]] = cell
    largest = 1
    for region in range(2, parted + 1):
        if sizes[region] * AREA + last[region] > sizes[largest] * AREA + last[largest]:
            largest = region
    stuck = 0
    for cell in range(AREA):
        stuck += board[cell] != 0 and not touches(board, label, cell, largest)
    stage = min((empties - 1) // STAGE, STAGES - 1)
    index[many] = OF_OUTSIDE + stage * OUTSIDE + min(empties - sizes[largest], OUTSIDE - 1)
    index[many + 1] = OF_REGIONS + stage * REGIONS + min(parted - 1, REGIONS - 1)
    index[many + 2] = OF_STUCK + stage * STUCK + min(stuck, STUCK - 1)
    index[many + 3] = OF_READY + stage * READY + ready(board, label, counts)
    many += 4
    for colour in range(1, BALLS):
        index[many] = OF_BALLS + min(empties // FEWER, COLOUR_STAGES - 1) * OF_COLOUR
        index[many] += min(counts[colour], OF_COLOUR - 1)
        many += 1
    count[:many] = 1
    for knot in range(FULLNESS.shape[1]):
        if FULLNESS[empties, knot] > 0:
            index[many], count[many] = OF_EMPTY + knot, FULLNESS[empties, knot]
            many += 1
    return many


@njit
def value(board: Array, weights: Array, index: Array, count: Array) -> float:
    total = 0.0
    for number in range(features(board, index, count)):
        total += weights[index[number]] * count[number]
    return total


@njit
def worth(window: int, code: int, weights: Array) -> float:
    """The weight of a window with these contents."""
    return weights[FIRST[window] + WAYS[WAY[window] + code]]


# The player.


@njit
def promising(board: Array, coming: Array, weights: Array, most: int, value: Array, moves: Array, cost: Array) -> int:
    """Writes the moves that look best, at most `most`, and all others that complete a line → how many; and the change
    by one more ball of each colour (8,)."""
    grown = board.copy()
    for ball in range(COMING):
        if coming[ball, 1] > 0:
            grown[coming[ball, 0]] = coming[ball, 1]
    present = np.zeros(BALLS, np.int64)
    for cell in range(AREA):
        present[board[cell]] += 1
    empties = AREA - np.count_nonzero(grown)
    codes, now = np.zeros(WINDOWS, np.int64), np.zeros(WINDOWS)
    for window in range(WINDOWS):
        for digit in range(DIGITS[window]):
            codes[window] |= np.int64(grown[CELLS[window, digit]]) << 3 * digit
        now[window] = worth(window, codes[window], weights)
    taken, now_box = np.zeros(len(BOXES), np.int64), np.zeros(len(BOXES))
    for box in range(len(BOXES)):
        for digit in range(9):
            if grown[BOXES[box, digit]]:
                taken[box] |= 1 << digit
        now_box[box] = weights[OF_BOX[box, taken[box]]]
    gone, come = np.zeros((WINDOWS, 5)), np.zeros((WINDOWS, 5, BALLS))
    turned = np.zeros((len(BOXES), 9))
    goes, comes = np.zeros(AREA), np.zeros((AREA, BALLS))
    label, sizes = np.empty(AREA, np.int64), np.zeros(AREA + 1, np.int64)
    many = regions(board, label, sizes)
    cost[:] = 0
    for cell in range(AREA):
        own, there = np.int64(board[cell]), np.int64(grown[cell])
        change = 0.0
        if own or there == 0:
            for held in range(HOLD_BOX.shape[1]):
                box, digit = HOLD_BOX[cell, held]
                if box < 0:
                    break
                turned[box, digit] = weights[OF_BOX[box, taken[box] ^ 1 << digit]] - now_box[box]
                change += turned[box, digit]
        goes[cell] = change
        comes[cell] = change
        for held in range(HOLD.shape[1]):
            window, digit = HOLD[cell, held]
            if window < 0:
                break
            rest = codes[window] - (there << 3 * digit)
            if own:
                gone[window, digit] = worth(window, rest, weights) - now[window]
                goes[cell] += gone[window, digit]
            else:
                for colour in range(1, BALLS):
                    new = worth(window, rest + (colour << 3 * digit), weights) - now[window]
                    come[window, digit, colour] = new
                    comes[cell, colour] += new
        if there == 0:
            cost += comes[cell] / empties
    found, reach = 0, np.zeros(many + 1, np.bool_)
    for first in range(AREA):
        own = np.int64(board[first])
        if own == 0:
            continue
        reach[:] = False
        can = False
        for side in range(4):
            beside = NEXT[first, side]
            if beside >= 0 and board[beside] == 0:
                reach[label[beside]] = can = True
        if not can:
            continue
        for last in range(AREA):
            if board[last] or not reach[label[last]]:
                continue
            there = np.int64(grown[last])
            total = goes[first] + comes[last, own]
            if there:  # the ball due there will appear on another cell
                total += cost[there]
            for held in range(BOTH.shape[2]):
                window, one, other = BOTH[first, last, held]
                if window < 0:
                    break
                code = codes[window] - (own << 3 * one) + ((own - there) << 3 * other)
                total += worth(window, code, weights) - now[window]
                total -= gone[window, one] + come[window, other, own]
            if there == 0:
                for held in range(BOTH_BOX.shape[2]):
                    box, one, other = BOTH_BOX[first, last, held]
                    if box < 0:
                        break
                    total += weights[OF_BOX[box, taken[box] ^ 1 << one ^ 1 << other]] - now_box[box]
                    total -= turned[box, one] + turned[box, other]
            if found == most and total <= value[most - 1]:
                continue
            at = min(found, most - 1)
            while at > 0 and value[at - 1] < total:
                value[at] = value[at - 1]
                moves[at] = moves[at - 1]
                at -= 1
            value[at] = total
            moves[at, 0], moves[at, 1] = first, last
            found = min(found + 1, most)
    for last in range(AREA):
        if board[last]:
            continue
        for colour in range(1, BALLS):
            if present[colour] < 3 or completes(grown, last, colour) == 0:
                continue
            for first in range(AREA):
                if board[first] != colour or found == len(value) or not touches(board, label, first, label[last]):
                    continue
                known = adjoins(board, last, colour, first)
                for number in range(found):
                    known |= moves[number, 0] == first and moves[number, 1] == last
                if not known:
                    moves[found, 0], moves[found, 1] = first, last
                    found += 1
    return found


@njit
def looked(
    board: Array, coming: Array, weights: Array, prize: float, most: int, value_of: Array, moves: Array, cost: Array
) -> int:
    """The same with the values of whole turns, unsorted → how many."""
    found = promising(board, coming, weights, most, value_of, moves, cost)
    index, count = np.empty(MOST, np.int64), np.empty(MOST)
    after, tally = board.copy(), np.zeros(1, np.int64)
    for number in range(found):
        after[:] = board
        moved, grown, homeless = turn(after, coming, moves[number, 0], moves[number, 1], tally)
        rest = LOST if full(after) else value(after, weights, index, count) + cost[homeless]
        value_of[number] = moved + grown + prize * (moved > 0) + DISCOUNT * rest
    return found


@njit
def searched(
    board: Array, coming: Array, weights: Array, prize: float, most: int, afterwards: int, plan: Array
) -> tuple[int, int]:
    """The best move found, (-1, -1) for none. Each row of `plan` says for how many moves the next turn is searched, and
    with how many draws."""
    cost, value_of, moves = np.zeros(BALLS), np.empty(most + SPACE), np.zeros((most + SPACE, 2), np.int64)
    found = looked(board, coming, weights, prize, most, value_of, moves, cost)
    if found == 0:
        return -1, -1
    if found == 1 or len(plan) == 0:
        best = np.argmax(value_of[:found])
        return moves[best, 0], moves[best, 1]
    order = np.argsort(-value_of[:found])[: plan[0, 0]]
    boards = np.empty((len(order), AREA), np.int8)
    later, gain, known = value_of[order].copy(), np.empty(len(order)), np.empty(len(order), np.bool_)
    tally = np.zeros(1, np.int64)
    for number in range(len(order)):
        boards[number] = board
        first, last = moves[order[number]]
        moved, grown, homeless = turn(boards[number], coming, first, last, tally)
        gain[number] = moved + grown + prize * (moved > 0) + DISCOUNT * cost[homeless]
        known[number] = moved > 0
    next_value, next_moves = np.empty(afterwards + SPACE), np.zeros((afterwards + SPACE, 2), np.int64)
    next_cost = np.zeros(BALLS)
    left, balls = np.arange(len(order)), np.zeros((COMING, 2), np.int64)
    for row in range(len(plan)):
        left = left[np.argsort(-later[left])[: plan[row, 0]]]
        for _ in range(plan[row, 1]):
            cells = np.random.permutation(AREA)
            colours = np.random.randint(1, BALLS, COMING)
            for at in left:
                if known[at]:
                    balls[:] = coming
                else:
                    balls[:] = 0
                    ball = 0
                    for cell in cells:
                        if ball < COMING and boards[at, cell] == 0:
                            balls[ball, 0], balls[ball, 1] = cell, colours[ball]
                            ball += 1
                then = looked(boards[at], balls, weights, prize, afterwards, next_value, next_moves, next_cost)
                rest = np.max(next_value[:then]) if then else LOST
                later[at] += gain[at] + DISCOUNT * rest
    best = order[left[np.argmax(later[left])]]
    return moves[best, 0], moves[best, 1]


@njit
def step(board: Array, coming: Array, first: int, last: int, tally: Array) -> int:
    """Plays a whole turn and draws the coming balls → how many balls vanished; adds up n(n - 4) in `tally`."""
    moved, grown, homeless = turn(board, coming, first, last, tally)
    more = settle(board, homeless)
    tally[0] += more * (more - 4)
    if moved == 0:
        draw(board, coming)
    return moved + grown + more


@njit
def game(
    seed: int, weights: Array, prize: float, most: int, afterwards: int, plan: Array, longest: int
) -> tuple[int, int]:
    """Plays a whole game or its first turns → its sum of n(n - 4), and its turns."""
    np.random.seed(seed)
    board, coming, tally = np.zeros(AREA, np.int8), np.zeros((COMING, 2), np.int64), np.zeros(1, np.int64)
    begin(board, coming)
    turns = 0
    while turns < longest and not full(board):
        first, last = searched(board, coming, weights, prize, most, afterwards, plan)
        if first < 0:
            break
        step(board, coming, first, last, tally)
        turns += 1
    return tally[0], turns


@njit
def merged(board: Array, index: Array, count: Array, raw: Array, often: Array, place: Array) -> int:
    """Like `features`, but with each weight only once. `raw`, `often` and `place` (WEIGHTS,) are scratch space; the
    last is 0 before and after."""
    kept = 0
    for number in range(features(board, raw, often)):
        at = place[raw[number]]
        if at == 0:
            index[kept], count[kept] = raw[number], often[number]
            kept += 1
            place[raw[number]] = kept
        else:
            count[at - 1] += often[number]
    for number in range(kept):
        place[index[number]] = 0
    return kept


@njit
def observed(
    seed: int, turns: int, weights: Array, most: int, left: Array, right: Array, scores: Array
) -> tuple[int, int]:
    """Plays this many turns, looking one turn ahead, and adds to the sums of least squares → how many games ended,
    whose sums of n(n - 4) it writes, and that of the unfinished game."""
    np.random.seed(seed)
    board, coming, tally = np.zeros(AREA, np.int8), np.zeros((COMING, 2), np.int64), np.zeros(1, np.int64)
    begin(board, coming)
    index, count = np.empty(MOST, np.int64), np.empty(MOST)
    then, count_then = np.empty(MOST, np.int64), np.empty(MOST)
    raw, often, place = np.empty(MOST, np.int64), np.empty(MOST), np.zeros(WEIGHTS, np.int64)
    none = np.zeros((0, 2), np.int64)
    many, games = 0, 0
    for _ in range(turns):
        first, last = searched(board, coming, weights, 0.0, most, 0, none)
        gain = 0
        if first >= 0:
            gain = step(board, coming, first, last, tally)
        over = first < 0 or full(board)
        more = 0 if over else merged(board, then, count_then, raw, often, place)
        for i in range(many):
            row = left[index[i]]
            for j in range(many):
                row[index[j]] += count[i] * count[j]
            for j in range(more):
                row[then[j]] -= DISCOUNT * count[i] * count_then[j]
            right[index[i]] += count[i] * gain
        many = more
        index[:], count[:] = then, count_then
        if over:
            if games < len(scores):
                scores[games] = tally[0]
            games, tally[0], many = games + 1, 0, 0
            begin(board, coming)
    return games, tally[0]
