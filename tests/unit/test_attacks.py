"""Everything that an adversary once broke, and each promise of SECURITY.md, with its tests: tables that fail if a test
has gone.

The numbers are those of the last report. D1 to D8 are the ways in which a source of the workshop was lost.
"""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

pytestmark = pytest.mark.native

TESTS = Path(__file__).parents[1]
ROWS = {
    "1 foreign code writes a frame by XSLT and sends what was typed by WebRTC": (
        "e2e/test_workshop.py::test_the_browser_alone_lets_nothing_out",
        "e2e/test_workshop.py::test_hostile_source_cannot_reach_out_or_change_the_players_data",
        "e2e/test_workshop.py::test_only_reviewed_names_can_be_reached_where_foreign_code_runs",
        "engines/test_workshop.py::test_only_reviewed_names_can_be_reached",
        "engines/test_workshop.py::test_nothing_leaves_the_frame",
    ),
    "2 a nearly full store kills the start": ("e2e/test_faults.py::test_starts_with_a_nearly_full_store",),
    "3 the code takes the keyboard from the editor": (
        "e2e/test_workshop.py::test_code_never_takes_the_keyboard",
        "e2e/test_workshop.py::test_code_moves_and_says_nothing_while_the_visitor_is_in_the_editor",
    ),
    "4 the code freezes the page": (
        "e2e/test_workshop.py::test_flood_of_messages_stops_the_frame_but_not_the_workshop",
        "e2e/test_workshop.py::test_endless_operation_is_reported_with_its_line_and_the_page_stays_responsive",
        "e2e/test_workshop.py::test_what_is_shown_later_counts_against_the_code",
        "unit/test_tools_readers.py::test_code_is_ended_for_its_true_reason",
        "engines/test_workshop.py::test_a_flood_of_messages_ends_the_frame",
    ),
    "5 D1 and D2 a link replaces one's own draft": (
        "e2e/test_workshop.py::test_another_start_and_a_link_can_be_undone",
        "e2e/test_workshop.py::test_undo_and_redo_keep_every_draft_and_none_that_was_not_touched",
        "e2e/test_workshop.py::test_each_game_has_its_own_draft_which_outlives_the_tab",
    ),
    "5 D3 edits of a source from a link are lost": (
        "e2e/test_workshop.py::test_edits_of_a_source_from_a_link_survive_and_it_stays_marked",
        "e2e/test_workshop.py::test_reload_keeps_the_edited_source",
    ),
    "5 D4 another game and back": ("e2e/test_workshop.py::test_each_game_has_its_own_draft_which_outlives_the_tab",),
    "5 D5 Start from": (
        "e2e/test_workshop.py::test_another_start_and_a_link_can_be_undone",
        "e2e/test_workshop.py::test_typing_during_another_start_is_kept",
    ),
    "5 D6 a saved source is refused by its own reader": (
        "e2e/test_workshop.py::test_a_source_that_could_not_be_read_again_is_not_saved",
        "e2e/test_workshop.py::test_saving_a_source_puts_aside_what_cannot_be_read",
    ),
    "5 D8 an import over the limit": (
        "e2e/test_workshop.py::test_more_sources_than_there_is_room_for_are_kept_but_none_is_added",
        "unit/test_every_store.py::sources",
    ),
    "5 the mark of an outside source goes": (
        "e2e/test_workshop.py::test_edits_of_a_source_from_a_link_survive_and_it_stays_marked",
    ),
    "6 and B3 a held key after a stall moves the next piece or the other player's": (
        "unit/test_play_controller.py::test_held_key_does_not_move_the_next_piece_of_the_same_frame",
        "unit/test_play_controller.py::test_held_key_is_let_go_when_the_turn_passes",
        "unit/test_play_controller.py::test_long_stall_counts_as_the_longest_frame",
    ),
    "7 consent is given to something else": (
        "unit/test_live.py::test_only_ones_own_last_turn_can_be_undone_and_another_game_only_follows_the_end",
        "unit/test_live.py::test_an_open_question_is_not_exchanged",
        "unit/test_live_mode.py::test_a_question_says_what_is_undone_and_whose",
    ),
    "8 a host makes the guest's moves, or its game replaces another": (
        "unit/test_live.py::test_a_host_does_not_make_the_guests_moves_in_an_adopted_game",
        "unit/test_live.py::test_an_adopted_game_is_the_one_that_was_announced",
        "e2e/test_live.py::test_live_game_survives_reloads_a_lost_store_and_another_invitation",
    ),
    "9 the code speaks in the page's voice": ("e2e/test_workshop.py::test_code_cannot_speak_in_the_pages_voice",),
    "10 480 by 320 is unusable": (
        "e2e/test_layout.py::test_page_zoomed_to_400_percent_has_readable_boards_and_no_sideways_scrolling",
    ),
    "11 and B1 -dask with a bot that has a table": ("unit/test_dask.py::test_two_workers_give_the_same_as_one_loop",),
    "12 and B2 a merge of notebooks forgets": (
        "unit/test_notebook.py::test_a_later_wrong_answer_survives_an_older_right_one",
        "unit/test_notebook.py::test_two_full_notebooks_are_not_merged_in_silence",
    ),
    "13 the code fills the history": (
        "e2e/test_workshop.py::test_hostile_source_cannot_reach_out_or_change_the_players_data",
    ),
    "14 the frame goes to another address": (
        "e2e/test_workshop.py::test_hostile_source_cannot_reach_out_or_change_the_players_data",
    ),
    "15 a flood, and questions without end": (
        "e2e/test_live.py::test_live_game_survives_reloads_a_lost_store_and_another_invitation",
        "unit/test_live.py::test_a_refused_wish_is_not_asked_again",
        "unit/test_live.py::test_messages_beyond_the_limit_are_dropped",
    ),
    "16 a loop on one line in the terminal": ("unit/test_workshop.py::test_a_hostile_game_ends_in_one_line",),
    "17 no BroadcastChannel": ("e2e/test_never_silent.py::test_broken_interface_plays_or_shows_a_message",),
    "17 #field=%": ("e2e/test_games.py::test_field_editor_paints_plays_and_copies",),
    "17 a full disk": ("unit/test_tools_setup.py::test_a_full_disk_is_named",),
    "17 any Host": ("unit/test_server.py::test_other_host_names_that_point_here_are_refused",),
    "an invitation that is old, or that somebody else took": (
        "e2e/test_live.py::test_an_invitation_whose_page_is_closed_says_so",
        "e2e/test_live.py::test_an_invitation_that_somebody_else_took_says_so",
    ),
    "a sprint with a pause at each piece, by hints that do not count": (
        "unit/test_sprint.py::test_time_in_which_a_hint_is_read_counts",
    ),
    "the n-th call of a store, database, cache or channel": (
        "e2e/test_nth_call.py::test_page_plays_though_a_call_fails",
        "unit/test_store.py::test_failed_call_loses_nothing_that_was_kept",
    ),
    "a failed call drops a draft, and drafts of a later version are overwritten": (
        "e2e/test_workshop.py::test_a_failed_call_of_the_store_drops_no_draft",
        "e2e/test_workshop.py::test_drafts_that_cannot_be_read_are_put_aside",
    ),
    "a true message of the workshop is replaced by a false one": (
        "e2e/test_workshop.py::test_why_code_was_ended_is_not_replaced_by_a_false_reason",
    ),
    "a source of escaped quotes that the terminal never gets through": (
        "unit/test_workshop.py::test_an_expression_is_measured_over_continued_lines_and_escaped_quotes_begin_no_string",
    ),
    "no two builds are alike": ("unit/test_tools_workshop.py::test_the_worker_is_the_same_in_every_build",),
    "any static host, and offline": (
        "e2e/test_offline.py::test_workshop_plays_from_a_plain_server_under_a_path_and_then_offline",
    ),
    "B4 a refused word in a batch": (
        "unit/test_play_controller.py::test_bad_word_in_a_batch_shows_and_keeps_what_was_played_before_it",
    ),
    "B5 listeners of an animation leak": (
        "e2e/test_sharing.py::test_nothing_is_left_of_an_animation_that_was_made_or_cancelled",
    ),
    "B6 how often Look back is wrong": (
        "unit/test_evidence.py::test_a_turn_is_called_a_mistake_as_rarely_as_is_claimed",
    ),
}


PROMISES = {
    "the page makes no further requests": ("e2e/test_security.py::test_nothing_leaves_the_origin_in_a_whole_session",),
    "with a second copy in IndexedDB in case of a crash": (
        "e2e/test_crash.py::test_browser_crash_loses_at_most_one_input",
    ),
    "A save that belongs to another version is left to that version": (
        "unit/test_saves.py::test_two_versions_on_one_origin_leave_each_others_games_alone",
    ),
    "nothing from another origin, no `eval`": (
        "unit/test_security.py::test_policy_allows_nothing_but_the_pages_own_origin",
        "unit/test_tools_site.py::test_built_pages_policy_allows_the_one_script_in_them",
        "e2e/test_security.py::test_policy_blocks_script_html_and_other_origins",
    ),
    "Only the workshop's page may have frames, of this origin": (
        "unit/test_tools_workshop.py::test_the_workshop_page_may_only_load_and_frame_its_own_origin",
    ),
    "return a value or reject it with a one-line error": (
        "unit/test_fuzz.py::test_nearly_valid_texts_are_accepted_or_rejected",
        "unit/test_fuzz.py::test_more_nearly_valid_texts_are_accepted_or_rejected",
    ),
    "Text stays text": (
        "unit/test_security.py::test_text_never_becomes_html_or_code",
        "e2e/test_security.py::test_address_is_shown_only_as_text",
    ),
    "What the build fetches is checked by hash": (
        "unit/test_security.py::test_packages_are_pinned_with_hashes",
        "unit/test_security.py::test_npm_packages_are_pinned_with_hashes_and_run_no_scripts",
    ),
    "checks the SHA-256 of every file before it stores it": (
        "e2e/test_offline.py::test_foreign_script_in_the_cache_never_runs",
        "e2e/test_offline.py::test_large_foreign_file_in_the_cache_is_detected_and_fetched_again",
        "e2e/test_offline.py::test_incomplete_update_is_not_used",
    ),
    "of Python's memory is hashed as a whole": (
        "e2e/test_start.py::test_invalid_snapshot_is_ignored",
        "e2e/test_start.py::test_snapshot_with_an_unknown_hash_is_not_used",
    ),
    "What could not be read again is not written": (
        "unit/test_every_store.py::test_a_writer_refuses_what_its_reader_would_refuse",
        "unit/test_every_store.py::test_every_merge_keeps_the_later_truth",
        "unit/test_every_store.py::test_a_refusal_is_reported_at_once_and_only_once",
        "e2e/test_records.py::test_a_failure_to_save_is_reported_at_once_and_only_once",
    ),
    "A picture is drawn only from a closed list of elements": (
        "e2e/test_kept_openings.py::test_almost_valid_openings_are_ignored",
    ),
    "Data of another version of Kesu is set aside for that version": (
        "unit/test_saves.py::test_a_game_in_a_newer_format_is_left_to_the_newer_version",
        "unit/test_collection.py::test_a_newer_text_survives_an_import_and_comes_back",
    ),
    "actions are pinned by commit": ("unit/test_security.py::test_actions_are_pinned_by_commit_and_may_only_read",),
    "Opening an invitation asks first": ("e2e/test_live.py::test_two_devices_play_after_exchanging_links_by_hand",),
    "a later guest reads within 15 seconds": ("e2e/test_live.py::test_an_invitation_that_somebody_else_took_says_so",),
    "The field is empty until a player fills it": (
        "e2e/test_live.py::test_only_the_server_named_by_the_player_is_contacted",
    ),
    "no text of a link gets into the browser's description unchecked": (
        "unit/test_invitation.py::test_no_valid_looking_link_can_inject_a_line_into_a_description",
    ),
    "the page has at least half of the time": (
        "unit/test_live.py::test_costly_entries_leave_the_page_half_of_the_time",
        "unit/test_live.py::test_a_message_is_taken_in_steps_and_what_was_played_before_a_pause_stays",
    ),
    "more than 100,000 characters that wait": (
        "unit/test_live.py::test_a_flood_of_entries_is_refused_but_repeated_texts_are_not",
    ),
    "a typed word runs at most 100 commands": (
        "unit/test_live.py::test_a_watched_word_that_runs_thousands_of_commands_is_not_played",
        "unit/test_live.py::test_a_watched_sequence_is_computed_once_and_with_pauses",
    ),
    "a flood (10,000 at once, or more than 500 a second for long) ends the connection": (
        "e2e/test_live.py::test_live_game_survives_reloads_a_lost_store_and_another_invitation",
        "unit/test_live.py::test_messages_beyond_the_limit_are_dropped",
    ),
    "only for the seat on turn, and never if it can only be typed": (
        "unit/test_live.py::test_one_side_cannot_play_for_the_other",
        "unit/test_live.py::test_typed_commands_are_not_accepted",
    ),
    "takes back no more than the asker's own last turn": (
        "unit/test_live.py::test_only_ones_own_last_turn_can_be_undone_and_another_game_only_follows_the_end",
    ),
    "while it is open no other takes its place, and what was refused is not asked again": (
        "unit/test_live.py::test_an_open_question_is_not_exchanged",
        "unit/test_live.py::test_a_refused_wish_is_not_asked_again",
    ),
    "accepts only the game that the host named when the two connected": (
        "unit/test_live.py::test_an_adopted_game_is_the_one_that_was_announced",
    ),
    "Joining never replaces an unfinished game with somebody else without a question": (
        "e2e/test_live.py::test_live_game_survives_reloads_a_lost_store_and_another_invitation",
    ),
    "a difference ends the match with both games kept": (
        "unit/test_live.py::test_diverging_states_are_reported_at_once_and_both_keep_their_games",
    ),
    "is read and replayed as foreign text": ("unit/test_live.py::test_a_damaged_match_is_not_resumed",),
    "a longer text ends the connection before it is read": (
        "e2e/test_live.py::test_live_game_survives_reloads_a_lost_store_and_another_invitation",
    ),
    "Source from outside never takes the room of the visitor's own drafts": (
        "e2e/test_workshop.py::test_a_text_from_outside_takes_no_room_from_the_visitors_drafts",
        "e2e/test_workshop.py::test_a_text_from_outside_makes_room_first_and_in_silence",
    ),
    "the visitor can start from it until the page is closed": (
        "e2e/test_workshop.py::test_a_draft_that_makes_room_is_named",
    ),
    "A tab writes only drafts that were changed in it": (
        "e2e/test_workshop.py::test_an_old_tab_leaves_newer_work_alone",
    ),
    "Saving under a name that other source has asks first": (
        "e2e/test_workshop.py::test_a_saved_source_is_replaced_only_after_a_question",
        "e2e/test_workshop.py::test_what_another_tab_has_saved_since_is_replaced_only_after_a_question",
    ),
    "Deleting it asks then too": (
        "e2e/test_workshop.py::test_what_another_tab_has_saved_since_is_deleted_only_after_a_question",
    ),
    "use no function that the code could replace": (
        "e2e/test_workshop.py::test_code_cannot_change_what_limits_its_messages_and_memory",
    ),
    "no more results are taken than it has games": ("e2e/test_workshop.py::test_impossible_results_are_ignored",),
    "runs only when the visitor chooses": (
        "e2e/test_workshop.py::test_source_from_a_link_is_only_shown_until_played_and_the_terminal_reads_it",
    ),
    "Its policy, which the worker and any worker within it inherit, names no origin": (
        "unit/test_tools_workshop.py::test_foreign_code_has_a_policy_that_allows_no_address_and_no_module",
        "e2e/test_workshop.py::test_the_browser_alone_lets_nothing_out",
        "engines/test_workshop.py::test_nothing_leaves_the_frame",
    ),
    "a test fails on any other name": (
        "e2e/test_workshop.py::test_only_reviewed_names_can_be_reached_where_foreign_code_runs",
        "engines/test_workshop.py::test_only_reviewed_names_can_be_reached",
    ),
    "so that it finds nothing that another left behind": (
        "e2e/test_workshop.py::test_source_from_a_link_finds_no_traces_of_another",
    ),
    "It gets the focus once": (
        "e2e/test_workshop.py::test_code_never_takes_the_keyboard",
        "e2e/test_workshop.py::test_code_gets_the_focus_only_once",
    ),
    "No message moves the focus into the frame": (
        "unit/test_web_parts.py::test_only_the_visitors_own_choice_of_a_branch_moves_the_focus",
        "e2e/test_workshop.py::test_code_moves_and_says_nothing_while_the_visitor_is_in_the_editor",
    ),
    "at most a hundred": ("unit/test_bench.py::test_more_buttons_than_anybody_can_use_are_refused",),
    "at once or later, there in pieces of a tenth of a second and more": (
        "unit/test_tools_readers.py::test_code_is_ended_for_its_true_reason",
        "e2e/test_workshop.py::test_what_is_shown_later_counts_against_the_code",
    ),
    "ends the code, and so does a game that is too slow to show": (
        "e2e/test_workshop.py::test_flood_of_messages_stops_the_frame_but_not_the_workshop",
    ),
    "The first thing that cannot be shown ends the code": (
        "e2e/test_workshop.py::test_what_cannot_be_shown_ends_the_code",
    ),
    "the page names the last line and ends the worker": (
        "e2e/test_workshop.py::test_endless_operation_is_reported_with_its_line_and_the_page_stays_responsive",
        "e2e/test_workshop.py::test_tournament_stops_at_once_whatever_its_player_does",
    ),
    "It cannot pretend to be Kesu": ("e2e/test_workshop.py::test_code_cannot_speak_in_the_pages_voice",),
    "run a program with your rights, and say so": (
        "unit/test_workshop.py::test_a_file_is_played_in_the_terminal_with_a_warning",
    ),
    "no invisible characters that would make it read differently from what it runs": (
        "unit/test_workshop.py::test_the_first_line_of_a_source_says_what_it_is",
        "unit/test_tools_readers.py::test_the_page_and_the_terminal_take_the_same_letters",
    ),
    "`game/workshop/limits.py` ends endless loops": (
        "unit/test_workshop.py::test_a_hostile_game_ends_in_one_line",
        "unit/test_workshop.py::test_a_hostile_player_ends_in_one_line",
    ),
    "read or change games, settings or other sources, send anything": (
        "e2e/test_workshop.py::test_hostile_source_cannot_reach_out_or_change_the_players_data",
    ),
}
"""Sentences of SECURITY.md, or the part of one that promises something, and the tests that hold them."""


@cache
def functions_in(path: str) -> set[str]:
    tree = ast.parse((TESTS / path).read_text(encoding="utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


def test_every_attack_and_promise_has_its_tests() -> None:
    security = " ".join((TESTS.parent / "SECURITY.md").read_text(encoding="utf-8").split())
    assert [promise for promise in PROMISES if promise not in security] == []
    for places in (*ROWS.values(), *PROMISES.values()):
        for place in places:
            path, _colons, name = place.partition("::")
            assert name in functions_in(path), place
