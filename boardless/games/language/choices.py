"""Open choices and abbreviated ranges of a description."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from boardless.games.language.errors import LudemeError
from boardless.games.language.reader import MAX_DEPTH, is_bracket, is_name, tokens_at
from boardless.games.language.syntax import Atom, Kind

if TYPE_CHECKING:
    from boardless.games.language.errors import Position
    from boardless.games.language.expansion import ExpansionBudget

_RANGE = re.compile(r"([0-9]+)\.\.[0-9]+")


@dataclass(frozen=True)
class OpenChoice:
    """A choice that a description leaves open, and the alternative taken."""

    #: None in generated text.
    at: Position
    #: None for ``[#]`` and ``[?]``.
    alternatives: tuple[str, ...]

    @property
    def taken(self) -> str:
        """The alternative taken: the first, or the first number of a range; else the empty text."""
        first = self.alternatives[0] if self.alternatives else ""
        interval = _RANGE.fullmatch(first)
        return interval[1] if interval else first

    def __str__(self) -> str:
        place = f"line {self.at[0]}, column {self.at[1]}: " if self.at else ""
        if not self.alternatives:
            return f"{place}[#]: nothing is offered, so it is left out"
        return f"{place}[{' | '.join(self.alternatives)}]: {self.taken} is taken"


def first_choices(tokens: Sequence[Atom]) -> tuple[list[Atom], list[OpenChoice]]:
    """Return tokens with the first alternative of every open choice, and the choices."""
    taken: list[Atom] = []
    taken_choices: list[OpenChoice] = []
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
        taken_choices.append(choice)
        if not stated and taken and taken[-1].kind is Kind.KEY:
            taken.pop()
        elif stated and _RANGE.fullmatch(choice.alternatives[0]):
            taken += tokens_at(choice.taken, token.at)
        elif stated:
            # It may hold further choices.
            inner, choices = first_choices(stated[0])
            taken += inner
            taken_choices += choices
    return taken, taken_choices


def _alternatives(tokens: Sequence[Atom], start: int) -> tuple[list[Sequence[Atom]], int]:
    """Return the alternatives of the bracket open before `start`, and the place of its end."""
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


#: The most steps from one end of a range to the other, as in Ludii.
MAX_RANGE = 1000
# The end stays where it is: it may begin another range.
_NUMBERS = re.compile(r"([0-9]+)\.\.(?=([0-9]+))")
_SITE = re.compile(r"([A-Za-z])([0-9]{1,4})")


def ranges_written_out(tokens: Sequence[Atom], budget: ExpansionBudget) -> list[Atom]:
    """Return tokens with every range replaced by its numbers or sites.

    As in Ludii, a range of numbers contains both of its ends, even if they are equal. A range of
    sites ascends, and is empty if its end lies before its start.
    """
    written: list[Atom] = []
    i = 0
    while i < len(tokens):
        token, i = tokens[i], i + 1
        if token.kind not in (Kind.WORD, Kind.NUMBER) or ".." not in token.text:
            written.append(token)
            continue
        before = written[-1] if written else None
        after = tokens[i] if i < len(tokens) else None
        if token.text == ".." and is_name(before) and is_name(after):
            sites = _sites(before, after)
            budget.spend(len(sites), token.at)
            written[-1:] = sites
            i += 1
            continue
        text = token.text
        # An end may come from a definition.
        if text.startswith("..") and before and before.kind is Kind.NUMBER:
            text = written.pop().text + text
        if text.endswith("..") and after and after.kind is Kind.NUMBER:
            text += after.text
            i += 1
        written += tokens_at(_numbers(text, token, budget), token.at)
    return written


def _numbers(text: str, token: Atom, budget: ExpansionBudget) -> str:
    """Return a text with every range replaced by its numbers."""

    def between(interval: re.Match[str]) -> str:
        first, last = (int(end[:12]) for end in interval.groups())
        if abs(last - first) > MAX_RANGE:
            raise LudemeError(token.at, token, f"a range has at most {MAX_RANGE:,} steps")
        budget.spend(abs(last - first), token.at)
        step = 1 if first <= last else -1
        return " ".join([interval[1], *map(str, range(first + step, last, step))]) + " "

    return _NUMBERS.sub(between, text)


def _sites(start: Atom, end: Atom) -> list[Atom]:
    ends = [_SITE.fullmatch(atom.text) for atom in (start, end)]
    if not ends[0] or not ends[1]:
        wrong = end if ends[0] else start
        raise LudemeError(wrong.at, wrong, 'expected a site such as "A1" for an end of the range')
    columns, rows = (
        [number(match[part]) for match in ends if match]
        for part, number in ((1, lambda letter: ord(letter.upper())), (2, int))
    )
    if (columns[1] - columns[0] + 1) * (rows[1] - rows[0] + 1) > MAX_RANGE:
        raise LudemeError(start.at, f"{start}..{end}", f"a range has at most {MAX_RANGE:,} sites")
    return [
        Atom(Kind.STRING, f"{chr(column)}{row}", start.at)
        for column in range(columns[0], columns[1] + 1)
        for row in range(rows[0], rows[1] + 1)
    ]
