"""Rules that are followed again and again, or tried first, as source."""

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import replace

from boardless.games.compiler.generic import condition, integer
from boardless.games.compiler.left_to_chance import is_by_chance
from boardless.games.compiler.moving.candidates import (
    CARRIED,
    Asked,
    Candidate,
    Found,
    moves,
)
from boardless.games.compiler.moving.keeping import is_kept, keep, make_kept, variables_of
from boardless.games.compiler.moving.sharing import find
from boardless.games.compiler.moving.sliding import bounds
from boardless.games.compiler.moving.trials import holds_after
from boardless.games.compiler.moving.walking import effect_of, passes, starts
from boardless.games.compiler.moving.ways import look_along, walks
from boardless.games.compiler.regions import in_order
from boardless.games.compiler.remembering import (
    asks_for_pending,
    effect,
    pending_forgotten,
    variable_set,
    variable_value,
)
from boardless.games.compiler.scope import Scope
from boardless.games.compiler.several import each_integer
from boardless.games.compiler.threats import always_after
from boardless.games.language.ludeme import inside
from boardless.games.ludemes import kinds as k
from boardless.games.ludemes import moves as m
from boardless.games.ludemes.accessories import DiceItem


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


@moves.register
def _(node: m.Do, scope: Scope, found: Found) -> None:
    """Follow a rule, find the moves of another then, and take back what was done."""
    allowed = node.if_afterwards

    def checked(candidate: Candidate) -> None:
        followed = candidate.followed(node.then)
        if allowed is None or (scope.threatening and always_after(allowed)):
            found(followed)
            return
        asked = Asked(allowed, candidate, scope.mover)
        if scope.late and node.next is None:
            found(replace(followed, asked=asked))
            return
        out = candidate.scope.out
        wanted = out.block(f"if not {scope.enough}:") if scope.enough else nullcontext()
        with wanted, out.block(f"if {holds_after(asked)}:"):
            found(followed)

    if node.next is None:
        find(node.prior, scope.asking_at_once(), checked)
        return
    scope = scope.asking_at_once()
    out, queued = scope.out, scope.out.name("queued")
    drawn = out.name("drawn") if is_by_chance(node.prior) else ""
    if drawn:
        out.add(f"{drawn} = whole(s.lot[DRAWN])")
    # Among consequences, others may be made first that change what the prior is worked out from.
    given = variables_of(node.prior) if scope.after else ()
    keeps = scope.after and scope.made.keeps and is_kept(node.prior)
    values = tuple(out.name("value") for _ in given)
    for part, value in zip(given, values, strict=True):
        out.add(f"{value} = {variable_value(part, scope)}")
    out.add("begin_attempt(s)")
    out.add(f"{queued} = whole(s.n[QUEUED])")
    kept = keep(node.prior, scope) if keeps else None
    if kept is None:
        scope.made.follow(node.prior, scope)
    # What has been made for the trial leaves the queue, and what is found then stays there.
    out.add(f"s.n[QUEUED] = {queued}")
    scope.made.takes_back = True
    any_ = out.name("any")
    out.add(f"{any_} = False")

    def prepended(candidate: Candidate) -> None:
        candidate.scope.out.add(f"{any_} = True")

        own = (kept.number,) if kept is not None else values or ((drawn,) if drawn else ())
        # What is iterated over again on the way to the move means another site there.
        hidden = () if own else tuple(_hidden(node.prior, scope, candidate.scope))

        def act(own_scope: Scope) -> None:
            # The moves may be those of another player, what goes before them is the mover's.
            inner = own_scope.binding(mover="mover") if scope.mover == "mover" else own_scope
            if given:
                for n, part in enumerate(given, len(candidate.numbers) + 1):
                    inner.out.add(variable_set(part, inner, f"number{n}"))
            elif kept is not None:
                make_kept(f"number{len(candidate.numbers) + 1}", kept.rules, inner)
            elif not drawn:
                first = len(candidate.numbers) + 1
                bound = {name: f"number{n}" for n, name in enumerate(hidden, first)}
                inner.made.precede(node.prior, inner.binding(**bound))
            else:
                # What chance decides is decided in the order in which it was tried.
                with _drawn_again(f"number{len(candidate.numbers) + 1}", inner):
                    inner.made.follow(node.prior, inner)
            if asks_for_pending(node.prior):
                inner.out.add(pending_forgotten(inner))
            candidate.act(own_scope)

        numbers = (*candidate.numbers, *own, *(getattr(scope, name) for name in hidden))
        reads = (*candidate.reads, node.prior)
        checked(replace(candidate, act=act, reads=reads, numbers=numbers))

    find(node.next, scope, prepended)
    if any(isinstance(item, DiceItem) for item in scope.model.game.equipment.items):
        # Who has nothing to do with what he rolled passes.
        with out.block(f"if not {any_}:"):
            prepended(effect("pass_turn(s)", scope))
    out.add(f"{queued} = whole(s.n[QUEUED])")
    if kept is not None:
        last = out.name("last")
        out.add(f"{last} = whole(s.n[KEPT])")
    out.add("undo(s)")
    out.add(f"s.n[QUEUED] = {queued}")
    if kept is not None:
        # What has been found refers to it.
        out.add(f"s.n[KEPT] = {last}")


def _hidden(prior: k.Moves, outer: Scope, inner: Scope) -> Iterator[str]:
    """Yield the names that a prior reads and that mean something else further in."""
    read = {type(part) for part in inside(prior)}
    for name, ludemes in CARRIED.items():
        source = getattr(outer, name)
        if source is not None and source != getattr(inner, name) and read & set(ludemes):
            yield name


@contextmanager
def _drawn_again(first: str, scope: Scope) -> Iterator[None]:
    """Let chance decide inside as it has from outcome `first` on."""
    out, before = scope.out, scope.out.name("drawn")
    out.add(f"{before} = whole(s.lot[DRAWN])")
    out.add(f"s.lot[DRAWN] = {first}")
    yield
    out.add(f"s.lot[DRAWN] = {before}")
