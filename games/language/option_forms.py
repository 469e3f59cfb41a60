"""Options and rulesets read from their forms."""

from collections.abc import Iterator, Sequence

from boardless.games.language.errors import LudemeError, Position
from boardless.games.language.options import Fragment, Item, Option, Ruleset
from boardless.games.language.syntax import Atom, Kind
from boardless.games.language.tokens import closing, is_bracket, tokens_at


def read_option(form: Sequence[Atom]) -> Option:
    """Return the option that the tokens of a form ``(option ...)`` describe.

    Raises
    ------
    LudemeError
        If it has no heading, no tag or no items, or an item has not a fragment per argument.
    """
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
    """Return the rulesets of the tokens of a form ``(rulesets {(ruleset ...) ...})``.

    Raises
    ------
    LudemeError
        If it is not a list of rulesets with a name and a list of options each.
    """
    return tuple(_ruleset(_Parts(part), stars) for part, stars in _Parts(form).starred("ruleset"))


class _Parts:
    """The parts of a form, taken from its front one after the other.

    Parameters
    ----------
    form : sequence of Atom
        The tokens of the form, its brackets included.
    """

    def __init__(self, form: Sequence[Atom]) -> None:
        self._form = form
        self._position = 2

    @property
    def next(self) -> Atom:
        """The token that comes next; the bracket that closes the form, after all others."""
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
        """Take ``<...>``: anything up to a ">" that is no operator behind its bracket."""
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
        """Skip a ">" too many: it does no harm."""
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
        """Take a list of forms, and yield each with the number of asterisks behind it."""
        opened = self.take()
        if not is_bracket(opened, "{"):
            raise LudemeError(
                opened.at, opened, f"expected one list of {head}s, {{({head} ...) ...}}"
            )
        while not is_bracket(self.next, "}"):
            begin = self._position
            if not is_bracket(self.next, "(") or self._form[begin + 1].text != head:
                expected = f"expected ({head} ...) with asterisks or none behind it"
                raise LudemeError(self.next.at, self.next, expected)
            end = self._position = closing(self._form, begin) + 1
            stars = self.take() if self.next.kind is Kind.STARS else None
            yield self._form[begin:end], len(stars.text) if stars else 0
        self.take()
        if not self.at_end:
            raise LudemeError(self.next.at, self.next, f"expected one list of {head}s")


def _item(form: Sequence[Atom], stars: int, count: int) -> Item:
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
    return Item(label, tuple(fragments), stars, text)


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
