"""Where a store is: a file with its log beside it, or a server with its log here."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from boardless.store.engine import Engine
from boardless.store.log import Log
from boardless.topo import InputError

#: How the address of a server begins.
SERVERS = ("bolt://", "bolt+s://", "bolt+ssc://", "neo4j://", "neo4j+s://", "neo4j+ssc://")


@dataclass(frozen=True)
class Address:
    """Where a store is.

    Attributes
    ----------
    graph : Path or str
        A file, or the address of a server.
    log : Path, optional
        The log.
    """

    graph: Path | str
    log: Path | None

    @classmethod
    def of(cls, path: str | Path, log: str | Path | None) -> Self:
        """Return the address that someone gave, whatever the working folder becomes."""
        known = None if log is None else Path(log).absolute()
        if isinstance(path, str) and path.startswith(SERVERS):
            return cls(path, known)
        graph = Path(path).absolute()
        return cls(graph, known or graph.with_name(f"{graph.name}.log"))

    def __str__(self) -> str:
        return str(self.graph)

    def engine(self, *, read_only: bool) -> Engine:
        """Return the graph database.

        Raises
        ------
        InputError
            If it cannot be opened.
        """
        if isinstance(self.graph, Path):
            from boardless.store.ladybug import Ladybug

            return Ladybug(self.graph, read_only=read_only)
        from boardless.store.bolt import Bolt

        return Bolt(self.graph)

    def open_log(self, *, read_only: bool, make: bool = True) -> Log | None:
        """Return the log, made if there is no store yet; None if a server is to be asked only.

        Raises
        ------
        InputError
            If it cannot be opened, or there is a graph and no log.
        """
        if self.log is None:
            if not read_only:
                raise InputError(f"graph {self}: give its log, or open it to be read only")
            return None
        if self.log.exists() or read_only or not make:
            return Log.open(self.log, writing=not read_only)
        if isinstance(self.graph, Path) and self.graph.exists():
            raise InputError(f"{self} is no store: there is no log {self.log.name!r} beside it")
        return Log.create(self.log)

    def check_free(self) -> None:
        """Raise InputError if there is a store already."""
        for path in (self.log, self.graph):
            if isinstance(path, Path) and path.exists():
                raise InputError(f"{str(path)!r} is there already: open it, or choose another name")

    @contextmanager
    def anew(self) -> Iterator[Engine]:
        """Provide an empty graph, which takes the place of the one that was there, if any.

        A file does so when the graph is whole. On a server the old one is taken away first.
        """
        if isinstance(self.graph, str):
            from boardless.store.bolt import Bolt

            server = Bolt(self.graph)
            try:
                server.clear()
                yield server
            finally:
                server.close()
            return
        from boardless.store import ladybug

        fresh = self.graph.with_name(f"{self.graph.name}.new")
        ladybug.remove(fresh)
        engine = ladybug.Ladybug(fresh)
        try:
            try:
                yield engine
            finally:
                engine.close()
            ladybug.replace(fresh, self.graph)
        except BaseException:
            ladybug.remove(fresh)
            raise
