"""Ludemes: their base class, and the register of all of them."""

import re
import sys
from bisect import insort
from collections.abc import Callable, Iterable, Iterator
from dataclasses import KW_ONLY, MISSING, FrozenInstanceError, dataclass, field, fields, replace
from enum import Enum
from functools import cache
from inspect import Parameter, getdoc, signature
from typing import Any, ClassVar, NoReturn, TypeVar, dataclass_transform

from boardless.games.language.errors import LudemeError, Position
from boardless.games.language.facts import Facts
from boardless.games.language.syntax import laid_out


class Word(Enum):
    """A set of bare words of the language; the value of a member is the word itself."""

    def __str__(self) -> str:
        return str(self.value)

    def concepts(self) -> frozenset[str]:
        """Return the concepts of a game that contains the word."""
        return frozenset()


def words(listed: str) -> dict[str, str]:
    """Return members of a `Word` that the code does not name: SOLID_NO_SPLIT of SolidNoSplit."""
    return {re.sub("(?<=[a-z])(?=[A-Z])", "_", each).upper(): each for each in listed.split()}


_Ludeme = TypeVar("_Ludeme", bound="Ludeme")
#: Fields of ludemes that are not arguments.
NOTES = frozenset(("place", "by_other_name"))


def absent(value: object) -> Any:
    """Return a field with the value of an argument that a description leaves out."""
    return field(metadata={"absent": value})


@dataclass_transform(frozen_default=True, field_specifiers=(field, absent))
def frozen(cls: type[_Ludeme]) -> type[_Ludeme]:
    """Make a class a frozen dataclass: a base of several ludemes, or a rule without a name.

    It has the methods of `Ludeme`. Methods of its own, compiled for each of 600 classes, would take
    a tenth of a cold start.
    """
    return dataclass(init=False, eq=False, repr=False)(cls)


@frozen
class Ludeme:
    """A node of a game's tree.

    A concept of the language is a subclass of one of the *kinds* (``Region``, ``Moves``, ...), made
    with the decorator ``ludeme``. The fields of the class are its arguments in order; fields after
    ``_: KW_ONLY`` are named arguments. A field may be left out if its type allows None or it has a
    default. A field of type ``tuple[T, ...]`` is a list ``{...}``.

    Equal ludemes mean the same, at any place in a text. ``str`` gives their text.

    The class declares all facts that other parts of the program need: `facts`, and the methods
    below for facts that depend on its arguments.
    """

    #: The name of the kind in errors and the reference.
    kind: ClassVar[str] = "ludeme"
    #: The name in the language; empty for a bare value, such as a number.
    head: ClassVar[str] = ""
    #: The bare word after the name that selects this variant.
    variant: ClassVar[str | None] = None
    #: Another name of it, without a variant; empty if it has only one name.
    also: ClassVar[str] = ""
    #: The origin of the concept: its packages in Ludii.
    source: ClassVar[str] = ""
    #: Its phrase in English: ``{x}`` is the argument x, ``{x|or}`` its parts with "or" before the
    #: last; ``[...]`` appears if all of its arguments are given. Other arguments follow the
    #: phrase. It is empty for a ludeme that only holds others, and None if it is unknown.
    phrase: ClassVar[str | None] = None
    #: Its facts; a kind outside the rules declares them for all of its ludemes.
    facts: ClassVar[Facts]
    #: Whether it is a part of rules that reads or changes the board.
    in_play: ClassVar[bool] = False
    #: Whether an argument ``type`` or ``on`` gives the type of its sites.
    says_type: ClassVar[bool] = True
    #: Names of arguments that imply no concepts.
    untold: ClassVar[tuple[str, ...]] = ()
    #: Two arguments; a description gives exactly one of them.
    either: ClassVar[tuple[str, ...]] = ()

    _: KW_ONLY
    place: Position = field(default=None, compare=False, repr=False)
    #: Whether it was written with its other name: as an effect, not as a move of a player.
    by_other_name: bool = field(default=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        if sum(getattr(self, name) is None for name in self.either) != len(self.either) // 2:
            keys = {each.name for each in fields(self) if each.kw_only}
            said = (f"{x.strip('_')}:" if x in keys else f"a {x}" for x in self.either)
            self.reject(f"expected either {' or '.join(said)}")

    def __init__(self, *values: object, **named: object) -> None:
        ordered = fields(self)
        names = [each.name for each in ordered if not each.kw_only]
        given = dict(zip(names, values, strict=False)) | named
        own = vars(self)
        for each in ordered:
            own[each.name] = given.pop(each.name, each.default)
        missing = [name for name, value in own.items() if value is MISSING]
        if missing or given or len(values) > len(names):
            extra = [*given, *values[len(names) :]]
            raise TypeError(f"{type(self).__name__}: missing {missing}, unexpected {extra}")
        self.__post_init__()

    def __setattr__(self, name: str, value: object) -> None:
        raise FrozenInstanceError(f"cannot assign to field {name!r}")

    def __delattr__(self, name: str) -> None:
        raise FrozenInstanceError(f"cannot delete field {name!r}")

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and arguments_of(self) == arguments_of(other)

    def __hash__(self) -> int:
        return hash((type(self), *arguments_of(self)))

    def __repr__(self) -> str:
        said = (f"{name}={value!r}" for name, value in vars(self).items() if name not in NOTES)
        return f"{type(self).__qualname__}({', '.join(said)})"

    def __str__(self) -> str:
        from boardless.games.language.signatures import node_of

        return laid_out(node_of(self))

    def reject(self, expected: str) -> NoReturn:
        """Raise a LudemeError about this ludeme."""
        raise LudemeError(self.place, self.form() if self.head else self, expected)

    def children(self) -> "Iterator[tuple[str, Ludeme]]":
        """Yield the ludemes inside it, each after the name of its argument."""
        for name, value in vars(self).items():
            yield from ((name, part) for part in outermost(value))

    def reach(self) -> float:
        """Return how many steps from ``(to)`` the ludeme and its parts read, see `Facts.reach`."""
        own = self.facts.reach
        if self.facts.around:
            site, steps = self.facts.around
            own += getattr(self, site).reach_as_site + steps
        return max((own, *(part.reach() for _, part in self.children())))

    def sees_border(self) -> bool:
        """Return True if it depends on the set of empty cells of a growing board."""
        return self.facts.border or any(part.sees_border() for _, part in self.children())

    def moves_see_border(self) -> bool:
        """Return True if the places of its moves depend on the set of empty cells of the board."""
        return any(part.moves_see_border() for _, part in self.children())

    def uses_numbers(self, as_site: bool = False) -> bool:
        """Return True if it depends on the numbers of sites, which may change as a board grows.

        With `as_site` the ludeme stands for a site. Then a plain number counts, because it may name
        another site later, but ``(to)`` does not.
        """
        if self.facts.place and not as_site:
            return True
        sites = self.site_arguments()
        return any(part.uses_numbers(name in sites) for name, part in self.children())

    def site_arguments(self) -> frozenset[str]:
        """Return the names of arguments with integers that stand for sites."""
        return frozenset(("at", "of", "site", "sites", "where"))

    def has_effects(self) -> bool:
        """Return True if it needs a state with consequences; see `Facts.effects`."""
        return self.facts.effects

    def stacks(self) -> bool:
        """Return True if, in its present form, it concerns stacks of pieces."""
        return self.facts.stacked or bool(getattr(self, "stack", False))

    def takes_off(self) -> bool:
        """Return True if its moves may take a piece off the board."""
        return not self.facts.puts

    def site_numbers(self) -> frozenset[str]:
        """Return the numbers of sites that it reads or sets; see `Facts.numbers`."""
        return self.facts.numbers

    def is_symmetric(self) -> bool:
        """Return True if it is invariant under rotations of directions; see `Facts.symmetric`."""
        return self.facts.symmetric

    def is_touching(self) -> bool:
        """Return True if cells that touch no piece do not affect it; see `Facts.touching`."""
        return self.facts.touching

    def leads_beside(self) -> bool:
        """Return True if it leads to sites with pieces, or next to them; see `Facts.beside`."""
        return self.facts.beside

    def concepts(self) -> frozenset[str]:
        """Return the concepts of a game that contains it: its own and its parts' concepts."""
        return self.own_concepts().union(*(part.concepts() for part in self.telling_parts()))

    def own_concepts(self) -> frozenset[str]:
        """Return the concepts of a game that contains it, without its parts' concepts."""
        plain, by_argument = _sorted(self.facts.concepts, self.by_other_name)
        told = (name for arg, given, name in by_argument if self.gives(arg) is given)
        return plain.union(told, self.more_concepts())

    def more_concepts(self) -> Iterable[str]:
        """Return the concepts beyond the declared ones that depend on several arguments."""
        return ()

    def gives(self, argument: str) -> bool:
        """Return True if an argument is present and not False.

        For ``name=word`` it must be the word.
        """
        name, _, word = argument.partition("=")
        value = getattr(self, name)
        if word:
            return str(value) == word
        return value is not None and value is not False and value != ()

    def telling_parts(self) -> Iterator["Ludeme | Word"]:
        """Yield the ludemes and words inside it."""
        for name, value in vars(self).items():
            if name not in NOTES and name not in self.untold:
                for part in value if isinstance(value, tuple) else (value,):
                    if isinstance(part, Ludeme | Word):
                        yield part

    @classmethod
    def variant_as(cls, head: str) -> str | None:
        """Return the word that selects it after one of its names."""
        return cls.variant if head == cls.head else None

    @classmethod
    def form(cls) -> str:
        """Return the short form of the ludeme: ``(sites Around ...)``."""
        return f"({' '.join(filter(None, (cls.head, cls.variant)))} ...)"


@dataclass(frozen=True)
class Limits:
    """The smallest and largest number of a field, or of entries in its list."""

    low: int
    high: int | None = None
    #: For a name: the kind of things with this name, such as "track".
    of: str = ""


#: Every variant of every ludeme, by name: by module, in the order of definition.
LUDEMES: dict[str, list[type[Ludeme]]] = {}
#: The ludemes with another name, by that name.
ALSO: dict[str, list[type[Ludeme]]] = {}
#: By kind, the ludemes for a bare value: a number as an integer.
BARE: dict[type[Ludeme], list[type[Ludeme]]] = {}

#: By the result of a ludeme function, its kind and the name of its method.
RESULTS: dict[str, tuple[type[Ludeme], str]] = {}

_Meaning = TypeVar("_Meaning", bound=Callable[..., Any])


def _enter(entries: list[type[Ludeme]], cls: type[Ludeme]) -> None:
    """Insert a class into a list sorted by module name, independent of the import order."""
    insort(entries, cls, key=lambda entry: entry.__module__)


@dataclass_transform(frozen_default=True, field_specifiers=(field, absent))
def ludeme(
    head: str,
    variant: str | None = None,
    *,
    also: str = "",
    source: str = "",
    facts: Facts | None = None,
    concepts: str = "",
    phrase: str | None = None,
) -> Callable[[_Meaning], _Meaning]:
    """Make a class a frozen dataclass and register it as the ludeme ``(head variant ...)``.

    A ludeme with a single meaning is a function instead. Its parameters after the builder are the
    arguments, its parameters after ``*`` the named ones, and its result determines the kind. A
    parameter ``node`` before the builder gets the ludeme. If the builder is a `Scope`, the function
    runs only for a game in play, see `Builder.playing`. The function ``is_even`` makes a class
    ``IsEven`` in its module.

    The docstring is the meaning, and ends with ``Example:`` and the text in a game. `phrase` is the
    meaning in English, see `Ludeme.phrase`. `also` is another name of the same ludeme, without a
    variant: ``(step ...)`` as an effect is the ``(move Step ...)`` of a player. `source` and
    `facts` default to the values of the kind, and `concepts` names concepts, see `Facts`.
    """

    def register(meaning: _Meaning) -> _Meaning:
        cls = frozen(meaning if isinstance(meaning, type) else _class_of(meaning))
        cls.head, cls.variant, cls.also = head, variant, also
        cls.phrase = phrase
        if source:
            cls.source = source
        if facts is not None:
            cls.facts = facts
        _has_facts(cls)
        # Trees are pickled, so even classes that no statement names must be importable.
        vars(sys.modules[cls.__module__]).setdefault(cls.__qualname__, cls)
        cls.facts = replace(cls.facts, concepts=frozenset(concepts.split()))
        _enter(LUDEMES.setdefault(head, []), cls)
        if also:
            _enter(ALSO.setdefault(also, []), cls)
        return meaning

    return register


def meaning_of(cls: type) -> tuple[str, str]:
    """Return the meaning of a ludeme or of words, and the example at the end of its docstring."""
    meaning, _, example = " ".join((getdoc(cls) or "").split()).partition(" Example: ")
    return meaning, example


def _class_of(meaning: Callable[..., object]) -> type[Ludeme]:
    """Return a class with a function's parameters as fields and the function as a method."""
    said = signature(meaning)
    before, every = 1 + ("node" in said.parameters), list(said.parameters.values())
    if said.return_annotation not in RESULTS:
        raise TypeError(f"{meaning.__name__} has to return one of {', '.join(RESULTS)}")
    kind, method = RESULTS[said.return_annotation]

    def call(self: Any, b: Any) -> object:
        scope = b.playing(self) if every[before - 1].annotation == "Scope" else b
        arguments = {each.name: getattr(self, each.name) for each in every[before:]}
        return meaning(*(self, scope)[-before:], **arguments)

    namespace = {
        method: call,
        "__doc__": meaning.__doc__,
        "__module__": meaning.__module__,
        "__annotations__": {each.name: each.annotation for each in every[before:]},
        **{each.name: _field(each) for each in every[before:]},
    }
    return type(meaning.__name__.title().replace("_", ""), (kind,), namespace)


def _field(of: Parameter) -> Any:
    default = MISSING if of.default is of.empty else of.default
    return field(default=default, kw_only=of.kind is of.KEYWORD_ONLY)


@dataclass_transform(frozen_default=True, field_specifiers=(field, absent))
def bare(cls: type[_Ludeme]) -> type[_Ludeme]:
    """Register a class as the ludeme for a bare value of its kind, its base or itself."""
    frozen(cls)
    _has_facts(cls)
    base = next(each for each in cls.__mro__[1:] if "kind" in vars(each))
    _enter(BARE.setdefault(cls if base is Ludeme else base, []), cls)
    return cls


@cache
def _sorted(
    concepts: frozenset[str], effect: bool
) -> tuple[frozenset[str], tuple[tuple[str, bool, str], ...]]:
    """Return the unconditional concepts, and the ones with or without an argument."""
    if effect:
        concepts = frozenset(re.sub("Decision$", "Effect", name) for name in concepts)
    plain = frozenset(name for name in concepts if ":" not in name)
    parts = (name.partition(":") for name in sorted(concepts - plain))
    return plain, tuple((arg.removeprefix("!"), arg[0] != "!", name) for arg, _, name in parts)


def _has_facts(cls: type[Ludeme]) -> None:
    if not hasattr(cls, "facts"):
        raise TypeError(f"{cls.__name__} declares no facts: give @ludeme(..., facts=...)")


def arguments_of(node: Ludeme) -> list[object]:
    """Return the arguments of a ludeme, in order."""
    return [value for name, value in vars(node).items() if name not in NOTES]


def outermost(node: object) -> Iterator[Ludeme]:
    """Yield a ludeme, or the ludemes of a tuple, without the ludemes inside them."""
    if isinstance(node, Ludeme):
        yield node
    elif isinstance(node, tuple):
        for part in node:
            yield from outermost(part)


def inside(node: object) -> Iterator[object]:
    """Yield a ludeme and everything inside it."""
    left = [node]
    while left:
        node = left.pop()
        yield node
        if isinstance(node, Ludeme):
            left += reversed(arguments_of(node))
        elif isinstance(node, tuple):
            left += reversed(node)


def ludemes_in(node: object) -> Iterator[Ludeme]:
    """Yield a node and everything inside it that is a ludeme."""
    return (part for part in inside(node) if isinstance(part, Ludeme))


def read_in(node: object) -> frozenset[str]:
    """Return the data outside the board that the ludemes in a node read; see `Facts.reads`."""
    return frozenset().union(*(part.facts.reads for part in ludemes_in(node)))


def is_by_chance(node: object) -> bool:
    """Return True if chance decides the value of a ludeme, or of a part of it."""
    return any(part.facts.chance for part in ludemes_in(node))
