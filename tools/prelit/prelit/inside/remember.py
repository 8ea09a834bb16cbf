"""Imports the modules for a snapshot, except those that would keep something of this place and time; node/snapshot.mjs
calls `remember`."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Collection
from importlib import import_module
from typing import Any, cast

RENEWED = ("random", "logging", "numpy.random", "pyodide", "_pyodide")
"""Modules that may look around, because every start gives them a new state (runtime/afresh.mjs), or Pyodide does."""
FORGETFUL = ("selectors",)
"""Modules that read the surroundings but keep nothing of them."""
BROWSER = ("js", "pyodide_js")
frozen = cast(Any, sys.modules["_frozen_importlib"])


class Unfit(BaseException):
    """A module is left out; no ImportError, for which another module may have another way."""


class Unfitting:
    """Finds packages with a module that does not fit, and so stops the import of modules that need them."""

    def __init__(self, names: list[str]) -> None:
        self.names = names

    def find_spec(self, name: str, path: object = None, target: object = None) -> None:
        """Raises Unfit for a module of theirs."""
        if name.partition(".")[0] in self.names:
            raise Unfit("a part of it can only be linked once Python runs")


class Watch:
    """Notices which modules read the clock, random numbers or the page while they are imported, and leaves them out.

    An unseeded `random.Random` may stay: it is noted, and every start seeds it again. An application's own modules may
    all stay: it says itself whether they are in the snapshot."""

    def __init__(self, own_modules: Collection[str], reads: Callable[[], int], random: Any) -> None:
        def seed(generator: object, *given: Any, **named: Any) -> None:
            self.seed(generator, *given, **named)

        self.own_modules, self.reads, self.imports, self.of_others = own_modules, reads, 0, 0
        self.browser: dict[str, Any] = {}
        self.unseeded: list[object] = []
        self.broken = ""
        own, load = frozen._load_unlocked, self.load
        self.replaced: list[tuple[Any, str, Any, Callable[..., Any]]] = [(frozen, "_load_unlocked", own, load)]
        if random:
            self.replaced.append((random.Random, "seed", random.Random.seed, seed))

    def __enter__(self) -> Watch:
        for place, name, _own, mine in self.replaced:
            setattr(place, name, mine)
        self.browser = {
            name: sys.modules.pop(name) for name in BROWSER if name in sys.modules
        }  # so that they are loaded
        return self

    def __exit__(self, *_error: object) -> None:
        for place, name, own, _mine in self.replaced:
            setattr(place, name, own)
        sys.modules.update(self.browser)

    def seen(self) -> int:
        """Returns how often anything has been read so far."""
        return self.reads() + self.imports

    def load(self, spec: Any) -> Any:
        """Loads a module; Unfit if it has read something itself, not by importing another."""
        if spec.name in BROWSER:
            self.imports += 1
            sys.modules[spec.name] = self.browser[spec.name]
            return sys.modules.pop(spec.name)
        before, outside, self.of_others = self.seen(), self.of_others, 0
        try:
            module = self.replaced[0][2](spec)
        finally:
            every = self.seen() - before
            own, self.of_others = every - self.of_others, outside + every
        known = any(f"{spec.name}.".startswith(f"{name}.") for name in (*RENEWED, *FORGETFUL))
        if own and not known and spec.name not in self.own_modules:
            sys.modules.pop(spec.name, None)
            if str(spec.origin).endswith(".so"):
                self.broken = spec.name
            raise Unfit("it reads the clock, random numbers or the page while it is imported")
        return module

    def seed(self, generator: object, a: Any = None, *given: Any, **named: Any) -> None:
        """Seeds as usual."""
        before = self.seen()
        self.replaced[1][2](generator, a, *given, **named)
        self.of_others += self.seen() - before
        self.unseeded = [other for other in self.unseeded if other is not generator] + [generator] * (a is None)


def remember(wanted: list[str], own: list[str], unfit: list[str], reads: Callable[[], int]) -> str:
    """Imports modules, of packages and the application's own; returns what is wrong with those left out, a line each.

    RuntimeError if Python cannot go into a snapshot."""
    failed, finder = "", Unfitting(unfit)
    random = import_module("random") if "random" in wanted else None
    sys.meta_path.insert(0, finder)
    gc.disable()  # it reads the clock
    with Watch(frozenset(own), reads, random) as watch:
        for name in (*wanted, *own):
            try:
                import_module(name)
            except BaseException as error:  # then the page imports it, and shows the error
                failed += f"{name}: {type(error).__name__}: {error}\n"
    sys.meta_path.remove(finder)
    if random:
        vars(random)["_unseeded"] = watch.unseeded
    broken = watch.broken
    for name in list(sys.modules):  # parts of a package that failed are of no use, and confuse its import
        package = name
        while package := package.rpartition(".")[0]:
            if package not in sys.modules and name in sys.modules:
                if str(getattr(sys.modules[name].__spec__, "origin", "")).endswith(".so"):
                    broken = name
                del sys.modules[name]
    if broken:
        raise RuntimeError(f"{broken} cannot be imported a second time, though its package could not be imported")
    gc.enable()
    return failed
