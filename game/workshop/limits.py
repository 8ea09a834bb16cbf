"""Limits on foreign Python, and its errors as one line with the line number in the source."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from time import perf_counter, process_time
from types import CodeType, FrameType
from typing import Any, ParamSpec, TypeVar

from game.contract import BadInput, NeedsFile, shorten
from game.words import N_, Translator

try:
    _resource: Any = import_module("resource")
except ImportError:  # in the page, and on Windows
    _resource = None

SECONDS = 2.0
"""Seconds of CPU time in one call of foreign code; on a busy machine or in a sleep, four times as long by the clock."""
MEMORY = 2**30
"""Bytes that one call may add, on systems that report memory use."""
FILE = "<workshop>"
"""The file name of every foreign source."""
LONGEST = 300
"""Characters of an error message."""
TELL, RESET = 0.5, 1.0
"""Seconds between reports of the current line in a long call, and between resets that report every line again."""

TOO_LONG = N_("this runs longer than two seconds: does a loop never end?")
TOO_LARGE = N_("this takes too much memory")

SYNTAX = {
    "expected ':'": N_("a colon is missing"),
    "never closed": N_("a bracket is never closed"),
    "unmatched": N_("a bracket closes that was never opened"),
    "unterminated": N_("a text has no quotation mark at its end"),
    "expected an indented block": N_("the line after a colon must be indented"),
    "unexpected indent": N_("this line is indented too far"),
    "unindent does not match": N_("the indentation of this line matches no line above it"),
    "forgot a comma": N_("perhaps a comma is missing"),
    "invalid syntax": N_("something is missing here, or one thing too many"),
}
"""By a part of what Python says about a wrong line, the same in words to translate."""

PLAIN = (str, int, float, type(None))
"""Types whose values can always be shown."""

P = ParamSpec("P")
T = TypeVar("T")


class SourceError(BadInput):
    """A source is unusable or failed: `Line 12: …`. The line is 0 if it is unknown."""

    def __init__(self, line: int, problem: str | BadInput, stopped: bool = False) -> None:
        """`problem`: in English, or to be translated; `stopped`: the source was interrupted and may have left something
        half done.
        """
        self.line, self.problem, self.stopped = line, shorten(" ".join(str(problem).split()), LONGEST), stopped
        self._phrase = problem if isinstance(problem, BadInput) else self.problem
        if line:
            super().__init__(N_("Line {line}: {problem}"), line=line, problem=self._phrase)
        else:
            super().__init__("{problem}", problem=self._phrase)

    def phrase(self, translator: Translator) -> str:
        """Returns the problem in the player's language, if it is one of the common ones; without its line."""
        problem = self._phrase
        return problem if isinstance(problem, str) else shorten(translator(problem.message, **problem.values), LONGEST)


class Stopped(BaseException):
    """Foreign code ran too long or used too much memory. Its own `except Exception` does not catch this."""


def clock() -> float:
    """Returns seconds of work: CPU time, but at least a quarter of wall-clock time."""
    return max(process_time(), perf_counter() / 4)


class _Running:
    """The foreign call in progress, if any."""

    def __init__(self) -> None:
        self.ends: tuple[float, float] | None = None
        """Its deadlines in CPU time and in wall-clock time."""
        self.memory = 0
        """The program's memory limit in bytes; 0 for no limit."""
        self.checks = 0

    report: Callable[[int], object] | None = None
    """A listener for the line at which foreign code is, for a watchdog outside."""
    last_report = last_reset = 0.0
    """When a line was last reported, and when the reports of all lines were last reset."""

    def check(self, code: CodeType, at: int, *_where: object) -> None:
        """Stops the code if it has run too long; called at each of its calls and jumps."""
        if self.ends is None:
            return
        now = perf_counter()
        if self.report and now > self.last_report + TELL:
            self.at_line(next((line for _start, end, line in code.co_lines() if at < end and line), 0))
        if process_time() > self.ends[0] or now > self.ends[1]:
            self.ends = (self.ends[0] + 0.1, self.ends[1] + 0.1)  # time for its cleanup to finish
            raise Stopped(TOO_LONG)
        self.checks += 1
        if self.memory and self.checks % 256 == 0 and _memory() > self.memory:
            raise Stopped(TOO_LARGE)

    def at_line(self, line: int) -> None:
        """Reports that foreign code is at this line."""
        if self.report and self.ends is not None:
            self.last_report = perf_counter()
            self.report(line)


_running = _Running()


def report_lines(report: Callable[[int], object] | None) -> None:
    """Calls `report` with the line of foreign code: when a line is first reached, and about every TELL seconds.

    An operation that never ends can only be ended from outside, where its line is then known.
    """
    _running.report = report


def _line_reached(_code: CodeType, line: int) -> object:
    """Reports a line that is reached for the first time since `limited` last reset all lines."""
    _running.at_line(line)
    if sys.version_info >= (3, 12):
        return sys.monitoring.DISABLE
    return None


def watch(code: CodeType) -> None:
    """Makes this code and all code in it check the clock at each call and jump."""
    if sys.version_info >= (3, 12):
        events = sys.monitoring.events
        if sys.monitoring.get_tool(_TOOL) is None:
            sys.monitoring.use_tool_id(_TOOL, "kesu")
            for event in (events.JUMP, events.PY_START, events.PY_RESUME):
                sys.monitoring.register_callback(_TOOL, event, _running.check)
            sys.monitoring.register_callback(_TOOL, events.LINE, _line_reached)
        lines = events.LINE if _running.report else 0
        for each in nested(code):
            sys.monitoring.set_local_events(_TOOL, each, events.JUMP | events.PY_START | events.PY_RESUME | lines)
    else:
        _in_place.update(filter(_loops_in_place, nested(code)))


_TOOL = 4
"""Our tool ID for `sys.monitoring`; the predefined IDs are for debuggers and profilers."""


def nested(code: CodeType) -> Iterator[CodeType]:
    """Yields a code object and all code objects in it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from nested(constant)


_in_place = set[CodeType]()
"""Code with a loop of one instruction, such as `while True: pass` on one line; no line is reached again in it."""


def _loops_in_place(code: CodeType) -> bool:
    """Returns whether an instruction of this code jumps to itself."""
    from dis import get_instructions  # not here in the page, which has a newer Python

    return any(each.opname.startswith("JUMP_BACK") and each.argval == each.offset for each in get_instructions(code))


def _trace(frame: FrameType, event: str, _value: object) -> Callable[..., Any] | None:
    """Checks the limits in Python 3.11, which can trace only lines of foreign code and jumps back to another
    instruction; code that jumps back to the same instruction is traced instruction by instruction.
    """
    if frame.f_code.co_filename != FILE:
        return None
    if event == "call":
        frame.f_trace_opcodes = frame.f_code in _in_place
    _running.check(frame.f_code, max(frame.f_lasti, 0))
    _running.at_line(frame.f_lineno)
    return _trace


def limited(call: Callable[P, T], *values: P.args, **named: P.kwargs) -> T:
    """Calls foreign code within limits; SourceError if it fails or does not end. A nested call shares the limits."""
    if _running.ends is not None:
        return call(*values, **named)
    _running.ends = (process_time() + SECONDS, perf_counter() + 4 * SECONDS)
    _running.memory = _memory() + MEMORY if _resource else 0
    before = sys.gettrace()
    if sys.version_info < (3, 12):
        sys.settrace(_trace)
    elif _running.report and perf_counter() > _running.last_reset + RESET:
        _running.last_reset = perf_counter()
        sys.monitoring.restart_events()
    try:
        return call(*values, **named)
    except (BadInput, NeedsFile, KeyboardInterrupt):  # KeyboardInterrupt is the user's: sources cannot name it
        raise
    except BaseException as error:
        stopped = isinstance(error, Stopped | MemoryError | RecursionError)
        raise SourceError(line_of(error), _description(error), stopped) from None
    finally:
        if sys.version_info < (3, 12):
            sys.settrace(before)
        _running.ends = None


def shown(value: object) -> str:
    """Formats a value for a message; only its type if it may be large."""
    return shorten(repr(value)) if isinstance(value, PLAIN) else type(value).__name__


def line_of(error: BaseException) -> int:
    """Returns the innermost line of foreign source in an error's traceback; 0 if there is none."""
    if isinstance(error, SyntaxError) and error.filename == FILE:
        return error.lineno or 0
    line, at = 0, error.__traceback__
    while at is not None:
        if at.tb_frame.f_code.co_filename == FILE:
            line = at.tb_lineno
        at = at.tb_next
    return line


def _description(error: BaseException) -> str | BadInput:
    """Describes an error in a phrase."""
    kind = type(error).__name__
    try:
        # Not for a deep structure: formatting it would crash the page.
        text = str(error) if all(isinstance(value, PLAIN) for value in error.args) else ""
    except BaseException:  # its own `__str__` may raise anything
        text = ""
    if isinstance(error, Stopped):
        return BadInput(text)
    if isinstance(error, BadInput):
        return text
    if isinstance(error, SyntaxError):
        problem = shorten(str(error.msg), LONGEST)
        known = next((BadInput(ours) for theirs, ours in SYNTAX.items() if theirs in problem), problem)
        return BadInput(N_("Python does not understand this: {problem}"), problem=known)
    if type(error) is NameError and isinstance(error.name, str):
        return BadInput(N_("name '{name}' is not defined"), name=shorten(error.name))
    if isinstance(error, ModuleNotFoundError):
        return BadInput(N_("there is no module {name} here"), name=shorten(str(error.name)))
    if isinstance(error, RecursionError):
        return BadInput(N_("a function calls itself again and again"))
    if isinstance(error, MemoryError):
        return BadInput(TOO_LARGE)
    if isinstance(error, SystemExit):
        return BadInput(N_("this would end the program"))
    if isinstance(error, KeyError):
        return BadInput(N_("there is no {key} in it (KeyError)"), key=shorten(text))
    if isinstance(error, NameError | ImportError | AssertionError) and text:
        return text
    return f"{text} ({kind})" if text else kind


def _memory() -> int:
    """Returns the peak memory of this program in bytes; 0 where the system does not report it."""
    most = _resource.getrusage(_resource.RUSAGE_SELF).ru_maxrss if _resource else 0
    return most if sys.platform == "darwin" else 1024 * most
