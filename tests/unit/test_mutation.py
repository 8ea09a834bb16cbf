"""Mutation testing, as far as it can be tried without mutmut."""

from __future__ import annotations

import importlib
import sys
from unittest.mock import MagicMock

import pytest
from hypothesis import settings


@pytest.mark.native
def test_trials_keep_the_settings_of_all_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("mutmut", "mutmut.mutation", "mutmut.mutation.trampoline", "mutmut.state"):
        monkeypatch.setitem(sys.modules, name, MagicMock())
    trials = importlib.import_module("tests.mutation.trials")
    before = settings.get_current_profile_name()
    try:
        trials.pytest_sessionstart()
        assert settings().deadline is None
        assert settings().derandomize
    finally:
        settings.load_profile(before)
