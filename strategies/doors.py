"""One door for what has a name, what a user has written, and what Python can import."""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, TypeVar, cast

from boardless.topo import InputError

T = TypeVar("T")


def found(value: Any, what: str, known: Mapping[str, T], fits: Callable[[Any], bool]) -> T:
    """Return the thing that a value names or is.

    Parameters
    ----------
    value : str or object
        A name in `known`, in capitals or not; ``"module:name"``, which is imported; or the thing.
    what : str
        What such a thing is called.
    known : mapping of str to object
        Things by name.
    fits : callable
        Tells whether an object is such a thing.

    Raises
    ------
    InputError
        If there is no such thing.
    """
    if isinstance(value, str):
        by_name = {name.upper(): thing for name, thing in known.items()}
        if value.upper() in by_name:
            return by_name[value.upper()]
        thing = _imported(value, what) if ":" in value else None
    else:
        thing = value
    if isinstance(thing, type) or not fits(thing):
        raise InputError(
            f"unknown {what} {value!r}: choose one of {', '.join(known)}, module:name, or give one"
        )
    return cast("T", thing)


def _imported(path: str, what: str) -> Any:
    """Return what stands under a name in a module, ``"module:name"``."""
    module, _, name = path.partition(":")
    try:
        thing = import_module(module)
        for part in name.split("."):
            thing = getattr(thing, part)
    except (AttributeError, ImportError, TypeError, ValueError) as error:
        raise InputError(f"{what} {path!r} cannot be imported: {error}") from None
    return thing
