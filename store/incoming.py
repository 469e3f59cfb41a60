"""From what is added to batches, which the log takes."""

from collections.abc import Iterable, Iterator
from functools import lru_cache

from boardless.games import compile
from boardless.state import AnyTechnique, Batch, Setup, Trial
from boardless.state.batching import batches_of
from boardless.strategies.technique import keeping_sites
from boardless.topo import InputError

#: Trials of people that go into the log together.
TOGETHER = 100


class TrialError(InputError):
    """A trial cannot be stored.

    Attributes
    ----------
    number : int
        Which of those that were added it is, from 0.
    reason : str
        Why.
    """

    def __init__(self, number: int, reason: str) -> None:
        super().__init__(f"trial {number} of those added: {reason}")
        self.number = number
        self.reason = reason


def incoming(trials: Iterable[Batch | Trial], technique: AnyTechnique) -> Iterator[Batch]:
    """Return batches as they are, and those of trials, which are put together.

    Raises
    ------
    InputError
        If one of them is neither, or cannot be stored; what comes before it has been
        returned then.
    """
    if isinstance(trials, Trial | Batch) or not isinstance(trials, Iterable):
        raise InputError(f"trials of type {type(trials).__name__!r}: give a list of them")
    appending = _appending(technique)
    waiting: list[tuple[int, Trial]] = []
    try:
        for number, item in enumerate(trials):
            if isinstance(item, Trial):
                waiting.append((number, item))
                if len(waiting) < TOGETHER:
                    continue
            yield from _together(waiting, appending)
            if isinstance(item, Batch):
                yield _checked(item)
            elif not isinstance(item, Trial):
                kind = type(item).__name__
                raise InputError(f"trial of type {kind!r}: give a Trial or a Batch")
    except InputError:
        # Where the trials come from, one cannot be had.
        yield from _together(waiting, appending)
        raise
    yield from _together(waiting, appending)


def _together(
    waiting: list[tuple[int, Trial]], technique: tuple[AnyTechnique, str]
) -> Iterator[Batch]:
    """Return the batches of trials that have waited, and forget them."""
    trials = list(waiting)
    waiting.clear()
    try:
        batches = list(batches_of([trial for _, trial in trials], *technique))
    except InputError:
        # One of them cannot be stored: return what comes before it.
        for number, trial in trials:
            try:
                batches = list(batches_of([trial], *technique))
            except InputError as error:
                raise TrialError(number, str(error)) from None
            yield from batches
        raise
    yield from batches


def _appending(technique: AnyTechnique) -> tuple[AnyTechnique, str]:
    """Return a technique in which the same cells come and keep their sites, and its first board."""
    return keeping_sites(technique), getattr(technique, "first", "")


def _checked(batch: Batch) -> Batch:
    """Return a batch.

    Raises
    ------
    InputError
        If its description cannot be read or is that of another setup, or its arrays do not fit.
    """
    source = batch.source
    if source.text and _setup(source.text, source.options) != source.setup:
        raise InputError(f"batch of {source.game}: its setup is not that of its description")
    return batch.check()


@lru_cache(maxsize=64)
def _setup(text: str, options: tuple[str, ...]) -> Setup:
    """Return what a game is played with."""
    return compile(text, options, jit=False).setup
