"""Marks in words and strings: parameters ``#1`` and tags ``<Tag:argument>``."""

import re
from collections.abc import Callable, Sequence

from boardless.games.language.errors import LudemeError
from boardless.games.language.syntax import Atom, Kind
from boardless.games.language.tokens import tokens_at

PARAMETER = re.compile(r"#([0-9]+)")
TAG = re.compile(r"<([A-Za-z][\w-]*(?::[\w-]+)?)>")

#: Says what stands for the text of a mark; None leaves the mark as it is.
Meaning = Callable[[str], Sequence[Atom] | None]


def filled(atom: Atom, mark: re.Pattern[str], meaning: Meaning) -> tuple[Atom, ...]:
    """Return what a word or string becomes when the marks in it are replaced.

    Raises
    ------
    LudemeError
        If a mark in it stands for more than one word.
    """

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
