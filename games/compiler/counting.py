"""Integers that are read off the places of the game, as source."""

from collections.abc import Iterator
from contextlib import contextmanager

from boardless.games.compiler.camps import camp_of, each_in_camp
from boardless.games.compiler.covers import states_lie
from boardless.games.compiler.generic import condition, integer, site
from boardless.games.compiler.levels import each_level, read_level
from boardless.games.compiler.model import player_of
from boardless.games.compiler.moving.candidates import Candidate, Found, moves
from boardless.games.compiler.regions import each
from boardless.games.compiler.roles import is_meant, is_of_team
from boardless.games.compiler.scope import Scope
from boardless.games.compiler.several import each_integer
from boardless.games.compiler.source import Source
from boardless.games.ludemes import board_integers as b
from boardless.games.ludemes import conditions as c
from boardless.games.ludemes import counting as n
from boardless.games.ludemes import integers as i
from boardless.games.ludemes import kinds as k
from boardless.games.ludemes import levels as v
from boardless.games.ludemes import rotations as t
from boardless.games.ludemes.accessories import Dominoes
from boardless.games.ludemes.kinds import Role


@integer.register
def _(node: n.Named, scope: Scope) -> str:
    return f"({node.constant})"


@integer.register
def _(node: i.IntegerIf, scope: Scope) -> str:
    out = scope.out
    value = out.name("value")
    test = condition(node.condition, scope)
    with out.block(f"if {test}:"):
        out.add(f"{value} = {integer(node.then, scope)}")
    with out.block("else:"):
        otherwise = "-1" if node.otherwise is None else integer(node.otherwise, scope)
        out.add(f"{value} = {otherwise}")
    return value


@integer.register
def _(node: i.Power, scope: Scope) -> str:
    return f"power({integer(node.base, scope)}, {integer(node.exponent, scope)})"


@integer.register
def _(node: b.CountIntegers, scope: Scope) -> str:
    count = scope.out.name("count")
    scope.out.add(f"{count} = 0")
    with each_integer(node.array, scope):
        scope.out.add(f"{count} += 1")
    return count


@integer.register
def _(node: n.CountEqual, scope: Scope) -> str:
    out = scope.out
    count, wanted = out.name("count"), out.name("value")
    out.add(f"{count} = 0")
    out.add(f"{wanted} = {integer(node.value, scope)}")
    with each_integer(node.in_, scope) as value, out.block(f"if {value} == {wanted}:"):
        out.add(f"{count} += 1")
    return count


@integer.register
def _(node: n.CountPieces, scope: Scope) -> str:
    if node.name == "Bag" and scope.model.uses(Dominoes):
        from boardless.games.compiler.dominoes import count_left

        return count_left(node, scope)[0]
    count = scope.out.name("count")
    scope.out.add(f"{count} = 0")
    with _pieces(node, scope) as (at, level):
        inner = scope.binding(iterated=at, level=level)
        test = "True" if node.if_ is None else condition(node.if_, inner)
        with scope.out.block(f"if {test}:"):
            scope.out.add(f"{count} += {1 if level else f'amount(s, {at})'}")
    return count


@condition.register
def _(node: c.NoPieces, scope: Scope) -> str:
    found = scope.out.name("none")
    scope.out.add(f"{found} = True")
    with _pieces(node, scope):
        scope.out.add(f"{found} = False")
    return found


@contextmanager
def _pieces(node: n.CountPieces | c.NoPieces, scope: Scope) -> Iterator[tuple[str, str | None]]:
    """Open a loop over the sites where pieces of a role stand, with a name; yield the site.

    Where pieces lie one upon another it is a loop over them: beside the site yield the level.
    """
    out, role = scope.out, node.role or Role.ALL
    camp = None if node.in_ is not None or node.of is not None else camp_of(role, scope, node)
    if camp is not None:
        with each_in_camp(camp, scope, hands=True) as at:
            if node.name is None:
                yield at, None
            else:
                with out.block(f"if {_named(node.name, f's.what[{at}]', scope)}:"):
                    yield at, None
        return
    with _sites(node.in_, scope) as at, _standing(at, scope) as level:
        what, who = f"s.what[{at}]", f"whole(s.who[{at}])"
        if level is not None:
            what, who = f"what_at(s, {at}, {level})", f"who_at(s, {at}, {level})"
        wanted = f"{what} != 0"
        if states_lie(scope.model):
            wanted += f" and part_at(s, {at}) == 0"
        if node.of is not None:
            wanted += f" and {who} == {integer(node.of, scope)}"
        elif role is not Role.ALL:
            wanted += f" and {is_meant(role, who, scope, node)}"
        if node.name is not None:
            wanted += f" and {_named(node.name, what, scope)}"
        with out.block(f"if {wanted}:"):
            yield at, level


def _named(name: str, what: str, scope: Scope) -> str:
    """Return the condition that the name of a component has a name in it."""
    components = enumerate(scope.model.components, 1)
    named = [number for number, each_ in components if name in each_.name]
    return f"({' or '.join(f'{what} == {number}' for number in named) or 'False'})"


@contextmanager
def _sites(region: k.Region | None, scope: Scope) -> Iterator[str]:
    """Open a loop over the sites of a region, or over all with those of the hands."""
    if region is not None:
        with each(region, scope, hands=True) as at:
            yield at
        return
    at = scope.out.name("x")
    with scope.out.block(f"for {at} in range(1, s.n[COUNT] + 1):"):
        yield at


@contextmanager
def _standing(at: str, scope: Scope) -> Iterator[str | None]:
    """Open a loop over the levels of a site where there are any; yield the level."""
    if scope.model.stacking:
        with each_level(at, scope) as level:
            yield level
    else:
        yield None


@integer.register
def _(node: n.CountAt, scope: Scope) -> str:
    model = scope.model
    # Where pieces lie one upon another each of them counts.
    held = "height" if model.stacking else "amount"
    if node.at is not None:
        at = site(node.at, scope)
        if model.layout is None or str(node.type or model.layout_use) == str(k.SiteType.CELL):
            return f"{held}(s, {at})"
        # Hands have cells: nothing is found in them where vertices or edges are counted.
        counted = scope.out.name("x")
        scope.out.add(f"{counted} = {at}")
        return f"({held}(s, {counted}) if {counted} > HELD else 0)"
    assert node.in_ is not None
    count = scope.out.name("count")
    scope.out.add(f"{count} = 0")
    with each(node.in_, scope, hands=True) as at:
        scope.out.add(f"{count} += {held}(s, {at})")
    return count


#: What sites are asked for, and where it is.
_FIELDS = {t.RotationAt: "ROTATIONS", n.StateAt: "STATES", n.PieceValue: "VALUES"}


@integer.register(t.RotationAt)
@integer.register(n.StateAt)
@integer.register(n.PieceValue)
def _(node: t.RotationAt | n.StateAt | n.PieceValue, scope: Scope) -> str:
    field = _FIELDS[type(node)]
    if node.level is not None and scope.model.stacking:
        return read_level(node.at, node.level, scope, f"number_at(s, {field}, ")
    return f"whole(s.fields[{field}, {site(node.at, scope)}])"


@moves.register
def _(node: n.SetState, scope: Scope, found: Found) -> None:
    at, value = scope.out.name("x"), scope.out.name("value")
    scope.out.add(f"{at} = {site(node.at, scope)}")
    scope.out.add(f"{value} = {integer(node.state, scope)}")
    leveled = node.level is not None and scope.model.stacking
    levels = (integer(node.level, scope),) if node.level is not None and leveled else ()

    def act(inner: Scope) -> None:
        inner.out.add(
            "set_state_at(s, site, number2, number1)" if leveled else "set_state(s, site, number1)"
        )

    with scope.out.block(f"if {at} != NONE and {value} >= 0:"):
        found(Candidate(scope, at, at, act, numbers=(value, *levels)).followed(node.then))


@moves.register
def _(node: n.SetCount, scope: Scope, found: Found) -> None:
    at = scope.out.name("x")
    scope.out.add(f"{at} = {site(node.at, scope)}")

    def act(inner: Scope) -> None:
        inner.out.add("set_count(s, site, number1)")

    with scope.out.block(f"if {at} != NONE:"):
        count = integer(node.count, scope)
        found(Candidate(scope, at, at, act, numbers=(count,)).followed(node.then))


@integer.register
def _(node: n.Where, scope: Scope) -> str:
    return f"number_of(s, {site(node, scope)})"


@site.register
def _(node: n.Where, scope: Scope) -> str:
    state = "-1" if node.state is None else integer(node.state, scope)
    body = Source(depth=1)
    with (
        body.block("for at in range(HELD + 1, s.n[COUNT] + 1):"),
        _standing("at", scope.binding(out=body)) as level,
    ):
        here = "s.what[at]" if level is None else f"what_at(s, at, {level})"
        test = f"what > 0 and {here} == what"
        if node.state is not None and level is None:
            test += " and s.fields[STATES, at] == state"
        elif node.state is not None:
            test += f" and number_at(s, STATES, at, {level}) == state"
        with body.block(f"if {test}:"):
            body.add("return at")
    body.add("return NONE")
    named = scope.made.helper("s: Arrays, what: int, state: int", "int", body.text())
    found = scope.out.name("x")
    scope.out.add(f"{found} = {named}(s, {_component(node, scope)}, {state})")
    return found


@integer.register
def _(node: v.WhereLevel, scope: Scope) -> str:
    out = scope.out
    found, what, at = out.name("level"), out.name("what"), out.name("x")
    out.add(f"{what} = {_component(node, scope)}")
    out.add(f"{at} = {site(node.at, scope)}")
    out.add(f"{found} = -1")
    state = "" if node.state is None else integer(node.state, scope)
    order = v.Order.FROM_TOP if node.from_top else v.Order.FROM_BOTTOM
    with each_level(at, scope, order) as level:
        # Nothing is found in a hand.
        test = f"{at} > HELD and {what} > 0 and what_at(s, {at}, {level}) == {what} and {found} < 0"
        if state:
            test += f" and number_at(s, STATES, {at}, {level}) == {state}"
        with out.block(f"if {test}:"):
            out.add(f"{found} = {level}")
    return found


def _component(node: n.Where | v.WhereLevel, scope: Scope) -> str:
    """Return the source of the component that is looked for; -1 where there is none."""
    if node.name is None:
        assert isinstance(node.who, k.Integer)
        return integer(node.who, scope)
    players = scope.model.players
    numbers = [-1] * (players + 2)
    for number, each_ in reversed(list(enumerate(scope.model.components, 1))):
        if node.name in each_.name:
            numbers[each_.owner] = number
    if isinstance(node.who, Role) and node.who in (Role.NEUTRAL, Role.SHARED, Role.ALL, Role.EACH):
        return str(numbers[0 if node.who is Role.NEUTRAL else players + 1])
    if is_of_team(node.who):
        # As in Ludii: of the player who has the number of the team.
        return str(numbers[min(int(str(node.who).removeprefix("Team")), players)])
    if isinstance(node.who, Role) and (known := player_of(node.who)):
        return str(numbers[known] if known <= players else -1)
    player = (
        scope.player(node.who, node) if isinstance(node.who, Role) else integer(node.who, scope)
    )
    return f"({', '.join(map(str, numbers))},)[seat(s, {player})]"
