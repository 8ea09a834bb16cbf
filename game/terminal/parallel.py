"""Distributes games over processes or a Dask cluster; the results are the same as in a single loop."""

from __future__ import annotations

import hashlib
import signal
import zipfile
from collections.abc import Generator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, cast

from game.contract import BadInput
from game.tournament.games import Plan, Result, play_game

Results = Generator[Result, None, None]
"""An iterator that stops the remaining work when closed."""
GAME = Path(__file__).resolve().parent.parent
PACKED = (".py", ".bin")
"""Suffixes of the files that a worker needs: modules, and the tables that bots have learned."""


def results(plan: Plan, numbers: Sequence[int], jobs: int = 1, dask: str = "") -> Results:
    """Plays these games of a tournament and yields each result as it arrives, in any order.

    BadInput, before the first game, if something is not installed or cannot be reached.
    """
    if dask:
        return _on_dask(plan, numbers, dask)
    if jobs == 1 or len(numbers) < 2:
        return (play_game(plan, number) for number in numbers)
    return _in_processes(plan, numbers, jobs)


def _in_processes(plan: Plan, numbers: Sequence[int], jobs: int) -> Results:
    try:
        from joblib import Parallel, delayed
    except ModuleNotFoundError:
        raise BadInput("-jobs needs joblib, which is not installed here") from None
    work = (delayed(_play_in_worker)(plan, number) for number in numbers)
    # One game at a time, because games differ in length and the last ones should not queue in one process.
    return cast(Results, Parallel(n_jobs=jobs, return_as="generator_unordered", batch_size=1)(work))


def _play_in_worker(plan: Plan, number: int) -> Result:
    """Plays a game in a worker process, which leaves Ctrl-C to its parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    return play_game(plan, number)


def _on_dask(plan: Plan, numbers: Sequence[int], address: str) -> Results:
    try:
        from distributed import Client, as_completed
    except ModuleNotFoundError:
        raise BadInput("-dask needs dask[distributed], which is not installed here") from None
    try:
        client = Client(address, timeout=10)
    except (OSError, ValueError) as error:
        raise BadInput("-dask: no cluster at {address}: {error}", address=address, error=error) from None
    return _completed(client, as_completed, plan, numbers)


def _completed(client: Any, as_completed: Any, plan: Plan, numbers: Sequence[int]) -> Results:
    with client, TemporaryDirectory() as folder:
        client.upload_file(str(pack_game(Path(folder))))
        futures = client.map(play_game, [plan] * len(numbers), list(numbers), pure=False)
        try:
            for future in as_completed(futures):
                yield future.result()
        finally:
            client.cancel(futures)


def pack_game(folder: Path) -> Path:
    """Packs the game into an archive that Python can import, for workers without it; its name has their hash."""
    paths = sorted(path for path in GAME.rglob("*") if path.suffix in PACKED)
    files = {path.relative_to(GAME.parent).as_posix(): path.read_bytes() for path in paths}
    digest = hashlib.sha256(b"\0".join(name.encode() + data for name, data in files.items()))
    archive = folder / f"kesu-{digest.hexdigest()[:12]}.zip"
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as file:
        for name, data in files.items():
            file.writestr(name, data)
    return archive
