"""Typed trees: the places of a game's tree, their types, and trees with another part."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from boardless.games.language.ludeme import Ludeme
from boardless.games.language.reader import MAX_INTEGER
from boardless.games.language.signatures import Parameter, Type, parameters
from boardless.games.ludemes.game import GameTree

#: The name of every candidate, so that its text contains only its rules.
NAME = "Candidate"

T = TypeVar("T")
#: A path from the root: field names, each with an index into the field's list, or None.
Path = tuple[tuple[str, int | None], ...]


@dataclass(frozen=True)
class Slot:
    """A place of a tree: the argument of a ludeme, or an entry of its list."""

    path: Path
    parameter: Parameter
    #: A ludeme, a word, a name, a number or a truth value; None for an absent argument.
    value: Any
    is_absent: bool = False

    @property
    def is_entry(self) -> bool:
        """Return True if it is an entry of a list."""
        return self.path[-1][1] is not None


def slots(tree: Ludeme) -> list[Slot]:
    """Return the places of a tree, outermost first, in the order of the text."""
    places: list[Slot] = []
    left: list[tuple[Path, Ludeme]] = [((), tree)]
    while left:
        path, node = left.pop()
        inner: list[tuple[Path, Ludeme]] = []
        for slot in _of(path, node):
            places.append(slot)
            if isinstance(slot.value, Ludeme):
                inner.append((slot.path, slot.value))
        left += reversed(inner)
    return places


def _of(path: Path, node: Ludeme) -> Iterator[Slot]:
    for parameter in parameters(type(node)):
        value = getattr(node, parameter.field)
        if parameter.optional and value == parameter.absent:
            yield Slot((*path, (parameter.field, None)), parameter, None, is_absent=True)
        elif isinstance(value, tuple):
            for number, entry in enumerate(value):
                yield Slot((*path, (parameter.field, number)), parameter, entry)
        else:
            yield Slot((*path, (parameter.field, None)), parameter, value)


def part_at(tree: Any, path: Path) -> Any:
    """Return the part of a tree at the end of a path."""
    for field, number in path:
        tree = getattr(tree, field)
        if number is not None:
            tree = tree[number]
    return tree


def with_part(tree: T, path: Path, part: Any) -> T:
    """Return a tree with another part at the end of a path.

    Raises
    ------
    LudemeError
        If a ludeme on the path does not accept the part.
    """
    changed: Any = part
    for place in reversed(range(len(path))):
        node, (field, number) = part_at(tree, path[:place]), path[place]
        if number is not None:
            entries = getattr(node, field)
            changed = (*entries[:number], changed, *entries[number + 1 :])
        changed = replace(node, **{field: changed})
    whole: T = changed
    return whole


def with_entries(tree: T, path: Path, entries: tuple[Any, ...]) -> T:
    """Return a tree with other entries in the list that contains the end of a path."""
    *way, (field, _) = path
    node = part_at(tree, tuple(way))
    return with_part(tree, tuple(way), replace(node, **{field: entries}))


def fits(value: Any, choices: tuple[Type, ...]) -> bool:
    """Return True if a value has one of some types, and is within their limits."""
    return any(_is_of(value, choice) for choice in choices)


def _is_of(value: Any, choice: Type) -> bool:
    if isinstance(value, bool) or choice.base is bool:
        return isinstance(value, bool) and choice.base is bool
    if not isinstance(value, choice.base):
        return False
    if choice.base not in (int, float) or not isinstance(value, int | float):
        return True
    low = choice.limits.low if choice.limits else -MAX_INTEGER
    high = choice.limits.high if choice.limits and choice.limits.high is not None else MAX_INTEGER
    return low <= value <= high


def names_in(node: Any) -> tuple[str, ...]:
    """Return the names in quotes of a tree, in order, each once, without the game's name."""
    named = (slot.value for slot in slots(node) if isinstance(slot.value, str))
    return tuple(dict.fromkeys(name for name in named if name != NAME))


def renamed(node: Any, names: dict[str, str]) -> Any:
    """Return a tree with other names in quotes."""
    for slot in slots(node):
        if isinstance(slot.value, str) and names.get(slot.value, slot.value) != slot.value:
            node = with_part(node, slot.path, names[slot.value])
    return node


def size(node: Any) -> int:
    """Return the number of ludemes, words, names and numbers of a tree."""
    return 1 + sum(not slot.is_absent for slot in slots(node))


def candidate(tree: GameTree) -> GameTree:
    """Return a game under the one name that all candidates have."""
    return replace(tree, name=NAME)


def digest_of(text: str) -> str:
    """Return the identity of a text: 16 digits of its SHA-256."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]
