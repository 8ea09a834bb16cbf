"""Counts words."""

import re
import statistics
from collections import Counter
from dataclasses import dataclass


@dataclass
class Counted:
    words: int
    different: int
    length: float
    common: list[tuple[str, int]]


def summary(text, shortest=1):
    """The report on the words of a text with at least this many letters."""
    words = [word for word in re.findall(r"[^\W\d_]+", text.lower()) if len(word) >= shortest]
    if not words:
        return Counted(0, 0, 0.0, [])
    return Counted(len(words), len(set(words)), statistics.mean(map(len, words)), Counter(words).most_common(8))
