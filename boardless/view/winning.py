"""Pieces that have won a game: a line through the last move, a chain between sides, or a ring."""

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import takewhile
from typing import Any

from boardless.games import Game
from boardless.games.language.ludeme import inside
from boardless.games.ludemes.connection import IsConnected
from boardless.games.ludemes.lines import IsLine
from boardless.games.ludemes.literals import Constant
from boardless.games.ludemes.loops import IsLoop
from boardless.play.state import State
from boardless.state import FreeState
from boardless.view.boards import AnyBoard, Cell, Line
from boardless.view.choices import last_places
from boardless.view.seen import cell_names


@lru_cache(16)
def _length(game: Game) -> int:
    """Return the length of a line that wins: the shortest that the ends of a game ask for."""
    lengths = [
        node.length.value
        for node in inside(game.module.model.game)
        if isinstance(node, IsLine) and isinstance(node.length, Constant)
    ]
    return min(lengths, default=0)


@lru_cache(16)
def _joins(game: Game) -> tuple[bool, bool]:
    """Tell whether connections may end a game, and whether rings of pieces may."""
    model = game.module.model
    rings = any(isinstance(node, IsLoop) and not node.path for node in inside(model.game))
    return model.uses(IsConnected), rings


def winning_places(
    state: FreeState,
    cells: Mapping[str, Cell],
    piles: Mapping[str, Sequence[int]],
    kinds: Sequence[Mapping[str, Any]],
    sides: Sequence[tuple[int, Line]] = (),
) -> tuple[str, ...]:
    """Return the places of the lines, the chain or the ring through the last move that won.

    A chain is a shortest one between two sides of the winner. If the sides do not belong to
    players, it is the whole connected group. A ring encloses some cells.
    """
    if not isinstance(state, State) or not (outcome := state.outcome()) or not outcome.winner:
        return ()
    sites = {name: site for site, name in cell_names(state).items() if site in state.board}
    owners = {
        sites[place]: kinds[pile[0] - 1]["owner"]
        for place, pile in piles.items()
        if place in sites and pile[0]
    }
    last = next((sites.get(place) for place in last_places(state, 0) if place in cells), None)
    if last is None or last not in owners:
        return ()
    owner = owners[last]
    group = _Group(state.board, {site for site, whose in owners.items() if whose == owner})
    winning = group.lines(last, _length(state.game))
    connects, rings = _joins(state.game)
    if not winning and owner == outcome.winner:
        winning = group.ring(last) if rings else winning
        if connects and not winning:
            points = {site: cells[name][1:] for name, site in sites.items()}
            winning = group.chain(last, points, sides, owner)
    return tuple(place for place in cells if sites.get(place) in winning)


class _Group:
    """The sites of an owner's pieces on a board."""

    def __init__(self, board: AnyBoard, own: set[int]) -> None:
        self.board, self.own = board, own

    def _beside(self, site: int, relation: str = "orthogonal") -> list[int]:
        beside: list[int] = self.board.neighbours(site, relation).tolist()
        return beside

    def _runs(self, site: int) -> list[list[int]]:
        """Return the own sites along each straight walk from a site, this site included."""
        walks = (walk for walks in self.board.radials(site).values() for walk in walks)
        return [[*takewhile(self.own.__contains__, walk.tolist())] for walk in walks]

    def lines(self, through: int, length: int) -> set[int]:
        """Return the sites of straight runs of at least a length through a site."""
        if length < 2:
            return set()
        starts = {site for run in self._runs(through) for site in run}
        runs = (run for start in starts for run in self._runs(start))
        return {site for run in runs if len(run) >= length and through in run for site in run}

    def chain(
        self,
        through: int,
        points: Mapping[int, Sequence[int]],
        sides: Sequence[tuple[int, Line]],
        owner: int,
    ) -> set[int]:
        """Return a shortest chain through a site from one side of a player to another."""
        ways = self._ways(through)
        own = _sides([line for whose, line in sides if whose == owner], points)
        others = _sides([line for whose, line in sides if whose != owner], points)
        # Corners next to a side belong to it.
        corners = self._rim().difference(*own, *others)
        own = [side.union(*(corners & {*self._beside(site)} for site in side)) for side in own]
        met = [side & ways.keys() for side in own]
        ends = sorted((min(map(ways.__getitem__, side), key=len) for side in met if side), key=len)
        return {*ends[0], *ends[1]} if len(ends) > 1 else set(ways)

    def _rim(self) -> set[int]:
        """Return the sites that have fewer neighbours than others."""
        counts = {site: len(self._beside(site)) for site in self.board.sites.tolist()}
        most = max(counts.values())
        return {site for site, count in counts.items() if count < most}

    def _ways(self, start: int) -> dict[int, tuple[int, ...]]:
        """Return the shortest ways over own pieces from a site, by where they lead."""
        ways: dict[int, tuple[int, ...]] = {start: (start,)}
        queue = deque([start])
        while queue:
            site = queue.popleft()
            for onward in self._beside(site):
                if onward in self.own and onward not in ways:
                    ways[onward] = (*ways[site], onward)
                    queue.append(onward)
        return ways

    def ring(self, through: int) -> set[int]:
        """Return the own pieces around a region that they enclose next to a site; else nothing."""
        outside = self._reached(self._rim() - self.own)
        for start in self._beside(through, "adjacent"):
            if start not in self.own and start not in outside:
                inner = self._reached([start])
                return {n for site in inner for n in self._beside(site, "adjacent")} & self.own
        return set()

    def _reached(self, starts: Iterable[int]) -> set[int]:
        """Return the sites that can be reached from some sites without crossing own pieces."""
        reached, queue = set(starts), deque(starts)
        while queue:
            new = {*self._beside(queue.popleft())} - self.own - reached
            reached |= new
            queue.extend(new)
        return reached


def _sides(lines: Sequence[Line], points: Mapping[int, Sequence[int]]) -> list[set[int]]:
    """Return the sites at each side. Lines that meet form one side."""
    sides: list[tuple[set[tuple[int, int]], set[int]]] = []
    for x, y, to_x, to_y in lines:
        ends, u, v = {(x, y), (to_x, to_y)}, (x + to_x) // 2, (y + to_y) // 2
        site = min(points, key=lambda n: (points[n][0] - u) ** 2 + (points[n][1] - v) ** 2)
        met = [side for side in sides if side[0] & ends]
        sides = [side for side in sides if not side[0] & ends]
        sides.append((ends.union(*(one for one, _ in met)), {site}.union(*(own for _, own in met))))
    return [own for _, own in sides]
