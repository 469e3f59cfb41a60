"""Rules that are followed again and again, as source."""

from boardless.games.compiler.generic import condition, integer
from boardless.games.compiler.intervals import bounds
from boardless.games.compiler.moving.candidates import Candidate, Found, moves
from boardless.games.compiler.moving.walking import effect_of, passes, starts
from boardless.games.compiler.moving.ways import look_along, walks
from boardless.games.compiler.regions import in_order
from boardless.games.compiler.scope import Scope
from boardless.games.compiler.several import each_integer
from boardless.games.ludemes import moves as m


@moves.register
def _(node: m.ForEachSite, scope: Scope, found: Found) -> None:
    any_ = ""
    if node.no_move_yet is not None:
        any_ = scope.out.name("any")
        scope.out.add(f"{any_} = False")

    def followed(candidate: Candidate) -> None:
        if any_:
            candidate.scope.out.add(f"{any_} = True")
        found(candidate.followed(node.then))

    with in_order(node.region, scope) as site:
        moves(node.moves, scope.binding(to=site, iterated=site), followed)
    if node.no_move_yet is not None:
        with scope.out.block(f"if not {any_}:"):
            scope.out.add("pass")
            moves(node.no_move_yet, scope, found)


@moves.register
def _(node: m.ForEachValue, scope: Scope, found: Found) -> None:
    def followed(candidate: Candidate) -> None:
        found(candidate.followed(node.then))

    out = scope.out
    if node.values is not None:
        with each_integer(node.values, scope) as value:
            moves(node.moves, scope.binding(value=value), followed)
        return
    assert node.min is not None
    assert node.max is not None
    value, low, high = out.name("value"), integer(node.min, scope), integer(node.max, scope)
    with out.block(f"for {value} in range({low}, {high} + 1):"):
        out.add("pass")
        moves(node.moves, scope.binding(value=value), followed)


@moves.register
def _(node: m.ForEachPlayer, scope: Scope, found: Found) -> None:
    out, player = scope.out, scope.out.name("player")
    with out.block(f"for {player} in range(1, PLAYERS + 1):"):
        out.add("pass")
        moves(
            node.moves,
            scope.binding(player_=player),
            lambda candidate: found(candidate.followed(node.then)),
        )


@moves.register
def _(node: m.ForEachDirection, scope: Scope, found: Found) -> None:
    def followed(candidate: Candidate) -> None:
        found(candidate.followed(node.then))

    def write(_: Scope, origin: str) -> None:
        # What (from) means stays; from elsewhere directions are seen along the way that has led
        # there.
        inner = scope if scope.origin is not None else scope.binding(origin=origin)
        if node.from_ is not None and node.from_.region is not None and scope.to is not None:
            inner = look_along(scope.origin or origin, scope.to, inner)
        _in_directions(node, origin, inner, followed)

    starts(node.from_, scope, write)


def _in_directions(node: m.ForEachDirection, origin: str, scope: Scope, followed: Found) -> None:
    """Add statements that go through the walks from a site, and the moves of a rule there."""
    out = scope.out
    low, high = bounds(node.between.range if node.between else None, scope, ("1", "1"))
    for walk in walks(node.directions, origin, scope):
        length = out.name("length")
        out.add(f"{length} = 0")
        with out.block(f"while {length} < {high}:"):
            walk.advance()
            with out.block(f"if {walk.at} == NONE:"):
                out.add("break")
            out.add(f"{length} += 1")
            if node.between is not None and node.between.if_ is not None:
                between = scope.binding(between=walk.at, to=walk.at)
                # It is asked of the sites that are passed on the way alone.
                with out.block(f"if {length} < {low}:"):
                    free = condition(node.between.if_, between)
                    out.add(f"if not {free}:")
                    out.add("    break")
            inner = scope.binding(to=walk.at, looks=None)
            allowed = passes(node.to, inner)
            with out.block(f"if not {allowed}:"):
                out.add("break")
            with out.block(f"if {length} >= {low}:"):
                out.add("pass")
                effect = effect_of(node.to.apply if node.to is not None else None)
                if effect is not None:
                    moves(effect, inner, followed)
                if node.moves is not None:
                    moves(node.moves, inner, followed)
