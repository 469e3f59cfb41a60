"""Comparison of the graph of a store with states: games of many kinds, at every ply.

``python -m tools.graph_states --library Ludii/Common/res`` plays two random games of each of some
fifty games, compiled, into a store, and plays each again by its rules: every piece with its
numbers, the number of pieces and of occupied cells have to be the same in the graph and in the
state after every move. Growing games are recorded in several techniques. Without a library its
games are left out.
"""

import tempfile
from collections.abc import Iterator
from pathlib import Path
from textwrap import shorten
from time import perf_counter

from boardless.cli.app import main as run
from boardless.games import Game, load
from boardless.games.game_technique import game_technique
from boardless.play import Position, record_playouts
from boardless.play.replay import positions_of
from boardless.state.contents import Contents
from boardless.state.move import BOARD
from boardless.store import Store
from boardless.store.pieces import CellPiece, Piles, piles_by_ply
from boardless.topo import InputError

#: Games by the effects of their moves.
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
    pieces, occupied, cells, or the key of a cell.
    """
    game = store.trial(trial)
    counts = list(store.query(_MOVES, trial=trial).itertuples(index=False, name=None))
    stored = piles_by_ply(store, trial, len(game.moves))
    for ply, (piles, played) in enumerate(zip(stored, positions_of(game, position), strict=True)):
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
    piles: Piles = {}
    for site in board:
        numbers = [[int(chunk[site]) for chunk in chunks] for chunks in layers]
        height = max(int(heights[site]), 1)
        pile = tuple(
            CellPiece(what, (1 if height > 1 else int(counts[site])) if what else 0, *rest)
            for what, *rest in numbers[:height]
        )
        if any(any(piece) for piece in pile):
            piles[board.key(site)] = pile
    return piles


def compare(store: Store, game: Game, games: int, seed: int) -> Iterator[str]:
    """Yield a line for each technique of a game, and the result of its comparison."""
    for technique in TECHNIQUES if game.growing else (None,):
        begin, first = perf_counter(), store.log.trials
        try:
            batch = record_playouts(game, 0, games, technique=technique, seed=seed)
        except InputError as error:
            yield f"{technique}: left out: {shorten(str(error), 100)}"
            continue
        store.add([batch])
        source = batch.source
        chosen = game.suited(game_technique(technique or source.technique))
        differences = [
            (trial, *where)
            for trial in range(first, first + games)
            for where in unlike(store, trial, Position(game, chosen))
        ]
        note = f"{(batch.done >= 0).sum()} of {len(batch.movers)} moves did more than they say"
        result = f"DIFFERS {len(differences)} times: {differences[:5]}" if differences else "alike"
        seconds = f"{perf_counter() - begin:.0f} s"
        yield f"{source.technique}: {games} games, {note}: {result} ({seconds})"


def main(
    game: list[str] | None = None,
    *,
    library: str | None = None,
    games: int = 2,
    seed: int = 1,
    plain: bool = False,
    bolt: str | None = None,
) -> int:
    """Print a line for each game and technique; status 1 if anything differs.

    Parameters
    ----------
    game : GAME
        The games; by default a list of all kinds.
    library : DIR
        A folder of descriptions.
    games
        The playouts of each game.
    plain
        Do not compile the games, which is quicker for a few.
    bolt : ADDRESS
        The address of a server without a graph.
    """
    status = 0
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "runs.lbug"
        with Store.open(bolt or path, log=path.with_name("runs.log")) as store:
            for name in game or [name for kind in KINDS.values() for name in kind]:
                try:
                    loaded = load(name, library=library, jit=not plain)
                except InputError as error:
                    print(f"{name}: left out: {shorten(str(error), 100)}", flush=True)
                    continue
                for line in compare(store, loaded, games, seed):
                    print(f"{name}, {line}", flush=True)
                    status |= "DIFFERS" in line
    return status


if __name__ == "__main__":
    run(main)
