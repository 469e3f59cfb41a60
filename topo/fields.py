"""Fields of what people and other programs wrote: one strict reader, with messages of one line."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn

from boardless.topo.errors import InputError
from boardless.topo.whole import as_whole, shown


@contextmanager
def on_line(number: int, path: Path | None = None) -> Iterator[None]:
    """Say in an InputError raised inside on which line, and of which file, it is."""
    try:
        yield
    except InputError as error:
        file = "" if path is None else f"file {str(path)!r}, "
        raise InputError(f"{file}line {number}: {error}") from None


def refuse(what: str, value: object, allowed: str) -> NoReturn:
    """Raise InputError: what it is, its value, what is allowed."""
    raise InputError(f"{what} {shown(value)}: {allowed}")


def json_of(text: str) -> Any:
    """Return the value of a JSON text.

    Raises
    ------
    InputError
        If it is none.
    """
    try:
        return json.loads(text)
    except (RecursionError, ValueError):
        refuse("text", text, "this is no JSON; the file may be cut short")


def object_of(value: Any, what: str, allowed: str = "give an object {...}") -> dict[str, Any]:
    """Return an object of JSON; raise InputError if it is none."""
    return value if isinstance(value, dict) else refuse(what, value, allowed)


def list_of(value: Any, what: str, length: int | None = None) -> list[Any]:
    """Return a list of JSON; raise InputError if it is none, or of another length."""
    if not isinstance(value, list) or length not in (None, len(value)):
        refuse(what, value, "give a list" + (f" of {length}" if length else ""))
    return value


def text_of(value: Any, what: str) -> str:
    """Return a text; raise InputError if it is none."""
    return value if isinstance(value, str) else refuse(what, value, "give a text")


def whole_of(value: Any, what: str) -> int:
    """Return a whole number of any size; raise InputError if it is none (see `as_whole`)."""
    number = as_whole(value)
    return refuse(what, value, "give a whole number") if number is None else number
