"""The one who writes to a store: games go into its log first, and then into its graph."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from boardless.state import AnyTechnique, Batch, Trial
from boardless.store.address import Address
from boardless.store.batch_bytes import packed
from boardless.store.engine import Engine
from boardless.store.follower import Follower
from boardless.store.incoming import incoming
from boardless.store.log import Log
from boardless.store.positions.found import Found
from boardless.store.spans import Spans
from boardless.topo import InputError


class Writer:
    """Adds games to a store that is open for writing.

    Parameters
    ----------
    address : Address
        Where the store is.
    log : Log
        Its log, open for writing; put in order here.
    engine : Engine
        Its graph, which is brought up to the log here.

    Attributes
    ----------
    engine : Engine
        The graph, another one after an addition was interrupted.

    Raises
    ------
    InputError
        If the graph was made from another log, or one of them cannot be written.
    """

    def __init__(self, address: Address, log: Log, engine: Engine) -> None:
        self._address = address
        self._log = log
        self.engine = engine
        self._follower = Follower(log, engine)
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
        """Keep what an exploration finds; see `Store.keep`."""
        with self._at_work():
            for part in found:
                self._log.append(part.dumps(), 0, 0)
                self._follower.add(part)

    @contextmanager
    def _at_work(self) -> Iterator[None]:
        """Add one thing at a time, and bring all of it into the graph at the end."""
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
            self._follower = Follower(self._log, self.engine)
        return self.engine
