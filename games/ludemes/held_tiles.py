"""Tiles with paths that are drawn and held: sets of them, laying them, how long paths are."""

from dataclasses import KW_ONLY
from itertools import combinations, permutations
from typing import Annotated, ClassVar

from boardless.games.language.facts import CHANCE, EFFECT, STATIC, TILES, TRIES, needs, numbers
from boardless.games.language.ludeme import Limits, ludeme
from boardless.games.ludemes.equipment import Item, ItemSet, Tile
from boardless.games.ludemes.integers import ToSite
from boardless.games.ludemes.kinds import OURS, Condition, Integer, Moves, Region, Role
from boardless.games.ludemes.moves import From, Then, To
from boardless.games.ludemes.pieces import Path
from boardless.games.ludemes.start import StartRule


@ludeme("pathTiles", example='(pathTiles "T" numSides:6 colours:4 straight:2)')
class PathTiles(ItemSet):
    """One tile for each way to join all sides in pairs by paths of different colours.

    Ways that differ by a turn alone are one, and those with more than so many straight paths are
    left out. A name is followed by the colours of the sides, clockwise: the least of its turns.
    """

    source: ClassVar[str] = OURS
    name: str
    _: KW_ONLY
    num_sides: Annotated[int, Limits(4, 8)]
    colours: Annotated[int, Limits(2, 8)]
    straight: Annotated[int, Limits(0, 4)] = 4

    def __post_init__(self) -> None:
        if self.num_sides % 2 or 2 * self.colours < self.num_sides:
            self.reject("expected an even number of sides, and a colour for every two of them")

    @property
    def members(self) -> tuple[Item, ...]:
        """The tiles, in the order of their names."""
        half = self.num_sides // 2
        rows = {
            min(row[turn:] + row[:turn] for turn in range(self.num_sides))
            for chosen in combinations(range(1, self.colours + 1), half)
            for row in permutations(2 * chosen)
        }
        found = []
        for row in sorted(rows):
            ends = [(row.index(c), self.num_sides - 1 - row[::-1].index(c)) for c in set(row)]
            if sum(to - origin == half for origin, to in ends) <= self.straight:
                paths = (Path(from_=a, to=b, colour=row[a]) for a, b in sorted(ends))
                name = self.name + "".join(map(str, row))
                found.append(Tile(name, paths=tuple(paths), num_sides=self.num_sides))
        return tuple(found)


@ludeme("place", "Each", example='(place Each "T" Shared)', facts=STATIC)
class PlaceEach(StartRule):
    """Put one of each component with a name, numbers behind it aside, on a site of a role's hand.

    They go on its sites from the first on, in the order of the equipment; the board grows.
    """

    source: ClassVar[str] = OURS
    component: str
    role: Role


@ludeme(
    "move",
    "LayHeld",
    example="(move LayHeld (from (sites Hand Mover)) (to (sites Playable)) links:2)",
)
class LayHeld(Moves):
    """Lay a tile from where it is held, turned in every way that makes a difference.

    The colours of its sides are those of the sides beside it. With `links`, a free site beside it
    gets at most so many sides of one colour.
    """

    facts = EFFECT | TRIES | needs("held_tiles") | numbers("rotations")
    source: ClassVar[str] = OURS
    from_: From
    to: To
    then: Then | None = None
    _: KW_ONLY
    links: Integer | None = None

    @property
    def takes_from(self) -> Region | None:
        """The sites from which it takes something."""
        return self.from_.region


@ludeme(
    "move",
    "Draw",
    also="draw",
    example="(move Draw (from (sites Hand Shared)) (to (sites Hand Mover)))",
)
class Draw(Moves):
    """Draw pieces by chance: each free target gets one of those that lie where they are drawn from.

    The targets follow one another in their order, as long as there is a piece.
    """

    facts = EFFECT | CHANCE
    source: ClassVar[str] = OURS
    from_: From
    to: To
    then: Then | None = None

    @property
    def takes_from(self) -> Region | None:
        """The sites from which it takes something."""
        return self.from_.region


@ludeme("is", "Controlled", example="(is Controlled (to))", facts=TILES | needs("held_tiles"))
class IsControlled(Condition):
    """A piece on a free site of hexagons would leave one that gets four around it sooner or later.

    A hollow, which three pieces or more touch, lies beside the site, or at the end of a straight
    side: of sites from there on, each touched by two pieces side by side and by no others.
    """

    source: ClassVar[str] = OURS
    at: Integer = ToSite()


@ludeme("longestPath", example="(longestPath (mover) loop:2)", facts=needs("held_tiles"))
class LongestPath(Integer):
    """How many tiles the longest path of a colour leads over, the mover's number unless given.

    Each tile of a path that comes back to where it began counts so many times (1).
    """

    source: ClassVar[str] = OURS
    colour: Integer | None = None
    _: KW_ONLY
    loop: Annotated[int, Limits(1, 1000)] = 1
