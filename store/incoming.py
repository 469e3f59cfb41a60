"""From what is added to records."""

from collections.abc import Iterable, Iterator

from boardless.play import Batch
from boardless.state import Trial
from boardless.store.record import Record
from boardless.store.recording import of_batch, of_trials
from boardless.strategies import Technique
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


def records_of(trials: Iterable[Batch | Trial], technique: Technique) -> Iterator[Record]:
    """Return the records of batches and trials; trials are put together.

    Raises
    ------
    InputError
        If one of them is neither, or cannot be stored; the records of those before it have been
        returned then.
    """
    if isinstance(trials, Trial | Batch) or not isinstance(trials, Iterable):
        raise InputError(f"trials of type {type(trials).__name__!r}: give a list of them")
    waiting: list[tuple[int, Trial]] = []
    try:
        for number, item in enumerate(trials):
            if isinstance(item, Trial):
                waiting.append((number, item))
                if len(waiting) < TOGETHER:
                    continue
            yield from _together(waiting, technique)
            if isinstance(item, Batch):
                yield of_batch(item)
            elif not isinstance(item, Trial):
                kind = type(item).__name__
                raise InputError(f"trial of type {kind!r}: give a Trial or a Batch")
    except InputError:
        # Where the trials come from, one cannot be had.
        yield from _together(waiting, technique)
        raise
    yield from _together(waiting, technique)


def _together(waiting: list[tuple[int, Trial]], technique: Technique) -> Iterator[Record]:
    """Return the records of trials that have waited, and forget them."""
    trials = list(waiting)
    waiting.clear()
    try:
        records = of_trials([trial for _, trial in trials], technique)
    except InputError:
        # One of them cannot be stored: return what comes before it.
        for number, trial in trials:
            try:
                records = of_trials([trial], technique)
            except InputError as error:
                raise TrialError(number, str(error)) from None
            yield from records
        raise
    yield from records
