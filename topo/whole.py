"""Whole numbers from people: one check, with one message."""

from operator import index
from typing import Any

from boardless.topo.errors import InputError

#: Longer numbers and texts are shortened in messages.
MAX_SHOWN = 40


def as_whole(value: Any) -> int | None:
    """Return a whole number as an int, or None if it is none.

    Whole is what has ``__index__``, NumPy's integers too, but not True and False.
    """
    try:
        return None if isinstance(value, bool) else index(value)
    except TypeError:
        return None


def whole_number(value: Any, name: str, least: int, most: int, why: str = "") -> int:
    """Return a whole number that is not too small and not too large.

    Parameters
    ----------
    value : object
        What was given; see `as_whole`.
    name : str
        What it is, for the message.
    least, most : int
        What is allowed, both included.
    why : str
        Why no more is, for the message.

    Raises
    ------
    InputError
        If it is no such number.

    Examples
    --------
    >>> from boardless.topo import whole_number
    >>> whole_number("3", "tiles", 2, 1000)
    Traceback (most recent call last):
    boardless.topo.errors.InputError: tiles '3': choose a whole number from 2 to 1000
    """
    number = as_whole(value)
    if number is None or not least <= number <= most:
        allowed = f"choose a whole number from {least} to {most}"
        raise InputError(f"{name} {shown(value)}: {allowed}{why and ', '}{why}")
    return number


def shown(value: Any) -> str:
    """Return a value as it is written in a message: in one line, and not too long."""
    try:
        text = " ".join(repr(value).split())
    except ValueError:
        # Python writes no numbers of thousands of digits.
        return f"of {value.bit_length()} bits" if isinstance(value, int) else type(value).__name__
    except RecursionError:
        return type(value).__name__
    half = MAX_SHOWN // 2 - 2
    return text if len(text) <= MAX_SHOWN else f"{text[:half]}...{text[-half:]}"
