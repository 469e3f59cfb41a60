"""One door for what has a name, what a user has written, and what Python can import."""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, TypeVar, cast

from boardless.topo import InputError, named
from boardless.topo.whole import shown

T = TypeVar("T")


def found(
    value: Any, what: str, known: Mapping[str, T], fits: Callable[[Any], bool], needs: str
) -> T:
    """Return the thing that a value names or is.

    Parameters
    ----------
    value : str or object
        A name in `known`, in capitals or not; ``"module:name"`` of such a thing, or of a class that
        makes one of nothing; or the thing itself.
    what : str
        What such a thing is called.
    known : mapping of str to object
        Things by name.
    fits : callable
        Tells whether an object is such a thing.
    needs : str
        What an object has to have, for people.

    Raises
    ------
    InputError
        If there is no such thing, or it cannot be imported.
    """
    if isinstance(value, str) and ":" not in value:
        return named(value, known, what)
    thing = imported(value, what) if isinstance(value, str) else value
    if isinstance(thing, type) or not fits(thing):
        raise InputError(
            f"unknown {what} {shown(value)}: choose one of {', '.join(known)}, "
            f"or give an object with {needs}"
        )
    return cast("T", thing)


def imported(path: str, what: str) -> Any:
    """Return what stands under a name in a module, ``"module:name"``, made if it is a class."""
    module, _, name = path.partition(":")
    try:
        thing = getattr(import_module(module), name)
        return thing() if isinstance(thing, type) else thing
    except Exception as error:
        reason = " ".join(str(error).split()) or type(error).__name__
        raise InputError(f"{what} {shown(path)} cannot be imported: {reason}") from None
