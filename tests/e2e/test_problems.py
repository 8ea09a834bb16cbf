"""Problems in the page: from home to a solution, a failed try, a link, and how a player without a screen solves one."""

from __future__ import annotations

import re
from itertools import takewhile
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from game.problems import choice, ids
from game.problems.games import PROBLEM_GAMES, search_of
from game.problems.hints import Hints
from game.problems.listed import LISTED
from game.problems.play import rules_of
from game.problems.problem import Problem
from game.problems.solver import proving, solution
from game.rules import GAMES
from game.session import Session, finished
from game.words import PLURAL
from tests.e2e.conftest import Player, touch
from tests.e2e.test_faults import RUN
from tests.e2e.test_review import looked_back

NAME = choice.listed("nineteen", "rows", 2)[0]
KINDS = pytest.mark.parametrize(("game", "goal"), list(LISTED))


def words(name: str) -> list[str]:
    """Returns the words of a proven solution."""
    problem = ids.read(name)
    session = Session(rules_of(problem, name))
    while not session.over:
        for word in Hints(problem)(session.rules, session.state).words:
            session.play(word)
    return list(session.inputs)


def test_a_problem_is_failed_explained_and_solved(desk: Player) -> None:
    page = desk.go("./").page
    page.locator("#open-problems").click()
    dialog = page.locator("#problems")
    expect(dialog.get_by_text("Solve a few, and your rating shows here.")).to_be_visible(timeout=30_000)
    dialog.get_by_label("Kind").select_option(label="Nineteen: Clear rows")
    dialog.get_by_label("Grade").select_option("2")
    labels = dialog.locator(".problem-grid small").all_inner_texts()
    assert labels and not any(label.endswith((".", "。")) for label in labels), "a full stop alone would take a line"
    dialog.get_by_role("button", name="Problem 1.").click()
    status, offer = page.locator("#status-text"), page.locator("#offer")
    expect(status).to_contain_text("turns left.")
    assert page.url.endswith(f"#problem={NAME}")
    turns = ids.read(NAME).turns
    desk.press(*["Space"] * turns)
    expect(status).to_have_text("Not solved. Undo to go back.")
    offer.click()
    expect(status).to_contain_text("the most you can reach", timeout=30_000)
    page.locator("[data-action=restart]").click()
    page.locator("#console").evaluate("box => { box.open = true }")
    page.fill("#command-line", " ".join(words(NAME)))
    page.press("#command-line", "Enter")
    expect(page.locator("#end-title")).to_have_text("Solved!", timeout=30_000)
    page.locator("#end-next").click()
    expect(status).to_contain_text("left.")
    assert NAME not in page.url
    page.go_back()
    expect(status).to_contain_text("turns left.")
    page.locator("[data-action=problems]").click()
    expect(dialog.get_by_label("Grade")).to_have_value("1")  # nothing has been solved
    dialog.get_by_label("Grade").select_option("2")
    expect(dialog.get_by_role("button", name="Problem 1, not solved")).to_be_visible()
    page.keyboard.press("Escape")
    desk.go_on("./").page.locator("#open-records").click()
    expect(page.locator("#records").get_by_role("row", name="Nineteen: Clear rows")).to_contain_text("0 / 1")


def test_a_link_leads_to_a_problem_and_a_bad_one_to_a_sentence(desk: Player) -> None:
    page = desk.go("./").go_on(f"./#problem={NAME}").page
    expect(page.locator("#status-text")).to_contain_text("turns left.", timeout=30_000)
    expect(page.locator("#listing table")).to_be_attached()
    page.locator("#menu [data-action=share]").click()
    share = page.locator("#share")
    assert share.get_by_label("Link to this problem").input_value().endswith(f"#problem={NAME}")
    expect(share.get_by_text("replay")).to_have_count(0)
    page.keyboard.press("Escape")
    desk.go_on("./#problem=n1m1-rows-2-2-1-2-00000000")
    expect(page.locator("#home-message")).to_contain_text("id is damaged")


def test_a_problem_is_made_of_a_game(desk: Player) -> None:
    page = desk.go("?game=push-clear&seed=7").page
    page.locator("[data-action=problems]").click()
    page.locator("#problems").get_by_role("button", name="Turn this into a problem").click(timeout=30_000)
    page.wait_for_function(
        """() => location.hash.startsWith('#problem=p')
            || document.getElementById('status-text').textContent.includes('made into a problem')"""
    )


# By words alone.


def heard(desk: Player, game: str) -> Problem:
    """Returns the problem on the page as its texts alone describe it: the status line, the table, and what comes."""
    of_game, letters = PROBLEM_GAMES[game], {symbol.name: letter for letter, symbol in GAMES[game].symbols.items()}
    status = desk.status()
    turns = re.search(r"(\d+) turns? left", status)
    asked = [
        (goal, found)
        for goal, sentences in of_game.goals.items()
        for sentence in sentences.split(PLURAL)
        if (found := re.match(re.escape(sentence).replace(r"\{count\}", r"(\d+)"), status))
    ]
    assert turns and len(asked) == 1, status
    (goal, found), rows = asked[0], ["".join(letters[name] for name in row) for row in desk.rows()]
    pieces: list[str] = []
    of_games: dict[str, dict[str, Any]] = {"push-clear": {"size": len(rows)}, "lines98": {"mode": "line"}}
    options = of_games.get(game, {})
    if of_game.pieces({"colours": 5}):
        above = next(number for number, row in enumerate(rows) if set(row) != {"."})
        falling = list(takewhile(lambda row: set(row) != {"."}, rows[above:]))
        rows[above : above + len(falling)] = ["." * len(rows[0])] * len(falling)
        spoken = [canvas.get_attribute("aria-label") or "" for canvas in desk.page.locator(".next canvas").all()]
        coming = [[letters[name] for name in text.removeprefix("Next: ").split(", ")] for text in spoken]
        seen = [list(dict.fromkeys("".join(falling).replace(".", ""))), *coming]
        # Of a pair, the upper block is the second.
        pieces = [piece[-1] + piece[0] if "colours" in of_game.options else piece[0] for piece in seen]
        options = {"colours": 5} if "colours" in of_game.options else {}
    least = int(found[1]) if found.groups() else 0
    return Problem(game, options, tuple(rows), tuple(pieces), goal, least, int(turns[1]))


@KINDS
def test_every_kind_is_solved_by_words_alone(desk: Player, game: str, goal: str) -> None:
    """From what the page says to somebody who does not see it, in words that they type."""
    name = choice.listed(game, goal, 3)[0]
    page = desk.go("./").go_on(f"./#problem={name}").page
    expect(page.locator("#status-text")).to_contain_text("left.", timeout=30_000)
    problem, real = heard(desk, game), ids.read(name)
    assert {**vars(problem), "options": real.options} == vars(real)
    search = search_of(problem)
    turns = solution(search, finished(proving(search, problem.turns)))
    page.locator("#console").evaluate("box => { box.open = true }")
    left = page.locator(".figure", has=page.locator("dt", has_text="Turns left")).locator("dd")
    for number, typed in enumerate(turns, 1):
        page.fill("#command-line", " ".join(typed))
        page.press("#command-line", "Enter")
        expect(left).to_have_text(str(len(turns) - number), timeout=30_000)
    expect(page.locator("[role=status] #status-text")).to_have_text("Solved!", timeout=30_000)


# Drawn by players.


def drawing(desk: Player, game: str) -> Page:
    """Opens the dialog to draw a problem of a game."""
    page = desk.page
    page.locator("#open-problems").click()
    page.locator("#problems [data-act=draw]").click(timeout=30_000)
    page.locator("#composer").get_by_role("combobox", name="Game").select_option(game)
    return page


@KINDS
def test_every_kind_is_drawn_proven_and_played(desk: Player, game: str, goal: str) -> None:
    problem = ids.read(choice.listed(game, goal, 1)[0])
    page = drawing(desk.go("./"), game)
    dialog = page.locator("#composer")
    for name, value in problem.options.items():
        if dialog.locator(f"[data-option={name}]").count():
            dialog.locator(f"[data-option={name}]").select_option(str(value))
    dialog.get_by_text("The board as text", exact=True).click()
    dialog.get_by_label("The board as text:").fill("\n".join(problem.rows))
    if problem.pieces:
        dialog.get_by_label("What comes, in order").fill(" ".join(problem.pieces))
    dialog.get_by_role("combobox", name="Goal").select_option(problem.goal)
    if problem.least:
        dialog.get_by_role("spinbutton", name="At least").fill(str(problem.least))
    dialog.get_by_role("spinbutton", name="Turns").fill(str(problem.turns))
    expect(dialog.get_by_role("button", name="Play it")).to_be_disabled()
    dialog.get_by_role("button", name="Check for solutions").click()
    expect(dialog.locator(".message").last).to_contain_text("Checked: there ", timeout=30_000)
    dialog.get_by_role("button", name="Play it").click()
    expect(page.locator("#status-text")).to_contain_text("left.", timeout=30_000)
    assert page.url.endswith(f"#problem={ids.composed_id(problem)}")


LAST_LINES = """texts => { const grid = document.querySelector('#problems .problem-grid');
    const button = grid.querySelector('button');
    return texts.map((text) => { const place = document.createElement('small'); place.textContent = text;
        button.append(place);
        const range = document.createRange(), tops = [];
        for (let i = 0; i < text.length; i++) {
            range.setStart(place.firstChild, i);
            range.setEnd(place.firstChild, i + 1);
            tops.push(Math.round(range.getBoundingClientRect().top)); }
        place.remove();
        return tops.filter((top) => top === tops.at(-1)).length }) }"""
"""How many letters there are on the last line of each of these texts below a problem's picture."""


ANOTHER_GAME = """
from js import document
from game.web.board import sprites
sprites.recolour()
place = document.querySelector('.card[data-game="biquadris"] .card-board')
sprites.sprites_of({}, 8, place.firstElementChild)
"""
"""Reads the colours of another game's card at home, as its demo does."""
FACE = """canvas => {
    const { width, height } = canvas, copy = new OffscreenCanvas(width, height).getContext('2d');
    copy.drawImage(canvas, 0, 0);
    const probe = document.createElement('i');
    probe.style.color = 'var(--accent)';
    canvas.closest('.problem-grid').append(probe);
    const [r, g, b] = getComputedStyle(probe).color.match(/\\d+/g);
    probe.remove();
    const { data } = copy.getImageData(0, 0, width, height);
    let found = 0;
    for (let at = 0; at < data.length; at += 4) found += data[at] == r && data[at + 1] == g && data[at + 2] == b;
    return found }"""
"""How many pixels of a problem's picture have exactly the game's accent colour, which is the player's."""


def test_the_lists_pictures_have_their_own_games_colours(desk: Player) -> None:
    """After another game's demo at home, the player in the pictures of Push and Clear was red."""
    page = desk.go("./").settle().page
    page.evaluate(RUN, ANOTHER_GAME)
    page.click("#open-problems")
    page.locator("#problems").get_by_label("Kind").select_option(label="Push and Clear: Collect points")
    picture = page.locator("#problems .problem-grid canvas").first
    desk.still()
    page.wait_for_function("document.querySelector('#problems .problem-grid canvas').style.width")
    assert picture.evaluate(FACE) > 20
    desk.press("Escape")


def test_no_letter_stands_alone_below_a_problem_in_japanese(phone: Player) -> None:
    """Japanese has no spaces: a goal was broken anywhere, and う stood on a line of its own."""
    page = phone.go("./").page
    page.set_viewport_size({"width": 360, "height": 740})
    page.click("#open-problems")
    page.wait_for_selector("#problems .problem-grid button")
    page.evaluate("document.documentElement.lang = 'ja'")
    goals = ["ポイントを3個集めましょう", "2連鎖を作りましょう", "2ライン消しましょう", "ポイントを10個集めましょう"]
    assert min(page.evaluate(LAST_LINES, goals)) > 1
    page.evaluate("document.documentElement.lang = 'en'")
    phone.press("Escape")


def test_a_problem_is_drawn_by_finger(phone: Player) -> None:
    page = drawing(phone.go("./"), "nineteen")
    dialog, message = page.locator("#composer"), page.locator("#composer .message").last
    prove, play = dialog.get_by_role("button", name="Check for solutions"), dialog.get_by_role("button", name="Play it")
    prove.tap()
    expect(message).to_contain_text("t least one piece must come")
    canvas = dialog.locator("canvas[role=application]")
    canvas.scroll_into_view_if_needed()
    box = canvas.bounding_box()
    assert box
    side = box["width"] / 9
    y = box["y"] + box["height"] - side / 2
    touch(page, [(box["x"] + side * (number + 0.5), y) for number in range(9)])
    page.wait_for_timeout(700)  # a tap right after a fling only stops the fling, in any browser
    dialog.get_by_role("group", name="Add a piece").get_by_role("button").first.tap()
    prove.tap()
    expect(message).to_contain_text("not settled", ignore_case=True)
    dialog.get_by_role("button", name="empty", exact=True).tap()
    canvas.scroll_into_view_if_needed()
    box = canvas.bounding_box()
    assert box
    page.touchscreen.tap(box["x"] + side / 2, box["y"] + box["height"] - side / 2)
    prove.tap()
    expect(message).to_contain_text("there is 1 solution.", timeout=30_000)
    play.tap()
    expect(page.locator("#status-text")).to_contain_text("Clear 1 row. 1 turn left.", timeout=30_000)
    assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")


def test_a_problem_is_drawn_by_keys_and_each_cell_is_said(desk: Player) -> None:
    page = drawing(desk.go("?game=push-clear&seed=7").go_on("./"), "push-clear")
    dialog = page.locator("#composer")
    said, message = dialog.locator(".message").first, dialog.locator(".message").last
    dialog.locator("[data-option=size]").select_option("4")
    dialog.locator("canvas[role=application]").focus()
    page.keyboard.press("ArrowRight")
    expect(said).to_have_text("b4: empty")
    page.keyboard.press("*")
    expect(said).to_have_text("b4: point")
    page.keyboard.press("Delete")
    expect(said).to_have_text("b4: empty")
    page.keyboard.press("#")
    expect(said).to_have_text("b4: box")
    for key in ("ArrowUp", "ArrowUp", "ArrowRight", "ArrowRight", "Space"):  # the player cannot be painted over
        page.keyboard.press(key)
    expect(said).to_have_text("d2: you")
    dialog.get_by_role("button", name="Check for solutions").click()
    expect(message).to_have_text("Checked: there is no solution. 0 is the most you can reach.", timeout=30_000)
    expect(dialog.get_by_role("button", name="Play it")).to_be_disabled()
    page.keyboard.press("Escape")


def test_a_position_of_a_game_is_drawn_on(desk: Player) -> None:
    page = desk.go("?game=nineteen&seed=5").page
    page.click("#go-on")
    desk.press("Space", "KeyP")
    page.locator("[data-action=problems]").click()
    page.locator("#problems [data-act=draw]").click(timeout=30_000)
    dialog = page.locator("#composer")
    dialog.get_by_role("button", name="Edit this position").click()
    assert len(dialog.get_by_label("What comes, in order").input_value().split()) == 2
    assert sum(map(str.isalpha, dialog.get_by_label("The board as text:").input_value())) == 4
    page.keyboard.press("Escape")


def test_look_back_says_when_a_mistake_is_no_problem(fresh: Player) -> None:
    """None of this game's positions is a problem; tests/unit/test_problem_page.py has some that are."""
    dialog = looked_back(fresh)
    dialog.get_by_role("button", name="Make a problem").first.click(timeout=60_000)
    expect(dialog.locator("p.message")).to_contain_text("can't be made into a problem", timeout=30_000)
