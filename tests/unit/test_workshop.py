"""The workshop: sources become rules and players, or are refused with one line that says where."""

from __future__ import annotations

import ast
import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from time import process_time
from typing import Any

import pytest

from game import files
from game.bots import advise
from game.contract import BadInput, Rules
from game.play.workshop import tournament_worker
from game.play.workshop.bench import reporting
from game.rules import GAMES, game
from game.session import Session, complete, finished, replay_code
from game.tournament import OWN
from game.tournament.games import Plan, as_line, plans_against, tournament
from game.words import LANGUAGES, Translator
from game.workshop import limits, modules, sharing, sources
from game.workshop.limits import SourceError
from game.workshop.loading import load, load_in_steps
from game.workshop.modules import run
from game.workshop.players import load_player
from tests import toy
from tests.hostile import ALL, ENDLESS, PAGE, Hostile
from tests.hostile import PLAYERS as HOSTILE_PLAYERS
from tests.unit.conftest import Terminal

EVERY = pytest.mark.parametrize("name", list(GAMES))
TEMPLATE = sources.template().text


def refused(act: Callable[[], object]) -> SourceError:
    with pytest.raises(SourceError) as caught:
        act()
    assert len(str(caught.value).splitlines()) == 1
    return caught.value


def changed(old: str, new: str, text: str = TEMPLATE) -> str:
    assert text.count(old) == 1, old
    return text.replace(old, new)


def playing(rules: Rules[Any], seed: int = 3, words: int = 40) -> Session:
    session = Session(rules, {}, seed, files.read)
    for number in range(words):
        if session.moves:
            session.play(session.moves[number % len(session.moves)])
    return session


@EVERY
def test_the_rules_of_each_game_are_the_same_game_as_a_source(name: str) -> None:
    rules = load(sources.rules_of(name).text)
    assert rules.name == f"workshop-{name}" and rules.version != GAMES[name].version
    theirs, ours = playing(rules, words=15), playing(GAMES[name], words=15)
    assert (theirs.inputs, theirs.view) == (ours.inputs, ours.view)
    assert tuple(rules.scenes) == GAMES[name].scenes and not rules.lessons


def test_a_scene_that_changed_rules_cannot_play_is_left_out() -> None:
    scenes = 'scenes=(Scene("Fine.", "right"), Scene("Not any more.", "right, dance")),'
    text = changed("    play=play,\n", f"    play=play,\n    {scenes}\n")
    text = changed("Rules, Scored", "Rules, Scene, Scored", text)
    assert [scene.caption for scene in load(text).scenes] == ["Fine."]


def test_a_source_does_not_touch_the_game_it_changes() -> None:
    rules = load(changed("IN_LINE = 5\n", "IN_LINE = 3\n", sources.rules_of("lines98").text))
    from game.rules import lines98

    assert lines98.IN_LINE == 5 and game("lines98") is lines98.GAME and rules.name not in GAMES


def test_the_template_is_a_whole_game() -> None:
    source = sources.template()
    rules = load(source.text)
    session = playing(rules)
    assert source.kind == sources.GAME and source.title.startswith("Berries: walk") and rules.title == "Berries"
    while session.can_undo:
        session.undo()
    assert advise(rules, session.state).words[0] in session.moves
    session = playing(rules)
    find = {rules.name: rules}.__getitem__
    assert replay_code.decode(replay_code.encode(session), find).view == session.view
    assert Session.load(session.save(), find).view == session.view
    with pytest.raises(BadInput, match="unknown command: dance"):
        session.play("dance")


ADDING = f"""{TEMPLATE}
from dataclasses import replace
from game.contract import Flag, Scene
STEPS["west"] = STEPS["left"]
GAME = replace(
    GAME,
    options={{"more": Flag("more")}},
    added={{"more": {{"west": Control(Role.LEFT)}}}},
    scenes=(Scene("West.", "right, west", options={{"more": True}}),),
)
"""


@pytest.mark.parametrize("watched", [False, True])
def test_a_source_has_the_words_of_an_option(watched: bool) -> None:
    rules = load(ADDING)
    if watched:
        rules = reporting(rules, print)
    without, session = Session(rules, {}, 3), Session(rules, {"more": True}, 3)
    session.play("right")
    assert "west" in session.moves and not session.over and session.play("west")
    assert replay_code.decode(replay_code.encode(session), {rules.name: rules}.__getitem__).view == session.view
    with pytest.raises(BadInput, match="unknown command: west"):
        without.play("west")
    assert len(list(rules.scenes)) == 1


def test_a_tournament_has_the_words_of_an_option() -> None:
    options, source = complete(game("nineteen"), {"hold": True}, files.read), sources.rules_of("nineteen").text
    plan = Plan("nineteen", options, inputs=9, source=source)
    assert [result.inputs for _place, result in tournament([plan], 1)] == [9]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('{"west": Control(Role.LEFT)}', '{"west": 1}', "added: 'west' is int, which is not possible here"),
        ('"west": C', '"go west": C', "added: 'go west' must be one word without blanks or commas"),
        ('{"west": Control(Role.LEFT)}', "1", "added: must be a dictionary of at most 100 entries, not int"),
        ('added={"more"', 'added={"most"', "added: unknown option: 'most'"),
    ],
)
def test_the_words_of_an_option_are_checked(old: str, new: str, said: str) -> None:
    assert str(refused(lambda: load(changed(old, new, ADDING)))) == said


def test_a_replay_of_another_source_is_refused_by_its_version() -> None:
    code = replay_code.encode(playing(load(TEMPLATE)))
    other = load(changed("BERRIES = 6, 8", "BERRIES = 6, 9"))
    with pytest.raises(BadInput, match="rules version"):
        replay_code.decode(code, {other.name: other}.__getitem__)


def test_a_game_with_verbs_of_its_own_two_seats_and_a_clock() -> None:
    rules = load(Path(toy.__file__).read_text(encoding="utf-8"))
    assert playing(rules).view == playing(toy.GAME).view


@pytest.mark.parametrize(
    ("old", "new", "where", "said"),
    [
        ("place, random = random.next(", "place, random = random.next((", "place, random", "a bracket is never closed"),
        ("BERRIES = 6, 8", "BERRIES = 6, eight", "BERRIES = 6, eight", "name 'eight' is not defined"),
        ("import numpy as np", "import numpi as np", "import numpi", "there is no module numpi here"),
        ("    return State(cells)\n", "    return State(cell)\n", "return State(cell)", "cell"),
        ("STEPS[word]", "STEPS['west']", "STEPS['west']", "there is no 'west' in it (KeyError)"),
        ("cells = state.cells.copy()", "cells = state.cells", "= 0, 1", "read-only"),
        ("GAME = Rules(", "Game = Rules(", "", "a game needs GAME = Rules(...)"),
        ("GAME = Rules(", "GAME = dict(", "", "GAME: must be Rules(...), not dict"),
        ('title="', 'title="\\0\\0', "", "title, summary, how: a text must not contain a zero byte"),
        ('"*": Symbol("berry"', '"**": Symbol("berry"', "", "symbols: '**' must be one character"),
        ('".": Symbol("grass"', '"_": Symbol("grass"', "", "symbols: '_': only '.' has the form empty"),
        (', "*": Symbol("berry", "dot", 6)', "", "def play", "a cell has the number 2, but there are 2 symbols"),
        ("Role.LEFT", '"left"', "", "controls: 'left' needs a role such as Role.LEFT"),
        ('name="berries"', 'name="Wild berries"', "", "name: must be small letters"),
        (
            "random.next(SIZE * SIZE - 1)",
            "len(STEPS), STEPS.update({len(STEPS): 0})",
            "def start",
            "differs when called again",
        ),
        ("(Moved(", "(print, Moved(", "def play", "builtin_function_or_method is not an event"),
        ("return state, ()", "return None, ()", "def play", "must return a state like the one before, not None"),
        ("return state, ()", "return state", "def play", "must return a state and its events, not State"),
        ("there = row + down, column + right", "there = row + down, column + right, 0", "there", ""),
        ("cells: np.ndarray", "board: np.ndarray", "def start", "the state needs `cells`"),
        ("    start=start,\n", "", "GAME = Rules(", "start"),
    ],
)
def test_an_error_names_its_line(old: str, new: str, where: str, said: str) -> None:
    text = changed(old, new)
    if new == "board: np.ndarray":
        text = text.replace("state.cells", "state.board")
    error = refused(lambda: load(text))
    assert said in str(error)
    assert where in text.splitlines()[error.line - 1] if where else True, error


# Players.

CHOOSING = """
def choose(state, moves, view):
    return "drop" if "drop" in moves else moves[len(moves) // 2]
"""
EVALUATING = """
import numpy as np


def value(boards, points):
    return points - np.count_nonzero(boards, axis=(1, 2)) / 100
"""


@pytest.mark.slow("plays every game")
@EVERY
@pytest.mark.parametrize("text", [CHOOSING, EVALUATING], ids=["choose", "value"])
def test_a_player_plays_every_game_reproducibly(name: str, text: str) -> None:
    options = Session(game(name), {}, 7, files.read).options
    plan = Plan(name, options, 7, OWN, against="random", turns=1 if name == "lines98" else 3, choice=text)
    lines = [as_line(plan, result) for _place, result in tournament([plan], 2)]
    assert lines == [as_line(plan, result) for _place, result in tournament([plan], 2)]
    assert all('"player": "own"' in line for line in lines)


@pytest.mark.native
def test_a_tournament_has_the_same_seeds_for_every_player() -> None:
    rules = load(TEMPLATE)
    plan = Plan(rules.name, {}, 5, OWN, turns=20, source=TEMPLATE, choice=EVALUATING)
    plans = plans_against(plan)
    assert [each.player for each in plans] == ["own", "greedy", "random"], "a game without a bot has none to compare"
    found = list(tournament(plans, 3))
    assert [(place, result.seed) for place, result in found] == [(p, s) for s in (5, 6, 7) for p in range(3)]
    assert [each.player for each in plans_against(Plan("chain", {}, choice=CHOOSING, player=OWN))][-1] == "bot"
    assert [each.against for each in plans_against(Plan("duel", {}, player=OWN))] == ["greedy", "random", "bot"]


@pytest.mark.native
@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("def choose(state, moves, view):\n    return 'dance'", 1, "'dance' is not among the moves here"),
        ("def choose(state, moves, view):\n    return None", 1, "must return a word, not None"),
        ("def choose(state, moves, view):\n    return moves[99]", 2, "list index out of range (IndexError)"),
        ("def choose(state):\n    return 'left'", 0, "takes 1 positional argument"),
        ("def choose(state, moves, view):\n    while True:\n        pass", 3, "does a loop never end?"),
        ("def value(boards):\n    return boards.sum(axis=1)", 1, "needs one number for each of 2 boards"),
        ("def value(boards):\n    return 0.0 * boards.sum(axis=(1, 2)) + float('nan')", 1, "is not a number"),
        ("def value(boards):\n    return 'all'", 0, "could not convert"),
        ("def think(boards):\n    return 1\n", 3, "a player is a function choose(state, moves, view) or value"),
    ],
)
def test_an_error_of_a_player_names_its_line(text: str, line: int, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "SECONDS", 0.2)
    rules = load(TEMPLATE)
    error = refused(lambda: load_player(text, rules)(rules.start({}, 1)))
    assert said in str(error) and error.line in (line, line - 1 if "while" in text else line)


# The file and the link.


def test_the_first_line_of_a_source_says_what_it_is() -> None:
    for name in GAMES:
        source = sources.rules_of(name)
        assert sources.read(source.text) == source == (source.text, sources.RULES, name)
    assert sources.read("x = 1", sources.PLAYER) == ("x = 1", sources.PLAYER, "")
    assert sources.read("\ufeff# kesu-workshop 1 player chain\r\nx = 1\r\n").text.endswith("chain\nx = 1\n")
    with pytest.raises(BadInput, match="format 2"):
        sources.read("# kesu-workshop 2 game\n")
    for text in ("", "  \n", "x = '\0'", "x = '\u202e'", "x = '\u3164'", "\ud800", "a" * 1_000_001):
        with pytest.raises(BadInput):
            sources.read(text)


@pytest.mark.native
def test_an_expression_is_measured_over_continued_lines_and_escaped_quotes_begin_no_string() -> None:
    with pytest.raises(SourceError, match="an expression has more than 300 operators"):
        run("x = 1" + " \\\n+ 1" * 400)
    assert modules._STRINGS.sub("", '\\"' * 20_000 + "+") == "+"  # the end of each was once searched for: many seconds


@EVERY
def test_a_source_travels_in_a_link(name: str) -> None:
    text = sources.rules_of(name).text
    code = sharing.encode(text)
    assert sharing.decode("https://kesu.example/#workshop=" + code).text == text and len(code) < len(text) / 2


@pytest.mark.native
def test_a_damaged_or_overlong_link_is_refused() -> None:
    code = sharing.encode(TEMPLATE)
    for bad in (code[:-4], code[:40] + "AAAA" + code[44:], "", "AQAA", "ä"):
        with pytest.raises(BadInput, match="this link is damaged"):
            sharing.decode(bad)
    with pytest.raises(BadInput, match="too long"):
        sharing.decode("A" * 300_000)
    with pytest.raises(BadInput, match="too long for a link"):
        sharing.encode("".join(f"# {number * 7919:x}" for number in range(100_000)))
    with pytest.raises(BadInput, match="too long"):
        sharing.decode(replay_code.pack(b"x" * 1_000_001))


# Hostile sources.


AFTER = 8
"""After this many hostile sources a good one is tried: any lasting damage shows up then."""
SOME = [  # a third of them in Pyodide, where every endless loop is ended in the same way
    pytest.param(hostile, id=hostile.name, marks=[pytest.mark.native] * (number % 3 > 0))
    for number, hostile in enumerate([*ALL, *PAGE])
]


@pytest.mark.parametrize("hostile", SOME)
def test_a_hostile_game_ends_in_one_line(hostile: Hostile, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "SECONDS", 0.1 if hostile.said == ENDLESS else 20)  # many, on a busy machine
    if hostile in PAGE and sys.platform == "emscripten":
        pytest.skip("there the page is there")
    began = process_time()
    error = refused(lambda: load(hostile.text))
    assert hostile.said in str(error) and len(str(error)) < 400, str(error)
    assert process_time() - began < 3 * limits.SECONDS + 1, "its time limit, plus the time to start"
    if hostile in (*ALL, *PAGE)[::AFTER]:
        monkeypatch.setattr(limits, "SECONDS", 20)  # also on a busy machine
        assert load(TEMPLATE).title == "Berries", "and the next source is unaffected"


@pytest.mark.native
@pytest.mark.parametrize("hostile", HOSTILE_PLAYERS, ids=lambda hostile: hostile.name)
def test_a_hostile_player_ends_in_one_line(hostile: Hostile, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "SECONDS", 0.2)
    rules = load(TEMPLATE)
    error = refused(lambda: load_player(hostile.text, rules)(rules.start({}, 3)))
    assert hostile.said in str(error), str(error)


@pytest.mark.native  # the page cannot measure memory
def test_gradual_memory_growth_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MEMORY", 2**27)  # a busy machine needs more than two seconds for a gigabyte
    text = "x = []\nwhile True:\n    x.append(b'a' * 2**20)\n"
    assert "too much memory" in str(refused(lambda: load(text)))


@pytest.mark.native  # reads a catalogue
@pytest.mark.parametrize("tag", [tag for tag in LANGUAGES if tag != "en"])
def test_what_the_check_says_is_in_the_players_language(tag: str) -> None:
    from game.text.catalogue import entries

    translator = Translator(tag, entries(tag))
    changes = {"GAME = Rules(": "GAME = dict(", "Scored(points, there)": "Scored(0.5, there)", "Role.LEFT": "7"}
    for text in [changed(*change) for change in changes.items()]:
        error = refused(lambda text=text: load(text))  # type: ignore[misc]
        said = error.phrase(translator)
        assert "must be" not in said and "needs" not in said and said != error.problem, said


@pytest.mark.native
def test_no_message_of_the_check_is_only_english() -> None:
    calls = [
        (path.name, node.lineno)
        for path in sorted(Path(limits.__file__).parent.glob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name | ast.Attribute)
        and (node.func.id if isinstance(node.func, ast.Name) else node.func.attr)
        in ("SourceError", "BadInput", "_wrong")
        and any(
            isinstance(part, ast.JoinedStr) or (isinstance(part, ast.Constant) and " " in str(part.value))
            for part in node.args
        )
    ]
    assert calls == []


# In the terminal.


@pytest.mark.native  # Pyodide has no terminal
def test_a_file_is_played_in_the_terminal_with_a_warning(terminal: Terminal) -> None:
    file = str(sources.FOLDER / "template.py")
    status, shown, said = terminal("right hint dance undo", "-rules", file, "-json", "-seed", "3")
    lines = [json.loads(line) for line in shown.splitlines()]
    assert status == 0 and said.count("\n") == 1 and "is a program: it runs with your permissions" in said
    assert [sorted(line)[0] for line in lines] == ["game", "game", "hint", "error", "game"]
    assert lines[0] == lines[-1] and lines[0]["game"] == "workshop-berries"
    assert "|@" in terminal("", "-rules", file, "-seed", "3")[1], "as text by default"
    assert "2 games from seed 0 on" in terminal("", "-rules", file, "-bot", "-games", "2", "-turns", "5")[1]


@pytest.mark.native  # Pyodide has no terminal
def test_a_player_plays_in_the_terminal(terminal: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("# kesu-workshop 1 player push-clear\n" + CHOOSING, encoding="utf-8")
    status, shown, _said = terminal("", "-player", str(file), "-json", "-seed", "3")
    assert status == 0 and json.loads(shown.splitlines()[-1])["over"]
    status, shown, _said = terminal("", "push-clear", "-bot", "-player", str(file), "-games", "2", "-json")
    plan = Plan("push-clear", {"size": 6}, 0, OWN, turns=1000, choice=sources.read(file.read_text()).text)
    assert shown.splitlines() == [as_line(plan, result) for _place, result in tournament([plan], 2)]


@pytest.mark.native  # Pyodide has no terminal
def test_a_bad_file_gives_one_line(terminal: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    for text, said in (
        ("GAME = 1", "GAME: must be Rules(...), not int"),
        ("x = 1\nx = y", "Line 2: name 'y' is not defined"),
        ("", "this code is empty"),
        ("# kesu-workshop 9 game", "format 9"),
    ):
        file.write_text(text, encoding="utf-8")
        status, shown, error = terminal("", "-rules", str(file))
        assert (status, shown) == (2, "") and said in error.splitlines()[-1]
    file.write_bytes(b"\xff\xfe\x00")
    assert "cannot be read" in terminal("", "-rules", str(file))[2]
    assert "no such file" in terminal("", "-rules", "none.py")[2]
    assert "-rules needs a value" in terminal("", "-rules")[2]
    assert "is the game: leave out chain" in terminal("", "chain", "-rules", str(file))[2]
    file.write_text("def choose(state, moves, view):\n    return 1 / 0", encoding="utf-8")
    for options in (("-text",), ("-bot", "-games", "1")):
        status, _shown, error = terminal("", "push-clear", "-player", str(file), *options)
        assert status == 1 and error.splitlines()[-1] == "kesu: Line 2: division by zero (ZeroDivisionError)"


# For the page.


def test_a_game_loads_after_one_trial_move_and_the_rest_finds_later_faults() -> None:
    rules, trial = load_in_steps(
        changed("    points = 9 if", "    if state.score < 97:\n        1 / 0\n    points = 9 if")
    )
    assert Session(rules, {}, 3).view.boards
    error = refused(lambda: finished(trial))
    assert error.line == 1 + TEMPLATE.split("    points = 9 if")[0].count("\n") + 1


@pytest.fixture
def lines() -> Iterator[list[int]]:
    found: list[int] = []
    limits.report_lines(found.append)
    yield found
    limits.report_lines(None)


def test_the_line_that_a_source_has_reached_is_reported(lines: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    run("x = 1\n\ny = 2\nfor z in range(3):\n    x = z\n")
    assert list(dict.fromkeys(line for line in lines if line)) == [1, 3, 4, 5]
    lines.clear()
    monkeypatch.setattr(limits, "TELL", 0)
    run("for z in range(100):\n    x = z\n")
    assert lines.count(2) + lines.count(1) >= 100
    refused(lambda: run("x = 1\n\n1 / 0\n"))
    assert lines[-1] == 3


@pytest.mark.native
def test_a_tournament_sends_messages_with_the_terminals_lines() -> None:
    text = sources.headed("def choose(state, moves, view):\n    return moves[0]\n", sources.PLAYER, "push-clear")
    heard: list[object] = []
    tournament_worker.run_tournament(
        json.dumps({"task": 3, "game": "push-clear", "text": text, "games": 2, "turns": 5}), heard.append, Translator()
    )
    said = [json.loads(each) for each in heard if isinstance(each, str)]
    options = complete(game("push-clear"), {}, files.read)
    plans = plans_against(Plan("push-clear", options, player=OWN, effort=1, against_effort=1, turns=5, choice=text))
    assert [each["is"] for each in said][0 :: len(said) - 1] == ["started", "done"] and {
        each["task"] for each in said
    } == {3}
    got = [(each["player"], line) for each in said if each["is"] == "games" for line in each["lines"]]
    ours = [(place, as_line(plans[place], result)) for place, result in tournament(plans, 2)]
    assert sorted(got) == sorted(ours) and any(isinstance(each, int) and each for each in heard)


def test_a_player_that_fails_in_a_tournament_is_reported_with_its_line() -> None:
    translator = Translator("ja", {"name '{name}' is not defined": "{name}はありません"})
    for wrong, said in (("moves[10**9]", "IndexError"), ("nothing", "nothingはありません")):
        text, heard = f"\ndef choose(state, moves, view):\n    return {wrong}\n", list[object]()
        message = json.dumps({"task": 1, "game": "chain", "text": text, "games": 2, "turns": 5})
        tournament_worker.run_tournament(message, heard.append, translator)
        last = json.loads(str(heard[-1]))
        assert (last["is"], last["line"]) == ("failed", 3) and said in last["problem"], last


@pytest.mark.native  # reads a catalogue
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("x = y", "1行目：y という名前はどこにも定義されていません"),
        ("x = = 1", "1行目：Pythonはここを理解できません：何かが足りないか、余分です"),
        ("x = (1, 2", "1行目：Pythonはここを理解できません：かっこが閉じられていません"),
        ("if True\n    x = 1", "1行目：Pythonはここを理解できません：コロン（:）がありません"),
        ("x = [1 2]", "1行目：Pythonはここを理解できません：コンマ（,）が抜けているかもしれません"),
        ('x = "a', "1行目：Pythonはここを理解できません：文字列の終わりの引用符がありません"),
        ("if True:\nx = 1", "2行目：Pythonはここを理解できません：コロンの次の行は字下げが必要です"),
        ("x = 1\n  y = 2", "2行目：Pythonはここを理解できません：この行は字下げが深すぎます"),
        ("def f():\n    return f()\nf()", "1行目：関数が自分自身を呼び続けています"),
        ("while True:\n    pass", "2秒たっても終わりません。終わらないループがあるのでは？"),
    ],
)
def test_the_commonest_errors_are_in_the_players_language(
    text: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from game.text.catalogue import entries

    if "while" in text:
        monkeypatch.setattr(limits, "SECONDS", 0.1)
    error, japanese = refused(lambda: load(text)), Translator("ja", entries("ja"))
    assert japanese(error.message, **error.values).endswith(said)
    assert error.phrase(japanese) == said.rsplit("行目：", maxsplit=1)[-1]


def test_scenes_that_cannot_be_played_are_not_counted_either() -> None:
    scenes = 'scenes=(Scene("Not any more.", "right, dance"), Scene("Fine.", "right")),'
    text = changed("    play=play,\n", f"    play=play,\n    {scenes}\n")
    text = changed("Rules, Scored", "Rules, Scene, Scored", text)
    none = load(changed('"right")),', '"dance")),', text)).scenes
    some = load(text).scenes
    assert (len(some), some[0].caption, len(some[:9])) == (1, "Fine.", 1)
    assert not none and list(none) == []


GROWING = """# kesu-workshop 1 game
from dataclasses import dataclass
from game.contract import Board, Changed, Control, Role, Rules, Symbol, View

@dataclass(frozen=True)
class State:
    rows: int = 1

def view(state):
    return View(boards=(Board(("#",) * state.rows),), over=False, scores=(state.rows,))

def play(state, word):
    rows = state.rows + (1 if word == "right" else -1)
    return (State(rows), (Changed((("#", (AT, 0)),)),)) if 1 <= rows < 6 else (state, ())

GAME = Rules(
    name="growing", title="Growing", summary="Grows.", how=("Grow.",),
    controls={"right": Control(Role.RIGHT), "left": Control(Role.LEFT)},
    symbols={".": Symbol("nothing", "empty"), "#": Symbol("something", "box", 1)},
    start=lambda options, seed: State(), play=play, view=view,
    moves=lambda state: ("right",) * (state.rows < 5) + ("left",) * (state.rows > 1),
    over=lambda state: False, score=lambda state: state.rows,
)
"""


def test_an_event_may_name_cells_of_the_board_before_it_and_of_the_board_after_it() -> None:
    rules = load(GROWING.replace("AT", "max(state.rows, rows) - 1"))
    for views in (False, True):
        state = rules.start({}, 3)
        for word in ("right", "right", "left", "right", "right", "left", "left", "left"):
            state, events = rules.play(state, word)
            assert events and (not views or rules.view(state))


@pytest.mark.parametrize("shown", [(1,), (1, 5), (5, 1)])
def test_an_event_beyond_both_boards_is_refused_whatever_was_shown_last(shown: tuple[int, ...]) -> None:
    """The third move is wrong: it names the row below the larger board."""
    rules = load(GROWING.replace("AT", "max(state.rows, rows) - (rows != 4)"))
    states = [rules.start({}, 3)]
    for _move in range(2):
        states.append(rules.play(states[-1], "right")[0])
    large = replace(states[0], rows=5)
    for rows in shown:
        rules.view(large if rows == 5 else states[0])
    error = refused(lambda: rules.play(states[2], "right"))
    assert "needs cells (row, column) of the board" in str(error)
