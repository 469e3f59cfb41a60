"""Pieces that cover several sites: their tables and moves, and dominoes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import KW_ONLY, dataclass
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Annotated

from boardless.games.kit import (
    CHANCE,
    EFFECT,
    ENGINE,
    FROM,
    GLOBAL,
    NONE,
    PUTS,
    TO,
    Bool,
    Candidate,
    Candidates,
    Condition,
    EngineFunction,
    Int,
    IntArray,
    Integer,
    Limits,
    Ludeme,
    MarkedRegion,
    Model,
    Moves,
    Role,
    S,
    Scope,
    ScratchRow,
    Site,
    carried,
    cleared_row,
    each,
    in_order,
    lifted,
    ludeme,
    needs,
    numbers,
    wide,
)
from boardless.games.ludemes.chance import sample_of
from boardless.games.ludemes.equipment import Item
from boardless.games.ludemes.hands import SitesHand
from boardless.games.ludemes.moves import Then
from boardless.games.ludemes.occupancy import part_at
from boardless.games.ludemes.pieces import (
    Forms,
    Largest,
    Stride,
    Tile,
    Walk,
    WalkOfSteps,
    Walks,
    walked,
)
from boardless.games.ludemes.sites import CentrePoint, LastTo
from boardless.state.engine.large_pieces import ORIENTATIONS

if TYPE_CHECKING:
    from boardless.games.ludemes.placement import Add, FromTo
    from boardless.topo.layouts.sites import Sites


@dataclass(frozen=True)
class Covers:
    """The tables of pieces that cover several sites."""

    #: The table of sites, each component's place there, and its ways to lie (0: one site).
    table: IntArray
    places: IntArray
    ways: IntArray
    #: The most sites of a component, and the number of first sites, NONE included.
    parts: int
    sites: int

    @classmethod
    def of(cls, scope: Scope) -> Covers:
        """Return the tables, built on the first request."""
        memo = scope.builder.memo
        if cls not in memo:
            memo[cls] = cls._worked_out(scope)
        covers: Covers = memo[cls]
        return covers

    @classmethod
    def _worked_out(cls, scope: Scope) -> Covers:
        model = scope.model
        assert model.scene is not None
        sites = model.scene.board.sites_of(model.layout_use)
        forms = [getattr(item, "forms", ()) for item in model.items]
        rows = {form: _rows(sites, form, model) for form in dict.fromkeys(filter(None, forms))}
        parts = max(len(row) for each in rows.values() for row in each)
        table: list[int] = []
        first: dict[Forms, int] = {}
        for form, placements in rows.items():
            first[form] = len(table)
            table += [site for row in placements for site in (*row, *[0] * (parts - len(row)))]
        ways = [len(form) * len(sites.directions["orthogonal"]) for form in forms]
        if max(ways) > ORIENTATIONS:
            model.game.equipment.reject(f"expected at most {ORIENTATIONS} ways for a tile to lie")
        return cls(
            scope.table("COVERS", table),
            scope.table("PLACES", [0, *(first.get(form, 0) for form in forms)]),
            scope.table("LIE", [0, *ways]),
            parts,
            1 + len(sites),
        )

    def row(self, component: Int | int, way: Int, site: Site) -> Int:
        """Return where the table lists the sites that a piece covers from a first site."""
        before = way * self.sites + site - _HELD
        return wide(self.places[component]) + before * self.parts

    def ways_of(self, component: Int, b: Scope) -> Iterator[Int]:
        """Iterate over the orientations of a component."""
        return b.numbers(wide(self.ways[component]), stem="way")


#: The last site of the hands; the sites of a move.
_HELD = ENGINE.HELD
#: The orientation of the piece on a site.
_way_at = EngineFunction("orientation_at", Int, state=True)


def _rows(sites: Sites, forms: Forms, model: Model) -> list[list[int]]:
    """Return the sites that a piece covers, for each orientation and first site."""
    rows = []
    for form in forms:
        for heading in sites.directions["orthogonal"]:
            rows.append([0])
            for site in range(len(sites)):
                path = walked(sites, site, form, heading)
                whole = len(path) == form.count(Stride.F)
                covered = dict.fromkeys((site, *path)) if whole else ()
                rows.append([1 + model.hand_size + each for each in covered] or [0])
    return rows


def add_large(node: Add, component: Int, b: Scope) -> Candidates:
    """Iterate over the placements of a component; its state, if given, is its orientation."""
    covers = Covers.of(b)
    state = node.piece.state if node.piece is not None else None

    def act(b: Scope) -> None:
        row = covers.row(carried(1), carried(2), TO)
        b.do("add_large", covers.table, row, covers.parts, TO, carried(1), carried(2))

    for to in in_order(node.to.target, b):
        inner = b.binding(to=to)
        asked = b.variable("asked", Int.of(-1) if state is None else inner.integer(state))
        for way in covers.ways_of(component, b):
            row = covers.row(component, way, to)
            free = Bool.call("is_free_for", covers.table, row, covers.parts)
            with b.where(((asked == -1) | (asked == way)) & free):
                move = Candidate(inner, to, to, act, numbers=(component, way))
                yield move.followed(node.then)


def uncover_all(b: Scope) -> None:
    """Take a large piece off all sites that it covers from (site) on."""
    covers, what = Covers.of(b), wide(S.what[TO])
    row = covers.row(what, _way_at(TO), TO)
    with b.where((TO > _HELD) & (wide(covers.ways[what]) != 0) & (part_at(TO) == 0)):
        b.do("uncover", covers.table, row, covers.parts)


def move_large(node: FromTo, origin: Site, b: Scope) -> Candidates:
    """Iterate over the targets of a large piece.

    Its first part goes to a site of the region or to one that it covers now; all sites that it
    covers afterwards are among these.
    """
    covers = Covers.of(b)
    what = b.variable("what", wide(S.what[origin]))
    own = b.variable("row", covers.row(what, _way_at(origin), origin))
    row, (n,) = cleared_row(b), b.named(n=Int)
    _mark(node, row, b)
    parts = (origin > _HELD).choose(Int.of(covers.parts), 0)
    for _ in b.numbers(parts, name=n):
        b.set(row[wide(covers.table[own + n])], 1)

    def act(b: Scope) -> None:
        before = covers.row(wide(S.what[FROM]), _way_at(FROM), FROM)
        after = covers.row(wide(S.what[FROM]), carried(1), TO)
        places = (before, after, covers.parts, FROM, TO)
        b.do("move_large", covers.table, *places, carried(1))

    def ways_to(to: Site) -> Candidates:
        for way in covers.ways_of(what, b):
            at = covers.row(what, way, to)
            fits = Bool.call("is_marked_for", covers.table, at, covers.parts, row)
            with b.where(((to != origin) | (way != _way_at(origin))) & fits):
                yield Candidate(b.binding(to=to), origin, to, act, numbers=(way,))

    with b.where((origin <= _HELD) | (part_at(origin) == 0)):
        for to in each(node.to.target, b, hands=True):
            yield from ways_to(to)
        for _ in b.numbers(parts, 1, name=n):
            to = b.variable("to", lifted(wide(covers.table[own + n]), Site))
            with b.where(to != NONE):
                yield from ways_to(to)


def lay_dominoes(node: FromTo, origin: Site, b: Scope) -> Candidates:
    """Iterate over the placements of a domino from a hand, with all squares in the region."""
    what = b.variable("what", wide(S.what[origin]))
    row, grown = cleared_row(b), b.builder.row()
    _mark(node, row, b)

    def act(b: Scope) -> None:
        b.do("lay_domino", grown, FROM, TO, carried(1))

    for to in each(node.to.target, b, hands=True):
        for way in b.numbers(ENGINE.PART_ORIENTATIONS, stem="way"):
            with b.where(Bool.call("domino_fits", row, to, what, way)):
                yield Candidate(b.binding(to=to), origin, to, act, numbers=(way,))


def _mark(node: FromTo, row: ScratchRow, b: Scope) -> None:
    """Mark the targets in a row of ``s.scratch``."""
    for to in each(node.to.target, b, hands=True):
        b.set(row[to], 1)


@ludeme("dominoes", concepts="Domino CanNotMove LargePiece Tile")
class Dominoes(Item):
    """A set of dominoes with each pair of numbers up to N (default 6) once.

    Example: (dominoes upTo:6)
    """

    facts = (
        EFFECT
        | needs("covers", "large_tiles", "dominoes")
        | numbers("states", "values", "rotations")
    )
    _: KW_ONLY
    up_to: Annotated[int, Limits(0, 16)] = 6

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """The numbers of each domino, in the order of the components."""
        return tuple(combinations_with_replacement(range(self.up_to + 1), 2))


#: The walk over two by four cells.
_WALK = ["F", "R", "F", "R", "F", "L", "F", "L", "F", "R", "F", "R", "F"]


@ludeme("domino", facts=needs("covers"), concepts="CanNotMove LargePiece Tile")
class LooseDomino(Tile):
    """A tile of two by four cells with two numbers, outside the set of dominoes.

    Example: (domino "Domino45" Shared value:4 value2:5)
    """

    walk: Walk | Walks | None = WalkOfSteps(tuple(map(Stride, _WALK)))
    _: KW_ONLY
    value: Largest
    value2: Largest


@ludeme("sites", "LineOfPlay", facts=GLOBAL)
class SitesLineOfPlay(MarkedRegion):
    """The free squares in line with the ends of the dominoes on the board, or the centre.

    Each end has eight: four straight ahead, and one to the left and right of the first two. A
    double has four ends. The distance to the centre is at most 20 rows and columns.

    Example: (sites LineOfPlay)
    """

    def mark(self, b: Scope) -> ScratchRow:
        row = _row(self, b)
        b.do("line_of_play", row, b.site(CentrePoint()))
        return row


@ludeme("is", "PipsMatch", facts=GLOBAL, concepts="Domino")
def is_pips_match(node: Condition, b: Scope, at: Integer = LastTo()) -> Bool:
    """The squares next to the domino on a site ((last To)) have the same numbers as its own.

    After the first domino, two of these squares in line belong to one domino, and no three are in
    line.

    Example: (is PipsMatch)
    """
    return Bool.call("is_matching", _row(node, b), b.site(at))


@ludeme("take", "Domino", facts=EFFECT | PUTS | CHANCE, concepts="Domino")
def take_domino(node: Moves, b: Scope, then: Then | None = None) -> Candidates:
    """Take a random domino from the stock, to the first free site of the mover's hand.

    Example: (take Domino)
    """

    def act(b: Scope) -> None:
        at = b.variable("at", NONE)
        for free in b.loop(SitesHand(role=Role.MOVER), hands=True):
            b.set_if((at == NONE) & (S.what[free] == 0), at, free)
        left, row = count_left(node, b)
        count = b.variable("count", left)
        with b.where((at != NONE) & (count > 0)):
            chosen = b.variable("left", sample_of(count, 0))
            b.do("add_to", at, Int.call("left_domino", row, chosen), 1)
            b.do("log_state", 0)

    yield Candidate(b, NONE, NONE, act).followed(then)


def _row(node: Ludeme, b: Scope) -> ScratchRow:
    """Return a row of ``s.scratch``, in games with dominoes."""
    if not b.model.uses(Dominoes):
        node.reject("expected (dominoes) among the equipment")
    return b.builder.row()


def count_left(node: Ludeme, b: Scope) -> tuple[Int, ScratchRow]:
    """Return the number of dominoes left, and the row that marks the others."""
    row = _row(node, b)
    return Int.call("dominoes_left", row), row
