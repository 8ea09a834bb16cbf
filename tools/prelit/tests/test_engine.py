"""The steps of the engine: reading sources and archives, and reusing results."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from prelit import sources, stamps
from prelit.archives import tarred, zipped
from prelit.engine import exclusive
from prelit.errors import PrelitError
from prelit.facts import with_facts


def test_imports_are_found_anywhere_in_a_module() -> None:
    source = b"import os.path\nfrom js import a, b as c\ndef f():\n    from json import dumps\nfrom . import x"
    assert dict(sources.imports(source)) == {"os.path": [], "js": ["a", "b"], "json": ["dumps"]}


def test_only_foreign_modules_are_named() -> None:
    code = b"import js, numpy.typing\nfrom game.b import c\nfrom re import sub"
    files = {"game/a.py": code, "static/a.txt": b"import x"}
    assert sources.foreign_modules(files) == ["numpy.typing", "re"]


def test_archives_depend_on_names_and_contents_only() -> None:
    files, turned = {"b": b"2", "a/c": b"1"}, {"a/c": b"1", "b": b"2"}
    assert zipped(files) == zipped(turned)
    assert tarred(files) == tarred(turned)


def test_an_interpreter_without_a_place_for_its_table_is_refused() -> None:
    with pytest.raises(PrelitError, match="0 places"):
        with_facts("export const facts = {};", {})


def test_a_truncated_file_of_an_earlier_build_is_rebuilt(tmp_path: Path) -> None:
    for name, data in {"snapshot.bin.gz": b"x" * 100, "rt/library.zip": b"y" * 100}.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(data)
    stamps.sign(tmp_path, "inputs", stamps.names_in(tmp_path))
    assert stamps.fresh(tmp_path, "inputs") and not stamps.fresh(tmp_path, "other inputs")
    for name in ("snapshot.bin.gz", "rt/library.zip"):
        (tmp_path / name).write_bytes(b"x" * 99)
        assert not stamps.fresh(tmp_path, "inputs")
        (tmp_path / name).write_bytes(b"x" * 100)
        assert stamps.fresh(tmp_path, "inputs")
    (tmp_path / "rt" / "library.zip").unlink()
    assert not stamps.fresh(tmp_path, "inputs")


def test_a_read_only_folder_fails_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(code: int) -> None:
        def refuse(*_given: object, **_named: object) -> None:
            raise OSError(code, os.strerror(code))

        monkeypatch.setattr(Path, "open", refuse)

    refused(errno.EROFS)
    with exclusive(tmp_path / "lock"):
        pass
    refused(errno.ENOSPC)
    with pytest.raises(OSError, match="No space"), exclusive(tmp_path / "lock"):
        pass
