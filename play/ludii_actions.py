"""Actions as Ludii names them: what recorded games say, and what ours did, in one form."""

from collections.abc import Callable
from typing import Any, TypeAlias

from boardless.play.recorded import LudiiAction

#: A name, and what it was done to.
Deed: TypeAlias = tuple[object, ...]

#: The fields that matter of Ludii's actions, in the order in which ours have them.
_FIELDS: dict[str, tuple[str, ...]] = {
    "Add": ("to", "what"),
    "Move": ("from", "to"),
    "Select": ("from", "to"),
    "Remove": ("to",),
    "SetNextPlayer": ("player",),
    "Promote": ("to", "what"),
    "Pass": (),
    "SetVar": ("name", "value"),
    "SetTemp": ("temp",),
    "SetCounter": ("counter",),
    "RememberValue": ("name", "value"),
    "ForgetValue": ("name", "value"),
    "SetPending": ("value",),
    "SetValueOfPlayer": ("player", "value"),
    "SetState": ("to", "state"),
    "SetValue": ("to", "value"),
    "SetCount": ("to", "what", "count"),
}


def theirs(action: LudiiAction) -> Deed:
    """Return what an action of a recorded game does."""
    if action.name == "SetScore":
        added = action.get("add") is True
        return ("SetScore", added, action.get("player"), action.get("score"))
    if action.name == "AddPlayerToTeam":
        return (action.name, action.get("team"), action.get("player"))
    fields = _FIELDS.get(action.name)
    if fields is None:
        return (action.name, *action.fields)
    said = [action.get(field) for field in fields]
    if action.name == "Select" and said[1] is None:
        said[1] = said[0]
    extra: list[object] = []
    if action.name == "Move" and (count := action.get("count")) is not None:
        extra.append(count)
    if action.name == "Remove" and action.get("applied") is False:
        extra.append("later")
    if action.name in ("SetVar", "RememberValue", "ForgetValue") and said[0] is None:
        said[0] = ""
    return (action.name, *said, *extra)


def ours(kernels: Any, names: Any, row: list[int], number: Callable[[int], int]) -> Deed:
    """Return what a row of the engine's log says.

    Parameters
    ----------
    kernels : module
        The game's.
    names : sequence of str
        The names of variables, by their numbers.
    row : list of int
        Of the log.
    number : callable
        Gives the number in the language of a site of the arrays.
    """
    k, (kind, a, b, c, *_) = kernels, row
    at = {k.ADDED: "Add", k.PROMOTED: "Promote", k.STATE_SET: "SetState", k.VALUE_SET: "SetValue"}
    ends = {k.MOVED: "Move", k.SELECTED: "Select"}
    plain = {k.NEXT_SET: "SetNextPlayer", k.COUNTER_SET: "SetCounter", k.PENDING_SET: "SetPending"}
    named = {k.VARIABLE_SET: "SetVar", k.REMEMBERED: "RememberValue", k.FORGOTTEN: "ForgetValue"}
    named[k.TRIGGERED] = "Trigger"
    scored = {k.SCORE_SET: False, k.SCORE_ADDED: True}
    players = {k.PLAYER_VALUE_SET: "SetValueOfPlayer", k.TEAM_JOINED: "AddPlayerToTeam"}
    if kind in at:
        return (at[kind], number(a), b)
    if kind in ends:
        return (ends[kind], number(a), number(b))
    if kind in plain:
        return (plain[kind], a)
    if kind in named:
        return (named[kind], names[a], b)
    if kind in scored:
        return ("SetScore", scored[kind], a, b)
    if kind in players:
        return (players[kind], a, b)
    return {
        k.REMOVED: ("Remove", number(a)),
        k.REMOVED_LATER: ("Remove", number(a), "later"),
        k.MOVED_SOME: ("Move", number(a), number(b), c),
        k.COUNT_SET: ("SetCount", number(a), b, c),
        k.TEMPORARY_SET: ("SetTemp", b),
        k.PASS_MADE: ("Pass",),
    }.get(kind, (f"action {kind}", a, b, c))
