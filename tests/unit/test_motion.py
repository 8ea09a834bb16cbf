"""Events become phases of an animation: the boards between, what moves, and within the time allowed."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game import files
from game.contract import Appeared, Changed, Completed, Ended, Event, Fell, Locked, Moved, Scored, Vanished, Walked
from game.effects.animation import FADE, LONGEST, PALE, PARTICLES, POP, SLIDE, TRAIL, Phase, announced, phases
from game.rules import GAMES
from game.session import Session


def test_a_slide_leaves_where_it_began_and_arrives_where_it_ends() -> None:
    (slide,) = phases(["#.."], [Moved((("#", (0, 0), (0, 2)),))])
    assert slide.rows == ("...",)
    assert slide.milliseconds == SLIDE
    (sprite,) = slide.sprites
    assert sprite.path == ((0, 0), (0, 2))


def test_a_box_that_slid_is_still_in_the_next_phase() -> None:
    moved, faded = phases(["#.*"], [Moved((("#", (0, 0), (0, 1)),)), Vanished((("*", (0, 2)),))])
    assert moved.rows == ("..*",)
    assert faded.rows == (".#.",)
    assert faded.milliseconds == FADE


def test_a_collected_point_does_not_fade_again() -> None:
    found = phases(["#*"], [Moved((("#", (0, 0), (0, 1)),)), Vanished((("*", (0, 1)),))])
    slide, end = found
    assert slide.sprites and not end.sprites and end.milliseconds == 0
    assert [type(cue) for cue in end.cues] == [Vanished], "but it is announced, once the box is there"


def test_a_full_line_flashes_then_points_pop_one_by_one_then_the_box_appears() -> None:
    events: list[Event] = [
        Completed(((0, 0), (0, 1)), 1),
        Changed((("*", (0, 0)), ("*", (0, 1)))),
        Appeared((("#", (1, 0)),)),
    ]
    flash, points, pop = phases(["##", ".."], events)
    assert flash.flash == {(0, 0), (0, 1)}
    assert points.rows == ("..", "..")
    first, second = (sprite.scale for sprite in points.sprites)
    assert first[0] > second[0] < 0 < first[1] == second[1], "it is seen from the moment on when its size is above zero"
    assert pop.rows == ("**", "..")
    assert pop.sprites[0].scale[1] == 1


def test_a_full_row_never_returns_to_full_colour_between_flash_and_fade() -> None:
    row = (("I", (0, 0)), ("I", (0, 1)))
    flash, fade = phases(["II"], [Completed(((0, 0), (0, 1)), 1), Vanished(row)], particles=True)
    assert flash.flash and {sprite.alpha for sprite in fade.sprites if sprite.scale[0] == 1} == {(PALE, 0)}
    (alone,) = phases(["II"], [Vanished(row)])
    assert {sprite.alpha for sprite in alone.sprites} == {(1, 0)}, "without a flash it fades from full colour"


def test_what_hides_part_of_a_board_stays_whole_while_rows_clear() -> None:
    rows = ["J...", "?J..", "?JJJ"]
    covers = tuple(("?", (row, 0)) for row in (1, 2))
    full, above = tuple(("J", (2, column)) for column in range(4)), tuple(("J", (1, column)) for column in (0, 1))
    events: list[Event] = [
        Completed(tuple(cell for _symbol, cell in full), 1),
        Vanished(full),
        Fell((*((symbol, cell, (2, cell[1])) for symbol, cell in above), ("J", (0, 0), (1, 0)))),
    ]
    found = phases(rows, events, covered=covers)
    assert [{row[0] for row in phase.rows[1:]} for phase in found] == [{"?"}] * 3
    assert not any((cell[0] in (1, 2)) and cell[1] == 0 for phase in found for cell in phase.flash)
    moving = {place for phase in found for sprite in phase.sprites for place in sprite.path}
    assert moving and not moving & {(1, 0), (2, 0)}, "and nothing is seen to move behind it"


def test_with_a_clock_moves_jump_but_falls_are_animated() -> None:
    events: list[Event] = [Moved((("r", (0, 0), (1, 0)),)), Locked((("r", (1, 0)),)), Fell((("r", (1, 0), (3, 0)),))]
    (fell,) = phases(["r", ".", ".", "."], events, glide=False)
    assert fell.sprites[0].path == ((1, 0), (3, 0))


def test_a_ball_walks_its_path() -> None:
    (walk,) = phases(["3..", "..."], [Walked("3", ((0, 0), (1, 0), (1, 1)))])
    assert walk.sprites[0].path == ((0, 0), (1, 0), (1, 1)), "round the corner, not across it"


def test_each_board_sees_its_own_events() -> None:
    events = [Moved((("T", (0, 0), (0, 1)),), board=1)]
    assert phases(["T."], events, board=0) == []
    assert len(phases(["T."], events, board=1)) == 1


def test_each_event_is_the_cue_of_the_phase_in_which_it_is_seen() -> None:
    def gone(link: int) -> Vanished:
        return Vanished((("r", (3, 0)),), link)

    events: list[Event] = [
        Locked((("r", (3, 0)),)),
        gone(1),
        Scored(40, (3, 0)),
        Fell((("r", (2, 0), (3, 0)),)),
        gone(2),
        Scored(320, (3, 0)),
        Ended(),
    ]
    found = phases([".", ".", "r", "r"], events, glide=False)
    assert [[type(cue).__name__ for cue in phase.cues] for phase in found] == [
        ["Locked", "Vanished", "Scored"], ["Fell"], ["Vanished", "Scored"], ["Ended"],
    ]  # fmt: skip
    assert [cue for phase in found for cue in phase.cues] == events


def test_a_drop_leaves_a_trail_where_it_came_from_and_a_step_does_not() -> None:
    (trail,) = phases(["T", ".", ".", "."], [Moved((("T", (0, 0), (3, 0)),))], glide=False)
    assert trail.milliseconds == TRAIL and trail.rows == (".", ".", ".", "T")
    assert [sprite.path for sprite in trail.sprites] == [((0, 0),), ((1, 0),), ((2, 0),)]
    assert phases(["T", "."], [Moved((("T", (0, 0), (1, 0)),))], glide=False) == []


def test_pieces_that_appear_together_grow_from_nothing() -> None:
    (phase,) = phases(["..."], [Appeared((("1", (0, 0)),)), Appeared((("2", (0, 2)),))])
    assert phase.rows == ("...",) and [sprite.path for sprite in phase.sprites] == [((0, 0),), ((0, 2),)]


def test_a_coming_ball_disappears_when_it_appears_there_or_elsewhere() -> None:
    coming = (("1", (0, 0)), ("2", (0, 1)), ("2", (0, 2)))
    phase = Phase(POP, (".#..",), cues=(Appeared((("1", (0, 0)), ("2", (0, 3)))),))
    assert announced(phase, coming) == ((("1", (0, 0)),), (("2", (0, 2)),)), "the covered one came elsewhere"
    assert announced(Phase(POP, ("....",)), coming) == ((), coming)


def test_particles_are_few_and_only_at_vanishing_cells() -> None:
    row = tuple(("I", (0, column)) for column in range(40))
    (faded,) = phases(["I" * 40], [Vanished(row)], particles=True)
    assert len(faded.sprites) == 40 + PARTICLES
    (one,) = phases(["I"], [Vanished((("I", (0, 0)),))], particles=True)
    assert len(one.sprites) == 1 + 4
    for spark in one.sprites[1:]:
        assert max(map(abs, spark.path[-1])) > 1, "it leaves the cell, which would hide it"


def test_points_move_nothing() -> None:
    assert phases(["."], [Scored(5, (0, 0))]) == []


@pytest.mark.parametrize("name", list(GAMES))
@settings(max_examples=10)
@given(choices=st.lists(st.integers(0, 999), max_size=60), seed=st.integers(0, 10**9))
def test_every_move_is_animated_within_its_time_and_ends_on_the_board(name: str, choices: list[int], seed: int) -> None:
    session = Session(GAMES[name], {}, seed, files.read)
    for choice in choices:
        moves = session.rules.moves(session.state)
        if not moves:
            break
        before = session.view
        events = session.play(moves[choice % len(moves)])
        for index, board in enumerate(before.boards):
            found = phases(board.rows, events, index)
            links = 1 + sum(isinstance(event, Vanished) for event in events)
            assert sum(phase.milliseconds for phase in found) <= LONGEST * links + 1
            for phase in found:
                assert [len(row) for row in phase.rows] == [len(row) for row in board.rows]
                for sprite in phase.sprites:
                    assert all(0 <= r < len(board.rows) and 0 <= c < len(board.rows[0]) for r, c in sprite.path)
