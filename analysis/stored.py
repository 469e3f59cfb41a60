"""How boards grow in real games: read from the runs in a store."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pandas as pd

from boardless.analysis.playout_tables import compile_all
from boardless.games import load
from boardless.play import record_playouts
from boardless.play.experiment import GAMES
from boardless.store import Store
from boardless.topo import InputError

#: The techniques whose boards are compared; each other one grows the board as one of these does.
TECHNIQUES = {"zone": "ZONE-APPEND", "contour": "PERI-APPEND", "rule": "RULE-APPEND"}

#: What is recorded for figures when no store is named: so many games of each, from this seed.
QUICK_GAMES, QUICK_SEED = 300, 1

#: Quantiles that a band lies between.
BAND = (0.05, 0.95)

#: Moves that fewer games than this share of them reached tell little about the rest.
REACHED = 0.1

_store: ContextVar[Path | None] = ContextVar("store", default=None)

_SIZES = """
MATCH (g:Game)<-[:PLAYS]-(r:Run)<-[:OF]-(t:Trial)-[:MADE]->(m:Move)
WHERE g.tiling = $tiling AND r.technique = $technique AND r.start = '5.4'
    AND t.number IS NOT NULL AND m.kind = 'play'
RETURN g.id AS game, m.pieces AS tiles, m.cells AS cells, count(*) AS games
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
        A row for each game and number of tiles on the board, as long as a tenth of its playouts
        got that far; games of one name with other options or another text are told apart:
        ``game``, ``tiles``, ``games`` (how many got that far), ``cells`` and ``unused`` (means; the
        latter the share of cells without a tile), ``cells_low``, ``cells_high``, ``unused_low`` and
        ``unused_high`` (the BAND quantiles), and ``run``, the stored runs behind the row.
    """
    known = _names(store.query(_GAMES, tiling=tiling))
    counts = store.query(_SIZES, tiling=tiling, technique=technique)
    counts["game"] = counts["game"].map(known)
    rows = []
    for (game, _), part in counts.groupby(["game", "tiles"], sort=True):
        tiles = int(part["tiles"].iloc[0])
        sizes = np.repeat(part["cells"].to_numpy(), part["games"].to_numpy())
        unused = 1 - tiles / sizes
        low, high = np.quantile(sizes, BAND, method="inverted_cdf")
        # More cells leave more of them unused, so that both quantiles are those of one game.
        bounds = (low, high, 1 - tiles / low, 1 - tiles / high)
        rows.append((game, tiles, len(sizes), sizes.mean(), unused.mean(), *bounds))
    names = ["cells", "unused", "cells_low", "cells_high", "unused_low", "unused_high"]
    table = pd.DataFrame(rows, columns=["game", "tiles", "games", *names])
    table = table[table["games"] >= REACHED * table.groupby("game")["games"].transform("max")]
    runs = store.query(_RUNS, tiling=tiling, technique=technique)
    told = {
        known[game]: f"{technique}: "
        + "; ".join(map(_told, runs[runs["game"] == game].itertuples()))
        for game in runs["game"].unique().tolist()
    }
    return table.assign(run=table["game"].map(told)).reset_index(drop=True)


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


@contextmanager
def figures_from(path: Path | None) -> Iterator[None]:
    """Draw the figures inside from the runs of a store; None leaves it at what is around.

    Where nothing is around, a few games are recorded for them.

    Raises
    ------
    InputError
        If there is no such store.
    """
    if path is not None and not path.exists():
        raise InputError(
            f"store {str(path)!r} does not exist: give a file, not a server; "
            "boardless playouts --store makes one"
        )
    token = _store.set(path or _store.get())
    try:
        yield
    finally:
        _store.reset(token)


def growth_of_games(tiling: str) -> dict[str, pd.DataFrame]:
    """Return `random_growth` by growth strategy, from the store that figures are drawn from."""
    path = _store.get()
    if path is None:
        return _quick(tiling)
    with Store.open(path, read_only=True) as store:
        return _by_strategy(store, tiling)


def _by_strategy(store: Store, tiling: str) -> dict[str, pd.DataFrame]:
    return {name: random_growth(store, tiling, way) for name, way in TECHNIQUES.items()}


@cache
def _quick(tiling: str) -> dict[str, pd.DataFrame]:
    """Record a few games in a store that is thrown away, and read them."""
    compile_all()
    with TemporaryDirectory() as folder, Store.open(Path(folder) / "runs.lbug") as store:
        store.add(
            record_playouts(
                # RULE-APPEND has a module of its own, which takes longer to compile than to run.
                load(name, tiling=shape, jit=technique != "RULE-APPEND"),
                0,
                QUICK_GAMES,
                technique=technique,
                seed=QUICK_SEED,
            )
            for name, shape in GAMES
            if shape == tiling
            for technique in TECHNIQUES.values()
        )
        return _by_strategy(store, tiling)
