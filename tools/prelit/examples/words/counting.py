"""Counts words."""

import re
import statistics
from collections import Counter
from dataclasses import dataclass


@dataclass
class Summary:
    words: int
    different: int
    length: float
    common: list[tuple[str, int]]


def summary(text, shortest=1):
    """What there is to say about the words of a text with at least so many letters."""
    words = [word for word in re.findall(r"[^\W\d_]+", text.lower()) if len(word) >= shortest]
    if not words:
        return Summary(0, 0, 0.0, [])
    return Summary(len(words), len(set(words)), statistics.mean(map(len, words)), Counter(words).most_common(8))
