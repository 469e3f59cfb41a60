"""Ringo from its rules, in plain Python: rings and discs are two dicts of owners by place."""

from collections.abc import Iterator
from functools import partial

from boardless.games import Game
from boardless.play import State
from boardless.state import Move as EngineMove
from tools.models.random_games import Kind, side_by_side

Place = tuple[int, int]
#: A move: from (None: from the stock) and to; None: a pass.
Move = tuple[Place | None, Place] | None

AROUND = tuple((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0))
BESIDE = ((0, 1), (1, 0), (0, -1), (-1, 0))
AXES = ((0, 1), (1, 0), (1, 1), (1, -1))


class Ringo:
    """A game of Ringo, between any two moves of a piece."""

    def __init__(self) -> None:
        self.rings = {place: 1 + (0 in place) for place in AROUND}
        self.discs: dict[Place, int] = {}
        self.mover = 1
        self.ring: Place | None = None

    def lying(self) -> dict[Place, tuple[int, ...]]:
        """Return what lies on every place, the lowest first: discs are 1 and 2, rings 3 and 4."""
        found: dict[Place, tuple[int, ...]] = {}
        for place, owner in self.discs.items():
            found[place] = (owner,)
        for place, owner in self.rings.items():
            found[place] = (*found.get(place, ()), 2 + owner)
        return found

    def moves(self) -> set[Move]:
        """Return the legal moves."""
        if self.ring is not None:
            others = self.rings.keys() - {self.ring}
            beside = {(x + dx, y + dy) for x, y in others for dx, dy in BESIDE}
            free = beside - self.rings.keys() - self.discs.keys()
            found = {(self.ring, place) for place in free if self._whole((self.ring, place))}
            return set(found) or {None}
        own = [place for place, owner in self.discs.items() if owner == self.mover]
        sources: list[Place | None] = [None] if len(own) < 10 else list(own)
        empty = self.rings.keys() - self.discs.keys()
        tried = {(source, ring) for source in sources for ring in empty}
        return {move for move in tried if self._whole(move)} or {None}

    def make(self, move: Move) -> None:
        """Make a move."""
        if move is None:
            self.ring, self.mover = None, 3 - self.mover
        elif self.ring is not None:
            self.rings[move[1]] = self.rings.pop(self.ring)
            self.ring, self.mover = None, 3 - self.mover
        else:
            if move[0] is not None:
                del self.discs[move[0]]
            self.discs[move[1]] = self.mover
            self.ring = move[1]

    def winner(self) -> int | None:
        """Return whose four lie in a line, None if nobody's."""
        for owner in (1, 2):
            for kind in (self.discs, self.rings):
                own = {place for place, whose in kind.items() if whose == owner}
                if any(set(line) <= own for place in own for line in _lines(place)):
                    return owner
        return None

    def _whole(self, move: tuple[Place | None, Place]) -> bool:
        """Tell whether all is one group after a ring or disc has moved."""
        taken = [*self.rings, *self.discs]
        if move[0] is not None:
            taken.remove(move[0])
        places = {*taken, move[1]}
        ends = [places.pop()]
        while ends:
            x, y = ends.pop()
            near = places & {(x + dx, y + dy) for dx, dy in AROUND}
            places -= near
            ends += near
        return not places


def _lines(place: Place) -> Iterator[list[Place]]:
    """Yield the lines of four that begin at a place."""
    for dx, dy in AXES:
        yield [(place[0] + n * dx, place[1] + n * dy) for n in range(4)]


# -- the same games in the engine ------------------------------------------------------------------


def compared(game: Game, number: int, plies: int, technique: str | None = None) -> int:
    """Play a random game in both; return how many moves were made."""
    return side_by_side(game, Ringo(), _named, _lying, number, plies, technique)


def _named(state: State, move: EngineMove) -> Move:
    if not move.actions:
        return None
    ends = [action.site[:2] for action in move.actions if isinstance(action.site, tuple)]
    assert len(ends) == len(move.actions)
    return (ends[0] if len(ends) > 1 else None), ends[-1]


def _lying(state: State) -> dict[Place, tuple[int, ...]]:
    return {(x, y): pile for (x, y, _), pile in state.piles.items()}


KINDS = (Kind("Ringo", (), partial(compared, plies=300), cut=300),)
