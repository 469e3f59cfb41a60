"""Changes of a game's tree that preserve types: each gives a tree of the language.

Parts come from the trees of the parents (C. Browne, Automatic generation and evaluation of
recombination games, 2008, chapter 5), or are small new ones from the signatures of ludemes, with
random arguments of the right types. Ludemes in games of the package are likelier than others,
because most other ludemes need a special part of a game: dice, cards, a puzzle.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from math import inf, sqrt
from random import Random
from typing import Any

from boardless.design.trees import (
    Slot,
    candidate,
    fits,
    names_in,
    part_at,
    renamed,
    size,
    slots,
    with_entries,
    with_part,
)
from boardless.games.description import read
from boardless.games.language.errors import LudemeError
from boardless.games.language.kinds import Role, TilingName
from boardless.games.language.ludeme import BARE, LUDEMES, Ludeme, Word, inside
from boardless.games.language.signatures import Parameter, Type, members, parameters
from boardless.games.library import description_text, library
from boardless.games.ludemes.equipment import BoardItem, Boardless
from boardless.games.ludemes.game import GameTree
from boardless.games.ludemes.graphs import HexGraph, SquareGraph, TriangleGraph
from boardless.games.ludemes.literals import Constant
from boardless.games.ludemes.pieces import Tile
from boardless.topo.tilings.named import tiling_named

#: The weight of a ludeme outside the package's games; for others it is the root of their number.
_SELDOM = 0.05
#: The odds of an optional argument.
_GIVEN = 0.12
#: Whole numbers to choose from within limits, mostly small ones.
_NUMBERS = (0, 1, 1, 2, 2, 3, 3, 4, 5, 6, 7, 8)


class CannotMakeError(Exception):
    """No tree of a type is small enough, or no name exists to refer to."""


@cache
def common() -> dict[type, int]:
    """Return the number of uses of each ludeme and set of words in the games of the package."""
    counts: dict[type, int] = {}
    for name in library():
        try:
            tree = read(description_text(name)).tree
        except LudemeError:
            continue
        for part in inside(tree):
            if isinstance(part, Ludeme | Word):
                counts[type(part)] = counts.get(type(part), 0) + 1
    return counts


_WEIGHED: dict[type[Ludeme], dict[type[Ludeme], float]] = {}


def _ludemes(base: type[Ludeme]) -> dict[type[Ludeme], float]:
    """Return the ludemes of a kind with their weights."""
    if base not in _WEIGHED:
        _WEIGHED[base] = {cls: sqrt(common().get(cls, 0)) + _SELDOM for cls in members(base)}
    return _WEIGHED[base]


@cache
def depths() -> dict[type[Ludeme], float]:
    """Return the depth of the smallest tree of each ludeme."""
    classes = [cls for listed in (*LUDEMES.values(), *BARE.values()) for cls in listed]
    least: dict[type[Ludeme], float] = dict.fromkeys(classes, inf)
    changed = True
    while changed:
        changed = False
        for cls in classes:
            depth = 1 + max((_least(p, least) for p in parameters(cls)), default=0)
            if depth < least[cls]:
                least[cls], changed = depth, True
    return least


def _least(parameter: Parameter, depths: dict[type[Ludeme], float]) -> float:
    """Return the depth of the smallest argument."""
    if parameter.optional or (parameter.many and not parameter.many.low):
        return 0
    return _least_of(parameter.choices, depths)


def _least_of(choices: tuple[Type, ...], depths: dict[type[Ludeme], float]) -> float:
    bases = [choice.base for choice in choices]
    if not all(issubclass(base, Ludeme) for base in bases):
        return 0
    return min((depths.get(cls, inf) for base in bases for cls in members(base)), default=inf)


@cache
def usual(words: type[Word]) -> tuple[Word, ...]:
    """Return the words of a set; of roles, only the ones in games of two players."""
    if words is not Role:
        return tuple(words)
    return tuple(word for word in words if not re.fullmatch(r"P(?![12]$)\d+|Team\w+", str(word)))


@dataclass
class Generator:
    """A maker of small trees, with the names that they may use."""

    random: Random
    names: tuple[str, ...]
    #: The number of ludemes that it may still make.
    left: int = 24

    def value(self, choices: tuple[Type, ...], depth: int) -> Any:
        """Return a value of one of some types, with a limited depth.

        Raises
        ------
        CannotMakeError
            If every value is too deep, or the tree has become too large.
        """
        allowed = [choice for choice in choices if _least_of((choice,), depths()) <= depth]
        if not allowed:
            raise CannotMakeError
        choice = self.random.choice(allowed)
        if issubclass(choice.base, Ludeme):
            return self.ludeme(choice.base, depth)
        if issubclass(choice.base, Word):
            return self.random.choice(usual(choice.base))
        if choice.base is bool:
            return self.random.random() < 0.5
        if choice.base is str:
            if not self.names:
                raise CannotMakeError
            return self.random.choice(self.names)
        number = self.number(choice)
        return float(number) if choice.base is float else number

    def number(self, choice: Type) -> int:
        """Return a number within limits."""
        limits = choice.limits
        low = limits.low if limits else 0
        high = limits.high if limits and limits.high is not None else _NUMBERS[-1]
        fitting = [number for number in _NUMBERS if low <= number <= high]
        return self.random.choice(fitting) if fitting else low

    def ludeme(self, base: type[Ludeme], depth: int) -> Ludeme:
        """Return a ludeme of a kind, or of the one ludeme that it is."""
        weights = {cls: each for cls, each in _ludemes(base).items() if depths()[cls] <= depth}
        if not weights or self.left <= 0:
            raise CannotMakeError
        (cls,) = self.random.choices([*weights], [*weights.values()])
        self.left -= 1
        values = {}
        for parameter in parameters(cls):
            if parameter.optional and self.random.random() >= _GIVEN:
                continue
            if parameter.optional and _least_of(parameter.choices, depths()) > depth - 1:
                continue
            values[parameter.field] = self.argument(parameter, depth - 1)
        try:
            return cls(**values)
        except (LudemeError, TypeError) as error:
            raise CannotMakeError from error

    def argument(self, parameter: Parameter, depth: int) -> Any:
        """Return an argument: a value, or a list of one or a few."""
        if parameter.many is None:
            return self.value(parameter.choices, depth)
        count = max(parameter.many.low, self.random.choice((1, 1, 2)))
        return tuple(self.value(parameter.choices, depth) for _ in range(count))


#: The largest depth of new parts.
DEPTH = 4
#: The odds of a further change, and the most changes of a candidate.
AGAIN, MOST = 0.35, 4
#: The most parts of a tree in addition to the larger parent's.
GROWTH = 60
#: Tilings that boards change to; tilings that suit most rules are likelier.
_TILINGS = (*3 * tuple(map(TilingName, ("Hexagonal", "Square", "Triangular"))), *TilingName)
#: Fixed boards in place of a tiling, with the smallest and the largest side.
_BOARDS: tuple[tuple[Any, int, int], ...] = (
    (HexGraph, 3, 7), (SquareGraph, 5, 11), (TriangleGraph, 6, 12),
)  # fmt: skip


@dataclass
class Changing:
    """A tree under change, the other parent, and random numbers."""

    tree: GameTree
    other: GameTree
    random: Random

    def slots(self, wanted: Callable[[Slot], bool]) -> Slot:
        """Return a random place among the wanted ones; the name of the game is excluded."""
        places = [slot for slot in slots(self.tree) if len(slot.path) > 1 and wanted(slot)]
        if not places:
            raise CannotMakeError
        return self.random.choice(places)

    def generator(self) -> Generator:
        """Return a generator of small trees with the names of this one."""
        return Generator(self.random, names_in(self.tree))

    def taken(self, slot: Slot, trees: tuple[Any, ...]) -> Any:
        """Return a part of some trees that fits a place, with names that the game has."""
        parts = [
            part.value
            for tree in trees
            for part in slots(tree)
            if not part.is_absent
            and fits(part.value, slot.parameter.choices)
            and part.value != slot.value
        ]
        if not parts:
            raise CannotMakeError
        return self._at_home(self.random.choice(parts))

    def _at_home(self, part: Any) -> Any:
        """Return a part with known names in place of unknown ones."""
        if not isinstance(part, Ludeme):
            return part
        own = names_in(self.tree)
        strange = [name for name in names_in(part) if name not in own]
        if not own or _names_things(part):
            return part
        return renamed(part, {name: self.random.choice(own) for name in strange})


def _names_things(part: Ludeme) -> bool:
    """Return True if a part defines names: equipment, or a phase."""
    return any(p.field == "name" for p in parameters(type(part))) or hasattr(part, "items")


def _is_ludeme(slot: Slot) -> bool:
    return isinstance(slot.value, Ludeme)


def replaced(change: Changing) -> GameTree:
    """Return a tree with a part of the parents in place of another of its type."""
    slot = change.slots(_is_ludeme)
    return with_part(change.tree, slot.path, change.taken(slot, (change.tree, change.other)))


def made(change: Changing) -> GameTree:
    """Return a tree with a part made from signatures in place of another of its type."""
    slot = change.slots(lambda slot: _is_ludeme(slot) and size(slot.value) <= 12)
    part = change.generator().value(slot.parameter.choices, DEPTH)
    return with_part(change.tree, slot.path, part)


def inserted(change: Changing) -> GameTree:
    """Return a tree with one more argument, or one more entry in a list."""
    slot = change.slots(lambda slot: slot.is_absent or slot.is_entry)
    part = _new_part(change, slot)
    if slot.is_entry:
        entries = _entries(change.tree, slot)
        at = change.random.randint(0, len(entries))
        return with_entries(change.tree, slot.path, (*entries[:at], part, *entries[at:]))
    if slot.parameter.many is not None:
        part = (part,)
    return with_part(change.tree, slot.path, part)


def _new_part(change: Changing, slot: Slot) -> Any:
    if change.random.random() < 0.5:
        return change.generator().value(slot.parameter.choices, DEPTH)
    return change.taken(slot, (change.tree, change.other))


def _entries(tree: Any, slot: Slot) -> tuple[Any, ...]:
    *way, (field, _) = slot.path
    entries: tuple[Any, ...] = getattr(part_at(tree, tuple(way)), field)
    return entries


def surrounded(change: Changing) -> GameTree:
    """Return a tree with a part inside a new ludeme of its type."""
    slot = change.slots(_is_ludeme)
    generator = change.generator()
    for _ in range(8):
        pattern = generator.value(slot.parameter.choices, 3)
        if not isinstance(pattern, Ludeme):
            continue
        inner = [
            part for part in slots(pattern)
            if not part.is_absent and fits(slot.value, part.parameter.choices)
        ]  # fmt: skip
        if inner:
            path = change.random.choice(inner).path
            return with_part(change.tree, slot.path, with_part(pattern, path, slot.value))
    raise CannotMakeError


def deleted(change: Changing) -> GameTree:
    """Return a tree without an optional argument, or without an entry of a list."""
    slot = change.slots(
        lambda slot: not slot.is_absent and (slot.is_entry or slot.parameter.optional)
    )
    if not slot.is_entry:
        return with_part(change.tree, slot.path, slot.parameter.absent)
    entries = _entries(change.tree, slot)
    least = slot.parameter.many.low if slot.parameter.many else 0
    at = slot.path[-1][1]
    if len(entries) <= max(least, 0) or at is None:
        raise CannotMakeError
    return with_entries(change.tree, slot.path, (*entries[:at], *entries[at + 1 :]))


def lifted(change: Changing) -> GameTree:
    """Return a tree with a part in the place of the ludeme around it."""
    slot = change.slots(lambda slot: _is_ludeme(slot) and size(slot.value) > 2)
    inner = [
        part.value for part in slots(slot.value)
        if isinstance(part.value, Ludeme) and fits(part.value, slot.parameter.choices)
    ]  # fmt: skip
    if not inner:
        raise CannotMakeError
    return with_part(change.tree, slot.path, change.random.choice(inner))


def crossed(change: Changing) -> GameTree:
    """Return a tree with a large part of the other parent: equipment, start, end, or phase."""
    slot = change.slots(lambda slot: _is_ludeme(slot) and len(slot.path) <= 4)
    return with_part(change.tree, slot.path, change.taken(slot, (change.other,)))


def tuned(change: Changing) -> GameTree:
    """Return a tree with another number, word or truth value."""
    slot = change.slots(
        lambda slot: isinstance(slot.value, int | float | Word) and slot.parameter.field != "tiling"
    )
    value, random = slot.value, change.random
    if isinstance(value, bool):
        other: Any = not value
    elif isinstance(value, Word):
        other = random.choice([word for word in usual(type(value)) if word is not value] or [value])
    else:
        other = type(value)(random.choice((value + 1, value - 1, value + 2, 2 * value, value // 2)))
    if not fits(other, slot.parameter.choices):
        raise CannotMakeError
    return with_part(change.tree, slot.path, other)


def moved(change: Changing) -> GameTree:
    """Return a tree on another tiling, or with a fixed board in place of a growing one, or back."""
    items = change.tree.equipment.items
    boards = [n for n, item in enumerate(items) if isinstance(item, Boardless | BoardItem)]
    if not boards:
        raise CannotMakeError
    at, random = boards[0], change.random
    item, tiling = items[at], random.choice(_TILINGS)
    if isinstance(item, Boardless) and random.random() < 0.25:
        graph, low, high = random.choice(_BOARDS)
        board: Any = BoardItem(graph(Constant(random.randint(low, high))))
        sides = None
    else:
        board = replace(item, tiling=tiling) if isinstance(item, Boardless) else Boardless(tiling)
        sides = _sides(tiling)
    others = [
        replace(item, num_sides=sides)
        if isinstance(item, Tile) and item.num_sides and sides
        else item
        for item in (*items[:at], board, *items[at + 1 :])
    ]
    return replace(change.tree, equipment=replace(change.tree.equipment, items=tuple(others)))


def _sides(tiling: TilingName) -> int | None:
    """Return the number of sides of a tiling's cells, or None if they differ."""
    counts = {len(face) for face in tiling_named(tiling.value).faces}
    return counts.pop() if len(counts) == 1 else None


#: Kinds of changes by name, with their weights.
CHANGES: dict[str, tuple[Callable[[Changing], GameTree], int]] = {
    "replace": (replaced, 4),
    "make": (made, 3),
    "insert": (inserted, 3),
    "surround": (surrounded, 1),
    "delete": (deleted, 2),
    "lift": (lifted, 1),
    "cross": (crossed, 4),
    "tune": (tuned, 4),
    "board": (moved, 2),
}


def changed(tree: GameTree, other: GameTree, random: Random) -> tuple[GameTree, tuple[str, ...]]:
    """Return a tree after a few changes, and the names of the changes.

    Raises
    ------
    CannotMakeError
        If the chosen changes are impossible, or the tree would become too large.
    """
    names, weights = list(CHANGES), [weight for _, weight in CHANGES.values()]
    count = 1
    while count < MOST and random.random() < AGAIN:
        count += 1
    most = GROWTH + max(size(tree), size(other))
    chosen = tuple(random.choices(names, weights, k=count))
    for name in chosen:
        try:
            tree = CHANGES[name][0](Changing(tree, other, random))
        except (LudemeError, ValueError, TypeError) as error:
            raise CannotMakeError from error
        if size(tree) > most:
            raise CannotMakeError
    return candidate(tree), chosen
