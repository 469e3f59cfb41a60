"""Regions given by their place on the board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from boardless.games.kit import (
    BORDER,
    EFFECT,
    GLOBAL,
    LOCAL,
    SYMMETRIC,
    TILED,
    TOUCHING,
    TRUE,
    Bool,
    Builder,
    Compass,
    Directions,
    EngineFunction,
    Facts,
    FixedRegion,
    InitialPosition,
    Int,
    Model,
    Region,
    Return,
    Role,
    S,
    Scope,
    ScopeMode,
    Site,
    SiteSet,
    SiteType,
    Steps,
    as_int,
    frozen,
    lifted,
    ludeme,
    some,
    truth,
    unsupported,
    wide,
)
from boardless.games.ludemes.directions import NamedWays
from boardless.games.ludemes.players import ThePlayer
from boardless.topo.layouts import regions as of_board
from boardless.topo.layouts.places import SIDES

#: Functions of `state/engine`.
_touches_piece = EngineFunction("touches_piece", Bool, state=True)
_on_perimeter = EngineFunction("on_perimeter", Bool, state=True)
#: The site argument of the function of a kept list.
SITE = Site.named("site")


@frozen
class PlaceOfBoard(FixedRegion):
    """Sites of a type (default: the type of the play) chosen by their place on the board."""

    facts = EFFECT
    type: SiteType | None = None

    def at_start(self, start: InitialPosition) -> Iterable[int]:
        return of_board.place(start.board, str(self.variant), start.kind(self.type))


class EdgesByLean(FixedRegion):
    """Edges chosen by their slant."""

    facts = GLOBAL

    def at_start(self, start: InitialPosition) -> Iterable[int]:
        return of_board.place(start.board, str(self.variant))


#: The words of such regions, and their sites.
_PLACES = {
    "Top": "The uppermost sites.",
    "Bottom": "The lowest sites.",
    "Left": "The sites farthest to the left.",
    "Right": "The sites farthest to the right.",
    "Inner": "The sites that are not on the outer edge of the board.",
    "Perimeter": "The sites along the border of the board.",
    "Corners": "The sites at the corners of the board.",
    "ConcaveCorners": "The sites at the corners that point inwards.",
    "ConvexCorners": "The sites at the corners that point outwards.",
    "Centre": "The sites in the middle of the board.",
    "Major": "The cells of the most corners.",
    "Minor": "The cells of fewer corners than others have.",
}
_LEANS = {
    "Axial": "The edges that lie across or upright.",
    "Horizontal": "The edges that lie across.",
    "Vertical": "The edges that stand upright.",
    "Angled": "The edges that lean.",
    "Slash": "The edges that lean to the right.",
    "Slosh": "The edges that lean to the left.",
}
for _kind, _words in ((PlaceOfBoard, _PLACES), (EdgesByLean, _LEANS)):
    for _word, _sites in _words.items():
        _said = f"{_sites}\n\nExample: (sites {_word})"
        _names = {"__doc__": _said, "__module__": __name__}
        _region: type[Region] = type(f"Sites{_word}", (_kind,), _names)
        ludeme("sites", _word)(_region)


@ludeme("sites", "Board", facts=LOCAL | SYMMETRIC | BORDER | TILED)
class SitesBoard(PlaceOfBoard):
    """All sites of the board.

    Example: (sites Board)
    """

    def meaning(self, b: Builder) -> SiteSet:
        """Return all sites; in play this needs no table."""
        return super().meaning(b) if b.scope is None else b.tested(self, lambda at: TRUE)


@ludeme("sites", "Playable", phrase="the empty sites next to pieces")
class SitesPlayable(Region):
    """The empty sites adjacent, or orthogonal, to a piece.

    Example: (sites Playable)
    """

    facts = SYMMETRIC | TOUCHING | BORDER | TILED | Facts(reach=1)
    directions: Directions = Directions.ADJACENT

    def __post_init__(self) -> None:
        if self.directions not in (Directions.ADJACENT, Directions.ORTHOGONAL):
            self.reject("expected Adjacent or Orthogonal")

    def is_free(self) -> bool:
        return True

    def is_near(self) -> bool:
        return True

    def meaning(self, b: Builder) -> SiteSet:
        return b.tested(self, lambda at: (S.what[at] == 0) & self._is_beside_piece(at, b))

    def _is_beside_piece(self, at: Site, b: Builder) -> Bool:
        if b.playing(self).model.layout is not None:
            steps = Steps(at, NamedWays((self.directions,)))
            return b.any(steps, lambda other: S.what[other] != 0)
        across_edges = self.directions is Directions.ORTHOGONAL
        return (S.neighbours[at] > 0) & (_touches_piece(at) if across_edges else TRUE)

    def own_loop(self, b: Scope) -> Iterator[Site] | None:
        return _each_of_list(kept_list(self, b), b) if is_kept(self, b) else None


@ludeme("sites", "Outer", facts=SYMMETRIC | BORDER)
class SitesOuter(PlaceOfBoard):
    """The sites on the outer edge of the board.

    Example: (sites Outer)
    """

    def meaning(self, b: Builder) -> SiteSet:
        """Return the sites; on a growing board, the sites without a neighbour on some side."""
        if b.scope is not None and b.scope.model.growing:
            return b.tested(self, _on_perimeter)
        return super().meaning(b)


@ludeme("sites", "Side", facts=SYMMETRIC | BORDER | TILED)
class SitesSide(Region):
    """The sites on one side of the board, or on the side that a role faces.

    Example: (sites Side NE)
    """

    type: SiteType | None
    side: Compass | Role | ThePlayer | None = None

    def has_effects(self) -> bool:
        """Return True if neither a direction nor a role names the side."""
        return self.side is None or isinstance(self.side, ThePlayer)

    def meaning(self, b: Builder) -> SiteSet:
        if b.scope is not None and b.scope.model.growing:
            self.reject("a growing board has no sides")
        return _of_fixed_board(self, b) or b.fixed(self, self.at_start, partial(self._faced, b=b))

    def _faced(self, at: Site, b: Builder) -> Bool:
        """Return the test that a site is on the side that a player, given by number, faces."""
        side, start = self.side, b.start(self)
        played = b.playing(self).model.plays_on(self.type)
        if side is None or isinstance(side, Compass) or not played:
            return unsupported(self)
        player = b.let(b.who(side, self), "player")

        def is_on(number: int) -> Bool:
            sites = set(self._faced_by(number, start))
            return (player == number) & (b.by_site(at, lambda site: int(site in sites)) == 1)

        return some(*map(is_on, range(1, 1 + start.inventory.players)))

    def _faced_by(self, player: int, start: InitialPosition) -> Iterable[int]:
        """Return the side of a player; as in Ludii it is empty if the player faces nowhere."""
        facings = start.inventory.facings
        facing = facings[player - 1] if 1 <= player <= len(facings) else None
        return () if facing is None else self._on(str(facing), start)

    def _on(self, side: str, start: InitialPosition) -> Iterable[int]:
        """Return the sites on a side: sites for eight directions, and no sites for others."""
        if side not in SIDES:
            return ()
        return of_board.side(start.board, side, start.kind(self.type))

    def of_cells(self, model: Model) -> list[int]:
        """Return the sites of a fixed board of cells."""
        return sorted(map(int, self.at_start(model.placing)))

    def at_start(self, start: InitialPosition) -> Iterable[int]:
        """Return the sites of a laid-out board."""
        side = self.side
        if side is Role.SHARED:
            return of_board.place(start.board, "Outer", start.kind(self.type))
        if isinstance(side, Role):
            return self._faced_by(start.number_of(side, self), start)
        if isinstance(side, ThePlayer):
            return self._faced_by(start.evaluate(side.number), start)
        return () if side is None else self._on(str(side), start)


def _of_fixed_board(region: SitesSide, b: Builder) -> SiteSet | None:
    """Return the sites of a fixed board of cells, or None for a laid-out board."""
    scope = b.scope
    if scope is None or scope.model.scene is not None:
        return None
    inside = set(region.of_cells(scope.model))
    flags = [0] * (1 + scope.model.hand_size)
    flags += [int(number in inside) for number in range(len(scope.model.cells))]
    return b.tested(region, lambda at: scope.table("INSIDE", flags)[at] != 0)


def is_kept(region: Region, scope: Scope) -> bool:
    """Return True if the program keeps the sites of a region from move to move."""
    playable = isinstance(region, SitesPlayable)
    return playable and scope.model.growing


def kept_list(region: Region, scope: Scope) -> int:
    """Return the number of the list in which the program keeps a region's sites."""
    return scope.builder.keep((Return((truth(scope.inside(region, SITE)),)),))


def _each_of_list(number: int, b: Scope) -> Iterator[Site]:
    """Iterate over the sites of a list that follows the pieces from move to move."""
    for n in b.numbers(S.size[number]):
        yield lifted(b.variable("x", wide(S.legal[number, n])), Site)


def in_order(sites: Iterable[int]) -> tuple[int, ...]:
    """Return sites in ascending order, each once."""
    return tuple(sorted({int(site) for site in sites}))


def sites_on_board(sites: Iterable[int]) -> tuple[int, ...]:
    """Return sites in order, without those beyond the board or unknown, which are negative."""
    return in_order(site for site in sites if site >= 0)


#: The number of samples before a complete search.
SAMPLES = 64


def sampled_sites(region: Region, options: Int, b: Scope) -> Iterator[tuple[Site, Int]]:
    """Iterate over uniformly sampled pairs of a site and an option until the caller returns."""
    assert b.modes & ScopeMode.SAMPLING
    assert is_kept(region, b)
    listed, draws = as_int(kept_list(region, b)), Bool.named("draws")
    n, sample, at, option = b.named(n=Int, drawn=Int, x=Site, option=Int)
    times = (draws & (S.size[listed] > 0)).choose(Int.of(SAMPLES), 0)
    for _ in b.numbers(times, name=n):
        drawn = EngineFunction("mix", Int)(Int.named("number"), n)
        b.set(sample, EngineFunction("below", Int)(drawn, options * wide(S.size[listed])))
        b.set(at, wide(S.legal[listed, sample // options]))
        b.set(option, sample % options)
        yield at, option
