"""Pieces that cover several sites of a board that is laid out: tables and moves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from boardless.games.compiler.candidates import Candidate
from boardless.games.compiler.constant_evaluation import walked
from boardless.games.compiler.dispatch import integer
from boardless.games.compiler.regions import cleared_row, each, in_order
from boardless.games.ludemes.dominoes import Dominoes
from boardless.games.ludemes.pieces import Stride, Tile, WalkOfEachForm, WalkOfSteps
from boardless.state.engine.covers import ORIENTATIONS

if TYPE_CHECKING:
    from boardless.games.compiler.candidates import Found
    from boardless.games.compiler.model import Model
    from boardless.games.compiler.scope import Scope
    from boardless.games.ludemes.placement import Add, FromTo
    from boardless.topo.layouts.sites import Sites

#: The walks of a component, one for each of its forms.
Forms = tuple[tuple[Stride, ...], ...]


def forms_of(item: object) -> Forms:
    """Return the walks of an item that covers several sites; none of others."""
    if not isinstance(item, Tile) or item.walk is None or item.parts:
        return ()
    walks = item.walk.walks if isinstance(item.walk, WalkOfEachForm) else (item.walk,)
    return tuple(walk.steps for walk in walks if isinstance(walk, WalkOfSteps))


def has_covers(model: Model) -> bool:
    """Tell whether some component of a game on a board that is laid out covers several sites."""
    return model.layout is not None and any(map(forms_of, model.items))


def states_lie(model: Model) -> bool:
    """Tell whether the states of sites say how a piece lies that covers several: also dominoes."""
    return has_covers(model) or model.uses(Dominoes)


@dataclass(frozen=True)
class Covers:
    """The tables of pieces that cover several sites."""

    #: Names of the tables of sites, of each component's place there, and of its ways to lie (0: one
    #: site).
    table: str
    places: str
    ways: str
    #: The most sites of a component, and the number of first sites, NONE included.
    parts: int
    sites: int

    @classmethod
    def of(cls, scope: Scope) -> Covers:
        """Return the tables, built on the first request."""
        memo = scope.builder.memo
        if cls not in memo:
            memo[cls] = cls._worked_out(scope)
        found: Covers = memo[cls]
        return found

    @classmethod
    def _worked_out(cls, scope: Scope) -> Covers:
        model = scope.model
        assert model.scene is not None
        sites = model.scene.board.sites_of(model.layout_use)
        forms = [forms_of(item) for item in model.items]
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
            scope.constant("COVERS", table),
            scope.constant("PLACES", [0, *(first.get(form, 0) for form in forms)]),
            scope.constant("LIE", [0, *ways]),
            parts,
            1 + len(sites),
        )

    def row(self, component: str, way: str, site: str) -> str:
        """Return the source of where the sites of a piece begin that lies in a way on a site."""
        place = f"int64({self.places}[{component}])"
        return f"({place} + ({way} * {self.sites} + {site} - HELD) * {self.parts})"


def _rows(sites: Sites, forms: Forms, model: Model) -> list[list[int]]:
    """Return the sites of the arrays that a piece covers, for each way to lie and first site."""
    found = []
    for form in forms:
        for heading in sites.directions["orthogonal"]:
            found.append([0])
            for site in range(len(sites)):
                path = walked(sites, site, form, heading)
                whole = len(path) == form.count(Stride.F)
                covered = dict.fromkeys((site, *path)) if whole else ()
                found.append([1 + model.hand_size + each for each in covered] or [0])
    return found


def add_large(node: Add, component: str, scope: Scope, found: Found) -> None:
    """Add statements that find placements of a component; its state, if any, is a way to lie."""
    covers, out = Covers.of(scope), scope.out
    state = node.piece.state if node.piece is not None else None

    def act(inner: Scope) -> None:
        row = covers.row("number1", "number2", "site")
        line = f"add_large(s, {covers.table}, {row}, {covers.parts}, site, number1, number2)"
        inner.out.add(line)

    with in_order(node.to.target, scope) as to:
        inner, way, asked = scope.binding(to=to), out.name("way"), out.name("asked")
        out.add(f"{asked} = {'-1' if state is None else integer(state, inner)}")
        with out.block(f"for {way} in range(int64({covers.ways}[{component}])):"):
            row = covers.row(component, way, to)
            free = f"is_free_for(s, {covers.table}, {row}, {covers.parts})"
            with out.block(f"if ({asked} == -1 or {asked} == {way}) and {free}:"):
                move = Candidate(inner, to, to, act, numbers=(component, way))
                found(move.followed(node.then))


def uncover_all(scope: Scope) -> None:
    """Add the statement that takes a large piece off all sites that it covers from (site) on."""
    covers, what = Covers.of(scope), "int64(s.what[site])"
    row = covers.row(what, "orientation_at(s, site)", "site")
    first = f"site > HELD and int64({covers.ways}[{what}]) != 0 and part_at(s, site) == 0"
    scope.out.when(first, f"uncover(s, {covers.table}, {row}, {covers.parts})")


def move_large(node: FromTo, origin: str, scope: Scope, found: Found) -> None:
    """Add statements that find targets of a large piece.

    Its first part goes to a site of the region or to one that it covers now; all that it comes to
    cover is among these.
    """
    covers, out = Covers.of(scope), scope.out
    what, own, n = (out.name(stem) for stem in ("what", "row", "n"))
    out.add(f"{what} = int64(s.what[{origin}])")
    out.add(f"{own} = {covers.row(what, f'orientation_at(s, {origin})', origin)}")
    row = cleared_row(scope)
    with each(node.to.target, scope, hands=True) as to:
        out.add(f"s.scratch[{row}, {to}] = 1")
    covered = f"int64({covers.table}[{own} + {n}])"
    with out.block(f"for {n} in range({covers.parts} if {origin} > HELD else 0):"):
        out.add(f"s.scratch[{row}, {covered}] = 1")

    def act(inner: Scope) -> None:
        what = "int64(s.what[origin])"
        before = covers.row(what, "orientation_at(s, origin)", "origin")
        after = covers.row(what, "number1", "site")
        where = f"{before}, {after}, {covers.parts}, origin, site, number1"
        inner.out.add(f"move_large(s, {covers.table}, {where})")

    def ways_to(to: str) -> None:
        way = out.name("way")
        with out.block(f"for {way} in range(int64({covers.ways}[{what}])):"):
            at = covers.row(what, way, to)
            fits = f"is_marked_for(s, {covers.table}, {at}, {covers.parts}, {row})"
            other = f"({to} != {origin} or {way} != orientation_at(s, {origin}))"
            with out.block(f"if {other} and {fits}:"):
                inner = scope.binding(to=to)
                found(Candidate(inner, origin, to, act, numbers=(way,)).followed(node.then))

    with out.block(f"if {origin} <= HELD or part_at(s, {origin}) == 0:"):
        with each(node.to.target, scope, hands=True) as to:
            ways_to(to)
        with out.block(f"for {n} in range(1, {covers.parts} if {origin} > HELD else 0):"):
            to = out.assign("to", f"{covered}")
            with out.block(f"if {to} != NONE:"):
                ways_to(to)


def lay_dominoes(node: FromTo, origin: str, scope: Scope, found: Found) -> None:
    """Add statements that find placements of a domino from a hand, all squares in the region."""
    out = scope.out
    what, way = out.name("what"), out.name("way")
    out.add(f"{what} = int64(s.what[{origin}])")
    row, grown = cleared_row(scope), scope.builder.row()
    with each(node.to.target, scope, hands=True) as to:
        out.add(f"s.scratch[{row}, {to}] = 1")

    def act(inner: Scope) -> None:
        inner.out.add(f"lay_domino(s, {grown}, origin, site, number1)")

    with (
        each(node.to.target, scope, hands=True) as to,
        out.block(f"for {way} in range(PART_ORIENTATIONS):"),
        out.block(f"if domino_fits(s, {row}, {to}, {what}, {way}):"),
    ):
        inner = scope.binding(to=to)
        found(Candidate(inner, origin, to, act, numbers=(way,)).followed(node.then))
