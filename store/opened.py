"""A log and the graph that is made from it, open together and in step."""

from typing import Self

from boardless.store.address import Address
from boardless.store.engine import Engine
from boardless.store.follower import Follower, check_loss, check_mark
from boardless.store.log import Log
from boardless.store.writer import Writer
from boardless.topo import InputError


class Opened:
    """Log and graph of a store.

    Attributes
    ----------
    address : Address
        Where they are.
    log : Log or None
        The log; None where only a server is asked.
    writer : Writer or None
        Who adds to them; None where they are only read.
    """

    def __init__(self, address: Address, log: Log | None, engine: Engine) -> None:
        self.address = address
        self.log = log
        self.writer: Writer | None = None
        self._engine = engine
        if log is not None and log.writing:
            self.writer = Writer(address, log, engine)
            return
        mark = engine.mark()
        if mark is None:
            raise InputError(f"{str(address)!r} is empty: no store has been made there")
        if log is not None:
            check_mark(log, mark)

    @classmethod
    def at(cls, address: Address, *, read_only: bool) -> Self:
        """Open what there is at an address, or make it; see `Store.open`."""
        with address.opened(read_only=read_only) as (log, engine):
            return cls(address, log, engine)

    def graph(self) -> Engine:
        """Return the graph, as far as it has come."""
        return self._engine if self.writer is None else self.writer.graph()

    def close(self) -> None:
        """Let go of the files."""
        engine = self._engine if self.writer is None else self.writer.engine
        engine.close()
        if self.log is not None:
            self.log.close()


def rebuild(address: Address, *, lose: bool) -> None:
    """Make the graph at an address again from its log; see `Store.rebuild`."""
    log = address.open_log(read_only=False, make=False)
    if log is None:
        raise InputError(f"graph {str(address)!r}: give its log")
    try:
        if not lose:
            check_loss(log, address.mark())
        with address.anew() as engine:
            Follower(log, engine)
    finally:
        log.close()
