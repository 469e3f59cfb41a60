"""The board of a trial at a ply, read from the graph: additions minus removals."""

from typing import TYPE_CHECKING

from boardless.store.engine import Engine, number
from boardless.store.pieces import CellPiece, piles_by_ply, rows_of
from boardless.store.plane import (
    LAID_OUT,
    LINKED,
    as_key,
    board_of,
    options_of,
    tiling_labelled,
)
from boardless.topo import Board, InputError, Key
from boardless.topo.layouts import FixedBoard
from boardless.topo.layouts.incidence import CELL
from boardless.util.inputs import integer_of, refuse

if TYPE_CHECKING:
    import networkx as nx

    from boardless.store.store import Store

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
_DESCRIBED = """
MATCH (t:Trial {id: $trial})-[:OF]->(:Run)-[:PLAYS]->(g:Game)
RETURN g.text AS text, g.chosen AS chosen
"""


def board(store: "Store", trial: int, ply: int | None) -> Board | FixedBoard:
    """Return the board of a trial after `ply` moves, its cells in the order of their sites."""
    label, ply = _length(store, trial, ply)
    if label.startswith(LAID_OUT):
        text, chosen = store.query(_DESCRIBED, trial=trial).iloc[0].tolist()
        return board_of(text, options_of(chosen))
    return Board(tiling_labelled(label), _cells(store, trial, ply))


def graph(store: "Store", trial: int, ply: int | None, kind: str) -> "nx.Graph[int]":
    """Return the board of a trial after `ply` moves as a graph; see `Store.to_networkx`."""
    if kind not in ("cells", "dual", "graph"):
        refuse("graph", kind, "choose one of cells, dual, graph")
    on, use = board(store, trial, ply), CELL
    if isinstance(on, FixedBoard):
        use, kind = on.use, "relations" if kind == "cells" else kind
    copy: nx.Graph[int] = getattr(on, kind).copy()
    # On a board that a game lays out, pieces may stand on vertices or edges.
    if kind in ("cells", "relations") or (kind == "dual" and use == CELL):
        *_, piles = piles_by_ply(store, trial, _length(store, trial, ply)[1])
        for site, node in copy.nodes(data=True):
            node.update(_attributes(piles.get(on.key(site), ())))
    return copy


def _attributes(pile: tuple[CellPiece, ...]) -> dict[str, int | str]:
    top = pile[-1] if pile else CellPiece(0, 0)
    return {
        "component": top.component,
        "count": sum(piece.amount for piece in pile),
        "state": top.state,
        "rotation": top.rotation,
        "value": top.value,
        "pile": " ".join(str(piece.component) for piece in pile if piece.component),
    }


def distance(
    store: "Store", engine: Engine, tiling: str, start: Key, end: Key, relation: str
) -> int | None:
    """Return the number of steps between two cells; see `Store.distance`."""
    ids = [_cell_id(store, tiling, cell) for cell in (start, end)]
    if not isinstance(relation, str) or relation.upper() not in LINKED:
        refuse("relation", relation, "choose one of orthogonal, adjacent")
    if ids[0] == ids[1]:
        return 0
    path = engine.query(engine.shortest_path(relation.upper()), {"a": ids[0], "b": ids[1]})
    return number(path) if len(path) else None


def _cell_id(store: "Store", tiling: str, cell: Key) -> int:
    """Return the id of a cell; InputError if no game in the store had it on its board."""
    cypher = "MATCH (c:Cell {tiling: $tiling, i: $i, j: $j, k: $k}) RETURN c.id"
    try:
        i, j, k = (integer_of(part, "lattice key") for part in cell)
    except (TypeError, ValueError):
        raise InputError(f"cell {cell!r}: give a lattice key (i, j, k)") from None
    ids = store.query(cypher, tiling=tiling, i=i, j=j, k=k)
    if not len(ids):
        raise InputError(f"cell {cell} of the {tiling} tiling is not in the store")
    return number(ids)


def _length(store: "Store", trial: int, ply: int | None) -> tuple[str, int]:
    """Return the tiling of a trial, and `ply`, by default the number of its moves."""
    cypher = "MATCH (t:Trial {id: $trial})-[:BEGINS]->(b:Board) RETURN t.plies, b.tiling"
    row = store.query(cypher, trial=integer_of(trial, "trial"))
    if not len(row):
        raise InputError(f"trial {trial!r} is not in the graph")
    plies, tiling = row.iloc[0].tolist()
    ply = plies if ply is None else integer_of(ply, "ply")
    if not 0 <= ply <= plies:
        refuse("ply", ply, f"trial {trial} has 0 to {plies}")
    return str(tiling), int(ply)


def _cells(store: "Store", trial: int, ply: int) -> list[Key]:
    """Return the cells of a board after `ply` moves, in the order of their sites."""
    sites = {as_key(cell): site for *cell, site in rows_of(store, _BEGUN, trial=trial)}
    gone = [(ply, -1, cell) for *cell, ply in rows_of(store, _REMOVED, trial=trial, ply=ply)]
    came = [(ply, site, cell) for *cell, ply, site in rows_of(store, _ADDED, trial=trial, ply=ply)]
    # Within a move, cells go before others come.
    for _, site, cell in sorted([*gone, *came]):
        if site < 0:
            sites.pop(as_key(cell), None)
        else:
            sites[as_key(cell)] = site
    return sorted(sites, key=sites.__getitem__)
