"""What every strategy can do, and strategies by name."""

from typing import Protocol

from boardless.strategies.fixed import Fixed
from boardless.strategies.perimeter import Perimeter
from boardless.strategies.zone import Zone
from boardless.topo import Board, Tiling, named
from boardless.topo.kernels.arrays import Ints


class Strategy(Protocol):
    """How a board answers a move."""

    @property
    def name(self) -> str:
        """What it is called."""

    def start(self, tiling: Tiling) -> Board:
        """Return the board to start from."""

    def __call__(self, board: Board, site: int) -> Ints:
        """Grow `board` in place for a tile placed on `site`; return the new sites.

        Raises
        ------
        InputError
            If the site is not on the board.
        """


#: The strategies as they start by default, by name.
STRATEGIES: dict[str, Strategy] = {
    s.name: s for s in (Fixed(), Perimeter(), Zone(), Zone(shrink=True))
}


def strategy_named(name: str) -> Strategy:
    """Return the strategy called `name`, whatever the case.

    Raises
    ------
    InputError
        If there is none of that name.
    """
    return named(name, STRATEGIES, "strategy")
