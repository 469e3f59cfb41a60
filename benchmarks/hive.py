"""Hive: moves of random games per second, and positions that are counted per second."""

from time import perf_counter

import pandas as pd

from boardless.games import compile, description_text
from boardless.play import State, run_playouts

#: Games are cut here: random ones go on for long.
PLIES = 300
#: How deep positions are counted.
DEPTH = 5
_CUT = f"(if (>= (count Moves) {PLIES}) (result Mover Draw))"


def hive_rates() -> pd.DataFrame:
    """Return both rates with the smallest and the largest set of pieces, on one core."""
    text = description_text("Hive").replace("<Repetition:end>", _CUT)
    rows = []
    for pieces in ("Base", "Base+MLP"):
        game = compile(text, [f"Pieces/{pieces}"])
        run_playouts(game, playouts=1)
        state = State(game)
        state.perft(2)
        played = run_playouts(game, playouts=400, seed=1)
        begin = perf_counter()
        counted = state.perft(DEPTH)
        seconds = perf_counter() - begin
        rates = (played.tally.moves / played.seconds, counted / seconds)
        rows.append((pieces, *(round(rate) for rate in rates)))
    return pd.DataFrame(rows, columns=["pieces", "plies/s", "positions/s"])
