"""Batches of incoming trials, ready for the log."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from boardless.play.replay import described_batches, described_game, told_again
from boardless.state import AnyTechnique, Batch, Trial
from boardless.state.batch import UNTOLD, batches_of
from boardless.state.given_board import check_technique
from boardless.strategies.technique import keeping_sites
from boardless.topo import InputError

#: Trials of people that go into the log together.
TOGETHER = 100


class TrialError(InputError):
    """A trial cannot be stored, for a reason; its number counts from 0 among those added."""

    def __init__(self, number: int, reason: str) -> None:
        super().__init__(f"trial {number} of those added: {reason}")
        self.number = number
        self.reason = reason


def incoming(trials: Iterable[Batch | Trial], technique: AnyTechnique) -> Iterator[Batch]:
    """Yield batches as they are, and batches of trials, up to an InputError."""
    if isinstance(trials, Trial | Batch) or not isinstance(trials, Iterable):
        raise InputError(f"trials of type {type(trials).__name__!r}: give a list of them")
    check_technique(technique)
    waiting: list[tuple[int, Trial]] = []
    try:
        for number, item in enumerate(trials):
            if isinstance(item, Trial):
                waiting.append((number, item))
                if len(waiting) < TOGETHER:
                    continue
            yield from _together(waiting, technique)
            if isinstance(item, Batch):
                yield _checked(item)
            elif not isinstance(item, Trial):
                kind = type(item).__name__
                raise InputError(f"trial of type {kind!r}: give a Trial or a Batch")
    except InputError:
        # Where the trials come from, one cannot be had.
        yield from _together(waiting, technique)
        raise
    yield from _together(waiting, technique)


def _together(waiting: list[tuple[int, Trial]], technique: AnyTechnique) -> Iterator[Batch]:
    """Yield the batches of waiting trials, and clear the list."""
    trials = list(waiting)
    waiting.clear()
    try:
        batches = list(_batches([trial for _, trial in trials], technique))
    except InputError:
        # One of them cannot be stored: return what comes before it.
        for number, trial in trials:
            try:
                batches = list(_batches([trial], technique))
            except InputError as error:
                raise TrialError(number, str(error)) from None
            yield from batches
        raise
    yield from batches


def _batches(trials: list[Trial], technique: AnyTechnique) -> Iterator[Batch]:
    """Yield the batches of trials, by the rules where they have a description."""
    for described, alike in groupby(trials, lambda trial: bool(trial.text)):
        if described:
            yield from described_batches(list(alike), technique)
        else:
            appending, first = keeping_sites(technique), getattr(technique, "first", "")
            yield from batches_of(list(alike), appending, first)


def _checked(batch: Batch) -> Batch:
    """Return a batch; InputError if description, setup and arrays do not fit together."""
    source = batch.source
    if source.setup.plane is None and not source.text:
        raise InputError(f"batch of {source.game}: its board is laid out, but by no description")
    if source.text and described_game(source.text, source.options).setup != source.setup:
        raise InputError(f"batch of {source.game}: its setup is not that of its description")
    batch.check()
    return told_again(batch) if (batch.done == UNTOLD).any() else batch
