"""Village by the rules in its text, slowly: whatever is asked is looked for on all tiles.

A place is ``(x, y)`` on hexagons. A piece of a tile is the sides that it ends at,
and a group the pieces of one kind that touch.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

#: The kinds at the sides of a tile, clockwise.
Sides = tuple[int, ...]
Place = tuple[int, int]
Piece = tuple[Place, frozenset[int]]
#: Where a tile lies, and its sides there.
Laying = tuple[Place, Sides]

WOODS, FIELDS, HOUSES, RIVER, RAIL = KINDS = range(1, 6)
LANDS = (WOODS, FIELDS, HOUSES)
#: The neighbours of a place, clockwise; side n looks to the n-th of them.
STEPS = ((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1))


class Tile(NamedTuple):
    """A tile in the least of its turns; a task has a kind and a number, which others have not."""

    sides: Sides
    kind: int = 0
    number: int = 0


def turned(sides: Sides, turns: int) -> Sides:
    """Return the sides of a tile after so many turns clockwise."""
    return tuple(sides[(side - turns) % 6] for side in range(6))


def least(sides: Sides) -> Sides:
    """Return the least of the ways to turn a tile."""
    return min(turned(sides, turns) for turns in range(6))


def landscapes() -> list[Tile]:
    """Return the 48 landscapes: each tile that the rule allows, found among all."""
    found = {least(sides) for sides in product(KINDS, repeat=6) if _is_landscape(sides)}
    return list(map(Tile, sorted(found)))


def _is_landscape(sides: Sides) -> bool:
    lines = [side for side in range(6) if sides[side] not in LANDS]
    if not lines:
        return sum(sides[side] != sides[side - 1] for side in range(6)) <= 2
    if len(lines) != 2 or sides[lines[0]] != sides[lines[1]]:
        return False
    one, two = lines
    between, rest = sides[one + 1 : two], sides[two + 1 :] + sides[:one]
    return len(set(between)) == 1 and len(set(rest)) == 1


def tasks() -> list[Tile]:
    """Return the 25 tasks."""
    found = []
    for land in LANDS:
        other, last = land % 3 + 1, (land + 1) % 3 + 1
        found += [Tile((land, land, other, other, last, last), land, n) for n in (4, 5, 6)]
        found += [Tile((land, land, last, last, other, other), land, n) for n in (5, 6)]
    for line in (RIVER, RAIL):
        straight = (line, FIELDS, FIELDS, line, FIELDS, FIELDS)
        bend = (line, FIELDS, line, FIELDS, FIELDS, FIELDS)
        found += [Tile(straight, line, n) for n in (4, 5, 6)]
        found += [Tile(bend, line, n) for n in (5, 6)]
    return [tile._replace(sides=least(tile.sides)) for tile in found]


class Village:
    """A game that is going on, whose tiles are drawn by whoever plays it.

    Parameters
    ----------
    bag : sequence of Tile
        All tiles.

    Attributes
    ----------
    tiles : dict of Place to Sides
        What lies on the table.
    tasks : dict of Piece to int
        The open tasks.
    score, done, failed : int
        Points so far, and what has become of tasks.
    """

    def __init__(self, bag: Sequence[Tile]) -> None:
        self.bag = Counter(bag)
        self.tiles: dict[Place, Sides] = {}
        self.tasks: dict[Piece, int] = {}
        self.score = self.done = self.failed = 0

    # -- drawing and laying ----------------------------------------------------------------------

    def drawn_from(self) -> Counter[Tile]:
        """Return the tiles among which chance decides."""
        left = +self.bag
        wanted = len(self.tasks) < 3 and any(tile.number for tile in left)
        return Counter({tile: n for tile, n in left.items() if bool(tile.number) == wanted})

    def layings(self, tile: Tile) -> set[Laying]:
        """Return where a tile may lie, and how."""
        places = {near for place in self.tiles for near in around(place)} or {(0, 0)}
        free = places - self.tiles.keys()
        ways = {turned(tile.sides, turns) for turns in range(6)}
        return {(place, sides) for place in free for sides in ways if self._fits(place, sides)}

    def _fits(self, place: Place, sides: Sides) -> bool:
        for side, there in enumerate(around(place)):
            if there in self.tiles:
                pair = {sides[side], self.tiles[there][(side + 3) % 6]}
                if len(pair) > 1 and not pair <= set(LANDS):
                    return False
        return True

    def set_aside(self, tile: Tile) -> None:
        """Take a tile that fits nowhere out of the bag."""
        assert not self.layings(tile)
        self.bag[tile] -= 1

    def make(self, tile: Tile, laying: Laying) -> None:
        """Lay a tile that was drawn, and score."""
        place, sides = laying
        self.bag[tile] -= 1
        self.tiles[place] = sides
        if tile.number:
            (piece,) = (p for p in pieces(place, sides) if self._kind(p) == tile.kind)
            self.tasks[piece] = tile.number
        for piece, number in list(self.tasks.items()):
            size = len(self.places(piece))
            if size == number:
                self.score += number
                self.done += 1
            elif size > number or self.is_closed(piece):
                self.failed += 1
            else:
                continue
            del self.tasks[piece]
        if self.is_over:
            self.score += sum(map(self.largest, KINDS))

    @property
    def is_over(self) -> bool:
        """Whether no landscape is left, or nothing fits of what is drawn from."""
        has_landscape = any(not tile.number for tile in +self.bag)
        return not has_landscape or not any(map(self.layings, self.drawn_from()))

    # -- groups ----------------------------------------------------------------------------------

    def _kind(self, piece: Piece) -> int:
        place, ends = piece
        return self.tiles[place][min(ends)]

    def group(self, piece: Piece) -> set[Piece]:
        """Return the pieces of one kind that are joined."""
        found, waiting = {piece}, [piece]
        while waiting:
            place, ends = waiting.pop()
            for side in ends:
                there = around(place)[side]
                for other in pieces(there, self.tiles[there]) if there in self.tiles else ():
                    touches = (side + 3) % 6 in other[1]
                    if touches and self._kind(other) == self._kind(piece) and other not in found:
                        found.add(other)
                        waiting.append(other)
        return found

    def places(self, piece: Piece) -> set[Place]:
        """Return the places of the tiles of a group."""
        return {place for place, _ in self.group(piece)}

    def is_closed(self, piece: Piece) -> bool:
        """Tell whether a group cannot grow any more."""
        group = self.group(piece)
        return all(around(place)[side] in self.tiles for place, ends in group for side in ends)

    def largest(self, kind: int) -> int:
        """Return the size of the largest group of a kind; of lands, of those that are closed."""
        every = {piece for place, sides in self.tiles.items() for piece in pieces(place, sides)}
        own = [piece for piece in every if self._kind(piece) == kind]
        counted = [piece for piece in own if kind not in LANDS or self.is_closed(piece)]
        return max((len(self.places(piece)) for piece in counted), default=0)


def around(place: Place) -> list[Place]:
    """Return the six neighbours of a place, clockwise."""
    return [(place[0] + x, place[1] + y) for x, y in STEPS]


def pieces(place: Place, sides: Sides) -> list[Piece]:
    """Return the pieces of a tile: lines, and lands on sides that follow one another."""
    found = []
    for kind in set(sides):
        own = {side for side in range(6) if sides[side] == kind}
        if kind not in LANDS:
            found.append((place, frozenset(own)))
            continue
        while own:
            run = {own.pop()}
            while more := {side for side in own if {(side + 1) % 6, (side - 1) % 6} & run}:
                run |= more
                own -= more
            found.append((place, frozenset(run)))
    return found
