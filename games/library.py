"""The descriptions that come with the package, and those in files."""

from importlib.resources import files
from os import PathLike, fspath
from pathlib import Path

from boardless.games.language.errors import LudemeError, one_of
from boardless.games.language.reader import MAX_CHARACTERS

_SUFFIX = ".lud"


def library() -> tuple[str, ...]:
    """Return the names of the games that come with the package, sorted."""
    names = [entry.name for entry in files("boardless.games").iterdir()]
    return tuple(sorted(n.removesuffix(_SUFFIX) for n in names if n.endswith(_SUFFIX)))


def description_text(name: str | PathLike[str]) -> str:
    """Return the text of a description.

    Parameters
    ----------
    name : str or path
        A game of the library, whatever the case, or the path of a file.

    Raises
    ------
    LudemeError
        If there is neither such a game nor such a file, or the file is too long or no UTF-8 text.
    """
    if not isinstance(name, str | PathLike):
        raise LudemeError(None, name, "give the name of a game or the path of a description")
    name = fspath(name)
    known = {game.casefold(): game for game in library()}
    if game := known.get(name.casefold()):
        return (files("boardless.games") / f"{game}{_SUFFIX}").read_text(encoding="utf-8")
    try:
        # No more than can be read, so that a file without end does no harm.
        with Path(name).open("rb") as file:
            data = file.read(4 * MAX_CHARACTERS + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "no path"
        expected = (
            f"{reason.lower()}: give the path of a description or choose {one_of(known.values())}"
        )
        raise LudemeError(None, name, expected) from None
    if len(data) > 4 * MAX_CHARACTERS:
        raise LudemeError(None, name, f"at most {MAX_CHARACTERS:,} characters are read")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise LudemeError(None, name, f"byte {error.start + 1:,} is not UTF-8 text") from None
