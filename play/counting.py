"""How many games there are from a position, to check rules by."""

from functools import partial

from boardless.play.game_position import GamePosition
from boardless.play.room import check_room, with_room
from boardless.state import Move
from boardless.state.engine.arrays import OPEN
from boardless.state.widening import copied
from boardless.topo import InputError, whole_number

#: Deeper than any count of games that could be waited for.
MAX_DEPTH = 10_000


def perft(position: GamePosition, depth: int) -> int:
    """Return the number of games of `depth` moves from a position, which stays as it is.

    Raises
    ------
    InputError
        If the depth is no whole number from 0 to 10,000, or something is left to chance.
    """
    if position.game.brief.chances:
        raise InputError(f"perft: {position.game.name} leaves something to chance")
    depth = whole_number(depth, "depth", 0, MAX_DEPTH)
    if not depth:
        return 1
    if position.winner != OPEN:
        return 0
    position.numbers()  # So that there is room for the legal moves here, however many.
    if position.way.is_given:
        return _by_making_moves(position, depth)
    return with_room(partial(_by_kernel, position, depth), position.enlarge)


def _by_kernel(position: GamePosition, depth: int) -> int:
    """Return what `perft` does, all in one call of the engine."""
    kernels = position.kernels
    while True:
        tried = copied(position.arrays)
        count = int(kernels.perft(tried, position.arrays, depth))
        if count != kernels.NEED_ROOM:
            return count
        check_room(tried, f"a move of {position.game.name}")
        position.enlarge()


def divide(position: GamePosition, depth: int) -> dict[Move, int]:
    """Return for every legal move the number of games of `depth` moves that begin with it.

    Raises
    ------
    InputError
        If the depth is no whole number from 1 to 10,000, or something is left to chance.
    """
    depth = whole_number(depth, "depth", 1, MAX_DEPTH)
    counts = {}
    for move, numbers in position.moves().items():
        position.make_numbered(move, numbers)
        counts[move] = perft(position, depth - 1)
        position.take_back()
    return counts


def _by_making_moves(position: GamePosition, depth: int) -> int:
    """Return what `perft` does, making every move."""
    if position.winner != OPEN:
        return 0
    rows = position.numbers().tolist()
    if depth == 1:
        return len(rows)
    count = 0
    for numbers in rows:
        position.make_numbered(position.move_of(*numbers), tuple(numbers))
        count += _by_making_moves(position, depth - 1)
        position.take_back()
    return count
