"""-review in the terminal: its report, and one clear line for anything it cannot read."""

from __future__ import annotations

import io
import re
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest

from game import files
from game.__main__ import main
from game.review import analysis
from game.rules import game
from game.session import Session
from game.session.replay_code import encode
from game.session.save_text import LONGEST_SAVE
from game.terminal.review_report import curve

pytestmark = pytest.mark.native  # reads files and captures output

BAD = ["drop"] * 8


@pytest.fixture
def session() -> Session:
    played = Session(game("nineteen"), {}, 7)
    for word in BAD:
        played.play(word)
    return played


@pytest.mark.parametrize("kind", ["link", "file with a link", "save", "commands", "-"])
def test_review_names_the_costliest_moves(
    kind: str, session: Session, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    link = f"https://example.org/?game=nineteen#replay={encode(session)}"
    file = tmp_path / "game"
    file.write_text({"save": session.save(), "commands": " ".join(BAD)}.get(kind, link), encoding="utf-8")
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(BAD)))
    given = {"link": link, "-": "-"}.get(kind, str(file))
    assert main(["nineteen", "-seed", "7", "-review", given]) == 0
    said = capsys.readouterr().out
    assert said.startswith("Empty rows above the stack: 15 at first")
    assert 1 <= said.count("Better: ") == said.count("Played: drop") <= 3
    assert said.count(" lower some ten pieces later.") == said.count("Better: ")


@pytest.mark.parametrize("kind", ["link", "save"])
def test_files_that_a_game_names_must_be_regular(
    kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A link can name a pipe, in which nothing may ever arrive; a null device does not wait."""
    named = Session(game("biquadris"), {}, 7, lambda name: "drop" if name == "/dev/null" else files.read(name))
    named.history.play("sequence /dev/null", appeared=True)  # as a forged link: its text is not attached
    file = tmp_path / "game"
    file.write_text(f"#replay={encode(named)}" if kind == "link" else named.save(), encoding="utf-8")
    opened: list[Path] = []
    unrecorded = Path.open

    def record(path: Path, mode: str = "r") -> Any:
        opened.append(path)
        return unrecorded(path, mode)

    monkeypatch.setattr(Path, "open", record)
    with pytest.raises(SystemExit):
        main(["biquadris", "-review", str(file)])
    assert "do not fit the game" in capsys.readouterr().err
    assert file in opened and Path("/dev/null") not in opened


def test_moves_are_counted_as_a_player_counts_them(capsys: pytest.CaptureFixture[str]) -> None:
    """By pieces, as on the page: once the ninth of 80 keys was "Move 9 of 80" in a game of 14 pieces."""
    played = Session(game("nineteen"), {}, 7)
    for word in ("left", "drop") * 8:
        played.play(word)
    assert main(["nineteen", "-review", f"#replay={encode(played)}"]) == 0
    pieces = sum(turn is not None for turn in analysis.played_turns(played))
    numbers = re.findall(rf"^Move (\d+) of {pieces}$", capsys.readouterr().out, re.M)
    assert numbers and all(1 <= int(number) <= pieces < played.length for number in numbers)


@pytest.mark.parametrize(
    ("given", "line"),
    [
        ("x#replay=zzz", "this replay is damaged"),
        ("{}", "this save is damaged"),
        ("nonsense", "unknown command: nonsense"),
        ("", "make a few moves first"),
    ],
)
def test_an_unreadable_file_gives_one_line(
    given: str, line: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game"
    file.write_text(given, encoding="utf-8")
    with pytest.raises(SystemExit) as ended:
        main(["chain", "-review", str(file)])
    assert ended.value.code == 2
    complaint = capsys.readouterr().err
    assert line in complaint and complaint.count("\n") == 1


def test_another_games_link_is_refused(session: Session, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["chain", "-review", f"#replay={encode(session)}"])
    assert "this is a game of nineteen, not of chain" in capsys.readouterr().err


def test_an_endless_game_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analysis, "MOST_INPUTS", 100)
    file = tmp_path / "game"
    file.write_text("left right " * 60, encoding="utf-8")
    with pytest.raises(SystemExit):
        main(["nineteen", "-review", str(file)])
    assert "too long for Look back" in capsys.readouterr().err


@pytest.mark.parametrize("kind", ["file", "-"])
def test_a_save_is_read_up_to_the_size_that_is_written(
    kind: str, session: Session, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "game"
    for size, status in ((LONGEST_SAVE, 0), (LONGEST_SAVE + 1, 2)):
        text = session.save().ljust(size)
        file.write_text(text, encoding="utf-8")
        monkeypatch.setattr("sys.stdin", io.StringIO(text))
        given = str(file) if kind == "file" else "-"
        with pytest.raises(SystemExit) if status else nullcontext() as ended:
            main(["nineteen", "-review", given])
        assert bool(ended) == bool(status)
    said = capsys.readouterr()
    assert said.out.startswith("Empty rows") and said.err.startswith("kesu: the file ")
    assert said.err.endswith(" is too large\n") and said.err.count("\n") == 1


def test_the_curve_is_a_line_of_bars() -> None:
    assert curve([0, 1, 2, 3, 4, 5, 6, 7]) == "▁▂▃▄▅▆▇█"
    assert curve([5, 5]) == "▁▁"
    assert len(curve(range(1000))) == 60
