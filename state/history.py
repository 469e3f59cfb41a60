"""The history of a game: a chain of steps, and the whole result of each move.

Each step knows the one before it. Rules may make more of a move than it names. So its result is the
difference between the pieces before and after it, and nothing is missed.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from difflib import SequenceMatcher
from itertools import chain
from operator import attrgetter
from typing import Any, NamedTuple, Self, TypeAlias

import numpy as np

from boardless.state.contents import NUMBERS, Holder
from boardless.state.engine.actions import (
    ADD,
    REMOVE,
    SET_COUNT,
    SET_HIDDEN,
    SET_MOVER,
    SET_ROTATION,
    SET_STATE,
    SET_VALUE,
)
from boardless.state.engine.arrays import COUNT
from boardless.state.engine.tables import NOWHERE, ROW, Codes
from boardless.state.move import BOARD, Action, Cell, Location, Move
from boardless.topo import InputError


class Step:
    """A position in a tree of moves, and the move that led to it; places on the board are cells.

    The chain from a step to the start is the only history of a position. Copies share it, and
    variations share their common steps. A step never changes, except that its move, its result and
    its observations may be added later.

    Parameters
    ----------
    before : Step, optional
        The step before; None at the start.
    move : Move, optional
        The move. A step that was made by a row gets it when somebody asks for it.
    numbers : tuple of int, optional
        The numbers of the move in the arrays, if they are known: rule, from, to and bound numbers,
        or the outcome of chance alone.
    decided : object, optional
        The decisions of chance since the last complete move, see `play.chance`; None in games
        without chance.
    """

    #: Stands for the position in moves that are legal there, which do not keep the chain alive.
    here: object = None
    #: The whole result of the move, once it has been worked out.
    result: tuple[Action, ...] | None = None
    #: The step in its place in observations of each player, as far as those were asked for.
    told: dict[int, "Step"] | None = None
    #: For the first step of an observation: the true step, and the contents of hands since then.
    observed: tuple["Step", Any] | None = None
    #: Of a step to the next game of a match: the position before it.
    ended: Any = None
    #: If a technique in Python grows the board: its data to take the move back, and the rule of the
    #: move, its places by cell and its further numbers.
    mark: Any = None
    choice: Any = None

    def __init__(
        self,
        before: Self | None = None,
        move: Move | None = None,
        numbers: tuple[int, ...] | None = None,
        decided: Any = None,
    ) -> None:
        self.before = before
        self.move = move
        self.numbers = numbers
        self.decided = decided
        self.ply: int = 0 if before is None else before.ply + 1

    def at(self, ply: int) -> Self:
        """Return the step after the first `ply` moves."""
        step = self
        while step.ply > ply:
            assert step.before is not None
            step = step.before
        return step

    def line(self) -> list[Self]:
        """Return the steps after the start up to this one, in order."""
        steps, step = [], self
        while step.before is not None:
            steps.append(step)
            step = step.before
        return steps[::-1]


def not_moved() -> InputError:
    """Return the error of taking back a move before any was made."""
    return InputError("there is no move to take back: none has been made")


#: The move of a step, read without a call of Python for each.
MOVE_OF: Callable[[Step], Move] = attrgetter("move")


class Cursor(ABC):
    """A position at a step of a tree of moves, which can go to any other step of it.

    Attributes
    ----------
    node : Step
        The present step.
    written : int
        The work so far, which boards that a technique in Python grows count.
    """

    node: Step
    written: int = 0

    @property
    def ply(self) -> int:
        """The number of moves made."""
        return self.node.ply

    @abstractmethod
    def pop_row(self) -> Step:
        """Take the last move back; return its step."""

    @abstractmethod
    def follow(self, step: Step) -> None:
        """Make the move of a step that follows the present one, and go to that step."""

    def steps(self) -> list[Step]:
        """Return the steps after the start up to this one, each with its move."""
        return self.node.line()

    @property
    def move_stack(self) -> list[Move]:
        """The moves so far, a new list, with the sites of the board as cells."""
        return list(map(MOVE_OF, self.steps()))

    def goto(self, step: Step) -> Self:
        """Go to a step of the tree, at the cost of the moves between it and this one."""
        here, ahead = self.node, []
        while here is not step:
            if here.ply > step.ply:
                assert here.before is not None
                here = here.before
                self.pop_row()
            else:
                assert step.before is not None
                ahead.append(step)
                step = step.before
        for each in reversed(ahead):
            self.follow(each)
        return self


#: The numbers that pieces have, by the actions that set them.
OF_PIECES = {"state": SET_STATE, "rotation": SET_ROTATION, "value": SET_VALUE, "hidden": SET_HIDDEN}
_NONE = (0,) * len(OF_PIECES)


class SiteContent(NamedTuple):
    """The content of a site."""

    #: Components, the lowest first.
    pieces: tuple[int, ...] = ()
    #: Number of pieces of the component if sites count pieces; else 1, or 0.
    amount: int = 0
    #: Numbers of OF_PIECES of each level; an empty site may have some, too.
    numbers: tuple[tuple[int, ...], ...] = (_NONE,)


#: A place, its old content, and its new content.
Change: TypeAlias = tuple[Location, SiteContent, SiteContent]


class SiteContents:
    """A copy of the contents of all sites."""

    def __init__(self, holder: Holder) -> None:
        arrays = holder.arrays
        end = int(arrays.n[COUNT]) + 1
        self._setup = setup = holder.setup
        self._codes, self._first = Codes(setup.kinds), setup.held + 1
        self._hands = [
            Location(number, place)
            for number, hand in enumerate(setup.hands, 1)
            for place in range(len(hand.holds))
        ]
        x, y = arrays.origin[:2].tolist()
        self._origin = x * setup.kinds + y * ROW
        self._code = arrays.code[:end].copy()
        self._what = arrays.what[:end].copy()
        self._fields = arrays.fields[:, :end].copy()
        self._under = arrays.under[:, :end].copy()
        named = {
            name: holder.fields.index(row) for name, row in NUMBERS.items() if row in holder.fields
        }
        self._numbers = [named.get(name, -1) for name in OF_PIECES]
        self._rows = [row for row in self._numbers if row >= 0]
        self._counts = named.get("count", -1)
        self._counted = holder.counted

    def __len__(self) -> int:
        return len(self._what)

    def sites(self) -> dict[Location, SiteContent]:
        """Return the content of each site that is not bare."""
        bare = self._what == 0
        for row in self._rows:
            bare &= self._fields[row] == 0
        return {self._place(site): self._site(site) for site in np.flatnonzero(~bare).tolist()}

    def changes(self, after: "SiteContents") -> Iterator[Change]:
        """Yield the places of changes, with the content before and after."""
        shared = min(len(self), len(after))
        first = self._first
        alike = self._setup == after._setup and self._origin == after._origin
        if alike and np.array_equal(self._code[first:shared], after._code[first:shared]):
            differ = self._what[:shared] != after._what[:shared]
            differ |= (self._fields[:, :shared] != after._fields[:, :shared]).any(axis=0)
            differ |= (self._under[:, :shared] != after._under[:, :shared]).any(axis=0)
            for site in np.flatnonzero(differ).tolist():
                yield self._place(site), self._site(site), after._site(site)
            came = after if len(after) > shared else self
            for site in range(shared, len(came)):
                if (content := came._site(site)) != SiteContent():
                    both = (SiteContent(), content) if came is after else (content, SiteContent())
                    yield came._place(site), *both
            return
        # Sites have other numbers than before.
        here, there = self.sites(), after.sites()
        for place in dict.fromkeys((*here, *there)):
            yield place, here.get(place, SiteContent()), there.get(place, SiteContent())

    def _place(self, site: int) -> Location:
        if site < self._first:
            return self._hands[site - 1]
        return Location(BOARD, Cell(*self._codes.key(int(self._code[site]) - self._origin)))

    def _site(self, site: int) -> SiteContent:
        """Return the content of a site; a site without a cell is empty."""
        what = int(self._what[site])
        if site >= self._first and self._code[site] == NOWHERE:
            return SiteContent()
        top = self._numbers_in(self._fields[:, site].tolist())
        if not what:
            return SiteContent((), 0, (top,))
        if len(self._under):
            width = 1 + len(self._fields)
            height = int(self._under[0, site])
            below = self._under[1 : 1 + width * (height - 1), site].tolist()
            rows = [below[n : n + width] for n in range(0, len(below), width)]
            pieces = (*(row[0] for row in rows), what)
            return SiteContent(pieces, 1, (*(self._numbers_in(row[1:]) for row in rows), top))
        counts = self._counts >= 0 and (self._counted or site < self._first)
        return SiteContent((what,), int(self._fields[self._counts, site]) if counts else 1, (top,))

    def _numbers_in(self, row: list[int]) -> tuple[int, ...]:
        return tuple(row[n] if n >= 0 else 0 for n in self._numbers)


def begun(holder: Holder) -> tuple[Action, ...]:
    """Return the initial position on the board beyond the setup, as actions."""
    said: dict[Location, SiteContent] = {}
    for cell, what in holder.setup.start:
        place = Location(BOARD, Cell(*cell))
        pieces = (*said.get(place, SiteContent()).pieces, what)
        said[place] = SiteContent(pieces, 1, (_NONE,) * len(pieces))
    there = SiteContents(holder).sites()
    places = [place for place in dict.fromkeys((*said, *there)) if place.container == BOARD]
    return _actions(
        ((p, said.get(p, SiteContent()), there.get(p, SiteContent())) for p in places), ()
    )


def did(
    before: SiteContents, after: SiteContents, move: Move, then: int | None, players: int
) -> tuple[Action, ...]:
    """Return the complete effect of a move, as actions.

    Removed pieces come first, the uppermost of each site first, then added ones, the lowest first,
    both beginning with the pieces that the move names; then numbers of pieces, and the next mover.
    """
    actions = _actions(before.changes(after), move.actions)
    if then is None or then == move.mover % players + 1:
        return actions
    return (*actions, Action(SET_MOVER, BOARD, 0, then))


def _actions(changes: Iterable[Change], named: tuple[Action, ...]) -> tuple[Action, ...]:
    """Return the actions that lead from sites before some changes to those after."""
    results = _Results([], [], [])
    for place, before, after in changes:
        if before != after:
            results.add(place, before, after)
    order = {(a.kind, a.container, a.site): n for n, a in reversed(list(enumerate(named)))}

    def rank(actions: tuple[Action, ...]) -> int:
        kinds = [(a.kind, a.container, a.site) for a in actions]
        return min(order.get(kind, len(named)) for kind in kinds)

    first = [*sorted(results.gone, key=rank), *sorted(results.came, key=rank)]
    return (*chain.from_iterable(first), *results.numbers)


class _Results(NamedTuple):
    """Actions that remove pieces, or all that a site counts; that add pieces; and others."""

    gone: list[tuple[Action, ...]]
    came: list[tuple[Action, ...]]
    numbers: list[Action]

    def add(self, place: Location, before: SiteContent, after: SiteContent) -> None:
        """Add the actions that make one content of another."""
        # The default numbers of pieces.
        numbers = [_NONE] * max(len(after.pieces), 1)
        if not before.pieces and not after.pieces:
            numbers = [*before.numbers]
        matcher = SequenceMatcher(None, before.pieces, after.pieces, autojunk=False)
        lost: list[tuple[Action, ...]] = []
        for tag, a, b, c, d in matcher.get_opcodes():
            if tag == "equal":
                numbers[c:d] = before.numbers[a:b]
                continue
            one = (Action(SET_COUNT, *place, 1),) if before.amount > 1 else ()
            many = (Action(SET_COUNT, *place, after.amount),) if after.amount > 1 else ()
            for level in range(a, b):
                lost.append((*one, Action(REMOVE, *place, before.pieces[level], level=level)))
            for level in range(c, d):
                self.came.append((Action(ADD, *place, after.pieces[level], level=level), *many))
        self.gone.extend(reversed(lost))
        if before.pieces == after.pieces and before.amount != after.amount:
            self._count(place, before, after)
        for level, (old, new) in enumerate(zip(numbers, after.numbers, strict=True)):
            for kind, said, number in zip(OF_PIECES.values(), old, new, strict=True):
                if said != number:
                    self.numbers.append(Action(kind, *place, number, level=level))

    def _count(self, place: Location, before: SiteContent, after: SiteContent) -> None:
        """Add the actions for a changed number of pieces; in a hand, one action for each piece."""
        (what,) = after.pieces
        if place.container == BOARD:
            self.numbers.append(Action(SET_COUNT, *place, after.amount))
        else:
            kind, moved = (ADD, self.came) if after.amount > before.amount else (REMOVE, self.gone)
            moved += [(Action(kind, *place, what),)] * abs(after.amount - before.amount)
