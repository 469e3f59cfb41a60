"""The choices that a description offers, and which of them are taken."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeGuard

from boardless.games.language.errors import LudemeError, Position, one_of
from boardless.games.language.syntax import Atom, Group, Keyed, Kind, Node, bare_atom, is_form, walk

Fragment = tuple[Node, ...]


@dataclass(frozen=True)
class Item:
    """One way to take an option: ``(item "Label" <fragment> ... "text")``.

    Attributes
    ----------
    label : str
        Its name within the option.
    fragments : tuple of Fragment
        What stands for each of the option's arguments; a fragment may be empty.
    stars : int
        The asterisks behind it: of several items the one with the most is the default.
    text : str
        What it means to a person.
    """

    label: str
    fragments: tuple[Fragment, ...]
    stars: int
    text: str


@dataclass(frozen=True)
class Option:
    """Something to choose: ``(option "Heading" <Tag> args:{<a> <b>} {(item ...) ...})``."""

    heading: str
    tag: str
    arguments: tuple[str, ...]
    items: tuple[Item, ...]

    @property
    def default(self) -> Item:
        """The item with the most asterisks, the first of equals."""
        return max(self.items, key=lambda item: item.stars)

    def names(self) -> Iterator[tuple[str, Item]]:
        """Yield ``"Heading/Label"`` and the item for every item."""
        for item in self.items:
            yield f"{self.heading}/{item.label}", item


@dataclass(frozen=True)
class Ruleset:
    """A named set of options: ``(ruleset "Name" {"Heading/Label" ...})``."""

    name: str
    options: tuple[str, ...]
    stars: int


def read_option(form: Group) -> Option:
    """Return the option that a form ``(option ...)`` describes.

    Raises
    ------
    LudemeError
        If it has no heading, no tag or no items, or an item has not a fragment per argument.
    """
    parts = list(form.items[1:])
    heading = _string(form, parts, "the heading of an option in quotes")
    tag = parts.pop(0) if parts else None
    if not _is_tag(tag):
        raise LudemeError((tag or form).at, tag or form, "expected the tag of an option, <Tag>")
    arguments: tuple[str, ...] = ()
    if parts and isinstance(parts[0], Keyed) and parts[0].key == "args":
        arguments = _arguments(parts[0])
        parts.pop(0)
    if len(parts) != 1 or not isinstance(parts[0], Group) or parts[0].bracket != "{":
        raise LudemeError(form.at, form, "expected one list of items, {(item ...) ...}")
    items = tuple(
        _item(item, stars, max(1, len(arguments))) for item, stars in _starred(parts[0], "item")
    )
    if not items:
        raise LudemeError(parts[0].at, parts[0], "expected at least one (item ...)")
    if twice := _repeated(item.label.casefold() for item in items):
        raise LudemeError(form.at, twice, "two items of the option have this label")
    return Option(heading, tag.text, arguments, items)


def read_rulesets(form: Group) -> tuple[Ruleset, ...]:
    """Return the rulesets of a form ``(rulesets {(ruleset ...) ...})``.

    Raises
    ------
    LudemeError
        If it is not a list of rulesets with a name and a list of options each.
    """
    if len(form.items) != 2 or not isinstance(form.items[1], Group) or form.items[1].bracket != "{":
        raise LudemeError(form.at, form, "expected one list of rulesets, {(ruleset ...) ...}")
    rulesets = []
    for ruleset, stars in _starred(form.items[1], "ruleset"):
        parts = list(ruleset.items[1:])
        name = _string(ruleset, parts, "the name of a ruleset in quotes")
        options = parts.pop(0) if parts else None
        if not isinstance(options, Group) or options.bracket != "{":
            raise LudemeError(
                ruleset.at, ruleset, 'expected a list of options, {"Heading/Label" ...}'
            )
        expected = 'an option in quotes, "Heading/Label"'
        names = tuple(_string(options, [item], expected) for item in options.items)
        rulesets.append(Ruleset(name, names, stars))
    return tuple(rulesets)


def choose(
    options: Sequence[Option], rulesets: Sequence[Ruleset], wanted: Sequence[str]
) -> dict[str, tuple[Option, Item]]:
    """Return the item taken of each option, by the option's tag.

    What is wanted comes first, then what the ruleset with the most asterisks names, then each
    option's own default.

    Parameters
    ----------
    options, rulesets : sequence of Option and of Ruleset
        What the description offers.
    wanted : sequence of str
        ``"Heading/Label"`` of an item, or the name of a ruleset; case does not matter.

    Raises
    ------
    LudemeError
        If no item or ruleset has the name, or two items of one option are wanted.
    """
    if isinstance(wanted, str):
        wanted = (wanted,)
    known = {name.casefold(): (o, item) for o in options for name, item in o.names()}
    sets = {ruleset.name.casefold(): ruleset for ruleset in rulesets}
    starred = max(rulesets, key=lambda ruleset: ruleset.stars, default=None)
    taken: dict[str, tuple[Option, Item]] = {}
    single = [name for name in wanted if name.casefold() not in sets]
    named = [sets[name.casefold()] for name in wanted if name.casefold() in sets]
    of_sets = [name for ruleset in named for name in ruleset.options]
    for layer in (single, of_sets, starred.options if starred and starred.stars else ()):
        fresh: dict[str, tuple[Option, Item]] = {}
        for name in layer:
            option, item = known.get(name.casefold()) or _no_such(name, options, rulesets)
            if fresh.get(option.tag, (option, item))[1] is not item:
                raise LudemeError(None, name, "two items of this option are chosen")
            fresh[option.tag] = option, item
        taken = fresh | taken
    return {option.tag: taken.get(option.tag, (option, option.default)) for option in options}


def find_option(options: Sequence[Option], subjects: Sequence[str], wanted: str) -> Option | None:
    """Return the option for what is wanted.

    It is the first whose heading speaks of one of the `subjects`, else the first that has the
    wanted word in an item; None if there is no such option.
    """
    spoken = [o for o in options if any(subject in o.heading.casefold() for subject in subjects)]
    name = wanted.casefold()
    fitting = spoken or [o for o in options if any(_holds(item, name) for item in o.items)]
    return fitting[0] if fitting else None


def find_item(options: Sequence[Option], subjects: Sequence[str], wanted: str) -> str | None:
    """Return ``"Heading/Label"`` of the item for what is wanted, or None without such an option.

    The option is that of `find_option`. Its item is the one with this label, whatever the case;
    else the one whose label goes on, or stops, after the same letters; else the one that has the
    word in its arguments.

    Raises
    ------
    LudemeError
        If the option has no such item, or several.
    """
    option = find_option(options, subjects, wanted)
    if option is None:
        return None
    name = wanted.casefold()
    labels = [(item.label.casefold(), item) for item in option.items]
    for found in (
        [item for label, item in labels if label == name],
        [item for label, item in labels if label.startswith(name)],
        [item for label, item in labels if name.startswith(label)],
        [item for item in option.items if _holds(item, name)],
    ):
        if len(found) == 1:
            return f"{option.heading}/{found[0].label}"
    allowed = one_of(item.label for item in option.items)
    raise LudemeError(None, wanted, f'choose {allowed} of the option "{option.heading}"')


def _holds(item: Item, word: str) -> bool:
    """Tell whether a bare word stands in the arguments of an item."""
    nodes = (part for fragment in item.fragments for node in fragment for part, _ in walk(node))
    return any(
        isinstance(n, Atom) and n.kind is Kind.WORD and n.text.casefold() == word for n in nodes
    )


def _no_such(
    name: str, options: Sequence[Option], rulesets: Sequence[Ruleset]
) -> tuple[Option, Item]:
    offered = [n for option in options for n, _ in option.names()] + [r.name for r in rulesets]
    allowed = f"choose {one_of(offered)}" if offered else "this description has no options"
    raise LudemeError(None, f"unknown option {name!r}", allowed)


def _string(form: Group, parts: list[Node], expected: str) -> str:
    """Take a string off the front of `parts`."""
    first = parts.pop(0) if parts else form
    if not isinstance(first, Atom) or first.kind is not Kind.STRING:
        raise LudemeError(first.at, first, f"expected {expected}")
    return first.text


def _arguments(named: Keyed) -> tuple[str, ...]:
    tags = named.value.items if isinstance(named.value, Group) else ()
    names = [tag.text for tag in tags if _is_tag(tag)]
    if not names or len(names) != len(tags):
        raise LudemeError(named.at, named, "expected the arguments of the option, args:{<a> <b>}")
    if twice := _repeated(names):
        raise LudemeError(named.at, twice, "two arguments of the option have this name")
    return tuple(names)


def _is_tag(node: Node | None) -> TypeGuard[Atom]:
    return isinstance(node, Atom) and node.kind is Kind.TAG and ":" not in node.text


def _item(form: Group, stars: int, count: int) -> Item:
    parts = list(form.items[1:])
    label = _string(form, parts, "the label of an item in quotes")
    text = ""
    if parts and isinstance(last := parts[-1], Atom) and last.kind is Kind.STRING:
        text = last.text
        parts.pop()
    fragments = tuple(map(_fragment, parts))
    if len(fragments) != count:
        many = "1 argument <...>" if count == 1 else f"{count} arguments <...>"
        raise LudemeError(form.at, form, f"expected {many} as the option has, not {len(fragments)}")
    return Item(label, fragments, stars, text)


def _fragment(node: Node) -> Fragment:
    if isinstance(node, Group) and node.bracket == "<":
        return node.items
    if isinstance(node, Atom) and node.kind is Kind.TAG:
        # A fragment of one word looks like a tag.
        place: Position = node.at and (node.at[0], node.at[1] + 1)
        key, colon, value = node.text.partition(":")
        return (Keyed(key, bare_atom(value, place), place) if colon else bare_atom(key, place),)
    raise LudemeError(
        node.at, node, "expected an argument <...> of the item, or its text in quotes"
    )


def _starred(items: Group, head: str) -> Iterator[tuple[Group, int]]:
    """Yield the forms of a list, each with the number of asterisks behind it."""
    previous: Group | None = None
    for node in items.items:
        if isinstance(node, Atom) and node.kind is Kind.STARS and previous:
            yield previous, len(node.text)
            previous = None
            continue
        if not isinstance(node, Group) or not is_form(node, head):
            raise LudemeError(
                node.at, node, f"expected ({head} ...) with asterisks or none behind it"
            )
        if previous:
            yield previous, 0
        previous = node
    if previous:
        yield previous, 0


def _repeated(names: Iterator[str] | Sequence[str]) -> str | None:
    """Return the first name that occurs twice."""
    seen: set[str] = set()
    for name in names:
        if name in seen:
            return name
        seen.add(name)
    return None
