"""A store: a log of trials, which is the truth, and a graph made from it, which answers.

`merge` adds the games of one store to another, and `keeping` opens a store to add to.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, cast

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

from boardless.state import AnyTechnique, Batch, Trial
from boardless.store.address import Address
from boardless.store.engine import MEMORY, SECONDS, Engine
from boardless.store.follower import GraphFollower, check_loss, check_mark, differences
from boardless.store.frames import ProfiledGame, contents, loaded, trial_in
from boardless.store.log import Log
from boardless.store.pieces import board_at, graph_at, steps_between
from boardless.store.positions.found import TRIALS, Explored, Found, Progress
from boardless.store.projection import game_digest
from boardless.store.schema import COLUMNS, TABLES, counted, pages
from boardless.store.writer import Refused, Writer
from boardless.strategies import ZONE_APPEND
from boardless.topo import Board, InputError, Key
from boardless.util.inputs import path_of, seconds_of

if TYPE_CHECKING:
    import networkx as nx


@contextmanager
def writing(folder: Path, files: list[Path]) -> Iterator[None]:
    """Provide a folder for some files, which may grow; remove the files after an error."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        yield
    except BaseException as error:
        for file in files:
            with suppress(OSError):
                file.unlink(missing_ok=True)
        if isinstance(error, FileExistsError):
            taken = f"{str(error.filename)!r} exists already: choose another folder"
            raise InputError(taken) from None
        if isinstance(error, OSError):
            reason = f"cannot be written: {error.strerror}"
            raise InputError(f"folder {str(folder)!r} {reason}") from None
        raise


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
        self.address, self.seconds = address, seconds
        self._log, self._engine, self._closed = log, engine, False
        self._adding = Writer(address, log, engine) if log is not None and log.writing else None
        if self._adding is not None:
            return
        mark = engine.mark()
        if mark is None:
            raise InputError(f"{str(address)!r} is empty: no store has been made there")
        if log is not None:
            check_mark(log, mark)

    @classmethod
    def open(
        cls,
        path: str | Path,
        *,
        read_only: bool = False,
        log: str | Path | None = None,
        seconds: float | None = SECONDS,
        memory: int = MEMORY,
    ) -> Self:
        """Open a store; create an empty one if it is missing.

        Parameters
        ----------
        path : str or Path
            The file of the graph, such as ``runs.lbug``, with its log in ``runs.lbug.log``; or the
            address of a server, ``bolt://host:port``.
        read_only : bool, default False
            Change nothing, and read the graph in its present state. One process may write to a
            store while any number of processes read it in this mode.
        log : str or Path, optional
            The file of the log, on this machine for a server, too; without it a server has to be
            opened with `read_only`.
        seconds : float, default 60
            The time limit of a question; None for no limit.
        memory : int, default 1024
            Megabytes of the embedded engine for the graph and its computations. A question that
            needs more is refused, and the next one is answered.

        Raises
        ------
        InputError
            If it is not a store, is damaged, or has another version, if its log is shorter than its
            graph, or if another process writes to it. Then nothing has changed.
        """
        address = Address.of(path, log, memory)
        if seconds is not None:
            seconds_of(seconds, more=", or None")
        with address.opened(read_only=read_only) as (log_, engine):
            return cls(address, log_, engine, seconds)

    @classmethod
    def create(cls, path: str | Path, *, log: str | Path | None = None) -> Self:
        """Create an empty store and open it; InputError if there is one already."""
        Address.of(path, log).check_free()
        return cls.open(path, log=log)

    @classmethod
    def rebuild(
        cls, path: str | Path, *, log: str | Path | None = None, lose: bool = False
    ) -> Self:
        """Make the graph of a store again from its log, and open it.

        The new graph replaces the old one when it is whole; the old one need not be readable.

        Parameters
        ----------
        path, log : str or Path
            As for `open`.
        lose : bool, default False
            Lose trials of the graph that the log lacks.

        Raises
        ------
        InputError
            If the log is missing or damaged, it lacks trials of the graph, or another process
            writes to the store. Then nothing has changed.
        """
        address = Address.of(path, log)
        opened = address.open_log(read_only=False, make=False)
        if opened is None:
            raise InputError(f"graph {str(address)!r}: give its log")
        with closing(opened):
            if not lose:
                check_loss(opened, address.mark())
            with address.anew() as engine:
                GraphFollower(opened, engine)
        return cls.open(path, log=log)

    def close(self) -> None:
        """Close the files, so that another process may write; the store is then unusable."""
        self._closed = True
        (self._engine if self._adding is None else self._adding.engine).close()
        if self._log is not None:
            self._log.close()

    def __enter__(self) -> Self:
        self._check_open()
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def __repr__(self) -> str:
        trials = "" if self._log is None else f", {self._log.trials:,} trials"
        return f"<Store {str(self.address)!r}{', closed' if self._closed else trials}>"

    def _check_open(self) -> None:
        if self._closed:
            raise InputError(f"store {str(self.address)!r} is closed: open it again")

    @property
    def log(self) -> Log:
        """The log; raises InputError if the store is closed or was opened without it."""
        self._check_open()
        if self._log is None:
            raise InputError(f"{str(self.address)!r} was opened without its log: give it")
        return self._log

    def _graph(self) -> Engine:
        """Return the graph in its current state; InputError if the store is closed."""
        self._check_open()
        return self._engine if self._adding is None else self._adding.graph()

    @property
    def _writer(self) -> Writer:
        self._check_open()
        if self._adding is None:
            raise InputError(f"{str(self.address)!r} was opened read-only")
        return self._adding

    def add(
        self,
        trials: Iterable[Batch | Trial],
        *,
        technique: AnyTechnique = ZONE_APPEND,
        progress: Callable[[int], object] | None = None,
        refused: Refused | None = None,
    ) -> int:
        """Add games, and return their number.

        A game is on the disk as soon as `progress` has been called with a number that includes it.
        Games that the store already has are skipped, so an interrupted run can start again: a
        playout of the same game, technique, start and seed with the same number; and a trial of the
        same setup, game, seed, moves and result, in the same technique.

        Parameters
        ----------
        trials : iterable of Batch or Trial
            Recorded playouts, and games of people; taken one by one.
        technique : AnyTechnique
            The technique for replaying trials, for the cells that their moves add; a `GivenBoard`
            for a game on a fixed board. A user's own lets cells keep their
            sites.
        progress : callable, optional
            Called with the number of games added so far.
        refused : callable, optional
            Called with the `store.writer.TrialError` of each trial that cannot be stored; then the
            trial is left out.

        Raises
        ------
        InputError
            If the store is read-only, or a game cannot be stored; earlier games stay stored. For a
            trial the error is a `store.writer.TrialError` with the trial's number.
        """
        return self._writer.add(trials, technique, progress, refused)

    def profiles(self) -> Iterator[ProfiledGame]:
        """Return the profiles of games, in the order of the log, read from it one by one."""
        return contents(self.log, ProfiledGame)

    def keep(self, parts: Iterable[Found | ProfiledGame]) -> None:
        """Keep the parts of an exploration, or profiles of games.

        Each is on the disk when the next is taken.

        InputError if the store is read-only, or a part cannot be stored; earlier parts stay stored.
        """
        self._writer.keep(parts)

    def query(self, cypher: str, /, **parameters: Any) -> pd.DataFrame:
        """Return the answer to a question in Cypher; it cannot change anything.

        Parameters
        ----------
        cypher : str
            The question; ``$name`` stands for a parameter.
        **parameters
            Their values. The engine gets them separately, never within the text.

        Raises
        ------
        InputError
            If the question is not understood, would change something, takes longer than `seconds`
            or more than `memory` of `open`, or its answer has more than ten million rows.
        """
        return self._graph().ask(cypher, parameters, self.seconds)

    def trial(self, number: int) -> Trial:
        """Return the trial with an id, as it was played, from the log; InputError without one."""
        return trial_in(self.log, number)

    def trials(self) -> Iterator[Trial]:
        """Return all trials, in the order of their ids, read from the log one by one."""
        return chain.from_iterable(contents(self.log, Batch))

    def board(self, trial: int, ply: int | None = None) -> Board:
        """Return the board of a trial after `ply` moves, by default after the last.

        Its cells are named relative to the anchor, and stand in the order of their sites.
        InputError if the trial is missing, or has fewer moves.
        """
        return cast("Board", board_at(self, trial, ply))

    def to_networkx(
        self, trial: int, ply: int | None = None, kind: str = "cells"
    ) -> "nx.Graph[int]":
        """Return the board of a trial after `ply` moves as a graph; see `topo.boards.graphs`.

        Parameters
        ----------
        trial, ply : int
            As for `board`.
        kind : {"cells", "dual", "graph"}
            An arc for every relation; cells that share an edge; vertices and edges. The cells of
            the first two have an attribute ``component``: the top piece, 0 for nothing.

        Raises
        ------
        InputError
            If the trial, ply or kind is unknown.
        """
        return graph_at(self, trial, ply, kind)

    def distance(
        self, tiling: str, start: Key, end: Key, relation: str = "orthogonal"
    ) -> int | None:
        """Return the number of steps from one cell to another, over cells of the store.

        Parameters
        ----------
        tiling : str
            The tiling's name.
        start, end : (i, j, k)
            The cells, relative to the anchor; InputError if no board in the store has one of them.
        relation : {"orthogonal", "adjacent"}
            The relation of a step. The result is None without a path of at most 30 steps.
        """
        return steps_between(self, self._graph(), tiling, start, end, relation)

    def stats(self) -> pd.DataFrame:
        """Return the number of nodes and links of each kind: columns kind, number."""
        return pd.DataFrame(counted(self._graph()).items(), columns=["kind", "number"])

    def check(self) -> pd.DataFrame:
        """Compare the graph with its log, to the last property, and return the differences.

        The check reads every frame of the log, and compares the rows of its games with the rows in
        the graph. A row of the result is a kind that differs, with the numbers of its nodes or
        links: kind, log, graph. The numbers may be equal, and the properties not.
        """
        return differences(self.log, self._graph())

    def export(self, folder: str | Path) -> list[Path]:
        """Write every table of the graph as a Parquet file; return the files.

        After an InputError no file remains.
        """
        engine, into = self._graph(), path_of(folder, "folder")
        files = [into / f"{table.name}.parquet" for table in TABLES]
        for file in files:
            if file.exists():
                raise InputError(f"{str(file)!r} exists already: choose another folder")
        counts = counted(engine)
        with writing(into, files):
            for table, file in zip(TABLES, files, strict=True):
                schema = pa.schema(list(zip(*COLUMNS[table.name], strict=True)))
                with pq.ParquetWriter(file, schema) as writer:
                    for page in pages(engine, table, counts):
                        writer.write_table(page)
        return files


def merge(into: Store, source: Store) -> tuple[int, int]:
    """Add games and positions that a store lacks from another; return the number of each.

    Positions of an exploration have the same numbers in every store, so a part of one can follow
    the parts of another. Positions reached by trials are known by the ids of moves, which differ
    between stores: explore them again. After an InputError everything added before is kept.
    """
    profiled = {game_digest(profile) for profile in into.profiles()}
    progress: defaultdict[Explored, Progress] = defaultdict(Progress)
    for stored in contents(into.log, Found):
        progress[stored.explored] = progress[stored.explored].after(stored)
    games = positions = 0
    for payload in source.log.payloads():
        part = loaded(payload)
        if isinstance(part, ProfiledGame):
            if game_digest(part) not in profiled:
                into.keep([part])
        elif not isinstance(part, Found):
            games += into.add([part], technique=ZONE_APPEND)
        elif part.explored.way != TRIALS:
            before = progress[part.explored]
            progress[part.explored], new = before.after(part), part.beyond(before)
            if len(new) or len(new.sources) or len(new.values):
                into.keep([new])
                positions += len(new)
    return games, positions


@contextmanager
def keeping(path: str | Path, *, log: str | Path | None = None) -> Iterator[Store]:
    """Open a store to add to, and close it at the end.

    If something goes wrong and a store that was created for this is empty, it is removed.
    """
    address = Address.of(path, log)
    fresh = address.log is not None and not address.log.exists()
    empty = False
    try:
        with Store.open(path, log=log) as store:
            try:
                yield store
            finally:
                empty = not store.log.frames
    except BaseException:
        if fresh and empty:
            address.discard()
        raise
