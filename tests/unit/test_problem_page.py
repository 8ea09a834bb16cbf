"""Problems on the page, played on a table: solved and failed, undo, hints, why not, the solution, the rating."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial
from itertools import islice

import pytest

from game.bots import advise
from game.contract import BadInput, Board, Scored
from game.play import changes
from game.play.problems.problem_series import GIVEN_UP, Problems
from game.player.player_data import PROBLEMS
from game.problems import choice, ids, makers
from game.problems.candidates.draw import Draw
from game.problems.complete import completed
from game.problems.from_game import FEW, problem_of
from game.problems.games import PROBLEM_GAMES, search_of
from game.problems.hints import Hints
from game.problems.ids import composed_id
from game.problems.listed import LISTED
from game.problems.rating import GRADE_RATINGS, PERIOD, AgainstRating, Rating, grade_for, rated, ratings
from game.problems.solver import proving
from game.session import finished
from game.session.problem_book import Attempt, ProblemBook
from game.store.collection import Collection
from game.store.dailies import PROBLEM, Dailies
from game.store.store import Store
from tests.table import Desk, Table, session_of

pytestmark = pytest.mark.native

KINDS = list(LISTED)


class Solving(Desk):
    """A table with problems, whose work runs when the test says so."""

    def __init__(self, now: float = 1_764_000_000.0) -> None:
        super().__init__()
        self.store = Store(None)
        self.asked: list[str] = []
        self.marked = False
        self.book = Collection(self.store, PROBLEMS)
        self.dailies = Dailies(self.store, lambda: now)
        translator = self.table.around.translator
        self.pace = 0.0
        """Milliseconds that pass from one look at the clock to the next."""
        self._milliseconds = 0.0
        about = translator, self.book, self.dailies, self, self.asked.append, self, lambda: 5
        self.problems = Problems(*about, now=self._now, mark=self._mark)

    def _now(self) -> float:
        self._milliseconds += self.pace
        return self._milliseconds

    def _mark(self, *, shown: bool) -> None:
        self.marked = shown

    def open(self, name: str) -> Table:
        self.problems.open(name)
        return self.table

    def solve(self) -> None:
        """Plays the turns of a proven solution, typed."""
        session, problem = self.table.session, ids.read(self.problems.name)
        while not session.over:
            for word in Hints(problem)(session.rules, session.state).words:
                self.table.play.execute(word)
                self.table.run()

    def fail(self) -> None:
        """Plays the first possible word that ends turns, until the turns are used up."""
        session = self.table.session
        while not session.over:
            word = next(word for word in reversed(session.moves) if word != "tick")
            self.table.play.execute("drop" if "drop" in session.moves else word)
            self.table.run()


@pytest.fixture
def desk() -> Iterator[Desk]:
    yield Solving()


def first_of(game: str, goal: str, grade: int = 2) -> str:
    return choice.listed(game, goal, grade)[0]


@pytest.mark.parametrize(("game", "goal"), KINDS)
def test_every_kind_can_be_solved_by_typed_words_and_counts(desk: Solving, game: str, goal: str) -> None:
    table = desk.open(first_of(game, goal))
    problem = ids.read(desk.problems.name)
    left = f"{problem.turns} turn" + ("s left." if problem.turns > 1 else " left.")
    assert table.message.endswith(left) and table.said.offer == "Show solution" and desk.marked
    table.act("describe")
    assert left in table.message and table.said.more, "the goal, the turns left and the board are said"
    desk.solve()
    assert table.card.title == "Solved!" and table.card.celebrates and table.message == "Solved!"
    assert table.card.day and table.card.day.onward == "Next problem" and not table.said.offer
    assert not table.card.comparison, "one problem says nothing about a rating"
    [attempt] = desk.book.all().attempts
    assert attempt.solved and attempt.name == desk.problems.name
    table.act("again")
    assert desk.asked and desk.asked[0] != f"./#problem={attempt.name}"


@pytest.mark.parametrize(("game", "goal"), KINDS)
def test_a_failed_try_is_explained_and_the_solution_is_played(desk: Solving, game: str, goal: str) -> None:
    table = desk.open(first_of(game, goal, 3))
    table.play.play(table.session.moves[0])
    table.run().act("restart")  # part of the played turn, and explained below
    desk.fail()
    assert table.session.state.failed and table.message == "Not solved. Undo to go back."
    assert table.said.offer == "Why not?" and not table.all(changes.GameOver), "no card covers the board"
    [attempt] = desk.book.all().attempts
    assert not attempt.solved
    table.accept()
    assert table.message == "Thinking…"
    desk.think()
    assert "the most you can reach" in table.message or "something stays" in table.message
    assert table.said.offer == "Show solution"
    table.accept()
    table.until(lambda: table.session.over and not table.play.assistant.demo_running)
    assert table.session.state.solved and not table.all(changes.GameOver), "it was not the player who solved it"
    assert table.message == "Solved!" and table.said.offer == "Next problem"


@pytest.mark.parametrize(("game", "goal"), KINDS)
def test_points_are_spoken_of_only_where_they_are_the_goal(desk: Solving, game: str, goal: str) -> None:
    table = desk.open(first_of(game, goal))
    desk.solve()
    scored = [
        event for change in table.all(changes.BoardsChanged) for event in change.events if isinstance(event, Scored)
    ]
    assert bool(scored) == (goal == "points")


def test_undo_is_free_and_goes_by_pieces(desk: Solving) -> None:
    table = desk.open(first_of("chain", "links", 4))
    problem = ids.read(desk.problems.name)
    for word in ("left", "left", "drop"):
        table.play.execute(word)
        table.run()
    assert table.session.state.left == problem.turns - 1
    table.act("undo")
    assert table.session.state.left == problem.turns and not table.session.inputs
    assert not len(desk.book.all()), "a try that was taken back before its end has not ended"
    desk.solve()
    assert desk.book.all().solved(desk.problems.name)


def test_a_hint_gives_the_first_turn_with_a_reason_and_counts_as_help(desk: Solving) -> None:
    table = desk.open(first_of("nineteen", "rows", 3))
    table.act("hint")
    table.until(lambda: table.said.offer == "Play this move")
    assert "begins like this" in table.message
    assert not desk.book.all().attempts[0].solved
    desk.solve()
    assert not table.all(changes.GameOver) and not desk.book.all().attempts[0].solved


def test_a_hint_says_if_no_solution_is_left(desk: Solving) -> None:
    solved = (completed(ids.read(name), name) for name in choice.listed("chain", "clear", 4))
    table = desk.open(next(each["id"] for each in solved if each["solution"][0] != ["drop"]))
    table.play.execute("drop")
    table.run()
    table.act("hint")
    table.until(lambda: "no solution from here" in table.message)


def test_solving_again_after_a_failure_does_not_count(desk: Solving) -> None:
    table = desk.open(first_of("lines98", "clear", 1))
    desk.fail()
    table.act("restart")
    desk.solve()
    assert (table.card.title == "Solved!" and table.card.comparison == "") or "(−" in table.card.comparison
    assert not desk.book.all().attempts[0].solved


def test_a_level_shows_after_some_problems(desk: Solving) -> None:
    assert desk.problems.rating_text() == "Solve a few, and your rating shows here."
    for name in choice.listed("push-clear", "points", 1)[:2] + choice.listed("chain", "links", 1)[:3]:
        table = desk.open(name)
        desk.solve()
    assert "My rating: 1," in table.card.comparison and "(+" in table.card.comparison
    assert desk.problems.rating_text() == f"Problems of grade {desk.problems.grade} suit you now."


def test_a_newcomer_begins_with_easy_problems(desk: Solving) -> None:
    grades = []
    for _problem in range(3):
        grades.append(desk.problems.grade)
        desk.problems.next()
        desk.open(desk.asked[-1].removeprefix("./#problem="))
        desk.solve()
    assert grades == [1, 2, 3] and desk.problems.grade > 1
    assert sorted(ids.grade_of(attempt.name) for attempt in desk.book.all().attempts) == grades


def test_a_game_with_a_friend_is_left_for_a_problem_only_if_the_player_wants(desk: Solving) -> None:
    mode = desk.table.play.mode
    mode.shared = True
    desk.problems.next()
    assert not desk.asked and desk.table.said.offer == "Leave"
    desk.table.accept()
    assert len(desk.asked) == 1
    mode.shared = False
    desk.problems.next()
    assert len(desk.asked) == 2


def test_a_mistake_becomes_a_problem_or_the_dialog_says_why_not(desk: Solving) -> None:
    session, said = desk.table.session, list[str]()
    desk.problems.make_of("nineteen", session.options, session.state, said.append)
    desk.think()
    assert said[0].startswith("Turning") and (desk.asked or "made into a problem" in said[1])


def test_the_problem_of_the_day_is_the_same_for_everybody_and_makes_a_streak() -> None:
    day = 86_400.0
    desk, other = Solving(), Solving()
    names = []
    for number in range(3):
        desk.dailies._clock = partial(float, 1_764_000_000 + number * day)
        other.dailies._clock = desk.dailies._clock
        table = desk.open("today")
        other.open("today")
        assert desk.problems.name == other.problems.name
        assert "only your first try counts" in table.message
        names.append(desk.problems.name)
        desk.solve()
    assert len(set(names)) == 3 and desk.dailies.streak(PROBLEM).current == 3
    assert "3-day streak" in desk.table.card.comparison
    assert other.dailies.streak(PROBLEM).current == 0


def test_an_earlier_day_is_practice(desk: Solving) -> None:
    desk.open("20260301")
    desk.solve()
    assert desk.dailies.all().days(PROBLEM) == ()


@pytest.mark.parametrize("name", ["x", "c1m1-links-4-2-1-1-00000000", "c9pAAAA", "20261399", "", "é" * 300])
def test_a_bad_id_is_one_line(desk: Solving, name: str) -> None:
    before = desk.table.session
    if name == "":
        desk.open(name)  # today's
        return
    with pytest.raises(BadInput) as error:
        desk.open(name)
    assert len(str(error.value).splitlines()) == 1 and desk.table.session is before


def test_when_all_are_tried_a_new_problem_is_made(desk: Solving) -> None:
    desk.problems.game = "nineteen"
    desk.open(first_of("nineteen", "rows"))
    desk.problems.make(2)
    assert desk.table.message == "Finding a new problem for you…"
    desk.think()
    name = desk.asked[-1].removeprefix("./#problem=")
    assert ids.grade_of(name) == 2 and ids.read(name).game == "nineteen"


def test_when_no_new_problem_is_found_in_time_one_of_the_list_comes_again(desk: Solving) -> None:
    desk.pace = GIVEN_UP + 1
    desk.problems.game = "duel"
    names = choice.listed("duel", grade=5)
    desk.open(names[0])
    desk.book.put(ProblemBook(Attempt(name, 1, name != names[1]) for name in names))
    desk.problems.make(5)
    desk.think()
    assert desk.asked == [f"./#problem={names[1]}"], "the only one that was not solved"
    assert "You have tried this one before." in desk.open(names[1]).message
    assert "before" not in desk.open(names[2]).message


@pytest.mark.parametrize("name", PROBLEM_GAMES)
def test_a_problem_is_made_of_a_position_of_a_game(desk: Solving, name: str) -> None:
    found = 0
    for seed in range(10):
        session = session_of(name, seed)
        for _turn in range(8 + seed % 5):
            for word in advise(session.rules, session.state, effort=1).words:
                session.play(word)
        problem = finished(problem_of(name, session.options, session.state))
        if problem is None:
            continue
        found += 1
        proof = finished(proving(search_of(problem), problem.turns))
        assert proof.shortest == problem.turns and proof.first <= FEW
        table = desk.open(composed_id(problem))
        shown, own = table.session.view.boards[0], session.view.boards[session.view.turn]
        assert settled(shown) == settled(own), "the board of the game"
        desk.solve()
        assert table.card.title == "Solved!" and not len(desk.book.all()), "a problem without a grade does not count"
    assert found or name == "lines98"


def settled(board: Board) -> list[str]:
    """Returns the filled cells of a board without the piece in play."""
    return [
        "".join("." if letter == "." or (r, c) in board.piece else "x" for c, letter in enumerate(row))
        for r, row in enumerate(board.rows)
    ]


def test_one_game_says_whether_a_problem_is_in_it_and_can_be_stopped(desk: Solving) -> None:
    session = desk.table.session
    desk.problems.make_of("nineteen", session.options, session.state)
    assert desk.table.said.offer == "Stop"
    desk.think()
    assert desk.asked or "made into a problem" in desk.table.message
    desk.problems.make_of("nineteen", session.options, session.state)
    desk.table.accept()
    assert desk.work is None
    before = list(desk.asked)
    desk.problems.make_of("nineteen", session.options, session.state)
    desk.table.play.execute("drop")
    desk.think()
    assert desk.asked == before, "a player who goes on is left alone"


def test_what_is_shared_is_the_problem_and_not_the_try(desk: Solving) -> None:
    table = desk.open(first_of("chain", "links"))
    start = table.session.view.boards
    desk.fail()
    task = table.play.mode.task(table.session)
    assert task and task.link == f"#problem={desk.problems.name}" and task.start.view.boards == start


# The list.


def test_every_listed_problem_can_be_read() -> None:
    """If this fails after a change of the makers or the grades: python -m tools.train.problem_list."""
    for (game, goal), text in LISTED.items():
        assert len(text.split()) == len(set(text.split())) >= 25
        for name in text.split():
            problem = ids.read(name)
            assert (problem.game, problem.goal) == (game, goal)
    assert {game for game, _goal in LISTED} == set(PROBLEM_GAMES)


# The rating.


def test_the_papers_own_example() -> None:
    """Glickman, "Example of the Glicko-2 system", steps 2 to 8."""
    results = [AgainstRating(1400, 30, 1), AgainstRating(1550, 100, 0), AgainstRating(1700, 300, 0)]
    after = rated(Rating(1500, 200, 0.06), results)
    assert round(after.value, 2) == 1464.05 and round(after.deviation, 2) == 151.52
    assert round(after.volatility, 5) == 0.06


@pytest.mark.parametrize("strength", [1000.0, 1400.0, 1600.0, 2000.0])
def test_simulated_players_get_their_strength_as_their_level(strength: float) -> None:
    """After 100 problems at the rating that is shown. A hundred answers of yes or no tell a strength to 35 points, so
    that at most 85 % of the ratings can be within 50."""
    chance, found = random.Random(1), []
    for _player in range(200):
        now = Rating()

        def answers() -> Iterator[tuple[int, bool]]:
            while True:
                grade = grade_for(now)  # noqa: B023
                yield grade, chance.random() < 1 / (1 + 10 ** ((GRADE_RATINGS[grade] - strength) / 400))

        for rating in islice(ratings(answers()), 101):
            now = rating
        found.append(now.value)
    assert abs(sum(found) / len(found) - strength) < 10
    assert sum(abs(each - strength) <= 50 for each in found) >= 0.72 * len(found)


def test_a_period_ends_after_some_problems() -> None:
    found = list(ratings([(3, True)] * (PERIOD + 1)))
    assert len(found) == PERIOD + 2 and [round(each.value) for each in found] == sorted({round(e.value) for e in found})
    assert found[PERIOD + 1] == rated(found[PERIOD], [AgainstRating(1500, 0, 1)])
    assert grade_for(Rating(1130)) == 2 and grade_for(Rating(3000)) == 5 and grade_for(Rating(100)) == 1


def test_a_press_that_moves_nothing_leaves_the_goal_in_sight() -> None:
    for name in LISTED["push-clear", "clear"].split():
        table = Solving().open(name)
        stuck = set(table.session.rules.words) - set(table.session.moves)
        if stuck:
            break
    goal = table.message
    table.play.play(stuck.pop())
    table.run()
    assert table.message == f"Can't move there. {goal}" and table.said.offer == "Show solution"


# An id that comes from outside may say any grade.


def caption(table: Table) -> str:
    return table.all(changes.CaptionChanged)[-1].text


FORGED = ["p1m2-points-9999-1-0-5-5809a6c2", "p1m2-points-1-1-0-5-bf2d106b", "n1m2-rows-9999-1-0-5-1c19dd96"]
"""Not solvable, too easy for the grade, not solvable; all with the right checksums."""


@pytest.mark.parametrize("name", FORGED)
def test_a_forged_grade_is_neither_shown_nor_counted(desk: Solving, name: str) -> None:
    table = desk.open(name)
    assert ids.grade_of(name) == 5 and caption(table) == "Problem"
    desk.fail()
    desk.think()
    assert caption(table) == "Problem" and not len(desk.book.all())
    if table.said.offer == "Why not?":
        table.accept()
        desk.think()
        assert not len(desk.book.all())


@pytest.mark.parametrize("early", [False, True], ids=["then played", "played before"])
def test_a_grade_from_outside_is_shown_and_counts_once_it_is_proven(desk: Solving, early: bool) -> None:
    found = finished(makers.making("push-clear", Draw(3), 2))
    assert not choice.is_listed(found.name)
    table = desk.open(found.name)
    assert caption(table) == "Problem"
    if early:
        desk.solve()
        assert not len(desk.book.all())
    desk.think()
    assert caption(table).startswith("Grade 2 ")
    if not early:
        desk.solve()
    assert desk.book.all().solved(found.name)
    assert caption(desk.open(found.name)).startswith("Grade 2 "), "it was proven in this visit"


def test_a_try_from_outside_counts_if_the_reason_is_asked_for_before_its_proof(desk: Solving) -> None:
    found = finished(makers.making("push-clear", Draw(4), 2))
    table = desk.open(found.name)
    desk.fail()
    table.accept()
    desk.think()
    assert desk.book.all().solved(found.name) is False
