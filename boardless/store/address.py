"""Addresses of stores: a file with its log next to it, or a server with its log here."""

from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from time import monotonic, sleep
from types import ModuleType
from typing import Self

from boardless.store.engine import LEAST_MEMORY, MEMORY, MOST_MEMORY, Engine, Mark, Server
from boardless.store.follower import GraphFollower, check_mark
from boardless.store.log import BusyError, Log
from boardless.topo import InputError, integer_between
from boardless.util.inputs import path_of

#: Engines of graphs on servers, ``module:class`` by the scheme of their addresses. The class takes
#: the address; its module is imported when somebody gives one.
SERVERS = {
    **dict.fromkeys(("bolt", "bolt+s", "bolt+ssc"), "boardless.store.bolt:Bolt"),
    **dict.fromkeys(("neo4j", "neo4j+s", "neo4j+ssc"), "boardless.store.bolt:Bolt"),
}

#: Seconds that a reader waits for a writer to finish its addition.
PATIENCE = 10


def _ladybug() -> ModuleType:
    """Return the module of the embedded engine, imported only when a graph is opened."""
    return import_module("boardless.store.ladybug")


def server_at(address: str) -> Server:
    """Return the engine of the graph at an address with a scheme of `SERVERS`."""
    module, _, name = SERVERS[address.partition("://")[0]].partition(":")
    server: Server = getattr(import_module(module), name)(address)
    return server


@dataclass(frozen=True)
class Address:
    """The place of a store; `engine` and `open_log` open its two parts."""

    graph: Path | str  #: a file, or the address of a server
    log: Path | None
    memory: int = MEMORY  #: megabytes of an embedded engine

    @classmethod
    def of(cls, path: str | Path, log: str | Path | None, memory: int = MEMORY) -> Self:
        """Return an address with absolute paths, independent of the later working folder."""
        integer_between(memory, "memory", LEAST_MEMORY, MOST_MEMORY, "in megabytes")
        place = None if log is None else path_of(log, "log").absolute()
        if isinstance(path, str) and path.startswith(tuple(f"{scheme}://" for scheme in SERVERS)):
            return cls(path, place, memory)
        graph = path_of(path, "store").absolute()
        return cls(graph, place or graph.with_name(f"{graph.name}.log"), memory)

    def __str__(self) -> str:
        return str(self.graph)

    def engine(self, log: Log | None) -> Engine:
        """Return the graph database, read-only unless the log is open for writing.

        After the death of a writer, this repairs the graph first.
        """
        if log is not None and log.writing:
            return self._writable(log)
        end = monotonic() + PATIENCE
        while True:
            try:
                return self._engine(read_only=True)
            except InputError:
                # Until an addition has been repaired, nobody can read the graph.
                if not self._unfinished() or monotonic() > end:
                    raise
            self._mend()

    def _unfinished(self) -> bool:
        return isinstance(self.graph, Path) and _ladybug().unfinished(self.graph)

    def _writable(self, log: Log) -> Engine:
        """Return the graph; rebuild it if its engine cannot open the remains of a writer."""
        # An attempt to open the graph may remove some of the remains.
        left = self._unfinished()
        try:
            return self._engine(read_only=False)
        except InputError:
            if not left:
                raise
        with self.anew() as engine:
            GraphFollower(log, engine)
        return self._engine(read_only=False)

    def _engine(self, read_only: bool) -> Engine:
        if isinstance(self.graph, Path):
            engine: Engine = _ladybug().Ladybug(self.graph, read_only=read_only, memory=self.memory)
            return engine
        return server_at(self.graph)

    def _mend(self) -> None:
        """Repair a graph after the death of its writer; if the writer lives, give it time."""
        with ExitStack() as opened:
            try:
                # A writer has locked the log.
                log = self.open_log(read_only=False, make=False)
                if log is not None:
                    opened.callback(log.close)
                    self._writable(log).close()
            except BusyError:
                sleep(0.05)
            except InputError as error:
                what = "was left by a writer that died, and cannot be repaired"
                raise InputError(f"graph {str(self)!r} {what}: {error}") from None

    def open_log(self, *, read_only: bool, make: bool = True) -> Log | None:
        """Return the log, after creating it for a new store; None for a server without one."""
        if self.log is None:
            if not read_only:
                raise InputError(f"graph {self}: give its log, or open it read-only")
            return None
        if self.log.exists() or read_only or not make:
            return Log.open(self.log, writing=not read_only)
        if isinstance(self.graph, Path) and self.graph.exists():
            raise InputError(f"{self} is not a store: its log {self.log.name!r} is missing")
        return Log.create(self.log)

    @contextmanager
    def opened(self, *, read_only: bool) -> Iterator[tuple[Log | None, Engine]]:
        """Provide the log and the graph, which stay open unless an error occurs.

        A log and a graph that were created for this are removed then.
        """
        fresh = self.log is not None and not self.log.exists()
        with ExitStack() as undone:
            log = self.open_log(read_only=read_only)
            if log is not None:
                if fresh:
                    undone.callback(log.path.unlink, missing_ok=True)
                    if isinstance(self.graph, Path):
                        undone.callback(_ladybug().remove, self.graph)
                undone.callback(log.close)
                if log.writing and (mark := self.mark()) is not None:
                    check_mark(log, mark)
            engine = self.engine(log)
            undone.callback(engine.close)
            yield log, engine
            undone.pop_all()

    def mark(self) -> Mark | None:
        """Return the mark of the graph; None if the graph is missing or cannot be read.

        The caller has the log open for writing.
        """
        if isinstance(self.graph, Path) and not self.graph.exists():
            return None
        # Read-only leaves it as it is, but cannot open the remains of a killed writer.
        for read_only in (True, False):
            with suppress(InputError), closing(self._engine(read_only)) as engine:
                return engine.mark()
        return None

    def discard(self) -> None:
        """Remove the graph and the log; both have been closed."""
        if isinstance(self.graph, Path):
            _ladybug().remove(self.graph)
        else:
            with closing(server_at(self.graph)) as server:
                server.clear()
        if self.log is not None:
            self.log.unlink(missing_ok=True)

    def check_free(self) -> None:
        """Raise InputError if there is a store already."""
        for path in (self.log, self.graph):
            if isinstance(path, Path) and path.exists():
                raise InputError(f"{str(path)!r} exists already: open it, or choose another name")

    @contextmanager
    def anew(self) -> Iterator[Engine]:
        """Provide an empty graph, which replaces the present one.

        A file is replaced when the new graph is complete. On a server the old one is removed first.
        """
        if isinstance(self.graph, str):
            with closing(server_at(self.graph)) as server:
                server.clear()
                yield server
            return
        fresh = self.graph.with_name(f"{self.graph.name}.new")
        _ladybug().remove(fresh)
        engine = _ladybug().Ladybug(fresh, memory=self.memory)
        try:
            try:
                yield engine
            finally:
                engine.close()
            _ladybug().replace(fresh, self.graph)
        except BaseException:
            _ladybug().remove(fresh)
            raise
