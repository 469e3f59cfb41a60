"""A store: a log of trials, which is the truth, and a graph made from it, which answers."""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from itertools import accumulate, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import networkx as nx
import pandas as pd

from state import Trial
from store.engine import Engine, Mark
from store.ladybug import Ladybug
from store.log import FORM as LOG_FORM
from store.log import Log
from store.plane import Plane
from store.projection import Numbers, Projection, run_digest
from store.record import Record, source_of
from store.recording import of_batch, of_trials, trials_of
from store.schema import FORM, LINKS, NODES
from strategies import ZONE_APPEND, Technique
from topo import Board, InputError, tiling_named

if TYPE_CHECKING:
    from play.recording import Batch

#: Moves that are gathered before they go into the graph together.
GATHERED = 60_000
#: Trials of people that go into the log together.
TOGETHER = 100


class Store:
    """Boards, histories, trials and results, asked in Cypher.

    Open one with `Store.open`; it is a context manager, too.

    Attributes
    ----------
    log : Log
        The trials.
    read_only : bool
        Whether nothing can be added.
    """

    def __init__(self, log: Log, engine: Engine) -> None:
        self.log = log
        self.read_only = not log.writing
        self._engine = engine
        self._numbers: Numbers | None = None
        self._stored: dict[str, list[range]] | None = None

    @classmethod
    def open(cls, path: str | Path, *, read_only: bool = False) -> Self:
        """Open a store; where there is none, an empty one is made.

        Parameters
        ----------
        path : str or Path
            The file of the graph; the log is beside it, in a file whose name ends in ``.log``.
        read_only : bool, default False
            Leave everything as it is, and see the graph as it is now. One process may write to a
            store, while any number have it open like this.

        Raises
        ------
        InputError
            If it is no store, is damaged, is of another version, or another process writes to it.
        """
        path = Path(path)
        log = _open_log(path, read_only)
        try:
            store = cls(log, Ladybug(path, read_only=read_only))
        except BaseException:
            log.close()
            raise
        try:
            store._catch_up()
        except BaseException:
            store.close()
            raise
        return store

    def close(self) -> None:
        """Let go of the files; another process may write then."""
        self._engine.close()
        self.log.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Store {str(self.log.path)!r}, {self.log.trials:,} trials>"

    # -- adding -----------------------------------------------------------------------------

    def add(
        self,
        trials: "Iterable[Batch | Trial]",
        *,
        technique: Technique = ZONE_APPEND,
        progress: Callable[[int], object] | None = None,
    ) -> int:
        """Add games, and return how many.

        A game has been added when `progress` has been called with a number that counts it: it is on
        the disk then, whatever happens later. Playouts that are stored already are passed over, so
        a run that was interrupted can be started again.

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
            If the store is read-only, or a game cannot be stored; those before it are.
        """
        if self.read_only:
            raise InputError(f"{str(self.log.path)!r} was opened to be read only")
        projection = Projection(self._known())
        count = 0
        try:
            for record in _records(trials, technique):
                for part in self._missing(record):
                    self.log.append(part.dumps(), len(part), part.moves)
                    count += len(part)
                    if progress is not None:
                        progress(count)
                    projection.add(part)
                    if projection.moves >= GATHERED:
                        self._write(projection)
        finally:
            self._write(projection)
        return count

    def _missing(self, record: Record) -> Iterator[Record]:
        """Return the parts of a record that are not stored, and note that they are."""
        first = record.source.first
        if first is None:
            yield record
            return
        spans = self._spans().setdefault(run_digest(record.source), [])
        place, end = first, first + len(record)
        for span in [*(s for s in sorted(spans, key=lambda s: s.start)), range(end, end)]:
            if place < min(span.start, end):
                yield record.part(place - first, min(span.start, end) - first)
            place = max(place, span.stop)
        spans[:] = _united([*spans, range(first, end)])

    def _spans(self) -> dict[str, list[range]]:
        """Return which playouts of each run are stored."""
        if self._stored is None:
            self._stored = {}
            for frame, payload in zip(self.log.frames, self.log.payloads(), strict=True):
                source = source_of(payload)
                if source.first is not None:
                    span = range(source.first, source.first + frame.trials)
                    spans = self._stored.setdefault(run_digest(source), [])
                    spans[:] = _united([*spans, span])
        return self._stored

    # -- the graph follows the log ----------------------------------------------------------

    def _catch_up(self) -> None:
        """Bring what is in the log and not in the graph into the graph."""
        mark = self._engine.mark()
        if mark is None:
            mark = Mark(FORM, 0, len(LOG_FORM), 0, 0, 0)
            if self.read_only:
                raise InputError(f"the graph of {str(self.log.path)!r} is empty: rebuild it")
            self._engine.begin(mark)
        self._check(mark)
        if not self.read_only and mark.frames < len(self.log.frames):
            projection = Projection(self._known())
            for number, payload in enumerate(self.log.payloads(mark.frames), mark.frames + 1):
                projection.add(Record.loads(payload))
                if projection.moves >= GATHERED:
                    self._write(projection, number)
            self._write(projection)

    def _check(self, mark: Mark) -> None:
        """Raise unless the graph was made from this log."""
        name = str(self.log.path)
        if mark.form != FORM:
            raise InputError(f"the graph of {name!r} has form {mark.form}, not {FORM}: rebuild it")
        if mark != self._mark(mark.frames):
            # A reader may see a graph that is ahead of the log that it read before.
            if self.read_only and mark.frames > len(self.log.frames):
                return
            raise InputError(f"the graph was not made from log {name!r}: rebuild it")

    def _mark(self, frames: int) -> Mark:
        """Return the mark of a graph that has the first frames of the log."""
        first = self.log.frames[:frames]
        end, check = (first[-1].end, first[-1].check) if first else (len(LOG_FORM), 0)
        trials, moves = sum(f.trials for f in first), sum(f.moves for f in first)
        return Mark(FORM, len(first), end, check, trials, moves)

    def _write(self, projection: Projection, frames: int | None = None) -> None:
        """Write what a projection has gathered into the graph."""
        rows = projection.take()
        if rows:
            self._engine.add(rows, self._mark(len(self.log.frames) if frames is None else frames))

    def _known(self) -> Numbers:
        """Return which numbers the graph's nodes have."""
        if self._numbers is None:
            self._numbers = numbers = Numbers()
            mark = self._engine.mark()
            numbers.trials, numbers.moves = (mark.trials, mark.moves) if mark else (0, 0)
            for kind in ("Game", "Run", "Board"):
                found = self._engine.query(f"MATCH (n:{kind}) RETURN n.digest AS d, n.id AS id", {})
                given = dict(zip(found["d"].tolist(), found["id"].tolist(), strict=True))
                setattr(numbers, f"{kind.lower()}s", given)
            for kind, name in (("Cell", "cell_numbers"), ("Vertex", "vertex_numbers")):
                cypher = f"MATCH (n:{kind}) RETURN n.tiling AS t, n.i AS i, n.j AS j, n.k AS k, n.id AS id"
                found = self._engine.query(cypher, {})
                for tiling, *key, number in found.itertuples(index=False, name=None):
                    plane = numbers.planes.setdefault(tiling, Plane(tiling))
                    getattr(plane, name)[tuple(key)] = number
                setattr(numbers, "cells" if kind == "Cell" else "vertices", len(found))
        return self._numbers

    # -- asking -----------------------------------------------------------------------------

    def query(self, cypher: str, **parameters: Any) -> pd.DataFrame:
        """Return the answer to a question in Cypher; it cannot change anything.

        Parameters
        ----------
        cypher : str
            The question; ``$name`` stands for a parameter. docs/store.md shows the graph.
        **parameters
            Their values. They are handed to the engine beside the text, never within it.

        Raises
        ------
        InputError
            If the question is not understood, or would change something.
        """
        return self._engine.query(cypher, parameters)

    def trial(self, number: int) -> Trial:
        """Return a trial as it was played.

        Parameters
        ----------
        number : int
            The id of its node.

        Raises
        ------
        InputError
            If there is no such trial.
        """
        ends = list(accumulate(frame.trials for frame in self.log.frames))
        if not 0 <= number < self.log.trials:
            raise InputError(f"trial {number!r}: the store has {self.log.trials:,}, from 0")
        frame = bisect_right(ends, number)
        record = Record.loads(self.log.read(frame))
        place = number - (ends[frame] - len(record))
        return trials_of(record.part(place, place + 1))[0]

    def trials(self) -> Iterator[Trial]:
        """Return all trials in the order of their ids, read one by one."""
        for payload in self.log.payloads():
            yield from trials_of(Record.loads(payload))

    def board(self, trial: int, ply: int | None = None) -> Board:
        """Return the board of a trial as it was after `ply` moves, by default after the last.

        Cells are named relative to the anchor, and stand in the order of their sites.

        Raises
        ------
        InputError
            If there is no such trial, or it has fewer moves.
        """
        tiling, cells = self._cells(trial, ply)
        return Board(tiling_named(tiling), list(cells))

    def _cells(self, trial: int, ply: int | None) -> tuple[str, dict[tuple[int, int, int], int]]:
        known = self.query("MATCH (t:Trial {id: $trial}) RETURN t.plies AS plies", trial=trial)
        if not len(known):
            raise InputError(f"trial {trial!r} is not in the graph")
        plies = int(known["plies"].iloc[0])
        ply = plies if ply is None else ply
        if not 0 <= ply <= plies:
            raise InputError(f"ply {ply!r}: trial {trial} has 0 to {plies}")
        first = self.query(
            "MATCH (t:Trial {id: $trial})-[:BEGINS]->(:Board)-[h:HAS]->(c:Cell) "
            "RETURN c.tiling AS tiling, c.i AS i, c.j AS j, c.k AS k, h.site AS site "
            "ORDER BY site",
            trial=trial,
        )
        changes = [
            self.query(
                f"MATCH (t:Trial {{id: $trial}})-[:MADE]->(m:Move)-[a:{links}]->(c:Cell) "
                f"WHERE m.ply <= $ply RETURN m.ply AS ply, {site} AS site, "
                "c.i AS i, c.j AS j, c.k AS k ORDER BY ply, site",
                trial=trial,
                ply=ply,
            )
            for links, site in (("REMOVES", "-1"), ("ADDS", "a.site"))
        ]
        cells = {(row.i, row.j, row.k): row.site for row in first.itertuples()}
        for row in pd.concat(changes).sort_values(["ply", "site"], kind="stable").itertuples():
            if row.site < 0:
                del cells[row.i, row.j, row.k]
            else:
                cells[row.i, row.j, row.k] = row.site
        return first["tiling"].iloc[0], dict(sorted(cells.items(), key=lambda item: item[1]))

    def to_networkx(
        self, trial: int, ply: int | None = None, kind: str = "cells"
    ) -> "nx.Graph[int]":
        """Return the board of a trial after `ply` moves as a graph of its own; see `topo.graphs`.

        Parameters
        ----------
        trial, ply : int
            As for `board`.
        kind : {"cells", "dual", "graph"}
            An arc for every relation; cells that share an edge; vertices and edges. In the first
            two, a cell on which something stands has the attribute ``component``.

        Raises
        ------
        InputError
            If there is no such trial, ply or kind.
        """
        if kind not in ("cells", "dual", "graph"):
            raise InputError(f"graph {kind!r}: choose one of cells, dual, graph")
        board = self.board(trial, ply)
        return getattr(board, kind).copy()

    def stats(self) -> pd.DataFrame:
        """Return how many nodes and links of each kind there are."""
        rows = []
        for nodes in NODES:
            cypher = f"MATCH (n:{nodes.name}) RETURN count(n) AS number"
            rows.append((nodes.name, int(self.query(cypher)["number"].iloc[0])))
        for links in LINKS:
            cypher = f"MATCH ()-[r:{links.name}]->() RETURN count(r) AS number"
            rows.append((links.name, int(self.query(cypher)["number"].iloc[0])))
        return pd.DataFrame(rows, columns=["kind", "number"])


def _open_log(path: Path, read_only: bool) -> Log:
    name = path.with_name(f"{path.name}.log")
    if name.exists():
        return Log.open(name, writing=not read_only)
    if path.exists():
        raise InputError(f"{str(path)!r} is no store: there is no log {name.name!r} beside it")
    if read_only:
        raise InputError(f"there is no store {str(path)!r}")
    return Log.create(name)


def _records(trials: "Iterable[Batch | Trial]", technique: Technique) -> Iterator[Record]:
    """Return the records of batches and trials; trials are put together."""
    waiting: list[Trial] = []
    for item in trials:
        if isinstance(item, Trial):
            waiting.append(item)
        if waiting and (len(waiting) == TOGETHER or not isinstance(item, Trial)):
            yield from of_trials(waiting, technique)
            waiting = []
        if not isinstance(item, Trial):
            yield of_batch(item)
    if waiting:
        yield from of_trials(waiting, technique)


def _united(spans: list[range]) -> list[range]:
    """Return spans as few spans, sorted."""
    united: list[range] = []
    for span in sorted(spans, key=lambda span: span.start):
        if united and span.start <= united[-1].stop:
            united[-1] = range(united[-1].start, max(span.stop, united[-1].stop))
        else:
            united.append(span)
    return united
