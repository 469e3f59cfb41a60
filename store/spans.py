"""Which playouts of each run are stored, so that none is stored twice."""

from collections.abc import Iterator
from itertools import pairwise

from boardless.store.log import Log
from boardless.store.projection import run_digest
from boardless.store.record import Record, Source, source_of


class Spans:
    """The playouts that a log has, as spans of their numbers.

    Parameters
    ----------
    log : Log
        Read once, from its first frame to its last.
    """

    def __init__(self, log: Log) -> None:
        self._spans: dict[str, list[range]] = {}
        for frame, payload in zip(log.frames, log.payloads(), strict=True):
            self._note(source_of(payload), frame.trials)

    def note(self, record: Record) -> None:
        """Note that a record is stored."""
        self._note(record.source, len(record))

    def _note(self, source: Source, count: int) -> None:
        if source.first is None:
            return
        digest = run_digest(source)
        spans = [*self._spans.get(digest, []), range(source.first, source.first + count)]
        spans.sort(key=lambda span: span.start)
        united = spans[:1]
        for span in spans[1:]:
            last = united[-1]
            if span.start <= last.stop:
                united[-1] = range(last.start, max(span.stop, last.stop))
            else:
                united.append(span)
        self._spans[digest] = united

    def missing(self, record: Record) -> Iterator[Record]:
        """Return the parts of a record that are not stored."""
        first = record.source.first
        if first is None:
            yield record
            return
        last = first + len(record)
        spans = list(self._spans.get(run_digest(record.source), ()))
        # Between two spans lies what is not stored.
        for before, after in pairwise([range(first, first), *spans, range(last, last)]):
            begin, end = max(before.stop, first), min(after.start, last)
            if begin < end:
                yield record.part(begin - first, end - first)
