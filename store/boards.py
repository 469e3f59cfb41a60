"""The board of a trial as it was, read from the graph: additions minus removals."""

from typing import Any, Protocol

import pandas as pd

from topo import InputError, Key

_BEGUN = """
MATCH (t:Trial {id: $trial})-[:BEGINS]->(:Board)-[h:HAS]->(c:Cell)
RETURN c.i AS i, c.j AS j, c.k AS k, h.site AS site
"""
_ADDED = """
MATCH (t:Trial {id: $trial})-[:MADE]->(m:Move)-[a:ADDS]->(c:Cell) WHERE m.ply <= $ply
RETURN c.i AS i, c.j AS j, c.k AS k, m.ply AS ply, a.site AS site
"""
_REMOVED = """
MATCH (t:Trial {id: $trial})-[:MADE]->(m:Move)-[:REMOVES]->(c:Cell) WHERE m.ply <= $ply
RETURN c.i AS i, c.j AS j, c.k AS k, m.ply AS ply
"""
_PLACED = """
MATCH (t:Trial {id: $trial})-[:OF]->(:Run)-[:PLAYS]->(:Game)-[p:PLACES]->(c:Cell)
RETURN c.i AS i, c.j AS j, c.k AS k, p.component AS component
"""
_TAKEN = """
MATCH (t:Trial {id: $trial})-[:MADE]->(m:Move)-[a:TAKES]->(c:Cell) WHERE m.ply <= $ply
RETURN c.i AS i, c.j AS j, c.k AS k, m.ply AS ply, a.component AS component
"""
_LEFT = """
MATCH (t:Trial {id: $trial})-[:MADE]->(m:Move)-[:LEAVES]->(c:Cell) WHERE m.ply <= $ply
RETURN c.i AS i, c.j AS j, c.k AS k, m.ply AS ply
"""


class Asked(Protocol):
    """Something that answers questions."""

    def query(self, cypher: str, **parameters: Any) -> pd.DataFrame:
        """Return the answer to a question."""


def length(store: Asked, trial: int, ply: int | None) -> tuple[str, int]:
    """Return the tiling of a trial, and `ply`, by default the number of its moves.

    Raises
    ------
    InputError
        If there is no such trial, or it has fewer moves.
    """
    cypher = "MATCH (t:Trial {id: $trial})-[:BEGINS]->(b:Board) RETURN t.plies, b.tiling"
    known = store.query(cypher, trial=_whole(trial, "trial"))
    if not len(known):
        raise InputError(f"trial {trial!r} is not in the graph")
    plies, tiling = known.iloc[0].tolist()
    ply = plies if ply is None else _whole(ply, "ply")
    if not 0 <= ply <= plies:
        raise InputError(f"ply {ply!r}: trial {trial} has 0 to {plies}")
    return str(tiling), int(ply)


def _whole(value: Any, name: str) -> int:
    try:
        return int(value.__index__())
    except (AttributeError, TypeError):
        raise InputError(f"{name} {value!r}: give a whole number") from None


def cells(store: Asked, trial: int, ply: int) -> list[Key]:
    """Return the cells of a board after `ply` moves, in the order of their sites."""
    sites = {cell[:3]: cell[3] for cell in _rows(store, _BEGUN, trial=trial)}
    gone = [(ply, cell, -1) for *cell, ply in _rows(store, _REMOVED, trial=trial, ply=ply)]
    came = [(ply, cell, site) for *cell, ply, site in _rows(store, _ADDED, trial=trial, ply=ply)]
    return sorted(_replayed(sites, gone, came), key=lambda cell: sites[cell])


def pieces(store: Asked, trial: int, ply: int) -> dict[Key, int]:
    """Return the components that stand on a board after `ply` moves, by cell."""
    standing = {cell[:3]: cell[3] for cell in _rows(store, _PLACED, trial=trial)}
    gone = [(ply, cell, -1) for *cell, ply in _rows(store, _LEFT, trial=trial, ply=ply)]
    came = [(ply, cell, what) for *cell, ply, what in _rows(store, _TAKEN, trial=trial, ply=ply)]
    return _replayed(standing, gone, came)


def _rows(store: Asked, cypher: str, **parameters: int) -> list[Any]:
    return [tuple(row) for row in store.query(cypher, **parameters).astype(int).values.tolist()]


def _replayed(
    held: dict[Key, int],
    gone: list[tuple[int, list[int], int]],
    came: list[tuple[int, list[int], int]],
) -> dict[Key, int]:
    """Let cells go and come in the order of moves; within one, those that go do so first."""
    for _, (i, j, k), value in sorted([*gone, *came]):
        if value < 0:
            held.pop((i, j, k), None)
        else:
            held[i, j, k] = value
    return held
