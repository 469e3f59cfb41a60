"""Checks of input: integers, names, fields and files of records; errors of one line."""

import difflib
import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from operator import index
from os import PathLike
from pathlib import Path
from typing import Any, NoReturn, TypeVar


class InputError(ValueError):
    """An unusable input; nothing was changed.

    The message is one line that names the offending value and the allowed ones. The command line
    prints it and exits with status 2.
    """


class Interrupted(KeyboardInterrupt):
    """Ctrl-C after a part of the work; `found` has the results so far, in returned form.

    Parameters
    ----------
    found : object
        The results so far.
    """

    def __init__(self, found: Any) -> None:
        super().__init__()
        self.found = found


#: Longer numbers and texts are shortened in messages.
MAX_SHOWN = 40


def as_integer(value: Any) -> int | None:
    """Return an integer as an int, or None; NumPy integers count, True and False do not.

    Parameters
    ----------
    value : object
        The value to test.

    Returns
    -------
    int or None
        The integer.
    """
    try:
        return None if isinstance(value, bool) else index(value)
    except TypeError:
        return None


def integer_between(value: Any, name: str, least: int, most: int, why: str = "") -> int:
    """Return an integer between two bounds, both included; see `as_integer`.

    The message contains `name`, and `why` as the reason for the upper bound.

    Parameters
    ----------
    value : object
        The value to test.
    name : str
        The name of the value, for the message.
    least, most : int
        The bounds.
    why : str, optional
        The reason for the upper bound, for the message.

    Returns
    -------
    int
        The integer.

    Raises
    ------
    InputError
        If it is not an integer within the bounds.

    Examples
    --------
    >>> from boardless.topo import integer_between
    >>> integer_between("3", "tiles", 2, 1000)
    Traceback (most recent call last):
    boardless.util.inputs.InputError: tiles '3': choose a whole number from 2 to 1000
    """
    number = as_integer(value)
    if number is None or not least <= number <= most:
        allowed = f"choose a whole number from {least} to {most}"
        raise InputError(f"{name} {shown(value)}: {allowed}{why and ', '}{why}")
    return number


def number_between(value: Any, name: str, most: float) -> None:
    """Raise an InputError unless a value is a number from 0 to `most`."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        refuse(name, value, "give a number")
    if not 0 <= value <= most:
        refuse(name, value, f"choose 0 to {most:g}")


def seconds_of(value: Any, name: str = "seconds", more: str = "") -> float:
    """Return a limit of time; raise an InputError for other values, with `more` allowed ones."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= 10**7:
        refuse(name, value, f"choose more than 0, at most 10000000{more}")
    return value


def reporter(progress: Callable[..., object] | None) -> Callable[..., object]:
    """Return a function to report progress to, by default one that does nothing.

    Raises
    ------
    InputError
        If `progress` is not a function.
    """
    if progress is None:
        return lambda *_: None
    return progress if callable(progress) else refuse("progress", progress, "give a function")


def shown(value: Any) -> str:
    """Return a value as messages show it: on one line, and not too long."""
    try:
        text = " ".join(repr(value).split())
    except ValueError:
        # Python writes no numbers of thousands of digits.
        return f"of {value.bit_length()} bits" if isinstance(value, int) else type(value).__name__
    except RecursionError:
        return type(value).__name__
    half = MAX_SHOWN // 2 - 2
    return text if len(text) <= MAX_SHOWN else f"{text[:half]}...{text[-half:]}"


T = TypeVar("T")

#: The smallest similarity of a name, from 0 to 1, and the largest length of a name.
_SIMILAR, _COMPARED = 0.7, 50


def named(name: Any, known: Mapping[str, T], what: str, listed: Iterable[str] | None = None) -> T:
    """Return the value of a name in a mapping, in upper or lower case.

    `what` is the kind of values for the message, which lists the names of `listed`, by default all.

    Parameters
    ----------
    name : object
        The name, in capitals or not.
    known : mapping
        Values by their names.
    what : str
        The kind of values, for the message.
    listed : iterable of str, optional
        The names that the message lists; by default all.

    Returns
    -------
    object
        The value.

    Raises
    ------
    InputError
        If the name is unknown.

    Examples
    --------
    >>> from boardless.topo import named
    >>> named("ZONE", {"fixed": 1, "zone": 2}, "strategy")
    2
    >>> named("spiral", {"fixed": 1, "zone": 2}, "strategy")
    Traceback (most recent call last):
    boardless.util.inputs.InputError: unknown strategy 'spiral': choose one of fixed, zone
    """
    if isinstance(name, str):
        folded = name.casefold()
        for key, value in known.items():
            if key.casefold() == folded:
                return value
    listed = list(known if listed is None else listed)
    near = did_you_mean(name, listed, 1)
    raise InputError(
        f"unknown {what} {shown(name)}: {near and near + ' '}choose one of {', '.join(listed)}"
    )


def did_you_mean(name: Any, known: Iterable[str], most: int = 3) -> str:
    """Return ``"did you mean A or B?"`` for the `most` most similar names, or ""."""
    if not isinstance(name, str):
        return ""
    folded = {each.casefold(): each for each in known}
    close = difflib.get_close_matches(name.casefold()[:_COMPARED], folded, most, _SIMILAR)
    return f"did you mean {' or '.join(folded[each] for each in close)}?" if close else ""


@contextmanager
def on_line(number: int, path: Path | None = None) -> Iterator[None]:
    """Prefix InputErrors raised inside with the line, and the file."""
    try:
        yield
    except InputError as error:
        file = "" if path is None else f"file {str(path)!r}, "
        raise InputError(f"{file}line {number}: {error}") from None


@contextmanager
def using_file(path: object) -> Iterator[None]:
    """Raise an InputError if a file cannot be read or written."""
    try:
        yield
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}") from None


@contextmanager
def replacing_file(path: str | PathLike[str]) -> Iterator[Path]:
    """Yield a new path to write to; at the end that file takes the place of `path`.

    After an exception the old file is unchanged, and no new file remains. If `path` is a link, its
    target is replaced. Devices, pipes, and files that can only be changed in place are written
    directly.
    """
    whole = Path(os.path.realpath(path))
    if whole.exists() and not (
        whole.is_file() and os.access(whole, os.W_OK) and os.access(whole.parent, os.W_OK)
    ):
        yield whole
        return
    part = whole.with_name(f".{os.urandom(8).hex()}{whole.suffix}")
    try:
        yield part
        if whole.exists():
            part.chmod(whole.stat().st_mode)
        part.replace(whole)
    finally:
        part.unlink(missing_ok=True)


def several(name: str, values: Any) -> list[Any]:
    """Return a list of one thing or several; raise an InputError for an empty one."""
    if isinstance(values, str) or not isinstance(values, Iterable):
        return [values]
    if not (listed := list(values)):
        raise InputError(f"{name} {values!r}: give at least one")
    return listed


def refuse(what: str, value: object, allowed: str) -> NoReturn:
    """Raise an InputError for a value: its kind, the value, the allowed ones."""
    raise InputError(f"{what} {shown(value)}: {allowed}")


def check_choice(value: Any, what: str, known: Iterable[str]) -> None:
    """Raise an InputError with the known values, unless a value is one of them."""
    if value not in (names := list(known)):
        refuse(what, value, f"choose one of {', '.join(names)}")


def json_of(text: str) -> Any:
    """Return the value of a JSON text; raise an InputError for other text."""
    try:
        return json.loads(text)
    except (RecursionError, ValueError):
        refuse("text", text, "this is not JSON; the file may be cut short")


def object_of(value: Any, what: str, allowed: str = "give an object {...}") -> dict[str, Any]:
    """Return a JSON object; raise an InputError for other values."""
    return value if isinstance(value, dict) else refuse(what, value, allowed)


def list_of(value: Any, what: str, length: int | None = None) -> list[Any]:
    """Return a JSON list; raise an InputError for other values, or another length."""
    if not isinstance(value, list) or length not in (None, len(value)):
        refuse(what, value, "give a list" + (f" of {length}" if length else ""))
    return value


def text_of(value: Any, what: str) -> str:
    """Return a text; raise an InputError for other values."""
    return value if isinstance(value, str) else refuse(what, value, "give a text")


def items_of(value: Any, what: str, allowed: str = "give a list") -> list[Any]:
    """Return the items of a list, an array or the like; raise an InputError for others."""
    if isinstance(value, str | bytes) or not isinstance(value, Iterable):
        refuse(what, value, allowed)
    return list(value)


def path_of(value: Any, what: str = "path") -> Path:
    """Return the path of a file or folder; raise an InputError for other values."""
    return Path(value) if isinstance(value, str | PathLike) else refuse(what, value, "give a path")


def integer_of(value: Any, what: str) -> int:
    """Return an integer of any size; raise an InputError for other values (see `as_integer`)."""
    number = as_integer(value)
    return refuse(what, value, "give a whole number") if number is None else number


class KeptLines:
    """A file of results, an object of JSON on each line, so that a stopped run can continue.

    Raises
    ------
    InputError
        If an existing file cannot be read.
    """

    def __init__(self, path: str | Path) -> None:
        self._path = Path(path)
        with using_file(f"results {str(path)!r}"):
            there = self._path.read_bytes() if self._path.exists() else b""
        self._lines = there.split(b"\n")
        # A line may be cut short where a run was killed; the next one begins behind it.
        self._begin = "\n" if self._lines[-1] else ""

    def read(self, result_of: Callable[[Any], T]) -> list[T]:
        """Return the existing results, without lines that lack one."""
        results = []
        for line in self._lines:
            with suppress(ValueError, TypeError, AttributeError, KeyError):
                results.append(result_of(json.loads(line)))
        return results

    def add(self, result: Mapping[str, Any]) -> None:
        """Append a result to the file."""
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with self._path.open("a", encoding="utf-8") as file:
            file.write(f"{self._begin}{json.dumps(result)}\n")
        self._begin = ""
