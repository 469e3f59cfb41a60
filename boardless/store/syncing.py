"""A shared graph on a server: each writer keeps a log of its own, and brings it there.

The graph is made from several logs then. In the same transaction as the rows of a writer it notes
his progress, so that a server may go away at any time: frames that the graph lacks are brought over
by the next `sync`. Nothing is there twice: a playout is known by its run and its number, a position
by its exploration and its number, which do not depend on the explorer.
"""

from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from time import sleep

import numpy as np

from boardless.store.bolt import Bolt, ServerError
from boardless.store.engine import Mark, number
from boardless.store.follower import projection_of
from boardless.store.frames import Content, ProfiledGame, loaded
from boardless.store.log import Log
from boardless.store.positions.found import TRIALS, Found, Progress
from boardless.store.projection import game_digest, run_digest
from boardless.store.schema import FORM, first_of
from boardless.topo import InputError
from boardless.util.inputs import reporter

#: Attempts at an addition that other writers, or the server, prevent.
TRIES = 50
#: Seconds before the next attempt, and at most.
PAUSE, LONGEST = 0.02, 1.0
#: The value in a mark of a graph made from several logs, in place of the end of one log.
SHARED = 0


def sync(
    log: str | Path, server: str, writer: str, *, progress: Callable[[int], object] | None = None
) -> int:
    """Bring frames of a log into a shared graph that lacks them; return the games added.

    Parameters
    ----------
    log : str or Path
        A writer's own log, such as ``runs.lbug.log``; it is only read.
    server : str
        The address of the graph, ``bolt://host:port``. An empty one becomes a shared graph.
    writer : str
        The name of the writer; no other has the same.
    progress : callable, optional
        Called with the number of frames of the log that are in the graph.

    Raises
    ------
    InputError
        If the server does not answer, has the graph of one log or of something else, has had
        another log from this writer, or the log is damaged. Everything added before is there.
    """
    if not isinstance(writer, str) or not writer.strip():
        raise InputError(f"writer {writer!r}: give a name that no other writer has")
    report = reporter(progress)
    with closing(Log.open(Path(log), writing=False)) as opened, closing(Bolt(server)) as engine:
        return _Sharing(opened, engine, writer).sync(report)


class _Sharing:
    """A log and the graph that it is brought into."""

    def __init__(self, log: Log, engine: Bolt, writer: str) -> None:
        self._log, self._engine, self._writer = log, engine, writer
        # Ids of nodes are whole numbers.
        self._id = int.from_bytes(sha256(writer.encode()).digest()[:7], "big")

    def sync(self, report: Callable[..., object]) -> int:
        games, tries = 0, 0
        while True:
            try:
                mark, done = self._begun()
                if done == len(self._log.frames):
                    return games
                added, done = self._add(mark, done)
            except ServerError:
                # Another writer was first, or the server went away; the graph shows how far we are.
                tries += 1
                if tries == TRIES:
                    raise
                sleep(min(PAUSE * tries, LONGEST))
                with suppress(ServerError):
                    self._engine.reopen()
            else:
                games, tries = games + added, 0
                report(done)

    def _begun(self) -> tuple[Mark, int]:
        """Return the mark of the graph, and the number of frames of the log that it has."""
        mark = self._engine.mark()
        if mark is None:
            mark = Mark(FORM, 0, SHARED, 0, 0, 0)
            self._engine.begin(mark)
        if mark.form != FORM or mark.bytes != SHARED:
            raise InputError(
                f"graph {self._engine.uri!r} was made from one log, or has another form: it is not "
                "shared"
            )
        brought = self._engine.writer(self._id)
        if brought is None:
            return mark, 0
        frames, check = brought
        if frames > len(self._log.frames) or self._log.frames[frames - 1].check != check:
            raise InputError(
                f"log {str(self._log.path)!r} is not the earlier log of writer "
                f"{self._writer!r}: choose another name"
            )
        return mark, frames

    def _add(self, mark: Mark, done: int) -> tuple[int, int]:
        """Bring some frames over; return the numbers of games added and of frames in the graph."""
        projection = projection_of(self._engine, mark)
        progress: dict[str, Progress] = {}
        frames = done
        for payload in self._log.payloads(done):
            for part in self._missing(loaded(payload), projection.ids, progress):
                projection.add(part)
            frames += 1
            if projection.moves >= self._engine.at_once:
                break
        trials, moves = projection.counts["Trial"], projection.counts["Move"]
        after = replace(mark, frames=mark.frames + frames - done, trials=trials, moves=moves)
        row = {
            "id": self._id,
            "name": self._writer,
            "frames": frames,
            "check": self._log.frames[frames - 1].check,
        }
        self._engine.add(projection.take(), after, writer=row)
        return trials - mark.trials, frames

    def _missing(
        self, part: Content, ids: dict[str, dict[str, int]], progress: dict[str, Progress]
    ) -> Iterator[Content]:
        """Yield the parts of a frame that the graph lacks.

        `ids` has the ids of nodes by kind and digest; `progress` has the progress of explorations
        so far, by digest.
        """
        if isinstance(part, Found):
            # Positions reached by trials go by the ids of moves, which differ between logs.
            if part.explored.way != TRIALS:
                digest = part.explored.digest
                if digest not in progress:
                    progress[digest] = self._brought(ids["Exploration"].get(digest))
                before = progress[digest]
                progress[digest] = before.after(part)
                yield part.beyond(before)
            return
        if isinstance(part, ProfiledGame):
            profiles = self._engine.query(
                "MATCH (g:Game)-[:HAS]->(c:Concept) WHERE g.digest = $digest RETURN count(*) AS n",
                {"digest": game_digest(part)},
            )
            if not number(profiles):
                yield part
            return
        first = part.source.first
        if first is None or run_digest(part.source) not in ids["Run"]:
            yield part
            return
        stored = self._engine.query(
            "MATCH (t:Trial)-[:OF]->(r:Run) WHERE r.digest = $digest "
            "AND t.number >= $first AND t.number < $last RETURN t.number AS number",
            {"digest": run_digest(part.source), "first": first, "last": first + len(part)},
        )
        fresh = np.setdiff1d(np.arange(len(part)), stored["number"].to_numpy(np.int64) - first)
        for span in np.split(fresh, np.flatnonzero(np.diff(fresh) > 1) + 1):
            if len(span):
                yield part.part(int(span[0]), int(span[-1]) + 1)

    def _brought(self, exploration: int | None) -> Progress:
        """Return the progress of an exploration in the graph, if it is there.

        All moves from a position are brought at once.
        """
        if exploration is None:
            return Progress()

        def count_of(pattern: str, value: str = "count(*)") -> int:
            cypher = f"MATCH {pattern} WHERE p.exploration = $exploration RETURN {value} AS n"
            return number(self._engine.query(cypher, {"exploration": exploration}))

        leads = "(p:Position)-[:LEADS]->(:Position)"
        expanded = 0
        if count_of(leads):
            expanded = count_of(leads, "max(p.id)") + 1 - first_of(exploration)
        worth = count_of("(p:Position)-[w:WORTH]->(:Exploration)")
        return Progress(count_of("(p:Position)"), expanded, worth > 0)
