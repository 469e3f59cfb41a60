"""Captures between pieces and around them, as source."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from boardless.games.compiler.generic import board_site, condition, integer
from boardless.games.compiler.intervals import ANY_NUMBER, bounds
from boardless.games.compiler.moving.candidates import Candidate, Found, moves
from boardless.games.compiler.moving.components import component
from boardless.games.compiler.moving.walking import effect_of
from boardless.games.compiler.moving.ways import Walk, steps, walks
from boardless.games.compiler.scope import Scope
from boardless.games.ludemes import captures as c
from boardless.games.ludemes import conditions
from boardless.games.ludemes import directions as d
from boardless.games.ludemes import integers as i
from boardless.games.ludemes import kinds as k
from boardless.games.ludemes import moves as m

_BETWEEN, _TO = i.BetweenSite(), i.ToSite()


def captured(from_: m.From | None, scope: Scope, write: Callable[[str], None]) -> None:
    """Add statements about the site that captures, that of the last move unless one is given."""
    region = None if from_ is None else from_.region
    at = region.site if isinstance(region, k.Single) else i.LastTo()
    if from_ is not None and region is not None and not isinstance(region, k.Single):
        from_.reject("expected one site that captures")
    base = scope.out.name("x")
    scope.out.add(f"{base} = {board_site(at, scope)}")
    with scope.out.block(f"if {base} != NONE:"):
        write(base)


def ways_of(directions: d.Absolute | None) -> d.Ways | None:
    """Return one direction, or a class of them, as one way of giving them."""
    return None if directions is None else d.NamedWays((directions,))


def taken(node: m.Between | None) -> tuple[k.Condition, k.Moves]:
    """Return what may be captured, and what is done then: enemies are removed unless it says so."""
    node = node or m.Between()
    test = node.if_ or conditions.IsEnemy(i.Who(at=_BETWEEN))
    return test, effect_of(node.apply) or m.Remove(None, k.Single(_BETWEEN))


def friend(to: m.To | None) -> k.Condition:
    """Return what a capturing piece is: a friend unless it says so."""
    given = None if to is None else to.if_
    return given or conditions.IsFriend(i.Who(at=_TO))


@moves.register
def _(node: c.Custodial, scope: Scope, found: Found) -> None:
    out = scope.out
    target, effect = taken(node.between)
    low, high = bounds(node.between.range if node.between else None, scope, ("0", ANY_NUMBER))

    def write(base: str) -> None:
        for walk in walks(ways_of(node.directions), base, scope):
            length = run(walk, target, high, scope)
            enough = f"{length} > 0 and {length} >= {low}"
            with out.block(f"if {enough} and ({walk.at} != NONE or {high} > 1):"):
                ends = condition(friend(node.to), scope.binding(to=walk.at))
                with out.block(f"if {ends}:"), again_along(walk, base, length, scope) as at:
                    inner = scope.binding(between=at, to=walk.at)
                    moves(effect, inner, lambda move: found(move.followed(node.then)))
            scope.stop_if_enough()

    captured(node.from_, scope, write)


def run(walk: Walk, target: k.Condition, high: str, scope: Scope, name: str = "between") -> str:
    """Add statements that go along sites that may be captured, up to so many; return how many.

    The walk has gone to the site behind them then. Each is bound to a name.
    """
    out = scope.out
    length = out.name("length")
    out.add(f"{length} = 0")
    walk.advance()
    with out.block(f"while {walk.at} != NONE and {length} < {high}:"):
        with out.block(f"if not {condition(target, scope.binding(**{name: walk.at}))}:"):
            out.add("break")
        out.add(f"{length} += 1")
        walk.advance()
    return length


@contextmanager
def again_along(walk: Walk, base: str, length: str, scope: Scope) -> Iterator[str]:
    """Open a loop once more through the first sites of a walk."""
    out = scope.out
    again = walk.again(scope.binding(way=walk.first), base)
    with out.block(f"for _ in range({length}):"):
        again.advance()
        yield again.at
        scope.stop_if_enough()


@moves.register
def _(node: c.Surround, scope: Scope, found: Found) -> None:
    out = scope.out
    target, effect = taken(node.between)
    ways = ways_of(node.relation)
    exceptions = "0" if node.except_ is None else integer(node.except_, scope)

    def write(base: str) -> None:
        for at in steps(ways, base, scope):
            inner = scope.binding(between=at)
            with out.block(f"if {condition(target, inner)}:"):
                open_, other = out.name("open"), out.name("other")
                met = out.name("met")
                out.add(f"{open_} = 0")
                out.add(f"{met} = {node.with_ is None}")
                out.add(f"{other} = NONE")
                for beside in steps(ways, at, scope):
                    out.add(f"{other} = {beside}")
                    around = condition(friend(node.to), inner.binding(to=beside))
                    with out.block(f"if {beside} != {base} and not {around}:"):
                        out.add(f"{open_} += 1")
                    if node.with_ is not None:
                        wanted = component(node.with_, scope, node)
                        with out.block(f"if s.what[{beside}] == {wanted}:"):
                            out.add(f"{met} = True")
                with out.block(f"if {open_} <= {exceptions} and {met}:"):
                    moves(effect, inner.binding(to=other), found)

    captured(node.from_, scope, write)


@moves.register
def _(node: c.Directional, scope: Scope, found: Found) -> None:
    out = scope.out
    target, effect = aimed(node.to)

    def write(base: str) -> None:
        for walk in walks(node.directions, base, scope):
            with out.block("while True:"):
                walk.advance()
                inner = scope.binding(to=walk.at)
                hit = condition(target, inner)
                with out.block(f"if {walk.at} == NONE or not {hit}:"):
                    out.add("break")
                moves(effect, inner, found)

    captured(node.from_, scope, write)


def aimed(to: m.To | None) -> tuple[k.Condition, k.Moves]:
    """Return which sites are captured as (to), and what is done then."""
    to = to or m.To()
    test = to.if_ or conditions.IsEnemy(i.Who(at=_TO))
    return test, effect_of(to.apply) or m.Remove(None, k.Single(_TO))


def _put(what: str, scope: Scope, at: str, found: Found) -> None:
    """Add the move that adds a component whose number is bound to (value)."""

    def act(inner: Scope) -> None:
        inner.out.add(f"add_to(s, site, {inner.value}, 1)")

    found(Candidate(scope.binding(value=what), at, at, act, carries=("value",)))


def _take(scope: Scope, at: str, found: Found) -> None:
    """Add the move that removes what stands on a site."""
    found(Candidate(scope, at, at, lambda inner: inner.out.add("remove_from(s, site)")))


@moves.register
def _(node: c.Push, scope: Scope, found: Found) -> None:
    out = scope.out

    def followed(move: Candidate) -> None:
        found(move.followed(node.then))

    def write(base: str) -> None:
        for walk in walks(node.directions, base, scope):
            piece, there = out.name("piece"), out.name("there")
            out.add(f"{piece} = whole(s.what[{base}])")
            _take(scope, base, followed)
            out.add(f"{there} = 1")
            with out.block(f"while {there} != 0:"):
                walk.advance()
                with out.block(f"if {walk.at} == NONE:"):
                    out.add("break")
                out.add(f"{there} = whole(s.what[{walk.at}])")
                with out.block(f"if {there} != 0:"):
                    _take(scope, walk.at, followed)
                _put(piece, scope, walk.at, followed)
                out.add(f"{piece} = {there}")

    captured(node.from_, scope, write)


@moves.register
def _(node: c.Attract, scope: Scope, found: Found) -> None:
    out = scope.out

    def followed(move: Candidate) -> None:
        found(move.followed(node.then))

    def write(base: str) -> None:
        for walk in walks(ways_of(node.directions), base, scope):
            drawn, count, n = scope.made.row(), out.name("count"), out.name("n")
            out.add(f"{count} = 0")
            with out.block("while True:"):
                walk.advance()
                with out.block(f"if {walk.at} == NONE:"):
                    out.add("break")
                with out.block(f"if s.what[{walk.at}] != 0:"):
                    out.add(f"s.aside[{drawn}, {count}] = s.what[{walk.at}]")
                    out.add(f"{count} += 1")
                    _take(scope, walk.at, followed)
            again = walk.again(scope.binding(way=walk.first), base)
            piece = out.name("piece")
            with out.block(f"for {n} in range({count}):"):
                again.advance()
                out.add(f"{piece} = whole(s.aside[{drawn}, {n}])")
                _put(piece, scope, again.at, followed)

    captured(node.from_, scope, write)
