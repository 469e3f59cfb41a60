"""How much is played for the figures and tables of random games, and where games are taken from."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path

from boardless.play.experiment import GAMES
from boardless.topo import InputError


@dataclass(frozen=True)
class Sample:
    """What figures of random games are drawn from; by default what is published.

    Attributes
    ----------
    games : tuple of (str, str)
        The games and the tilings that they are played on.
    bands : int
        How many random games of each are behind the bands of figures 6.7 to 6.12.
    seconds : float
        How long each game is played in each technique for tables 6.1 to 6.3.
    playouts : int
        How many games of each are counted for their lengths.
    jit : bool
        Whether games are compiled for those tables and lengths. The games behind the bands never
        are: to compile them would take longer than to play them.
    workers : int
        Processes that compile the games of those tables; with 1 they compile as they are played.
    store : Path or None
        A store whose runs the bands are drawn from, instead of games played for them.

    Raises
    ------
    InputError
        If there is no such store.
    """

    games: tuple[tuple[str, str], ...] = GAMES
    bands: int = 100
    seconds: float = 1 / 3
    playouts: int = 20_000
    jit: bool = True
    workers: int = 1
    store: Path | None = None

    def __post_init__(self) -> None:
        if self.store is not None and not self.store.exists():
            raise InputError(
                f"store {str(self.store)!r} does not exist: give a file, not a server; "
                "boardless playouts --store makes one"
            )


_sample: ContextVar[Sample] = ContextVar("sample", default=Sample())  # noqa: B039, it is frozen


def sample() -> Sample:
    """Return what figures are drawn from here."""
    return _sample.get()


@contextmanager
def figures_from(chosen: Sample) -> Iterator[None]:
    """Draw the figures inside from another sample."""
    token = _sample.set(chosen)
    try:
        yield
    finally:
        _sample.reset(token)
