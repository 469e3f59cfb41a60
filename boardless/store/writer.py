"""The writer of a store: games go into its log first, and then into its graph."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from hashlib import sha256
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from boardless.play.replay import described_batches, described_game, with_results
from boardless.state import AnyTechnique, Batch, Trial
from boardless.state.batch import AS_WRITTEN, UNKNOWN, Source, batches_of
from boardless.state.growing_board import check_technique
from boardless.store.address import Address
from boardless.store.engine import Engine
from boardless.store.follower import GraphFollower
from boardless.store.frames import kind_of, packed, source_of, unpacked
from boardless.store.log import Log
from boardless.store.projection import run_digest
from boardless.strategies.technique import keeping_sites
from boardless.topo import InputError
from boardless.util.inputs import reporter

if TYPE_CHECKING:
    from boardless.store.frames import ProfiledGame
    from boardless.store.positions.found import Found

#: Trials of people that go into the log together.
TOGETHER = 100


class TrialError(InputError):
    """A trial cannot be stored, for a reason; its number counts from 0 among those added."""

    def __init__(self, number: int, reason: str) -> None:
        super().__init__(f"trial {number} of those added: {reason}")
        self.number = number
        self.reason = reason


#: Takes the error of a trial that is left out.
Refused: TypeAlias = Callable[[TrialError], object]


def incoming(
    trials: Iterable[Batch | Trial], technique: AnyTechnique, refused: Refused | None = None
) -> Iterator[Batch]:
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
            yield from _together(waiting, technique, refused)
            if isinstance(item, Batch):
                yield _checked(item)
            elif not isinstance(item, Trial):
                kind = type(item).__name__
                raise InputError(f"trial of type {kind!r}: give a Trial or a Batch")
    except InputError:
        # The source of the trials has raised it.
        yield from _together(waiting, technique, refused)
        raise
    yield from _together(waiting, technique, refused)


def _together(
    waiting: list[tuple[int, Trial]], technique: AnyTechnique, refused: Refused | None
) -> Iterator[Batch]:
    """Yield the batches of waiting trials, and clear the list."""
    trials = list(waiting)
    waiting.clear()
    try:
        batches = list(_batches([trial for _, trial in trials], technique))
    except InputError:
        # One trial cannot be stored: return the trials before it.
        for number, trial in trials:
            try:
                batches = list(_batches([trial], technique))
            except InputError as error:
                wrong = TrialError(number, str(error))
                if refused is None:
                    raise wrong from None
                refused(wrong)
                continue
            yield from batches
        return
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
        raise InputError(f"batch of {source.game}: its board is laid out, so give its description")
    if source.text and described_game(source.text, source.options).setup != source.setup:
        raise InputError(
            f"batch of {source.game}: its setup differs from the setup of its description"
        )
    batch.check()
    return with_results(batch) if (batch.done == UNKNOWN).any() else batch


class Spans:
    """The games of a log: playouts as spans of numbers by run, trials by a hash of the whole."""

    def __init__(self, log: Log) -> None:
        self._spans: dict[str, list[range]] = {}
        self._trials: set[bytes] = set()
        for frame, payload in zip(log.frames, log.payloads(), strict=True):
            if kind_of(payload) is not Batch:
                continue
            source = source_of(payload)
            if source.first is None:
                self.note(unpacked(payload))
            else:
                self._note(source, source.first, frame.trials)

    def note(self, batch: Batch) -> None:
        """Record that a batch is stored."""
        if batch.source.first is None:
            self._trials.update(_digests(batch))
        else:
            self._note(batch.source, batch.source.first, len(batch))

    def _note(self, source: Source, first: int, count: int) -> None:
        digest = run_digest(source)
        spans = [*self._spans.get(digest, []), range(first, first + count)]
        spans.sort(key=lambda span: span.start)
        united = spans[:1]
        for span in spans[1:]:
            last = united[-1]
            if span.start <= last.stop:
                united[-1] = range(last.start, max(span.stop, last.stop))
            else:
                united.append(span)
        self._spans[digest] = united

    def missing(self, batch: Batch) -> Iterator[Batch]:
        """Yield the parts of a batch that are not stored."""
        first = batch.source.first
        if first is None:
            yield from self._new(batch)
            return
        last = first + len(batch)
        spans = list(self._spans.get(run_digest(batch.source), ()))
        # The numbers between two spans are not stored.
        for before, after in pairwise([range(first, first), *spans, range(last, last)]):
            begin, end = max(before.stop, first), min(after.start, last)
            if begin < end:
                yield batch.part(begin - first, end - first)

    def _new(self, batch: Batch) -> Iterator[Batch]:
        """Yield the parts of a batch of trials that are not stored, each trial once."""
        fresh: set[bytes] = set()
        begin = 0
        for place, digest in enumerate([*_digests(batch), None]):
            if digest is None or digest in self._trials or digest in fresh:
                if begin < place:
                    yield batch.part(begin, place)
                begin = place + 1
            else:
                fresh.add(digest)


def _digests(batch: Batch) -> list[bytes]:
    # All consequences of moves follow from the rest.
    plain = replace(batch, done=np.full_like(batch.done, AS_WRITTEN), did=batch.did[:0])
    return [sha256(packed(plain.part(n, n + 1))).digest() for n in range(len(plain))]


class Writer:
    """Adds games to a store that is open for writing; brings its graph up to the log at first.

    `engine` is another one after an addition was interrupted.
    """

    def __init__(self, address: Address, log: Log, engine: Engine) -> None:
        self._address = address
        self._log = log
        self.engine = engine
        self._follower = GraphFollower(log, engine)
        self._spans: Spans | None = None
        self._adding = False
        log.mend()

    def add(
        self,
        trials: Iterable[Batch | Trial],
        technique: AnyTechnique,
        progress: Callable[[int], object] | None,
        refused: Refused | None = None,
    ) -> int:
        """Add games, and return how many; see `Store.add`."""
        count, report = 0, reporter(progress)
        with self._at_work():
            if self._spans is None:
                self._spans = Spans(self._log)
            for batch in incoming(trials, technique, refused):
                for part in self._spans.missing(batch):
                    self._log.append(packed(part), len(part), len(part.movers))
                    self._spans.note(part)
                    count += len(part)
                    report(count)
                    self._follower.add(part)
        return count

    def keep(self, parts: "Iterable[Found | ProfiledGame]") -> None:
        """Keep the parts of an exploration, or profiles; see `Store.keep`."""
        with self._at_work():
            for part in parts:
                self._log.append(part.dumps(), 0, 0)
                self._follower.add(part)

    @contextmanager
    def _at_work(self) -> Iterator[None]:
        """Refuse a second addition meanwhile, and bring this one into the graph at the end."""
        if self._adding:
            raise InputError(f"{str(self._address)!r}: another addition is running, wait for it")
        self.graph()
        self._adding = True
        try:
            yield
        finally:
            self._adding = False
            if self._follower.frames == len(self._log.frames):
                self._follower.write()

    def graph(self) -> Engine:
        """Return the graph in its current state.

        If an addition was interrupted between log and graph, both go on from the log.
        """
        if not self._adding and self._follower.frames != len(self._log.frames):
            self._spans = None
            self.engine.close()
            self.engine = self._address.engine(self._log)
            self._follower = GraphFollower(self._log, self.engine)
        return self.engine
