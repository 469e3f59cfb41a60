"""Dots and Boxes on seven by five boxes: who draws the fourth edge of a box owns it and goes on."""

from tools.models.cards import Action, Chance, Table
from tools.models.tag import Fields, Recorded

WIDTH, HEIGHT = 7, 5
Dot = tuple[int, int]
Edge = tuple[Dot, Dot]

EDGES: tuple[Edge, ...] = tuple(
    ((x, y), end)
    for x in range(WIDTH + 1)
    for y in range(HEIGHT + 1)
    for end in ((x + 1, y), (x, y + 1))
    if end[0] <= WIDTH and end[1] <= HEIGHT
)


def sides(x: int, y: int) -> list[Edge]:
    """Return the edges of a box by its upper left dot."""
    a, b, c, d = (x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)
    return [(a, b), (a, c), (b, d), (c, d)]


BOXES = {(x, y): sides(x, y) for x in range(WIDTH) for y in range(HEIGHT)}


class DotsAndBoxes(Table):
    """Edges and boxes by their owners."""

    def __init__(self, players: int, chance: Chance, rules: str = "printed") -> None:
        super().__init__(players, chance, rules)
        self.edges: dict[Edge, int] = {}
        self.boxes: dict[Dot, int] = {}
        self.passed = False

    def legal(self) -> list[Action]:
        """Return the edges that nobody has drawn."""
        return [edge for edge in EDGES if edge not in self.edges]

    def apply(self, action: Action, chance: Chance) -> None:
        """Draw an edge."""
        start, end = action
        self.edges[start, end] = self.owner
        full = [
            box
            for box, edges in BOXES.items()
            if box not in self.boxes and all(edge in self.edges for edge in edges)
        ]
        self.boxes.update(dict.fromkeys(full, self.owner))
        self.passed = not full
        if len(self.boxes) == len(BOXES):
            self.finish()
        elif self.passed:
            self.end_turn()

    def scores(self) -> list[int]:
        """Return the numbers of boxes."""
        return [list(self.boxes.values()).count(seat) for seat in range(self.players)]


# -- the same games in TAG -------------------------------------------------------------------------


def _named(game: DotsAndBoxes, action: Action) -> str:
    (x, y), (to_x, to_y) = action
    return f"({x},{y}) -> ({to_x},{to_y})"


def _fields(game: DotsAndBoxes) -> Fields:
    return {
        "nCellsPerPlayer": game.scores(),
        "cellToOwnerMap": {f"({x},{y})": owner for (x, y), owner in game.boxes.items()},
        "edgeToOwnerMap": {_named(game, edge): owner for edge, owner in game.edges.items()},
        "lastActionDidNotScore": game.passed,
    }


RECORDED = (Recorded("dotsandboxes", DotsAndBoxes, _fields, _named),)
