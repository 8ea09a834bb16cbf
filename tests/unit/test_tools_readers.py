"""The page's own scripts accept or reject nearly valid texts, and never fail."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tools.setup.paths import ROOT

pytestmark = [pytest.mark.native, pytest.mark.built]


@pytest.mark.parametrize("number", [500, pytest.param(1_000_000, marks=pytest.mark.all)])
def test_page_scripts_survive_nearly_valid_texts(number: int) -> None:
    command = [sys.executable, "-m", "tests.fuzz.readers", str(number)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
