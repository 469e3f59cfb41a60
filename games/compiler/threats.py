"""Whether a piece may be taken, as source: what other players could do if it were their turn."""

from dataclasses import replace
from typing import Any

from boardless.games.compiler.generic import condition, integer
from boardless.games.compiler.moving.candidates import Candidate
from boardless.games.compiler.moving.sharing import find
from boardless.games.compiler.regions import each
from boardless.games.compiler.scope import Scope
from boardless.games.compiler.source import Source
from boardless.games.ludemes import conditions as c
from boardless.games.ludemes import kinds as k
from boardless.games.ludemes import moves as m

#: What a scope may bind where a threat is looked for; a function knows numbers alone of it.
_BOUND = ("way", "value", "player_", "level", "pips", "part", "feature", "looks")


@condition.register
def _(node: c.IsThreatened, scope: Scope) -> str:
    if scope.threatening:
        # A threat counts whatever it would expose the other player to.
        return "False"
    out = scope.out
    found, what = out.name("threatened"), out.name("what")
    out.add(f"{found} = False")
    if node.what is not None:
        out.add(f"{what} = {integer(node.what, scope)}")
    threatened = _checked(node, _helper(node, scope), scope)
    if node.at is not None or node.region is not None:
        region = node.region or k.Single(node.at)  # type: ignore[arg-type]
        with each(region, scope, hands=True) as at:
            if node.what is None:
                out.add(f"{what} = whole(s.what[{at}])")
            # A number that is of no component is of nothing that could be taken.
            with out.block(f"if 0 < {what} <= {len(scope.model.components)} and not {found}:"):
                out.add(f"{found} = {threatened}(s, {what}, {at})")
    else:
        at = out.name("x")
        wanted = f"s.what[{at}] == {what}" if node.what is not None else f"s.what[{at}] != 0"
        with (
            out.block(f"for {at} in range(HELD + 1, s.n[COUNT] + 1):"),
            out.block(f"if {wanted} and not {found}:"),
        ):
            if node.what is None:
                out.add(f"{what} = whole(s.what[{at}])")
            out.add(f"{found} = {threatened}(s, {what}, {at})")
    return found


def _checked(node: c.IsThreatened, by: str, scope: Scope) -> str:
    """Return the name of the function that tells whether a component on a site is threatened.

    `by` is that of the function which tells whether a player may move there.
    """
    scope.made.takes_back = True
    # Whose turn is next stays as it is where a component is named.
    owners_turn = "" if node.what is not None else _OWNERS_TURN
    body = _CHECKED.format(owners_turn=owners_turn, by=by)
    name: str = scope.made.helper("s: Arrays, what: int, at: int", "bool", body)
    return name


_OWNERS_TURN = "            s.n[NEXT] = OWNER[what]\n"
_CHECKED = """\
    moved = s.what[at] != what
    if moved:
        begin_attempt(s)
        fill(s, at, what, 1)
    mover, following_one, before = whole(s.n[MOVER]), whole(s.n[NEXT]), whole(s.n[PREVIOUS])
    threatened = False
    for enemy in range(1, PLAYERS + 1):
        if enemy != OWNER[what] and not threatened:
            s.n[MOVER] = enemy
{owners_turn}            s.n[PREVIOUS] = OWNER[what]
            threatened = {by}(s, enemy, at)
    s.n[MOVER] = mover
    s.n[NEXT] = following_one
    s.n[PREVIOUS] = before
    if moved:
        undo(s)
    return threatened
"""


def _helper(node: c.IsThreatened, scope: Scope) -> str:
    """Return the name of the function that tells whether a player may move to a site."""
    out = Source(depth=1)
    rules = scope.model.game.rules
    known = {name: getattr(scope, name) for name in _BOUND}
    known = {name: at if at is not None and at.isdigit() else None for name, at in known.items()}
    inner = scope.binding(
        out=out, mover="mover", threatening=True, shares=True, to=None, origin=None, between=None,
        iterated=None, last=None, after=False, **known,
    )  # fmt: skip
    # Rows of ``s.aside`` that conditions take would make functions differ that do the same.
    asked = ("threatened", node.moves, scope.measuring, scope.looking, *known.values())
    if inner.group is None and asked in scope.made.asked:
        return str(scope.made.asked[asked])

    out.add("queued = whole(s.n[QUEUED])")

    def found(candidate: Candidate) -> None:
        with candidate.scope.out.block(f"if {candidate.to} == target:"):
            candidate.scope.out.add("s.n[QUEUED] = queued")
            candidate.scope.out.add("return True")

    if node.moves is not None:
        find(_in_question(node.moves), inner, found)
    elif rules.play is not None:
        find(_in_question(rules.play.moves), inner, found)
    for number, phase in enumerate(rules.phases if node.moves is None else ()):
        with out.block(f"if s.n[PHASE + mover] == {number}:"):
            out.add("pass")
            find(_in_question(phase.play.moves), inner, found)
    out.add("return False")
    name: str = scope.made.helper("s: Arrays, mover: int, target: int", "bool", out.text())
    scope.made.asked[asked] = name
    return name


def _in_question(node: Any) -> k.Moves:
    """Return the rule that says where its moves might lead: what goes before them is left out.

    So it is for the parts of a rule that Ludii asks where they lead before it asks for moves.
    """
    if isinstance(node, m.Do) and node.next is not None:
        return _in_question(node.next)
    if isinstance(node, m.MovesOr | m.MovesAnd):
        return replace(node, rules=tuple(map(_in_question, node.rules)))
    if isinstance(node, m.MovesIf):
        other = None if node.otherwise is None else _in_question(node.otherwise)
        return replace(node, moves=_in_question(node.moves), otherwise=other)
    if isinstance(node, m.Do) and node.if_afterwards and always_after(node.if_afterwards):
        return _in_question(node.prior)
    assert isinstance(node, k.Moves)
    return node


def always_after(node: k.Condition) -> bool:
    """Tell whether a condition holds if nothing is threatened."""
    if isinstance(node, c.Not):
        return isinstance(node.condition, c.IsThreatened)
    if isinstance(node, c.And):
        return all(map(always_after, node.conditions))
    return isinstance(node, c.Or) and any(map(always_after, node.conditions))


@condition.register
def _(node: c.AllSites, scope: Scope) -> str:
    out = scope.out
    holds = out.name("all")
    out.add(f"{holds} = True")
    with each(node.region, scope, hands=True) as at:
        inner = scope.binding(iterated=at)
        with out.block(f"if not {condition(node.if_, inner)}:"):
            out.add(f"{holds} = False")
            out.add("break")
    return holds
