"""Moves as short text, for people and for files; `state.move_reading` has the form and reads it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from boardless.state.engine.actions import (
    ADD,
    OPTION,
    REMOVE,
    SELECT,
    SET_COUNT,
    SET_HIDDEN,
    SET_MOVER,
    SET_ROTATION,
    SET_STATE,
    SET_VALUE,
)

if TYPE_CHECKING:
    from boardless.state.cell import AnyCell
    from boardless.state.move import Action

#: The text of a move without actions.
PASS = "pass"
#: What stands between a place and a number that is set there.
SIGNS = {SET_COUNT: "#", SET_STATE: ":", SET_ROTATION: "~", SET_VALUE: "$", SET_HIDDEN: "?"}


def actions_text(actions: Sequence["Action"]) -> str:
    """Return the actions of a move as text.

    Cells of the board that are given by their sites are written as ``site n``, which is for people
    to read: a move is read back only from cells.
    """
    parts: list[str] = []
    left = list(actions)
    while left:
        action = left.pop(0)
        after = left[0] if left else None
        moved = after is not None and (action.kind, after.kind) == (REMOVE, ADD)
        if after is not None and moved and action.value == after.value:
            parts.append(f"{action.value}@{_level_text(action)}>{_level_text(after)}")
            del left[0]
        else:
            parts.append(_action_text(action))
    return ";".join(parts) or PASS


def _action_text(action: "Action") -> str:
    if action.kind == SET_MOVER:
        return f"={action.value}"
    if action.kind == OPTION:
        return f"*{action.value}"
    place = _level_text(action)
    if action.kind == SELECT:
        return f"@{place}"
    if action.kind in (ADD, REMOVE):
        return f"{'+' if action.kind == ADD else '-'}{action.value}@{place}"
    return f"{place}{SIGNS.get(action.kind, f'!{action.kind}=')}{action.value}"


def _level_text(action: "Action") -> str:
    """Return the place of an action as text, with its level where that is not the lowest."""
    place = place_text(action.container, action.site)
    return f"{place}^{action.level}" if action.level else place


def place_text(container: int, site: "int | AnyCell") -> str:
    """Return a place of the board or of a hand as text."""
    if container:
        return f"h{container}.{site}"
    if not isinstance(site, tuple):
        return f"site {site}"
    i, j, k = site
    return f"{i},{j},{k}" if k else f"{i},{j}"
