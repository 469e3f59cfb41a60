"""The error for an unreadable description, and the warning for an odd one."""

from collections.abc import Iterable

from boardless.topo import InputError

#: Line and column of a piece of text, both from 1; None outside of a text.
Position = tuple[int, int] | None

_SHOWN_CHARACTERS = 60
_SHOWN_NAMES = 12


class LudemeError(InputError):
    """An error in the description of a game.

    Attributes
    ----------
    line, column : int
        The place in the text, from 1; 0 for an error without a place, such as an unknown option.
    text : str
        The offending text, shortened.
    expected : str
        The allowed alternatives.
    """

    def __init__(self, at: Position, text: object, expected: str) -> None:
        self.line, self.column = at or (0, 0)
        self.text = shorten(str(text))
        self.expected = expected
        place = f"line {self.line}, column {self.column}: " if at else ""
        super().__init__(f"{place}{self.text}: {expected}")

    def __reduce__(self) -> tuple[type["LudemeError"], tuple[Position, str, str]]:
        # Errors travel from worker processes, and pickle calls with the message alone.
        at = (self.line, self.column) if self.line else None
        return type(self), (at, self.text, self.expected)


class LudemeWarning(UserWarning):
    """A name in a description without a referent, which Ludii also ignores.

    Attributes
    ----------
    line, column : int
        The place in the text, from 1; 0 without a place.
    text : str
        The name.
    said : str
        The problem with it.
    """

    def __init__(self, at: Position, text: str, said: str) -> None:
        self.line, self.column = at or (0, 0)
        self.text, self.said = shorten(text), said
        place = f"line {self.line}, column {self.column}: " if at else ""
        super().__init__(f"{place}{self.text}: {said}")

    def __reduce__(self) -> tuple[type["LudemeWarning"], tuple[Position, str, str]]:
        at = (self.line, self.column) if self.line else None
        return type(self), (at, self.text, self.said)


def shorten(text: str) -> str:
    """Return `text` on one line of printable characters, cut off if it is long."""
    if len(text) > _SHOWN_CHARACTERS:
        text = text[: _SHOWN_CHARACTERS - 3] + "..."
    line = " ".join(text.split())
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in line)


def one_of(names: Iterable[str]) -> str:
    """Return ``"A, B or C"``, cut off if there are many names."""
    listed = [shorten(name) for name in names]
    if len(listed) > _SHOWN_NAMES:
        return ", ".join(listed[:_SHOWN_NAMES]) + ", ..."
    return " or ".join(filter(None, (", ".join(listed[:-1]), *listed[-1:])))
