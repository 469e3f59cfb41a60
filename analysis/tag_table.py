"""Table 1 of the TAG paper for Tic-Tac-Toe, beside what our agents make of the same set-up.

Source: R. Gaina and others, TAG: a tabletop games framework, 2020, section 4.2: every agent plays
every other 100 times, with 4,000 calls of the forward model a move, TAG's heuristic, and no
playouts in MCTS.
"""

from pathlib import Path

import pandas as pd

from boardless.agents import Standings, run_tournament, wilson
from boardless.games import load

_HEURISTIC = "heuristic=tag-tic-tac-toe"
#: Who is who: TAG's name, our spec, the published rate of wins.
AGENTS = (
    ("Random", "random", 0.12),
    ("OSLA", f"greedy,{_HEURISTIC}", 0.45),
    ("RHEA", f"rhea,calls=4000,{_HEURISTIC}", 0.44),
    ("MCTS", f"mcts,calls=4000,cut=0,solver=False,reuse=False,{_HEURISTIC}", 0.98),
)
GAMES = 100


def tag_standings(
    games: int = GAMES, seed: int = 1, keep: str | Path | None = None, jit: bool = True
) -> Standings:
    """Return what came out of TAG's tournament; see `agents.run_tournament`."""
    specs = [spec for _, spec, _ in AGENTS]
    game = load("Tic-Tac-Toe", jit=jit)
    return run_tournament(game, specs, count=games, seed=seed, keep=keep)


def tag_table(standings: Standings) -> pd.DataFrame:
    """Return the table: a row for each agent.

    Columns: the published rate of wins with its interval (99 %, of 300 games), ours with its own,
    the rate of draws, and whether the intervals overlap.
    """
    rows = []
    ours = {str(row["agent"]): row for row in standings.agents.to_dict("records")}
    for name, spec, published in AGENTS:
        mine = ours[spec]
        games = int(mine["games"])
        rate, draws = float(mine["wins"]) / games, float(mine["draws"]) / games
        low, high = wilson(published, 3 * GAMES)
        own_low, own_high = wilson(rate, games)
        rows.append(
            (
                name, published, low, high, rate, own_low, own_high, draws,
                low <= own_high and own_low <= high,
            )
        )  # fmt: skip
    columns = [
        "agent", "published", "published low", "published high", "ours", "ours low", "ours high",
        "draws", "overlap",
    ]  # fmt: skip
    return pd.DataFrame(rows, columns=columns)
