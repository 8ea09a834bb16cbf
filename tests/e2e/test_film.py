"""A game's motion as a film, a picture each frame: number, words and score come with the thing that they tell of."""

from __future__ import annotations

from typing import Any

from tests.e2e.conftest import Player

RECORD = """() => {
    const film = (window.film = []);
    const text = (selector) => document.querySelector(selector)?.textContent ?? "";
    const first = performance.now();
    const shoot = () => {
        const figure = [...document.querySelectorAll(".board-head .figure")].find((f) => /Score/.test(f.textContent));
        const score = +figure.querySelector("dd").textContent;
        film.push([performance.now() - first, score, text("#status-text"), text(".rising")]);
        if (film.length < 240) requestAnimationFrame(shoot);
    };
    shoot();
}"""


def film_of(player: Player, *keys: str) -> list[list[Any]]:
    player.page.evaluate(RECORD)
    player.press(*keys)
    player.page.wait_for_function("window.film.length >= 120")
    film: list[list[Any]] = player.page.evaluate("window.film")
    return film


def test_each_link_of_a_chain_counts_and_is_told_when_it_vanishes(desk: Player) -> None:
    desk.go("?game=chain&seed=35&colours=3").page.click("#go-on")
    desk.press("KeyX", "Space", "Space", "KeyX", "Space", "ArrowLeft")
    film = film_of(desk, "Space")
    scores = [score for _time, score, _status, _rising in film]
    steps = sorted(set(scores))
    assert len(steps) == 3, "before, after the first link, after the second"
    first, second = scores.index(steps[1]), scores.index(steps[2])
    assert film[second][0] - film[first][0] > 150, "the links are seen one after the other"
    chain = next(i for i, shot in enumerate(film) if "2-chain" in shot[2])
    assert chain >= second, "and the second is not announced before it is seen"
    assert film[first][3] == f"+{steps[1] - steps[0]}" and film[second][3] == f"+{steps[2] - steps[1]}"
