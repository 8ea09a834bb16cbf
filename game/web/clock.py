"""Real time as inputs: gravity becomes `tick`, a held key becomes repeated words. Pure: it is told the time."""

from __future__ import annotations

from dataclasses import dataclass, field

DELAY = 167.0
REPEAT = 33.0
REPEATED = frozenset({"left", "right", "down"})
OPPOSITE = {"left": "right", "right": "left"}
LONGEST_FRAME = 250.0
"""A frame that took longer than this many milliseconds was a stall, not play: the rest of it does not count."""


@dataclass
class Clock:
    """The handling of one game in real time; all times in milliseconds."""

    delay: float = DELAY
    repeat: float = REPEAT
    held: dict[str, float] = field(default_factory=dict)
    """Word of each held key → when it is due next; the one pressed last comes last."""
    since_tick: float = 0
    last: float | None = None
    planned: float = 0
    """How long nothing was to happen from `last` on: waiting that was meant is not a stall."""

    def press(self, word: str, now: float) -> str | None:
        """A key went down → the word to play at once."""
        if word in REPEATED:
            if word in self.held:
                return None
            self.held[word] = now + self.delay
        if word == "down":
            self.held[word] = now + self.repeat
        return word

    def release(self, word: str, now: float) -> None:
        """A key went up; the opposite one, if it is still held, begins anew."""
        self.held.pop(word, None)
        other = OPPOSITE.get(word)
        if other in self.held:
            self.held[other] = now + self.delay

    def stop(self) -> None:
        """Releases everything and forgets the time: pause, blur, a hidden page."""
        self.held.clear()
        self.last = None

    def went_down(self) -> None:
        """The piece went down or a new one came: gravity counts from here."""
        self.since_tick = 0

    def advance(self, now: float, pace: float) -> list[str]:
        """To this time, `pace` milliseconds between ticks → the words that fell due, in order."""
        passed = 0.0 if self.last is None else min(now - self.last, self.planned + LONGEST_FRAME)
        self.last, self.planned = now, 0.0
        words = self._repeats(now)
        if "down" in words:
            self.since_tick = 0
        else:
            self.since_tick += passed
        while self.since_tick >= pace:
            self.since_tick -= pace
            words.append("tick")
        return words

    def wait(self, now: float, pace: float) -> float:
        """Milliseconds until something falls due."""
        due = [self._due(word) for word in self._active()]
        self.planned = max(0.0, min([*(at - now for at in due), pace - self.since_tick]))
        return self.planned

    def _active(self) -> list[str]:
        """The held words that count: of two opposite ones the last pressed."""
        held = list(self.held)
        return [word for i, word in enumerate(held) if OPPOSITE.get(word) not in held[i + 1 :]]

    def _due(self, word: str) -> float:
        return self.held[word]

    def _repeats(self, now: float) -> list[str]:
        words = []
        for word in self._active():
            times = 0
            while self.held[word] <= now and times < 64:
                self.held[word] += max(self.repeat, 1.0)
                words.append(word)
                times += 1
            if self.held[word] <= now:
                self.held[word] = now + self.repeat
        return words
