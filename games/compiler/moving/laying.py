"""Tiles with paths that are laid, as source."""

from collections.abc import Iterator
from contextlib import contextmanager

from boardless.games.compiler.moving.candidates import Candidate, Found, moves
from boardless.games.compiler.moving.drawing_sites import drawn_sites
from boardless.games.compiler.moving.walking import passes
from boardless.games.compiler.regions import each
from boardless.games.compiler.scope import Scope
from boardless.games.compiler.tile_tables import tile_tables
from boardless.games.ludemes import paths as p


@moves.register
def _(node: p.Lay, scope: Scope, found: Found) -> None:
    out = scope.out
    tiles = tile_tables(scope.model, scope.geometry)
    kinds = _kinds(node, scope)
    layings = tiles.layings.reshape(-1, 2).tolist()
    among = sum(1 << n for n, (what, _) in enumerate(layings) if what in kinds)
    if not among or {what for what, _ in layings} & kinds != kinds:
        node.piece.reject("expected tiles with paths")

    def act(scope: Scope) -> None:
        forced = f"lay_forced(s, site, number1, {among})"
        scope.out.add(forced if node.forced else "lay_tile(s, site, number1)")

    def legal(at: str, wanted: str) -> str:
        if node.forced:
            return f"legal_layings(s, {at}, {wanted}, {among})"
        return f"whole(FITTING[surroundings(s, {at})]) & {wanted}"

    def find(at: str, laying: str, inner: Scope) -> None:
        rule = node if scope.drawn_by is not None else None
        found(Candidate(inner, at, at, act, numbers=(laying,), rule=rule).followed(node.then))

    if scope.drawn_by is not None:
        with (
            drawn_sites(node.to.target, str(len(layings)), scope) as (at, laying),
            _allowed(node, at, scope) as inner,
            out.block(f"if {legal(at, f'(1 << {laying} & {among})')} != 0:"),
        ):
            find(at, laying, inner)
            out.add("return count")
    bits, laying = out.name("bits"), out.name("laying")
    with each(node.to.target, scope) as at, _allowed(node, at, scope) as inner:
        out.add(f"{bits} = {legal(at, str(among))}")
        with (
            out.block(f"for {laying} in range({len(layings)}):"),
            out.block(f"if {bits} >> {laying} & 1 != 0:"),
        ):
            find(at, laying, inner)


@contextmanager
def _allowed(node: p.Lay, at: str, scope: Scope) -> Iterator[Scope]:
    """Go on with a site on which a tile may be laid; yield the scope in which it is bound."""
    inner = scope.binding(to=at)
    with scope.out.block(f"if {passes(node.to, inner)}:"):
        yield inner


def _kinds(node: p.Lay, scope: Scope) -> set[int]:
    """Return the components of which a tile may be laid."""
    piece = node.piece
    named = piece.several or ((piece.component,) if piece.component is not None else ())
    found: set[int] = set()
    for name in named:
        if not isinstance(name, str):
            piece.reject("expected tiles by their names")
        found.update(scope.model.named(name, piece))
    return found
