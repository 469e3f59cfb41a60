"""Tiles with paths that are laid, as source."""

from boardless.games.compiler.generic import condition
from boardless.games.compiler.moving.candidates import Candidate, Found, moves
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

    bits, laying = out.name("bits"), out.name("laying")
    with each(node.to.target, scope) as at:
        inner = scope.binding(to=at)
        allowed = "True" if node.to.if_ is None else condition(node.to.if_, inner)
        with out.block(f"if {allowed}:"):
            fits = f"whole(FITTING[surroundings(s, {at})]) & {among}"
            out.add(f"{bits} = {f'legal_layings(s, {at}, {among})' if node.forced else fits}")
            with (
                out.block(f"for {laying} in range({len(layings)}):"),
                out.block(f"if {bits} >> {laying} & 1 != 0:"),
            ):
                move = Candidate(inner, at, at, act, numbers=(laying,))
                found(move.followed(node.then))


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
