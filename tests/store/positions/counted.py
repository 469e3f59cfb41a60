"""New positions of games by the number of moves played, counted in plain Python."""

from collections.abc import Callable, Hashable, Iterator

from tools.models.hive import Hive
from tools.models.trax import Trax

Discs = dict[tuple[int, int], int]


def turned(discs: Discs, cell: tuple[int, int], mover: int) -> list[tuple[int, int]]:
    """The discs that a new one of a player turns in Othello."""
    found = []
    for i in (-1, 0, 1):
        for j in (-1, 0, 1):
            line, at = [], (cell[0] + i, cell[1] + j)
            while discs.get(at) == 3 - mover:
                line.append(at)
                at = at[0] + i, at[1] + j
            found += line if discs.get(at) == mover else []
    return found


def othello(depth: int) -> list[int]:
    """New positions of Othello by ply; nobody has to pass as early."""
    front: set[Hashable] = {(frozenset({((3, 3), 2), ((4, 4), 2), ((4, 3), 1), ((3, 4), 1)}), 1)}
    counts = [1]
    for _ in range(depth):
        found = set()
        for there, mover in front:  # type: ignore[misc]
            discs = dict(there)
            for cell in ((i, j) for i in range(8) for j in range(8) if (i, j) not in discs):
                if lines := turned(discs, cell, mover):
                    after = discs | dict.fromkeys((*lines, cell), mover)
                    found.add((frozenset(after.items()), 3 - mover))
        front = found
        counts.append(len(front))
    return counts


Images = Callable[[int, int], tuple[int, int]]
STILL: list[Images] = [lambda i, j: (i, j)]


def symmetries() -> Iterator[Images]:
    """The twelve symmetries of hexagons, on lattice keys."""
    for turns in range(6):
        for mirrored in (False, True):

            def image(
                i: int, j: int, turns: int = turns, mirrored: bool = mirrored
            ) -> tuple[int, int]:
                for _ in range(turns):
                    i, j = -j, i + j
                return (j, i) if mirrored else (i, j)

            yield image


def least(position: Hive, images: list[Images]) -> Hashable:
    """What tells a position of Hive from others, the least of its images standing for all."""
    last = ()
    if position.last and position.moves() != Hive(position.stacks, position.hands, position.plies,
                                                   "").moves():  # fmt: skip
        last = position.where(position.last)
    found = []
    for image in images:
        stacks = {image(*cell): pile for cell, pile in position.stacks.items()}
        i, j = (min((cell[n] for cell in stacks), default=0) for n in (0, 1))
        there = sorted((a - i, b - j, pile) for (a, b), pile in stacks.items())
        moved = image(*last) if last else ()
        found.append((there, (moved[0] - i, moved[1] - j) if moved else ()))
    best = min(found)
    return str(best), position.mover, position.hands, position.result()


def hive(extra: str, depth: int, symmetry: bool) -> list[int]:
    """New positions of Hive by ply, in plain Python."""
    images = list(symmetries()) if symmetry else STILL
    start = Hive.start(extra)
    front, seen, counts = [start], {least(start, images)}, [1]
    for _ in range(depth):
        found = {}
        for position in front:
            for move in position.moves():
                after = position.make(move)
                if (key := least(after, images)) not in seen:
                    found.setdefault(key, after)
        seen |= found.keys()
        front = list(found.values())
        counts.append(len(front))
    return counts


def trax(depth: int) -> list[int]:
    """New positions of Trax by ply, in plain Python."""
    front, counts = [Trax()], [1]
    for _ in range(depth):
        found = {}
        for game in front:
            for laid in game.legal().values() if game.winner() is None else ():
                after = Trax()
                after.tiles, after.ply = dict(game.tiles), game.ply
                after.make(laid)
                x, y = (min(place[n] for place in after.tiles) for n in (0, 1))
                there = frozenset(((a - x, b - y), tile) for (a, b), tile in after.tiles.items())
                found.setdefault((there, after.mover), after)
        front = list(found.values())
        counts.append(len(front))
    return counts
