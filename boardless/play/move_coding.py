"""The move decoder and encoder: lists of actions from the engine's log, and rows for the engine."""

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from boardless.games import Game
from boardless.play.chance import Numbers
from boardless.play.room import check_room
from boardless.state import (
    ADD,
    BOARD,
    CELL,
    REMOVE,
    SELECT,
    SET_COUNT,
    SET_MOVER,
    SET_ROTATION,
    SET_STATE,
    SET_VALUE,
    Action,
    Move,
)
from boardless.state.engine.arrays import Arrays
from boardless.state.engine.entries import Kernels
from boardless.state.move import Location
from boardless.topo import Key
from boardless.topo.boards.cells import MAX_KEY
from boardless.util.inputs import as_integer

#: Rule, site of a hand, codes of origin and target, and piece.
Attempt: TypeAlias = tuple[int, int, int, int, int]


class Attempts:
    """The move encoder of a game without effects of moves."""

    def __init__(self, game: Game, kernels: Kernels) -> None:
        self._kernels, self._codes = kernels, game.codes
        self._components = len(game.components)
        rules = list(enumerate(game.info.rules))
        #: The rules that add each component, that move pieces on the board, and that move pieces in
        #: hands.
        self._adding: dict[object, list[int]] = {}
        for n, rule in rules:
            if rule.component:
                self._adding.setdefault(rule.component, []).append(n)
        kept = [(n, rule) for n, rule in rules if not rule.copy]
        self._moving = [n for n, rule in kept if not rule.component and rule.hand < 0]
        self._from_hands = [n for n, rule in kept if rule.hand >= 0]

    def of(self, move: Move, mover: int, anchor: Key) -> list[Attempt]:
        """Return the rows that may stand for a move of a player; cells are from the anchor."""
        kernels, actions = self._kernels, move.actions
        nowhere = int(kernels.NOWHERE)
        if move.mover != mover or len(actions) > 2:
            return []
        if not actions:
            return [(kernels.PASS, 0, nowhere, nowhere, 0)]
        for action in actions:
            if action.type != CELL or action.level:
                return []
        if actions == (Action(SET_MOVER, BOARD, 0, move.mover),):
            return [(kernels.SWAP, 0, nowhere, nowhere, 0)]
        *before, put = actions
        if put.kind != ADD or put.container != BOARD:
            return []
        target = self._code(put.site, anchor)
        if not before:
            return [(rule, 0, nowhere, target, 0) for rule in self._adding.get(put.value, ())]
        (taken,) = before
        piece = as_integer(put.value)
        known = piece is not None and 0 < piece <= self._components
        if taken.kind != REMOVE or taken.value != put.value or piece is None or not known:
            return []
        if taken.container == BOARD:
            origin = self._code(taken.site, anchor)
            return [(rule, 0, origin, target, piece) for rule in self._moving]
        return [
            (rule, held, nowhere, target, piece)
            for rule in self._from_hands
            for held in range(1, 1 + int(kernels.HELD))
            if (kernels.HOLDER[held], kernels.PLACE[held]) == (taken.container, taken.site)
        ]

    def _code(self, cell: object, anchor: Key) -> int:
        """Return the code of a cell relative to the anchor; for other objects an unused code."""
        codes, nowhere = self._codes, int(self._kernels.NOWHERE) - 1
        if isinstance(cell, tuple) and len(cell) == 3:
            i, j, k = cell if set(map(type, cell)) == {int} else map(as_integer, cell)
            if i is None or j is None or k is None:
                return nowhere
            if 0 <= k < codes.kinds and max(abs(i), abs(j)) <= MAX_KEY:
                return codes.code((i + anchor[0], j + anchor[1], k))
        return nowhere


#: The kind of an action, site, component and level.
Change = tuple[int, int, int, int]


def pile_at(arrays: Arrays, site: int) -> list[int]:
    """Return the components on a site of the arrays, the lowest first."""
    what = int(arrays.what[site])
    if not what:
        return []
    below: list[int] = []
    if len(arrays.under):
        width = 1 + len(arrays.fields)
        below = arrays.under[
            1 : 1 + width * (int(arrays.under[0, site]) - 1) : width, site
        ].tolist()
    return [*below, what]


class Piles(dict[int, list[int]]):
    """The components on each site of the arrays, the lowest first, while a move is decoded."""

    def __init__(self, arrays: Arrays) -> None:
        super().__init__()
        self._arrays = arrays

    def __missing__(self, site: int) -> list[int]:
        # Cells come while a move is made.
        self[site] = pile_at(self._arrays, site) if site < len(self._arrays.what) else []
        return self[site]

    def changes(self, kernels: Kernels, row: list[int]) -> Iterator[Change]:
        """Yield the pieces that a row of the log adds and removes."""
        k, (kind, a, b, c, origin_level, level, *_) = kernels, row
        if kind == k.ADDED:
            yield self._put(a, b, len(self[a]))
        elif kind == k.INSERTED:
            yield self._put(a, b, c)
        elif kind == k.PROMOTED:
            yield from self._take(a, -1)
            yield self._put(a, b, len(self[a]))
        elif kind in (k.REMOVED, k.REMOVED_LATER):
            yield from self._take(a, level - 1)
        elif a != b:
            first, count = origin_level - 1, 1
            if kind == k.MOVED_PILE:
                first, count = 0, len(self[a])
            elif kind == k.MOVED_LEVELS:
                first, count = len(self[a]) - c, c
            for _ in range(count):
                for change in self._take(a, first):
                    yield change
                    yield self._put(b, change[2], level - 1 if level else len(self[b]))

    def _put(self, site: int, what: int, level: int) -> Change:
        level = min(level, len(self[site]))
        self[site].insert(level, what)
        return ADD, site, what, level

    def _take(self, site: int, level: int) -> Iterator[Change]:
        """Take the piece on a level, -1 for the uppermost, if there is one."""
        pile = self[site]
        if pile and -1 <= level < len(pile):
            level = len(pile) - 1 if level < 0 else level
            yield REMOVE, site, pile.pop(level), level


def actions_of(
    kernels: Kernels, arrays: Arrays, numbers: Numbers, place: Callable[[int], Location]
) -> tuple[Action, ...]:
    """Return the actions of a legal move without consequences; the arrays stay the same."""
    standing = arrays.what.copy()
    piles = Piles(arrays) if len(arrays.under) else None
    arrays.queue[0, kernels.NAMED : len(numbers)] = numbers[kernels.NAMED :]
    rows = int(kernels.act_for_now(arrays, *numbers[: kernels.NAMED]))
    log = arrays.log[:rows].tolist()
    kernels.undo(arrays)
    check_room(arrays, "a legal move")
    decoder = _Decoder(kernels, standing, place, piles)
    for row in log:
        decoder.add(row)
    if not decoder.actions:
        decoder.name(numbers[2])
    return tuple(decoder.actions)


def move_of(
    game: Game,
    kernels: Kernels,
    arrays: Arrays,
    numbers: Numbers,
    place: Callable[[int], Location],
) -> Move:
    """Return the legal move of these numbers, as every technique reads it; see `actions_of`."""
    mover, (rule, origin, site, *_) = int(arrays.n[kernels.MOVER]), numbers
    if rule == kernels.PASS:
        return Move(mover, ())
    if rule == kernels.SWAP:
        return Move(mover, (Action(SET_MOVER, BOARD, 0, mover),))
    if game.info.effects:
        return Move(mover, actions_of(kernels, arrays, numbers, place))
    kind = game.info.rules[rule]
    what = kind.component or int(arrays.what[origin])
    put = Action(ADD, *place(site), what)
    if kind.component or kind.copy:
        return Move(mover, (put,))
    return Move(mover, (Action(REMOVE, *place(origin), what), put))


class _Decoder:
    """A list of actions, with the pieces that stand on each site in between."""

    def __init__(self, kernels: Kernels, standing: Any, place: Any, piles: Piles | None) -> None:
        self.actions: list[Action] = []
        self._kernels, self._standing, self._place = kernels, standing, place
        self._piles = piles
        self._taken: dict[int, int] = {}
        k = kernels
        self._setting = {
            k.STATE_SET: SET_STATE,
            k.DIE_SHOWN: SET_STATE,
            k.ROTATION_SET: SET_ROTATION,
        }
        self._setting |= dict.fromkeys((k.VALUE_SET, k.VALUE_GIVEN, k.VALUE_TOGGLED), SET_VALUE)

    def add(self, row: list[int]) -> None:
        """Add the actions of a row of the log."""
        k, (kind, a, b, c, *_) = self._kernels, row
        if kind in self._setting:
            level = 0
            if self._piles is not None and kind in (k.STATE_SET, k.VALUE_SET):
                level = row[5] - 1 if row[5] else max(len(self._piles[a]) - 1, 0)
            if kind == k.VALUE_TOGGLED:
                self.name(a)
            self._act(self._setting[kind], a, b, level)
        elif self._piles is not None and kind in k.PILED:
            for each in self._piles.changes(k, row):
                self._act(*each)
        elif kind == k.ADDED:
            self._put(a, b)
            if c > 1:
                self._act(SET_COUNT, a, c)
        elif kind in (k.MOVED, k.MOVED_SOME, k.COPIED):
            # Counted pieces may be taken one after another, so their component is remembered.
            what = int(self._standing[a]) or self._taken.get(a, 0)
            if self._standing[b]:
                self._take(b)
            if self._standing[a] and kind != k.COPIED:
                self._take(a)
            self._put(b, what)
        elif kind in (k.REMOVED, k.REMOVED_LATER):
            # The last of several counted pieces may have gone before.
            if self._standing[a]:
                self._take(a)
        elif kind == k.PROMOTED:
            self._take(a)
            self._put(a, b)
        elif kind == k.SELECTED:
            self.name(a)
            if b != a:
                self.name(b)
        elif kind == k.NEXT_SET:
            self.actions.append(Action(SET_MOVER, BOARD, 0, a))
        elif kind == k.COUNT_SET:
            self._act(SET_COUNT, a, c)

    def name(self, site: int) -> None:
        """Add the action that names a site."""
        if site:
            self._act(SELECT, site, 0)

    def _act(self, kind: int, site: int, value: int, level: int = 0) -> None:
        where: Location = self._place(site)
        self.actions.append(Action(kind, *where, value, level=level))

    def _put(self, site: int, what: int) -> None:
        self._act(ADD, site, what)
        self._standing[site] = what

    def _take(self, site: int) -> None:
        self._taken[site] = int(self._standing[site])
        self._act(REMOVE, site, self._taken[site])
        self._standing[site] = 0
