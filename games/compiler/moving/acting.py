"""Moves that put, take and name pieces where they stand, as source."""

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import replace

from boardless.games.compiler.covers import Covers, has_covers
from boardless.games.compiler.generic import condition, integer, site
from boardless.games.compiler.moving.candidates import Candidate, Found, moves
from boardless.games.compiler.moving.components import component, components
from boardless.games.compiler.moving.large_pieces import add_large, lay_dominoes, move_large
from boardless.games.compiler.moving.piles import Carry, carry, removed_level, selected_level
from boardless.games.compiler.moving.walking import applied, passes, starts
from boardless.games.compiler.regions import each, in_order
from boardless.games.compiler.scope import Scope
from boardless.games.compiler.tile_tables import rotations
from boardless.games.ludemes import integers as i
from boardless.games.ludemes import kinds as k
from boardless.games.ludemes import moves as m
from boardless.games.ludemes.accessories import Dominoes


@moves.register
def _(node: m.Add, scope: Scope, found: Found) -> None:
    piece = node.piece.component if node.piece is not None else None
    constant = piece.constant if isinstance(piece, k.Integer) else 0
    large = has_covers(scope.model)
    known = constant is not None and constant >= 0 and not large
    state = node.piece.state if node.piece is not None else None

    def act(scope: Scope) -> None:
        applied(node.to.apply, scope)
        added = component(node.piece, scope, node) if known else "number1"
        times = 1 if node.count is None else f"number{1 if known else 2}"
        with scope.out.block(f"for _ in range({times}):"):
            if node.to.level is None or not scope.model.stacking:
                scope.out.add(f"add_to(s, site, {added}, 1)")
            else:
                level = integer(node.to.level, scope)
                scope.out.add(f"insert_at(s, site, {level}, {added})")
        if state is not None:
            given = 1 + (not known) + (node.count is not None)
            scope.out.add(f"set_field(s, STATES, site, number{given})")
        if node.to.rotations is not None:
            turned = 1 + (not known) + (node.count is not None) + (state is not None)
            scope.out.add(f"turn(s, site, number{turned})")

    parts = (node.to.apply, node.piece if known else None, node.to.level)
    reads = tuple(part for part in parts if part is not None)

    def write(numbers: tuple[str, ...]) -> None:
        with in_order(node.to.target, scope) as to:
            inner = scope.binding(to=to)
            allowed = passes(node.to, inner)
            with (
                scope.out.block(f"if {allowed}:"),
                _turned(node.to, inner) as turns,
            ):
                count: tuple[str, ...] = ()
                if node.count is not None:
                    count = (scope.out.name("count"),)
                    scope.out.add(f"{count[0]} = {integer(node.count, inner)}")
                given = () if state is None else (integer(state, inner),)
                more = (*numbers, *count, *given, *turns)
                move = Candidate(inner, to, to, act, reads, numbers=more)
                with scope.out.block(f"if {count[0]} > 0:") if count else nullcontext():
                    _listed(node, move, inner, found)

    if known:
        write(())
        return
    # Which component it is has been decided before it is said where to.
    number = scope.out.name("component")
    scope.out.add(f"{number} = {component(node.piece, scope, node)}")
    with scope.out.block(f"if {number} != -1:"):
        if not large:
            write((number,))
            return
        add_large(node, number, scope, found)
        with scope.out.block(f"if {Covers.of(scope).ways}[{number}] == 0:"):
            write((number,))


@moves.register
def _(node: m.Claim, scope: Scope, found: Found) -> None:
    piece = node.piece or m.MovedPiece(i.MoverNumber())
    moves(m.Add(piece, node.to, node.then), scope, found)


@contextmanager
def _turned(to: m.To, scope: Scope) -> Iterator[tuple[str, ...]]:
    """Open a loop over the ways to turn what is put on a site, if any are given."""
    if to.rotations is None:
        yield ()
        return
    values = rotations(to.rotations, scope)
    turned = scope.out.name("turned")
    with scope.out.block(f"for {turned} in ({', '.join(map(str, values))},):"):
        yield (turned,)


def _listed(node: m.Add, move: Candidate, scope: Scope, found: Found) -> None:
    """Hand a move over: twice where it does something beside in a region, as Ludii lists it."""
    apply = node.to.apply
    if apply is None or apply.moves is None or isinstance(node.to.target, k.Single):
        found(move.followed(node.then))
        return
    again = "True" if apply.if_ is None else condition(apply.if_, scope)
    with scope.out.block(f"if {again}:"), scope.out.block("for _ in range(2):"):
        found(replace(move.followed(node.then), twice=True))
    if apply.if_ is not None:
        with scope.out.block("else:"):
            scope.out.add("pass")
            found(move.followed(node.then))


@moves.register
def _(node: m.FromTo, scope: Scope, found: Found) -> None:
    moved = carry(node, scope)
    counted = node.count is not None and moved == Carry()
    large, dominoes = has_covers(scope.model), scope.model.uses(Dominoes)

    def act(scope: Scope) -> None:
        applied(node.to.apply, scope)
        scope.out.add("move_some(s, origin, site, number1)" if counted else moved.statement)
        if node.to.rotations is not None:
            scope.out.add(f"turn(s, site, number{1 + counted + moved.bound})")

    reads = () if node.to.apply is None else (node.to.apply,)

    def write(scope: Scope, origin: str) -> None:
        out = scope.out
        numbers: tuple[str, ...] = ()
        small = ""
        if dominoes:
            parts = f"PART_COUNTS[s.what[{origin}]]"
            with out.block(f"if {parts} != 0 and {origin} <= HELD:"):
                lay_dominoes(node, origin, scope, found)
            small = f" and {parts} == 0"
        elif large:
            ways = f"{Covers.of(scope).ways}[s.what[{origin}]]"
            with out.block(f"if {ways} != 0:"):
                move_large(node, origin, scope, found)
            small = f" and {ways} == 0"
        with out.block(f"if s.what[{origin}] != 0{small}:"):
            if node.count is not None and counted:
                # Of the targets none is the one that is gone to yet.
                count = out.name("count")
                out.add(f"{count} = {integer(node.count, scope)}")
                numbers = (count,)
            with each(node.to.target, scope, hands=True) as to:
                inner = scope.binding(to=to)
                allowed = passes(node.to, inner)
                with out.block(f"if {allowed}:"), _turned(node.to, inner) as turns:
                    levels = numbers or moved.numbers(origin, inner)
                    move = Candidate(inner, origin, to, act, reads, numbers=(*levels, *turns))
                    found(move.followed(node.then))

    starts(node.from_, scope, write)


@moves.register
def _(node: m.Remove, scope: Scope, found: Found) -> None:
    later = node.at is m.When.END_OF_TURN

    leveled = node.level is not None and scope.model.stacking and not later
    scope.made.leaves |= leveled

    def act(scope: Scope) -> None:
        taken = "remove_later(s, site)" if later else "remove_from(s, site)"
        if leveled:
            taken = f"remove_level(s, site, number{1 if node.count is None else 2})"
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
        # Outside of a move (to) is no site.
        inner = scope.binding(to=scope.to or "NONE")
        scope.out.add(f"{count} = {integer(node.count, inner)}")
        numbers = (count,)
    with in_order(node.region, scope) as at, scope.out.block(f"if s.what[{at}] != 0:"):
        inner = scope.binding(to=at)
        levels = (removed_level(node.level, at, scope),) if node.level and leveled else ()
        move = Candidate(inner, at, at, act, numbers=(*numbers, *levels))
        found(move.followed(node.then))


@moves.register
def _(node: m.Select, scope: Scope, found: Found) -> None:
    stacking = scope.model.stacking

    def act(scope: Scope) -> None:
        named = "select_level(s, origin, site, number1)" if stacking else "select(s, origin, site)"
        scope.out.add(named)

    def write(scope: Scope, origin: str) -> None:
        if node.to is None:
            level = selected_level(node.from_.level, origin, scope) if stacking else ()
            found(Candidate(scope, origin, origin, act, numbers=level).followed(node.then))
            return
        with each(node.to.target, scope, hands=True) as to:
            inner = scope.binding(to=to)
            allowed = passes(node.to, inner)
            with scope.out.block(f"if {allowed}:"):
                level = selected_level(node.to.level, to, inner) if stacking else ()
                found(Candidate(inner, origin, to, act, numbers=level).followed(node.then))

    starts(node.from_, scope, write, aims=True)


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
