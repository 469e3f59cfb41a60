"""Tags and parameters in words and strings, and chosen options put in their place."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from boardless.games.language.errors import LudemeError, one_of, shorten
from boardless.games.language.reader import tokens_at
from boardless.games.language.syntax import Atom, Kind

if TYPE_CHECKING:
    from boardless.games.language.expansion import ExpansionBudget
    from boardless.games.language.options import Fragment, Option, OptionItem

#: The most tags, or definitions, that may stand for each other.
MAX_NESTED = 40


class Tags:
    """The fragments of tags: of options that share one the first that has the argument counts.

    A tag without an argument is the first argument.
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
        """Return tokens with every tag replaced; unknown ones stay."""
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
        """Raise if a token is a tag, or a word with one, that no option defines."""
        found = TAG.search(str(token)) if token.kind in (Kind.TAG, Kind.TEMPLATE) else None
        if found is None:
            return
        tag = found[1].partition(":")[0]
        if mine := [name for name in self._fragments if name.startswith(f"{tag}:")]:
            raise LudemeError(token.at, found[0], f"expected {one_of(f'<{n}>' for n in mine)}")
        known = one_of(f"<{name}>" for name in self._fragments if ":" not in name)
        expected = f"known are {known}" if known else "the description has no options"
        raise LudemeError(token.at, found[0], f"no option has this tag: {expected}")

    def _meaning(self, name: str, token: Atom, inside: tuple[str, ...]) -> tuple[Atom, ...]:
        if name in inside:
            path = " -> ".join(f"<{tag}>" for tag in (*inside[inside.index(name) :], name))
            raise LudemeError(token.at, f"<{name}>", f"it stands for itself: {shorten(path)}")
        if len(inside) == MAX_NESTED:
            expected = f"at most {MAX_NESTED} definitions and tags may stand for each other"
            raise LudemeError(token.at, f"<{name}>", expected)
        return self.put_in_place(self._fragments[name], (*inside, name))

    def _filled(self, token: Atom, inside: tuple[str, ...]) -> tuple[Atom, ...]:
        def meaning(name: str) -> tuple[Atom, ...] | None:
            known = name in self._fragments
            return self._meaning(name, token, inside) if known else None

        put = filled(token, TAG, meaning)
        self._budget.spend(sum(len(part.text) for part in put) // 10, token.at)
        return put


PARAMETER = re.compile(r"#([0-9]+)")
TAG = re.compile(r"<([A-Za-z][\w-]*(?::[\w-]+)?)>")
#: Says what stands for the text of a mark; None leaves the mark as it is.
Meaning = Callable[[str], Sequence[Atom] | None]


def filled(atom: Atom, mark: re.Pattern[str], meaning: Meaning) -> tuple[Atom, ...]:
    """Return the atoms of a word or string with its marks replaced, each by one word."""

    def replaced(found: re.Match[str]) -> str:
        tokens = meaning(found[1])
        if tokens is None:
            return found[0]
        if len(tokens) > 1 or any(token.kind is Kind.BRACKET for token in tokens):
            raise LudemeError(atom.at, atom, f"expected one word for {found[0]}")
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
