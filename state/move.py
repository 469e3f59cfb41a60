"""Cells, actions and moves: names of cells from the anchor, and moves as rows and as text.

A move is a list of actions, the same in every technique.

In a text actions are separated by ``;``. A move without actions is ``pass``:

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
    set the rotation to 2, the value to 7, and hide it from players 1 and 2 (1 + 2)
``+2@1,-3^1``
    put a piece on another: level 1 of the cell; levels are counted from 0 at the bottom
``@1,-3``
    name a cell; what that means is up to the rules
``=2``
    player 2 moves next; alone, with the same player, it is a swap of seats
``*3``
    chance takes outcome 3, counted from 0; behind other actions, the move is number 3 of the moves
    that differ only in their consequences
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from operator import index
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from boardless.jit.arrays import Bools, Ints
from boardless.state.engine.actions import (
    ADD,
    CELL,
    OPTION,
    PLACELESS,
    REMOVE,
    SELECT,
    SET_COUNT,
    SET_HIDDEN,
    SET_MOVER,
    SET_ROTATION,
    SET_STATE,
    SET_VALUE,
)
from boardless.topo import Board, InputError, Key
from boardless.topo.boards.numbering import row_order
from boardless.topo.tilings.exact_numbers import shortest


class Cell(NamedTuple):
    """A lattice key relative to the anchor, in contrast to an absolute `Key` of `topo`.

    Attributes
    ----------
    i, j : int
        Steps along the lattice vectors from the anchor's place.
    k : int
        The prototile.

    Examples
    --------
    >>> Cell(1, 0, 0) == (1, 0, 0)
    True
    >>> print(Cell(1, 0, 0))
    (1, 0, 0)
    """

    i: int
    j: int
    k: int

    def __str__(self) -> str:
        return str(tuple(self))


#: A cell as an argument: a plain tuple will do.
AnyCell: TypeAlias = Cell | tuple[int, int, int]


def cell_of(key: Key, anchor: Key) -> Cell:
    """Return the cell of a key on the board, relative to the key of the anchor."""
    i, j, k = key
    return Cell(i - anchor[0], j - anchor[1], k)


def key_of(cell: AnyCell, anchor: Key) -> Key:
    """Return the key on the board of a cell, relative to the key of the anchor."""
    i, j, k = cell
    return (i + anchor[0], j + anchor[1], k)


def anchor_site(board: Board) -> int:
    """Return the anchor of a first board: the cell in its centre.

    Of several centre cells it is the lowest, and of these the leftmost. It is of the tiling's last
    prototile (on triangles the one that points down, as Ludii's start tiles do), so that
    cells of boards of one tiling compare; a board without that prototile takes any cell.

    Parameters
    ----------
    board : Board
        At least one cell.

    Returns
    -------
    int
        The site of the cell.

    Raises
    ------
    InputError
        If the board is empty.
    """
    if not len(board):
        raise InputError("an empty board has no anchor: give it a cell")
    tiling = board.tiling
    points = tiling.face_points(board.keys)
    candidates = np.flatnonzero(board.keys[:, 2] == len(tiling.faces) - 1)
    if not len(candidates):
        candidates = board.sites
    offsets = points[candidates] * len(points) - points.sum(axis=0)
    nearest = candidates[shortest(offsets, tiling.root)]
    return int(nearest[row_order(tiling.face_grid(board.keys[nearest]))[0]])


#: Names of actions in trials, and their numbers in a row.
ACTIONS = {
    "add": ADD,
    "remove": REMOVE,
    "set count": SET_COUNT,
    "set state": SET_STATE,
    "set mover": SET_MOVER,
    "set rotation": SET_ROTATION,
    "set value": SET_VALUE,
    "set hidden": SET_HIDDEN,
    "select": SELECT,
    "option": OPTION,
}

#: Numbers in a row: action, container, site type, site, level, value; and where the site is.
ROW = 6
SITE = 3

#: The container of the board; hands are 1, 2, ...
BOARD = 0


class Location(NamedTuple):
    """A place: a container and one of its sites, counted from 0 in each.

    On the board, the site may be given as a cell, which is relative to the anchor.

    Parameters
    ----------
    container : int
        0 for the board, then the hands.
    site : int or (i, j, k)
        The site, or a cell of the board.
    """

    container: int
    site: int | AnyCell


class Action(NamedTuple):
    """A change of the state.

    Attributes
    ----------
    kind : int
        ADD puts one piece of component `value`, REMOVE takes one away. SET_COUNT, SET_STATE,
        SET_ROTATION and SET_VALUE change a number of the piece there, SET_HIDDEN the players unable
        to see it: 1 for player 1, 2 for player 2, 4 for player 3 and so on, added up. SET_MOVER
        names the next mover (container and site are 0). SELECT names a site, and changes nothing by
        itself. OPTION is a number counted from 0 (container and site are 0): of an outcome of
        chance or, behind other actions, of moves that differ only in their consequences.
    container : int
        0 for the board, then the hands.
    site : int or (i, j, k)
        A site of the container; a cell of the board may also be given as such, relative to the
        anchor, which does not depend on the technique.
    value : int
        A component, a player, or a number.
    type : int
        CELL, always: a board that is played on its vertices or edges numbers these as its sites.
    level : int
        The place in a stack, counted from 0 at the bottom.
    """

    kind: int
    container: int
    site: int | AnyCell
    value: int
    type: int = CELL
    level: int = 0


@dataclass(frozen=True)
class Move:
    """A player's turn.

    Parameters
    ----------
    mover : int
        The player.
    actions : tuple of Action
        In order. Unless one of them sets the mover, the next player moves next.
    """

    mover: int
    actions: tuple[Action, ...]
    #: The position in which the move was found legal, and its numbers in the arrays there.
    noted: tuple[object, tuple[int, ...]] | None = field(
        default=None, init=False, compare=False, repr=False
    )

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle mover and actions alone: other processes have other positions."""
        return Move, (self.mover, self.actions)

    def note(self, position: object, numbers: tuple[int, ...]) -> None:
        """Store the numbers of the move in a position in which it is legal."""
        object.__setattr__(self, "noted", (position, numbers))

    def numbers_in(self, position: object) -> tuple[int, ...] | None:
        """Return the numbers that were noted in this very position; None without them."""
        noted = self.noted
        return noted[1] if noted is not None and noted[0] is position else None

    @classmethod
    def add(cls, mover: int, component: int, site: int | AnyCell) -> "Move":
        """Return the move that puts a piece on a cell of the board."""
        return cls(mover, (Action(ADD, BOARD, site, component),))

    @classmethod
    def transfer(cls, mover: int, component: int, source: Location, target: Location) -> "Move":
        """Return the move that takes a piece from one place to another."""
        return cls(mover, (Action(REMOVE, *source, component), Action(ADD, *target, component)))

    def __str__(self) -> str:
        return actions_text(self.actions)

    def __repr__(self) -> str:
        try:
            said = str(self)
        except (AttributeError, TypeError):
            said = repr(self.actions)  # not actions: the error shows the values
        return f"<Move {said} by player {self.mover}>"

    @property
    def cell(self) -> AnyCell | None:
        """The cell of the last piece that is added; None without one."""
        to = self.to
        return to.site if to is not None and isinstance(to.site, tuple) else None

    @property
    def from_(self) -> Location | None:
        """The place of the first piece that is removed; None without one."""
        return next(self._where(REMOVE), None)

    @property
    def to(self) -> Location | None:
        """The place of the last piece that is added; None without one."""
        return next(reversed(list(self._where(ADD))), None)

    def _where(self, kind: int) -> Iterator[Location]:
        return (Location(a.container, a.site) for a in self.actions if a.kind == kind)


def with_option(move: Move, option: int) -> Move:
    """Return a move with an option that distinguishes it from equal moves."""
    return replace(move, actions=(*move.actions, Action(OPTION, BOARD, 0, option)))


def with_turns(moves: Sequence[Move], then: int | None, players: int) -> tuple[Move, ...]:
    """Return moves with SET_MOVER if the next mover is unusual; `then` moves after the last."""
    followers = [*(move.mover for move in moves[1:]), then]
    return tuple(
        move
        if follower in (None, move.mover % players + 1)
        or SET_MOVER in {a.kind for a in move.actions}
        else replace(move, actions=(*move.actions, Action(SET_MOVER, BOARD, 0, follower)))
        for move, follower in zip(moves, followers, strict=False)
    )


def rows_of(actions: Iterable[Action]) -> Ints:
    """Return actions as rows, int64, shape ``(n, 6)``; their sites are numbers."""
    listed = list(actions)
    try:
        numbers = [
            [index(n) for n in (a.kind, a.container, a.type, a.site, a.level, a.value)]  # type: ignore[arg-type]
            for a in listed
        ]
        return np.array(numbers, dtype=np.int64).reshape(-1, ROW)
    except (AttributeError, OverflowError, TypeError):
        raise InputError(f"actions {listed!r}: give whole numbers of 64 bits") from None


def mover_of(move: Move) -> int:
    """Return the mover of a move as a plain integer."""
    try:
        return int(np.array(index(move.mover), dtype=np.int64))
    except (OverflowError, TypeError):
        raise InputError(f"player {move.mover!r}: give a whole number of 64 bits") from None


def on_board(rows: Ints) -> Bools:
    """Tell which rows, shape ``(n, 6)``, name a site of the board."""
    return np.asarray((rows[:, 1] == BOARD) & ~np.isin(rows[:, 0], PLACELESS))


def on_cell(action: Action) -> bool:
    """Return True if an action names a cell of the board."""
    return action.container == BOARD and action.kind not in PLACELESS


def actions_of(rows: Ints) -> tuple[Action, ...]:
    """Return rows of shape ``(n, 6)`` as actions."""
    return tuple(
        Action(kind, container, site, value, kind_of_site, level)
        for kind, container, kind_of_site, site, level, value in rows.tolist()
    )


#: The text of a move without actions.
PASS = "pass"
#: The signs between a place and a number that is set there.
SIGNS = {SET_COUNT: "#", SET_STATE: ":", SET_ROTATION: "~", SET_VALUE: "$", SET_HIDDEN: "?"}


def actions_text(actions: Sequence["Action"]) -> str:
    """Return the actions of a move as text; `parse_move` reads cells, but not ``site n``."""
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
    """Return the place of an action as text, with its level unless that is 0."""
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
    parts = text.strip().split(";")
    return Move(mover, tuple(a for part in parts for a in _actions(part.strip(), text)))


def _actions(part: str, text: str) -> list[Action]:
    if match := _TRANSFER.fullmatch(part):
        value, source, target = int(match[1]), match.groups()[1:7], match.groups()[7:]
        return [_action(REMOVE, source, value), _action(ADD, target, value)]
    if match := _MOVER.fullmatch(part):
        return [Action(SET_MOVER, BOARD, 0, int(match[1]))]
    if match := _OPTION.fullmatch(part):
        return [Action(OPTION, BOARD, 0, int(match[1]))]
    if match := _SELECTED.fullmatch(part):
        return [_action(SELECT, match.groups(), 0)]
    for kind, form in _FORMS:
        if match := form.fullmatch(part):
            groups = match.groups()
            first = kind in (ADD, REMOVE)
            number, place = (groups[0], groups[1:]) if first else (groups[-1], groups[:-1])
            return [_action(kind, place, int(number))]
    shown = text if len(text) <= 60 else text[:57] + "..."
    raise InputError(f"move {shown!r}: give actions such as '+1@2,-1' or '1@0,0>1,0', or 'pass'")


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
