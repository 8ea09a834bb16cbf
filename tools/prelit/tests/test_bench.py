"""Tests of the benchmark: ratios and their intervals, the table, the pictures, and visits in a real browser."""

from __future__ import annotations

import os
from pathlib import Path
from xml.etree import ElementTree

import pytest

from prelit import bench, pictures, visits
from prelit.errors import PrelitError
from prelit.visits import PageVisit, Subject


def recorded(name: str, done: float, visit: str = "first", network: str = "localhost") -> PageVisit:
    """Returns a visit of a page that loads one file."""
    address = "http://127.0.0.1/rt/pyodide.asm.wasm"
    requests = [[address, 10, done / 2, 3_500_000, 3_499_700], ["http://127.0.0.1/tiny.js", 1, 2, 400, 100]]
    return PageVisit(name, network, visit, done, 20.0, {}, requests, [[done / 2, done / 4], [done * 2, 9]])


def result() -> dict[str, object]:
    """Returns three runs, in which the machine becomes slower and slower."""
    records = [recorded("bare", 1000 * slow) for slow in (1, 2, 3)] + [
        recorded("ours", 400 * slow) for slow in (1, 2, 3)
    ]
    return bench.summary(records, "bare")


def test_ratios_compare_medians_and_the_machine_does_not_count() -> None:
    rows = {row["page"]: row for row in result()["rows"]}  # type: ignore[attr-defined]
    assert (rows["bare"]["ms"], rows["bare"]["ratio"]) == (2000, 1.0)
    assert (rows["ours"]["ratio"], rows["ours"]["low"], rows["ours"]["high"]) == (0.4, 0.4, 0.4)
    assert rows["ours"]["all"] == [400, 800, 1200]


def test_the_interval_shows_how_much_the_runs_differ() -> None:
    low, high = bench.interval([400, 500, 450, 700, 480], [1000, 1000, 1000, 1000, 1000])
    assert 0.4 <= low < 0.48 < high <= 0.7


def test_visits_are_in_order_and_localhost_comes_first() -> None:
    slow = "10 Mbit/s, 40 ms"
    records = [recorded("bare", 1, "later"), recorded("bare", 1, "first", slow), recorded("bare", 1)]
    rows = bench.summary(records, "bare")["rows"]
    assert [(row["network"], row["visit"]) for row in rows] == [
        ("localhost", "first"), ("localhost", "later"), (slow, "first")
    ]  # fmt: skip


def test_without_a_run_there_is_nothing_to_say() -> None:
    with pytest.raises(PrelitError, match="at least one run"):
        bench.summary([], "bare")


def test_the_table_is_markdown() -> None:
    lines = bench.table(result()).splitlines()
    assert lines[0] == "Time until the page is ready, and as a share of bare (median of 3 runs)"
    assert lines[2].startswith("| visit ") and set(lines[3]) == set("|-:")
    assert [cell.strip() for cell in lines[5].strip("|").split("|")] == [
        "first, localhost", "ours", "0.80", "0.40", "0.40 to 0.40"
    ]  # fmt: skip


def test_the_waterfall_has_the_files_and_work_before_the_page_was_ready() -> None:
    drawn = pictures.waterfall(result(), "localhost")
    texts = [text.text for text in ElementTree.fromstring(drawn).iter("{http://www.w3.org/2000/svg}text")]
    assert "pyodide.asm.wasm" in texts and "3.50 MB" in texts and "tiny.js" not in texts
    assert texts.count("main thread busy") == 2
    assert drawn.count(pictures.BUSY) == 2  # work after the page was ready is not drawn
    assert "ours: ready after 0.8 s" in texts


def test_bars_show_each_ratio() -> None:
    drawn = pictures.bars(result(), "ours")
    assert ElementTree.fromstring(drawn).tag.endswith("svg")
    assert "0.40 (0.8 s)" in drawn and drawn.count(pictures.OURS) == 1


PAGE = """<!doctype html><title>Late</title><p id="status">wait</p><script type="module">
await new Promise((then) => setTimeout(then, 100));
document.querySelector("#status").hidden = true;
</script>"""


@pytest.mark.built
def test_pages_are_visited_in_a_browser(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("playwright")
    (tmp_path / "index.html").write_text(PAGE, encoding="utf-8")
    monkeypatch.setattr(visits, "REST", 0.1)  # there is nothing to compile and to store
    monkeypatch.setattr(visits, "STILL", 0.1)
    launch = visits.launcher(os.environ.get("PRELIT_CHROMIUM", ""))
    with bench.served(tmp_path) as address:
        subjects = [Subject(name, address, visits.when_shown("#status[hidden]")) for name in ("one", "two")]
        try:
            found = list(visits.measured(subjects, ["localhost"], 1, launch, lambda _said: None))
        except PrelitError as error:
            pytest.skip(str(error))
    assert [(record.subject, record.visit) for record in found] == [
        (name, visit) for name in ("one", "two") for visit in visits.VISITS
    ]
    for record in found:
        assert 100 <= record.done < 60_000
        assert record.requests[0][0] == address
