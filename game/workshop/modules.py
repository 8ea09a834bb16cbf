"""Runs foreign source as a module under a unique name, so that it replaces no module of ours."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from game.contract import BadInput
from game.session.crc import crc_of
from game.words import N_
from game.workshop.limits import FILE, SourceError, limited, nested, watch

LONGEST = 200_000
"""Characters of a source that is run; the longest of our own rules modules has 35,000."""
LONGEST_CHAIN = 300
"""Operators in one expression: compiling ten thousand crashes the page's Python at once."""
FORBIDDEN = ("BaseException", "KeyboardInterrupt", "GeneratorExit")
"""Exceptions that would catch, or be mistaken for, the one that ends an endless loop."""

_BARE_EXCEPT = re.compile(r"\bexcept[\s\\]*:")
"""A possible bare `except:`. Only a syntax tree can tell for sure, but that takes as long as compiling."""
_STRINGS = re.compile(r"""\\.|#[^\n]*|(\"{3}|'{3}).*?\1|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'""", re.DOTALL)
"""Strings and comments, and escaped characters, which begin neither: each would be searched to its end."""
_TOKENS = re.compile(r"\b(?:not|if|else|elif|lambda|await)\b|\*\*|//|<<|>>|[-+*/%&|^~<>@.,;\n(){}\[\]]")


@dataclass(frozen=True)
class Module:
    """The names that a source has defined."""

    text: str
    names: Mapping[str, Any]

    def function(self, name: str) -> Callable[..., Any] | None:
        """Returns a function by its name, if the source defines it."""
        found = self.names.get(name)
        return found if callable(found) else None


def version_of(text: str) -> int:
    """Hashes a source to a number, so that links and saves of another source are refused."""
    return crc_of(text) % 10**9


def run(text: str) -> Module:
    """Runs a source and returns what it defines; SourceError if it is not valid text, fails, or does not end."""
    problem = _unreadable(text)
    if problem:
        raise SourceError(0, problem)
    code = limited(compile, text, FILE, "exec", dont_inherit=True, optimize=0)
    if _BARE_EXCEPT.search(text) or any(name in FORBIDDEN for each in nested(code) for name in each.co_names):
        for node in ast.walk(limited(ast.parse, text, FILE)):
            _check(node)
    watch(code)
    module = ModuleType(f"workshop_{version_of(text)}")
    sys.modules[module.__name__] = module  # dataclasses look up their module there
    limited(exec, code, module.__dict__)
    return Module(text, module.__dict__)


def line_of(thing: object) -> int:
    """Returns the line where a function of a foreign source begins; 0 for anything else."""
    code = getattr(thing, "__code__", None)
    return code.co_firstlineno if code is not None and code.co_filename == FILE else 0


def _unreadable(text: str) -> BadInput | None:
    """Returns why a text cannot be a source; None if it can."""
    if not text.strip():
        return BadInput(N_("this code is empty"))
    if len(text) > LONGEST:
        too_long = N_("the code has {count} characters; at most {most} are run")
        return BadInput(too_long, count=f"{len(text):,}", most=f"{LONGEST:,}")
    try:
        text.encode()
    except UnicodeEncodeError:
        return BadInput(N_("this code is not text"))
    if "\0" in text:
        return BadInput(N_("this code is not text"))
    if _is_too_long(text):
        too_deep = N_("an expression has more than {most} operators, or an if has more than {most} branches")
        return BadInput(too_deep, most=LONGEST_CHAIN)
    return None


def _is_too_long(text: str) -> bool:
    """Returns whether a source has a chain of operators or branches long enough to overflow the compiler's stack."""
    branches, counts = 0, [0]
    for token in _TOKENS.findall(_STRINGS.sub("", text)):
        if token in ")]}":
            if len(counts) > 1:
                counts.pop()
        elif token in ",;" or (token == "\n" and len(counts) == 1):
            counts[-1] = 0
        elif token != "\n":
            counts[-1] += 1
            branches += token == "elif"
            if max(counts[-1], branches) > LONGEST_CHAIN:
                return True
            if token in "([{":
                counts.append(0)
    return False


def _check(node: ast.AST) -> None:
    """Raises SourceError for code that would defeat the limits, if only by accident."""
    if isinstance(node, ast.ExceptHandler) and node.type is None:
        bare = N_("write `except Exception:`; a bare `except:` would also catch what ends a loop")
        raise SourceError(node.lineno, BadInput(bare))
    name = node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""
    if name in FORBIDDEN:
        not_allowed = BadInput(N_("{name} is not allowed here; use Exception"), name=name)
        raise SourceError(getattr(node, "lineno", 0), not_allowed)
