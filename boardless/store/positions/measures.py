"""Measures of positions: counts, structure, and values under best play.

Values come from retrograde analysis, from the ends backwards. The winner minimises the number of
moves, the loser maximises it. A result that nobody can force, such as a game that may go on for
ever, is a draw. Source: K. Thompson, Retrograde analysis of certain endgames, ICCA Journal 9 (3),
1986.
"""

from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd

from boardless.jit.arrays import Ints
from boardless.jit.native import jit
from boardless.store.positions.found import Found
from boardless.store.positions.positions import Positions
from boardless.topo import InputError

#: The value of an unsolved position.
UNKNOWN = -1


def solved(positions: Positions) -> tuple[Ints, Ints]:
    """Return the winner of every position under best play, and the number of moves until then.

    Returns
    -------
    values, distances : int16 and int32 arrays of shape (n,)
        The player who wins, 0 for a draw; -1 is the distance of a draw.

    Raises
    ------
    InputError
        If these are not all positions, or the game is not one of two players.
    """
    game = positions.explored.game
    if not positions.complete:
        raise InputError(f"positions of {game}: they are not complete, so they cannot be solved")
    if positions.players != 2:
        raise InputError(
            f"positions of {game}: {positions.players} players, but only games of two players "
            "can be solved"
        )
    return forced(positions, complete=True)


def forced(positions: Positions, complete: bool = False) -> tuple[Ints, Ints]:
    """Return the values of positions, complete or not; see `solved`.

    Without `complete`, a result that the known moves do not force is UNKNOWN, not a draw.
    """
    count = len(positions)
    sources = positions.sources
    order, ends = positions.by_target
    open_ = np.bincount(sources, minlength=count).astype(np.int64)
    # Positions with unknown moves are never known losses.
    open_[positions.expanded :] += 1
    values = np.full(count, UNKNOWN, np.int16)
    distances = np.full(count, -1, np.int32)
    _go_back(
        positions.movers, positions.winners, sources[order].astype(np.int64), ends, open_, values,
        distances,
    )  # fmt: skip
    if complete:
        values[values == UNKNOWN] = 0
    return values, distances


@jit
def _go_back(
    movers: Ints, winners: Ints, before: Ints, ends: Ints, open_: Ints, values: Ints,
    distances: Ints,
) -> None:  # fmt: skip
    """Write forced values backwards from the ends, the nearest first.

    ``before[ends[n] : ends[n + 1]]`` are the positions before n; `open_` counts the links from each
    position to positions without a known loss for its mover.
    """
    count = movers.shape[0]
    queue = np.empty(count, np.int64)
    read = written = 0
    for n in range(count):
        if winners[n] >= 0:
            values[n] = winners[n]
            if winners[n] > 0:
                distances[n] = 0
                queue[written] = n
                written += 1
    while read < written:
        n = queue[read]
        read += 1
        for m in range(ends[n], ends[n + 1]):
            other = before[m]
            if values[other] >= 0:
                continue
            if values[n] != movers[other]:
                # One way fewer to avoid a loss. The last remaining way is the longest.
                open_[other] -= 1
                if open_[other] > 0:
                    continue
            values[other] = values[n]
            distances[other] = distances[n] + 1
            queue[written] = other
            written += 1


def with_values(positions: Positions) -> Found:
    """Return the part of an exploration that has the values of complete positions."""
    values, distances = solved(positions)
    return replace(
        Found(positions.explored, len(positions), positions.expanded, True, ()),
        values=values,
        distances=distances,
    )


def games(positions: Positions) -> int | None:
    """Return the number of games from the start to an end, None if it is infinite."""
    if not positions.complete:
        raise InputError(
            f"positions of {positions.explored.game}: they are not complete, so games from them "
            "cannot be counted"
        )
    ways = ways_to(positions)
    if ways is None:
        return None
    return sum(ways[number] for number in np.flatnonzero(positions.winners >= 0).tolist())


def ways_to(positions: Positions) -> list[int] | None:
    """Return the number of lines from the start to each position; None if there are cycles."""
    count = len(positions)
    targets = positions.targets
    left = np.bincount(targets, minlength=count).tolist()
    ways = [0] * count
    ready = [0] if count and not left[0] else []
    if ready:
        ways[0] = 1
    done = 0
    while ready:
        number = ready.pop()
        done += 1
        for target in targets[positions.after(number)].tolist():
            ways[target] += ways[number]
            left[target] -= 1
            if not left[target]:
                ready.append(target)
    return ways if done == count else None


def summary(positions: Positions) -> dict[str, Any]:
    """Return the numbers that ``boardless explore`` prints.

    `value` (the payoffs of two players under best play) and `games` (from the start to an end; None
    if unbounded) exist for complete positions only.
    """
    numbers: dict[str, Any] = {
        "game": positions.explored.game,
        "positions": len(positions),
        "links": positions.links,
        "terminal": int((positions.winners >= 0).sum()),
        "by_ply": np.bincount(positions.plies).tolist(),
        "complete": positions.complete,
        "value": None,
        "games": None,
    }
    if positions.complete:
        numbers["games"] = games(positions)
        if positions.players == 2:
            values = positions.column("values") if positions.is_solved else solved(positions)[0]
            best = int(values[0])
            numbers["value"] = [0.0, 0.0] if best == 0 else [3.0 - 2 * best, 2.0 * best - 3]
    return numbers


def by_ply(positions: Positions) -> pd.DataFrame:
    """Return counts of positions and links after each number of moves.

    Returns
    -------
    DataFrame
        Columns ply; positions: first reached after `ply` moves; expanded: with all moves known;
        terminal; links: moves from the expanded ones; branching: links for each that is not
        terminal; transpositions: the share of links to a position that another link had reached
        before.
    """
    plies = positions.plies
    count = int(plies.max(initial=0)) + 1
    there = np.bincount(plies, minlength=count)
    expanded = plies[: positions.expanded]
    open_ = np.bincount(expanded[positions.winners[: positions.expanded] < 0], minlength=count)
    links = np.bincount(plies[positions.sources], minlength=count)
    _, first = np.unique(positions.targets, return_index=True)
    # The start is there without a link.
    fresh = np.bincount(plies[positions.sources[first]], minlength=count)
    with np.errstate(invalid="ignore"):
        return pd.DataFrame(
            {
                "ply": np.arange(count),
                "positions": there,
                "expanded": np.bincount(expanded, minlength=count),
                "terminal": np.bincount(plies[positions.winners >= 0], minlength=count),
                "links": links,
                "branching": links / np.where(open_, open_, np.nan),
                "transpositions": 1 - fresh / np.where(links, links, np.nan),
            }
        )


def components(positions: Positions) -> np.ndarray[Any, np.dtype[np.int32]]:
    """Return the strongly connected part of each position, shape (n,).

    Two positions are of one part if each can be reached from the other. Source: R. Tarjan,
    Depth-first search and linear graph algorithms, 1972, as SciPy has it.
    """
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components

    count = len(positions)
    ones = np.ones(positions.links, np.int8)
    graph = csr_array((ones, (positions.sources, positions.targets)), shape=(count, count))
    return np.asarray(connected_components(graph, connection="strong")[1], np.int32)


def cyclic(positions: Positions) -> int:
    """Return the number of positions on a cycle, which a game can reach again."""
    parts = components(positions)
    sizes = np.bincount(parts)
    loops = np.unique(positions.sources[positions.sources == positions.targets])
    return int(np.union1d(np.flatnonzero(sizes[parts] > 1), loops).size)


def won_by_mover(positions: Positions) -> pd.DataFrame:
    """Return for each ply the numbers of positions that the mover wins, draws and loses.

    Columns ply, won, drawn, lost, unknown, without terminal positions; unknown is the value of
    incomplete positions that known moves do not force.
    """
    values, _ = solved(positions) if positions.complete else forced(positions)
    open_ = positions.winners < 0
    plies, movers, values = positions.plies[open_], positions.movers[open_], values[open_]
    columns = {
        "won": values == movers,
        "drawn": values == 0,
        "lost": (values > 0) & (values != movers),
        "unknown": values == UNKNOWN,
    }
    count = int(plies.max(initial=0)) + 1
    counted = {name: np.bincount(plies[which], minlength=count) for name, which in columns.items()}
    return pd.DataFrame({"ply": np.arange(count), **counted})


def openings(positions: Positions, depth: int = 2) -> pd.DataFrame:
    """Return all openings up to a depth, each position once, and their values.

    Columns position, ply, ways (number of lines of `ply` moves that lead there), line (the first
    of them), value (the winner, 0 for a draw, -1 if unknown) and distance.
    """
    values, distances = solved(positions) if positions.complete else forced(positions)
    lines: dict[int, list[str]] = {0: []}
    ways = {0: 1}
    rows = []
    for ply in range(1, depth + 1):
        after: dict[int, list[str]] = {}
        counted: dict[int, int] = {}
        for number, line in lines.items():
            for text, target in positions.moves_of(number).items():
                after.setdefault(target, [*line, text])
                counted[target] = counted.get(target, 0) + ways[number]
        lines, ways = after, counted
        rows += [
            (number, ply, ways[number], " ".join(line), int(values[number]), int(distances[number]))
            for number, line in lines.items()
        ]
    names = ["position", "ply", "ways", "line", "value", "distance"]
    return pd.DataFrame(rows, columns=names)
