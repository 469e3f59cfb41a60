"""Macro expansion: replacement of definitions, their parameters, and tags of options."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from boardless.games.language.errors import LudemeError, one_of, shorten
from boardless.games.language.reader import (
    LARGE,
    MAX_DEPTH,
    closing,
    is_bracket,
    is_name,
    node_end,
    tokens_at,
)
from boardless.games.language.syntax import Atom, Kind

if TYPE_CHECKING:
    from boardless.games.language.errors import Position
    from boardless.games.language.options import Fragment, Option, OptionItem

#: The most tags, or definitions, that may refer to each other.
MAX_NESTED = 40


class Tags:
    """The fragments of tags; if options share a tag, the first one with the argument counts.

    A tag without an argument name stands for the first argument.
    """

    def __init__(
        self, choices: Sequence[tuple[Option, OptionItem]], budget: ExpansionBudget
    ) -> None:
        self._fragments: dict[str, Fragment] = {}
        self._budget = budget
        for option, item in choices:
            names = ["", *(f":{name}" for name in option.arguments)]
            fragments = [item.fragments[0], *item.fragments]
            for name, fragment in zip(names, fragments, strict=False):
                self._fragments.setdefault(option.tag + name, fragment)

    def put_in_place(
        self, tokens: Sequence[Atom], inside: tuple[str, ...] = ()
    ) -> tuple[Atom, ...]:
        """Return tokens with every known tag replaced."""
        result: list[Atom] = []
        for token in tokens:
            self._budget.spend(1, token.at)
            if token.kind is Kind.TAG and token.text in self._fragments:
                put = self._meaning(token.text, token, inside)
                if not put and result and result[-1].kind is Kind.KEY:
                    result.pop()
                result += put
            elif "<" in token.text and token.kind in (Kind.STRING, Kind.TEMPLATE):
                result += self._filled(token, inside)
            else:
                result.append(token)
        return tuple(result)

    def check(self, token: Atom) -> None:
        """Raise if a token is a tag, or contains one, that no option defines."""
        tag_match = TAG.search(str(token)) if token.kind in (Kind.TAG, Kind.TEMPLATE) else None
        if tag_match is None:
            return
        tag = tag_match[1].partition(":")[0]
        if mine := [name for name in self._fragments if name.startswith(f"{tag}:")]:
            raise LudemeError(token.at, tag_match[0], f"expected {one_of(f'<{n}>' for n in mine)}")
        names = one_of(f"<{name}>" for name in self._fragments if ":" not in name)
        expected = f"known are {names}" if names else "the description has no options"
        raise LudemeError(token.at, tag_match[0], f"no option has this tag: {expected}")

    def _meaning(self, name: str, token: Atom, inside: tuple[str, ...]) -> tuple[Atom, ...]:
        inside = _entered(name, inside, token.at, "<{}>")
        return self.put_in_place(self._fragments[name], inside)

    def _filled(self, token: Atom, inside: tuple[str, ...]) -> tuple[Atom, ...]:
        def meaning(name: str) -> tuple[Atom, ...] | None:
            known = name in self._fragments
            return self._meaning(name, token, inside) if known else None

        put = filled(token, TAG, meaning)
        self._budget.spend(sum(len(part.text) for part in put) // 10, token.at)
        return put


def _entered(name: str, inside: tuple[str, ...], at: Position, mark: str) -> tuple[str, ...]:
    """Return the names under expansion with another one; raise if names stand for themselves.

    `mark` is the format of a name in a text.
    """
    names = (*inside, name)
    if name in inside:
        path = " -> ".join(map(mark.format, names[inside.index(name) :]))
        raise LudemeError(at, mark.format(name), f"it stands for itself: {shorten(path)}")
    if len(inside) == MAX_NESTED:
        expected = f"at most {MAX_NESTED} definitions and tags may stand for each other"
        raise LudemeError(at, mark.format(name), expected)
    return names


PARAMETER = re.compile(r"#([0-9]+)")
TAG = re.compile(r"<([A-Za-z][\w-]*(?::[\w-]+)?)>")
#: Returns the replacement of the text of a mark, or None to keep the mark.
Meaning = Callable[[str], Sequence[Atom] | None]


def filled(atom: Atom, mark: re.Pattern[str], meaning: Meaning) -> tuple[Atom, ...]:
    """Return the atoms of a word or string with its marks replaced, each by one word."""

    def replaced(mark_match: re.Match[str]) -> str:
        tokens = meaning(mark_match[1])
        if tokens is None:
            return mark_match[0]
        if len(tokens) > 1 or any(token.kind is Kind.BRACKET for token in tokens):
            raise LudemeError(atom.at, atom, f"expected one word for {mark_match[0]}")
        # A string keeps its quotes in a word: #1..#2 may be "A1".."C3".
        inner = atom.kind is Kind.STRING
        return "".join(token.text if inner else str(token) for token in tokens)

    text = mark.sub(replaced, atom.text)
    if text == atom.text:
        return (atom,)
    return (
        (Atom(Kind.STRING, text, atom.at),)
        if atom.kind is Kind.STRING
        else tokens_at(text, atom.at)
    )


Body = tuple[Atom, ...]
# A game may have the name of a definition.
_NAMERS = ("game", "match", "subgame", "instance")


@dataclass(frozen=True)
class Argument:
    """An argument of a definition as it was written, and its scope."""

    tokens: Sequence[Atom]
    scope: DefinitionScope


@dataclass(frozen=True)
class DefinitionScope:
    """The scope of a token: arguments ``#1``, ..., None outside definitions."""

    arguments: tuple[Argument, ...] | None = None
    #: Definitions under expansion, outermost first.
    inside: tuple[str, ...] = ()


class DefinitionExpander:
    """A macro processor for ``(define "Name" body)``.

    Arguments enter a body as they were written, and are expanded there. So ``(#1 a)`` may use the
    definition with the name given for ``#1``.
    """

    def __init__(self, definitions: Mapping[str, Body], budget: ExpansionBudget) -> None:
        self._definitions = definitions
        self._budget = budget
        self._result: list[Atom] = []
        self._open = 0
        self._nested = 0

    def __call__(self, tokens: Sequence[Atom]) -> list[Atom]:
        """Return the expansion of tokens."""
        self._result, self._open, self._nested = [], 0, 0
        self._expand(tokens, DefinitionScope())
        return self._result

    def check(self, before: Atom | None, token: Atom) -> None:
        """Raise if the result contains a token that should have been replaced."""
        if token.kind is Kind.PARAMETER or (
            token.kind is Kind.TEMPLATE and PARAMETER.search(token.text)
        ):
            raise LudemeError(token.at, token, "parameters stand only in definitions")
        if token.kind is Kind.STRING and before is not None and is_bracket(before, "("):
            names = one_of(f'"{name}"' for name in self._definitions)
            expected = f"known are {names}" if names else "the description defines nothing"
            raise LudemeError(token.at, token, f"no such definition: {expected}")

    def _expand(self, tokens: Sequence[Atom], scope: DefinitionScope) -> None:
        i = 0
        while i < len(tokens):
            token = tokens[i]
            self._budget.spend(1, token.at)
            before = len(self._result)
            if is_bracket(token, "(") and (name := self._used(tokens, i + 1, scope)):
                end = closing(tokens, i)
                arguments = self._arguments(tokens, i + 2, end, scope)
                self._use(name, arguments, tokens[i + 1].at, scope)
                i = end
            elif token.kind is Kind.PARAMETER:
                self._parameter(token, scope)
            elif token.kind is Kind.STRING:
                self._string(token, scope)
            else:
                self._emit(token, scope)
            if len(self._result) == before and before and self._result[-1].kind is Kind.KEY:
                # A named argument without a value loses its key.
                self._result.pop()
            i += 1

    def _used(self, tokens: Sequence[Atom], head: int, scope: DefinitionScope) -> str:
        """Return the name of the definition that a form with this head uses, or ""."""
        if head == len(tokens):
            return ""
        token = tokens[head]
        if token.kind is Kind.PARAMETER and (argument := self._argument(token.text, scope)):
            if len(argument.tokens) != 1:
                return ""
            token, scope = argument.tokens[0], argument.scope
        name = self._text(token, scope) if is_name(token) else ""
        return name if name in self._definitions else ""

    def _string(self, token: Atom, scope: DefinitionScope) -> None:
        name = self._text(token, scope)
        before = self._result[-1] if self._result else None
        if name not in self._definitions or (before and str(before) in _NAMERS):
            self._emit(Atom(Kind.STRING, name, token.at), scope)
        else:
            self._use(name, (), token.at, scope)

    def _use(
        self, name: str, arguments: tuple[Argument, ...], at: Position, scope: DefinitionScope
    ) -> None:
        """Expand the body of a definition with its arguments."""
        inside = _entered(name, scope.inside, at, '"{}"')
        self._within(self._definitions[name], DefinitionScope(arguments, inside), at)

    def _parameter(self, token: Atom, scope: DefinitionScope) -> None:
        if scope.arguments is None:
            self._emit(token, scope)
        elif argument := self._argument(token.text, scope):
            self._within(argument.tokens, argument.scope, token.at)

    def _within(self, tokens: Sequence[Atom], scope: DefinitionScope, at: Position) -> None:
        """Expand tokens one level further in."""
        if self._nested == MAX_DEPTH:
            raise _too_deep(at)
        self._nested += 1
        self._expand(tokens, scope)
        self._nested -= 1

    def _arguments(
        self, tokens: Sequence[Atom], start: int, end: int, scope: DefinitionScope
    ) -> tuple[Argument, ...]:
        """Return the arguments between two places; ``~`` leaves one out."""
        arguments = []
        while start < end:
            stop = node_end(tokens, start)
            argument: Argument | None = Argument(tokens[start:stop], scope)
            if stop == start + 1 and tokens[start].text == "~":
                argument = Argument((), scope)
            elif stop == start + 1 and tokens[start].kind is Kind.PARAMETER and scope.arguments:
                # An argument left out there does not exist here, and later ones move up.
                argument = self._argument(tokens[start].text, scope)
            if argument is not None:
                arguments.append(argument)
            start = stop
        return tuple(arguments)

    def _argument(self, number: str, scope: DefinitionScope) -> Argument | None:
        """Return the argument of a parameter, or None if it was left out."""
        arguments = scope.arguments or ()
        if len(number) > 3 or not 1 <= int(number) <= len(arguments):
            return None
        argument = arguments[int(number) - 1]
        return argument if argument.tokens else None

    def _text(self, token: Atom, scope: DefinitionScope) -> str:
        """Return the text of a string with its parameters replaced."""
        (string,) = self._filled(token, scope)
        return string.text

    def _filled(self, token: Atom, scope: DefinitionScope) -> tuple[Atom, ...]:
        """Return the atoms of a string or word with its parameters replaced."""
        if scope.arguments is None or "#" not in token.text:
            return (token,)

        def meaning(number: str) -> Sequence[Atom]:
            argument = self._argument(number, scope)
            if argument is None:
                return ()
            # Kept apart, because it becomes part of a word.
            result, self._result = self._result, []
            self._within(argument.tokens, argument.scope, token.at)
            aside, self._result = self._result, result
            return aside

        put = filled(token, PARAMETER, meaning)
        self._budget.spend(1 + sum(len(part.text) for part in put) // 10, token.at)
        return put

    def _emit(self, token: Atom, scope: DefinitionScope) -> None:
        for part in self._filled(token, scope) if token.kind is Kind.TEMPLATE else (token,):
            if part.kind is Kind.BRACKET:
                self._open += (part.text in "({") - (part.text in ")}")
                if self._open > MAX_DEPTH:
                    raise _too_deep(part.at)
            self._result.append(part)


def _too_deep(at: Position) -> LudemeError:
    expected = f"definitions and options may nest at most {MAX_DEPTH} brackets"
    return LudemeError(at, "the description", expected)


def take_forms(tokens: Sequence[Atom], head: str) -> tuple[list[Body], list[Atom]]:
    """Return the forms of a name among tokens, nested ones included, and the rest."""
    forms: list[Body] = []
    rest: list[Atom] = []
    i = 0
    while i < len(tokens):
        if is_bracket(tokens[i], "(") and [*map(str, tokens[i + 1 : i + 2])] == [head]:
            end = closing(tokens, i) + 1
            forms.append(tuple(tokens[i:end]))
            i = end
        else:
            rest.append(tokens[i])
            i += 1
    return forms, rest


def take_definitions(tokens: Sequence[Atom]) -> tuple[dict[str, Body], list[Atom]]:
    """Return the bodies of definitions by name, and the rest.

    Of two with one name the first counts. A body may be empty, and may contain definitions.
    """
    forms, rest = take_forms(tokens, "define")
    definitions: dict[str, Body] = {}
    left = [(form, 1) for form in reversed(forms)]
    while left:
        form, depth = left.pop()
        name = form[2]
        if depth > MAX_NESTED:
            expected = f"at most {MAX_NESTED} definitions may be inside each other"
            raise LudemeError(form[0].at, "(define ...)", expected)
        if name.kind is not Kind.STRING:
            raise LudemeError(form[0].at, "(define ...)", 'expected (define "Name" body)')
        inner, body = take_forms(form[3:-1], "define")
        definitions.setdefault(name.text, tuple(body))
        left += [(form, depth + 1) for form in reversed(inner)]
    return definitions, rest


#: The most words and brackets that definitions, options and ranges may expand to.
MAX_EXPANDED = 300_000


class ExpansionBudget:
    """A bound on the number of words of an expansion, LARGE times higher for `large` texts."""

    def __init__(self, large: bool = False) -> None:
        self._spent = 0
        self._most = MAX_EXPANDED * (LARGE if large else 1)

    def spend(self, amount: int, at: Position) -> None:
        """Count `amount` more words; raise beyond the bound."""
        self._spent += amount
        if self._spent > self._most:
            expected = f"definitions and options may expand to at most {self._most:,} words"
            raise LudemeError(at, "the description", expected)
