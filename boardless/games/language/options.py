"""Options: the choices that a description offers, the items taken, and other tilings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from boardless.games.language.errors import LudemeError, one_of
from boardless.games.language.reader import closing, is_bracket, tokens_at
from boardless.games.language.syntax import Atom, Kind
from boardless.topo import InputError, Tiling, read_tiling, tiling_named, tiling_of
from boardless.topo.tilings.named import tiling_of_word, tiling_word
from boardless.util.inputs import did_you_mean

if TYPE_CHECKING:
    from boardless.games.language.errors import Position
    from boardless.games.language.kinds import TilingName


Fragment = tuple[Atom, ...]


@dataclass(frozen=True)
class OptionItem:
    """An item of an option: ``(item "Label" <fragment> ... "text")``.

    A fragment is any piece of text, even with half a pair of brackets: ``<(dual > <)>``.
    """

    label: str
    #: For each of the option's arguments; a fragment may be empty.
    fragments: tuple[Fragment, ...]
    #: The number of asterisks; of several items the one with the most is the default.
    stars: int
    text: str


@dataclass(frozen=True)
class Option:
    """A choice of players: ``(option "Heading" <Tag> args:{<a> <b>} {(item ...) ...})``."""

    heading: str
    tag: str
    arguments: tuple[str, ...]
    items: tuple[OptionItem, ...]

    @property
    def default(self) -> OptionItem:
        """The item with the most asterisks, or the first of several."""
        return max(self.items, key=lambda item: item.stars)

    def names(self) -> Iterator[tuple[str, OptionItem]]:
        """Yield ``"Heading/Label"`` and the item for every item."""
        for item in self.items:
            yield f"{self.heading}/{item.label}", item


@dataclass(frozen=True)
class Ruleset:
    """A named set of options: ``(ruleset "Name" {"Heading/Label" ...})``."""

    name: str
    options: tuple[str, ...]
    #: As for items; as in Ludii they have no effect.
    stars: int
    #: Options that may replace its own.
    variations: tuple[str, ...] = ()


def choose(
    options: Sequence[Option], rulesets: Sequence[Ruleset], wanted: Sequence[str]
) -> tuple[tuple[Option, OptionItem], ...]:
    """Return the item taken of each option: a wanted one, one of a ruleset, or the default.

    `wanted` has ``"Heading/Label"`` of items and names of rulesets, in any case.
    """
    if isinstance(wanted, str):
        wanted = (wanted,)
    items = {name.casefold(): (o, item) for o in options for name, item in o.names()}
    sets = {ruleset.name.casefold(): ruleset for ruleset in rulesets}
    taken: dict[str, OptionItem] = {}
    single = [name for name in wanted if name.casefold() not in sets]
    named = [sets[name.casefold()] for name in wanted if name.casefold() in sets]
    of_sets = [name for ruleset in named for name in ruleset.options]
    for layer in (single, of_sets):
        fresh: dict[str, OptionItem] = {}
        for name in layer:
            option, item = items.get(name.casefold()) or _no_such(name, options, rulesets)
            if fresh.get(option.heading, item) is not item:
                raise LudemeError(None, name, "two items of this option are chosen")
            fresh[option.heading] = item
        taken = fresh | taken
    return tuple((option, taken.get(option.heading, option.default)) for option in options)


def find_option(options: Sequence[Option], subjects: Sequence[str], wanted: str) -> Option | None:
    """Return the first option with a subject in its heading, else with the wanted word."""
    spoken = [o for o in options if any(subject in o.heading.casefold() for subject in subjects)]
    name = wanted.casefold()
    fitting = spoken or [o for o in options if any(_holds(item, name) for item in o.items)]
    return fitting[0] if fitting else None


def find_item(options: Sequence[Option], subjects: Sequence[str], wanted: str) -> str | None:
    """Return ``"Heading/Label"`` of the item for a wanted word, or None without an option.

    `find_option` gives the option. Its item is the only one that fits by the first of these rules
    that decides: its label is the word, in any case; its label begins with the word; the word
    begins with its label; the word is in its arguments.
    """
    option = find_option(options, subjects, wanted)
    if option is None:
        return None
    name = wanted.casefold()
    folded = [(item.label.casefold(), item) for item in option.items]
    for matches in (
        [item for label, item in folded if label == name],
        [item for label, item in folded if label.startswith(name)],
        [item for label, item in folded if name.startswith(label)],
        [item for item in option.items if _holds(item, name)],
    ):
        if len(matches) == 1:
            return f"{option.heading}/{matches[0].label}"
    labels = [item.label for item in option.items]
    near = did_you_mean(wanted, labels, 1)
    allowed = f'{near and near + " "}choose {one_of(labels)} of the option "{option.heading}"'
    raise LudemeError(None, wanted, allowed)


def _holds(item: OptionItem, word: str) -> bool:
    """Return True if the arguments of an item contain a bare word."""
    return any(
        token.kind is Kind.WORD and token.text.casefold() == word
        for fragment in item.fragments
        for token in fragment
    )


def _no_such(
    name: str, options: Sequence[Option], rulesets: Sequence[Ruleset]
) -> tuple[Option, OptionItem]:
    offered = [n for option in options for n, _ in option.names()] + [r.name for r in rulesets]
    # The headings are too similar: they would match any label.
    near = did_you_mean(name.rpartition("/")[2], [n.rpartition("/")[2] for n in offered], 1)
    choose = f"{near and near + ' '}choose {one_of(offered)}"
    allowed = choose if offered else "this description has no options"
    raise LudemeError(None, f"unknown option {name!r}", allowed)


def read_option(form: Sequence[Atom]) -> Option:
    """Return the option for the tokens of a form ``(option ...)``."""
    parts = _Parts(form)
    heading = parts.name("the heading of an option in quotes")
    tag = parts.tag()
    arguments = parts.arguments() if parts.next.kind is Kind.KEY else ()
    starred = parts.starred("item")
    items = tuple(_item(item, stars, max(1, len(arguments))) for item, stars in starred)
    if not items:
        raise LudemeError(parts.next.at, "{}", "expected at least one (item ...)")
    if twice := _repeated([item.label.casefold() for item in items]):
        raise LudemeError(form[0].at, twice, "two items of the option have this label")
    return Option(heading, tag, arguments, items)


def read_rulesets(form: Sequence[Atom]) -> tuple[Ruleset, ...]:
    """Return the rulesets for the tokens of a form ``(rulesets {(ruleset ...) ...})``."""
    return tuple(_ruleset(_Parts(part), stars) for part, stars in _Parts(form).starred("ruleset"))


class _Parts:
    """A reader of the tokens of a form, brackets included, from its front."""

    def __init__(self, form: Sequence[Atom]) -> None:
        self._form = form
        self._position = 2

    @property
    def next(self) -> Atom:
        """The next token; after the last, the bracket that closes the form."""
        return self._form[min(self._position, len(self._form) - 1)]

    @property
    def at_end(self) -> bool:
        return self._position >= len(self._form) - 1

    def take(self) -> Atom:
        token = self.next
        self._position += 1
        return token

    def name(self, expected: str) -> str:
        """Take a string."""
        token = self.take()
        if token.kind is not Kind.STRING:
            raise LudemeError(token.at, token, f"expected {expected}")
        return token.text

    def tag(self) -> str:
        """Take the tag of an option."""
        token = self.take()
        if token.kind is not Kind.TAG or ":" in token.text:
            raise LudemeError(token.at, token, "expected the tag of an option, <Tag>")
        return token.text

    def arguments(self) -> tuple[str, ...]:
        """Take the names of an option's arguments, ``args:{<a> <b>}``."""
        named = self.take()
        expected = "expected the arguments of the option, args:{<a> <b>}"
        opened = self.take()
        if named.text != "args" or not is_bracket(opened, "{"):
            raise LudemeError(named.at, named, expected)
        names: list[str] = []
        while not is_bracket(self.next, "}"):
            names.append("".join(map(str, self.fragment(expected))))
        self.take()
        if not all(names) or not names:
            raise LudemeError(named.at, named, expected)
        if twice := _repeated(names):
            raise LudemeError(named.at, twice, "two arguments of the option have this name")
        return tuple(names)

    def fragment(self, expected: str) -> Fragment:
        """Take ``<...>``: everything up to a ">" that is not an operator after its bracket."""
        token = self.take()
        if token.kind is Kind.TAG:
            # A fragment of one word looks like a tag.
            place: Position = token.at and (token.at[0], token.at[1] + 1)
            self._skip_closing()
            return tokens_at(token.text, place)
        if not is_bracket(token, "<"):
            raise LudemeError(token.at, token, expected)
        begin = self._position
        while not self.at_end:
            token = self.take()
            before = self._form[self._position - 2]
            if is_bracket(token, ">") and not is_bracket(before, "("):
                end = self._position - 1
                self._skip_closing()
                return tuple(self._form[begin:end])
        raise LudemeError(self._form[begin - 1].at, "<", "this bracket is never closed")

    def _skip_closing(self) -> None:
        """Skip a superfluous ">", which is harmless."""
        while is_bracket(self.next, ">"):
            self.take()

    def names(self, expected: str) -> tuple[str, ...]:
        """Take a list of strings, ``{"a" "b"}``."""
        opened = self.take()
        if not is_bracket(opened, "{"):
            raise LudemeError(opened.at, opened, expected)
        names = []
        while not is_bracket(self.next, "}"):
            names.append(self.name('an option in quotes, "Heading/Label"'))
        self.take()
        return tuple(names)

    def starred(self, head: str) -> Iterator[tuple[Sequence[Atom], int]]:
        """Take a list of forms, and yield each with the number of asterisks after it."""
        opened = self.take()
        if not is_bracket(opened, "{"):
            raise LudemeError(
                opened.at, opened, f"expected one list of {head}s, {{({head} ...) ...}}"
            )
        while not is_bracket(self.next, "}"):
            begin = self._position
            if not is_bracket(self.next, "(") or self._form[begin + 1].text != head:
                expected = f"expected ({head} ...) with or without asterisks after it"
                raise LudemeError(self.next.at, self.next, expected)
            end = self._position = closing(self._form, begin) + 1
            stars = self.take() if self.next.kind is Kind.STARS else None
            yield self._form[begin:end], len(stars.text) if stars else 0
        self.take()
        if not self.at_end:
            raise LudemeError(self.next.at, self.next, f"expected one list of {head}s")


def _item(form: Sequence[Atom], stars: int, count: int) -> OptionItem:
    parts = _Parts(form)
    label = parts.name("the label of an item in quotes")
    fragments = []
    expected = "expected an argument <...> of the item, or its text in quotes"
    while not parts.at_end and parts.next.kind is not Kind.STRING:
        fragments.append(parts.fragment(expected))
    text = "" if parts.at_end else parts.take().text
    if not parts.at_end:
        raise LudemeError(parts.next.at, parts.next, expected)
    if len(fragments) != count:
        many = "1 argument <...>" if count == 1 else f"{count} arguments <...>"
        at, shown = form[0].at, f'(item "{label}" ...)'
        raise LudemeError(at, shown, f"expected {many} as the option has, not {len(fragments)}")
    return OptionItem(label, tuple(fragments), stars, text)


def _ruleset(parts: _Parts, stars: int) -> Ruleset:
    name = parts.name("the name of a ruleset in quotes")
    expected = 'expected a list of options, {"Heading/Label" ...}'
    variations: tuple[str, ...] = ()
    if parts.next.kind is Kind.KEY and parts.next.text == "variations":
        parts.take()
        variations = parts.names(expected)
    return Ruleset(name, parts.names(expected), stars, variations)


def _repeated(names: Sequence[str]) -> str | None:
    """Return the first name that occurs twice."""
    seen: set[str] = set()
    for name in names:
        if name in seen:
            return name
        seen.add(name)
    return None


# Prefix of the name of an additional tiling.
ELSEWHERE = "Tiling/"


def word_of_tiling(tiling: str) -> TilingName | str | None:
    """Return a tiling by one of its names or by its table, in the form of trees, or None."""
    from boardless.games.language.kinds import TilingName

    try:
        wanted = tiling_of_word(tiling)
    except InputError:
        if tiling[:1] == "{":
            raise
        return None
    if tiling[:1] == "{":
        return tiling
    return next((word for word in TilingName if tiling_named(word.value) is wanted), wanted.name)


def tiling_beside(
    options: Sequence[str], offered: Sequence[Option]
) -> tuple[Sequence[str], TilingName | str | None]:
    """Return the options except an additional tiling, and that tiling, or None."""
    if isinstance(options, str):
        options = (options,)
    offered_names = {name.casefold() for option in offered for name, _ in option.names()}
    words = {
        name: word
        for name in options
        if name.casefold().startswith(ELSEWHERE.casefold())
        and name.casefold() not in offered_names
        and (word := word_of_tiling(name[len(ELSEWHERE) :]))
    }
    left = tuple(name for name in options if name not in words)
    return left, next(iter(words.values()), None)


def tiling_choice(tiling: str | Tiling) -> str:
    """Return a tiling in the form of options: its name, or its table if it is unnamed."""
    if isinstance(tiling, str) and tiling.casefold().endswith(".json"):
        tiling = read_tiling(tiling)
    return tiling if isinstance(tiling, str) else tiling_word(tiling_of(tiling))


def options_told(options: Sequence[str]) -> str:
    """Return options for display, in brackets, with a tiling by its name; "" without any."""
    table = f"{ELSEWHERE}{{"
    told = [
        ELSEWHERE + tiling_of_word(name[len(ELSEWHERE) :]).name if name.startswith(table) else name
        for name in options
    ]
    return f" ({', '.join(told)})" if told else ""
