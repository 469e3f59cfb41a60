"""The tests of other programs over many games: PettingZoo's, Gymnasium's and OpenSpiel's.

``python -m tools.environments`` takes every game of the package, ``--library FOLDER --sample 200``
200 random published games of a library.
"""

import contextlib
import io
import signal
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from time import perf_counter
from typing import NoReturn

import numpy as np

from boardless.cli.app import main as run
from boardless.games import Game, load
from boardless.games.library import PACKAGED, Library
from tools.library import APART
from tools.many_games import published, sampled

#: Cycles of each test, games of OpenSpiel's test, and the most rows of an observation.
CYCLES, SIMULATIONS, MOST = 12, 1, 256


def checks(game: Game, limit: int) -> Iterator[tuple[str, Callable[[], object]]]:
    """Yield the tests of a game by their names."""
    from gymnasium.utils.env_checker import check_env
    from pettingzoo.test import api_test, parallel_api_test, seed_test

    from boardless.agents.adapters.gymnasium_env import SeatEnv
    from boardless.agents.adapters.pettingzoo_env import GameEnv, ParallelGameEnv

    def env(seen: str = "planes") -> GameEnv:
        return GameEnv(game, seen=seen, limit=limit, most=MOST)

    yield "api_test", lambda: api_test(env(), num_cycles=CYCLES)
    yield "api_test of graphs", lambda: api_test(env("graph"), num_cycles=CYCLES)
    yield "seed_test", lambda: seed_test(env, num_cycles=CYCLES)
    yield (
        "parallel_api_test",
        lambda: parallel_api_test(ParallelGameEnv(game, limit=limit, most=MOST), num_cycles=CYCLES),
    )
    yield (
        "check_env",
        lambda: check_env(SeatEnv(game, limit=limit, most=MOST), skip_render_check=True),
    )
    with contextlib.suppress(ImportError):
        import pyspiel

        from boardless.agents.adapters.openspiel_game import registered

        name = "boardless_" + "".join(c if c.isalnum() else "_" for c in game.name.lower())
        yield (
            "random_sim_test",
            lambda: pyspiel.random_sim_test(
                registered(game, name, limit=limit, most=MOST),
                num_sims=SIMULATIONS,
                serialize=False,
                verbose=False,
            ),
        )


class _LateError(Exception):
    """The time of a game is over."""


def _stop(*_: object) -> NoReturn:
    raise _LateError


def failures(game: Game, limit: int) -> list[str]:
    """Return the names of tests that a game fails, with their errors."""
    failed: list[str] = []
    for name, check in checks(game, limit):
        try:
            with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                np.random.seed(1)  # PettingZoo's tests sample by it
                check()
        except _LateError:
            return [*failed, f"{name}: out of time"]
        except Exception as error:
            failed.append(f"{name}: {type(error).__name__} {str(error)[:200]}")
    return failed


def main(
    *,
    library: Path | None = None,
    sample: int = 200,
    seed: int = 1,
    skip: int = 0,
    limit: int = 12,
    seconds: int = 600,
    only: list[str] | None = None,
    jit: bool = False,
) -> int:
    """Test the environments of games, a line a game; status 1 if one fails.

    Parameters
    ----------
    library : DIR
        A folder of descriptions, in place of the package.
    sample
        The number of games of the library.
    skip
        Leave out the first N games.
    limit
        The most moves of a game.
    seconds
        The time of each game.
    only : GAME
        The name of a game; repeatable.
    jit
        Compile the games; by default they are plain Python.
    """
    source = PACKAGED if library is None else Library(library)
    names = only or (
        list(PACKAGED) if library is None else sampled(published(source, APART), sample, seed)
    )
    names = names[skip:]
    signal.signal(signal.SIGALRM, _stop)
    passed, refused = 0, 0
    for where in names:
        name, begin = Path(where).stem, perf_counter()
        signal.alarm(seconds)
        try:
            game = load(where, jit=jit, library=source)
        except Exception as error:
            refused += 1
            print(f"{name}: not compiled: {str(error)[:120]}", flush=True)
            continue
        failed = failures(game, limit)
        signal.alarm(0)
        passed += not failed
        spent = perf_counter() - begin
        print(f"{name}: {'; '.join(failed) or 'ok'} ({spent:.1f} s)", flush=True)
    print(f"{passed} of {len(names) - refused} games pass, {refused} do not compile")
    return int(passed + refused < len(names))


if __name__ == "__main__":
    run(main)
