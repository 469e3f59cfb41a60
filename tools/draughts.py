"""Comparison with the library ``py-draughts``: legal moves and ends of games.

``python -m tools.draughts LIBRARY FOLDER`` plays the games of people in a copy of that
library's tests (``FOLDER/VARIANT/random_pdns.json``), and random ones up to 1,000 in all. Captures
of the same pieces from and to the same squares are one move on both sides. The library lists
moves of American draughts even if a capture is compulsory; the comparison drops them.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

from boardless.cli.app import main as run
from boardless.games import Game, load
from boardless.play import State
from boardless.play.recorded.pdn import VARIANTS, square_label
from boardless.play.recorded.turn import Turn
from boardless.play.turns import IllegalTurnError, make_turns
from boardless.util.inputs import check_choice
from tools.many_games import head, row

#: The library's classes and folders, by the number of a kind of draughts in PDN.
BOARDS = {
    20: ("StandardBoard", "standard"),
    21: ("AmericanBoard", "american"),
    25: ("RussianBoard", "russian"),
    26: ("BrazilianBoard", "brazilian"),
    40: ("FrisianBoard", "frisian"),
}
#: The most turns of a random game.
CUT = 120


@dataclass
class DraughtsTally:
    """The comparison of the games of a kind."""

    game: str
    people: int = 0
    random: int = 0
    positions: int = 0
    #: Differences, one a game: turn, our number of legal turns, theirs, and the position.
    differ: list[tuple[int, int, int, str]] = field(default_factory=list)


def compared(kind: int, played: Game, moves: Sequence[Any], board: Any) -> tuple[int, Any]:
    """Play moves on the library's board and on a state; return turns made, and a difference."""
    state = State(played)
    for number, move in enumerate(moves):
        # At the end there are no legal turns.
        ours = 0 if state.outcome() is not None else state.perft(1, "turns", doubles=False)
        theirs = _different(board)
        if ours != theirs:
            return number, (number, ours, theirs, board.fen)
        try:
            make_turns(state, [_turn(kind, move)])
        except IllegalTurnError:
            return number, (number, ours, theirs, f"{board.fen} {move}")
        board.push(move)
    return len(moves), None


def _different(board: Any) -> int:
    """Return the number of the library's moves that take different pieces."""
    listed = board.legal_moves
    return len(
        {
            (move.square_list[0], move.square_list[-1], frozenset(move.captured_list))
            for move in [move for move in listed if move.captured_list] or listed
        }
    )


def _turn(kind: int, move: Any) -> Turn:
    """Return a turn for a library's move; its squares count along rows from the far left one."""
    size = VARIANTS[kind].size
    squares = (square_label(square + 1, size) for square in move.square_list)
    return Turn(tuple(squares), text=str(move))


def _of_people(board: Any, folder: Path) -> Iterator[list[Any]]:
    """Yield the moves of each game of people."""
    path = folder / "random_pdns.json"
    if path.is_file():
        for text in next(iter(json.loads(path.read_text(encoding="utf-8")).values())):
            moves = list(board.from_pdn(text)._moves_stack)
            if moves:
                yield moves


def _at_random(board: Any, seed: int) -> Iterator[list[Any]]:
    """Yield the moves of random games without end."""
    while True:
        random, played = Random(seed), board()
        while len(played._moves_stack) < CUT and (moves := list(played.legal_moves)):
            played.push(random.choice([move for move in moves if move.captured_list] or moves))
        yield list(played._moves_stack)
        seed += 1


def tallies(
    library: str, folder: Path, games: int, kinds: Sequence[int]
) -> Iterator[DraughtsTally]:
    """Yield the comparison of each kind of draughts: the games of people, and random ones."""
    draughts = import_module("draughts")
    for rest, kind in enumerate(kinds):
        name, place = BOARDS[kind]
        board, played = getattr(draughts, name), load(VARIANTS[kind].game, library=library)
        tally = DraughtsTally(played.name)
        people = list(_of_people(board, folder / place))
        wanted = max((games + rest) // len(kinds) - len(people), 0)
        for moves in (*people, *islice(_at_random(board, 1000 * kind), wanted)):
            number, difference = compared(kind, played, moves, board())
            tally.positions += number
            if difference is not None:
                tally.differ.append(difference)
        tally.people, tally.random = len(people), wanted
        yield tally


def main(library: str, folder: Path, *, games: int = 1000, kind: list[int] | None = None) -> int:
    """Print the table; status 1 if anything differs.

    Parameters
    ----------
    library : LIBRARY
        The folder of a library of descriptions.
    folder : FOLDER
        Games of people, by kind.
    games
        The number of games in all.
    kind : 20|21|25|26|40
        The number of a kind in PDN; repeatable, by default all.
    """
    kinds = kind or [*BOARDS]
    for number in kinds:
        check_choice(str(number), "kind", map(str, BOARDS))
    print(head("game", "games of people", "random games", "moves", "games that differ"))
    differ = 0
    for tally in tallies(library, folder, games, kinds):
        counts = (tally.people, tally.random, tally.positions, len(tally.differ))
        print(row(tally.game, *(f"{count:,}" for count in counts)), flush=True)
        for number, ours, theirs, place in tally.differ[:3]:
            print(f"turn {number}: {ours} legal here, {theirs} there: {place}", flush=True)
        differ += len(tally.differ)
    return int(differ > 0)


if __name__ == "__main__":
    run(main)
