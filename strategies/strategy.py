"""The protocols of growth strategies, strategies by name, and objects of users by name."""

from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from typing import Any, Protocol, TypeVar, cast, runtime_checkable

from boardless.jit.arrays import Ints
from boardless.state import Equipment, GrowingBoard
from boardless.strategies.growth import Fixed, Perimeter, Zone, added_by
from boardless.topo import Board, InputError, Tiling, named
from boardless.util.inputs import shown
from boardless.util.own_code import OwnCodeError, message_of, own_code

T = TypeVar("T")


def lookup(
    value: Any,
    what: str,
    known: Mapping[str, T],
    fits: Callable[[Any], bool],
    needs: str,
    listed: Iterable[str] | None = None,
) -> T:
    """Return the object of a name, of ``"module:name"``, or the object itself.

    A class under ``"module:name"`` is called without arguments. `fits` tests the object, `needs` is
    its interface in words for the message, which lists the names `listed`, by default all.
    InputError if the object is unknown, or it cannot be imported.
    """
    listed = known if listed is None else listed
    if isinstance(value, str) and ":" not in value:
        return named(value, known, what, listed)
    thing = import_object(value, what) if isinstance(value, str) else value
    if isinstance(thing, type) or not fits(thing):
        raise InputError(
            f"unknown {what} {shown(value)}: choose one of {', '.join(listed)}, "
            f"or give an object with {needs}"
        )
    return cast("T", thing)


def import_object(path: str, what: str) -> Any:
    """Return the object under ``"module:name"``, or an instance of it if it is a class."""
    thing = import_name(path, what)
    return construct(thing, f"{what} {shown(path)}") if isinstance(thing, type) else thing


def import_name(path: str, what: str) -> Any:
    """Return the object under ``"module:name"`` as it is; see `import_object`."""
    module, _, name = path.partition(":")
    where = f"{what} {shown(path)} cannot be imported"
    try:
        with own_code(where):
            return getattr(import_module(module), name)
    except OwnCodeError:
        raise
    except Exception as error:
        reason = " ".join(str(error).split()) or type(error).__name__
        raise InputError(f"{where}: {reason}") from error


def construct(kind: type[Any], what: str, **parameters: Any) -> Any:
    """Return an instance of a user's class, which errors call `what`."""
    try:
        with own_code(what, kind):
            return kind(**parameters)
    except InputError:
        raise
    except Exception as error:
        raise InputError(f"{what} cannot be made: {message_of(error)}") from error


@runtime_checkable
class Strategy(Protocol):
    """The interface of a growth strategy.

    After a move the board has to have every cell that a legal move of the game may use next. Zones
    are enough for every game: all cells that share a vertex with a piece. Fewer cells are enough if
    the rules allow no move on the others. `boardless.play` checks this for the strategies that
    Python calls: at the start and after each move, an error names the first missing cell.

    A strategy that is also a `Follower` answers moves as a whole, and one that is also a `Starter`
    chooses its first board by the setup of a game.

    It may also have an attribute ``law``, "fixed", "perimeter" or "zone": boards that begin with
    one cell (fixed ones: with any) then grow as they do with the strategy of that name, so that
    `analysis` plays the sequences of that strategy. And it may have ``in_engine``, the constant of
    the engine of compiled games for the same growth: see `strategies.in_engine`.
    """

    @property
    def name(self) -> str:
        """Name of the strategy."""

    def start(self, tiling: Tiling) -> Board:
        """Return the board to start from."""

    def __call__(self, board: Board, site: int) -> Ints:
        """Grow `board` in place for a tile placed on `site`; return the new sites, or [].

        Raises
        ------
        InputError
            If the site is not on the board.
        """


@runtime_checkable
class Follower(Protocol):
    """A strategy that depends on pieces taken away, or on the pieces that stand on the board."""

    @property
    def shrinks(self) -> bool:
        """Whether cells may leave the board; then no technique may renumber sites."""

    def follow(self, position: GrowingBoard, placed: list[int], taken: list[int]) -> None:
        """Let cells come (`GrowingBoard.extend`) and leave (`GrowingBoard.leave`) after a move.

        The move has been made on the position; it put pieces on the sites `placed` of the board,
        and took some from the sites `taken`.
        """


@runtime_checkable
class Starter(Protocol):
    """A strategy with a first board that depends on the start tiles."""

    def first(self, setup: Equipment) -> Board:
        """Return the first board; its lattice keys are the cells of the setup."""


def shrinks(strategy: Strategy) -> bool:
    """Return True if cells may leave a board that follows a strategy."""
    return isinstance(strategy, Follower) and strategy.shrinks


def answer_move(
    strategy: Strategy, position: GrowingBoard, placed: list[int], taken: list[int]
) -> None:
    """Grow or shrink the board of a position after a move; see `Follower.follow`."""
    # To ask whether it is a Follower would take longer than a small move does.
    follow = getattr(strategy, "follow", None)
    if follow is not None:
        follow(position, placed, taken)
    else:
        for site in placed:
            position.extend(added_by(strategy, position.board, site))


#: The strategies as they start by default, by name. Growth by the rules is no strategy of its own:
#: each game has its `Rule` (``Game.rule``).
STRATEGIES: dict[str, Strategy] = {
    strategy.name: strategy
    for strategy in (
        Fixed(),
        Perimeter(),
        Zone(),
        Zone(shrink=True),
    )
}


def strategy_of(strategy: Strategy | str, listed: Iterable[str] | None = None) -> Strategy:
    """Return a strategy itself, or the one of a name or of ``"module:name"``.

    A name is a key of `STRATEGIES`, in capitals or not. ``"module:name"`` is an object in a module
    that can be imported: a strategy, or a class that is called without arguments.

    Parameters
    ----------
    strategy : Strategy or str
        The strategy, or its name.
    listed : iterable of str, optional
        The names in the message if the strategy is unknown; by default all.

    Returns
    -------
    Strategy
        The strategy.

    Raises
    ------
    InputError
        If the strategy is unknown, or it cannot be imported.

    Examples
    --------
    >>> from boardless.strategies import strategy_of
    >>> strategy_of("zone") == strategy_of("boardless.strategies:Zone")
    True
    """
    needs = "a name, a method start(tiling), and that is called with a board and a site"
    return lookup(strategy, "strategy", STRATEGIES, _fits, needs, listed)


def _fits(thing: object) -> bool:
    return isinstance(thing, Strategy) and isinstance(thing.name, str)


def in_engine(part: object) -> Any:
    """Return the engine's constant that the class of a part itself defines, not a base, or None."""
    return getattr(part, "in_engine", None) if "in_engine" in vars(type(part)) else None
