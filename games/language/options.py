"""The choices that a description offers, and which of them are taken."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from boardless.games.language.errors import LudemeError, one_of
from boardless.games.language.syntax import Atom, Kind

Fragment = tuple[Atom, ...]


@dataclass(frozen=True)
class Item:
    """One way to take an option: ``(item "Label" <fragment> ... "text")``.

    A fragment is any piece of text, with half a pair of brackets, too: ``<(dual > <)>``.

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
    """A named set of options: ``(ruleset "Name" {"Heading/Label" ...})``.

    Attributes
    ----------
    name : str
        Its name.
    options : tuple of str
        What it chooses.
    stars : int
        The asterisks behind it.
    variations : tuple of str
        The options that may be chosen in place of its own.
    """

    name: str
    options: tuple[str, ...]
    stars: int
    variations: tuple[str, ...] = ()


def choose(
    options: Sequence[Option], rulesets: Sequence[Ruleset], wanted: Sequence[str]
) -> tuple[tuple[Option, Item], ...]:
    """Return the item taken of each option, in the order of the options.

    What is wanted comes first, then each option's own default. Asterisks behind rulesets say which
    one people usually play; as in Ludii they choose nothing.

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
    taken: dict[str, Item] = {}
    single = [name for name in wanted if name.casefold() not in sets]
    named = [sets[name.casefold()] for name in wanted if name.casefold() in sets]
    of_sets = [name for ruleset in named for name in ruleset.options]
    for layer in (single, of_sets):
        fresh: dict[str, Item] = {}
        for name in layer:
            option, item = known.get(name.casefold()) or _no_such(name, options, rulesets)
            if fresh.get(option.heading, item) is not item:
                raise LudemeError(None, name, "two items of this option are chosen")
            fresh[option.heading] = item
        taken = fresh | taken
    return tuple((option, taken.get(option.heading, option.default)) for option in options)


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
    return any(
        token.kind is Kind.WORD and token.text.casefold() == word
        for fragment in item.fragments
        for token in fragment
    )


def _no_such(
    name: str, options: Sequence[Option], rulesets: Sequence[Ruleset]
) -> tuple[Option, Item]:
    offered = [n for option in options for n, _ in option.names()] + [r.name for r in rulesets]
    allowed = f"choose {one_of(offered)}" if offered else "this description has no options"
    raise LudemeError(None, f"unknown option {name!r}", allowed)
