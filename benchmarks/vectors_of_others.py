"""Moves per second of other libraries' batches of games, for `benchmarks.learning`.

``python vectors_of_others.py SIDE GAMES SECONDS`` reads names of games and answers each with moves
per second of the processor on one core, 0 if the library lacks the game. It needs nothing of this
program, so an interpreter with only the other libraries can run it.
"""

import os
import sys
from collections.abc import Callable
from time import process_time
from typing import Any

#: What all sides are held to.
ALONE = {
    "XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1",
    "JAX_PLATFORMS": "cpu",
    "OMP_NUM_THREADS": "1",
}
#: Steps before anything is timed, so that games are at all their stages.
BEFORE = 300

PGX = {
    "Tic-Tac-Toe": "tic_tac_toe",
    "Connect Four": "connect_four",
    "Hex": "hex",
    "Go": "go_9x9",
    "Chess": "chess",
}
ENVPOOL = {
    "Tic-Tac-Toe": "TicTacToe-v1",
    "Connect Four": "ConnectFour-v1",
    "Hex": "Hex-v1",
    "Go": "Go9x9-v1",
    "Chess": "Chess-v1",
}
OPENSPIEL = {
    "Tic-Tac-Toe": "tic_tac_toe",
    "Connect Four": "connect_four",
    "Hex": "hex(board_size=11)",
    "Go": "go(board_size=9)",
    "Chess": "chess",
}


def pgx_step(name: str, games: int) -> Callable[[], int]:
    """Return a step of Pgx: one compiled call samples and makes moves and restarts games."""
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental.wrappers import auto_reset

    env = pgx.make(PGX[name])
    make = auto_reset(env.step, env.init)

    def stepped(state: Any, key: Any) -> Any:
        key, choosing, making = jax.random.split(key, 3)
        legal = jnp.log(state.legal_action_mask.astype(jnp.float32))
        actions = jax.random.categorical(choosing, legal, axis=-1)
        return jax.vmap(make)(state, actions, jax.random.split(making, games)), key

    call = jax.jit(stepped)
    key = jax.random.PRNGKey(1)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, games))

    def step() -> int:
        nonlocal state, key
        state, key = call(state, key)
        state.observation.block_until_ready()
        return games

    return step


def envpool_step(name: str, games: int) -> Callable[[], int]:
    """Return a step of EnvPool by one thread, with moves that NumPy chooses by the mask."""
    import envpool
    import numpy as np

    env = envpool.make(ENVPOOL[name], env_type="gymnasium", num_envs=games, num_threads=1)
    random, mask = np.random.default_rng(1), env.reset()[1]["legal_action_mask"]

    def step() -> int:
        nonlocal mask
        ranks = mask.cumsum(1)
        wanted = (random.random(games) * ranks[:, -1]).astype(np.int64)
        actions = (ranks <= wanted[:, None]).sum(1).astype(np.int32)
        mask = env.step(actions)[4]["legal_action_mask"]
        return games

    return step


def openspiel_step(name: str, games: int, seen: bool) -> Callable[[], int]:
    """Return a step of N states of OpenSpiel, by its bindings for Python."""
    from random import Random

    import pyspiel

    game, random = pyspiel.load_game(OPENSPIEL[name]), Random(1).random
    states = [game.new_initial_state() for _ in range(games)]

    def step() -> int:
        for place, state in enumerate(states):
            legal = state.legal_actions()
            state.apply_action(legal[int(random() * len(legal))])
            if state.is_terminal():
                states[place] = state = game.new_initial_state()
            if seen:
                state.observation_tensor()
        return games

    return step


def step_of(side: str, name: str, games: int) -> Callable[[], int]:
    """Return the step of a library in a game."""
    if side == "Pgx":
        return pgx_step(name, games)
    if side == "EnvPool":
        return envpool_step(name, games)
    return openspiel_step(name, games, side == "OpenSpiel")


def main(side: str, games: int, seconds: float) -> None:
    """Answer each name of a game with moves per second, until the input ends."""
    os.environ.update(ALONE)
    steps: dict[str, Callable[[], int] | None] = {}
    for line in sys.stdin:
        name = line.strip()
        if name not in steps:
            try:
                steps[name] = step = step_of(side, name, games)
                begin = process_time()
                for _ in range(BEFORE):
                    step()
                    if process_time() - begin > 10 * seconds:
                        break
            except Exception:
                steps[name] = None
        known, done, begin = steps[name], 0, process_time()
        while known is not None and process_time() - begin < seconds:
            done += known()
        print(done / (process_time() - begin) if done else 0.0, flush=True)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), float(sys.argv[3]))
