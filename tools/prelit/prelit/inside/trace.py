"""Runs an application's workload inside Pyodide and records what it used; node/trace.mjs calls `record`."""

from __future__ import annotations

import contextlib
import importlib
import json
import sys
import traceback
import types
from collections.abc import Iterable
from typing import Any

AWAITING = 0x2000
"""Lets code await at its top level, as in Pyodide's runPythonAsync (ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)."""
missing: set[str] = set()
opened: dict[str, None] = {}
"""The files that were opened for reading, in this order."""


class Missing:
    """Asked last of all finders, and so only for modules that no other has found."""

    def find_spec(self, name: str, path: object = None, target: object = None) -> None:
        """Notes the name."""
        missing.add(name)


class NotedSources(dict[str, Any]):
    """Stands in for the prepared functions of dataclasses, and notes the sources that are asked for (patches.py)."""

    def get(self, text: str, other: Any = None) -> Any:
        """Notes a source, and has nothing for it."""
        self[text] = None
        return other


class Silenced:
    """Takes the place of standard output and errors, for which the build has no use; ends a workload that prints
    forever."""

    def __init__(self, most: int) -> None:
        self.left = most

    def write(self, text: str) -> int:
        """Counts characters."""
        self.left -= len(text)
        if self.left < 0:
            raise SystemExit("it prints without end")
        return len(text)

    def flush(self) -> None:
        """Does nothing."""


def note_opening(event: str, given: tuple[Any, ...]) -> None:
    """Notes the files that are opened."""
    if event == "open" and isinstance(given[0], str):
        opened[given[0]] = None


def tried(name: str) -> str:
    """Imports a module; returns what is wrong with it, if anything."""
    try:
        importlib.import_module(name)
    except BaseException as error:
        return f"{type(error).__name__}: {error}"
    return ""


class Recorder:
    """Records what one task uses."""

    def __init__(self, task: dict[str, Any]) -> None:
        self.task = task
        self.workload = types.ModuleType("workload")
        self.results: dict[str, Any] = {"error": "", "first": None, "later": None, "failed": {}}
        self.start: dict[str, Any] = {}

    def run(self) -> None:
        """Imports the named modules, and runs the workload; notes the modules used by the end of its first part."""
        try:
            self.bring("first")
            sys.modules["workload"] = self.workload
            if self.task["tolerant"]:
                self.workload.__name__ = "__main__"
            code = compile(self.task["workload"], self.task["name"], "exec", AWAITING, dont_inherit=True)
            self.drive(eval(code, self.workload.__dict__))
            self.call("first")
            self.start = self.used()
            self.call("picture")
            self.bring("later")
            self.call("later")
        except BaseException as error:
            self.results["error"] = self.described(error)
            self.start = self.start or self.used()

    def drive(self, running: Any) -> None:
        """Runs code that awaits something at its top level until it first has to wait."""
        if running is not None:
            with contextlib.suppress(StopIteration):
                running.send(None)
            running.close()

    def bring(self, part: str) -> None:
        """Imports the modules that are named for a part."""
        self.results["failed"] |= {name: wrong for name in self.task[part] if (wrong := tried(name))}

    def call(self, part: str) -> None:
        """Calls a function of the workload, if it has it."""
        function = getattr(self.workload, part, None)
        if function and not self.task["tolerant"]:
            self.results[part] = function(**self.task["given"])

    def described(self, error: BaseException) -> str:
        """Returns an error in one line, with its place in the workload."""
        frames = traceback.extract_tb(error.__traceback__)
        lines = [frame.lineno for frame in frames if frame.filename == self.task["name"]]
        return f"{type(error).__name__}: {error}" + (f" (line {lines[-1]})" if lines else "")

    def used(self) -> dict[str, Any]:
        """Returns what has been used so far."""
        return {"modules": self.loaded(), "files": self.in_build(opened), "written": list(known())}

    def loaded(self) -> list[str]:
        """Returns the files of the imported modules, in this order, by the names that they have in the build."""
        specs = [getattr(module, "__spec__", None) for module in list(sys.modules.values())]
        return self.in_build(str(getattr(spec, "origin", None) or "") for spec in specs)

    def in_build(self, paths: Iterable[str]) -> list[str]:
        """Returns where files of Python's file system come from, leaving out files that the build did not put there."""
        names: dict[str, None] = {}
        for path in paths:
            for place, folder in self.task["places"]:
                if path.startswith(place):
                    name = folder + path.removeprefix(place)
                    names[f"{name}c" if name.endswith(".py") else name] = None
                    break
        return list(names)


def known() -> Any:
    """Returns the prepared functions of dataclasses."""
    return getattr(sys.modules.get("dataclasses"), "known", {})


def record(task: dict[str, Any]) -> Any:
    """Carries out a task; returns a function that returns what was used, as JSON."""
    sys.meta_path.append(Missing())
    sys.addaudithook(note_opening)
    if not tried("dataclasses"):
        sys.modules["dataclasses"].__dict__["known"] = NotedSources()
    recorder = Recorder(task)
    silenced = Silenced(task["most_output"])
    with contextlib.redirect_stdout(silenced), contextlib.redirect_stderr(silenced):
        recorder.run()

    def outcome() -> str:
        every = recorder.used()
        found = {"results": recorder.results, "start": recorder.start, "all": every, "missing": sorted(missing)}
        return json.dumps(found)

    return outcome
