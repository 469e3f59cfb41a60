"""Signatures of ludemes: parameters, and the grammar, the reference page and text from them."""

from __future__ import annotations

import re
import types
from collections.abc import Iterable, Sequence
from dataclasses import MISSING, dataclass, fields
from typing import TYPE_CHECKING, Annotated, Any, Union, get_args, get_origin, get_type_hints

from boardless.games.language.ludeme import BARE, LUDEMES, NOTES, Limits, Ludeme, Word, meaning_of
from boardless.games.language.reader import MAX_INTEGER
from boardless.games.language.syntax import Atom, Group, Keyed, Kind

if TYPE_CHECKING:
    from boardless.games.language.syntax import Node


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


def syntax(cls: type[Ludeme]) -> str:
    """Return the syntax of a ludeme: ``(ahead <integer> [<compass>] [steps:<integer>])``."""
    arguments = [_argument(parameter) for parameter in parameters(cls)]
    if not cls.head:
        return " ".join(arguments)
    return f"({' '.join(filter(None, [cls.head, cls.variant, *arguments]))})"


def grammar(*roots: type[Ludeme]) -> str:
    """Return the productions of all ludemes, in an extended Backus-Naur form.

    ``[...]`` may be left out. ``{x ...}`` is a list; a list without a key may omit its braces.
    """
    rules = []
    for base in _reached(roots):
        if issubclass(base, Word):
            alternatives = [str(word) for word in base]
        else:
            alternatives = [syntax(cls) for cls in members(base)]
        left = f"{_symbol(base)} ::= "
        between = " | " if issubclass(base, Word) else "\n" + " " * (len(left) - 2) + "| "
        rules.append(left + between.join(alternatives))
    return "\n".join(rules) + "\n"


def reference(*roots: type[Ludeme], words: Sequence[str] = ()) -> str:
    """Return a page in Markdown: every kind with its ludemes and meanings, then the words.

    With `words`, the page has only the entries with all of them in form or meaning, at the start of
    a word, or the one section of this name (``<compass>``). It is empty if there are none.
    """
    sections = {_symbol(base): _entries(base) for base in _reached(roots)}
    name = " ".join(words).casefold()
    if name in sections:
        sections = {name: sections[name]}
    elif words:
        # LineOfSight has three words.
        start = r"(?:(?<![\w-])|(?=[A-Z]))"
        starts = [re.compile(f"{start}(?i:{re.escape(word)})") for word in words]
        sections = {
            name: [entry for entry in entries if all(each.search(entry[0]) for each in starts)]
            for name, entries in sections.items()
        }
    page = [] if words else ["# Ludemes", _INTRODUCTION]
    for name, entries in sections.items():
        if entries:
            page += [f"## `{name}`", "\n".join(text + more for text, more in entries)]
    return "".join(f"{part}\n\n" for part in page).rstrip() + "\n" if page else ""


_INTRODUCTION = """\
What stands in angle brackets is explained under its name; `[...]` may be left out; `{x ...}` is a
list, whose braces may be left out where it has no key. Named arguments, `key:value`, may stand
anywhere behind the name of their ludeme, the others only in this order. Each ludeme names the
package of Ludii that its concept is from, or says that it is of this program, and gives one
example."""


def _entries(base: type[Ludeme] | type[Word]) -> list[tuple[str, str]]:
    """Return the entries of a section: their form and meaning, and the rest of each."""
    if issubclass(base, Word):
        return [(meaning_of(base)[0], "\n"), (", ".join(f"`{word}`" for word in base), "")]
    kind = [] if base.head else [(meaning_of(base)[0], "\n")]
    return kind + [_explained(cls) for cls in members(base)]


def _explained(cls: type[Ludeme]) -> tuple[str, str]:
    """Return the syntax, meaning and origin of a ludeme, and its example and other name."""
    meaning, example = meaning_of(cls)
    text, more = f"- `{syntax(cls)}`: {meaning}", ""
    if cls.head:
        text += f" *{cls.source}.*"
        more = f" For one: `{example}`"
    if cls.also:
        more += f" As an effect also `({cls.also} ...)`."
    return text, more


def _argument(parameter: Parameter) -> str:
    text = "|".join(map(_type, parameter.choices))
    if parameter.many:
        text = f"{{{text} ...}}"
    if parameter.key:
        text = f"{parameter.key}:{text}"
    return f"[{text}]" if parameter.optional else text


def _type(choice: Type) -> str:
    if issubclass(choice.base, Ludeme | Word):
        return _symbol(choice.base)
    if choice.base is bool:
        return "True|False"
    if choice.base is str:
        return '"name"'
    if choice.limits and choice.limits.high != MAX_INTEGER:
        return f"{choice.limits.low}..{choice.limits.high}"
    return "whole" if choice.base is int else "number"


def _symbol(base: type) -> str:
    """Return the name of a kind or a set of words in the grammar: ``<site-type>``."""
    return f"<{re.sub('(?<=[a-z])(?=[A-Z])', '-', base.__name__).lower()}>"


def members(base: type[Ludeme]) -> list[type[Ludeme]]:
    """Return the ludemes of a kind, or `base` itself if it is a ludeme."""
    named = [cls for variants in LUDEMES.values() for cls in variants if issubclass(cls, base)]
    return [*BARE.get(base, []), *named]


def _reached(roots: Iterable[type[Ludeme]]) -> list[type[Ludeme] | type[Word]]:
    """Return the kinds and sets of words reachable from `roots`, outermost first."""
    ludemes: dict[type[Ludeme], None] = dict.fromkeys(roots)
    words: dict[type[Word], None] = {}
    left = list(roots)
    while left:
        for cls in members(left.pop(0)):
            for parameter in parameters(cls):
                for choice in parameter.choices:
                    if issubclass(choice.base, Word):
                        words[choice.base] = None
                    elif issubclass(choice.base, Ludeme) and choice.base not in ludemes:
                        ludemes[choice.base] = None
                        left.append(choice.base)
    return [*ludemes, *words]


def node_of(ludeme: Ludeme) -> Node:
    """Return the tree of words that reads as `ludeme`."""
    if not ludeme.head:
        (parameter,) = parameters(type(ludeme))
        return _node(getattr(ludeme, parameter.field))
    items: list[Node] = [Atom(Kind.WORD, ludeme.head)]
    if ludeme.variant:
        items.append(Atom(Kind.WORD, ludeme.variant))
    for parameter in parameters(type(ludeme)):
        value = getattr(ludeme, parameter.field)
        if value != parameter.absent:
            node = _node(value)
            items.append(Keyed(parameter.key, node) if parameter.key else node)
    return Group("(", tuple(items))


def _node(value: Any) -> Node:
    if isinstance(value, Ludeme):
        return node_of(value)
    if isinstance(value, tuple):
        return Group("{", tuple(_node(entry) for entry in value))
    if isinstance(value, str):
        return Atom(Kind.STRING, value)
    if isinstance(value, bool | Word):
        return Atom(Kind.WORD, str(value))
    return Atom(Kind.NUMBER, f"{value:f}".rstrip("0").rstrip(".") if value % 1 else f"{value:.0f}")
