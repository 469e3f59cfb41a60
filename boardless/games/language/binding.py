"""Binding: from expanded text to a tree of ludemes, with type checks of all arguments."""

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache, lru_cache
from typing import Any, TypeGuard, TypeVar, cast

from boardless.games.language.errors import LudemeError, one_of
from boardless.games.language.ludeme import ALSO, BARE, LUDEMES, Ludeme, Word, inside, ludemes_in
from boardless.games.language.reader import MAX_INTEGER
from boardless.games.language.signatures import Parameter, Type, parameters
from boardless.games.language.syntax import Atom, Group, Keyed, Kind, Node, is_form
from boardless.util.inputs import did_you_mean

#: The longest name in a description.
MAX_NAME = 100
#: The most nested arguments that are conditions in place of True or False.
MAX_FLAGS = 6

_Ludeme = TypeVar("_Ludeme", bound=Ludeme)


def bind(node: Node, expected: type[_Ludeme]) -> _Ludeme:
    """Return the ludeme of a kind for an expanded node."""
    ludeme: _Ludeme = _value(node, (Type(expected),))
    return ludeme


def _value(node: Node, choices: tuple[Type, ...]) -> Any:
    """Return the value of a node as the first type that fits it, nested nodes included."""
    fitting = [choice for choice in choices if _fits(node, choice)]
    if not fitting:
        raise _mistyped(node, " or ".join(choice.noun for choice in choices), choices)
    named = [choice for choice in fitting if is_form(node) and _variants(node, choice.base)]
    if fitting[0] not in named:
        return _value_as(node, fitting[0])
    for choice in named[:-1]:
        # A sum may have integers or other numbers.
        try:
            return _value_as(node, choice)
        except LudemeError:
            continue
    return _value_as(node, named[-1])


def _value_as(node: Node, choice: Type) -> Any:
    """Return the value of a node as a given type that fits it."""
    if isinstance(node, Atom) and not issubclass(choice.base, Ludeme):
        return _literal(node, choice)
    if is_form(node) and _variants(node, choice.base):
        return _form(node, _variant(node, choice.base))
    cls = next(cls for cls in BARE[choice.base] if _is_like(node, *parameters(cls)))
    (parameter,) = parameters(cls)
    return cls(**{parameter.field: _field(node, parameter)}, place=node.at)


def _literal(atom: Atom, choice: Type) -> Any:
    """Return an atom as a word, name, truth value or number."""
    if issubclass(choice.base, Word):
        return _word(atom, choice.base)
    if choice.base is str:
        return _name(atom, choice)
    return _upper_first(atom.text) == "True" if choice.base is bool else _number(atom, choice)


def _field(node: Node, parameter: Parameter) -> Any:
    """Return the value of a field given by one node."""
    if not parameter.many:
        return _value(node, parameter.choices)
    listed = node.items if _is_list(node) else (node,)
    return _entries(node, listed, parameter)


def _entries(place: Node, nodes: Iterable[Node], parameter: Parameter) -> tuple[Any, ...]:
    entries = tuple(_value(node, parameter.choices) for node in nodes)
    if parameter.many and len(entries) < parameter.many.low:
        raise LudemeError(place.at, place, f"expected at least one entry: {parameter.noun}")
    return entries


def _form(form: Group, cls: type[Ludeme]) -> Ludeme:
    """Return a ludeme of a class from the arguments of a form."""
    arguments = list(form.items[2 if cls.variant_as(str(form.items[0])) else 1 :])
    for number, node in enumerate(arguments):
        if isinstance(node, Keyed) and (branches := _branches(node, cls)):
            rest = [*form.items[: len(form.items) - len(arguments)], *arguments]
            rest[number - len(arguments)] = Keyed(node.key, Atom(Kind.WORD, "True"), node.at)
            return _either(node, _form(replace(form, items=tuple(rest)), cls), branches)
    values = _named(cls, [node for node in arguments if isinstance(node, Keyed)])
    left: deque[Node] = deque(node for node in arguments if not isinstance(node, Keyed))
    skipped: list[Parameter] = []
    for parameter in parameters(cls):
        if parameter.field in values:
            continue
        if parameter.key is None and left and _fits_parameter(left[0], parameter):
            values[parameter.field] = _take(left, parameter)
            skipped.clear()
            continue
        if not parameter.optional:
            raise _missing(form, cls, left, [*skipped, parameter])
        values[parameter.field] = parameter.absent
        if parameter.key is None:
            skipped.append(parameter)
    if left:
        expected = " or ".join([*(parameter.noun for parameter in skipped), '")"'])
        choices = tuple(choice for parameter in skipped for choice in parameter.choices)
        raise _mistyped(left[0], f"{expected} in {cls.form()}", choices)
    if cls.facts.idempotent:
        values = {field: _distinct(value) for field, value in values.items()}
    other = bool(cls.also) and str(form.items[0]) == cls.also
    return cls(**values, place=form.at, by_other_name=other)


def _distinct(value: Any) -> Any:
    """Return a list without repetition, unless chance decides about its entries."""
    if not isinstance(value, tuple) or any(part.facts.chance for part in ludemes_in(value)):
        return value
    return tuple(dict.fromkeys(value))


def _branches(argument: Keyed, cls: type[Ludeme]) -> type[Ludeme] | None:
    """Return the ``(if ...)`` of a ludeme's kind if a condition stands for True or False."""
    taken = [p for p in parameters(cls) if p.key == argument.key and p.choices[0].base is bool]
    if not taken or not is_form(argument.value):
        return None
    kinds = {variant: parameters(variant)[1].choices[0].base for variant in LUDEMES["if"]}
    return next((variant for variant, kind in kinds.items() if issubclass(cls, kind)), None)


def _either(argument: Keyed, yes: Ludeme, branches: type[Ludeme]) -> Ludeme:
    """Return a choice between a ludeme with an argument True and one with False."""
    flag = next(p.field for p in parameters(type(yes)) if p.key == argument.key)
    first, then, otherwise = parameters(branches)[:3]
    if sum(isinstance(part, branches) for part in inside(yes)) >= 2**MAX_FLAGS - 1:
        said = f"expected at most {MAX_FLAGS} conditions inside of one another for True or False"
        raise LudemeError(argument.at, argument, said)
    values = {
        first.field: _field(argument.value, first),
        then.field: yes,
        otherwise.field: type(yes)(**{**vars(yes), flag: False}),
    }
    return branches(**values, place=yes.place)


def _named(cls: type[Ludeme], arguments: list[Keyed]) -> dict[str, Any]:
    """Return the values of the named arguments by field."""
    by_key = {p.key: p for p in parameters(cls) if p.key}
    values: dict[str, Any] = {}
    for named in arguments:
        parameter = by_key.get(named.key)
        if parameter is None:
            takes = f"takes {one_of(f'{key}:' for key in by_key)}" if by_key else "has none"
            raise LudemeError(named.at, named.key, f"no such named argument: {cls.form()} {takes}")
        if parameter.field in values:
            raise LudemeError(named.at, named.key, "this argument is given twice")
        values[parameter.field] = _field(named.value, parameter)
    return values


def _taken(left: deque[Node], parameter: Parameter) -> list[Node]:
    """Remove the nodes of a parameter from the arguments; a list may omit its braces."""
    first = left.popleft()
    # Two lists in a row are entries, if each entry may be a list.
    two = (first, *list(left)[:1])
    nested = len(two) == 2 and all(_is_list(n) and _fits_any(n, parameter.choices) for n in two)
    taken = [first]
    if parameter.many and (nested or not _is_list(first)):
        while left and _fits_any(left[0], parameter.choices):
            taken.append(left.popleft())
    return taken


def _take(left: deque[Node], parameter: Parameter) -> Any:
    """Remove the value of a parameter from the arguments."""
    first, *others = _taken(left, parameter)
    if not parameter.many or (_is_list(first) and not others):
        return _field(first, parameter)
    return _entries(first, [first, *others], parameter)


def _is_list(node: Node) -> TypeGuard[Group]:
    return isinstance(node, Group) and node.bracket == "{"


def _fits_parameter(node: Node, parameter: Parameter) -> bool:
    # Optional lists yield to the next argument; others get an error for every entry.
    if parameter.many and _is_list(node) and not parameter.optional:
        return True
    return _is_like(node, parameter)


def _fits_each(listed: Group, parameter: Parameter) -> bool:
    return all(_fits_any(entry, parameter.choices) for entry in listed.items)


def _fits_any(node: Node, choices: tuple[Type, ...]) -> bool:
    return any(_fits(node, choice) for choice in choices)


def _fits(node: Node, choice: Type) -> bool:
    """Return True if a node looks like a value of a type, judged by its outermost form."""
    base = choice.base
    if issubclass(base, Ludeme):
        if is_form(node) and (variants := _variants(node, base)):
            return _fits_branch(node, variants)
        return any(_is_like(node, *parameters(cls)) for cls in BARE.get(base, ()))
    if not isinstance(node, Atom):
        return False
    if issubclass(base, Word):
        return node.kind is Kind.WORD and _word(node, base) is not None
    if base is str:
        return node.kind is Kind.STRING
    if base is bool:
        return node.kind is Kind.WORD and _upper_first(node.text) in ("True", "False")
    return node.kind is Kind.NUMBER and not (base is int and "." in node.text)


def _fits_branch(form: Group, variants: tuple[type[Ludeme], ...]) -> bool:
    """Return True if the first branch of ``(if ...)`` fits one of its kinds."""
    if str(form.items[0]) != "if" or len(form.items) < 3:
        return True
    then = form.items[2]
    if is_form(then) and not _called(str(then.items[0])):
        # An unknown ludeme is reported as itself.
        return True
    return any(_fits_parameter(then, part) for cls in variants for part in parameters(cls)[1:])


def _variants(form: Group, kind: type[Ludeme]) -> tuple[type[Ludeme], ...]:
    """Return the ludemes of a kind with the name of a form, unless its word selects another."""
    head, first = str(form.items[0]), form.items[1] if len(form.items) > 1 else None
    word = first.text if isinstance(first, Atom) and first.kind is Kind.WORD else None
    return _selected(head, word, cast("Any", kind), len(_called(head)))


@lru_cache(4096)
def _selected(
    head: str, word: str | None, kind: type[Ludeme], count: int
) -> tuple[type[Ludeme], ...]:
    """Return the variants of a name, with a given word after it or without a word.

    `count`, the number of ludemes of the name, keeps the cache right when one is added.
    """
    named = tuple(cls for cls in _called(head) if issubclass(cls, kind))
    return () if named and word is not None and _is_another(head, word, named) else named


def _is_another(head: str, word: str, variants: tuple[type[Ludeme], ...]) -> bool:
    """Return True if the word after the name selects a ludeme outside these variants."""
    selected = _upper_first(word)
    named = [cls for cls in _called(head) if cls.variant_as(head) == selected]
    plain = [cls for cls in variants if cls.variant_as(head) is None]
    return (
        bool(named)
        and not any(cls in variants for cls in named)
        and not any(_fits_some(Atom(Kind.WORD, word), cls) for cls in plain)
    )


def _called(head: str) -> list[type[Ludeme]]:
    return LUDEMES.get(head, []) + ALSO.get(head, [])


def _variant(form: Group, kind: type[Ludeme]) -> type[Ludeme]:
    """Return the ludeme that the word after the name selects, of several with one name."""
    variants, head = _variants(form, kind), str(form.items[0])
    first = form.items[1] if len(form.items) > 1 else None
    plain = wordless = [cls for cls in variants if cls.variant_as(head) is None]
    if isinstance(first, Atom) and first.kind is Kind.WORD:
        selected = _upper_first(first.text)
        named = [cls for cls in variants if cls.variant_as(head) == selected]
        if named:
            # The word may also be an argument of another ludeme of the name.
            taking = (cls for cls in wordless if _has_keys(form, cls) and _takes_all(form, cls))
            having = [cls for cls in named if _has_keys(form, cls) and _has_arguments(form, cls, 2)]
            fitting = [cls for cls in having if _takes_all(form, cls)]
            return next(iter(fitting or having), next(taking, named[0]))
    if len(variants) > 1 and first is not None:
        fitting = [cls for cls in wordless if _fits_some(first, cls)]
        plain = [cls for cls in fitting if _fits_well(first, cls)] or fitting
    if plain:
        keyed = [cls for cls in plain if _has_keys(form, cls)] or plain
        given = [cls for cls in keyed if _has_arguments(form, cls)] or keyed
        return next((cls for cls in given if _takes_all(form, cls)), given[0])
    words = sorted(word for cls in variants if (word := cls.variant_as(head)))
    others = [f"or {cls.form()}" for cls in wordless]
    near = did_you_mean(str(first), words, 1) if isinstance(first, Atom) else ""
    listed = " ".join([one_of(dict.fromkeys(words)), *dict.fromkeys(others)])
    expected = f"{near and near + ' '}expected {listed} behind {head}"
    raise LudemeError((first or form).at, first or form, expected)


def _fits_some(node: Node, cls: type[Ludeme]) -> bool:
    """Return True if a node may be the first argument of a ludeme."""
    return isinstance(node, Keyed) or any(_fits_parameter(node, p) for p in _firsts(cls))


def _firsts(cls: type[Ludeme]) -> Iterator[Parameter]:
    """Yield the parameters that the first argument of a ludeme may belong to."""
    for parameter in parameters(cls):
        if parameter.key is None:
            yield parameter
        if not parameter.optional:
            break


def _fits_well(node: Node, cls: type[Ludeme]) -> bool:
    """Return True if all entries of a list fit some first argument of a ludeme."""
    if not _is_list(node):
        return True
    lists = [p for p in _firsts(cls) if p.many]
    return any(_fits_each(node, p) for p in lists) or not lists


def _has_keys(form: Group, cls: type[Ludeme]) -> bool:
    """Return True if a ludeme and a form have matching named arguments."""
    keys = {node.key for node in form.items if isinstance(node, Keyed)}
    named = [parameter for parameter in parameters(cls) if parameter.key]
    return keys <= {p.key for p in named} and {p.key for p in named if not p.optional} <= keys


def _takes_all(form: Group, cls: type[Ludeme]) -> bool:
    """Return True if the unnamed arguments match the parameters of a ludeme in order."""
    number = 2 if cls.variant_as(str(form.items[0])) else 1
    left = deque[Node](node for node in form.items[number:] if not isinstance(node, Keyed))
    for parameter in parameters(cls):
        if parameter.key is None and left and _fits_parameter(left[0], parameter):
            _taken(left, parameter)
        elif parameter.key is None and not parameter.optional:
            return False
    return not left


def _has_arguments(form: Group, cls: type[Ludeme], first: int = 1) -> bool:
    """Return True if each unnamed argument looks like some parameter of a ludeme."""
    taken = [parameter for parameter in parameters(cls) if parameter.key is None]
    arguments = [node for node in form.items[first:] if not isinstance(node, Keyed)]
    return all(any(_is_like(node, parameter) for parameter in taken) for node in arguments)


def _is_like(node: Node, parameter: Parameter) -> bool:
    if parameter.many and _is_list(node):
        return _fits_each(node, parameter)
    return _fits_any(node, parameter.choices)


def _word(atom: Atom, words: type[Word]) -> Word | None:
    """Return the word of a set for an atom; its first letter may be in lower case."""
    members = _members(words)
    return members.get(atom.text) or members.get(_upper_first(atom.text))


@cache
def _members(words: type[Word]) -> dict[str, Word]:
    return {member.value: member for member in words}


def _upper_first(text: str) -> str:
    return text[:1].upper() + text[1:]


def _name(atom: Atom, choice: Type) -> str:
    text = atom.text
    longest = (choice.limits.high if choice.limits else None) or MAX_NAME
    if not text.strip() or len(text) > longest or not text.isprintable() or set(text) & set('"\\'):
        expected = f"expected a name of 1 to {longest} characters on one line, no quotes in it"
        raise LudemeError(atom.at, atom, expected)
    return text


def _number(atom: Atom, choice: Type) -> int | float:
    limits = choice.limits
    low = limits.low if limits else -MAX_INTEGER
    high = limits.high if limits and limits.high is not None else MAX_INTEGER
    # Exact for every whole number within the limits, and safe for one of thousands of digits.
    value = float(atom.text)
    if not low <= value <= high:
        raise LudemeError(atom.at, atom, f"expected a number from {low:,} to {high:,}")
    return value if choice.base is float else int(value)


#: Forms of the language of 2018, and their modern equivalents.
_OF_2018 = {
    "rhombus": "(diamond 8) of hexagons, or (rotate 45 (square 8))",
    "disc": '(piece "O" P1)',
    "cross": '(piece "X" P2)',
    "ball": '(piece "Ball" Each)',
    "empty": "(sites Empty)",
    "line": "(if (is Line 3) (result Mover Win))",
    "to": "(move Add (to (sites Empty)))",
    "mode": "(players 2)",
    "board": "(board (square 3)), without a name",
}


def _mistyped(node: Node, expected: str, choices: Iterable[Type] = ()) -> LudemeError:
    """Return the error for a node that fits no expected type; a word may be like one of theirs."""
    old = ""
    if is_form(node):
        old = str(node.items[0])
        if _called(old) and not (old == "to" and expected.startswith("a rule that makes moves")):
            old = ""
    elif expected.startswith("the shape of a board"):
        old = "board" * (isinstance(node, Atom) and node.kind is Kind.STRING)
    elif expected.startswith("one of Alternating"):
        old = "mode" * isinstance(node, Group)
    if old in _OF_2018:
        return LudemeError(node.at, node, f"this is written {_OF_2018[old]} today")
    if is_form(node):
        head = str(node.items[0])
        if not _called(head):
            hint = did_you_mean(head, [*LUDEMES, *ALSO], 1)
            said = f"unknown ludeme: {hint}" if hint else "unknown ludeme"
            return LudemeError(node.items[0].at, node.items[0], said)
        kinds = one_of(dict.fromkeys(cls.kind for cls in _called(head)))
        return LudemeError(node.at, node, f"expected {expected}, found {kinds}")
    words = (str(word) for each in choices if issubclass(each.base, Word) for word in each.base)
    is_word = isinstance(node, Atom) and node.kind is Kind.WORD and str(node).isalpha()
    near = did_you_mean(str(node), words, 1) if is_word else ""
    return LudemeError(node.at, node, f"{near and near + ' '}expected {expected}")


def _missing(
    form: Group, cls: type[Ludeme], left: deque[Node], wanted: list[Parameter]
) -> LudemeError:
    expected = " or ".join(parameter.noun for parameter in wanted)
    if left and wanted[-1].key is None:
        choices = tuple(choice for parameter in wanted for choice in parameter.choices)
        return _mistyped(left[0], expected, choices)
    return LudemeError(form.at, form, f"missing in {cls.form()}: expected {expected}")
