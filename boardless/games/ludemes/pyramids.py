"""Pyramids: pieces that rest on others, fall, are pinned, and are in sight from above."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from boardless.games.compiler.builder import Steps
from boardless.games.compiler.candidates import Candidate
from boardless.games.compiler.directions import steps, walk_in
from boardless.games.compiler.source import SourceWriter
from boardless.games.language.facts import EFFECT
from boardless.games.language.ludeme import ludeme
from boardless.games.ludemes.directions import DirectionGroup, NamedWays, Spatial
from boardless.games.ludemes.kinds import Compass, Condition, Integer, Moves, Region, Role, SiteType
from boardless.games.ludemes.moves import Then
from boardless.games.ludemes.sites import LastTo, ToSite
from boardless.ir.expressions import FALSE, NONE, Bool, Function, Int, S, Site
from boardless.state.engine.layout_geometry import LayoutGeometry
from boardless.state.engine.walks import NO_SLOT

if TYPE_CHECKING:
    from collections.abc import Callable

    from boardless.games.compiler.builder import Builder, SiteSet
    from boardless.games.compiler.candidates import Found
    from boardless.games.compiler.scope import Scope
    from boardless.games.language.ludeme import Ludeme
    from boardless.games.ludemes.game import GameTree
    from boardless.topo.layouts.sites import Sites

UPWARD, DOWNWARD = (NamedWays((way,)) for way in (DirectionGroup.UPWARD, DirectionGroup.DOWNWARD))
#: Steps to the corners of the square that rests on a site, and of that on which it rests.
_UP = tuple(Spatial(f"U{corner}") for corner in ("NW", "NE", "SW", "SE"))
_DOWN = tuple(Spatial(f"D{corner}") for corner in ("NW", "NE", "SW", "SE"))


# -- rules about the rules ------------------------------------------------------------------------


def under_meta_rules(moves: Moves, game: GameTree) -> Moves:
    """Return the legal moves of a turn as rules about the rules let them be, and go on."""
    from boardless.games.ludemes.combined_moves import Append, MovesOr
    from boardless.games.ludemes.game import Gravity, NoStackOn, Pin

    meta = game.rules.meta
    wanted = {type(rule) for rule in meta.rules} if meta is not None else set()
    if wanted & {Pin, NoStackOn}:
        moves = Unpinned(moves, Pin in wanted, NoStackOn in wanted, place=moves.place)
    if Gravity in wanted:
        moves = MovesOr((moves,), Then(Fall()), place=moves.place)
    if game.is_simulation:
        moves = Append(moves, place=moves.place)
    return moves


@dataclass(frozen=True)
class Fall(Moves):
    """Pieces fall to a free site below, the first by number of its site, until all of them rest."""

    facts = EFFECT

    def each_move(self, scope: Scope, found: Found) -> None:
        def act(scope: Scope) -> None:
            out = scope.out
            falls, at = out.assign("falls", "True"), out.name("x")
            with out.block(f"while {falls}:"):
                out.add(f"{falls} = False")
                with (
                    out.block(f"for {at} in range(HELD + 1, s.n[COUNT] + 1):"),
                    out.block(f"if not {falls}:"),
                ):
                    for to in steps(DOWNWARD, at, scope):
                        with out.block(f"if s.what[{at}] != 0 and s.what[{to}] == 0:"):
                            out.add(f"move_to(s, {at}, {to})")
                            out.add(f"{falls} = True")

        found(Candidate(scope, "NONE", "NONE", act))


@dataclass(frozen=True)
class Unpinned(Moves):
    """The moves of a rule that take no piece on which several rest, or to no site above or below.

    The latter are the sites on straight walks up and down from where the piece comes.
    """

    facts = EFFECT
    moves: Moves
    pins: bool
    keeps_off: bool

    def each_move(self, scope: Scope, found: Found) -> None:
        def tested(move: Candidate) -> None:
            at, inner = move.leaves, move.scope
            if at is None:
                found(move)
                return
            out = inner.out
            free = out.assign("free", "True")
            if self.pins:
                above = inner.count(Steps(at, UPWARD), lambda up: S.what[up] != 0)
                out.add(f"{free} = {at} <= HELD or {above} <= 1")
            if self.keeps_off and move.origin is at and move.to is not at:
                with out.block(f"if {at} > HELD:"):
                    self._keep_off(at, move.to, free, inner)
            with out.block(f"if {free}:"):
                found(move)

        self.moves.each_move(scope, tested)

    def _keep_off(self, origin: str, to: str, free: str, scope: Scope) -> None:
        """Add statements that find out whether a straight walk up or down leads to a site."""
        from boardless.games.ludemes.lines import axes_table

        geometry, out = scope.geometry, scope.out
        if not isinstance(geometry, LayoutGeometry):
            return
        table, most = axes_table(geometry, "direction", scope, str(DirectionGroup.UPWARD))
        n = out.name("n")
        first = out.assign("row", f"int64(s.kind[{origin}]) * {most}")
        with out.block(f"for {n} in range({first}, {first} + {most}):"):
            out.when(f"{table}[2 * {n}] == {NO_SLOT}", "break")
            for end in (0, 1):
                walk = walk_in(table, f"2 * {n} + {end}", 2 * most, origin, "direction", scope)
                with out.block("while True:"):
                    walk.advance()
                    out.when(f"{walk.at} == NONE", "break")
                    out.when(f"{walk.at} == {to}", f"{free} = False")


# -- sight from above -----------------------------------------------------------------------------


def is_in_sight(at: str, scope: Scope) -> str:
    """Return the test that no piece lies straight above a site."""
    table = _table_above(scope)
    if table is None:
        return "True"
    body = SourceWriter(depth=1)
    body.add(f"above = int64({table}[at])")
    with body.block("while above != NONE:"):
        body.when("s.what[above] != 0", "return False")
        body.add(f"above = int64({table}[above])")
    body.add("return True")
    return f"{scope.builder.helper('s: Arrays, at: int', 'bool', body.text())}(s, {at})"


def _table_above(scope: Scope) -> str | None:
    """Return the name of the table of the next site straight above each; None if none is."""
    geometry = scope.geometry
    if not isinstance(geometry, LayoutGeometry):
        return None
    sites = geometry.board.sites_of(geometry.types[0])
    first = scope.model.hand_size + 1
    above = _above(sites)
    if not any(above):
        return None
    entries = [site + first if site else 0 for site in above]
    return scope.constant("ABOVE", [0] * first + entries)


@lru_cache(4)
def _above(sites: Sites) -> list[int]:
    """Return for each site the next one by number that lies straight above, 0 where none does."""
    found, last = [0] * len(sites), dict[tuple[float, float], int]()
    for site in reversed(range(len(sites))):
        x, y = (float(each) for each in sites.points[site][:2])
        found[site] = last.get((x, y), 0)
        last[x, y] = site
    return found


def common_above(scope: Scope) -> tuple[Callable[[str, str], str], Callable[[str, str], str]]:
    """Return the numbers of sites above two sites both: of those with pieces, and of all."""

    def number_of(test: str) -> Callable[[str, str], str]:
        body = SourceWriter(depth=1)
        inner = scope.binding(out=body)
        body.add("count = 0")
        for up in steps(UPWARD, "a", inner):
            with body.block(f"if {test.format(up)}:"):
                for other in steps(UPWARD, "b", inner):
                    body.when(f"{up} == {other}", "count += 1")
        body.add("return count")
        name = scope.builder.helper("s: Arrays, a: int, b: int", "int", body.text())
        return lambda a, b: f"{name}(s, {a}, {b})"

    return number_of("s.what[{}] != 0"), number_of("{} != NONE")


def joins_in_sight(from_: str, to: str, scope: Scope) -> str:
    """Return the test that a step to a site with a piece is in sight: not below two pieces."""
    occupied, _ = common_above(scope)
    return f"({is_in_sight(to, scope)} and {occupied(from_, to)} < 2)"


# -- conditions, regions and numbers --------------------------------------------------------------


@ludeme("is", "Freedom", example="(is Freedom (sites Group at:(last To)) (to))", facts=EFFECT)
class IsFreedom(Condition):
    """Beside a site of a region, along rows, is an empty one on the ground, but for a given one."""

    type: SiteType | None
    in_: Region
    but: Integer | None = None

    def meaning(self, b: Builder) -> Bool:
        scope = b.playing(self)
        layers = b.start(self).sites(self.type).coordinates.layer.tolist()
        but = NONE if self.but is None else b.let(b.board_site(self.but))

        def is_free(at: Site) -> Bool:
            ground = b.by_site(at, lambda site: int(layers[site] == 0)) == 1
            return (S.what[at] == 0) & (at != but) & ground

        ways = NamedWays((Compass.N, Compass.S, Compass.W, Compass.E))
        return scope.any(self.in_, lambda at: scope.any(Steps(at, ways), is_free))


@ludeme("is", "PyramidCorners", example="(is PyramidCorners froms:(sites Occupied by:Mover))")
class IsPyramidCorners(Condition):
    """The four corners of a pyramid with a tip on a site ((last To)) have its component."""

    facts = EFFECT
    type: SiteType | None = None
    _: KW_ONLY
    from_: Integer | None = None
    froms: Region | None = None

    def meaning(self, b: Builder) -> Bool:
        scope = b.playing(self)
        table = scope.constant("TIPS", _edges_of_pyramids(self, b))
        body = SourceWriter(depth=1)
        names = ("a", "b", "c", "d")
        with body.block("for half in (0, 4):"):
            body.add("a, b, c, d = tip, tip, tip, tip")
            with body.block("while a != NONE and b != NONE and c != NONE and d != NONE:"):
                for n, name in enumerate(names):
                    body.add(f"{name} = int64({table}[8 * {name} + half + {n}])")
                there = " and ".join(f"{name} != NONE" for name in names)
                same = " and ".join(f"s.what[{name}] == s.what[tip]" for name in names)
                with body.block(f"if {there}:"):
                    body.when(same, "return True")
        body.add("return False")
        helper = scope.builder.helper("s: Arrays, tip: int", "bool", body.text())
        is_tip = Function(helper, Bool, state=True)
        if self.froms is not None:
            return b.any(self.froms, is_tip)
        at = b.let(b.board_site(self.from_ or LastTo()))
        return b.all_of((lambda: at != NONE, lambda: is_tip(at)))


def _edges_of_pyramids(node: Ludeme, b: Builder) -> list[int]:
    """Return the sites beside each down and up the edges of a pyramid, 0 where there is none."""
    sites, first = b.start(node).sites(), b.playing(node).model.hand_size + 1
    found = [0] * (8 * first)
    for site in range(len(sites)):
        beside = sites.next_sites(site)
        for way in (*_DOWN, *_UP):
            to = beside.get(str(way), [])
            found.append(to[0] + first if len(to) == 1 else 0)
    return found


@ludeme("sites", "Support", example="(sites Support (id Mover))", facts=EFFECT)
class SitesSupport(Region):
    """The sites on which a piece rests at a corner: any, or one of a component."""

    type: SiteType | None = None
    what: Integer | None = None

    def meaning(self, b: Builder) -> SiteSet:
        def inside(at: Site) -> Bool:
            wanted = None if self.what is None else b.let(b.integer(self.what), "what")

            def rests(up: Site) -> Bool:
                if wanted is None:
                    return S.what[up] != 0
                return (S.what[up] == wanted) | ((wanted == -1) & (S.what[up] != 0))

            return b.any(Steps(at, NamedWays(_UP)), rests)

        return b.tested(self, inside)


@ludeme(
    "count", "SitesPlatformBelow", example="(count SitesPlatformBelow at:(to) who:Mover)",
    facts=EFFECT,
)  # fmt: skip
class CountSitesBelow(Integer):
    """The number of sites on which a site ((to)) rests with pieces of a role, or components."""

    type: SiteType | None
    site: Integer | None
    role: Role | None = None
    _: KW_ONLY
    at: Integer | None = None
    who: Role | None = None
    what: Integer | None = None
    whats: tuple[Integer, ...] | None = None

    def __post_init__(self) -> None:
        if not (self.role or self.who or self.what or self.whats):
            self.reject("expected a role, or components what: or whats:")

    def meaning(self, b: Builder) -> Int:
        at = b.let(b.board_site(self.at or self.site or ToSite()))
        whats = self.whats or (() if self.what is None else (self.what,))
        wanted = [b.let(b.integer(what), "what") for what in whats]
        owner = None if wanted else b.let(b.role(self.role or self.who or Role.MOVER, self), "who")

        def counts(below: Site) -> Bool:
            if owner is not None:
                return S.who[below] == owner
            found: Bool = FALSE
            for what in wanted:
                found |= S.what[below] == what
            return found

        return b.count(Steps(at, DOWNWARD), counts)
