"""The legal moves of a state, perft (the number of games to a depth), and branching factors."""

from collections.abc import Iterator
from functools import partial
from operator import index
from typing import TYPE_CHECKING, Any

from boardless.games.modules import Features
from boardless.play.position import Position
from boardless.play.room import check_room
from boardless.state import Action, Move
from boardless.state.engine.arrays import OPEN
from boardless.state.growing_board import copied
from boardless.topo import InputError, integer_between
from boardless.util.inputs import refuse

if TYPE_CHECKING:
    from boardless.play.state import State
from dataclasses import dataclass

import numpy as np

from boardless.jit.arrays import Ints
from boardless.state.engine.arrays import PASS


class LegalMoves:
    """The legal moves of a state as it is now, found when they are asked for."""

    def __init__(self, state: "State") -> None:
        self._state = state

    def __iter__(self) -> Iterator[Move]:
        return iter(self._state._position.moves())

    def __contains__(self, move: object) -> bool:
        if not isinstance(move, Move) or not _is_hashable(move):
            return False
        return self._state._position.find(move) is not None

    def __len__(self) -> int:
        return self._state._position.count_moves()

    def __getitem__(self, place: int) -> Move:
        """Return a legal move by its place; raise IndexError beyond the last one."""
        try:
            place = index(place)
        except TypeError:
            return list(self)[place]  # a slice
        return self._state._position.move_at(place)

    def count(self) -> int:
        """Return how many there are."""
        return len(self)

    def __repr__(self) -> str:
        return f"<{len(self)} legal moves>"


def check_move(move: object) -> None:
    """Raise InputError unless this is a move, legal or not."""
    if isinstance(move, Move) and isinstance(move.actions, tuple):
        for action in move.actions:
            if not isinstance(action, Action):
                break
        else:
            if _is_hashable(move):
                return
    refuse("move", move, "give a Move, such as those of legal_moves")


def _is_hashable(move: Move) -> bool:
    """Return True if a move can be looked up; one with a list in it cannot."""
    try:
        hash(move)
    except TypeError:
        return False
    return True


#: Deeper than any count of games that could be waited for.
MAX_DEPTH = 10_000
#: Room for moves that are to be made, for each site that there is room for.
ROOM = 64


#: The counts of `perft`: by moves, or by turns, which end where the mover changes.
COUNTED = ("moves", "turns")
#: The part of the engine that counts games by turns.
FEATURES = Features(undo=True, parts=("counting",))


def perft(position: Position, depth: int, by: str = "moves", doubles: bool = True) -> int:
    """Return the number of games of `depth` moves from a position; see `State.perft`."""
    if position.game.info.chances or position.is_starting:
        raise InputError(f"perft: {position.game.name} has moves by chance")
    depth = integer_between(depth, "depth", 0, MAX_DEPTH)
    if by not in COUNTED:
        refuse("perft by", by, "choose moves or turns")
    if not depth:
        return 1
    if position.winner != OPEN:
        return 0
    position.numbers()  # So that there is room for the legal moves here, however many.
    several = by == "turns" and position.game.players > 1
    if not several and doubles and not position.technique.is_external:
        return position.with_room(partial(_by_kernel, position, depth))
    if position.technique.is_external or not position.arrays.n[position.kernels.NOTING]:
        return _by_making_moves(position, depth, several, doubles)
    return position.with_room(partial(_by_turns, position, depth, several, doubles))


def _by_kernel(position: Position, depth: int) -> int:
    """Return the result of `perft` from one call of the engine."""
    kernels = position.kernels
    while True:
        tried = copied(position.arrays)
        count = int(kernels.perft(tried, position.arrays, depth))
        if count != kernels.NEED_ROOM:
            return count
        check_room(tried, f"a move of {position.game.name}")
        position.enlarge()


def arrays_for(kernels: Any, position: Position) -> Any:
    """Return copies of a position's arrays for other kernels of its game."""
    fields = copied(position.arrays)._asdict()
    return kernels.Arrays(**{name: fields[name] for name in kernels.Arrays._fields})


def _by_turns(position: Position, depth: int, several: bool, doubles: bool) -> int:
    """Return the result of `perft` by turns, or without doubles, from one call of the engine."""
    kernels = position.game.kernels_of(position.technique, FEATURES)
    while True:
        tried = arrays_for(kernels, position)
        room = ROOM * len(tried.code)
        count = int(kernels.perft_by_turns(tried, depth, several, doubles, room))
        if count != kernels.NEED_ROOM:
            return count
        check_room(tried, f"a move of {position.game.name}")
        position.enlarge()


def divide(position: Position, depth: int) -> dict[Move, int]:
    """Return for every legal move the number of games of `depth` moves that begin with it."""
    depth = integer_between(depth, "depth", 1, MAX_DEPTH)
    counts = {}
    for move, numbers in position.moves().items():
        position.push_numbers(numbers, move)
        counts[move] = perft(position, depth - 1)
        position.pop()
    return counts


def _by_making_moves(position: Position, depth: int, several: bool, doubles: bool) -> int:
    """Return the result of `perft` by making every move."""
    if position.winner != OPEN:
        return 0
    if depth == 1 and not several and doubles:
        return len(position.numbers())
    count = 0
    keys: set[int] = set()
    for _ in _turns(position, several):
        if doubles or position.key not in keys:
            keys.add(position.key)
            count += _by_making_moves(position, depth - 1, several, doubles) if depth > 1 else 1
    return count


def _turns(position: Position, several: bool) -> Iterator[None]:
    """Make each turn from a position, and take it back when the next one is asked for."""
    seat = position.seat
    for numbers in position.numbers().tolist():
        position.push_numbers(tuple(numbers), position.move_of(*numbers))
        if several and position.winner == OPEN and position.seat == seat:
            yield from _turns(position, several)
        else:
            yield
        position.pop()


#: The part of the engine that tries moves.
FEATURES = Features(undo=True, parts=("counting",))


@dataclass(frozen=True)
class Branches:
    """Counts of the branches of a position."""

    #: Legal moves; 0 where the mover can only pass.
    moves: int
    #: Different positions to which they lead.
    positions: int
    #: Different cells on which they end.
    cells: int


class Branching:
    """A counter of branches: one call of the engine makes all moves of a position."""

    def __init__(self, position: Position) -> None:
        game, technique = position.game, position.technique
        # Elsewhere a move is made on a board of somebody else's, or chance has decided the start.
        self._in_engine = not (
            technique.is_external
            or game.info.starts_by_chance
            or not position.arrays.n[position.kernels.NOTING]
        )
        if self._in_engine:
            self._kernels = game.kernels_of(technique, FEATURES)
        # Moves differ by the pieces that their rules add, not by the rules.
        kinds: dict[Any, int] = {}
        self._kinds = np.array(
            [
                kinds.setdefault((rule.component, rule.hand, rule.copy), len(kinds))
                for rule in game.info.rules
            ]
            or [0]
        )

    def of(self, position: Position) -> Branches:
        """Return the branches of a position, which stays as it is."""
        if position.winner != OPEN or position.question is not None:
            return Branches(0, 0, 0)
        rows = np.unique(position.numbers(), axis=0)
        effects = position.game.info.effects
        if len(rows) == 1:
            # In a game with effects a pass may be a move that does nothing.
            idle = effects and not position.move_of(*rows[0].tolist()).actions
            if idle or rows[0, 0] == PASS:
                return Branches(0, 0, 0)
        if not effects:
            rows = self._different(rows)
        return Branches(len(rows), self._positions(position, rows), _cells(position, rows))

    def _different(self, rows: Ints) -> Ints:
        """Return one row for each move, also if several rules allow it."""
        named = rows.copy()
        put = rows[:, 0] >= 0
        named[put, 0] = self._kinds[rows[put, 0]]
        return rows[np.unique(named, axis=0, return_index=True)[1]]

    def _positions(self, position: Position, rows: Ints) -> int:
        """Return the number of different positions that some moves lead to."""
        if self._in_engine:
            leads = np.zeros((len(rows), self._kernels.LED_COLUMNS), np.int64)
            while not self._kernels.try_all(arrays_for(self._kernels, position), rows, leads):
                position.enlarge()
            return len(np.unique(leads, axis=0))
        reached = set()
        position = position.copy()
        for numbers in map(tuple, rows.tolist()):
            winner = position.push_numbers(numbers, position.move_of(*numbers))
            reached.add((position.key, position.mover, winner))
            position.pop()
        return len(reached)


def _cells(position: Position, rows: Ints) -> int:
    """Return on how many cells some moves end; a large piece counts as one of its cells."""
    if position.game.info.covers:
        moves = (position.move_of(*row) for row in rows.tolist())
        return len({move.cell for move in moves if move.cell is not None})
    board = rows[(rows[:, 0] >= 0) & (rows[:, 2] > position.kernels.HELD), 2]
    return len(np.unique(board))
