"""Draughts games beside the library ``py-draughts``: the legal moves of every position, and ends.

``python -m tools.counts.draughts LIBRARY FOLDER`` plays the games of people in a copy of the tests
of that library (``FOLDER/VARIANT/random_pdns.json``), and as many random ones as make 1,000.
Captures of the same pieces from and to the same squares are one move on both sides. The library
lists the other moves beside the captures of American draughts, which are compulsory.
"""

import json
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

from boardless.games import Game, load
from boardless.play import State
from boardless.play.recorded.pdn import VARIANTS, square_label
from boardless.play.recorded.turn import Turn
from boardless.play.turns import IllegalTurnError, make_turns
from tools.markdown import head, row

#: The classes of that library, by the number of a kind of draughts in PDN, and their folders.
BOARDS = {
    20: ("StandardBoard", "standard"),
    21: ("AmericanBoard", "american"),
    25: ("RussianBoard", "russian"),
    26: ("BrazilianBoard", "brazilian"),
    40: ("FrisianBoard", "frisian"),
}
#: Random games are cut after so many turns.
CUT = 120
#: All games, if no other number is asked for.
GAMES = 1000


@dataclass
class Tally:
    """The comparison of the games of a kind."""

    game: str
    people: int = 0
    random: int = 0
    positions: int = 0
    #: Games that differ: turn, our number of legal turns, theirs, and the position there.
    differ: list[tuple[int, int, int, str]] = field(default_factory=list)


def compared(kind: int, played: Game, moves: Sequence[Any], board: Any) -> tuple[int, Any]:
    """Play moves on a board of the library and on a state; return turns made, and a difference."""
    state = State(played)
    for number, move in enumerate(moves):
        ours, theirs = _legal(state), _different(board)
        if ours != theirs:
            return number, (number, ours, theirs, board.fen)
        try:
            make_turns(state, [_turn(kind, move)])
        except IllegalTurnError:
            return number, (number, ours, theirs, f"{board.fen} {move}")
        board.push(move)
    return len(moves), None


def _legal(state: State) -> int:
    """Return the number of turns that lead to different positions; none at the end."""
    return 0 if state.outcome() is not None else state.perft(1, "turns", doubles=False)


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
    """Return a move of the library, whose squares count along the rows from the far left one."""
    size = VARIANTS[kind].size
    return Turn(tuple(square_label(it + 1, size) for it in move.square_list), text=str(move))


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
            played.push(random.choice([it for it in moves if it.captured_list] or moves))
        yield list(played._moves_stack)
        seed += 1


def tallies(library: str, folder: Path, games: int, kinds: Iterable[int]) -> Iterator[Tally]:
    """Yield the comparison of each kind of draughts: the games of people, and random ones."""
    draughts = import_module("draughts")
    kinds = list(kinds)
    for rest, kind in enumerate(kinds):
        name, place = BOARDS[kind]
        board, played = getattr(draughts, name), load(VARIANTS[kind].game, library=library)
        tally = Tally(played.name)
        people = list(_of_people(board, folder / place))
        wanted = max((games + rest) // len(kinds) - len(people), 0)
        for moves in (*people, *islice(_at_random(board, 1000 * kind), wanted)):
            number, difference = compared(kind, played, moves, board())
            tally.positions += number
            if difference is not None:
                tally.differ.append(difference)
        tally.people, tally.random = len(people), wanted
        yield tally


def main(words: Sequence[str] | None = None) -> int:
    """Print the table; return 1 if anything differs."""
    parser = ArgumentParser(prog="python -m tools.counts.draughts", description=__doc__)
    parser.add_argument("library", help="the folder of a library of descriptions")
    parser.add_argument("folder", type=Path, help="games of people, by kind")
    parser.add_argument("--games", type=int, default=GAMES, help=f"in all, by default {GAMES}")
    parser.add_argument("--kind", type=int, action="append", choices=sorted(BOARDS), default=None)
    asked = parser.parse_args(words)
    print(head("game", "games of people", "random games", "moves", "games that differ"))
    differ = 0
    for tally in tallies(asked.library, asked.folder, asked.games, asked.kind or BOARDS):
        counts = (tally.people, tally.random, tally.positions, len(tally.differ))
        print(row(tally.game, *(f"{count:,}" for count in counts)), flush=True)
        for number, ours, theirs, place in tally.differ[:3]:
            print(f"turn {number}: {ours} legal here, {theirs} there: {place}", flush=True)
        differ += len(tally.differ)
    return int(differ > 0)


if __name__ == "__main__":
    raise SystemExit(main())
