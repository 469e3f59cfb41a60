"""What every strategy can do, what some can do beside, and strategies by name."""

from typing import Protocol, runtime_checkable

from boardless.state import Position, Setup
from boardless.strategies.doors import found
from boardless.strategies.fixed import Fixed
from boardless.strategies.perimeter import Perimeter
from boardless.strategies.zone import Zone
from boardless.topo import Board, Tiling
from boardless.topo.kernels.arrays import Ints


@runtime_checkable
class Strategy(Protocol):
    """How a board answers a move: what a strategy of one's own has to do.

    A strategy that is also one of `Follower` answers moves as a whole, and one that is also one of
    `Starter` chooses its first board by what a game is played with.

    It may also have an attribute ``law``, "fixed", "perimeter" or "zone": it says that boards that
    begin with one cell (fixed ones: with any) grow as they do with the strategy of that name, so
    that `analysis` plays the sequences that are known for it. And it may have ``in_engine``, which
    says that the engine of compiled games adds the same cells: see `strategies.in_engine`.
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
    # To ask whether it is a Follower would take longer than a small move does.
    follow = getattr(strategy, "follow", None)
    if follow is not None:
        follow(position, placed, taken)
    else:
        for site in placed:
            position.extend(strategy(position.board, site))


#: The strategies as they start by default, by name.
STRATEGIES: dict[str, Strategy] = {
    s.name: s for s in (Fixed(), Perimeter(), Zone(), Zone(shrink=True))
}


def strategy_of(strategy: Strategy | str) -> Strategy:
    """Return a strategy that is given as it is, by its name, or by where it is defined.

    Parameters
    ----------
    strategy : Strategy or str
        One of the program's own or any other, a key of `STRATEGIES` in capitals or not, or
        ``"module:name"`` of an object in a module that can be imported: a strategy, or a class that
        makes one of nothing.

    Raises
    ------
    InputError
        If it is none, or cannot be imported.

    Examples
    --------
    >>> from boardless.strategies import strategy_of
    >>> strategy_of("zone") == strategy_of("boardless.strategies:Zone")
    True
    """
    needs = "a name, a method start(tiling), and that is called with a board and a site"
    return found(strategy, "strategy", STRATEGIES, lambda it: isinstance(it, Strategy), needs)
