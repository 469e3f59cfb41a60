"""The outline of a description: its parts, and their expansion into one text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from boardless.games.language.choices import first_choices, ranges_written_out
from boardless.games.language.errors import LudemeError
from boardless.games.language.expansion import (
    DefinitionExpander,
    ExpansionBudget,
    Tags,
    take_definitions,
    take_forms,
)
from boardless.games.language.options import read_option, read_rulesets
from boardless.games.language.reader import (
    UNCLOSED,
    closing,
    is_bracket,
    is_name,
    tokens_of,
    tree_of,
    unclosed_string,
)
from boardless.games.language.syntax import Group, Kind, laid_out, quoted

if TYPE_CHECKING:
    from boardless.games.language.choices import OpenChoice
    from boardless.games.language.options import Option, OptionItem, Ruleset
    from boardless.games.language.syntax import Atom

_GAMES = ("game", "match")
_PARTS = ("game", "match", "define", "option", "rulesets", "metadata")
#: Forms outside the rules.
_IGNORED = ("metadata", "ai")
#: The form that a description of a match has for each of its games: name and description.
_SUBGAME = "description"


@dataclass(frozen=True)
class ExpandedText:
    """The text of a description with definitions, options, ranges and choices expanded."""

    #: Words and lists only: unknown ludemes are possible.
    node: Group
    #: The item taken of each option, ``"Heading/Label"``.
    options: tuple[str, ...]
    choices: tuple[OpenChoice, ...]

    def __str__(self) -> str:
        return laid_out(self.node)


@dataclass(frozen=True)
class DescriptionOutline:
    """The parts of a description."""

    options: tuple[Option, ...]
    rulesets: tuple[Ruleset, ...]
    #: The readable forms ``(metadata ...)``, which are not part of the rules.
    metadata: tuple[Group, ...]
    #: The descriptions of the games of a match by name, if they follow its own.
    subgames: Mapping[str, str]
    _rest: tuple[Atom, ...] = field(repr=False)
    #: The string that is never closed, if one is known.
    _unclosed: Atom | None = field(repr=False)
    _large: bool = field(default=False, repr=False)

    def expanded(self, choices: Sequence[tuple[Option, OptionItem]]) -> ExpandedText:
        """Return the expanded text, with the item taken of each option."""
        budget = ExpansionBudget(self._large)
        tags = Tags(choices, budget)
        tokens, open_choices = first_choices(tags.put_in_place(self._rest))
        definitions, tokens = take_definitions(tokens)
        with _explained_by(self._unclosed):
            game = _only_game(tokens)
        expander = DefinitionExpander(definitions, budget)
        result = ranges_written_out(expander(game), budget)
        for before, token in zip([None, *result], result, strict=False):
            tags.check(token)
            expander.check(before, token)
            if token.kind is Kind.STARS and not (before and is_bracket(before, "(")):
                expected = "asterisks stand only behind items and rulesets"
                raise LudemeError(token.at, token, expected)
        (node,) = tree_of(result)
        assert isinstance(node, Group)
        taken = tuple(f"{option.heading}/{item.label}" for option, item in choices)
        return ExpandedText(node, taken, tuple(open_choices))


def outline(text: str, *, large: bool = False) -> DescriptionOutline:
    """Return the parts of a description; a `large` one may be longer, see `reader.LARGE`."""
    tokens = tokens_of(text, large=large)
    unclosed = unclosed_string(tokens)
    metadata, rest = _take_metadata(tokens)
    with _explained_by(unclosed):
        options, rest = take_forms(rest, "option")
        rulesets, rest = take_forms(rest, "rulesets")
        carried, rest = take_forms(rest, _SUBGAME)
        _check_closed(rest)
    return DescriptionOutline(
        options=_distinct([read_option(form) for form in options]),
        rulesets=tuple(ruleset for form in rulesets for ruleset in read_rulesets(form)),
        metadata=metadata,
        subgames={name.text: described.text for _, _, name, described, *_ in carried},
        _rest=tuple(rest),
        _unclosed=unclosed,
        _large=large,
    )


@contextmanager
def _explained_by(unclosed: Atom | None) -> Iterator[None]:
    """Report an unclosed string instead of unmatched brackets."""
    try:
        yield
    except LudemeError:
        if unclosed is None:
            raise
        first = f'"{unclosed.text}'.split("\n")[0]
        raise LudemeError(unclosed.at, first, UNCLOSED) from None


def with_subgame(text: str, name: str, described: str) -> str:
    """Return the description of a match with the description of one of its games after it."""
    return f"{text}\n({_SUBGAME} {quoted(name)} {quoted(described)})"


def subgames_of(text: str) -> tuple[str, ...]:
    """Return the names of the games of a match without a description in its text."""
    tokens = tokens_of(text)
    named: dict[str, dict[str, None]] = {_SUBGAME: {}, "subgame": {}}
    for bracket, head, name in zip(tokens, tokens[1:], tokens[2:], strict=False):
        if is_bracket(bracket, "(") and head.text in named and is_name(name):
            named[head.text][name.text] = None
    return tuple(name for name in named["subgame"] if name not in named[_SUBGAME])


def _check_closed(tokens: Sequence[Atom]) -> None:
    """Raise unless every form is closed; options may contain halves of lists."""
    i = 0
    while i < len(tokens):
        i = closing(tokens, i) + 1 if is_bracket(tokens[i], "(") else i + 1


def _take_metadata(tokens: Sequence[Atom]) -> tuple[tuple[Group, ...], list[Atom]]:
    """Return the readable parts of forms outside the rules, and the rest.

    Unbalanced quotes in a form make everything after them a part of it.
    """
    metadata: list[Group] = []
    rest: list[Atom] = []
    i = 0
    while i < len(tokens):
        begins = is_bracket(tokens[i], "(") and i + 1 < len(tokens)
        if not begins or str(tokens[i + 1]) not in _IGNORED:
            rest.append(tokens[i])
            i += 1
            continue
        try:
            end = closing(tokens, i) + 1
        except LudemeError:
            end = len(tokens)
        with suppress(LudemeError):
            metadata += [node for node in tree_of(tokens[i:end]) if isinstance(node, Group)]
        i = end
    return tuple(metadata), rest


def _only_game(tokens: Sequence[Atom]) -> Sequence[Atom]:
    """Return the tokens of the one game that a description has next to its definitions."""
    games = []
    i = 0
    while i < len(tokens):
        if _is_rule(tokens[i]):
            i += 1
            continue
        end = closing(tokens, i) + 1 if is_bracket(tokens[i], "(") else i
        if end == i or str(tokens[i + 1]) not in _GAMES:
            node = tree_of(tokens[i:])[0]
            raise LudemeError(node.at, node, f"expected one of ({' ...), ('.join(_PARTS)} ...)")
        games.append(tokens[i:end])
        i = end
    if len(games) != 1:
        place = games[1][0].at if games else None
        raise LudemeError(place, "the description", 'expected one (game "Name" ...)')
    return games[0]


def _is_rule(token: Atom) -> bool:
    """Return True if a token is a line drawn between forms, such as ``/------``."""
    return token.kind is Kind.STRAY or not any(c.isalnum() or c in "(){}<>[]" for c in token.text)


def _distinct(options: Sequence[Option]) -> tuple[Option, ...]:
    """Return options, with the first of each heading."""
    headings: set[str] = set()
    for option in options:
        if option.heading.casefold() in headings:
            raise LudemeError(None, option.heading, "two options have this heading")
        headings.add(option.heading.casefold())
    return tuple(options)
