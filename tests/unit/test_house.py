"""How the code is built: no class is too large to say what it is for, and no two types have the same name."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest

from tools.setup.paths import ROOT

pytestmark = pytest.mark.native  # reads the sources

MOST_METHODS = 30
"""Properties and private methods count."""


SHARED_NAMES = {
    "State": "each module of rules calls its positions so, and copies of these modules are stored in workshops",
    "Player": "one side of a State in games for two, in such copies too",
}
"""Names that more than one class may have, and why."""


def classes() -> Iterator[tuple[str, int]]:
    """Yields the place and the number of methods of each class of the product and its tools."""
    for folder in ("game", "tools"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.ClassDef):
                    name = f"{path.relative_to(ROOT).as_posix()} {node.name}"
                    yield name, sum(isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef) for part in node.body)


def aliases() -> Iterator[tuple[str, str]]:
    """Yields the place and the name of each type alias, such as `Words = tuple[str, ...]`."""
    for folder in ("game", "tools"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            for node in ast.parse(path.read_text(encoding="utf-8")).body:
                if isinstance(node, ast.Assign) and isinstance(node.value, ast.Subscript | ast.Name | ast.BinOp):
                    for name in node.targets:
                        if isinstance(name, ast.Name) and name.id[0].isupper() and not name.id.isupper():
                            yield path.relative_to(ROOT).as_posix(), name.id


def test_no_class_has_more_methods_than_a_reader_can_hold() -> None:
    large = {name: methods for name, methods in classes() if methods > MOST_METHODS}
    assert not large, f"split these classes (at most {MOST_METHODS} methods): {large}"


FOR_THE_PAGE = {"session", "assistant", "cursor"}
"""The parts of a Controller that the page uses themselves; about all others it asks the Controller."""


def test_the_page_asks_the_controller_and_not_its_parts() -> None:
    """So that the parts of an open game can change without the page."""
    source = (ROOT / "game" / "play" / "controller.py").read_text(encoding="utf-8")
    parts = {
        node.attr
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and ast.unparse(node.value) == "self"
    }
    parts = {part for part in parts if not part.startswith("_")} - FOR_THE_PAGE
    assert {"game", "narrator", "moves", "display"} <= parts
    reaches = [
        f"{path.relative_to(ROOT).as_posix()}:{node.lineno} {ast.unparse(node)}"
        for path in sorted([*(ROOT / "game" / "web").rglob("*.py"), *(ROOT / "game" / "play").glob("*/*.py")])
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Attribute)
        if node.value.attr in parts and ast.unparse(node.value.value).endswith("game")
    ]
    assert not reaches, f"ask the Controller instead: {reaches}"


def test_no_two_types_have_the_same_name() -> None:
    """A name in an import or a traceback means one class or alias; only private classes may share a name."""
    places: dict[str, list[str]] = {}
    for place, name in (*(tuple(found.split(" ")) for found, _methods in classes()), *aliases()):
        places.setdefault(name, []).append(place)
    shared = {name: found for name, found in places.items() if len(found) > 1 and not name.startswith("_")}
    assert "Words" in places and set(shared) == set(SHARED_NAMES), f"give these types names of their own: {shared}"
    for name in SHARED_NAMES:
        assert all(place.startswith("game/rules/") for place in shared[name]), f"{name} is a name for rules only"


BUILT = {"boot.js", "hot.json", "sbom.cdx.json", "workshop-frame.html"}
"""Files that the build writes."""


def test_files_that_the_docs_name_exist() -> None:
    """A file in backticks exists, unless its paragraph names the commit that had it or it is an example."""
    folders = ("game", "static", "tests", "tools", "docs", ".github", ".ci")
    paths = [path for folder in folders for path in (ROOT / folder).rglob("*")]
    known = {f"/{path.relative_to(ROOT).as_posix()}" for path in (*paths, *ROOT.iterdir())}
    missing = [
        (page.name, name)
        for page in (*ROOT.glob("docs/*.md"), ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "SECURITY.md")
        for paragraph in re.split(r"\n\s*\n", page.read_text(encoding="utf-8"))
        for name in re.findall(r"`([\w./-]+\.(?:py|js|mjs|css|html|md|toml|json|po))`", paragraph)
        if "commit" not in paragraph and "yourgame" not in name and name not in BUILT
        if not any(path.endswith(f"/{name}") for path in known)
    ]
    assert len(known) > 500 and not missing


@pytest.mark.parametrize("package", ["play", "session"])
def test_modules_of_a_package_are_in_its_table(package: str) -> None:
    rows = [line for line in (ROOT / "docs/architecture.md").read_text(encoding="utf-8").splitlines() if "|" in line]
    modules = {path.name for path in (ROOT / "game" / package).glob("*.py")} - {"__init__.py"}
    missing = {module for module in modules if not any(f"`{module}`" in row for row in rows)}
    assert not missing, f"docs/architecture.md lists every module of game/{package}"


def test_modules_that_the_table_of_the_page_names_exist() -> None:
    text = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)/` \| (.*) \|$", text, re.M)
    named = [(folder, name) for folder, cell in rows for name in re.findall(r"`(\w+)`", cell)]
    missing = [(folder, name) for folder, name in named if not list((ROOT / "game").rglob(f"{folder}/{name}.py"))]
    assert len(named) > 15 and not missing


def test_functions_with_changes_that_cannot_be_caught_exist() -> None:
    text = (ROOT / "tests/mutation/README.md").read_text(encoding="utf-8").partition("## What cannot be caught")[2]
    named = re.findall(r"`(?:[\w/]+\.)?(\w+)` \d", text)
    sources = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "game").rglob("*.py"))
    assert len(named) > 50 and not [name for name in named if f"def {name}(" not in sources]


def test_left_is_a_direction() -> None:
    """What remains and who has gone have other names, so wherever LEFT is defined, RIGHT is too."""
    alone = [
        path.relative_to(ROOT).as_posix()
        for folder in ("game", "tools")
        for path in sorted((ROOT / folder).rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Module | ast.ClassDef)
        if {"LEFT"} == {"LEFT", "RIGHT"} & defined(node)
    ]
    assert not alone


def defined(node: ast.Module | ast.ClassDef) -> set[str]:
    """Returns the names that are assigned in the body of a module or class itself."""
    return {
        name.id
        for part in node.body
        if isinstance(part, ast.Assign)
        for target in part.targets
        for name in ast.walk(target)
        if isinstance(name, ast.Name)
    }


def test_seats_count_from_0_except_where_player_number_converts() -> None:
    """So that no code adds or subtracts one on the way; `winner` and written numbers are player numbers."""
    counted = re.compile(r"\b(?:seat|turn|winner|mover)\b\)? [-+] 1\b(?!\) %)")
    wrong = [
        f"{path.relative_to(ROOT).as_posix()}: {line.strip()}"
        for folder in ("game", "tools")
        for path in sorted((ROOT / folder).rglob("*.py"))
        for line in path.read_text(encoding="utf-8").splitlines()
        if counted.search(line) and path.name != "player_numbers.py"
    ]
    assert not wrong


def test_what_python_calls_of_the_scripts_exists() -> None:
    """The stub for mypy lists the names that the page's scripts set; nothing else would notice a missing one."""
    stub = (ROOT / "tools/typing/js.pyi").read_text(encoding="utf-8")
    scripts = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "static").rglob("*.js"))
    named = set(re.findall(r"\bkesu[A-Z]\w*", stub))
    assert {"kesuStorage", "kesuPart"} <= named <= {*re.findall(r"\b(kesu[A-Z]\w*)\b", scripts)}
