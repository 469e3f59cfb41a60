"""A store: a log of trials, which is the truth, and a graph made from it, which answers."""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import pandas as pd

from boardless.play import Batch
from boardless.state import Trial
from boardless.store import boards
from boardless.store.address import Address
from boardless.store.checking import differences
from boardless.store.engine import Engine
from boardless.store.export import export_tables
from boardless.store.follower import Follower, check_loss, check_mark
from boardless.store.incoming import records_of
from boardless.store.limit import SECONDS, check_seconds
from boardless.store.log import Log
from boardless.store.pages import counted
from boardless.store.plane import LINKED
from boardless.store.positions.found import Found, is_found
from boardless.store.record import Record
from boardless.store.recording import trials_of
from boardless.store.spans import Spans
from boardless.strategies import ZONE_APPEND, Technique
from boardless.topo import Board, InputError, Key

if TYPE_CHECKING:
    import networkx as nx


class Store:
    """Boards, histories, trials and results, asked in Cypher.

    ``Store.open`` makes one; it is a context manager. docs/store.md shows the graph.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from boardless.games import load
    >>> from boardless.play import record_playouts
    >>> from boardless.store import Store
    >>> folder = TemporaryDirectory()
    >>> store = Store.open(f"{folder.name}/runs.lbug")
    >>> store.add([record_playouts(load("Tic-Tac-Toe", jit=False), 0, 3)])
    3
    >>> store.query("MATCH (t:Trial) WHERE t.winner = $winner RETURN count(*) AS won", winner=1)
       won
    0    2
    >>> store.close()
    >>> folder.cleanup()
    """

    def __init__(
        self, address: Address, log: Log | None, engine: Engine, seconds: float | None
    ) -> None:
        self.address = address
        self.seconds = seconds
        self._log = log
        self._engine = engine
        self._follower: Follower | None = None
        self._spans: Spans | None = None
        self._adding = False

    # -- opening ----------------------------------------------------------------------------

    @classmethod
    def open(
        cls,
        path: str | Path,
        *,
        read_only: bool = False,
        log: str | Path | None = None,
        seconds: float | None = SECONDS,
    ) -> Self:
        """Open a store; where there is none, an empty one is made.

        Parameters
        ----------
        path : str or Path
            The file of the graph, such as ``runs.lbug``, with its log in ``runs.lbug.log``; or the
            address of a server, ``bolt://host:port``.
        read_only : bool, default False
            Leave everything as it is, and see the graph as it is now. One process may write to a
            store, while any number have it open like this.
        log : str or Path, optional
            Where the log is. A server's is a file on this machine; without one it can be asked, but
            nothing can be added, and `read_only` has to be True.
        seconds : float, default 60
            How long a question may take; None for as long as it wants.

        Raises
        ------
        InputError
            If it is no store, is damaged, is of another version, its log is shorter than its graph,
            or another process writes to it. Nothing has been changed then.
        """
        address = Address.of(path, log)
        check_seconds(seconds)
        with address.opened(read_only=read_only) as (opened, engine):
            store = cls(address, opened, engine, seconds)
            store._follow_log()
        return store

    @classmethod
    def create(cls, path: str | Path, *, log: str | Path | None = None) -> Self:
        """Make an empty store and open it.

        Raises
        ------
        InputError
            If there is one already, or it cannot be made.
        """
        address = Address.of(path, log)
        address.check_free()
        return cls.open(path, log=log)

    @classmethod
    def rebuild(
        cls, path: str | Path, *, log: str | Path | None = None, lose: bool = False
    ) -> Self:
        """Make the graph of a store again from its log, and open it.

        The graph that was there is replaced when the new one is whole; it need not be readable.

        Parameters
        ----------
        path, log : str or Path
            As for `open`.
        lose : bool, default False
            Do so although the graph has trials that the log has not, and lose them.

        Raises
        ------
        InputError
            If there is no log or it is damaged, it lacks trials of the graph, or another process
            writes to the store. Nothing has been changed then.
        """
        address = Address.of(path, log)
        opened = address.open_log(read_only=False, make=False)
        if opened is None:
            raise InputError(f"graph {str(path)!r}: give its log")
        try:
            if not lose:
                check_loss(opened, address.mark())
            with address.anew() as engine:
                Follower(opened, engine)
        finally:
            opened.close()
        return cls.open(path, log=log)

    def _follow_log(self) -> None:
        """Bring the graph up to the log, or check that it is of this log."""
        if self._log is not None and self._log.writing:
            self._follower = Follower(self._log, self._engine)
            self._log.mend()
            return
        mark = self._engine.mark()
        if mark is None:
            raise InputError(f"{str(self.address)!r} is empty: no store has been made there")
        if self._log is not None:
            check_mark(self._log, mark)

    def close(self) -> None:
        """Let go of the files; another process may write then."""
        self._engine.close()
        if self._log is not None:
            self._log.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def __repr__(self) -> str:
        trials = "" if self._log is None else f", {self._log.trials:,} trials"
        return f"<Store {str(self.address)!r}{trials}>"

    @property
    def log(self) -> Log:
        """The log.

        Raises
        ------
        InputError
            If the store was opened without it.
        """
        if self._log is None:
            raise InputError(f"{str(self.address)!r} was opened without its log: give it")
        return self._log

    # -- adding -----------------------------------------------------------------------------

    def add(
        self,
        trials: Iterable[Batch | Trial],
        *,
        technique: Technique = ZONE_APPEND,
        progress: Callable[[int], object] | None = None,
    ) -> int:
        """Add games, and return how many.

        A game has been added when `progress` has been called with a number that counts it: it is on
        the disk then, whatever happens later. What is stored already is passed over, so a run that
        was interrupted can be started again: a playout of the same game, technique, start and seed
        with the same number; and a trial of the same setup, game, seed, moves and result, in the
        same technique.

        Parameters
        ----------
        trials : iterable of Batch or Trial
            Recorded playouts, and games of people; taken one by one.
        technique : Technique
            What trials are played in, to know which cells their moves add.
        progress : callable, optional
            Called with the number of games added so far.

        Raises
        ------
        InputError
            If the store is read-only, or a game cannot be stored; those before it are. Where that
            is a trial, it is a `store.incoming.TrialError`, which knows its number.
        """
        follower = self._following()
        if self._spans is None:
            self._spans = Spans(self.log)
        count = 0
        self._adding = True
        try:
            for record in records_of(trials, technique):
                for part in self._spans.missing(record):
                    self.log.append(part.dumps(), len(part), part.moves)
                    self._spans.note(part)
                    count += len(part)
                    if progress is not None:
                        progress(count)
                    follower.add(part)
        finally:
            self._adding = False
            if follower.frames == len(self.log.frames):
                follower.write()
        return count

    def keep(self, found: Iterable[Found]) -> None:
        """Keep what an exploration finds, part by part; each is on the disk when the next is taken.

        Raises
        ------
        InputError
            If the store is read-only, or a part cannot be stored; those before it are.
        """
        follower = self._following()
        self._adding = True
        try:
            for part in found:
                self.log.append(part.dumps(), 0, 0)
                follower.add(part)
        finally:
            self._adding = False
            if follower.frames == len(self.log.frames):
                follower.write()

    def _following(self) -> Follower:
        """Return what brings additions into the graph.

        Raises
        ------
        InputError
            If the store was opened to be read only, or is being added to.
        """
        if self._follower is None:
            raise InputError(f"{str(self.address)!r} was opened to be read only")
        if self._adding:
            raise InputError(f"{str(self.address)!r} is being added to: wait until that is over")
        self._catch_up()
        return self._follower

    def _catch_up(self) -> None:
        """Go on from the log and the mark, if an addition was interrupted between the two."""
        if self._follower is None or self._adding:
            return
        if self._follower.frames != len(self.log.frames):
            self._spans = None
            self._engine.close()
            self._engine = self.address.engine(read_only=False)
            self._follower = Follower(self.log, self._engine)

    def _graph(self) -> Engine:
        self._catch_up()
        return self._engine

    # -- asking -----------------------------------------------------------------------------

    def query(self, cypher: str, /, **parameters: Any) -> pd.DataFrame:
        """Return the answer to a question in Cypher; it cannot change anything.

        Parameters
        ----------
        cypher : str
            The question; ``$name`` stands for a parameter.
        **parameters
            Their values. They are handed to the engine beside the text, never within it.

        Raises
        ------
        InputError
            If the question is not understood, would change something, takes longer than `seconds`
            of `open`, or its answer has more than ten million rows.
        """
        return self._graph().query(cypher, parameters, self.seconds)

    def trial(self, number: int) -> Trial:
        """Return a trial as it was played, from the log.

        Parameters
        ----------
        number : int
            The id of its node.

        Raises
        ------
        InputError
            If there is no such trial.
        """
        number = boards.whole(number, "trial")
        ends = list(accumulate(frame.trials for frame in self.log.frames))
        if not ends or not 0 <= number < ends[-1]:
            raise InputError(f"trial {number!r}: the store has {self.log.trials:,}, from 0")
        frame = bisect_right(ends, number)
        record = Record.loads(self.log.read(frame))
        place = number - ends[frame] + len(record)
        return trials_of(record.part(place, place + 1))[0]

    def trials(self) -> Iterator[Trial]:
        """Return all trials, in the order of their ids, read from the log one by one."""
        for payload in self.log.payloads():
            if not is_found(payload):
                yield from trials_of(Record.loads(payload))

    def board(self, trial: int, ply: int | None = None) -> Board:
        """Return the board of a trial as it was after `ply` moves, by default after the last.

        Its cells are named relative to the anchor, and stand in the order of their sites.

        Raises
        ------
        InputError
            If there is no such trial, or it has fewer moves.
        """
        return boards.board(self, trial, ply)

    def to_networkx(
        self, trial: int, ply: int | None = None, kind: str = "cells"
    ) -> "nx.Graph[int]":
        """Return the board of a trial after `ply` moves as a graph of its own.

        Its attributes are those of `topo.boards.graphs`.

        Parameters
        ----------
        trial, ply : int
            As for `board`.
        kind : {"cells", "dual", "graph"}
            An arc for every relation; cells that share an edge; vertices and edges. The cells of
            the first two have an attribute ``component``: what stands there, 0 for nothing.

        Raises
        ------
        InputError
            If there is no such trial, ply or kind.
        """
        return boards.graph(self, trial, ply, kind)

    def distance(
        self, tiling: str, start: Key, end: Key, relation: str = "orthogonal"
    ) -> int | None:
        """Return how many steps there are from one cell to another, over cells of the store.

        Parameters
        ----------
        tiling : str
            The tiling's name.
        start, end : (i, j, k)
            The cells, relative to the anchor.
        relation : {"orthogonal", "adjacent"}
            What counts as a step.

        Returns
        -------
        int or None
            None if there is no way of 30 steps or fewer.

        Raises
        ------
        InputError
            If no game in the store had one of the cells on its board, or there is no such relation.
        """
        ids = [boards.cell_id(self, tiling, cell) for cell in (start, end)]
        if not isinstance(relation, str) or relation.upper() not in LINKED:
            raise InputError(f"relation {relation!r}: choose one of orthogonal, adjacent")
        return 0 if ids[0] == ids[1] else self._graph().distance(relation.upper(), *ids)

    def stats(self) -> pd.DataFrame:
        """Return how many nodes and links of each kind there are: columns kind, number."""
        return pd.DataFrame(counted(self._graph()).items(), columns=["kind", "number"])

    def check(self) -> pd.DataFrame:
        """Compare the graph with its log, to the last property, and return where they differ.

        Every frame of the log is read and its checksum taken, and the rows that its games make are
        compared with those of the graph, kind by kind, as far as the graph has come.

        Returns
        -------
        DataFrame
            A row for every kind of node or link that differs: kind, log and graph, which are the
            numbers of them; those may be the same, and what is in them not.

        Raises
        ------
        InputError
            If the log is damaged, or the graph cannot be read.
        """
        return differences(self.log, self._graph())

    def export(self, folder: str | Path) -> list[Path]:
        """Write every table of the graph as a Parquet file; return the files.

        Raises
        ------
        InputError
            If they cannot be written.
        """
        return export_tables(self._graph(), Path(folder))
