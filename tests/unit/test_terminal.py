"""The terminal program: what it prints, line by line, and its exit status."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from game import files
from game.bots import advise
from game.rules import GAMES, game
from game.session import Session
from game.terminal.playing import JsonLines, TextScreen, run_commands
from game.text import text
from game.words import Translator
from tests.table import session_of
from tests.unit.conftest import Terminal

pytestmark = pytest.mark.native  # only texts and files: the same inside Pyodide

EVERY = pytest.mark.parametrize("name", list(GAMES))
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def lines(terminal: Terminal) -> Any:
    def printed(words: str, *arguments: str) -> list[dict[str, Any]]:
        status, out, _err = terminal(words, *arguments, "-json")
        assert status == 0
        return [json.loads(line) for line in out.splitlines()]

    return printed


def test_five_lines_of_the_classic_game(lines: Any) -> None:
    """`printf 'left up right down\\n' | python -m game push-clear -json` prints five JSON lines."""
    printed = lines("left up right down\n", "push-clear")
    assert len(printed) == 5
    assert printed[0] == {
        "game": "push-clear",
        "rows": ["...##.", ".....#", "..@...", ".#..#.", "......", ".#...."],
        "score": 0,
        "over": False,
        "steps": 0,
    }
    assert list(printed[0]) == ["game", "rows", "score", "over", "steps"]
    assert printed[4]["rows"] == ["....##", ".....#", "..#...", ".#..#.", ".##@..", ".#.#.."]


FIELDS = {
    "push-clear": ["game", "rows", "score", "over", "steps"],
    "chain": ["game", "rows", "score", "over", "next", "chain"],
    "nineteen": ["game", "rows", "score", "over", "next", "level", "lines"],
    "lines98": ["game", "rows", "score", "over", "coming"],
    "biquadris": ["game", "rows", "score", "over", "next", "level", "turn", "choose", "high", "winner"],
    "duel": ["game", "rows", "score", "over", "pending", "next", "chain", "turn", "winner"],
}


@EVERY
def test_every_game_prints_its_fields(lines: Any, name: str) -> None:
    assert list(lines("", name)[0]) == FIELDS[name]


def test_words_are_separated_by_spaces_commas_and_newlines(lines: Any) -> None:
    assert lines("left,up  right\n\n,down", "push-clear") == lines("left up right down", "push-clear")


def test_one_object_for_every_command_and_none_at_the_end_of_input(lines: Any) -> None:
    assert len(lines("left jump undo hint help", "push-clear")) == 6


def test_a_bad_command_is_an_error_on_its_line_and_changes_nothing(lines: Any) -> None:
    start, bad, after = lines("jump undo", "push-clear")
    assert list(bad) == ["error"] and "jump" in bad["error"]
    assert after == start


def test_words_are_case_sensitive(lines: Any) -> None:
    assert list(lines("LEFT", "push-clear")[1]) == ["error"]


def test_a_move_that_is_not_possible_prints_the_unchanged_state(lines: Any) -> None:
    printed = lines("left left", "push-clear")
    assert printed[1] == printed[2]
    start, empty, _filled = lines("move a1 b1 move z9 b1", "lines98", "-seed", "3")
    assert empty == start


def test_undo_redo_and_restart_print_the_earlier_states(lines: Any) -> None:
    start, one, two, undone, redone, again = lines("left up undo redo restart", "push-clear")
    assert undone == one and redone == two and again == start
    assert lines("undo redo", "push-clear") == [start, start, start]


@EVERY
def test_hint_proposes_a_command_that_plays(lines: Any, name: str) -> None:
    start, hint, state = lines("hint undo", name, "-seed", "5")
    assert list(hint) == ["hint"] and hint["hint"]
    assert state == start, "a hint changes nothing"
    _start, played = lines(" ".join(hint["hint"][:1]), name, "-seed", "5")
    assert "error" not in played


def test_help_is_a_line(lines: Any) -> None:
    _start, shown = lines("help", "nineteen")
    assert list(shown) == ["help"]
    for word in ("rotate", "tick", "undo", "quit"):
        assert word in shown["help"]


def test_quit_prints_the_last_state_and_ends(lines: Any) -> None:
    assert lines("left quit up", "push-clear")[1:] == [lines("left", "push-clear")[1]] * 2


def test_quit_in_biquadris_names_the_winner(lines: Any) -> None:
    last = lines("quit drop", "biquadris")[-1]
    assert last["over"] is True
    assert last["winner"] == 0, "equal scores draw"


def test_move_takes_the_next_words_as_arguments(lines: Any) -> None:
    printed = lines("move undo quit undo", "lines98")
    assert len(printed) == 3
    assert "error" in printed[1]


def test_a_command_cut_off_by_the_end_of_input_is_an_error(lines: Any) -> None:
    assert "error" in lines("move b3", "lines98")[1]


@pytest.mark.parametrize(
    "arguments",
    [
        ["no-such-game"],
        ["push-clear", "-size", "3"],
        ["push-clear", "-size", "11"],
        ["push-clear", "-size", "six"],
        ["push-clear", "-size"],
        ["push-clear", "-seed", "-1"],
        ["push-clear", "-seed", "x"],
        ["push-clear", "-mode", "line"],
        ["push-clear", "-daily", "-seed", "3"],
        ["push-clear", "-daily", "-size", "5"],
        ["push-clear", "-bag"],
        ["push-clear", "left"],
        ["lines98", "-mode", "circle"],
        ["chain", "-colours", "6"],
        ["chain", "-field", "no-such-file"],
        ["biquadris", "-startlevel", "5"],
        ["biquadris", "-scriptfile1", "no-such-file"],
    ],
)
def test_bad_options_exit_with_2_one_line_and_nothing_on_standard_output(
    terminal: Terminal, arguments: list[str]
) -> None:
    status, out, err = terminal("", *arguments, "-json")
    assert (status, out) == (2, "")
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    "arguments,shown",
    [
        (["chain", "-size", "3"], "unknown option: -size 3"),
        (["chain", "-seed"], "-seed needs a value"),
        (["chain", "--json=3"], "-json takes no value"),
        (["biquadris", "-computer", "2", "-bot"], "-computer cannot be used with -bot"),
        (["chain", "-computer", "2"], "unknown option: -computer 2"),
        (["biquadris", "-computer", "6"], "-computer: must be one of no, 1, 2, 3, 4, 5, not 6"),
    ],
)
def test_a_wrong_option_gets_a_message(terminal: Terminal, arguments: list[str], shown: str) -> None:
    status, out, err = terminal("", *arguments)
    assert (status, out) == (2, "") and shown in err


def test_the_computer_answers_in_the_line_of_the_command_that_ends_a_turn(lines: Any) -> None:
    options = ("biquadris", "-seed", "3", "-computer", "1")
    start, turned, answered, back = lines("right drop undo", *options)
    assert [line["turn"] for line in (start, turned, answered)] == [1, 1, 1]
    assert start == lines("", "biquadris", "-seed", "3")[0]
    assert back == turned, "undo comes back to the person's own turn"
    session = Session(game("biquadris"), {"computer": "1"}, 3, files.read)
    for word in ("right", "drop", *advise(session.rules, played(session, "right", "drop"), 1, 3).words):
        session.play(word)
    assert answered["rows"] == [list(board.rows) for board in session.view.boards]


def played(session: Session, *words: str) -> Any:
    """Returns the state after these words; the session stays where it is."""
    state = session.state
    for word in words:
        state, _events = session.rules.play(state, word)
    return state


def test_the_computer_begins_as_player_1_and_its_words_are_printed(terminal: Terminal) -> None:
    _status, out, _err = terminal("drop quit", "biquadris", "-computer", "1", "-seat", "1", "-text")
    shown = [line for line in out.splitlines() if line.startswith("Pip (Easy): ")]
    assert len(shown) == 2 and all(line.endswith("drop") for line in shown)
    assert out.startswith(shown[0]), "its first turn ends before the person is asked"


def test_a_game_lost_to_the_computer_is_over(lines: Any) -> None:
    last = lines("drop " * 40, "biquadris", "-computer", "3", "-startlevel", "2")[-1]
    assert last["over"] and last["winner"] == 2


def test_a_hint_of_the_terminal_is_noted_at_its_place() -> None:
    session = session_of("push-clear", 7)
    run_commands(session, io.StringIO("left hint up"), JsonLines(io.StringIO()), Translator())
    assert session.timeline.hints == [1] and session.assisted


def test_options_take_one_dash_or_two(terminal: Terminal) -> None:
    one = terminal("left", "push-clear", "-size", "5", "-seed", "9", "-json")
    assert one == terminal("left", "push-clear", "--size", "5", "--seed=9", "--json")


@pytest.mark.parametrize(("name", "goal"), [("push-clear", True), ("lines98", True), ("duel", False)])
def test_the_daily_game_says_its_goal_first(terminal: Terminal, name: str, goal: bool) -> None:
    _status, out, _err = terminal("quit", name, "-daily", "-text")
    first = out.splitlines()[0]
    assert first.startswith("Goal: ") == goal and "Goal" not in "".join(out.splitlines()[1:])
    if goal:
        assert int(first.removeprefix("Goal: ").replace(",", "")) > 0
        assert terminal("quit", name, "-daily", "-text")[1].splitlines()[0] == first, "the same for everybody"
    assert "Goal" not in terminal("quit", name, "-daily", "-json")[1]


def test_the_daily_game_belongs_to_the_date(lines: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.localtime", lambda: (2026, 11, 21, 23, 59, 59, 5, 325, 0))
    assert lines("left up", "push-clear", "-daily") == lines("left up", "push-clear", "-seed", "20261121")


def test_seed_0_is_standard_and_no_seed_is_classic(lines: Any) -> None:
    assert lines("", "push-clear", "-seed", "0") != lines("", "push-clear")
    assert lines("", "push-clear", "-seed", "classic") == lines("", "push-clear")
    assert lines("", "push-clear", "-size", "5", "-seed", "0") == lines("", "push-clear", "-size", "5")
    assert lines("", "nineteen", "-seed", "0") == lines("", "nineteen")


def test_without_a_game_the_games_are_listed(terminal: Terminal) -> None:
    status, out, _err = terminal("")
    assert status == 0
    for name in GAMES:
        assert name in out


@EVERY
def test_help_explains_each_game(terminal: Terminal, name: str) -> None:
    status, out, _err = terminal("", name, "--help")
    assert status == 0
    for option in GAMES[name].options:
        assert f"-{option}" in out
    assert "-seed" in out and "undo" in out
    assert ("move a1 b2 undo" in " ".join(out.split())) is (name == "lines98"), "an example, not an unexplained X"


def test_text_shows_the_board_without_colour_unless_on_a_terminal(terminal: Terminal) -> None:
    _status, out, _err = terminal("left quit", "push-clear", "-text", "-seed", "3")
    assert "\x1b" not in out
    assert out.count("+------+") == 6


def test_text_shows_what_is_coming_and_who_wins(terminal: Terminal) -> None:
    assert "Next balls: " in terminal("", "lines98", "-text")[1]
    assert "Next:" in terminal("", "biquadris", "-text")[1]
    assert "Game over" in terminal("quit", "biquadris", "-text")[1]


def test_boards_have_colours_on_a_terminal() -> None:
    rich = pytest.importorskip("rich.console")

    out = io.StringIO()
    screen = TextScreen(out)
    screen._console = rich.Console(file=out, force_terminal=True, color_system="standard", width=80)
    screen.state(Session(game("push-clear")))
    assert "\x1b[" in out.getvalue()


@pytest.mark.native  # Babel, which reads the other languages, is not there inside Pyodide
def test_the_language_does_not_change_json_output(terminal: Terminal) -> None:
    pytest.importorskip("babel")
    plain = [json.loads(line) for line in terminal("left hint quit", "push-clear", "-json")[1].splitlines()]
    shown = [
        json.loads(line) for line in terminal("left hint quit", "push-clear", "-lang", "ja", "-json")[1].splitlines()
    ]
    assert shown == plain


@pytest.mark.native
def test_boards_are_in_the_language() -> None:
    pytest.importorskip("babel")
    from game.terminal.language import translator_for

    out, session = io.StringIO(), Session(game("push-clear"))
    TextScreen(out, translator_for("vi")).state(session)
    assert out.getvalue() == text(session.view, translator_for("vi")) + "\n" != text(session.view) + "\n"


@pytest.mark.native
@pytest.mark.parametrize(("program", "command"), [("kesu", "kesu"), ("game/__main__.py", "python -m game")])
def test_help_and_errors_name_the_command_that_was_typed(program: str, command: str) -> None:
    script = f"import sys; sys.argv[0] = {program!r}; from game.__main__ import main; sys.exit(main())"
    for arguments, shown in (((), f"{command} GAME"), (("chain", "-h"), f"{command} chain"), (("chain", "-x"), "")):
        done = subprocess.run(
            [sys.executable, "-c", script, "-lang", "en", *arguments],
            check=False,
            capture_output=True,
            text=True,
            cwd=ROOT,
        )
        assert shown in done.stdout and (done.stdout or done.stderr.startswith("kesu: unknown option"))


@pytest.mark.native
@pytest.mark.parametrize(
    "tag,name,wrong",
    [
        ("ja", "連鎖で大量得点", "ありません"),
        ("vi", "Chuỗi dài, điểm cao", "không có lệnh"),
        ("zh_hant", "連鎖得分最高", "沒有"),
    ],
)
def test_help_and_errors_are_in_the_language(terminal: Terminal, tag: str, name: str, wrong: str) -> None:
    pytest.importorskip("babel")
    assert name in terminal("", "-lang", tag)[1]
    status, shown, _err = terminal("", "chain", "--lang", tag, "-h")
    assert status == 0 and "options" not in shown
    assert name in shown.replace("\n", "") or name in " ".join(shown.split())
    assert wrong in terminal("jump", "chain", "-text", "-lang", tag)[1]


@pytest.mark.native
def test_everything_around_a_game_is_in_the_language(terminal: Terminal, tmp_path: Path) -> None:
    """The options of the server, the warning about a program, and what goes wrong in one."""
    pytest.importorskip("babel")
    shown = terminal("", "-lang", "ja", "serve", "-h")[1]
    assert "使い方" in shown and "ブラウザ" in shown and "browser" not in shown
    file = tmp_path / "player.py"
    file.write_text("def value(boards, points):\n    return points / 0\n\n\nFACTOR = 1 / len('')\n", encoding="utf-8")
    said = terminal("", "push-clear", "-lang", "ja", "-bot", "-games", "1", "-player", str(file))[2]
    assert "プログラムで" in said and "行目" in said and "trust" not in said


@pytest.mark.parametrize("arguments", [("-lang",), ("-lang", "xx"), ("chain", "-lang", "tlh", "-json")])
def test_an_unknown_language_is_an_error(terminal: Terminal, arguments: tuple[str, ...]) -> None:
    status, out, err = terminal("", *arguments)
    assert (status, out) == (2, "") and "zh-Hant" in err and err.count("\n") == 1


@pytest.mark.parametrize(
    "environment,tag",
    [
        ({"LANG": "zh_TW.UTF-8"}, "zh-Hant"),
        ({"LANG": "zh_CN"}, "zh-Hans"),
        ({"LC_ALL": "ja_JP.UTF-8", "LANG": "C"}, "ja"),
        ({"LC_ALL": "", "LC_MESSAGES": "vi", "LANG": "ja"}, "vi"),
        ({"LANG": "C"}, "en"),
        ({}, "en"),
        ({"LANG": "de"}, "en"),
    ],
)
def test_the_language_comes_from_the_environment(environment: dict[str, str], tag: str) -> None:
    from game.terminal.language import language_of

    assert language_of(environment) == tag


# System errors.

FIELD = "b..\nrrrr\nbbb.\n"
LONG = ("push-clear", "-bot", "-player", "random", "-games", "3", "-turns", "3")


def shell(script: str, *arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
    """Returns a shell script in which `kesu` is the program and $1, $2 … are the arguments."""
    kesu = f'kesu() {{ "{sys.executable}" -m game "$@"; }}\n'
    command = ["bash", "-c", kesu + script, "bash", *arguments]
    return subprocess.run(command, input=text, capture_output=True, text=True, cwd=ROOT, timeout=60, check=False)


@pytest.mark.slow("starts processes")
@pytest.mark.native
@pytest.mark.parametrize(
    "command",
    [
        " ".join(LONG),
        " ".join((*LONG, "-json")),
        'chain -field "$1"',
        "push-clear -json < <(yes left)",
        "push-clear -text < <(yes left)",
        "--help",
        "chain --help",
    ],
)
def test_a_closed_pipe_is_no_error(command: str, tmp_path: Path) -> None:
    (tmp_path / "field").write_text(FIELD, encoding="utf-8")
    # The reader has gone before Python starts, so the first line cannot be written.
    script = f'kesu {command} 2>"$2" | true; echo "${{PIPESTATUS[0]}}"'
    done = shell(script, str(tmp_path / "field"), str(tmp_path / "errors"))
    assert (done.stdout, (tmp_path / "errors").read_text(encoding="utf-8")) == ("0\n", "")


@pytest.mark.slow("starts processes")
@pytest.mark.native
@pytest.mark.parametrize(
    ("script", "status", "shown"),
    [
        ("kesu chain -json <&-", 2, "kesu: standard input is closed\n"),
        ("kesu chain -text <&-", 2, "kesu: standard input is closed\n"),
        ("kesu chain -json >&-", 2, "kesu: standard output is closed\n"),
        ("kesu push-clear -json > /dev/full", 1, "kesu: No space left on device\n"),
        ("kesu chain --help > /dev/full", 1, "kesu: No space left on device\n"),
        (f"kesu {' '.join(LONG)} > /dev/full", 1, "kesu: No space left on device\n"),
        ("kesu push-clear -json <&- >&- 2>&-", 2, ""),
    ],
)
def test_system_errors_are_one_line(script: str, status: int, shown: str) -> None:
    done = shell(script)
    assert (done.returncode, done.stderr) == (status, shown)


@pytest.mark.slow("starts processes")
@pytest.mark.native
def test_commands_that_read_nothing_need_no_input() -> None:
    assert shell(f"kesu {' '.join(LONG)} -json <&-").returncode == 0


@pytest.mark.native
def test_a_byte_order_mark_is_not_part_of_the_first_command() -> None:
    done = shell("kesu push-clear -json", text="\ufeffleft\n")
    assert [("error" in json.loads(line)) for line in done.stdout.splitlines()] == [False, False]


@pytest.mark.slow("starts processes")
@pytest.mark.native
def test_a_field_can_come_from_any_file_or_a_pipe(tmp_path: Path) -> None:
    path = tmp_path / "a [field] {with} <brackets>.txt"
    path.write_text("\ufeff" + FIELD, encoding="utf-8")
    by_name = shell('kesu chain -field "$1"', str(path))
    by_pipe = shell('kesu chain -field <(cat "$1")', str(path))
    assert by_name.returncode == 0 and by_name.stdout == by_pipe.stdout != ""
    endless = shell("kesu chain -field /dev/zero")
    assert (endless.returncode, endless.stdout) == (2, "") and "too large" in endless.stderr


@pytest.mark.native
def test_a_command_takes_regular_files_only(terminal: Terminal) -> None:
    """In a named pipe nothing may ever arrive, and the game would wait; a null device does not wait."""
    status, said, errors = terminal("sequence /dev/null norandom /dev/null left", "biquadris", "-text")
    assert status == 0 and (said + errors).count("no such file: /dev/null") == 2


def test_ctrl_c_ends_the_program_with_its_usual_status(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("game.__main__.run_commands", interrupted)
    assert terminal("", "chain", "-text") == (130, "", "")


def test_serving_needs_a_port(terminal: Terminal) -> None:
    message = "kesu: -port: must be a number from 0 to 65535, not abc\n"
    assert terminal("", "serve", "-port", "abc") == (2, "", message)
    assert terminal("", "serve", "-port") == (2, "", "kesu: -port needs a value\n")


@pytest.mark.parametrize("arguments", [("serve",), ("chain",)])
def test_without_a_page_to_serve_the_message_says_what_to_do(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    monkeypatch.setattr("game.__main__.BUILD", tmp_path / "build.py")  # as after `pip install .`
    message = "kesu: build.py, which builds the page, is missing; play with -text\n"
    assert terminal("", *arguments) == (2, "", message)


@pytest.mark.slow("starts a process")
def test_a_game_as_text_imports_no_bot_no_workshop_and_no_server() -> None:
    script = (
        "import sys; from game.__main__ import main; main(['nineteen', '-text'])\n"
        "print([name for name in sys.modules if name.startswith(('game.bots.', 'game.workshop', 'game.tournament.',\n"
        "    'game.review', 'game.serving')) or name in ('rich', 'http.server', 'subprocess', 'webbrowser')])"
    )
    run = subprocess.run([sys.executable, "-c", script], input="", capture_output=True, text=True, cwd=ROOT, check=True)
    assert run.stdout.splitlines()[-1] == "[]"
