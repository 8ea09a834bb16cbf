"""Public Python engines beside ours: prints what each does in a second as a line of JSON, if it is installed here.

Run by `python -m tests.bench.throughput --engines PYTHON`; it needs nothing of this repository. In that environment:
`pip install tetris-gymnasium`.
"""

from __future__ import annotations

import json
import sys
import time

ROUNDS = 3
LONG = 0.5
"""Seconds of a round."""


def tetris_gymnasium() -> None:
    """Every placement of a piece with four features each, which is what its grouped actions observe at a step."""
    from tetris_gymnasium.envs.tetris import Tetris
    from tetris_gymnasium.wrappers.grouped import GroupedActionsObservations
    from tetris_gymnasium.wrappers.observation import FeatureVectorObservation

    env = Tetris(width=9, height=15)
    grouped = GroupedActionsObservations(env, observation_wrappers=[FeatureVectorObservation(env)])
    grouped.reset(seed=1)
    boards, best = 0, float("inf")
    for _ in range(ROUNDS):
        boards, began = 0, time.process_time()
        while time.process_time() - began < LONG:
            legal = [number for number, can in enumerate(grouped.legal_actions_mask) if can]
            boards += len(legal)
            _seen, _reward, over, _cut, _told = grouped.step(legal[boards % len(legal)])
            if over:
                grouped.reset()
        best = min(best, (time.process_time() - began) / boards)
    print(json.dumps({"rule": "tetris-gymnasium: placements with features", "per_second": round(1 / best)}))


def main() -> int:
    found = 0
    for engine in (tetris_gymnasium,):
        try:
            engine()
            found += 1
        except ModuleNotFoundError as missing:
            print(f"{engine.__name__}: {missing}", file=sys.stderr)
    return 0 if found else 1


if __name__ == "__main__":
    sys.exit(main())
