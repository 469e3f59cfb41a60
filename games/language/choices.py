"""Choices that a reconstruction leaves open: ``[a | b]``, ``[1..16]``, ``[#]``."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from boardless.games.language.errors import LudemeError, Position
from boardless.games.language.reader import MAX_DEPTH
from boardless.games.language.syntax import Atom, Kind
from boardless.games.language.tokens import is_bracket, tokens_at

_RANGE = re.compile(r"([0-9]+)\.\.[0-9]+")


@dataclass(frozen=True)
class OpenChoice:
    """A choice that a description leaves open, and what was taken for it.

    Attributes
    ----------
    at : (int, int), or None
        Line and column, from 1; None where the text is not the description's own.
    alternatives : tuple of str
        What may stand here; none for ``[#]`` and ``[?]``, which do not say.
    """

    at: Position
    alternatives: tuple[str, ...]

    @property
    def taken(self) -> str:
        """What is taken: the first alternative, of a range its first number; else nothing."""
        first = self.alternatives[0] if self.alternatives else ""
        found = _RANGE.fullmatch(first)
        return found[1] if found else first

    def __str__(self) -> str:
        place = f"line {self.at[0]}, column {self.at[1]}: " if self.at else ""
        if not self.alternatives:
            return f"{place}[#]: nothing is offered, so it is left out"
        return f"{place}[{' | '.join(self.alternatives)}]: {self.taken} is taken"


def first_choices(tokens: Sequence[Atom]) -> tuple[list[Atom], list[OpenChoice]]:
    """Return tokens with the first alternative of every open choice in its place, and the choices.

    Raises
    ------
    LudemeError
        If a square bracket is not closed, or too many are inside each other.
    """
    taken: list[Atom] = []
    found: list[OpenChoice] = []
    i = 0
    while i < len(tokens):
        token = tokens[i]
        i += 1
        if not is_bracket(token, "["):
            taken.append(token)
            continue
        alternatives, i = _alternatives(tokens, i)
        stated = tuple(alternative for alternative in alternatives if not _is_hole(alternative))
        choice = OpenChoice(token.at, tuple(_text(alternative) for alternative in stated))
        found.append(choice)
        if not stated and taken and taken[-1].kind is Kind.KEY:
            taken.pop()
        elif stated and _RANGE.fullmatch(choice.alternatives[0]):
            taken += tokens_at(choice.taken, token.at)
        elif stated:
            # It may hold further choices.
            inner, choices = first_choices(stated[0])
            taken += inner
            found += choices
    return taken, found


def _alternatives(tokens: Sequence[Atom], start: int) -> tuple[list[Sequence[Atom]], int]:
    """Return the alternatives of the bracket open before `start`, and where it has ended."""
    alternatives, begin, depth = [], start, 0
    for i in range(start, len(tokens)):
        if is_bracket(tokens[i], "["):
            depth += 1
            if depth == MAX_DEPTH:
                expected = f"at most {MAX_DEPTH} brackets may be open at once"
                raise LudemeError(tokens[i].at, tokens[i], expected)
        elif not depth and is_bracket(tokens[i], "|", "]"):
            alternatives.append(tokens[begin:i])
            begin = i + 1
            if tokens[i].text == "]":
                return alternatives, begin
        elif is_bracket(tokens[i], "]"):
            depth -= 1
    raise LudemeError(tokens[start - 1].at, "[", "this bracket is never closed")


def _is_hole(alternative: Sequence[Atom]) -> bool:
    return not alternative or (len(alternative) == 1 and not alternative[0].text.strip("#?"))


def _text(alternative: Sequence[Atom]) -> str:
    return " ".join(map(str, alternative))
