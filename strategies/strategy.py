"""What every strategy can do, what some can do beside, and strategies by name."""

from typing import Any, Protocol, runtime_checkable

from boardless.state import Position, Setup
from boardless.strategies.doors import found
from boardless.strategies.fixed import Fixed
from boardless.strategies.perimeter import Perimeter
from boardless.strategies.zone import Zone
from boardless.topo import Board, Tiling
from boardless.topo.kernels.arrays import Ints


@runtime_checkable
class Strategy(Protocol):
    """How a board answers a move.

    A strategy that is also one of `Follower` answers moves as a whole, and one that is also one of
    `Starter` chooses its first board by what a game is played with.
    """

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


@runtime_checkable
class Follower(Protocol):
    """A strategy to which what a move takes away, or what stands on the board, matters."""

    @property
    def shrinks(self) -> bool:
        """Whether cells may leave the board: then no technique numbers sites again."""

    def follow(self, position: Position, placed: list[int], taken: list[int]) -> None:
        """Let cells come (`Position.extend`) and leave (`Position.leave`) after a move.

        Parameters
        ----------
        position : Position
            The move has been made on it.
        placed, taken : list of int
            The sites of the board on which it put pieces, and from which it took some.
        """


@runtime_checkable
class Starter(Protocol):
    """A strategy whose first board depends on the start tiles."""

    def first(self, setup: Setup) -> Board:
        """Return the first board, whose lattice keys are the cells of the setup."""


def shrinks(strategy: Strategy) -> bool:
    """Tell whether cells may leave a board that answers moves by a strategy."""
    return isinstance(strategy, Follower) and strategy.shrinks


def answer(strategy: Strategy, position: Position, placed: list[int], taken: list[int]) -> None:
    """Let the board of a position answer a move that has been made; see `Follower.follow`."""
    if isinstance(strategy, Follower):
        strategy.follow(position, placed, taken)
    else:
        for site in placed:
            position.extend(strategy(position.board, site))


#: The strategies as they start by default, by name.
STRATEGIES: dict[str, Strategy] = {
    s.name: s for s in (Fixed(), Perimeter(), Zone(), Zone(shrink=True))
}


def strategy_of(value: Any) -> Strategy:
    """Return a strategy.

    Parameters
    ----------
    value : str or Strategy
        The name of one of STRATEGIES, in capitals or not; ``"module:name"`` of one that Python can
        import; or the strategy itself.

    Raises
    ------
    InputError
        If there is no such strategy.
    """
    return found(value, "strategy", STRATEGIES, lambda it: isinstance(it, Strategy))
