"""Ranges, ``1..9`` and ``"A1".."C3"``, written out."""

import re
from collections.abc import Sequence

from boardless.games.language.errors import LudemeError
from boardless.games.language.syntax import Atom, Kind
from boardless.games.language.tokens import is_name, tokens_at

#: The most steps from one end of a range to the other, as in Ludii.
MAX_RANGE = 1000

# The end stays where it is: it may begin another range.
_NUMBERS = re.compile(r"([0-9]+)\.\.(?=([0-9]+))")
_SITE = re.compile(r"([A-Za-z])([0-9]{1,4})")


def ranges_written_out(tokens: Sequence[Atom]) -> list[Atom]:
    """Return tokens with the whole numbers or sites of every range in its place.

    As in Ludii both ends of a range of numbers are there, even if they are equal, and a range of
    sites goes up: it is empty where its end lies before its start.

    Raises
    ------
    LudemeError
        If a range is too long, or an end is no site of one letter and a number.
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
            written[-1:] = _sites(before, after)
            i += 1
            continue
        text = token.text
        # An end may be what a definition stood for.
        if text.startswith("..") and before and before.kind is Kind.NUMBER:
            text = written.pop().text + text
        if text.endswith("..") and after and after.kind is Kind.NUMBER:
            text += after.text
            i += 1
        written += tokens_at(_numbers(text, token), token.at)
    return written


def _numbers(text: str, token: Atom) -> str:
    """Return a text with the numbers of every range in it."""

    def between(found: re.Match[str]) -> str:
        first, last = (int(end[:12]) for end in found.groups())
        if abs(last - first) > MAX_RANGE:
            raise LudemeError(token.at, token, f"a range has at most {MAX_RANGE:,} steps")
        step = 1 if first <= last else -1
        return " ".join([found[1], *map(str, range(first + step, last, step))]) + " "

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
