"""One door for what has a name, what a user has written, and what Python can import."""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, TypeVar, cast

from boardless.topo import InputError, named
from boardless.topo.own_code import OwnCodeError, own_code, told
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
    """Return what stands under a name in a module, ``"module:name"``, made if it is a class.

    Raises
    ------
    InputError
        If it cannot be imported or made; the exception behind it is what was raised.
    """
    thing = looked_up(path, what)
    return made(thing, f"{what} {shown(path)}") if isinstance(thing, type) else thing


def looked_up(path: str, what: str) -> Any:
    """Return what stands under a name in a module, ``"module:name"``, as it is; see `imported`."""
    module, _, name = path.partition(":")
    where = f"{what} {shown(path)} cannot be imported"
    try:
        with own_code(where):
            return getattr(import_module(module), name)
    except OwnCodeError:
        raise
    except Exception as error:
        reason = " ".join(str(error).split()) or type(error).__name__
        raise InputError(f"{where}: {reason}") from error


def made(kind: type[Any], what: str, **parameters: Any) -> Any:
    """Return what a class of a user's own makes of some parameters; `what` is for the message.

    Raises
    ------
    InputError
        If it cannot be made; the exception behind it is what was raised.
    """
    try:
        with own_code(what, kind):
            return kind(**parameters)
    except InputError:
        raise
    except Exception as error:
        raise InputError(f"{what} cannot be made: {told(error)}") from error
