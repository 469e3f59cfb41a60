"""The moves of the pieces of a player, as source."""

from collections.abc import Iterator
from contextlib import contextmanager

from boardless.games.compiler.camps import camp_of, each_in_camp
from boardless.games.compiler.generic import integer
from boardless.games.compiler.levels import each_level
from boardless.games.compiler.moving.candidates import Candidate, Found, moves
from boardless.games.compiler.moving.sharing import of_one
from boardless.games.compiler.owned_order import each_owned, keeps_order
from boardless.games.compiler.regions import belongs
from boardless.games.compiler.scope import Scope
from boardless.games.ludemes import kinds as k
from boardless.games.ludemes import moves as m
from boardless.games.ludemes.kinds import Role


@moves.register
def _(node: m.ForEachPiece, scope: Scope, found: Found) -> None:
    model, out = scope.model, scope.out
    role = node.role or Role.MOVER
    groups: dict[k.Moves, list[int]] = {}
    for number, piece in enumerate(model.components, 1):
        rule = node.moves or model.moves_of(number)
        if rule is None or (node.names is not None and not _named(piece.name, node.names)):
            continue
        groups.setdefault(rule, []).append(number)
    at, what = out.name("x"), out.name("piece")

    def followed(candidate: Candidate) -> None:
        found(candidate.followed(node.then))

    inner = of_one(node, scope)
    held = ""
    if node.container is not None:
        held = out.name("container")
        out.add(f"{held} = {integer(node.container, scope)}")
    first = "1" if held else "HELD + 1"
    # What follows from a move is done in the order in which the pieces came.
    came = scope.after and not held and keeps_order(model)
    camp = None if held or came else camp_of(role, scope, node)
    if camp is not None:
        with each_in_camp(camp, scope) as at:
            out.add(f"{what} = whole(s.what[{at}])")
            _of_each_rule(groups, what, inner.binding(origin=at), followed)
        return
    sites = each_owned(scope) if came else _in_order(at, first, scope)
    with sites as at, _levels(node, at, scope) as level:
        here, owner = f"s.what[{at}]", f"s.who[{at}]"
        if level is not None:
            here, owner = f"what_at(s, {at}, {level})", f"who_at(s, {at}, {level})"
            inner = inner.binding(level=level)
        out.add(f"{what} = whole({here})")
        with out.block(f"if {what} == 0 or not {belongs(role, what, owner, scope, node)}:"):
            out.add("continue")
        if held:
            # Sites of the board are in container 0.
            with out.block(f"if (HOLDER[{at}] if {at} <= HELD else 0) != {held}:"):
                out.add("continue")
        _of_each_rule(groups, what, inner.binding(origin=at), followed)


def _of_each_rule(groups: dict[k.Moves, list[int]], what: str, scope: Scope, found: Found) -> None:
    """Add the moves of a piece by each of the rules that are for its component."""
    out = scope.out
    for rule, numbers in groups.items():
        test = " or ".join(f"{what} == {number}" for number in numbers)
        if len(numbers) == len(scope.model.components):
            test = "True"
        with out.block(f"if {test}:"):
            out.add("pass")
            moves(rule, scope, found)


@contextmanager
def _in_order(at: str, first: str, scope: Scope) -> Iterator[str]:
    """Open a loop over the sites from `first` on, by their numbers; yield the site, named `at`."""
    with scope.out.block(f"for {at} in range({first}, s.n[COUNT] + 1):"):
        yield at


@contextmanager
def _levels(node: m.ForEachPiece, at: str, scope: Scope) -> Iterator[str | None]:
    """Open a loop over the pieces on a site where they lie one upon another; yield the level."""
    if not scope.model.stacking:
        yield None
    elif node.top:
        level = scope.out.name("level")
        scope.out.add(f"{level} = height(s, {at}) - 1")
        yield level
    else:
        with each_level(at, scope) as level:
            yield level


def _named(name: str, names: tuple[str, ...]) -> bool:
    """Tell whether a component has one of the names, with or without its owner's number."""
    return any(name == one or name.rstrip("0123456789") == one for one in names)
