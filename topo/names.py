"""Names from people: one way of looking them up, with one message."""

import difflib
from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from boardless.topo.errors import InputError
from boardless.topo.whole import shown

T = TypeVar("T")

#: How much like a name another has to be, from 0 to 1, and how much of a long one is looked at.
_NEAR, _LOOKED_AT = 0.7, 50


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


def did_you_mean(name: Any, known: Iterable[str], most: int = 3) -> str:
    """Return ``"did you mean A or B?"`` for names that are like one that there is not, or "".

    Parameters
    ----------
    name : str
        What was given.
    known : iterable of str
        The names that there are.
    most : int
        How many names are offered at most.

    Examples
    --------
    >>> did_you_mean("andantin", ["Andantino", "Hex"])
    'did you mean Andantino?'
    >>> did_you_mean("chess", ["Andantino", "Hex"])
    ''
    """
    if not isinstance(name, str):
        return ""
    folded = {each.casefold(): each for each in known}
    near = difflib.get_close_matches(name.casefold()[:_LOOKED_AT], folded, most, _NEAR)
    return f"did you mean {' or '.join(folded[each] for each in near)}?" if near else ""
