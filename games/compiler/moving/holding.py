"""Tiles that are drawn by chance, and tiles that are laid from where they are held, as source."""

from boardless.games.compiler.generic import condition, integer
from boardless.games.compiler.moving.candidates import Candidate, Found, moves
from boardless.games.compiler.moving.walking import passes
from boardless.games.compiler.regions import each
from boardless.games.compiler.scope import Scope
from boardless.games.compiler.tile_tables import looks, tile_tables
from boardless.games.ludemes import held_tiles as t


@moves.register
def _(node: t.LayHeld, scope: Scope, found: Found) -> None:
    tiles, out = tile_tables(scope.model, scope.geometry), scope.out
    if not tiles.colours:
        node.reject("expected tiles with paths among the equipment")
    ways = scope.constant("LOOKS", looks(tiles, len(scope.model.components)))
    most = out.name("most")
    if node.links is not None:
        out.add(f"{most} = {integer(node.links, scope)}")

    def act(scope: Scope) -> None:
        scope.out.add("move_to(s, origin, site)")
        scope.out.add("turn(s, site, number1 * TURN_UNIT)")

    with each(node.to.target, scope) as at:
        inner = scope.binding(to=at)
        allowed = passes(node.to, inner)
        with out.block(f"if {allowed}:"), each(node.from_.start, inner, hands=True) as origin:
            held = inner.binding(origin=origin)
            what, turns = out.name("what"), out.name("turns")
            out.add(f"{what} = whole(s.what[{origin}])")
            meant = "True" if node.from_.if_ is None else condition(node.from_.if_, held)
            with (
                out.block(f"if {what} != 0 and {meant}:"),
                out.block(f"for {turns} in range(whole({ways}[{what}])):"),
                out.block(f"if fits_turned(s, {at}, {what}, {turns}):"),
            ):
                crowded = f"crowds(s, {at}, {what}, {turns}, {most})"
                with out.block(f"if {'True' if node.links is None else f'not {crowded}'}:"):
                    found(Candidate(held, origin, at, act, numbers=(turns,)).followed(node.then))


@moves.register
def _(node: t.Draw, scope: Scope, found: Found) -> None:
    def act(scope: Scope) -> None:
        out = scope.out
        count, origin, left = out.name("count"), out.name("origin"), out.name("left")
        with each(node.to.target, scope, hands=True) as at, out.block(f"if s.what[{at}] == 0:"):
            out.add(f"{count} = 0")
            with each(node.from_.start, scope, hands=True) as held:
                out.add(f"{count} += int(s.what[{held}] != 0)")
            with out.block(f"if {count} > 0:"):
                out.add(f"{left} = draw_of(s, {count}, 0)")
                out.add(f"{origin} = NONE")
                with (
                    each(node.from_.start, scope, hands=True) as held,
                    out.block(f"if s.what[{held}] != 0:"),
                ):
                    with out.block(f"if {left} == 0:"):
                        out.add(f"{origin} = {held}")
                    out.add(f"{left} -= 1")
                out.add(f"move_to(s, {origin}, {at})")

    found(Candidate(scope, "NONE", "NONE", act).followed(node.then))
