"""The one random generator: its two sets of parameters, its seeds, its rejection (rules.md, Random numbers)."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.rng import CLASSIC, Random, standard

SEEDS = st.integers(0, 2**70)


def drawn(random: Random, n: int, count: int) -> list[int]:
    """Returns the next numbers drawn."""
    numbers = []
    for _ in range(count):
        number, random = random.next(n)
        numbers.append(number)
    return numbers


class Jack:
    """The document's Random.jack, line by line."""

    def __init__(self) -> None:
        self.k = 49
        self.mod = 173

    def gen(self) -> int:
        self.k = self.k * 31
        self.k = self.k - (self.k // 173 * 173)
        return self.k

    def next(self, range_: int) -> int:
        up = self.mod // range_ * range_
        res = up
        while not res < up:
            res = self.gen()
        return res - (res // range_ * range_)


def test_classic_draws_the_documents_first_numbers() -> None:
    """`M = 173, A = 31`, start `K = 49`: 49 * 31 = 135 modulo 173, and so on."""
    assert drawn(CLASSIC, 173, 6) == [135, 33, 158, 54, 117, 167]
    assert drawn(CLASSIC, 36, 6) == [27, 33, 18, 9, 8, 28]
    assert drawn(CLASSIC, 100, 5) == [33, 54, 64, 81, 89]


@given(st.lists(st.integers(1, 173), max_size=200))
def test_classic_is_the_generator_of_the_document(ranges: list[int]) -> None:
    jack, random = Jack(), CLASSIC
    for n in ranges:
        number, random = random.next(n)
        assert number == jack.next(n)


def test_classic_never_draws_two_of_the_36_cells() -> None:
    """31 has order 86 modulo 173, so only 86 values ever come, and two of the 36 cells, 3 and 26, are never drawn."""
    assert len(set(drawn(CLASSIC, 173, 1000))) == 86
    assert set(range(36)) - set(drawn(CLASSIC, 36, 1000)) == {3, 26}


def test_standard_is_the_revised_minimal_standard() -> None:
    """The published check of these parameters: from 1, the ten thousandth number is 399268537."""
    random = Random(1)
    for _ in range(10_000):
        _number, random = random.next(1)
    assert random.k == 399268537


@pytest.mark.parametrize(
    ("seed", "k"),
    [(0, 1), (1, 2), (2**31 - 3, 2**31 - 2), (2**31 - 2, 1), (2**31 - 1, 2), (10**20, 1 + 10**20 % (2**31 - 2))],
)
def test_a_seed_is_followed_by_eight_steps(seed: int, k: int) -> None:
    """Seed `s` starts at `K = 1 + (s mod (M - 1))` and then takes 8 steps `K = A*K mod M`."""
    assert standard(seed) == Random(k * 48271**8 % (2**31 - 1), multiplier=48271, modulus=2**31 - 1)


def test_negative_seeds_are_refused() -> None:
    with pytest.raises(ValueError, match=r"^a seed is a non-negative integer$"):
        standard(-1)


def test_numbers_beyond_the_last_whole_multiple_are_drawn_again() -> None:
    """`up = M // n * n`; draw `K = A*K mod M` until `K < up`; the result is `K mod n`."""
    random = Random(1, multiplier=3, modulus=7)  # draws 3 2 6 4 5 1, in that order
    assert drawn(random, 7, 6) == [3, 2, 6, 4, 5, 1]
    assert drawn(random, 5, 4) == [3, 2, 4, 1]  # 6 and 5 are skipped
    assert drawn(random, 3, 5) == [0, 2, 1, 2, 1]  # only 6 is
    assert drawn(random, 1, 3) == [0, 0, 0]


@pytest.mark.parametrize("n", [-1, 0, 174])
def test_the_range_cannot_exceed_the_modulus(n: int) -> None:
    with pytest.raises(ValueError, match=rf"^cannot draw one of {n} numbers$"):
        CLASSIC.next(n)


@given(SEEDS, st.integers(1, 10_000))
def test_drawing_does_not_change_the_generator(seed: int, n: int) -> None:
    random = standard(seed)
    number, after = random.next(n)
    assert 0 <= number < n
    assert random == standard(seed) != after
    assert random.next(n) == (number, after)


@pytest.mark.parametrize("n", [2, 5, 7, 12, 81])
def test_every_number_is_equally_likely(n: int) -> None:
    """Within six standard deviations of 200 times each."""
    counts = Counter(drawn(standard(3), n, 200 * n))
    assert set(counts) == set(range(n))
    assert all(abs(count - 200) < 6 * 200**0.5 for count in counts.values())
