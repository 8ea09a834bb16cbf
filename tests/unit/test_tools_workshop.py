"""The workshop's pages: their policies, and the files of the page around the frame."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("babel")  # not available inside Pyodide

from game.text.catalogue import entries
from game.words import Translator
from game.workshop.loading import load
from prelit.app import Parts
from prelit.errors import PrelitError
from tools.build import jail, workshop
from tools.build.page_parts import late_texts
from tools.build.workshop_facts import examples, facts, names, starts
from tools.setup import runtime
from tools.setup.paths import MODULES, ROOT
from tools.start.app import INTERPRETER

pytestmark = pytest.mark.native

PAGE = (ROOT / "index.html").read_text(encoding="utf-8")


def policy(page: str) -> dict[str, list[str]]:
    found = workshop.META.search(page)
    assert found
    return {name: given for name, *given in (part.split() for part in found[2].split(";"))}


def test_the_frame_is_the_ordinary_page_which_keeps_nothing() -> None:
    page = workshop.frame_of(PAGE)
    assert policy(page) == policy(PAGE)
    assert (
        page.index("http-equiv") < page.index(workshop.FRONT_SCRIPT) == page.index("<script") + len('<script src="./')
    )
    assert "front.main" in page and "app.main()" not in page and "data-frame" in page


def test_foreign_code_has_a_policy_that_allows_no_address_and_no_module() -> None:
    document, digest = jail.relay()
    allowed = policy(document)
    assert allowed["default-src"] == ["'none'"]
    assert allowed["script-src"] == [f"'sha256-{digest}'", "'wasm-unsafe-eval'"]  # the relay only, and Python itself
    assert allowed["worker-src"] == ["blob:"]
    assert not {"connect-src", "frame-src", "child-src", "img-src", "style-src", "font-src"} & set(allowed)
    assert document.count("<script>") == 1 and document.endswith("</script>")


@pytest.mark.built
def test_the_worker_is_the_same_in_every_build() -> None:
    """The paths of its modules are in it; a random one among them made every deploy an update for everybody."""
    files = {INTERPRETER: b'export const bring = 1, start = () => import("../rt/pyodide.asm.mjs");'}
    parts = Parts({}, {"pyodide.asm.mjs": b"export default 1;"}, {})
    one, other = (jail.script(runtime.present_node(), parts, files) for _build in range(2))
    assert one == other and b'"rt/pyodide.asm.mjs"' in one


def test_a_page_without_the_parts_to_change_is_refused() -> None:
    with pytest.raises(PrelitError, match="must have one policy"):
        workshop.frame_of("<html></html>")


def test_the_workshop_page_may_only_load_and_frame_its_own_origin() -> None:
    found = policy((ROOT / workshop.PAGE).read_text(encoding="utf-8"))
    assert found["frame-src"] == found["connect-src"] == ["'self'"]
    assert found["script-src"] == ["'self'", "'sha256-relay'", "'wasm-unsafe-eval'"]  # the build puts the hash there
    assert found["worker-src"] == ["blob:"]
    assert found["require-trusted-types-for"] == ["'script'"] and found["trusted-types"] == ["jail"]


def test_pyscript_ships_the_editor(tmp_path: Path) -> None:
    folder = MODULES / "@pyscript" / "core" / "dist"
    if not folder.exists():
        pytest.skip("npm packages are not installed")
    files = workshop.files(ROOT, folder)
    assert sum(path.startswith("editor/") for path in files) == len(workshop.EDITOR) + len(workshop.ALSO)
    assert f"{workshop.RULES}chain.py" in files and f"{workshop.RULES}__init__.py" not in files
    with pytest.raises(PrelitError, match="not one"):
        workshop.chunks(tmp_path)


@pytest.mark.parametrize("tag", ["ja", "vi", "zh-Hant", "zh-Hans"])
def test_a_game_to_start_from_is_in_the_language_of_the_page(tag: str) -> None:
    known = entries(tag)
    rules = load((ROOT / "static/workshop/template.py").read_text("utf-8"))
    read = [rules.title, rules.summary, *rules.how, *(symbol.name for symbol in rules.symbols.values())]
    assert all(known.get(text, text) != text for text in read) and set(read) <= late_texts()["workshop"] | {"you"}
    titles = [title for title, _path in facts(ROOT, Translator(tag, known), ())["examples"]]
    assert all(title != english for title, (_name, english) in zip(titles, examples(ROOT), strict=True))


def test_each_game_has_starting_points_and_completions() -> None:
    assert starts(ROOT, "push-clear")["rules"] == f"{workshop.RULES}push_clear.py"
    assert next(examples(ROOT))[0] == "template"
    known = {entry["label"]: entry for entry in names(ROOT)}
    assert {"Rules", "Scored", "View", "Role"} <= set(known) and known["LEFT"]["of"] == "Role"
    assert known["Scored"]["info"].endswith(".")
