"""Public Python engines for comparison: prints the placements per second of each installed one, as JSON.

Run by `python -m tools.measure throughput --engines`, in an environment with requirements-engines.txt
installed; it needs nothing from this repository. Seconds are processor time, so each of JAX's threads counts.
"""

from __future__ import annotations

import json
import os
import sys
import time
from typing import Any

ROUNDS = 3
LONG = 0.5
"""Seconds per round."""
ROWS, COLUMNS = 15, 9
BOARDS = 4096
TURNS = 12
"""Pieces on each board before measuring."""


def tetris_gymnasium() -> float:
    """Evaluates every placement of a piece with four features, as its grouped actions observe at each step."""
    from tetris_gymnasium.envs.tetris import Tetris
    from tetris_gymnasium.wrappers.grouped import GroupedActionsObservations
    from tetris_gymnasium.wrappers.observation import FeatureVectorObservation

    env = Tetris(width=COLUMNS, height=ROWS)
    grouped = GroupedActionsObservations(env, observation_wrappers=[FeatureVectorObservation(env)])
    grouped.reset(seed=1)
    boards, best = 0, float("inf")
    for _ in range(ROUNDS):
        boards, began = 0, time.process_time()
        while time.process_time() - began < LONG:
            legal = [number for number, can in enumerate(grouped.legal_actions_mask) if can]
            boards += len(legal)
            _seen, _reward, over, _cut, _extra = grouped.step(legal[boards % len(legal)])
            if over:
                grouped.reset()
        best = min(best, (time.process_time() - began) / boards)
    return 1 / best


def jumanji() -> float:
    """Computes every placement of a piece on many boards at once, full rows cleared; it has no board features."""
    os.environ["JAX_PLATFORMS"] = "cpu"
    import jax
    from jax import numpy as jnp
    from jumanji.environments import Tetris

    env: Any = Tetris(num_rows=ROWS, num_cols=COLUMNS)
    every = jnp.stack(jnp.divmod(jnp.arange(4 * COLUMNS), COLUMNS), axis=1)

    @jax.jit
    def moved(states: Any, legal: Any, key: Any) -> Any:
        draws = jax.random.uniform(key, (BOARDS, len(every))) * legal.reshape(BOARDS, -1)
        states, after = jax.vmap(env.step)(states, every[draws.argmax(axis=1)])
        return states, after.observation.action_mask

    @jax.jit
    def placed(states: Any) -> Any:
        after, _extra = jax.vmap(lambda state: jax.vmap(lambda action: env.step(state, action))(every))(states)
        return after.grid_padded, after.reward

    states, after = jax.jit(jax.vmap(env.reset))(jax.random.split(jax.random.PRNGKey(1), BOARDS))
    legal = after.observation.action_mask
    for turn in range(TURNS):
        states, legal = moved(states, legal, jax.random.PRNGKey(turn))
    jax.block_until_ready(placed(states))  # compiles
    best = float("inf")
    for _ in range(ROUNDS):
        began = time.process_time()
        jax.block_until_ready(placed(states))
        best = min(best, time.process_time() - began)
    return int(legal.sum()) / best


def main() -> None:
    found = {}
    for name, engine in {"tetris-gymnasium, four features": tetris_gymnasium, "jumanji, no features": jumanji}.items():
        try:
            found[name] = round(engine())
        except ModuleNotFoundError as missing:
            print(f"{name}: {missing}", file=sys.stderr)
    print(json.dumps(found))


if __name__ == "__main__":
    main()
