"""An independent second Duel: sections 2 and 6 of docs/rules.md in lists of letters and loops, cell by cell.

It shares nothing with the game package or the oracle of Chain.
"""

WIDTH = 6
HEIGHT = 13  # row 0 is the hidden one
HIDDEN = 0
TOP = 1
START_COLUMN = 2
LETTERS = "rgbyp"
GARBAGE = "o"
MODULUS = 2**31 - 1
FACTOR = 48271

CHAIN_POWERS = [0, 8, 16, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448, 480, 512]
COLOUR_BONUS = {0: 0, 1: 0, 2: 3, 3: 6, 4: 12, 5: 24}
GROUP_BONUS = {4: 0, 5: 2, 6: 3, 7: 4, 8: 5, 9: 6, 10: 7}
ALL_CLEAR = 2100
MOST_FALLING = 30

# the four sides of the axis that the satellite can be on, clockwise
SIDES = [(-1, 0), (0, 1), (1, 0), (0, -1)]


class Generator:
    def __init__(self, seed):
        self.k = 1 + seed % (MODULUS - 1)
        for _ in range(8):
            self.k = FACTOR * self.k % MODULUS

    def next(self, limit):
        up = MODULUS // limit * limit
        self.k = FACTOR * self.k % MODULUS
        while self.k >= up:
            self.k = FACTOR * self.k % MODULUS
        return self.k % limit


class Pairs:
    """The list of pairs that both players share, drawn on demand."""

    def __init__(self, seed, colours):
        self.generator = Generator(seed)
        self.colours = colours
        self.drawn = []

    def get(self, number):
        """Pair 1, 2, 3 …: the letters of the axis and of the satellite."""
        while len(self.drawn) < number:
            axis = LETTERS[self.generator.next(self.colours)]
            satellite = LETTERS[self.generator.next(self.colours)]
            self.drawn.append((axis, satellite))
        return self.drawn[number - 1]


def rate_of(number):
    """How many points make a block of garbage during a player's pair `number`."""
    rate = 70
    first = 65
    while number >= first:
        rate = max(1, rate * 3 // 4)
        first += 16
    return rate


class Player:
    def __init__(self, seat, seed, pairs):
        self.pairs = pairs
        self.generator = Generator(seed + seat + 1)
        self.field = [["."] * WIDTH for _ in range(HEIGHT)]
        self.score = 0
        self.remainder = 0
        self.pending = 0
        self.all_clear = False
        self.number = 0
        self.appear()

    def appear(self):
        """Puts the next pair into play; False if it has no room."""
        if self.field[TOP][START_COLUMN] != ".":
            return False
        self.number += 1
        self.letters = self.pairs.get(self.number)
        self.axis = (TOP, START_COLUMN)
        self.side = 0
        self.failed = 0
        return True

    # The pair in play.

    def satellite(self, axis=None, side=None):
        row, column = self.axis if axis is None else axis
        down, right = SIDES[self.side if side is None else side]
        return row + down, column + right

    def room(self, cell):
        row, column = cell
        return 0 <= row < HEIGHT and 0 <= column < WIDTH and self.field[row][column] == "."

    def shift(self, down, right):
        row, column = self.axis
        axis = (row + down, column + right)
        if not self.room(axis) or not self.room(self.satellite(axis)):
            return False
        self.axis = axis
        return True

    def turn(self, quarters):
        """Rotates the pair clockwise (1) or back (-1), with a kick or as a half turn if necessary."""
        side = (self.side + quarters) % 4
        if self.room(self.satellite(side=side)):
            self.side = side
            self.failed = 0
            return
        down, right = SIDES[side]
        row, column = self.axis
        kicked = (row - down, column - right)
        # The satellite takes the axis's old cell, which had room for the axis.
        if self.room(kicked):
            self.axis = kicked
            self.side = side
            self.failed = 0
            return
        self.failed += 1
        if self.failed == 2:
            self.failed = 0
            self.axis = self.satellite()
            self.side = (self.side + 2) % 4

    def lock(self):
        """Locks the pair; returns the number of links of its chain, and their score."""
        row, column = self.axis
        self.field[row][column] = self.letters[0]
        row, column = self.satellite()
        self.field[row][column] = self.letters[1]
        links = 0
        points = 0
        self.fall()
        while True:
            groups = self.groups()
            if not groups:
                return links, points
            links += 1
            points += self.points_of(groups, links)
            if self.all_clear:
                points += ALL_CLEAR
                self.all_clear = False
            self.vanish(groups)
            if all(cell == "." for line in self.field for cell in line):
                self.all_clear = True
            self.fall()

    # The field.

    def fall(self):
        for column in range(WIDTH):
            blocks = [self.field[row][column] for row in range(HEIGHT) if self.field[row][column] != "."]
            blocks = ["."] * (HEIGHT - len(blocks)) + blocks
            for row in range(HEIGHT):
                self.field[row][column] = blocks[row]

    def groups(self):
        """The lists of cells of every group of four or more."""
        found = []
        seen = set()
        for row in range(TOP, HEIGHT):
            for column in range(WIDTH):
                letter = self.field[row][column]
                if letter in (".", GARBAGE) or (row, column) in seen:
                    continue
                group = [(row, column)]
                seen.add((row, column))
                for y, x in group:
                    for down, right in SIDES:
                        near = (y + down, x + right)
                        if near in seen or not (TOP <= near[0] < HEIGHT and 0 <= near[1] < WIDTH):
                            continue
                        if self.field[near[0]][near[1]] == letter:
                            seen.add(near)
                            group.append(near)
                if len(group) >= 4:
                    found.append(group)
        return found

    def points_of(self, groups, link):
        blocks = sum(len(group) for group in groups)
        power = CHAIN_POWERS[min(link, len(CHAIN_POWERS)) - 1]
        colours = {self.field[group[0][0]][group[0][1]] for group in groups}
        bonus = power + COLOUR_BONUS[len(colours)]
        for group in groups:
            bonus += GROUP_BONUS.get(len(group), 10)
        return 10 * blocks * min(max(bonus, 1), 999)

    def vanish(self, groups):
        gone = {cell for group in groups for cell in group}
        for row, column in list(gone):
            for down, right in SIDES:
                y, x = row + down, column + right
                if TOP <= y < HEIGHT and 0 <= x < WIDTH and self.field[y][x] == GARBAGE:
                    gone.add((y, x))
        for row, column in gone:
            self.field[row][column] = "."

    def receive(self):
        """Drops pending garbage, at most thirty blocks."""
        count = min(MOST_FALLING, self.pending)
        self.pending -= count
        in_column = [count // WIDTH] * WIDTH
        columns = [0, 1, 2, 3, 4, 5]
        for i in range(count % WIDTH):
            j = i + self.generator.next(WIDTH - i)
            columns[i], columns[j] = columns[j], columns[i]
            in_column[columns[i]] += 1
        for column in range(WIDTH):
            row = HEIGHT - 1
            while row >= 0 and self.field[row][column] != ".":
                row -= 1
            for _ in range(in_column[column]):
                if row >= 0:
                    self.field[row][column] = GARBAGE
                    row -= 1

    def rows(self, with_pair):
        rows = [list(line) for line in self.field]
        if with_pair:
            for (row, column), letter in zip((self.axis, self.satellite()), self.letters, strict=True):
                rows[row][column] = letter
        return ["".join(line) for line in rows]


class Game:
    def __init__(self, colours, seed):
        pairs = Pairs(seed, colours)
        self.pairs = pairs
        self.players = [Player(seat, seed, pairs) for seat in (0, 1)]
        self.turn = 0
        self.chain = 0
        self.over = False
        self.winner = 0

    def play(self, word):
        """Plays a word; False if the game does not have it."""
        if word not in ("left", "right", "cw", "ccw", "down", "drop", "quit"):
            return False
        if self.over:
            return True
        player = self.players[self.turn]
        if word in ("cw", "ccw"):
            player.turn(1 if word == "cw" else -1)
            return True
        if word == "quit":
            self.quit()
            return True
        player.failed = 0
        if word == "left":
            player.shift(0, -1)
        elif word == "right":
            player.shift(0, 1)
        elif word == "down":
            if not player.shift(1, 0):
                self.lock()
        else:
            while player.shift(1, 0):
                pass
            self.lock()
        return True

    def lock(self):
        player = self.players[self.turn]
        opponent = self.players[1 - self.turn]
        self.chain, points = player.lock()
        player.score += points
        points += player.remainder
        rate = rate_of(player.number)
        sent = points // rate
        player.remainder = points % rate
        cancelled = min(sent, player.pending)
        player.pending -= cancelled
        opponent.pending += sent - cancelled
        if self.chain == 0 and player.pending > 0:
            player.receive()
        if player.appear():
            self.turn = 1 - self.turn
        else:
            self.over = True
            self.winner = 2 - self.turn

    def quit(self):
        self.over = True
        first, second = self.players[0].score, self.players[1].score
        if first > second:
            self.winner = 1
        elif second > first:
            self.winner = 2

    def state(self):
        return {
            "game": "duel",
            "rows": [player.rows(not self.over) for player in self.players],
            "score": [player.score for player in self.players],
            "over": self.over,
            "pending": [player.pending for player in self.players],
            "next": [["".join(self.pairs.get(player.number + i)) for i in (1, 2)] for player in self.players],
            "chain": self.chain,
            "turn": self.turn + 1,
            "winner": self.winner,
        }


def run(options, seed, words, files):
    """The output of `-json` for these commands: the state at the start, then a dict per command."""
    colours = options.get("colours", 4)
    seed = 0 if seed is None else seed
    game = Game(colours, seed)
    lines = [game.state()]
    for word in words:
        if word == "restart":
            game = Game(colours, seed)
        elif not game.play(word):
            lines.append({"error": True})
            continue
        lines.append(game.state())
    return lines
