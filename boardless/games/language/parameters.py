"""Parameters of ludemes, read from the annotations of their fields."""

import types
from dataclasses import MISSING, dataclass, fields
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from boardless.games.language.ludeme import NOTES, Limits, Ludeme, Word


@dataclass(frozen=True)
class Type:
    """A type of an argument: a kind of ludemes, a set of words, or str, bool, int, float."""

    base: type
    #: Bounds of a number, or of the characters of a name.
    limits: Limits | None = None

    @property
    def noun(self) -> str:
        """The type in words."""
        if issubclass(self.base, Ludeme):
            # A field may require one ludeme instead of a kind.
            return self.base.form() if self.base.head else self.base.kind
        if issubclass(self.base, Word):
            return f"one of {', '.join(_ends([str(word) for word in self.base]))}"
        if self.limits and self.base in (int, float):
            number = "a whole number" if self.base is int else "a number"
            return f"{number} from {self.limits.low:,} to {self.limits.high:,}"
        return {str: "a name in quotes", bool: "True or False"}[self.base]


@dataclass(frozen=True)
class Parameter:
    """An argument of a ludeme."""

    field: str
    #: The key of a named argument.
    key: str | None
    #: Types of the argument or of an entry of its list; the first that fits counts.
    choices: tuple[Type, ...]
    #: The number of entries of a list.
    many: Limits | None
    optional: bool
    #: The value of an omitted argument.
    absent: Any = None

    @property
    def noun(self) -> str:
        """The expected argument in words."""
        nouns = " or ".join(choice.noun for choice in self.choices)
        if self.many:
            nouns = f"a list {{...}} of {nouns}" if self.key else nouns
        return f"{self.key}: with {nouns}" if self.key else nouns


_KNOWN: dict[type[Ludeme], tuple[Parameter, ...]] = {}


def parameters(cls: type[Ludeme]) -> tuple[Parameter, ...]:
    """Return the arguments of a ludeme, in order, the named ones last."""
    if cls not in _KNOWN:
        _KNOWN[cls] = _read_parameters(cls)
    return _KNOWN[cls]


def _read_parameters(cls: type[Ludeme]) -> tuple[Parameter, ...]:
    hints = get_type_hints(cls, include_extras=True)
    unsorted = [_parameter(f, hints[f.name]) for f in fields(cls) if f.name not in NOTES]
    return tuple(sorted(unsorted, key=lambda parameter: parameter.key is not None))


def _parameter(field: Any, hint: Any) -> Parameter:
    choices, limits = [], None
    options = _options(hint)
    default = field.metadata.get("absent") if field.default is MISSING else field.default
    optional = type(None) in options or field.default is not MISSING or "absent" in field.metadata
    many = None
    for option in options:
        option, limits = _bare_hint(option)
        if get_origin(option) is tuple:
            many = limits or Limits(0)
            choices += [Type(*_bare_hint(entry)) for entry in _options(get_args(option)[0])]
        elif option is not type(None):
            choices.append(Type(option, limits))
    key = _key(field.name) if field.kw_only else None
    return Parameter(field.name, key, tuple(choices), many, optional, default)


def _options(hint: Any) -> list[Any]:
    """Return the alternatives of a union, or the one type."""
    if get_origin(hint) in (Union, types.UnionType):
        return [option for part in get_args(hint) for option in _options(part)]
    return [hint]


def _bare_hint(hint: Any) -> tuple[Any, Limits | None]:
    if get_origin(hint) is Annotated:
        return get_args(hint)[0], get_args(hint)[1]
    return hint, None


def _key(name: str) -> str:
    """Return the key of a field: ``num_sides`` is ``numSides``, ``if_`` is ``if``."""
    first, *others = name.strip("_").split("_")
    return first + "".join(part.capitalize() for part in others)


def _ends(words: list[str]) -> list[str]:
    return words if len(words) <= 6 else [*words[:2], "...", words[-1]]
