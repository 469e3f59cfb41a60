"""Whether the graph of a store has what stands where: games of many kinds, compared at every ply.

Usage::

    python -m tools.graph_states [GAME...] [--library DIR] [--games 3] [--seed 1] [--bolt ADDRESS]

plays random games of each kind, compiled, into a store, then plays each again by its rules and
compares what the graph says of every ply with the state: every piece with its numbers, how many
there are, and how many cells have some. Growing games are recorded in several techniques. Kinds of
games that only a library has are left out without one (`--library`, BOARDLESS_LIBRARY). The exit
status is 1 if anything differs.
"""

import argparse
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter

from boardless.games import load
from boardless.games.game_technique import game_technique
from boardless.play import GamePosition, record_playouts
from boardless.play.replay import positions_of
from boardless.state.contents import Contents
from boardless.state.move import BOARD
from boardless.store import Store
from boardless.store.pieces import Piece, Piles, piles_by_ply
from boardless.topo import InputError

#: Games by what is to be seen in them, with the techniques that growing ones are recorded in.
KINDS: dict[str, tuple[str, ...]] = {
    "tiles on a growing board": ("Andantino", "Plotto"),
    "tiles with paths": ("Trax",),
    "tiles drawn by chance": ("Carcassonne", "Tantrix"),
    "large tiles": ("Kingdomino", "Lost Valley"),
    "dominoes": ("Block",),
    "moved pieces, piles": ("Hive",),
    "flips": ("Othello",),
    "rings and rows that are removed": ("Yinsh", "Ringo"),
    "several removed at once": ("Keythedral", "Village"),
    "secrets": ("Minesweeper",),
    "capture by replacement, promotion": ("Chess", "Breakthrough"),
    "capture by hopping": ("English Draughts", "Konane", "Peg Solitaire"),
    "capture by enclosing": ("Go", "Tablut"),
    "counted pieces": ("Oware", "Kalah"),
    "piles": ("Lasca", "Tower of Hanoi", "Focus"),
    "hands": ("Shogi", "Nine Men's Morris", "Tic-Tac-Chess"),
    "dice": ("Backgammon", "Snakes and Ladders"),
    "swaps": ("Fox and Geese", "Hex"),
    "pieces on edges or vertices": ("Dots and Boxes", "Three Men's Morris"),
    "states, values and rotations": ("Ploy", "Tic-Tac-Die", "Pagade Kayi Ata (Sixteen-handed)"),
}
TECHNIQUES = ("ZONE-APPEND", "ZONE-MAP", "PERI-MAP", "ZONE-RE", "RULE-APPEND", "ZONE-SHRINK")


def unlike(store: Store, trial: int, position: GamePosition) -> Iterator[tuple[int, str]]:
    """Yield where the graph has something else of a trial than its rules make of its moves.

    Parameters
    ----------
    store : Store
        The store.
    trial : int
        The id of the trial.
    position : GamePosition
        One of its game, in a technique that adds the same cells; it is played to the end.

    Yields
    ------
    ply, what : int and str
        A ply, and what differs then: pieces, occupied, cells, or the name of a cell.

    Raises
    ------
    InputError
        If the trial is no game by the rules.
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


def _standing(position: GamePosition) -> Piles:
    """Return what stands on the board of a position, by the chunks of its container."""
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
            Piece(what, (1 if height > 1 else int(counts[site])) if what else 0, *rest)
            for what, *rest in numbers[:height]
        )
        if any(any(piece) for piece in pile):
            found[board.key(site)] = pile
    return found


def compared(
    names: list[str], library: str | None, games: int, seed: int, address: str, log: Path
) -> Iterator[str]:
    """Yield a line for each game and technique that was compared."""
    first = 0
    with Store.open(address, log=log) as store:
        for name in names:
            begin = perf_counter()
            try:
                game = load(name, library=library)
            except InputError as error:
                yield f"{name}: left out: {error}"
                continue
            for technique in TECHNIQUES if game.growing else (None,):
                try:
                    batch = record_playouts(game, 0, games, technique=technique, seed=seed)
                    store.add([batch])
                except InputError as error:
                    yield f"{name}, {technique}: left out: {error}"
                    continue
                said = batch.source
                way = game.suited(game_technique(technique or said.technique))
                found = [
                    (trial, *where)
                    for trial in range(first, first + games)
                    for where in unlike(store, trial, GamePosition(game, way))
                ]
                first += games
                plies = len(batch.movers)
                what = f"{name}, {said.technique}: {games} games, {plies} plies"
                told = f"{(batch.done >= 0).sum()} did more than they say"
                differ = f"DIFFERS {len(found)} times: {found[:5]}" if found else "alike"
                yield f"{what}, {told}: {differ} ({perf_counter() - begin:.0f} s)"


def main() -> None:
    """Compare, and print a line for each game."""
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m tools.graph_states")
    parser.add_argument("game", nargs="*")
    parser.add_argument("--library")
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--bolt")
    given = parser.parse_args()
    names = given.game or [name for kind in KINDS.values() for name in kind]
    status = 0
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "runs.lbug.log"
        address = given.bolt or str(Path(folder) / "runs.lbug")
        for line in compared(names, given.library, given.games, given.seed, address, log):
            print(line, flush=True)
            status |= "DIFFERS" in line
    sys.exit(status)


if __name__ == "__main__":
    main()
