"""A game's motion, filmed frame by frame: numbers, words, score and sound appear together with the event that they
report.

The page's frames follow a simulated clock, on which they are never further apart than on a fast machine, so a film
shows every phase however slow the machine is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, expect

from game import files
from game.contract import Completed, Event, Locked, Role, Scored, Vanished
from game.effects.animation import Phase, phases
from game.input.keys import DEFAULT
from game.rules import GAMES
from game.session import Session
from game.text.sentences import sentence
from game.words import Translator
from tests.e2e.conftest import Player, Watch, own_page

FRAME = 1000 / 60

CAMERA = """(() => {
    window.notes = window.stills = 0;
    window.film = [];
    const value = { setValueAtTime() {}, exponentialRampToValueAtTime() {}, linearRampToValueAtTime() {} };
    const node = { connect() {}, start() {}, stop() {}, frequency: value };
    const gain = { connect() {}, gain: value };
    window.AudioContext = class {
        state = 'running';
        currentTime = 0;
        destination = {};
        createOscillator() { window.notes++; return node; }
        createGain() { return gain; }
        resume() {}
        suspend() {}
    };
    const text = (e) => e?.textContent ?? '';
    const number = (e) => +text(e.querySelector('dd')).replace(/\\D/g, '');
    const isScore = (e) => text(e.querySelector('dt')) === 'Score';
    const isChain = (e) => text(e.querySelector('dt')) === 'Chain';
    const isBest = (e) => text(e.querySelector('dt')) === 'Best';
    const all = (selector) => [...document.querySelectorAll(selector)];
    const shoot = (frame) => {
        const figures = all('.board-head .figure').filter(isScore);
        if (!figures.length) return;
        if (window.film.at(-1)?.frame === frame) window.film.pop();
        window.film.push({
            frame,
            scores: figures.map(number),
            around: all('.board-head .figure, #figures .figure')
                .filter((e) => !isScore(e) && !isBest(e) && !isChain(e)).map(text)
                .concat(all('.board').map((e) => e.className)),
            running: figures.map((e) => e.querySelector('dd.counts')?.dataset.shown ?? ''),
            rising: all('.rising').map(text),
            cheers: all('.cheer:not(.new-level)').map((e) => [text(e), parseFloat(getComputedStyle(e).fontSize)]),
            chain: all('.board-head .figure').filter(isChain).map(number),
            status: text(document.getElementById('status-text')),
            card: !document.getElementById('end-card').hidden,
            notes: window.notes,
            stills: window.stills,
        });
    };
    let [last, time, frame] = [0, 0, 0];
    window.shoot = () => shoot(frame);
    const real = requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (act) => real((now) => {
        if (now !== last) {
            time = last ? time + Math.min(now - last, 1000 / 60) : now;
            last = now;
            frame++;
        }
        act(time);
        shoot(frame);
    });
})()"""
"""Runs before the page's own scripts."""

COUNT = """(() => {
    const { cells } = kesuCopier.prototype;
    kesuCopier.prototype.cells = function (list, count) { window.stills++; return cells.call(this, list, count); };
})()"""
"""Counts how often a still board is painted. Runs before a game opens, because Python caches the method."""


@dataclass(frozen=True)
class Shot:
    """What one frame shows, and how much was heard and painted up to then."""

    frame: int
    scores: list[int]
    around: list[str]
    """The other figures but Best and Chain, and which boards are waiting."""
    running: list[str]
    rising: list[str]
    cheers: list[tuple[str, float]]
    """The word over each board, and its size in pixels."""
    chain: list[int]
    status: str
    card: bool
    notes: int
    stills: int


@pytest.fixture(scope="module")
def studio(guests: BrowserContext, site: str) -> Iterator[Player]:
    watch = Watch(site)
    with own_page(guests, site) as page:
        page.add_init_script(CAMERA)
        player = Player(watch.over(page), site).load()
        page.evaluate(COUNT)
        yield player
    assert watch.complaints == []


def open_at(player: Player, session: Session) -> None:
    """Opens the game as it is and starts its clock, if it has one."""
    name = session.rules.name
    player.go_on("./").page.evaluate("localStorage.clear()")
    player.page.evaluate("([name, save]) => localStorage.setItem('kesu/save/' + name, save)", [name, session.save()])
    player.go_on(f"?game={name}").page.wait_for_function("document.body.dataset.screen === 'game'")
    if session.rules.timed:
        player.page.click("#go-on")
    player.settle().page.evaluate("window.film = []; window.shoot()")


def play(player: Player, session: Session, word: str) -> None:
    """Plays a word as a player does: by a key, or cell by cell."""
    role = session.rules.role(word)
    assert role
    if role is not Role.MOVE:
        player.press(DEFAULT[role][0])
        return
    box = player.page.locator(".board-frame canvas").first.bounding_box()
    assert box
    rows = session.view.boards[0].rows
    for cell in word.split(" ")[1:]:
        column, row = ord(cell[0]) - ord("a"), int(cell[1:]) - 1
        size = box["width"] / len(rows[0])
        player.page.mouse.click(box["x"] + (column + 0.5) * size, box["y"] + (row + 0.5) * size)


def film_until(player: Player, ended: str) -> list[Shot]:
    """Returns the film once its last frame meets the condition."""
    player.page.wait_for_function(f"window.film.length && (({ended})(window.film.at(-1)))", timeout=20_000)
    return [Shot(**shot) for shot in player.page.evaluate("window.film")]


def scoring(name: str) -> tuple[Session, str]:
    """Returns a game just before the word that scores in its last scene, and that word."""
    scene = GAMES[name].scenes[-1]
    session = Session(GAMES[name], scene.options, scene.seed, files.read)
    for word in scene.unseen:
        session.play(word)
    for word in scene.seen:
        with_points = [e for e in GAMES[name].play(session.state, word)[1] if isinstance(e, Scored) and e.at]
        if with_points:
            return session, word
        session.play(word)
    raise AssertionError(f"nothing scores in the last scene of {name}")


def of(phase: Phase, kind: type[Event] | tuple[type[Event], ...]) -> list[Any]:
    return [cue for cue in phase.cues if isinstance(cue, kind)]


def seen_after(film: Sequence[Shot], board: int, score: int) -> int:
    """Returns the index of the first frame with that score."""
    return next(i for i, shot in enumerate(film) if shot.scores[board] == score)


@pytest.mark.parametrize("name", list(GAMES))
def test_numbers_words_score_and_sound_appear_in_their_phase(studio: Player, name: str) -> None:
    session, word = scoring(name)
    rules, board = session.rules, session.view.turn
    before = session.view.boards[board].rows
    score = dict(session.view.boards[board].figures)["Score"]
    assert isinstance(score, int)
    open_at(studio, session)
    play(studio, session, word)
    events = session.play(word)
    scoring_phases = [phase for phase in phases(before, events, board, glide=not rules.timed) if of(phase, Scored)]
    final = score + sum(event.points for phase in scoring_phases for event in of(phase, Scored))
    film = film_until(studio, f"(s) => s.scores[{board}] >= {final} && !s.running[{board}]")

    steps, sizes = [score], [0.0]
    points = at = 0
    for phase in scoring_phases:
        gained = sum(event.points for event in of(phase, Scored))
        steps.append(steps[-1] + gained)
        points += sum(event.points for event in of(phase, Scored) if event.at)  # the points of a drop are not said
        before_it, at = at, seen_after(film, board, steps[-1])
        if before_it and rules.name == "chain":
            assert (film[at].frame - film[before_it].frame) * FRAME > 150, "there is a pause between links"
        last, now = film[at - 1], film[at]
        assert at > 0 and last.scores[board] == steps[-2]
        risen = [event.points for event in of(phase, Scored) if event.at]
        if risen:
            assert now.rising[board] == f"+{risen[-1]}" != last.rising[board]
        if of(phase, (Vanished, Completed, Locked)):
            assert now.notes > last.notes, "the sound comes with the picture"
        if of(phase, Completed):
            name = sentence(of(phase, Completed), 0, Translator())
            assert name in now.status and name not in last.status
        if of(phase, (Vanished, Completed)) and phase.milliseconds:
            assert now.stills > last.stills, "the board changes in the same frame"
            said = f"{points} point" if points else ""
            assert said in now.status and (not said or said not in last.status)
        links = [event.link for event in of(phase, Vanished) if event.link > 1]
        if links:
            word = f"{links[-1]}-chain!"
            assert word in now.status and word not in last.status
            assert word == now.cheers[board][0] != last.cheers[board][0] and now.cheers[board][1] > sizes[-1]
            sizes.append(now.cheers[board][1])
            assert now.chain == ([links[-1]] if last.chain else []), "the figure counts with the word"
    assert list(dict.fromkeys(shot.scores[board] for shot in film)) == steps, "no score appears early"
    assert {*map(tuple, (shot.around for shot in film[:at]))} == {tuple(film[0].around)}, "and no other figure"
    if gained >= 5:
        between = {int(shot.running[board]) for shot in film[at:] if shot.running[board]}
        assert any(steps[-2] < number < steps[-1] for number in between), "the score counts up visibly"


def test_a_chain_over_which_a_move_is_played_still_has_its_last_word(studio: Player) -> None:
    """A key pressed during a chain left the first points, "+40", as all that was seen of thousands."""
    session, word = scoring("chain")
    open_at(studio, session)
    play(studio, session, word)
    events = session.play(word)
    links = max(event.link for event in events if isinstance(event, Vanished))
    studio.page.wait_for_function("window.film.at(-1).rising[0]")
    studio.press(DEFAULT[Role.LEFT][0])
    film = film_until(studio, f"(s) => s.cheers[0][0] === '{links}-chain!'")
    first, *others = [event.points for event in events if isinstance(event, Scored) and event.at]
    risen = list(dict.fromkeys(shot.rising[0] for shot in film if shot.rising[0]))
    assert risen[-1] == f"+{sum(others):,}" and risen[0] == f"+{first:,}" and len(risen) == 2


def test_the_tray_lights_up_at_each_new_level(studio: Player) -> None:
    studio.go("?game=biquadris&computer=no&seed=7")
    glows = "document.getAnimations().some((motion) => motion.id === 'glow')"
    for _level in range(2):
        studio.press(DEFAULT[Role.LEVEL_UP][0])
        studio.page.wait_for_function(glows)
        studio.page.wait_for_function(f"!{glows}")


def test_muting_silences_the_game_and_changes_the_button(studio: Player) -> None:
    session, word = scoring("push-clear")
    open_at(studio, session)
    button = studio.page.locator("#mute")
    studio.press("KeyV")
    expect(button).to_have_attribute("aria-pressed", "true")
    play(studio, session, word)
    film = film_until(studio, "(s) => s.scores[0] > 0")
    assert {shot.notes for shot in film} == {film[0].notes}
    button.click()
    expect(button).to_have_attribute("aria-pressed", "false")


STONES = """code => {
    const canvas = document.querySelectorAll('.board-frame canvas')[1];
    const copy = new OffscreenCanvas(canvas.width / 6, canvas.height / 13);
    const corner = copy.getContext("2d", { willReadFrequently: true });
    const picture = () => {
        corner.drawImage(canvas, 0, 0);
        return corner.getImageData(0, 0, corner.canvas.width, corner.canvas.height).data.join();
    };
    const said = () => document.getElementById('status-text').textContent.includes(' for ');
    const before = picture(), pictures = [];
    for (const kind of ['keydown', 'keyup'])
        document.body.dispatchEvent(new KeyboardEvent(kind, { code, bubbles: true }));
    return new Promise((done) => {
        const look = () => {
            pictures.push([said(), picture() !== before]);
            window.early ||= !said() && document.getElementById('status-text').textContent.includes('if nothing');
            if (said() && pictures.at(-1)[1]) done(pictures); else requestAnimationFrame(look);
        };
        look();
    });
}"""
"""Records frame by frame whether garbage is announced, and whether it hangs over the board where it will fall."""


def test_garbage_hangs_over_the_opponents_board_only_once_sent(studio: Player) -> None:
    session, word = scoring("duel")
    open_at(studio, session)
    role = session.rules.role(word)
    assert role
    pictures = studio.page.evaluate(STONES, DEFAULT[role][0])
    assert not studio.page.evaluate("window.early"), "incoming garbage is not announced before the opponent's turn"
    assert len(pictures) > 10 and not any(hangs and not said for said, hangs in pictures)
