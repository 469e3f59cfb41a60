"""Yinsh without a board from its rules, in plain Python: rings and markers are dicts of owners.

A place is ``(x, y)`` on hexagons.
"""

from collections.abc import Iterator
from functools import partial

from boardless.games import Game
from boardless.play import State
from boardless.state import REMOVE, SELECT
from boardless.state import Move as EngineMove
from tools.models.random_games import Kind, side_by_side

Place = tuple[int, int]
#: ``("ring", place)``, ``("move", from, to)``, ``("row", end, end)``, ``("take", place)``,
#: ``("pass",)``.
Move = tuple[object, ...]

STEPS = ((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1))


def along(place: Place, step: Place, count: int) -> Place:
    """Return the place so many steps away."""
    return place[0] + count * step[0], place[1] + count * step[1]


class Yinsh:
    """A game of Yinsh without a board."""

    def __init__(self) -> None:
        self.rings: dict[Place, int] = {}
        self.markers: dict[Place, int] = {}
        self.mover = 1
        self.laid = self.passes = 0
        self.owes = self.moved = False

    def lying(self) -> dict[Place, int]:
        """Return what lies: rings are 1 and 2, markers 3 and 4."""
        return {**self.rings, **{place: 2 + owner for place, owner in self.markers.items()}}

    # -- moves -----------------------------------------------------------------------------------

    def moves(self) -> set[Move]:
        """Return the legal moves."""
        if self.laid < 10:
            near = {along(place, step, 1) for place in self.rings for step in STEPS}
            return {("ring", place) for place in near - self.rings.keys() or {(0, 0)}}
        own = [place for place, owner in self.rings.items() if owner == self.mover]
        if self.owes:
            return {("take", place) for place in own}
        rows = {("row", row[0], row[4]) for row in self._rows(self.mover)}
        if rows:
            return set(rows)
        ways = {("move", ring, to) for ring in own for to in self._targets(ring)}
        return set(ways) or {("pass",)}

    def make(self, move: Move) -> None:
        """Make a move."""
        kind, *places = move
        if kind == "ring":
            self.rings[places[0]] = self.mover  # type: ignore[index]
            self.laid += 1
            self.mover = 3 - self.mover
        elif kind == "row":
            row = next(row for row in self._rows(self.mover) if [row[0], row[4]] == places)
            for place in row:
                del self.markers[place]
            self.owes = True
        elif kind == "take":
            del self.rings[places[0]]  # type: ignore[arg-type]
            self.owes = False
            if self.moved and not self._rows(self.mover):
                self._end_turn()
        elif kind == "move":
            self._move(*places)  # type: ignore[arg-type]
        else:
            self.passes += 1
            self._end_turn()

    def _move(self, origin: Place, to: Place) -> None:
        dx, dy = to[0] - origin[0], to[1] - origin[1]
        length = max(abs(dx), abs(dy))
        for n in range(1, length):
            place = along(origin, (dx // length, dy // length), n)
            if place in self.markers:
                self.markers[place] = 3 - self.markers[place]
        self.rings[to] = self.rings.pop(origin)
        self.markers[origin] = self.mover
        self.moved, self.passes = True, 0
        if not self._rows(self.mover):
            self._end_turn()

    def _end_turn(self) -> None:
        self.moved = False
        self.mover = 3 - self.mover

    def _targets(self, ring: Place) -> Iterator[Place]:
        """Yield where a ring may go to."""
        for step in STEPS:
            at, jumps = along(ring, step, 1), False
            while self._is_free(at) or at in self.markers:
                if at in self.markers:
                    jumps = True
                else:
                    yield at
                    if jumps:
                        break
                at = along(at, step, 1)

    def _is_free(self, place: Place) -> bool:
        taken = self.rings.keys() | self.markers.keys()
        return place not in taken and any(along(place, step, 1) in taken for step in STEPS)

    def _rows(self, player: int) -> list[list[Place]]:
        """Return the rows of five markers of a player, each from the end that is farther left."""
        steps = STEPS[:3]
        rows = [[along(at, step, n) for n in range(5)] for at in self.markers for step in steps]
        return [row for row in rows if all(self.markers.get(place) == player for place in row)]

    # -- the end ---------------------------------------------------------------------------------

    def winner(self) -> int | None:
        """Return who has won, 0 if nobody has, None while the game goes on."""
        if self.laid < 10:
            return None
        left = [list(self.rings.values()).count(player) for player in (1, 2)]
        for player in (1, 2):
            if left[player - 1] == 2 and not self.owes:
                return player
        if len(self.markers) == 51 and not self._rows(1) and not self._rows(2):
            return 0 if left[0] == left[1] else 1 + (left[1] < left[0])
        return 0 if self.passes == 2 else None


# -- the same games in the engine ------------------------------------------------------------------


def compared(game: Game, number: int, plies: int, technique: str | None = None) -> int:
    """Play a random game in both; return how many moves were made."""
    return side_by_side(game, Yinsh(), _named, _lying, number, plies, technique)


def _named(state: State, move: EngineMove) -> Move:
    if not move.actions:
        return ("pass",)
    places = [action.site[:2] for action in move.actions if isinstance(action.site, tuple)]
    first, last = move.actions[0], places[-1]
    if first.kind == SELECT:
        return "row", *places
    if len(move.actions) == 1:
        return "take" if first.kind == REMOVE else "ring", last
    # The ring is moved last, behind the markers that it turns.
    return "move", places[-2], last


def _lying(state: State) -> dict[Place, int]:
    return {(x, y): what for (x, y, _), what in state.pieces.items()}


KINDS = (Kind("Yinsh", (), partial(compared, plies=400), cut=400),)
