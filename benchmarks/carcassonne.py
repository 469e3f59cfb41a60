"""Carcassonne: whole random games per second."""

import pandas as pd

from boardless.games import load
from boardless.play import run_playouts

#: How many games are played each time, and how often: the best counts.
PLAYOUTS, ROUNDS = 2_000, 5


def carcassonne_rates() -> pd.DataFrame:
    """Return games and moves per second with the fewest and the most players, on one core."""
    rows = []
    for players in (2, 5):
        game = load("Carcassonne", [f"Players/{players}"])
        run_playouts(game, playouts=1)
        runs = [run_playouts(game, playouts=PLAYOUTS, seed=1) for _ in range(ROUNDS)]
        best = max(runs, key=lambda run: run.playouts_per_s)
        rows.append((players, round(best.playouts_per_s), round(best.moves_per_s)))
    return pd.DataFrame(rows, columns=["players", "games/s (> 2000)", "moves/s"])
