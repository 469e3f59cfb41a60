"""How boards grow in the random games of a store."""

from pathlib import Path
from typing import Any

import pandas as pd

from boardless.analysis.game_growth import TECHNIQUES, bands_of
from boardless.store import Store

_SIZES = """
MATCH (g:Game)<-[:PLAYS]-(r:Run)<-[:OF]-(t:Trial)-[:MADE]->(m:Move)
WHERE g.tiling = $tiling AND r.technique = $technique AND r.start = '5.4'
    AND t.number IS NOT NULL AND m.kind = 'play'
RETURN g.id AS game, m.occupied AS tiles, m.cells AS cells, count(*) AS games
ORDER BY game, tiles, cells
"""
_RUNS = """
MATCH (g:Game)<-[:PLAYS]-(r:Run)<-[:OF]-(t:Trial)
WHERE g.tiling = $tiling AND r.technique = $technique AND r.start = '5.4'
    AND t.number IS NOT NULL
RETURN g.id AS game, r.seed AS seed, min(t.number) AS first, max(t.number) AS last,
    count(*) AS games
ORDER BY game, seed
"""
_GAMES = """
MATCH (g:Game)<-[:PLAYS]-(:Run)<-[:OF]-(t:Trial)
WHERE g.tiling = $tiling AND t.number IS NOT NULL
RETURN DISTINCT g.id AS game, g.name AS name, g.chosen AS chosen
ORDER BY game
"""


def random_growth(store: Store, tiling: str, technique: str) -> pd.DataFrame:
    """Return how large boards are in the random games of a store, and how much of them is unused.

    Parameters
    ----------
    store : Store
        With runs of the technique, started from the board of section 5.4; games of people are left
        out.
    tiling, technique : str
        Which runs.

    Returns
    -------
    pandas.DataFrame
        The bands (see `analysis.game_growth.bands_of`) of each game, with ``run``, the stored
        runs behind the row. Games of one name with other options or another text are told apart.
    """
    known = _names(store.query(_GAMES, tiling=tiling))
    sizes = store.query(_SIZES, tiling=tiling, technique=technique)
    table = bands_of(sizes.assign(game=sizes["game"].map(known)))
    runs = store.query(_RUNS, tiling=tiling, technique=technique)
    told = {
        known[game]: f"{technique}: "
        + "; ".join(map(_told, runs[runs["game"] == game].itertuples()))
        for game in runs["game"].unique().tolist()
    }
    return table.assign(run=table["game"].map(told))


def stored_growth(path: Path, tiling: str) -> dict[str, pd.DataFrame]:
    """Return `random_growth` by growth strategy, from the store at a path."""
    with Store.open(path, read_only=True) as store:
        return {name: random_growth(store, tiling, way) for name, way in TECHNIQUES.items()}


def _names(games: pd.DataFrame) -> dict[int, str]:
    """Return what to call each game of a store: its name, its options, or its id as well."""
    alike = games.groupby("name")["game"].transform("size")
    told = games["name"].where(alike == 1, games["name"] + " (" + games["chosen"] + ")")
    still = told.groupby(told).transform("size") > 1
    told = told.where(~still, games["name"] + " (game " + games["game"].astype(str) + ")")
    return dict(zip(games["game"].tolist(), told.tolist(), strict=True))


def _told(run: Any) -> str:
    """Return which playouts there are of a run."""
    span = f"playouts {run.first} to {run.last} of seed {run.seed}"
    whole = run.games == run.last - run.first + 1
    return span if whole else f"{run.games} of the {span}"
