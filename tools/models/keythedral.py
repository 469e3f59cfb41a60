"""The first phase of Keythedral by the rules in its text, in plain Python over a dict of tiles.

A place is ``(x, y)``: an octagon's are even, a square's odd, as squares lie between four octagons.
"""

Place = tuple[int, int]
#: Which tile is laid where.
Move = tuple[str, Place]


def shape_at(place: Place) -> str:
    """Return the shape of the tile that a place takes."""
    return "Square" if place[0] % 2 else "Octagon"


def beside(place: Place) -> set[Place]:
    """Return the places that share an edge with one."""
    x, y = place
    found = {(x + dx, y + dy) for dx in (-1, 1) for dy in (-1, 1)}
    if shape_at(place) == "Octagon":
        found |= {(x + 2, y), (x - 2, y), (x, y + 2), (x, y - 2)}
    return found


class Keythedral:
    """The laying of so many tiles by two players beside an octagon of the first."""

    def __init__(self, tiles: int) -> None:
        self.tiles: dict[Place, tuple[str, int]] = {(0, 0): ("Octagon", 1)}
        self.left = tiles
        self.mover = 1

    def moves(self) -> set[Move]:
        """Return the tiles that may be laid, and where."""
        free = {near for place in self.tiles for near in beside(place)} - self.tiles.keys()
        return {(shape_at(place), place) for place in free} if self.left else set()

    def make(self, move: Move) -> None:
        """Lay a tile."""
        shape, place = move
        self.tiles[place] = (shape, self.mover)
        self.left -= 1
        self.mover = 3 - self.mover

    def winner(self) -> int | None:
        """Return 0 when all tiles lie, else None."""
        return None if self.left else 0

    def lying(self) -> dict[Place, tuple[str, int]]:
        """Return the tiles by their places, and whose they are."""
        return self.tiles
