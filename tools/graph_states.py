"""Comparison of the graph of a store with states: games of many kinds, at every ply.

``python -m tools.graph_states --library Ludii/Common/res`` plays two random games of each of some
fifty games, compiled, into a store, and plays each again by its rules: every piece with its
numbers, the number of pieces and of occupied cells have to be the same in the graph and in the
state after every move. Growing games are recorded in several techniques. Games of the library are
left out without one; names of games take the place of the list. The exit status is 1 if anything
differs.
"""

import argparse
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from textwrap import shorten
from time import perf_counter

from boardless.games import load
from boardless.games.game_technique import game_technique
from boardless.play import Position, record_playouts
from boardless.play.replay import positions_of
from boardless.state.contents import Contents
from boardless.state.move import BOARD
from boardless.store import Store
from boardless.store.pieces import CellPiece, Piles, piles_by_ply
from boardless.topo import InputError

#: Games by what their moves do.
KINDS: dict[str, tuple[str, ...]] = {
    "tiles on a growing board": ("Andantino", "Plotto", "Gomoku"),
    "tiles with paths": ("Trax", "Tantrix"),
    "tiles taken by chance": ("Carcassonne", "Lost Valley"),
    "large tiles": ("Kingdomino", "Village"),
    "dominoes": ("Block",),
    "pieces that move and lie on others": ("Hive",),
    "changes of sides": ("Othello", "Reversi", "Ataxx"),
    "rows that are removed": ("Yinsh", "Ringo"),
    "several pieces removed": ("Keythedral", "Pente"),
    "secrets": ("Minesweeper",),
    "capture by replacement, promotion": ("Breakthrough", "Los Alamos Chess", "Chaturanga"),
    "capture by hopping": ("English Draughts", "Konane", "Peg Solitaire"),
    "capture by enclosing": ("Go", "Tablut", "Dai Hasami Shogi"),
    "counted pieces": ("Oware", "Kalah", "Mangala (Suez)"),
    "piles": ("Lasca", "Tower of Hanoi", "Gobblet Gobblers"),
    "hands": ("Minishogi", "Nine Men's Morris", "Morabaraba"),
    "dice": ("Backgammon", "Pachisi", "Senet"),
    "swaps": ("Hex", "Chex", "Fox and Geese"),
    "vertices and edges": ("Three Men's Morris", "Slitherlink"),
    "states, values and rotations": ("Ploy", "Sudoku", "2048"),
}
TECHNIQUES = ("ZONE-APPEND", "ZONE-MAP", "PERI-MAP", "ZONE-RE", "RULE-APPEND", "ZONE-SHRINK")


def unlike(store: Store, trial: int, position: Position) -> Iterator[tuple[int, str]]:
    """Yield ply and name of each difference between the graph of a trial and its states.

    The position is in a technique that adds the same cells, and is played to the end. Names are
    pieces, occupied, cells, or that of a cell.
    """
    game = store.trial(trial)
    said = store.query(_MOVES, trial=trial)
    counts = list(said.itertuples(index=False, name=None))
    there = piles_by_ply(store, trial, len(game.moves))
    for ply, (piles, played) in enumerate(zip(there, positions_of(game, position), strict=True)):
        standing = _standing(played)
        for cell in piles.keys() | standing.keys():
            if piles.get(cell) != standing.get(cell):
                yield ply, str(cell)
        if not ply:
            continue
        pieces = sum(piece.amount for pile in standing.values() for piece in pile)
        occupied = sum(any(piece.amount for piece in pile) for pile in standing.values())
        right = (pieces, occupied, played.cells)
        names = ("pieces", "occupied", "cells")
        for name, graph, state in zip(names, counts[ply - 1], right, strict=True):
            if graph != state:
                yield ply, name


_MOVES = """
MATCH (t:Trial {id: $trial})-[:MADE]->(m:Move)
WITH m.ply AS ply, m.pieces AS pieces, m.occupied AS occupied, m.cells AS cells
RETURN pieces, occupied, cells ORDER BY ply
"""


def _standing(position: Position) -> Piles:
    """Return the pieces on the board of a position, by the chunks of its container."""
    contents, board = Contents(position.seen), position.board
    heights = contents.heights(BOARD)
    counts = contents.chunk(BOARD, "count")
    layers = [
        [contents.chunk(BOARD, name, level) for name in ("what", "state", "rotation", "value")]
        for level in range(max(int(heights.max(initial=1)), 1))
    ]
    found: Piles = {}
    for site in board:
        numbers = [[int(chunk[site]) for chunk in chunks] for chunks in layers]
        height = max(int(heights[site]), 1)
        pile = tuple(
            CellPiece(what, (1 if height > 1 else int(counts[site])) if what else 0, *rest)
            for what, *rest in numbers[:height]
        )
        if any(any(piece) for piece in pile):
            found[board.key(site)] = pile
    return found


def compared(store: Store, name: str, options: argparse.Namespace) -> Iterator[str]:
    """Yield a line for each technique in which games were compared."""
    try:
        game = load(name, library=options.library, jit=not options.plain)
    except InputError as error:
        yield f"{name}: left out: {shorten(str(error), 100)}"
        return
    for technique in TECHNIQUES if game.growing else (None,):
        begin, first = perf_counter(), store.log.trials
        try:
            batch = record_playouts(game, 0, options.games, technique=technique, seed=options.seed)
        except InputError as error:
            yield f"{name}, {technique}: left out: {shorten(str(error), 100)}"
            continue
        store.add([batch])
        source = batch.source
        chosen = game.suited(game_technique(technique or source.technique))
        found = [
            (trial, *where)
            for trial in range(first, first + options.games)
            for where in unlike(store, trial, Position(game, chosen))
        ]
        note = f"{(batch.done >= 0).sum()} of {len(batch.movers)} moves did more than they say"
        differ = f"DIFFERS {len(found)} times: {found[:5]}" if found else "alike"
        seconds = f"{perf_counter() - begin:.0f} s"
        yield f"{name}, {source.technique}: {options.games} games, {note}: {differ} ({seconds})"


def main() -> None:
    """Compare, and print a line for each game and technique."""
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m tools.graph_states")
    parser.add_argument("game", nargs="*", help="by default one list of each kind")
    parser.add_argument("--library", help="a folder of descriptions")
    parser.add_argument("--games", type=int, default=2, help="playouts of each")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plain", action="store_true", help="do not compile: quicker for a few")
    parser.add_argument("--bolt", help="the address of a server, which has no graph yet")
    options = parser.parse_args()
    status = 0
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "runs.lbug"
        with Store.open(options.bolt or path, log=path.with_name("runs.log")) as store:
            for name in options.game or [name for kind in KINDS.values() for name in kind]:
                for line in compared(store, name, options):
                    print(line, flush=True)
                    status |= "DIFFERS" in line
    sys.exit(status)


if __name__ == "__main__":
    main()
