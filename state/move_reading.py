"""Moves as short text, the same in every technique. See `docs/trials.md`.

A move is its actions, separated by ``;``, or ``pass`` where there are none:

``+2@1,-3,0``
    put a piece of component 2 on the cell ``(1, -3, 0)``, counted from the anchor; `k` may be left
    out where it is 0
``-2@1,-3``
    take one away
``2@h1.0>1,-3``
    move one, here from site 0 of hand 1
``1,-3#4``, ``1,-3:2``
    set the count to 4, the local state to 2
``1,-3~2``, ``1,-3$7``, ``1,-3?3``
    set the rotation to 2, the value to 7, those who may not see it to players 1 and 2 (1 + 2)
``+2@1,-3^1``
    put a piece on another: level 1 of the cell; levels are counted from 0 at the bottom
``@1,-3``
    name a cell; what that means is up to the rules
``=2``
    player 2 moves next; alone, with the same player, it is a swap of seats
``*3``
    chance takes outcome 3, counted from 0; behind other actions, the move is number 3 of those that
    differ in what follows from them alone
"""

import re

from boardless.state.cell import AnyCell, Cell
from boardless.state.engine.actions import ADD, OPTION, REMOVE, SELECT, SET_MOVER
from boardless.state.move import BOARD, PASS, SIGNS, Action, Move
from boardless.topo import InputError

_NUMBER = r"-?\d{1,10}"
_PLACE = (
    rf"(?:h(\d{{1,5}})\.(\d{{1,5}})|({_NUMBER}),({_NUMBER})(?:,(\d{{1,5}}))?)(?:\^(\d{{1,3}}))?"
)
_FORMS = (
    (ADD, re.compile(rf"\+(\d{{1,5}})@{_PLACE}")),
    (REMOVE, re.compile(rf"-(\d{{1,5}})@{_PLACE}")),
    *(
        (kind, re.compile(rf"{_PLACE}{re.escape(sign)}(\d{{1,10}})"))
        for kind, sign in SIGNS.items()
    ),
)
_TRANSFER = re.compile(rf"(\d{{1,5}})@{_PLACE}>{_PLACE}")
_SELECTED = re.compile(rf"@{_PLACE}")
_OPTION = re.compile(r"\*(\d{1,10})")
_MOVER = re.compile(r"=(\d{1,5})")


def parse_move(text: str, mover: int) -> Move:
    """Return the move of a text, in the form of ``str(move)``."""
    if not isinstance(text, str):
        raise InputError(f"move {text!r}: give a text, such as +1@2,-1")
    if text.strip() == PASS:
        return Move(mover, ())
    actions: list[Action] = []
    for part in text.strip().split(";"):
        actions += _actions(part.strip(), text)
    return Move(mover, tuple(actions))


def _actions(part: str, text: str) -> list[Action]:
    if found := _TRANSFER.fullmatch(part):
        value, source, target = int(found[1]), found.groups()[1:7], found.groups()[7:]
        return [_action(REMOVE, source, value), _action(ADD, target, value)]
    if found := _MOVER.fullmatch(part):
        return [Action(SET_MOVER, BOARD, 0, int(found[1]))]
    if found := _OPTION.fullmatch(part):
        return [Action(OPTION, BOARD, 0, int(found[1]))]
    if found := _SELECTED.fullmatch(part):
        return [_action(SELECT, found.groups(), 0)]
    for kind, form in _FORMS:
        if found := form.fullmatch(part):
            groups = found.groups()
            first = kind in (ADD, REMOVE)
            number, place = (groups[0], groups[1:]) if first else (groups[-1], groups[:-1])
            return [_action(kind, place, int(number))]
    shown = text if len(text) <= 60 else text[:57] + "..."
    raise InputError(f"move {shown!r}: give actions such as +1@2,-1 or 1@0,0>1,0, or pass")


def _action(kind: int, place: tuple[str | None, ...], value: int) -> Action:
    """Return an action on a level of a place."""
    *where, level = place
    return Action(kind, *_located(tuple(where)), value, level=int(level or 0))


def _located(place: tuple[str | None, ...]) -> tuple[int, int | AnyCell]:
    """Return container and site of a place."""
    hand, site, i, j, k = place
    if hand is not None:
        return int(hand), int(site or 0)
    return BOARD, Cell(int(i or 0), int(j or 0), int(k or 0))
