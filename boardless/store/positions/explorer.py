"""Breadth-first exploration of all positions that a game can reach."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from boardless.games.game import GameChoice, as_game
from boardless.play.executors import ExecutorChoice, Workplace, working
from boardless.store.positions.expanding import (
    Expanded,
    Gathering,
    PositionLinks,
    expand_numbered,
    job_of,
)
from boardless.store.positions.found import ALL, Found
from boardless.store.positions.positions import Positions
from boardless.topo import Interrupted, integer_between
from boardless.util.inputs import reporter

if TYPE_CHECKING:
    from concurrent.futures import Future

#: The most positions of an exploration, and the default.
MAX_POSITIONS, POSITIONS = 100_000_000, 1_000_000
#: The longest game.
MAX_DEPTH = 1_000_000
#: Positions that a worker is given at a time.
CHUNK = 2_000
#: Links that are kept together.
TOGETHER = 200_000


class Explorer:
    """A search for the positions of a game, which resumes from earlier parts.

    Parameters
    ----------
    game : Game, str or path
        A game, or the argument of `games.load`.
    symmetry : bool, default False
        Count positions as one that a symmetry of the game maps to one another.

    Raises
    ------
    InputError
        If the game's positions cannot be told from one another, or its symmetries are unknown.
    """

    def __init__(self, game: GameChoice, *, symmetry: bool = False) -> None:
        game = as_game(game)
        self._gathering = Gathering(game, symmetry, ALL)
        self._job = job_of(game)
        self._stopped = False

    @property
    def positions(self) -> Positions:
        """All positions found so far."""
        return self._gathering.positions

    def take(self, part: Found) -> None:
        """Add an earlier part, in order; InputError if it is of another exploration."""
        self._gathering.take(part)

    def explore(
        self,
        *,
        depth: int | None = None,
        positions: int | None = None,
        workers: int = 1,
        executor: ExecutorChoice | None = None,
        progress: Callable[[int], object] | None = None,
    ) -> Iterator[Found]:
        """Yield parts of the positions until a bound is reached or nothing is left.

        Positions are expanded in their order, so the same bounds give the same positions, with the
        same numbers, for any number of workers.

        Parameters
        ----------
        depth : int, optional
            The most moves from the start.
        positions : int, optional
            Stop once N positions are known; without `depth`, by default a million.
        workers, executor
            See `play.executors`.
        progress : callable, optional
            Called with the number of positions known.

        Raises
        ------
        InputError
            If a bound is not allowed, or memory runs out.
        Interrupted
            At Ctrl-C, after all parts so far, with the positions.
        """
        if positions is None:
            positions = POSITIONS if depth is None else MAX_POSITIONS
        depth = integer_between(MAX_DEPTH if depth is None else depth, "depth", 0, MAX_DEPTH)
        most = integer_between(positions, "positions", 1, MAX_POSITIONS)
        self._stopped, report = False, reporter(progress)
        if not len(self.positions):
            yield self._gathering.begin()
        first, links = len(self.positions), 0
        parts: list[PositionLinks] = []
        with working(executor, workers) as place:
            for begin, end, expanded in self._in_order(place, depth, most):
                parts.append(self._entered(begin, end, expanded, most))
                links += len(parts[-1].sources)
                if links >= TOGETHER:
                    yield self._gathering.part_since(first, parts)
                    first, links, parts = len(self.positions), 0, []
                report(len(self.positions))
        if parts:
            yield self._gathering.part_since(first, parts)
        if self._stopped:
            raise Interrupted(self.positions)

    def _in_order(
        self, place: Workplace, depth: int, most: int
    ) -> Iterator[tuple[int, int, Expanded]]:
        """Yield the moves from positions, which are number `begin` to `end` - 1, in their order.

        Ctrl-C ends the iteration and is noted; all yielded results are complete.
        """
        try:
            yield from self._expanded(place, depth, most)
        except KeyboardInterrupt:
            self._stopped = True

    def _expanded(
        self, place: Workplace, depth: int, most: int
    ) -> Iterator[tuple[int, int, Expanded]]:
        table = self.positions.row_table
        waiting: set[Future[tuple[int, Expanded]]] = set()
        ready: dict[int, Expanded] = {}
        ends: dict[int, int] = {}
        sent = self._gathering.expanded
        while table.count < most:
            # The nearest come first, so all that may be gone on from are in front.
            open_ = int(np.searchsorted(self._gathering.plies, depth))
            while sent < open_ and len(ends) < 2 * place.slots:
                ends[sent] = min(sent + CHUNK, open_)
                starts = table.starts[sent : ends[sent] + 1]
                rows = table.rows[starts[0] : starts[-1]]
                waiting.add(
                    place.submit(
                        expand_numbered, sent, self._job, self.positions.explored.symmetry, rows,
                        starts - starts[0],
                    )
                )  # fmt: skip
                sent = ends[sent]
            if not ends:
                return
            while self._gathering.expanded not in ready:
                done, waiting = place.completed(waiting)
                ready.update(done)
            begin = self._gathering.expanded
            yield begin, ends.pop(begin), ready.pop(begin)

    def _entered(self, begin: int, end: int, expanded: Expanded, most: int) -> PositionLinks:
        """Enter the positions reached, source by source where they may be more than `most`."""
        table, before = self.positions.row_table, self.positions.row_table.count
        sources = expanded.links[:, 0]
        count = len(sources)
        if before + count > most:
            count = 0
            # The end of each position's links.
            for last in np.searchsorted(sources, np.arange(1, end - begin + 1)).tolist():
                if table.count >= most:
                    break
                table.enter(*expanded.part(count, last))
                count, self._gathering.expanded = last, self._gathering.expanded + 1
        else:
            self._gathering.expanded = end
        targets = table.enter(*expanded.part(0, count))
        links = PositionLinks(sources[:count] + begin, targets, expanded.links[:count, 1:])
        self._gathering.note_plies(links)
        return links


def explored(game: GameChoice, *, symmetry: bool = False, **bounds: Any) -> Positions:
    """Return the positions of a game that can be reached, found in memory.

    Parameters
    ----------
    game, symmetry
        See `Explorer`.
    **bounds
        The bounds of `Explorer.explore`.

    Examples
    --------
    >>> from boardless.games import load
    >>> from boardless.store.positions import explored
    >>> explored(load("Tic-Tac-Toe", jit=False), depth=2)
    <82 positions of Tic-Tac-Toe, 81 links>
    >>> explored(load("Tic-Tac-Toe", jit=False), depth=2, symmetry=True)
    <16 positions of Tic-Tac-Toe up to symmetry, 33 links>

    Raises
    ------
    InputError
        If the game or a bound is not allowed.
    Interrupted
        At Ctrl-C, with the positions found so far.
    """
    explorer = Explorer(game, symmetry=symmetry)
    for _ in explorer.explore(**bounds):
        pass
    return explorer.positions
