"""The workshop's pages: a stricter policy for the frame, and the files of the page around it."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("babel")  # not available inside Pyodide

from prelit.errors import PrelitError
from tools.build import workshop
from tools.build.workshop_facts import examples, names, starts
from tools.setup.paths import MODULES, ROOT

pytestmark = pytest.mark.native

PAGE = (ROOT / "index.html").read_text(encoding="utf-8")


def policy(page: str) -> dict[str, list[str]]:
    found = workshop.META.search(page)
    assert found
    return {name: given for name, *given in (part.split() for part in found[2].split(";"))}


def test_the_frame_has_a_stricter_policy() -> None:
    page = workshop.frame_of(PAGE)
    ours, theirs = policy(PAGE), policy(page)
    assert "manifest-src" not in theirs and theirs["default-src"] == ["'none'"]
    assert theirs.pop("worker-src")[0] == "blob:"  # only a blob worker is under the frame's own policy
    assert theirs.pop("trusted-types") == [*ours["trusted-types"], "workshop"]
    narrowed = {name: " ".join(given).replace("http: https:", "'self'").split() for name, given in theirs.items()}
    assert all(set(given) <= set(ours[name]) for name, given in narrowed.items())
    assert page.index("<script") == page.index(f'<script src="./{workshop.FRAME_SCRIPT}"')  # which narrows the policy
    assert "'unsafe-eval'" not in page and "'unsafe-inline'" not in page
    assert page.index("http-equiv") < page.index(workshop.FRAME_SCRIPT) < page.index('type="module"')


def test_the_frame_loads_styles_cross_origin_and_starts_the_bench() -> None:
    page = workshop.frame_of(PAGE)
    assert page.count('<link rel="stylesheet" crossorigin') == page.count('rel="stylesheet"') == 2
    assert "frame.main" in page and "app.main()" not in page and "data-frame" in page


def test_a_page_without_the_parts_to_change_is_refused() -> None:
    with pytest.raises(PrelitError, match="must have one policy"):
        workshop.frame_of("<html></html>")


def test_the_workshop_page_may_only_load_and_frame_its_own_origin() -> None:
    found = policy((ROOT / workshop.PAGE).read_text(encoding="utf-8"))
    assert found["script-src"] == found["frame-src"] == found["connect-src"] == ["'self'"]
    assert found["require-trusted-types-for"] == ["'script'"] and found["trusted-types"] == ["'none'"]


def test_pyscript_ships_the_editor(tmp_path: Path) -> None:
    folder = MODULES / "@pyscript" / "core" / "dist"
    if not folder.exists():
        pytest.skip("npm packages are not installed")
    files = workshop.files(ROOT, folder)
    assert sum(path.startswith("editor/") for path in files) == len(workshop.EDITOR) + len(workshop.ALSO)
    assert f"{workshop.RULES}chain.py" in files and f"{workshop.RULES}__init__.py" not in files
    with pytest.raises(PrelitError, match="not one"):
        workshop.chunks(tmp_path)


def test_each_game_has_starting_points_and_completions() -> None:
    assert starts(ROOT, "push-clear")["rules"] == f"{workshop.RULES}push_clear.py"
    assert next(examples(ROOT))[0] == "template"
    known = {entry["label"]: entry for entry in names(ROOT)}
    assert {"Rules", "Scored", "View", "Role"} <= set(known) and known["LEFT"]["of"] == "Role"
    assert known["Scored"]["info"].endswith(".")
