"""Conditions as source."""

from functools import partial

from boardless.games.compiler.generic import (
    board_site,
    condition,
    integer,
    member,
    read_at,
    site,
)
from boardless.games.compiler.groups import has_liberty
from boardless.games.compiler.known import is_of_another_type
from boardless.games.compiler.lying_for_good import is_for_good, site_beside, standing
from boardless.games.compiler.model import player_of
from boardless.games.compiler.moving.candidates import Asked, Candidate
from boardless.games.compiler.moving.sharing import draws, find
from boardless.games.compiler.moving.trials import holds_after
from boardless.games.compiler.moving.way_slots import Slots
from boardless.games.compiler.moving.ways import each_slot
from boardless.games.compiler.puzzles import compared
from boardless.games.compiler.regions import each
from boardless.games.compiler.remembering import is_pending
from boardless.games.compiler.repetition import LeadsOn, forbidden_repeats
from boardless.games.compiler.roles import is_meant, team_of
from boardless.games.compiler.scope import Scope, all_of
from boardless.games.compiler.several import each_integer
from boardless.games.compiler.visits import visiting
from boardless.games.language.ludeme import Ludeme
from boardless.games.ludemes import conditions as c
from boardless.games.ludemes import kinds as k
from boardless.games.ludemes.groups import CountLiberties
from boardless.games.ludemes.kinds import Role
from boardless.games.ludemes.memory import SitesPending
from boardless.games.ludemes.puzzles import Satisfy


@condition.register
def _(node: k.Truth, scope: Scope) -> str:
    return str(node.value)


@condition.register(c.And)
@condition.register(c.Or)
def _(node: c.And | c.Or, scope: Scope) -> str:
    parts = [partial(condition, part, scope) for part in node.conditions]
    return all_of(scope.out, parts, stop=isinstance(node, c.Or))


@condition.register
def _(node: c.Not, scope: Scope) -> str:
    return f"(not {condition(node.condition, scope)})"


#: The signs of the comparisons, in Python.
SIGNS: dict[type[Ludeme], str] = {
    c.Equal: "==",
    c.NotEqual: "!=",
    c.Less: "<",
    c.AtMost: "<=",
    c.Greater: ">",
    c.AtLeast: ">=",
}


@condition.register(c.Equal)
@condition.register(c.NotEqual)
@condition.register(c.Less)
@condition.register(c.AtMost)
@condition.register(c.Greater)
@condition.register(c.AtLeast)
def _(node: c.Equal | c.NotEqual | c.Less | c.AtMost | c.Greater | c.AtLeast, scope: Scope) -> str:
    if not isinstance(node, c.Equal | c.NotEqual) and scope.model.uses(Satisfy):
        return compared(node, SIGNS[type(node)], scope)
    if (
        isinstance(node, c.Greater)
        and isinstance(node.left, CountLiberties)
        and node.right == k.Constant(0)
    ):
        return has_liberty(node.left, scope)
    left, right = _operand(node.left, node, scope), _operand(node.right, node, scope)
    return f"({left} {SIGNS[type(node)]} {right})"


@condition.register
def _(node: c.SameSites, scope: Scope) -> str:
    out, same = scope.out, scope.out.name("same")
    out.add(f"{same} = True")
    for region, other in ((node.left, node.right), (node.right, node.left)):
        with each(region, scope) as at:
            inside = member(other, at, scope)
            with out.block(f"if not {inside}:"):
                out.add(f"{same} = False")
    return same


def _operand(value: k.Integer | Role, node: Ludeme, scope: Scope) -> str:
    """Return the source of an integer, or of the player whom a role means."""
    if not isinstance(value, Role):
        return integer(value, scope)
    players = scope.model.players
    number = players + 1 if value is Role.SHARED else player_of(value)
    # Nobody is a player that there is not.
    return str(number) if number > players else scope.player(value, node)


@condition.register
def _(node: c.IsEmpty, scope: Scope) -> str:
    at = scope.out.name("x")
    if is_for_good(node.type, scope.model):
        scope.out.add(f"{at} = {site_beside(node.type, node.site, scope)}")
    else:
        scope.out.add(f"{at} = {site(node.site, scope)}")
    return f"({at} != NONE and {standing(node.type, at, scope)[0]} == 0)"


@condition.register
def _(node: c.IsFlat, scope: Scope) -> str:
    out, flat, at, below = (
        scope.out,
        scope.out.name("flat"),
        scope.out.name("x"),
        scope.out.name("x"),
    )
    labels = map(scope.geometry.labels, range(scope.geometry.kinds))
    down = tuple(
        tuple(slot for slot, label in enumerate(row) if label.startswith("D")) for row in labels
    )
    out.add(f"{at} = {site(node.site, scope)}")
    out.add(f"{flat} = {at} != NONE")
    with out.block(f"if {flat}:"), each_slot(Slots("direction", down), at, scope) as slot:
        out.add(f"{below} = whole(s.step[{at} * SLOTS + {slot}])")
        out.add(f"{flat} = {flat} and s.what[{below}] != 0")
    return flat


@condition.register
def _(node: c.IsOccupied, scope: Scope) -> str:
    if is_for_good(node.type, scope.model):
        at = site_beside(node.type, node.site, scope)
        return f"({standing(node.type, at, scope)[0]} != 0)"
    return f"({read_at(node.site, scope, 'what')} != 0)"


@condition.register
def _(node: c.IsMover, scope: Scope) -> str:
    return f"({_operand(node.who, node, scope)} == {scope.mover})"


@condition.register
def _(node: c.ConditionIf, scope: Scope) -> str:
    out, holds = scope.out, scope.out.name("c")
    with out.block(f"if {condition(node.condition, scope)}:"):
        out.add(f"{holds} = {condition(node.then, scope)}")
    with out.block("else:"):
        otherwise = "False" if node.otherwise is None else condition(node.otherwise, scope)
        out.add(f"{holds} = {otherwise}")
    return holds


@condition.register
def _(node: c.IsEnemy, scope: Scope) -> str:
    who = scope.out.name("who")
    scope.out.add(f"{who} = {_operand(node.who, node, scope)}")
    if scope.model.has_teams:
        other = f"{team_of(who, scope)} != {team_of(scope.mover, scope)}"
        return f"({who} != 0 and ({who} > PLAYERS or {other}))"
    return f"({who} != 0 and {who} != {scope.mover})"


@condition.register
def _(node: c.IsFriend, scope: Scope) -> str:
    if scope.model.has_teams:
        who = scope.out.name("who")
        scope.out.add(f"{who} = {_operand(node.who, node, scope)}")
        return is_meant(Role.FRIEND, who, scope, node)
    return f"({_operand(node.who, node, scope)} == {scope.mover})"


@condition.register
def _(node: c.IsPrevious, scope: Scope) -> str:
    return f"({_operand(node.who, node, scope)} == {scope.in_turn('PREVIOUS')})"


@condition.register
def _(node: c.IsNext, scope: Scope) -> str:
    return f"({_operand(node.who, node, scope)} == {scope.in_turn('NEXT')})"


@condition.register(c.IsEven)
@condition.register(c.IsOdd)
def _(node: c.IsEven | c.IsOdd, scope: Scope) -> str:
    return f"({integer(node.value, scope)} % 2 == {int(isinstance(node, c.IsOdd))})"


@condition.register
def _(node: c.CanMove, scope: Scope) -> str:
    found = scope.out.name("can")
    scope.out.add(f"{found} = False")
    with visiting(node, scope):
        inner = scope.asking_at_once()
        one_will_do = inner if draws(node.moves, scope) else inner.binding(enough=found)
        find(node.moves, one_will_do, lambda move: _one_more(move, found))
    return found


def _one_more(move: Candidate, found: str) -> None:
    """Add statements that set a name if a move may be made; none leads to what may not repeat."""
    out = move.scope.out
    repeats = forbidden_repeats(move.scope.model.game)
    if repeats is None:
        out.add(f"{found} = True")
        return
    with out.block(f"if not {found}:"):
        out.add(f"{found} = {holds_after(Asked(LeadsOn(repeats), move, move.scope.mover))}")


@condition.register
def _(node: c.AllPassed, scope: Scope) -> str:
    return "everyone_passed(s)" if scope.model.effects else "all_passed(s)"


@condition.register
def _(node: c.NoMoves, scope: Scope) -> str:
    if scope.last is None and not scope.model.effects:
        node.reject("depends on itself as part of a rule that makes moves")
    if scope.model.effects and node.role is Role.NEXT:
        scope.made.asks_next |= scope.after
        # While it is looked at what who is next may do, he does not look ahead himself.
        return "False" if scope.looking else f"next_is_stuck(s, {scope.mover})"
    if scope.model.effects:
        return f"is_stuck(s, {scope.player(node.role, node)})"
    return f"(count_moves(s, {scope.player(node.role, node)}) == 0)"


@condition.register
def _(node: c.IsIn, scope: Scope) -> str:
    among = node.among
    if isinstance(among, SitesPending):
        return is_pending(node.value, scope)
    if isinstance(among, k.Region):
        name = scope.out.name("x")
        if is_of_another_type(among, scope):
            number, first = integer(node.value, scope), scope.model.hand_size + 1
            scope.out.add(f"{name} = max({number}, -{first}) + {first}")
        else:
            scope.out.add(f"{name} = {board_site(node.value, scope)}")
        parts = [lambda: f"({name} != NONE)", lambda: member(among, name, scope)]
        return all_of(scope.out, parts, stop=False)
    value = integer(node.value, scope)
    if isinstance(among, k.Listed):
        if not among.values:
            return "False"
        name = scope.out.name("a")
        scope.out.add(f"{name} = {value}")
        options = [f"{name} == {integer(option, scope)}" for option in among.values]
        return f"({' or '.join(options)})"
    name, found = scope.out.name("a"), scope.out.name("c")
    scope.out.add(f"{name} = {value}")
    scope.out.add(f"{found} = False")
    with each_integer(among, scope) as other, scope.out.block(f"if {other} == {name}:"):
        scope.out.add(f"{found} = True")
    return found
