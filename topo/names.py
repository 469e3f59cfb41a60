"""Names from people: one way of looking them up, with one message."""

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from boardless.topo.errors import InputError
from boardless.topo.whole import shown

T = TypeVar("T")


def named(name: Any, known: Mapping[str, T], what: str, listed: Iterable[str] | None = None) -> T:
    """Return what has a name, whatever the case.

    Parameters
    ----------
    name : str
        What was given.
    known : mapping of str to anything
        What there is, by name.
    what : str
        What it is, for the message.
    listed : iterable of str, optional
        The names that the message lists; all by default.

    Raises
    ------
    InputError
        If there is nothing of that name.

    Examples
    --------
    >>> from boardless.topo import named
    >>> named("ZONE", {"fixed": 1, "zone": 2}, "strategy")
    2
    >>> named("spiral", {"fixed": 1, "zone": 2}, "strategy")
    Traceback (most recent call last):
    boardless.topo.errors.InputError: unknown strategy 'spiral': choose one of fixed, zone
    """
    if isinstance(name, str):
        folded = name.casefold()
        for key, value in known.items():
            if key.casefold() == folded:
                return value
    names = ", ".join(known if listed is None else listed)
    raise InputError(f"unknown {what} {shown(name)}: choose one of {names}")
