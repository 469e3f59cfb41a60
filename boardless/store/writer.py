"""The writer of a store: games go into its log first, and then into its graph."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from hashlib import sha256
from itertools import pairwise

import numpy as np

from boardless.state import AnyTechnique, Batch, Trial
from boardless.state.batch import SAID, Source
from boardless.store.address import Address
from boardless.store.engine import Engine
from boardless.store.follower import GraphFollower
from boardless.store.frames import packed, source_of, unpacked
from boardless.store.incoming import incoming
from boardless.store.log import Log
from boardless.store.positions.found import Found, is_found
from boardless.store.projection import run_digest
from boardless.topo import InputError


class Spans:
    """The games of a log: playouts as spans of numbers by run, trials by a hash of the whole."""

    def __init__(self, log: Log) -> None:
        self._spans: dict[str, list[range]] = {}
        self._trials: set[bytes] = set()
        for frame, payload in zip(log.frames, log.payloads(), strict=True):
            if is_found(payload):
                continue
            source = source_of(payload)
            if source.first is None:
                self.note(unpacked(payload))
            else:
                self._note(source, source.first, frame.trials)

    def note(self, batch: Batch) -> None:
        """Note that a batch is stored."""
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
        # Between two spans lies what is not stored.
        for before, after in pairwise([range(first, first), *spans, range(last, last)]):
            begin, end = max(before.stop, first), min(after.start, last)
            if begin < end:
                yield batch.part(begin - first, end - first)

    def _new(self, batch: Batch) -> Iterator[Batch]:
        """Yield the parts of a batch of trials that are not stored, each trial once."""
        met: set[bytes] = set()
        begin = 0
        for place, digest in enumerate([*_digests(batch), None]):
            if digest is None or digest in self._trials or digest in met:
                if begin < place:
                    yield batch.part(begin, place)
                begin = place + 1
            else:
                met.add(digest)


def _digests(batch: Batch) -> list[bytes]:
    # What moves did in all follows from the rest.
    said = replace(batch, done=np.full_like(batch.done, SAID), did=batch.did[:0])
    return [sha256(packed(said.part(n, n + 1))).digest() for n in range(len(said))]


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
    ) -> int:
        """Add games, and return how many; see `Store.add`."""
        count = 0
        with self._at_work():
            if self._spans is None:
                self._spans = Spans(self._log)
            for batch in incoming(trials, technique):
                for part in self._spans.missing(batch):
                    self._log.append(packed(part), len(part), len(part.movers))
                    self._spans.note(part)
                    count += len(part)
                    if progress is not None:
                        progress(count)
                    self._follower.add(part)
        return count

    def keep(self, found: Iterable[Found]) -> None:
        """Keep the parts of an exploration; see `Store.keep`."""
        with self._at_work():
            for part in found:
                self._log.append(part.dumps(), 0, 0)
                self._follower.add(part)

    @contextmanager
    def _at_work(self) -> Iterator[None]:
        """Refuse a second addition meanwhile, and bring this one into the graph at the end."""
        if self._adding:
            raise InputError(f"{str(self._address)!r} is being added to: wait until that is over")
        self.graph()
        self._adding = True
        try:
            yield
        finally:
            self._adding = False
            if self._follower.frames == len(self._log.frames):
                self._follower.write()

    def graph(self) -> Engine:
        """Return the graph as far as it has come.

        If an addition was interrupted between log and graph, both go on from the log.
        """
        if not self._adding and self._follower.frames != len(self._log.frames):
            self._spans = None
            self.engine.close()
            self.engine = self._address.engine(read_only=False)
            self._follower = GraphFollower(self._log, self.engine)
        return self.engine
