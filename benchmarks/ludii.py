"""Random playouts of games that Ludii's speed was measured on, beside the same program in C.

Descriptions that do not come with the package are taken from the library that the environment
names: ``BOARDLESS_LIBRARY=Common/res python -m benchmarks ludii``.
"""

import tempfile
from pathlib import Path
from statistics import median

import pandas as pd

from benchmarks import c_rate
from benchmarks.measure import Pairs
from boardless.games import Game, load
from boardless.games.library import PACKAGED, chosen_library
from boardless.play import Run, run_playouts

#: How many playouts of Andantino another C program made in the time of one of Ludii's of a game,
#: with the faster of its two kinds of playout, on one machine.
LUDII_BY_C = {
    "Tic-Tac-Toe": 1.73,
    "Connect Four": 8.7,
    "Gomoku": 30.7,
    "Hex": 31.9,
    "Yavalath": 5.4,
    "Breakthrough": 123,
    "Amazons": 169,
    "Chess": 2_865,
    "English Draughts": 93.7,
    "Reversi": 261,
    "Oware": 1_776,
    "Nine Men's Morris": 174,
    "Hnefatafl": 2_338,
    "Peg Solitaire": 41.2,
    "Tablut": 321,
    "Go": 2_787,
    "Backgammon": 60_800,
    "Andantino": 266,
    "Bravalath": 59.3,
    "Plotto": 162,
    "Ringo": 984,
    "Trax": 117_000,
}
#: How many times as fast ours is as the C program of those measurements.
FASTER_C = 1.2
#: Games of the package with two readings, and the one that is Ludii's.
AS_LUDII = {"Trax": ["Rules/Ludii"]}
SECONDS, C_PLAYOUTS, PAIRS = 1, 100_000, 5


def ludii_rates() -> pd.DataFrame:
    """Return playouts per second on one core, and how many times Ludii's that is.

    ``C by ours`` is how many playouts of Andantino the C program makes in the time of one of ours,
    the median of pairs that take turns; ``times Ludii`` compares it with Ludii's.
    """
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        program = c_rate.compiled(Path(folder))
        if program is None:
            return pd.DataFrame({"not measured": ["there is no C compiler"]})
        for name, by_c in LUDII_BY_C.items():
            game = _loaded(name)
            if game is None:
                rows.append((name, *["not in the library"] * 4))
                continue
            runs, share = _measured(game, program)
            rate = median(run.playouts_per_s for run in runs)
            plies = runs[0].tally.moves / runs[0].tally.playouts
            rows.append((name, plies, rate, share, FASTER_C * by_c / share))
    columns = ["game", "plies", "playouts/s", "C by ours", "times Ludii (> 10)"]
    return pd.DataFrame(rows, columns=columns)


def _loaded(name: str) -> Game | None:
    library = chosen_library(None)
    if library is not None and name in library:
        return load(name, library=library)
    return load(name, AS_LUDII.get(name, [])) if name in PACKAGED else None


def _measured(game: Game, program: Path) -> tuple[list[Run], float]:
    """Return runs of a game, and the median of the rates of the C program by theirs."""
    run_playouts(game, playouts=1)
    runs = []

    def ours() -> float:
        runs.append(run_playouts(game, seconds=SECONDS, seed=1))
        return runs[-1].playouts_per_s

    def theirs() -> float:
        return C_PLAYOUTS / c_rate.seconds(program, C_PLAYOUTS)

    return runs, Pairs.of(theirs, ours, PAIRS).row[0]
