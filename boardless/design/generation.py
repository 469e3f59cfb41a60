"""Small trees from the signatures of ludemes, with random arguments of the right types.

Ludemes in games of the package are likelier than others, because most other ludemes need a special
part of a game: dice, cards, a puzzle.
"""

import re
from dataclasses import dataclass
from functools import cache
from math import inf, sqrt
from random import Random
from typing import Any

from boardless.games.description import read
from boardless.games.language.errors import LudemeError
from boardless.games.language.kinds import Role
from boardless.games.language.ludeme import BARE, LUDEMES, Ludeme, Word, inside
from boardless.games.language.signatures import Parameter, Type, members, parameters
from boardless.games.library import description_text, library

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
