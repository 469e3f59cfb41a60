"""Equipment of a game: tiling, components, players, hands, initial position."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from boardless.state.engine.actions import MAX_COUNT
from boardless.state.move import AnyCell
from boardless.topo import InputError, Tiling, tiling_of
from boardless.topo.boards.cells import MAX_KEY

#: A component's index and owner fit into a byte each, and so does a container in a key. Without
#: stacks an index may take the byte of a level, too.
MAX_COMPONENTS, MAX_FLAT_COMPONENTS = 255, 2**16 - 1
MAX_PLAYERS = 250
MAX_HANDS = 250
#: A key has seven bits for a level.
MAX_LEVELS = 100


@dataclass(frozen=True)
class Component:
    """A kind of piece. Its index is its place in `Equipment.components`, counted from 1.

    Parameters
    ----------
    name : str
        The name.
    owner : int
        The player it belongs to, or 0 for the board: shared pieces and start tiles.
    """

    name: str
    owner: int = 0


@dataclass(frozen=True)
class Hand:
    """A hand: the container of a player, with a few sites.

    Parameters
    ----------
    owner : int
        The player.
    holds : tuple of (component, count)
        The content of each site; ``(0, 0)`` is an empty one.
    """

    owner: int
    holds: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Equipment:
    """The equipment and the contents before the first move, the same in every technique.

    Parameters
    ----------
    plane : Tiling, str or None
        The tiling of the board, or its name; None for a fixed board with the sites ``(0, 0, n)``.
    components : tuple of Component
        The kinds of pieces, numbered from 1.
    players : int, default 2
        Number of players, who are counted from 1; player 1 moves first.
    hands : tuple of Hand
        Containers 1, 2, ...; the board is container 0.
    start : tuple of ((i, j, k), component)
        Pieces that stand on the board, by cell: `i` and `j` are counted from the anchor, `k` is
        kept. Several on one cell make a stack, the first one lowest.
    levels : int, default 0
        The most pieces in a stack, on the board and in hands; 0 without stacks, when sites of hands
        count their pieces.
    boards : tuple of (i, j, k)
        The anchors of further boards of the plane.

    Raises
    ------
    InputError
        If a number is out of range, a cell is not in the tiling, or two pieces start on one cell.
    """

    plane: Tiling | str | None
    components: tuple[Component, ...]
    players: int = 2
    hands: tuple[Hand, ...] = ()
    start: tuple[tuple[AnyCell, int], ...] = ()
    levels: int = 0
    boards: tuple[AnyCell, ...] = ()

    def __repr__(self) -> str:
        plane = "laid out" if self.plane is None else self.tiling.name
        counts = (
            (self.players, "player"),
            (len(self.components), "component"),
            (len(self.hands), "hand"),
            (len(self.start), "start piece"),
        )
        told = (f"{count} {what}{'s' * (count != 1)}" for count, what in counts if count)
        return f"<Equipment {plane}, {', '.join(told)}>"

    @property
    def tiling(self) -> Tiling:
        """The tiling of the board; raise InputError if the board is laid out."""
        if self.plane is None:
            raise InputError("a laid-out board has no tiling and cannot grow: give one on a tiling")
        return tiling_of(self.plane)

    @property
    def kinds(self) -> int:
        """The number of values of `k` in a cell: prototiles, or sites of a laid-out board."""
        return MAX_KEY if self.plane is None else len(self.tiling.faces)

    @cached_property
    def held(self) -> int:
        """The number of sites of all hands."""
        return sum(len(hand.holds) for hand in self.hands)

    def __post_init__(self) -> None:
        if self.plane is not None:
            object.__setattr__(self, "plane", tiling_of(self.plane))
        _check(self.players, 1, MAX_PLAYERS, "number of players")
        most = MAX_COMPONENTS if self.levels else MAX_FLAT_COMPONENTS
        _check(len(self.components), 1, most, "number of components")
        _check(len(self.hands), 0, MAX_HANDS, "number of hands")
        _check(self.levels, 0, MAX_LEVELS, "number of levels")
        for component in self.components:
            _check(component.owner, 0, self.players, f"owner of {component.name!r}")
        for hand in self.hands:
            _check(hand.owner, 0, self.players, "owner of a hand")
            _check(len(hand.holds), 1, MAX_COUNT, "number of sites of a hand")
            for what, count in hand.holds:
                _check(what, 0, len(self.components), "component in a hand")
                most = self.levels or MAX_COUNT
                _check(count, min(what, 1), most if what else 0, "count in a hand")
        for cell in self.boards:
            check_cell(cell, self.plane)
        taken: dict[AnyCell, int] = {}
        for cell, what in self.start:
            check_cell(cell, self.plane)
            _check(what, 1, len(self.components), f"component on start cell {cell}")
            taken[cell] = taken.get(cell, 0) + 1
            if taken[cell] > max(self.levels, 1):
                often = "twice: one piece stands on a cell"
                if self.levels:
                    often = f"too often: at most {self.levels} pieces lie on a cell"
                raise InputError(f"start cell {cell} is given {often}")


def check_cell(cell: Any, tiling: Tiling | str | None) -> None:
    """Raise InputError unless this is a cell of the tiling: a tuple of whole numbers."""
    key = isinstance(cell, tuple) and len(cell) == 3 and all(type(n) is int for n in cell)
    kinds = MAX_KEY if tiling is None else len(tiling_of(tiling).faces)
    if not key or max(abs(cell[0]), abs(cell[1])) > MAX_KEY or not 0 <= cell[2] < kinds:
        raise InputError(
            f"cell {cell!r}: give a tuple (i, j, k) of whole numbers, i and j from {-MAX_KEY} to "
            f"{MAX_KEY}, k from 0 to {kinds - 1}"
        )


def _check(value: Any, low: int, high: int, name: str) -> None:
    whole = isinstance(value, int) and not isinstance(value, bool)
    if not whole or not low <= value <= high:
        raise InputError(f"{name} {value!r}: choose a whole number from {low} to {high}")
