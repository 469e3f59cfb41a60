"""The board of a trial at a ply, read from the graph: additions minus removals."""

from typing import TYPE_CHECKING, cast

from boardless.store.engine import Engine, number
from boardless.store.pieces import CellPiece, Queried, piles_by_ply, rows_of
from boardless.store.plane import LINKED, board_of, is_laid_out, options_of, tiling_labelled
from boardless.topo import Board, InputError, Key
from boardless.topo.layouts import FixedBoard
from boardless.topo.layouts.incidence import CELL
from boardless.util.inputs import integer_of, refuse

if TYPE_CHECKING:
    import networkx as nx

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


def board(store: Queried, trial: int, ply: int | None) -> Board:
    """Return the board of a trial after `ply` moves, its cells in the order of their sites."""
    return cast("Board", _board(store, trial, ply))


def _board(store: Queried, trial: int, ply: int | None) -> Board | FixedBoard:
    label, ply = _length(store, trial, ply)
    if is_laid_out(label):
        text, chosen = store.query(_DESCRIBED, trial=trial).iloc[0].tolist()
        return board_of(text, options_of(chosen))
    return Board(tiling_labelled(label), _cells(store, trial, ply))


def graph(store: Queried, trial: int, ply: int | None, kind: str) -> "nx.Graph[int]":
    """Return the board of a trial after `ply` moves as a graph; see `Store.to_networkx`."""
    if kind not in ("cells", "dual", "graph"):
        refuse("graph", kind, "choose one of cells, dual, graph")
    on, use = _board(store, trial, ply), CELL
    if isinstance(on, FixedBoard):
        use, kind = on.use, "relations" if kind == "cells" else kind
    found: nx.Graph[int] = getattr(on, kind).copy()
    # On a board that is laid out vertices or edges may be what is played on.
    if kind in ("cells", "relations") or (kind == "dual" and use == CELL):
        *_, piles = piles_by_ply(store, trial, _length(store, trial, ply)[1])
        for site, node in found.nodes(data=True):
            node.update(_attributes(piles.get(on.key(site), ())))
    return found


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
    store: Queried, engine: Engine, tiling: str, start: Key, end: Key, relation: str
) -> int | None:
    """Return the number of steps between two cells; see `Store.distance`."""
    ids = [_cell_id(store, tiling, cell) for cell in (start, end)]
    if not isinstance(relation, str) or relation.upper() not in LINKED:
        refuse("relation", relation, "choose one of orthogonal, adjacent")
    return 0 if ids[0] == ids[1] else engine.distance(relation.upper(), *ids)


def _cell_id(store: Queried, tiling: str, cell: Key) -> int:
    """Return the id of a cell; InputError if no game in the store had it on its board."""
    cypher = "MATCH (c:Cell {tiling: $tiling, i: $i, j: $j, k: $k}) RETURN c.id"
    try:
        i, j, k = (integer_of(part, "lattice key") for part in cell)
    except (TypeError, ValueError):
        raise InputError(f"cell {cell!r}: give a lattice key (i, j, k)") from None
    found = store.query(cypher, tiling=tiling, i=i, j=j, k=k)
    if not len(found):
        raise InputError(f"cell {cell} of the {tiling} tiling is not in the store")
    return number(found)


def _length(store: Queried, trial: int, ply: int | None) -> tuple[str, int]:
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


def _cells(store: Queried, trial: int, ply: int) -> list[Key]:
    """Return the cells of a board after `ply` moves, in the order of their sites."""
    sites = {(i, j, k): site for i, j, k, site in rows_of(store, _BEGUN, trial=trial)}
    gone = [(ply, cell, -1) for *cell, ply in rows_of(store, _REMOVED, trial=trial, ply=ply)]
    came = [(ply, cell, site) for *cell, ply, site in rows_of(store, _ADDED, trial=trial, ply=ply)]
    return sorted(_replayed(sites, gone, came), key=lambda cell: sites[cell])


def _replayed(
    sites: dict[Key, int],
    gone: list[tuple[int, list[int], int]],
    came: list[tuple[int, list[int], int]],
) -> dict[Key, int]:
    """Let cells go and come in the order of moves; within one, those that go do so first."""
    for _, (i, j, k), value in sorted([*gone, *came]):
        if value < 0:
            sites.pop((i, j, k), None)
        else:
            sites[i, j, k] = value
    return sites
