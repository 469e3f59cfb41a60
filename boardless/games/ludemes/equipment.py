"""Equipment: boards, and the common base of all items."""

from __future__ import annotations

from dataclasses import KW_ONLY
from typing import Annotated

from boardless.games.kit import (
    EFFECT,
    STATIC,
    Graph,
    Limits,
    Ludeme,
    OneOrMore,
    Range,
    SiteType,
    TilingName,
    Word,
    ludeme,
    numbers,
)
from boardless.games.ludemes.tracks import Track
from boardless.topo import InputError, Tiling
from boardless.topo.tilings.named import tiling_of_word
from boardless.topo.tilings.tables import MAX_TEXT

#: The most boards of a game, and the most cells from one to the next.
MAX_BOARDS, MAX_APART = 8, 1000

#: The largest fixed board for compilation.
MAX_CELLS = 100_000


class Item(Ludeme):
    """An item of the equipment of a game."""

    kind = "an item of the equipment"
    source = "Ludii, game.equipment"
    facts = STATIC

    def stacks(self) -> bool:
        """Return True if the item is a board of large stacks."""
        return bool(getattr(self, "large_stack", False))

    def meets(self) -> tuple[str, ...]:
        """Return the kinds of segments that may be neighbours by this item."""
        return ()


class ItemSet(Item):
    """Several items at once, built from their common properties."""

    @property
    def members(self) -> tuple[Item, ...]:
        raise NotImplementedError


@ludeme("equipment", facts=STATIC, phrase="")
class Equipment(Ludeme):
    """The equipment of a game; components are numbered from 1 in this order.

    Example: (equipment {(board (square 3)) (piece "Disc" Each)})
    """

    kind = "the equipment"
    source = "Ludii, game.equipment"
    items: OneOrMore[Item]

    def __post_init__(self) -> None:
        members = (i.members if isinstance(i, ItemSet) else (i,) for i in self.items)
        object.__setattr__(self, "items", tuple(item for each in members for item in each))


@ludeme("board", phrase="The board is {graph}.")
class BoardItem(Item):
    """A board of fixed size, on cells, vertices or edges; with tracks, values, or stacks.

    Example: (board (square 9) use:Vertex)
    """

    graph: Graph
    details: tuple[Track | Values, ...] = ()
    _: KW_ONLY
    use: SiteType = SiteType.CELL
    large_stack: bool = False


class StoreType(Word):
    """The place of the stores of a mancala board."""

    NONE = "None"
    INNER = "Inner"
    OUTER = "Outer"


@ludeme("mancalaBoard", facts=EFFECT | numbers("counts"))
class MancalaBoard(Item):
    """Rows of pits with a store at either end, played on vertices; it may have tracks.

    The stores are the first and the last site. With inner stores, or more or fewer than two stores,
    the board is a square with a point along each side for each row.

    Example: (mancalaBoard 2 6)
    """

    rows: Annotated[int, Limits(2, 6)]
    columns: Annotated[int, Limits(1, 2048)]
    tracks: tuple[Track, ...] = ()
    _: KW_ONLY
    store: StoreType = StoreType.OUTER
    num_stores: Annotated[int, Limits(0, 16)] = 2
    large_stack: bool = False


@ludeme("surakartaBoard", facts=EFFECT)
class SurakartaBoard(Item):
    """Squares or triangles, played on vertices, with N loops (default all) at the corners.

    The first loop is at row `from` (default 1), counted from the border.

    Example: (surakartaBoard (square 6) loops:2)
    """

    graph: Graph
    _: KW_ONLY
    loops: Annotated[int, Limits(1, 1024)] | None = None
    from_: Annotated[int, Limits(0, 1024)] = 1
    large_stack: bool = False


@ludeme(
    "boardless",
    concepts="Boardless Unbounded Cell apart:SeveralBoards",
    phrase="There is no board: the placed tiles form the board ({tiling}).",
)
class Boardless(Item):
    """No board: the placed tiles form the board, on this tiling.

    A name in quotes is the name of a table next to the description, ``NAME.json``. On squares each
    player may have a board; two boards in a row start `apart` cells apart.

    Example: (boardless Hexagonal)
    """

    tiling: TilingName | Annotated[str, Limits(1, MAX_TEXT)]
    _: KW_ONLY
    boards: Annotated[int, Limits(1, MAX_BOARDS)] = 1
    apart: Annotated[int, Limits(4, MAX_APART)] | None = None
    large_stack: bool = False

    def more_concepts(self) -> set[str]:
        """Return the concept of the tiling."""
        named = {"Hexagonal": "Hex", "Square": "Square", "Triangular": "Triangle", "Brick": "Brick"}
        name = str(self.tiling)
        tiling = named.get(name, "SemiRegular" if name[1].isdigit() else "")
        return {f"{tiling}Tiling"} if tiling else set()

    @property
    def plane(self) -> Tiling:
        """The tiling."""
        try:
            return tiling_of_word(str(self.tiling))
        except InputError as error:
            self.reject(f"{error}; or put its table next to the description, as {self.tiling}.json")

    def __post_init__(self) -> None:
        if (self.boards > 1) != (self.apart is not None):
            self.reject("expected apart: if there are several boards, and only then")


#: The boards before the first move, and all boards.
LaidOut = BoardItem | MancalaBoard | SurakartaBoard
AnyBoard = LaidOut | Boardless


@ludeme("values", facts=STATIC)
class Values(Ludeme):
    """The values that the sites of a puzzle may take.

    Example: (values Cell (range 1 9))
    """

    source = "Ludii, game.equipment.container.board"

    type: SiteType
    values: Range
