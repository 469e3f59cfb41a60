"""The tests of other programs over many games: PettingZoo's, Gymnasium's and OpenSpiel's.

``python -m tools.environments`` takes every game of the package, ``--library FOLDER --sample 200``
as many published games of a library by chance. A line a game; the exit status tells whether all
passed. Games are plain Python unless they are to be compiled (``--jit``), are cut after ``--limit``
moves, and fail when they take longer than ``--seconds``.
"""

import contextlib
import io
import signal
import sys
import warnings
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from pathlib import Path
from time import perf_counter
from typing import NoReturn

import numpy as np

from boardless.games import Game, load
from boardless.games.library import PACKAGED, Library
from tools.descriptions import sampled
from tools.library import published

#: Cycles of each test, games of OpenSpiel's, and rows that observations have room for.
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
    """A game whose time is over."""


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


def main(words: list[str]) -> int:
    """Print a line for each game; return whether any failed."""
    parser = ArgumentParser(prog="python -m tools.environments", description="Test environments.")
    parser.add_argument("--library", type=Path, help="a folder of descriptions")
    parser.add_argument("--sample", type=int, default=200, help="games of the library")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--skip", type=int, default=0, help="leave out so many of them")
    parser.add_argument("--limit", type=int, default=12, help="the most moves of a game")
    parser.add_argument("--seconds", type=int, default=600, help="for each game")
    parser.add_argument("--only", action="append", help="the name of a game; several times")
    parser.add_argument("--jit", action="store_true", help="compile the games")
    options = parser.parse_args(words)
    library = PACKAGED if options.library is None else Library(options.library)
    if options.only:
        names = options.only
    elif options.library is None:
        names = list(PACKAGED)
    else:
        names = sampled(published(library), options.sample, options.seed)
    names = names[options.skip :]
    signal.signal(signal.SIGALRM, _stop)
    passed, refused = 0, 0
    for where in names:
        name, begin = Path(where).stem, perf_counter()
        signal.alarm(options.seconds)
        try:
            game = load(where, jit=options.jit, library=library)
        except Exception as error:
            refused += 1
            print(f"{name}: not compiled: {str(error)[:120]}", flush=True)
            continue
        failed = failures(game, options.limit)
        signal.alarm(0)
        passed += not failed
        seconds = perf_counter() - begin
        print(f"{name}: {'; '.join(failed) or 'ok'} ({seconds:.1f} s)", flush=True)
    print(f"{passed} of {len(names) - refused} games pass, {refused} do not compile")
    return int(passed + refused < len(names))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
