"""Problems: proofs from positions and turns; ids that stay the same; the rules by which problems are played."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from game.contract import BadInput
from game.problems import choice, ids, makers, solver
from game.problems.candidates.draw import Draw
from game.problems.complete import completed, solved
from game.problems.games import PROBLEM_GAMES, lines98, search_of
from game.problems.grades import depth, grade
from game.problems.hints import Hints
from game.problems.ids import composed_id
from game.problems.listed import LISTED
from game.problems.makers import making, problems
from game.problems.play import rules_of
from game.problems.problem import MOST_TURNS, Problem
from game.problems.reading import RESULTS, check
from game.problems.searches.balls import moves_needed
from game.problems.searches.blocks import places
from game.problems.solver import Proof, Prover, answered, proving
from game.session import Session, finished
from tests import composed
from tests.oracles import problems as oracle

pytestmark = pytest.mark.native  # the same code inside Pyodide, only slower

EVERY = pytest.mark.parametrize("name", list(PROBLEM_GAMES))
RECORDED = json.loads((Path(__file__).parent / "data" / "problems.json").read_text(encoding="utf-8"))
"""Problems of the first and second makers as they were printed; they must be the same for ever."""
COMPARED = {"push-clear": 60, "chain": 8, "duel": 8, "nineteen": 4, "biquadris": 4, "lines98": 2}
"""How many random problems are solved a second time in the ordinary run; these take a few seconds together."""
MANY = {"push-clear": 2000, "chain": 300, "duel": 300, "nineteen": 100, "biquadris": 100, "lines98": 20}


def field(*lines: str) -> tuple[str, ...]:
    """Returns a board of Chain whose lowest rows are these."""
    return ("......",) * (13 - len(lines)) + lines


def chain(rows: tuple[str, ...], pieces: tuple[str, ...], goal: str, least: int, turns: int) -> Problem:
    return Problem("chain", {"colours": 4}, rows, pieces, goal, least, turns)


def nineteen(lines: tuple[str, ...], pieces: str, goal: str, least: int, turns: int) -> Problem:
    return Problem("nineteen", {}, (".........",) * (15 - len(lines)) + lines, tuple(pieces), goal, least, turns)


def proof_of(problem: Problem) -> Proof[Any]:
    check(problem)
    return finished(answered(proving(search_of(problem), problem.turns)))


def replayed(problem: Problem, turns: list[list[str]]) -> Session:
    """Plays the words of a solution, and checks that it is solved with its last turn and not before."""
    session = Session(rules_of(problem, "x"))
    for number, words in enumerate(turns, 1):
        for word in words:
            session.play(word)
        assert session.state.left == problem.turns - number
        assert session.state.solved == (number == len(turns)) and not session.state.failed
    return session


# What is proven.


def test_a_vertical_bar_that_fits_one_gap() -> None:
    found = completed(nineteen(("IIII.IIII",) * 4, "I", "clear", 0, 1), "")
    assert (found["solutions"], found["shortest"], found["first"]) == (1, 1, 1)
    assert found["solution"] == [["drop"]]


def test_a_piece_is_steered_under_an_overhang() -> None:
    problem = nineteen(("OO.......", "..OOOOOOO"), "I", "rows", 1, 1)
    assert proof_of(problem).solutions == 0, "nothing reaches two cells under two"
    problem = nineteen(("OO.......", "OO.......", "....OOOOO"), "O", "rows", 1, 2)
    assert proof_of(problem).solutions == 0
    problem = nineteen(("OOO......", ".........", ".....OOOO"), "IL", "rows", 1, 2)
    found = completed(problem, "")
    assert found["solutions"] == oracle.solve(problem.fields(""))["solutions"] > 0
    replayed(problem, found["solution"])


def test_two_ways_to_one_position_are_one_solution() -> None:
    """Two blocks next to two others of their colour leave nothing, however they are turned."""
    found = completed(chain(field("rr...."), ("rr",), "links", 1, 1), "")
    assert (found["solutions"], found["first"]) == (1, 1), "upright and level, all four vanish"


def test_a_shorter_solution_counts_among_those_within_the_turns() -> None:
    found = completed(chain(field("rrr..."), ("rg", "rb"), "links", 1, 2), "")
    assert found["shortest"] == 1 and found["first"] > 1
    assert len(found["solution"]) == 1


def test_a_pair_climbs_over_a_full_column_by_turning() -> None:
    """The walls on both sides of where it appears end below the hidden row, through which it passes."""
    over = places((0, 12, 0, 12, 0, 0))
    assert {column for place in over for column in place[:2]} == set(range(6))
    assert {column for place in places((0, 13, 0, 13, 0, 0)) for column in place[:2]} == {2}
    assert places((0, 0, 12, 0, 0, 0)) == ()


def test_points_left_over_count_in_duel() -> None:
    """Forty points send nothing; the forty of a second chain send one block together with them."""
    problem = Problem("duel", {"colours": 4}, field("rrr...", "bbb..."), ("rg", "by"), "garbage", 1, 2)
    found = completed(problem, "")
    assert found["shortest"] == 2
    assert found | oracle.solve(found) == found
    replayed(problem, found["solution"])


def test_the_last_balls_of_a_colour_need_as_many_moves_as_are_elsewhere() -> None:
    line = sum(1 << cell for cell in range(5))
    assert moves_needed(line ^ 1 << 4 ^ 1 << 40) == 1
    assert moves_needed(line ^ 1 << 4 ^ 1 << 3 ^ 1 << 40 ^ 1 << 50) == 2
    assert moves_needed(0) == 0
    assert moves_needed(0b1111) > MOST_TURNS, "four can never vanish"


@EVERY
def test_a_proof_in_slices_finds_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    slices = turns = 0
    for number in range(6):
        problem = composed.problem(name, number, 2)
        monkeypatch.setattr(solver, "SLICE", 10**9)
        at_once = proof_of(problem)
        turns += len(at_once.path)
        monkeypatch.setattr(solver, "SLICE", 1)
        work = proving(search_of(problem), problem.turns)
        while True:
            try:
                next(work)
            except StopIteration as end:
                assert end.value == at_once
                break
            slices += 1
    assert slices > turns


@pytest.mark.parametrize(("game", "goal"), list(LISTED))
def test_no_slice_of_a_proof_is_long(game: str, goal: str) -> None:
    """Also if no turn of many positions, one after the other, leads anywhere."""
    problem = ids.read(choice.listed(game, goal, 3)[0])
    search, tried, longest = search_of(problem), 0, 0
    for _slice in proving(search, problem.turns):
        longest, tried = max(longest, search.tried - tried), search.tried
    assert 0 < longest < 2 * solver.SLICE


def test_a_solution_lies_deeper_the_more_turns_look_better() -> None:
    def lying(*misleading: int) -> int:
        return depth(Proof((1,), 1, ("a",), (1,), (9,), misleading))

    assert [lying(0), lying(0, 0), lying(2), lying(6), lying(6, 6)] == [1, 2, 3, 5, 10]
    assert grade(Proof((0,), 0, (), (), ())) == 0
    assert grade(Proof((1,), 1, ("a",), (1,), (9,), (0,))) == 1


@pytest.mark.slow("a solver that tries everything")
@EVERY
def test_the_second_solver_finds_the_same(name: str) -> None:
    compare(name, COMPARED[name], turns=1 if name == "lines98" else 0)


@pytest.mark.all
@EVERY
def test_the_second_solver_finds_the_same_in_many(name: str) -> None:
    compare(name, MANY[name])


def compare(name: str, count: int, turns: int = 0) -> None:
    for number in range(count):
        problem = composed.problem(name, number, turns)
        found = completed(problem, "")
        assert found | oracle.solve(found) == found, number
        if found["solution"]:
            replayed(problem, found["solution"])


# Ids.


@EVERY
def test_an_id_says_the_whole_problem(name: str) -> None:
    for number in range(40):
        problem = composed.problem(name, number)
        written = composed_id(problem)
        assert len(written) <= 200 and written.replace("-", "").replace("_", "").isalnum() and written.isascii()
        assert ids.read(written) == problem


@EVERY
def test_a_changed_id_is_rejected_or_another_problem(name: str) -> None:
    problem = composed.problem(name, 1)
    written = composed_id(problem)
    for changed in (written[:-1], written + "A", written[:8], "", "x" + written, written.upper(), written * 50, "é"):
        with pytest.raises(BadInput) as error:
            ids.read(changed)
        assert len(str(error.value).splitlines()) == 1


def test_an_id_of_other_rules_says_so() -> None:
    written = composed_id(composed.problem("chain", 1))
    with pytest.raises(BadInput, match="rules version 7"):
        ids.read(written[0] + "7" + written[2:])


def test_an_id_says_of_which_kind_it_is() -> None:
    """Also one that somebody else has written into a backup."""
    for recorded in RECORDED:
        name = recorded["id"]
        assert ids.is_of(name, recorded["game"], recorded["goal"])
        assert ids.asked_of(name) == (recorded["goal"], recorded["least"], recorded["turns"])
        assert not any(ids.is_of(other, recorded["game"], recorded["goal"]) for other in ("z" + name[1:], name[:9], ""))


@pytest.mark.parametrize("recorded", RECORDED, ids=lambda each: each["id"])
def test_a_made_id_means_the_same_for_ever(recorded: dict[str, Any]) -> None:
    problem = ids.read(recorded["id"])
    assert problem.fields(recorded["id"]) | recorded == recorded
    # The grade and the seed are part of what the id's checksum covers.
    head, _dash, last = recorded["id"].rpartition("-")
    grade_at = head.rpartition("-")[0] + f"-{recorded['grade'] % 5 + 1}-{last}"
    with pytest.raises(BadInput, match="damaged"):
        ids.read(grade_at)


# What the makers find.


@pytest.mark.slow("proofs, some by a solver that tries everything")
@pytest.mark.parametrize("recorded", RECORDED, ids=lambda each: each["id"])
def test_a_made_problem_is_proven_again(recorded: dict[str, Any]) -> None:
    assert solved(json.dumps(recorded), recorded["game"]) == recorded
    assert recorded["shortest"] == recorded["turns"] == len(recorded["solution"])
    problem = ids.read(recorded["id"])
    session = replayed(problem, recorded["solution"])
    assert session.undo() and not session.state.solved and session.state.left == 1
    if recorded["game"] not in ("lines98", "biquadris") and recorded["turns"] < 3:
        assert recorded | oracle.solve(recorded) == recorded


@pytest.mark.parametrize("name", ["chain", "nineteen", "biquadris", "duel"])
def test_makers_offer_good_problems_of_a_grade(name: str) -> None:
    for found in problems(name, 3, 5, wanted=2):
        [kind] = [
            kind for kind in PROBLEM_GAMES[name].offers if kind.goal == found["goal"] and found["turns"] in kind.turns
        ]
        assert found["first"] <= kind.most_first_turns and found["solutions"] <= kind.solutions
        assert found["grade"] == 2 and found["shortest"] == found["turns"]


@EVERY
def test_the_best_looking_turn_does_not_solve_a_new_problem(name: str) -> None:
    """Problems of one turn are excepted, and so are turns that only look as good as others."""
    for seed in range(3):
        found = finished(making(name, Draw(seed), 3 if name == "push-clear" else 2))
        prover, position = Prover(search_of(found.problem)), search_of(found.problem).start
        for left in range(found.problem.turns, 0, -1):
            good = finished(prover.keeping(position, left))
            turns = dict(prover.search.turns(position))
            best = max(prover.search.plausible(position, after) for after in turns)
            wrong = [at for at in turns if prover.search.plausible(position, at) == best and at not in good]
            if wrong:
                break
            position = next(after for after in good if after in found.proof.path)
        assert wrong


def test_five_balls_in_line_are_not_offered() -> None:
    line = Problem("lines98", {"mode": "line"}, ("11111..1.", *["........."] * 8), (), "clear", 0, 1)
    four = replace(line, rows=("1111...1.", *line.rows[1:]))
    assert not lines98.PROBLEMS.tidy(line) and lines98.PROBLEMS.tidy(four)


def test_makers_take_the_nearest_grade_when_it_is_late() -> None:
    wanted, any_grade = (finished(making("chain", Draw(3), grade, late=lambda: True)) for grade in (5, None))
    assert any_grade.grade < 5 and wanted.grade < 5, "the first that was good"
    assert ids.read(wanted.name) == wanted.problem and ids.grade_of(wanted.name) == wanted.grade


def test_makers_take_the_nearest_grade_after_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(makers, "MOST_CANDIDATES", 40)
    assert finished(making("nineteen", Draw(1), 5, "rows", late=lambda: False)).grade < 5


def test_makers_give_up_with_one_line(terminal: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(makers, "MOST_CANDIDATES", 2)
    status, out, _err = terminal("", "chain", "-problems", "9", "-seed", "1", "-grade", "5")
    assert status == 0 and "among 2 positions" in json.loads(out.splitlines()[-1])["error"]


def test_equal_seeds_find_equal_problems() -> None:
    assert list(problems("nineteen", 4, 9)) == list(problems("nineteen", 4, 9))
    assert list(problems("nineteen", 2, 9)) != list(problems("nineteen", 2, 10))


# Playing.


def test_a_failed_problem_goes_back_by_undo() -> None:
    problem = chain(field("rrr..."), ("rg",), "links", 1, 1)
    session = Session(rules_of(problem, "x"))
    session.play("right")
    session.play("right")
    session.play("drop")
    assert session.state.failed and session.over and session.moves == ()
    assert session.undo() and not session.over
    session.play("left")
    session.play("drop")
    assert session.state.failed or session.state.solved


def test_nothing_appears_after_the_last_piece() -> None:
    session = replayed(nineteen(("IIII.IIII",), "I", "rows", 1, 1), [["drop"]])
    assert session.view.boards[0].piece == () and session.view.boards[0].next == ()
    assert session.view.fields["next"] == ""


def test_a_piece_without_room_fails_the_problem() -> None:
    full = tuple("....O...." if row else "........." for row in range(15))
    problem = Problem("nineteen", {}, full, ("O", "O"), "rows", 1, 2)
    assert Session(rules_of(problem, "x")).state.failed
    assert proof_of(problem).solutions == 0


def test_a_goal_met_by_the_lock_that_blocks_the_next_pair_is_solved() -> None:
    """Solving ends the problem, so nothing needs room."""
    rows = tuple("..." + "bg"[row % 2] + ".." if row > 0 else "......" for row in range(13))
    rows = tuple(row[:2] + "." + row[3:] for row in rows)
    problem = chain((*rows[:-1], "rrr" + rows[-1][3:]), ("rg", "rg"), "links", 1, 2)
    found = completed(problem, "")
    assert found["shortest"] == 1


def test_biquadris_drops_as_often_as_the_count_says() -> None:
    lines = ("...........",) * 17 + ("...........",)
    problem = Problem("biquadris", {}, lines, ("O", "I", "T"), "rows", 1, 3)
    session = Session(rules_of(problem, "x"))
    session.play("2drop")
    assert session.state.left == 1 and session.view.fields["next"] == []
    with pytest.raises(BadInput, match="unknown command: T"):
        session.play("T")
    session.play("9drop")
    assert session.state.failed


@EVERY
def test_a_hint_is_a_turn_of_a_solution_wherever_the_piece_is(name: str) -> None:
    problem = ids.read(next(each["id"] for each in RECORDED if each["game"] == name))
    rules = rules_of(problem, "x")
    session = Session(rules)
    if rules.placement:
        session.play("left")
    while not session.over:
        for word in Hints(problem)(rules, session.state).words:
            session.play(word)
    assert session.state.solved


@EVERY
def test_after_the_end_words_change_nothing_and_unknown_ones_are_refused(name: str) -> None:
    recorded = next(each for each in RECORDED if each["game"] == name)
    problem = ids.read(recorded["id"])
    solved = replayed(problem, recorded["solution"])
    failed = Session(rules_of(problem, "x"))
    while not failed.over:
        failed.play(failed.moves[-1])
    for session in (solved, failed):
        before = session.state
        words = session.rules.controls if name != "lines98" else ("move a1 b1",)
        assert all(not session.play(word) and session.state is before for word in words)
        with pytest.raises(BadInput):
            session.play("jump")


@EVERY
def test_a_later_hint_counts_nothing_again(name: str) -> None:
    problem = ids.read(next(each["id"] for each in RECORDED if each["game"] == name and each["turns"] > 1))
    hints, session = Hints(problem), Session(rules_of(problem, "x"))
    tried = []
    while not session.over:
        for word in hints(session.rules, session.state).words:
            session.play(word)
        tried.append(hints._prover().search.tried)
    assert session.state.solved and tried[-1] <= 1.5 * tried[0]


def test_a_hint_says_when_there_is_no_solution() -> None:
    problem = chain(field("rr...."), ("rg", "bb"), "links", 1, 2)
    rules = rules_of(problem, "x")
    advice = Hints(problem)(rules, Session(rules).state)
    assert advice.words == () and "no solution" in advice.reason


# Bad input.


GOOD = chain(field("rrr..."), ("rg",), "links", 1, 1).fields("")


@pytest.mark.parametrize(
    "change",
    [
        {"rows": []},
        {"rows": ["......"] * 12 + ["rrrr.."]},
        {"rows": ["......"] * 11 + ["r.....", "......"]},
        {"rows": ["......"] * 12 + ["pp...."]},
        {"rows": ["......"] * 12 + ["oo...."]},
        {"pieces": []},
        {"pieces": ["rp"]},
        {"pieces": ["r"]},
        {"goal": "rows"},
        {"least": 0},
        {"least": 10_000},
        {"turns": 51},
        {"turns": 0},
        {"turns": 1000},
        {"turns": True},
        {"options": {"size": 5}},
        {"options": {"colours": 9}},
        {"game": "duel"},
        {"id": "x" * 201},
        {"more": 1},
    ],
)
def test_a_problem_that_is_not_one_is_one_line(change: dict[str, Any]) -> None:
    with pytest.raises(BadInput) as error:
        solved(json.dumps(GOOD | change), "chain")
    assert len(str(error.value).splitlines()) == 1


@pytest.mark.parametrize("text", ["", "[]", "{", "null", "[" * 100_000, '{"a":' * 50, " " * 30_000])
def test_text_that_is_no_problem_is_one_line(text: str) -> None:
    with pytest.raises(BadInput):
        solved(text, "chain")


def test_a_proof_that_is_too_large_says_what_is_known() -> None:
    problem = chain(field("rrr..."), ("rg", "by", "rg", "by", "rg", "by"), "links", 1, 6)
    with pytest.raises(BadInput, match=r"at least [1-9]\d* solutions within [1-9] turns"):
        completed(problem, "", most=30_000)


def test_a_goal_that_cannot_be_met_has_no_solution() -> None:
    """No block clears five rows, but nothing is wrong with asking for them."""
    rows = ("..........." for _ in range(18))
    problem = Problem("biquadris", {}, tuple(rows), ("I",), "rows", 5, 1)
    found = completed(problem, "")
    assert [found[key] for key in RESULTS] == [0, 0, 0, 0, []]
    assert ids.read(composed_id(problem)) == problem


@EVERY
def test_every_turn_that_is_tried_counts_as_work(name: str) -> None:
    """Else a proof on a board on which nearly all turns are pruned would take far too long."""
    problem = composed.problem(name, 1)
    search = search_of(problem)
    assert search.tried + len(dict(search.promising(search.start, 1))) < search.tried


# The terminal.


def test_solve_completes_a_file_line_by_line(terminal: Any, tmp_path: Path) -> None:
    file = tmp_path / "problems.json"
    file.write_text(json.dumps(GOOD) + "\n{}\n", encoding="utf-8")
    status, out, _err = terminal("", "chain", "-solve", str(file))
    first, second = map(json.loads, out.splitlines())
    assert status == 0 and list(second) == ["error"]
    assert first["solutions"] > 0 and first["id"].startswith("c1p")
    assert list(first) == [
        *("game", "id", "options", "rows", "pieces", "goal", "least", "turns"),
        *("solutions", "shortest", "first", "grade", "solution"),
    ]
    file.write_bytes(b"\xff" * 9)
    status, out, _err = terminal("", "chain", "-solve", str(file))
    assert (status, list(json.loads(out))) == (0, ["error"])
    file.write_text(json.dumps(first, indent=2), encoding="utf-8")
    assert json.loads(terminal("", "chain", "-solve", str(file))[1]) == first


def test_a_problem_is_played_by_its_id(terminal: Any) -> None:
    recorded = next(each for each in RECORDED if each["game"] == "chain")
    words = " ".join(word for turn in recorded["solution"] for word in turn)
    status, out, _err = terminal(f"hint {words} undo help quit", "chain", "-problem", recorded["id"], "-json")
    lines = [json.loads(line) for line in out.splitlines()]
    assert status == 0
    assert list(lines[0]) == ["game", "rows", "score", "over", "next", "chain", "problem"]
    assert list(lines[0]["problem"]) == ["id", "goal", "least", "turns", "left", "solved", "failed"]
    assert len(lines[1]["hint"]) > 0
    assert lines[-4]["problem"]["solved"] and lines[-4]["over"]
    assert not lines[-1]["problem"]["solved"], "after undo"
    _status, text, _err = terminal(words, "chain", "-problem", recorded["id"])
    assert text.splitlines()[-1] == "Solved!" and "Game over" not in text and "Score" not in text


def test_problems_are_printed_one_a_line(terminal: Any) -> None:
    status, out, _err = terminal("", "nineteen", "-problems", "2", "-seed", "4", "-grade", "1", "-json")
    assert status == 0
    assert [json.loads(line)["grade"] for line in out.splitlines()] == [1, 1]


@pytest.mark.parametrize(
    "options",
    [
        "chain -problem x",
        "chain -problem n1p",
        "chain -problems 0 -json",
        "chain -problems 1 -grade 6",
        "chain -problems 1 -seed -4",
        "chain -grade 2",
        "chain -problems 1 -problem x",
        "chain -problems 1 -colours 4",
        "chain -solve no-such-file",
        "chain -solve no-such-file -seed 1",
        "nope -problems 1",
    ],
)
def test_bad_options_print_nothing(terminal: Any, options: str) -> None:
    status, out, err = terminal("", *options.split())
    assert (status, out) == (2, "") and len(err.splitlines()) == 1


def test_solving_prints_the_proven_grade_and_never_a_forged_one() -> None:
    forged = "p1m2-points-9999-1-0-5-5809a6c2"
    problem = ids.read(forged)
    found = completed(problem, forged)
    assert ids.grade_of(forged) == 5 and found["grade"] == 0
    assert found["id"] == ids.composed_id(problem)
