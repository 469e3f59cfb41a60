"""Tiles with paths: their moves, and the lengths of their paths."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import KW_ONLY
from itertools import combinations, permutations
from typing import TYPE_CHECKING, Annotated

from boardless.games.kit import (
    CHANCE,
    COUNT,
    EFFECT,
    ENGINE,
    FROM,
    GROWS,
    NONE,
    OURS,
    PUTS,
    STATIC,
    TILES,
    TO,
    TOUCHING,
    TRIES,
    Bool,
    Builder,
    Candidate,
    Candidates,
    Condition,
    Int,
    IntArray,
    Integer,
    Limits,
    Ludeme,
    Moves,
    OfThisProgram,
    Region,
    Role,
    S,
    Scope,
    ScopeMode,
    Site,
    Word,
    as_int,
    carried,
    each,
    greater,
    ludeme,
    needs,
    numbers,
    wide,
)
from boardless.games.ludemes.board_regions import sampled_sites
from boardless.games.ludemes.chance import sample_of
from boardless.games.ludemes.equipment import ItemSet
from boardless.games.ludemes.large_tiles import check_squares
from boardless.games.ludemes.memory import effect
from boardless.games.ludemes.moves import MovedPiece, MovesFromTo, Then, To, does, passes
from boardless.games.ludemes.pieces import Path, Tile
from boardless.games.ludemes.sites import LastTo, ToSite
from boardless.games.ludemes.start import StartRule
from boardless.games.ludemes.tile_tables import looks, tile_tables
from boardless.state.engine.geometry import Geometry

if TYPE_CHECKING:
    from boardless.games.ludemes.equipment import Item


@ludeme("pathTiles")
class PathTiles(OfThisProgram, ItemSet):
    """A tile for each way to join all sides in pairs by paths of different colours.

    Rotations are the same tile, and a tile has at most `straight` straight paths. The name ends in
    the colours of the sides, clockwise.

    Example: (pathTiles "T" numSides:6 colours:4 straight:2)
    """

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
        tiles = []
        for row in sorted(rows):
            ends = [(row.index(c), self.num_sides - 1 - row[::-1].index(c)) for c in set(row)]
            if sum(to - origin == half for origin, to in ends) <= self.straight:
                paths = (Path(from_=a, to=b, colour=row[a]) for a, b in sorted(ends))
                name = self.name + "".join(map(str, row))
                tiles.append(Tile(name, paths=tuple(paths), num_sides=self.num_sides))
        return tuple(tiles)


@ludeme("place", "Each", facts=STATIC)
class PlaceEach(OfThisProgram, StartRule):
    """Put one of each component of a name with a number into a role's hand, in order.

    Example: (place Each "T" Shared)
    """

    component: str
    role: Role


@ludeme("move", "LayHeld", concepts="PathTiles")
class LayHeld(OfThisProgram, MovesFromTo):
    """Lay a tile from its place in a hand, turned so that colours match the adjacent sides.

    With `links`, a free site next to it gets at most N sides of one colour.

    Example: (move LayHeld (from (sites Hand Mover)) (to (sites Playable)) links:2)
    """

    facts = EFFECT | TRIES | needs("held_tiles") | numbers("rotations")
    _: KW_ONLY
    links: Integer | None = None

    def own_moves(self, b: Scope) -> Candidates:
        tiles = tile_tables(b.model, b.geometry)
        if not tiles.colours:
            self.reject("expected tiles with paths among the equipment")
        ways = b.table("LOOKS", looks(tiles, len(b.model.components)))
        most = None if self.links is None else b.variable("most", b.integer(self.links))

        def act(b: Scope) -> None:
            b.do("move_to", FROM, TO)
            b.do("turn", TO, carried(1) * ENGINE.TURN_UNIT)

        for at, inner in _allowed(self, each(self.to.target, b), b):
            for origin in each(self.from_.start, inner, hands=True):
                held = inner.binding(origin=origin)
                what = b.variable("what", wide(S.what[origin]))
                meant = held.holds(self.from_.if_)
                with b.where((what != 0) & meant):
                    for turns in b.numbers(wide(ways[what]), stem="turns"):
                        fits = Bool.call("sides_fit", at, Int.call("turned_row", what, turns))
                        if most is not None:
                            fits &= ~Bool.call("crowds", at, what, turns, most)
                        with b.where(fits):
                            yield Candidate(held, origin, at, act, numbers=(turns,))


@ludeme("move", "Draw", also="draw")
class Draw(OfThisProgram, MovesFromTo):
    """Take random pieces from the start sites, one for each free target, in their order.

    Example: (move Draw (from (sites Hand Shared)) (to (sites Hand Mover)))
    """

    facts = EFFECT | CHANCE

    def own_moves(self, b: Scope) -> Candidates:
        def act(b: Scope) -> None:
            for at in each(self.to.target, b, hands=True):
                with b.where(S.what[at] == 0):
                    count = b.variable("count", 0)
                    for held in each(self.from_.start, b, hands=True):
                        b.add(count, (S.what[held] != 0).choose(Int.of(1), 0))
                    with b.where(count > 0):
                        left = b.variable("left", sample_of(count, 0))
                        origin = b.variable("origin", NONE)
                        for held in each(self.from_.start, b, hands=True):
                            with b.where(S.what[held] != 0):
                                b.set_if(left == 0, origin, held)
                                b.set(left, left - 1)
                        b.do("move_to", origin, at)

        yield effect(act, b)


@ludeme("is", "Controlled", source=OURS, facts=TILES | needs("held_tiles"))
def is_controlled(node: Condition, b: Scope, at: Integer = ToSite()) -> Bool:
    """A piece on a free site of hexagons would leave a site that later gets four neighbours.

    A hollow, touched by three pieces or more, is next to the piece, or at the end of a side of
    sites that each touch only two adjacent pieces.

    Example: (is Controlled (to))
    """
    geometry = b.geometry
    if not (isinstance(geometry, Geometry) and geometry.tiling.name == "hexagonal"):
        node.reject("needs a board that grows by hexagons")
    return Bool.call("is_controlled", b.board_site(at))


@ludeme("longestPath", source=OURS, facts=needs("held_tiles"))
def longest_path(
    node: Integer,
    b: Builder,
    colour: Integer | None = None,
    *,
    loop: Annotated[int, Limits(1, 1000)] = 1,
) -> Int:
    """The tiles on the longest path of a colour ((mover)); a loop's tiles count N times (1).

    Example: (longestPath (mover) loop:2)
    """
    return Int.call("longest_path", colour_of_path(node, colour, b), loop)


@ludeme(
    "move",
    "Lay",
    concepts="PathTiles",
    phrase="lay[ {piece}] on {to}, so that paths that meet have one colour",
)
class Lay(OfThisProgram, Moves):
    """Lay a tile of some kinds, in every rotation that matches the colours of adjacent sides.

    With `forced`, if only one tile in one rotation fits a free site, the same move lays it there,
    again and again. A move is not allowed if such a site stays free.

    Example: (move Lay (piece {"Cross" "Curve"}) (to (sites Playable)))
    """

    facts = TOUCHING | EFFECT | PUTS | TRIES | GROWS | TILES | numbers("rotations")
    piece: MovedPiece
    to: To
    then: Then | None = None
    _: KW_ONLY
    forced: bool = False

    def own_moves(self, b: Scope) -> Candidates:
        tiles = tile_tables(b.model, b.geometry)
        kinds = _kinds(self, b)
        layings = tiles.layings.reshape(-1, 2).tolist()
        among = sum(1 << n for n, (what, _) in enumerate(layings) if what in kinds)
        if not among or {what for what, _ in layings} & kinds != kinds:
            self.piece.reject("expected tiles with paths")
        lay = does("lay_tile", TO, carried(1))
        if self.forced:
            lay = does("lay_forced", TO, carried(1), among)
        rule = self if b.modes & ScopeMode.SAMPLING else None

        def fitting(at: Site, wanted: Int) -> Int:
            if self.forced:
                return Int.call("legal_layings", at, wanted, among)
            return wide(IntArray.named("FITTING")[Int.call("surroundings", at)]) & wanted

        def move(at: Site, laying: Int, b: Scope) -> Candidate:
            return Candidate(b, at, at, lay, numbers=(laying,), rule=rule)

        if b.modes & ScopeMode.SAMPLING:
            for at, laying in sampled_sites(self.to.target, Int.of(len(layings)), b):
                for _, inner in _allowed(self, (at,), b):
                    with b.where(fitting(at, 1 << laying & among) != 0):
                        yield move(at, laying, inner)
                        b.give(COUNT)
        for at, inner in _allowed(self, each(self.to.target, b), b):
            bits = b.variable("bits", fitting(at, as_int(among)))
            for laying in b.numbers(len(layings), stem="laying"):
                with b.where(bits >> laying & 1 != 0):
                    yield move(at, laying, inner)


@ludeme("is", "SidesMatch", facts=TOUCHING | TILES)
def is_sides_match(node: Condition, b: Builder, at: Integer = LastTo()) -> Bool:
    """The sides of the tile on a site (default: the last move's) match the adjacent colours.

    Example: (is SidesMatch)
    """
    check_path_tiles(node, b)
    return Bool.call("sides_match", b.board_site(at))


@ludeme("pathExtent", facts=TOUCHING | TILES, concepts="PathExtent")
def path_extent(
    node: Integer,
    b: Builder,
    colour: Integer | None = None,
    start: Integer | Region | None = None,
) -> Int:
    """The number of rows or columns that a path of a colour ((mover)) leads from the last tile.

    For a region, the largest distance from one of its sites counts.

    Example: (pathExtent (mover))
    """
    if isinstance(start, Region):
        b = b.playing(node)
        most = b.variable("most", 0)
        number = b.let(colour_of_path(node, colour, b, squares=True), "colour")
        for at in each(start, b):
            b.set(most, greater(most, Int.call("path_extent", at, number)))
        return most
    at = NONE if start is None else b.board_site(start)
    return Int.call("path_extent", at, colour_of_path(node, colour, b, squares=True))


@ludeme(
    "is",
    "Across",
    source=OURS,
    facts=TOUCHING | TILES,
    phrase="a path just laid joins opposite outermost sides of all tiles, {length} apart",
)
def is_across(
    node: Condition,
    b: Builder,
    length: Annotated[int, Limits(1, 1_000_000)],
    colour: Integer | None = None,
) -> Bool:
    """A path of a colour ((mover)) on the last tile joins opposite sides of all tiles, N apart.

    Example: (is Across 8 (mover))
    """
    return Bool.call("is_across", colour_of_path(node, colour, b, squares=True), length)


class Lines(Word):
    """Units for counting the squares of a board."""

    ROWS = "Rows"
    COLUMNS = "Columns"


@ludeme("span", facts=TOUCHING | TILES)
class Span(OfThisProgram, Integer):
    """The rows or columns that pieces span, on the board of a site, as if a piece lay there.

    Example: (span Rows (to))
    """

    lines: Lines
    at: Integer | None = None

    def meaning(self, b: Builder) -> Int:
        check_squares(self, b)
        rows = int(self.lines is Lines.ROWS)
        return Int.call("span", rows, NONE if self.at is None else b.board_site(self.at))


def colour_of_path(node: Ludeme, colour: Integer | None, b: Builder, squares: bool = False) -> Int:
    """Return the colour of a path (default: the mover's number) in a game with paths."""
    check_path_tiles(node, b, squares)
    return b.who(Role.MOVER if colour is None else colour, node)


def check_path_tiles(node: Ludeme, b: Builder, squares: bool = False) -> None:
    """Raise if no tile has paths, or the board does not grow by squares."""
    scope = b.playing(node)
    if not tile_tables(scope.model, scope.geometry).colours:
        node.reject("expected tiles with paths among the equipment")
    if squares:
        check_squares(node, b)


def _allowed(node: Lay | LayHeld, sites: Iterable[Site], b: Scope) -> Iterator[tuple[Site, Scope]]:
    """Iterate over the sites that may get a tile, each bound in a scope."""
    for at in sites:
        inner = b.binding(to=at)
        with b.where(passes(node.to, inner)):
            yield at, inner


def _kinds(node: Lay, scope: Scope) -> set[int]:
    """Return the components whose tiles the rule may lay."""
    piece = node.piece
    named = piece.several or ((piece.component,) if piece.component is not None else ())
    kinds: set[int] = set()
    for name in named:
        if not isinstance(name, str):
            piece.reject("expected tiles by their names")
        kinds.update(scope.model.named(name, piece))
    return kinds
