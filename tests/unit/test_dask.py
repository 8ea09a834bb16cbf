"""Bot games on a Dask cluster: two workers without the game installed give the same as one loop. The long part.

Dask brings twenty packages that nothing else here needs, so it has its own environment.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from game.rules import GAMES
from tools.setup import environment
from tools.setup.paths import BUILD, ROOT

BOTS = {name: ("-m", "game", name, "-bot", "-games", "2", "-turns", "3", "-json") for name in GAMES}
"""Every game's bot, some of them with learned tables, which the workers need too."""
CLUSTER = """
import subprocess, sys
from distributed import LocalCluster

if __name__ == "__main__":
    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:
        run = [sys.executable, *sys.argv[2:], "-dask", cluster.scheduler_address]
        sys.exit(subprocess.run(run, cwd=sys.argv[1]).returncode)
"""


@pytest.fixture(scope="module")
def python() -> Path:
    """The Python of an environment with the packages of requirements-dask.txt, which is compiled from pyproject.toml by
    the `uv pip compile` of requirements.in, with `pyproject.toml --extra dask -c requirements.txt`."""
    return environment.ready(BUILD / "dask", ROOT / "requirements-dask.txt")


@pytest.mark.all
@pytest.mark.native
@pytest.mark.parametrize("game", GAMES)
def test_two_workers_give_the_same_as_one_loop(python: Path, tmp_path: Path, game: str) -> None:
    script = tmp_path / "cluster.py"
    script.write_text(CLUSTER, encoding="utf-8")
    alone = subprocess.run([python, *BOTS[game]], cwd=ROOT, capture_output=True, text=True, check=True)
    # The cluster and its workers start where they cannot find the game.
    spread = subprocess.run(
        [python, script, ROOT, *BOTS[game]], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (spread.returncode, spread.stdout) == (0, alone.stdout), spread.stderr
    assert len(alone.stdout.splitlines()) == 2


@pytest.mark.all
@pytest.mark.native
def test_missing_cluster_gives_a_one_line_error(python: Path) -> None:
    failed = subprocess.run(
        [python, *BOTS["chain"], "-dask", "tcp://127.0.0.1:9"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (failed.returncode, failed.stdout, failed.stderr.count("\n")) == (2, "", 1)
    assert "no cluster" in failed.stderr
