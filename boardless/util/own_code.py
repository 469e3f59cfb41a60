"""Errors in code of users: a line with the place, and the exception itself as its cause."""

import os
import sysconfig
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from boardless.util.inputs import InputError

#: The package, and the modules that games are compiled to.
OURS = "boardless"
#: The folders of Python and of installed packages.
_INSTALLED = tuple(
    os.path.join(path, "")
    for path in {
        sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")
    }
)


class OwnCodeError(InputError):
    """An error in a user's own function, class or module.

    The message has its use, its file and line, and the exception, which is also ``__cause__``.
    """


@contextmanager
def own_code(what: str, thing: object = None) -> Iterator[None]:
    """Raise an OwnCodeError for an exception that passed through a user's own code.

    Exceptions of our own code pass unchanged. `what` is the use of the user's code, such as
    ``"agent mine:Agent"``. `thing` is the function or object; its package counts as the user's,
    wherever it is installed.
    """
    try:
        yield
    except OwnCodeError:
        raise
    except Exception as error:
        place = place_of(error, thing)
        if place is None:
            raise
        raise OwnCodeError(f"{what}: {place}: {message_of(error)}") from error


def is_ours(thing: object) -> bool:
    """Return True if an object, or its class, is defined in this package."""
    return _package_of(thing) == OURS


def place_of(error: BaseException, thing: object = None) -> str | None:
    """Return the innermost place in a user's own code that a caught exception passed, if any."""
    if isinstance(error, SyntaxError) and error.filename and error.lineno:
        return f"{_short(error.filename)}, line {error.lineno}"
    own = {_package_of(thing)} - {OURS, "builtins", ""}
    place = None
    for frame, line in traceback.walk_tb(error.__traceback__):
        if _is_users(frame, own):
            place = f"{_short(frame.f_code.co_filename)}, line {line}"
    return place


def message_of(error: BaseException) -> str:
    """Return the message of an exception in one line."""
    message = error.msg if isinstance(error, SyntaxError) else str(error)
    text = " ".join(message.split())
    if isinstance(error, InputError):
        return text
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def _package_of(thing: object) -> str:
    """Return the outermost package that an object, or its class, is defined in."""
    module = getattr(thing, "__module__", None) or type(thing).__module__
    return str(module).partition(".")[0]


def _is_users(frame: FrameType, own: set[str]) -> bool:
    package = str(frame.f_globals.get("__name__", "")).partition(".")[0]
    if package in own:
        return True
    file = frame.f_code.co_filename
    return not (package.startswith(OURS) or file.startswith(("<frozen", *_INSTALLED)))


def _short(file: str) -> str:
    """Return a path relative to the current folder, if it is below it."""
    try:
        relative = os.path.relpath(file)
    except ValueError:
        return file
    return file if file.startswith("<") or relative.startswith("..") else relative
