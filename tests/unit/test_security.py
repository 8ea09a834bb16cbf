"""No outside text can become HTML or script, and everything downloaded is pinned."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

pytestmark = pytest.mark.native  # it cannot behave differently inside Pyodide

ROOT = Path(__file__).resolve().parent.parent.parent
PAGE = ROOT / "index.html"
SOURCES = [
    *sorted((ROOT / "game").rglob("*.py")),
    *sorted(path for path in (ROOT / "static").rglob("*") if path.suffix in (".js", ".mjs")),
]

MAKES_CODE = re.compile(
    r"innerHTML|outerHTML|insertAdjacentHTML|createContextualFragment|setHTMLUnsafe|parseFromString|srcdoc"
    r"|document\.write|\bFunction\(|new Function|\beval\(|\bexec\(|runPython(?:Async)?\([^\"'`\s]"
    r"|setTimeout\(\s*[\"'`]|javascript:|pickle|marshal\b|yaml\.load"
)
"""Calls that turn text into HTML, script or objects. The page's own Python, as a literal, may be run."""


OURS = "this.element.srcdoc = trusted.createHTML(about.relay);"
"""The one document made of text: the build's own, around the worker of foreign code (tools/build/jail.py)."""


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_text_never_becomes_html_or_code(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1) if MAKES_CODE.search(line)]
    assert [f"{number}: {line}" for number, line in lines if line != OURS] == []


class Elements(HTMLParser):
    """The elements of a page in order: tag, attributes, and the contents of scripts."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, {name: value or "" for name, value in attributes}))


def elements() -> list[tuple[str, dict[str, str]]]:
    return Elements(PAGE.read_text(encoding="utf-8")).found


def policy() -> dict[str, list[str]]:
    [content] = [a["content"] for _tag, a in elements() if a.get("http-equiv") == "Content-Security-Policy"]
    directives = [directive.split() for directive in content.split(";")]
    assert len({name for name, *_sources in directives}) == len(directives), "browsers obey only the first of two"
    return {name: sources for name, *sources in directives}


def test_policy_allows_nothing_but_the_pages_own_origin() -> None:
    found = policy()
    assert found["default-src"] == ["'none'"]
    assert found["script-src"] == ["'self'", "'wasm-unsafe-eval'"]
    assert found["base-uri"] == found["form-action"] == ["'none'"]
    assert found["require-trusted-types-for"] == ["'script'"]
    others = {name: sources for name, sources in found.items() if name.endswith("-src")}
    others.pop("script-src")
    assert {source for sources in others.values() for source in sources} <= {"'self'", "'none'"}


def test_policy_comes_before_any_request() -> None:
    tags = [(tag, "content" in attributes and "http-equiv" in attributes) for tag, attributes in elements()]
    at = tags.index(("meta", True))
    assert {tag for tag, _policy in tags[:at]} <= {"html", "head", "meta"}


def test_page_has_no_inline_script_style_or_foreign_address() -> None:
    for tag, attributes in elements():
        assert "style" not in attributes, f"the policy forbids <{tag} style>"
        assert not [name for name in attributes if name.startswith("on")], f"the policy forbids handlers in <{tag}>"
        assert tag not in ("style", "iframe", "object", "embed", "base")
        if tag == "script":
            assert "src" in attributes or attributes.get("type") == "py"
        for name in ("src", "href", "action", "poster", "data", "srcset", "ping"):
            assert not re.match(r"\s*([a-z][a-z0-9+.-]*:|//)", attributes.get(name, ""), re.I), attributes


def test_style_sheets_load_nothing_from_other_origins() -> None:
    for path in (ROOT / "static").rglob("*.css"):
        text = path.read_text(encoding="utf-8")
        assert text.count("@import") == len(re.findall(r'@import "\./\w+\.css";', text)), path.name
        assert not re.search(r"url\(\s*[\"']?\s*([a-z]+:|//)", text, re.I), path.name


@pytest.mark.parametrize("path", sorted((ROOT / ".github" / "workflows").glob("*.y*ml")), ids=lambda path: path.name)
def test_actions_are_pinned_by_commit_and_may_only_read(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    uses = re.findall(r"^\s*(?:-\s*)?uses:\s*(.+)$", text, re.M)
    assert uses
    for used in uses:
        assert re.fullmatch(r"[\w.-]+/[\w./-]+@[0-9a-f]{40} # v[\d.]+", used), used
    assert re.search(r"^permissions:\n  contents: read\n(?! )", text, re.M)
    granted = re.findall(r"^ {4,}([a-z-]+): write$", text, re.M)
    assert sorted(granted) == ["id-token", "pages"]
    assert "pull_request_target" not in text and "${{ github.event" not in text
    assert text.count("actions/checkout@") == text.count("persist-credentials: false")


@pytest.mark.parametrize("path", sorted(ROOT.glob("requirements*.txt")), ids=lambda path: path.name)
def test_packages_are_pinned_with_hashes(path: Path) -> None:
    wanted = re.sub(r"\\\n\s*", "", path.read_text(encoding="utf-8"))
    lines = [line for line in wanted.splitlines() if line.strip() and not line.startswith("#")]
    assert lines
    for line in lines:
        assert re.match(r"[\w.\[\]-]+==\S+", line) and "--hash=sha256:" in line, line[:80]


def test_npm_packages_are_pinned_with_hashes_and_run_no_scripts() -> None:
    import json

    locked = json.loads((ROOT / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    assert all(about["integrity"].startswith("sha512-") for name, about in locked.items() if name)
    assert "ignore-scripts=true" in (ROOT / ".npmrc").read_text(encoding="utf-8").splitlines()
