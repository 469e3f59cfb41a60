"""Pieces and boards in the graph: links from the actions of moves, and states from links.

The board of a trial at a ply is the first board, with the cells that moves added and without those
that they removed.

The pieces on a cell follow from `PLACES` of the game and the links `LEAVES`, `TAKES` and `SETS` of
the moves up to then, in this order for each move. The links describe the difference that a move
makes, so on each level of a cell at most one piece comes or goes.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np
import pyarrow as pa

from boardless.jit.arrays import Ints
from boardless.play import Position
from boardless.play.replay import described_game, technique_in
from boardless.state import (
    ADD,
    REMOVE,
    SET_COUNT,
    SET_ROTATION,
    SET_STATE,
    SET_VALUE,
    Action,
    Batch,
    Equipment,
)
from boardless.state.move import BOARD
from boardless.state.trial import parse_setup
from boardless.store.engine import Engine, number
from boardless.store.plane import LAID_OUT, LINKED, as_key, board_of, options_of, tiling_labelled
from boardless.topo import Board, InputError, Key
from boardless.topo.layouts import FixedBoard
from boardless.topo.layouts.incidence import CELL
from boardless.util.inputs import integer_of, refuse

if TYPE_CHECKING:
    import networkx as nx

    from boardless.store.store import Store

#: The numbers of pieces that are kept, by the actions that set them.
SETS = {SET_STATE: "state", SET_ROTATION: "rotation", SET_VALUE: "value"}
#: The limit of components.
_COMPONENTS = 2**16


class CellPiece(NamedTuple):
    """A piece on a cell of a board, or some that are counted; component 0 for no piece."""

    component: int
    amount: int = 1
    state: int = 0
    rotation: int = 0
    value: int = 0


#: The pieces on cells, the lowest first.
Piles: TypeAlias = dict[Key, tuple[CellPiece, ...]]


@lru_cache(maxsize=16)
def _initial_actions(text: str, options: tuple[str, ...]) -> tuple[Action, ...]:
    """Return the actions of the initial position that its setup does not have."""
    game = described_game(text, options) if text else None
    if game is None or not (game.info.effects or game.info.starts_by_chance):
        return ()
    return Position(game, technique_in(game, None)).begun


def placed(setup: Equipment, text: str, options: tuple[str, ...]) -> Piles:
    """Return the pieces on the board of a game before its first move."""
    piles: dict[Key, list[CellPiece]] = {}
    for (i, j, k), what in setup.start:
        piles.setdefault((i, j, k), []).append(CellPiece(what))
    for action in _initial_actions(text, options):
        assert isinstance(action.site, tuple)
        pile = piles.setdefault((*action.site,), [])
        if action.kind == ADD:
            pile.insert(action.level, CellPiece(action.value))
        elif action.kind == REMOVE:
            del pile[action.level]
        elif action.kind == SET_COUNT:
            pile[action.level] = pile[action.level]._replace(amount=action.value)
        elif action.kind in SETS:
            pile[:] = pile or [CellPiece(0, 0)]
            number = {SETS[action.kind]: action.value}
            pile[action.level] = pile[action.level]._replace(**number)
    return _shown(piles)


#: Links of a kind from n moves to cells: places of the moves in the batch, (n,); lattice keys of
#: the cells, (n, 3); and properties of the links, (n,) each.
MoveLinks: TypeAlias = tuple[Ints, Ints, tuple[Any, ...]]


def piece_changes(batch: Batch, first: Piles) -> tuple[dict[str, MoveLinks], Ints, Ints]:
    """Return the changes of the pieces on the board by a batch of games from a start.

    Parameters
    ----------
    batch : Batch
        Games with m moves in all.
    first : Piles
        The pieces on the board before the first move.

    Returns
    -------
    links : dict
        Links of the kinds TAKES, LEAVES and SETS.
    pieces, occupied : int64 arrays of shape (m,)
        Pieces on the board, and cells with pieces, after each move.
    """
    counts, rows = batch.effects
    moves = np.repeat(np.arange(len(counts)), counts)
    on = rows[:, 1] == BOARD
    counted = on & (rows[:, 0] == SET_COUNT)
    if counted.any() or any(piece.amount != 1 for pile in first.values() for piece in pile):
        came, went = _counted(batch.played, moves, rows, first)
    else:
        came, went = (_ones(moves, rows, on & (rows[:, 0] == kind)) for kind in (ADD, REMOVE))
    from_hands = (rows[:, 0] == REMOVE) & ~on
    numbers = np.flatnonzero(on & np.isin(rows[:, 0], list(SETS)))
    names = pa.array([SETS.get(kind) for kind in range(1 + max(SETS))])
    sets = rows[numbers]
    change = np.bincount(came[:, 0], came[:, 5], len(counts)).astype(np.int64)
    change -= np.bincount(went[:, 0], went[:, 5], len(counts)).astype(np.int64)
    at_first = sum(piece.amount for pile in first.values() for piece in pile)
    pieces = batch.running(change, at_first)
    gone = _gone(came, went, rows[from_hands, 7], moves[from_hands])
    links: dict[str, MoveLinks] = {
        "TAKES": (came[:, 0], came[:, 1:4], (came[:, 4], came[:, 5], came[:, 6])),
        "LEAVES": (went[:, 0], went[:, 1:4], (went[:, 4], went[:, 5], gone, went[:, 6])),
        "SETS": (
            moves[numbers], sets[:, 3:6],
            (names.take(pa.array(sets[:, 0])), sets[:, 7], sets[:, 6]),
        ),
    }  # fmt: skip
    # As many cells as pieces, unless there may be several on a cell.
    alone = not batch.source.setup.levels and not counted.any() and at_first == len(first)
    return links, pieces, pieces if alone else _occupied(batch, came, went, first)


def _ones(moves: Ints, rows: Ints, which: Ints) -> Ints:
    """Return move, cell, component, count and level of pieces that come or go one by one."""
    chosen = np.flatnonzero(which)
    return np.column_stack(
        (moves[chosen], rows[chosen, 3:6], rows[chosen, 7], np.ones_like(chosen), rows[chosen, 6])
    ).astype(np.int64)


def _counted(played: Ints, moves: Ints, rows: Ints, first: Piles) -> tuple[Ints, Ints]:
    """Return the rows of `_ones` for pieces that come and that go, where cells count pieces."""
    came: list[tuple[int, ...]] = []
    went: list[tuple[int, ...]] = []
    top: dict[Key, CellPiece] = {}
    change: dict[tuple[Key, int], int] = {}
    game = move = -1

    def close_move() -> None:
        for (cell, component), count in change.items():
            if count:
                (came if count > 0 else went).append((move, *cell, component, abs(count), 0))
        change.clear()

    for doer, (kind, container, _, i, j, k, _, value) in zip(
        moves.tolist(), rows.tolist(), strict=True
    ):
        if container != BOARD or kind not in (ADD, REMOVE, SET_COUNT):
            continue
        if doer != move:
            close_move()
            move = doer
        if played[doer] != game:
            game = int(played[doer])
            top = {cell: pile[-1] for cell, pile in first.items()}
        cell = (i, j, k)
        there = top.get(cell, CellPiece(0, 0))
        component = there.component if kind == SET_COUNT else value
        count = {ADD: there.amount + 1, REMOVE: there.amount - 1, SET_COUNT: value}[kind]
        change[cell, component] = change.get((cell, component), 0) + count - there.amount
        top[cell] = CellPiece(component if count else 0, count)
    close_move()
    return np.array(came, np.int64).reshape(-1, 7), np.array(went, np.int64).reshape(-1, 7)


def _gone(came: Ints, went: Ints, held: Ints, moves: Ints) -> Ints:
    """Return for each leaving row the number of pieces that do not come back in its move.

    If the same move puts N pieces of a component down, the first N leaving pieces count as the ones
    put down. Pieces from hands (components `held`, by `moves`) are subtracted from N.
    """
    key = went[:, 0] * _COMPONENTS + went[:, 4]
    kinds, which = np.unique(key, return_inverse=True)

    def of_kinds(keys: Ints, counts: Ints) -> Ints:
        place = np.searchsorted(kinds, keys).clip(max=max(len(kinds) - 1, 0))
        there = kinds[place] == keys if len(kinds) else np.zeros(len(keys), bool)
        return np.bincount(place[there], counts[there], len(kinds)).astype(np.int64)

    down = of_kinds(came[:, 0] * _COMPONENTS + came[:, 4], came[:, 5])
    from_hand = of_kinds(moves * _COMPONENTS + held, np.ones(len(held), np.int64))
    down = np.maximum(down - from_hand, 0)
    order = np.argsort(key, kind="stable")
    sums = np.cumsum(went[order, 5])
    begins = np.searchsorted(key[order], kinds)
    before = sums - went[order, 5] - (sums[begins] - went[order, 5][begins])[which[order]]
    stay = np.clip(down[which[order]] - before, 0, went[order, 5])
    gone = np.empty(len(went), np.int64)
    gone[order] = went[order, 5] - stay
    return gone


def _occupied(batch: Batch, came: Ints, went: Ints, first: Piles) -> Ints:
    """Return the number of cells with pieces after each move."""
    rows = np.concatenate((came, went))
    amounts = np.concatenate((came[:, 5], -went[:, 5]))
    cells = np.array(list(first), np.int64).reshape(-1, 3)
    _, cell = np.unique(np.concatenate((cells, rows[:, 1:4])), axis=0, return_inverse=True)
    start, cell = cell.reshape(-1)[: len(cells)], cell.reshape(-1)[len(cells) :]
    at_first = np.zeros(len(cells) + len(rows), np.int64)
    at_first[start] = [sum(piece.amount for piece in pile) for pile in first.values()]
    order = np.lexsort((rows[:, 0], cell, batch.played[rows[:, 0]]))
    game, cell, move = batch.played[rows[order, 0]], cell[order], rows[order, 0]
    sums = np.cumsum(amounts[order])
    fresh = np.ones(len(order), bool)
    fresh[1:] = (game[1:] != game[:-1]) | (cell[1:] != cell[:-1])
    begins = np.flatnonzero(fresh)
    group = np.cumsum(fresh) - 1
    after = sums - (sums - amounts[order])[begins][group] + at_first[cell]
    before = np.where(fresh, at_first[cell], np.roll(after, 1))
    change = np.bincount(move, (after > 0).astype(np.int64) - (before > 0), len(batch.movers))
    occupied = sum(1 for pile in first.values() if any(piece.amount for piece in pile))
    return batch.running(change.astype(np.int64), occupied)


_SETUP = """
MATCH (t:Trial {id: $trial})-[:OF]->(:Run)-[:PLAYS]->(g:Game) RETURN g.setup AS setup
"""
_PLACED = """
MATCH (t:Trial {id: $trial})-[:OF]->(:Run)-[:PLAYS]->(:Game)-[p:PLACES]->(c:Cell)
RETURN c.i AS i, c.j AS j, c.k AS k, p.level AS level, p.component AS component, p.count AS count,
       p.state AS state, p.rotation AS rotation, p.value AS value
ORDER BY level
"""
_CHANGES = """
MATCH (t:Trial {{id: $trial}})-[:MADE]->(m:Move)-[a:{0}]->(c:Cell) WHERE m.ply <= $ply
RETURN m.ply AS ply, c.i AS i, c.j AS j, c.k AS k, a.level AS level, a.{1} AS {1}, a.{2} AS {2}
ORDER BY ply, level {3}
"""
_LEFT = _CHANGES.format("LEAVES", "component", "count", "DESC")
_TAKEN = _CHANGES.format("TAKES", "component", "count", "")
_SET = _CHANGES.format("SETS", "what", "number", "")


def piles_by_ply(store: "Store", trial: int, ply: int) -> Iterator[Piles]:
    """Yield the pieces on the board of a trial at the start and after each move up to `ply`."""
    ((setup,),) = rows_of(store, _SETUP, trial=trial)
    stacks = parse_setup(setup).levels > 0
    piles: dict[Key, list[CellPiece]] = {}
    for i, j, k, _, *piece in rows_of(store, _PLACED, trial=trial):
        piles.setdefault((i, j, k), []).append(CellPiece(*piece))
    left, taken, numbers = (
        _by_ply(rows_of(store, cypher, trial=trial, ply=ply)) for cypher in (_LEFT, _TAKEN, _SET)
    )
    yield _shown(piles)
    for now in range(1, ply + 1):
        for *cell, level, component, count in left.get(now, ()):
            _leave(piles[as_key(cell)], level, component, count)
        for *cell, level, component, count in taken.get(now, ()):
            _take(piles.setdefault(as_key(cell), []), level, component, count, stacks)
        for *cell, level, what, value in numbers.get(now, ()):
            pile = piles.setdefault(as_key(cell), [])
            pile[:] = pile or [CellPiece(0, 0)]
            pile[level] = pile[level]._replace(**{what: value})
        yield _shown(piles)


def _leave(pile: list[CellPiece], level: int, component: int, count: int) -> None:
    """Let pieces go from a level; those left there are others of the same component."""
    there = pile[level]
    assert there.component == component
    pile[level : level + 1] = [there._replace(amount=there.amount - count)] * (there.amount > count)


def _take(pile: list[CellPiece], level: int, component: int, count: int, stacks: bool) -> None:
    """Let pieces come to a level; without stacks, add them to the count of the cell."""
    if pile and not pile[0].component:
        pile.clear()
    if pile and not stacks:
        assert pile[0].component == component
        pile[0] = pile[0]._replace(amount=pile[0].amount + count)
    else:
        pile.insert(level, CellPiece(component, count))


def _shown(piles: dict[Key, list[CellPiece]]) -> Piles:
    return {cell: tuple(pile) for cell, pile in piles.items() if pile}


def _by_ply(rows: list[list[Any]]) -> dict[int, list[list[Any]]]:
    by_ply: dict[int, list[list[Any]]] = {}
    for ply, *row in rows:
        by_ply.setdefault(ply, []).append(row)
    return by_ply


def rows_of(store: "Store", cypher: str, **parameters: int) -> list[list[Any]]:
    """Return the rows of an answer."""
    return store.query(cypher, **parameters).astype(object).values.tolist()


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


def board_at(store: "Store", trial: int, ply: int | None) -> Board | FixedBoard:
    """Return the board of a trial after `ply` moves, its cells in the order of their sites."""
    label, ply = _length(store, trial, ply)
    if label.startswith(LAID_OUT):
        text, chosen = store.query(_DESCRIBED, trial=trial).iloc[0].tolist()
        return board_of(text, options_of(chosen))
    return Board(tiling_labelled(label), _cells(store, trial, ply))


def graph_at(store: "Store", trial: int, ply: int | None, kind: str) -> "nx.Graph[int]":
    """Return the board of a trial after `ply` moves as a graph; see `Store.to_networkx`."""
    if kind not in ("cells", "dual", "graph"):
        refuse("graph", kind, "choose one of cells, dual, graph")
    on, use = board_at(store, trial, ply), CELL
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


def steps_between(
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
