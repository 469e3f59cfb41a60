"""What every strategy can do, and strategies by name, the program's own and those of users."""

from importlib import import_module
from typing import Protocol, runtime_checkable

from boardless.strategies.fixed import Fixed
from boardless.strategies.perimeter import Perimeter
from boardless.strategies.zone import Zone
from boardless.topo import Board, InputError, Tiling
from boardless.topo.kernels.arrays import Ints
from boardless.topo.whole import shown


@runtime_checkable
class Strategy(Protocol):
    """How a board answers a move: what a strategy of one's own has to do.

    It may also have an attribute ``law``, "fixed", "perimeter" or "zone": it says that boards that
    begin with one cell (fixed ones: with any) grow as they do with the strategy of that name, so
    that `analysis` plays the sequences that are known for it.
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


#: The strategies as they start by default, by name.
STRATEGIES: dict[str, Strategy] = {
    s.name: s for s in (Fixed(), Perimeter(), Zone(), Zone(shrink=True))
}


def strategy_of(strategy: Strategy | str) -> Strategy:
    """Return a strategy that is given as it is, by its name, or by where it is defined.

    Parameters
    ----------
    strategy : Strategy or str
        One of the program's own or any other, a key of `STRATEGIES`, or ``"module:name"`` of an
        object in a module that can be imported: a strategy, or a class that makes one of nothing.

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
    if not isinstance(strategy, str):
        return _checked(strategy, shown(strategy))
    if ":" not in strategy:
        return strategy_named(strategy)
    module, name = strategy.split(":", 1)
    try:
        found = getattr(import_module(module), name)
        found = found() if isinstance(found, type) else found
    except Exception as error:
        reason = " ".join(str(error).split()) or type(error).__name__
        raise InputError(f"strategy {shown(strategy)} cannot be imported: {reason}") from None
    return _checked(found, shown(strategy))


def _checked(strategy: object, text: str) -> Strategy:
    if isinstance(strategy, type) or not isinstance(strategy, Strategy):
        raise InputError(
            f"strategy {text}: choose one of {', '.join(STRATEGIES)}, or give an object with a "
            "name, a method start(tiling), and that is called with a board and a site"
        )
    return strategy


def strategy_named(name: str) -> Strategy:
    """Return the strategy called `name`.

    Raises
    ------
    InputError
        If there is none of that name.
    """
    try:
        return STRATEGIES[name]
    except (KeyError, TypeError):
        allowed = ", ".join(STRATEGIES)
        raise InputError(f"unknown strategy {name!r}: choose one of {allowed}") from None
