"""The words of Gambit's files, each with its line."""

import re
from fractions import Fraction
from typing import NoReturn

from boardless.topo import InputError
from boardless.topo.whole import shown

_WORD = re.compile(r'\s*(?:(?P<string>"(?:[^"\\]|\\.)*")|(?P<word>[{},]|[^\s{},"]+))', re.DOTALL)
_NUMBER = re.compile(r"[+-]?(?:[0-9]+/[0-9]+|(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]{1,2})?)")
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
#: Longer numbers are no payoffs.
_MAX_DIGITS = 100


class Words:
    """Reads a text word by word.

    Parameters
    ----------
    text : str
        The whole file.

    Raises
    ------
    InputError
        If there is a string that is never closed.
    """

    def __init__(self, text: str) -> None:
        self._words: list[tuple[str, int]] = []
        self._next = 0
        at, line, end = 0, 1, len(text.rstrip())
        while at < end:
            found = _WORD.match(text, at, end)
            if found is None:
                raise InputError(f"line {line}: a string that is never closed")
            start = found.start(found.lastgroup or 0)
            line += text.count("\n", at, start)
            self._words.append((found[found.lastgroup or 0], line))
            line += text.count("\n", start, found.end())
            at = found.end()

    def reject(self, expected: str) -> NoReturn:
        """Raise InputError: something else was expected in place of the word read last."""
        found, line = self._words[max(self._next - 1, 0)] if self._words else ("nothing", 1)
        raise InputError(f"line {line}, at {shown(found)}: {expected}")

    def is_over(self) -> bool:
        """Tell whether all words are read; if not, read the next one."""
        if self._next < len(self._words):
            self._next += 1
            return False
        return True

    def peek(self) -> str:
        """Return the next word without reading it, nothing at the end."""
        return self._words[self._next][0] if self._next < len(self._words) else ""

    def take(self, expected: str = "more") -> str:
        """Read a word."""
        word = self.peek()
        if not word:
            self.reject(f"expected {expected} after it, the file ends")
        self._next += 1
        return word

    def expect(self, word: str) -> None:
        """Read a word that is known."""
        if self.take(word) != word:
            self.reject(f"expected {word}")

    def skip(self, word: str) -> None:
        """Read a word if it is this one."""
        self._next += self.peek() == word

    def begins(self) -> bool:
        """Tell whether a list comes next."""
        return self.peek() == "{"

    def ends(self) -> bool:
        """Tell whether a list ends here; if so, read its bracket."""
        over = self.peek() == "}"
        self._next += over
        return over

    def is_string(self) -> bool:
        """Tell whether a string comes next."""
        return self.peek().startswith('"')

    def string(self) -> str:
        """Read a string."""
        word = self.take("a string")
        if not word.startswith('"'):
            self.reject("expected a string")
        return _ESCAPED.sub(r"\1", word[1:-1])

    def strings(self) -> list[str]:
        """Read a list of strings."""
        self.expect("{")
        found = []
        while not self.ends():
            found.append(self.string())
        return found

    def whole(self, what: str, least: int, most: int | None = None) -> int:
        """Read a whole number."""
        word = self.take(what)
        allowed = f"from {least} to {most}" if most is not None else f"from {least} on"
        if not (word.isascii() and word.isdigit() and len(word) <= 9):
            self.reject(f"expected the number of {what}, {allowed}")
        if not least <= int(word) <= (most if most is not None else int(word)):
            self.reject(f"expected the number of {what}, {allowed}")
        return int(word)

    def number(self, what: str) -> Fraction:
        """Read a number, exactly."""
        word = self.take(what)
        if len(word) > _MAX_DIGITS or not _NUMBER.fullmatch(word):
            self.reject(f"expected {what}, a finite number such as -3, 0.5 or 1/3")
        try:
            return Fraction(word)
        except ZeroDivisionError:
            self.reject(f"expected {what}, which is not divided by 0")
