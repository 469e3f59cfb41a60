"""Moves that put, take and name pieces where they stand, as source."""

from collections.abc import Iterator
from contextlib import contextmanager

from boardless.games.compiler.generic import condition, integer, site
from boardless.games.compiler.moving.candidates import Candidate, Found, moves
from boardless.games.compiler.moving.components import component, components
from boardless.games.compiler.moving.walking import applied, starts
from boardless.games.compiler.regions import each
from boardless.games.compiler.scope import Scope
from boardless.games.ludemes import kinds as k
from boardless.games.ludemes import moves as m


@moves.register
def _(node: m.Add, scope: Scope, found: Found) -> None:
    def act(scope: Scope) -> None:
        applied(node.to.apply, scope)
        count = "1" if node.count is None else integer(node.count, scope)
        scope.out.add(f"add_to(s, site, {component(node.piece, scope, node)}, {count})")

    parts = (node.to.apply, node.piece, node.count)
    reads = tuple(part for part in parts if part is not None)
    with each(node.to.target, scope, hands=True) as to:
        inner = scope.binding(to=to)
        allowed = "True" if node.to.if_ is None else condition(node.to.if_, inner)
        with scope.out.block(f"if {allowed}:"), _repeated(node.to, inner):
            found(Candidate(inner, to, to, act, reads).followed(node.then))


@contextmanager
def _repeated(to: m.To, scope: Scope) -> Iterator[None]:
    """Open a loop that finds a move twice where it does something beside in a region, as Ludii."""
    apply = to.apply
    if apply is None or apply.moves is None or isinstance(to.target, k.Single):
        yield
        return
    times = "2" if apply.if_ is None else f"1 + int({condition(apply.if_, scope)})"
    with scope.out.block(f"for _ in range({times}):"):
        yield


@moves.register
def _(node: m.FromTo, scope: Scope, found: Found) -> None:
    if node.copy:
        node.reject("copies are read, but cannot be compiled beside other effects yet")

    def act(scope: Scope) -> None:
        applied(node.to.apply, scope)
        scope.out.add(
            "move_to(s, origin, site)"
            if node.count is None
            else "move_some(s, origin, site, number1)"
        )

    reads = () if node.to.apply is None else (node.to.apply,)

    def write(scope: Scope, origin: str) -> None:
        out = scope.out
        numbers: tuple[str, ...] = ()
        with out.block(f"if s.what[{origin}] != 0:"):
            if node.count is not None:
                # Of the targets none is the one that is gone to yet.
                count = out.name("count")
                out.add(f"{count} = {integer(node.count, scope)}")
                numbers = (count,)
            with each(node.to.target, scope, hands=True) as to:
                inner = scope.binding(to=to)
                allowed = "True" if node.to.if_ is None else condition(node.to.if_, inner)
                with out.block(f"if {allowed}:"):
                    move = Candidate(inner, origin, to, act, reads, numbers=numbers)
                    found(move.followed(node.then))

    starts(node.from_, scope, write)


@moves.register
def _(node: m.Remove, scope: Scope, found: Found) -> None:
    later = node.at is m.When.END_OF_TURN

    def act(scope: Scope) -> None:
        taken = "remove_later(s, site)" if later else "remove_from(s, site)"
        if node.count is None:
            scope.out.add(taken)
            return
        with scope.out.block("for _ in range(max(number1, 1)):"):
            scope.out.add(taken)

    if later:
        scope.made.clears = True

    numbers: tuple[str, ...] = ()
    if node.count is not None:
        count = scope.out.name("count")
        scope.out.add(f"{count} = {integer(node.count, scope)}")
        numbers = (count,)
    with each(node.region, scope, hands=True) as at, scope.out.block(f"if s.what[{at}] != 0:"):
        move = Candidate(scope.binding(to=at), at, at, act, numbers=numbers)
        found(move.followed(node.then))


@moves.register
def _(node: m.Select, scope: Scope, found: Found) -> None:
    def act(scope: Scope) -> None:
        scope.out.add("select(s, origin, site)")

    def write(scope: Scope, origin: str) -> None:
        if node.to is None:
            found(Candidate(scope, origin, origin, act).followed(node.then))
            return
        with each(node.to.target, scope, hands=True) as to:
            inner = scope.binding(to=to)
            allowed = "True" if node.to.if_ is None else condition(node.to.if_, inner)
            with scope.out.block(f"if {allowed}:"):
                found(Candidate(inner, origin, to, act).followed(node.then))

    starts(node.from_, scope, write)


@moves.register
def _(node: m.MoveAgain, scope: Scope, found: Found) -> None:
    def act(scope: Scope) -> None:
        scope.out.add(f"set_next(s, {scope.mover})")

    found(Candidate(scope, "NONE", "NONE", act).followed(node.then))


@moves.register
def _(node: m.Promote, scope: Scope, found: Found) -> None:
    at = scope.out.name("x")
    scope.out.add(f"{at} = {scope.bound('to', node) if node.at is None else site(node.at, scope)}")
    numbers = components(node.piece, node.role, scope)
    with scope.out.block(f"if {at} != NONE:"):
        for number in range(len(numbers)):

            def act(inner: Scope, number: int = number) -> None:
                made = components(node.piece, node.role, inner)[number]
                inner.out.add(f"promote(s, site, {made})")

            found(Candidate(scope, at, at, act, (node.piece,)).followed(node.then))
