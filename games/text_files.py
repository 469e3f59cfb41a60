"""Files of text, read with care: they may come from anyone."""

from pathlib import Path

from boardless.games.language.errors import LudemeError
from boardless.games.language.tokens import MAX_CHARACTERS


class MissingFileError(LudemeError):
    """A file that cannot be opened."""


def read_text(path: Path) -> str:
    """Return the text of a file.

    Raises
    ------
    LudemeError
        If it cannot be opened, is too long or no UTF-8 text.
    """
    try:
        # No more than can be read, so that a file without end does no harm.
        with path.open("rb") as file:
            data = file.read(4 * MAX_CHARACTERS + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "no path"
        raise MissingFileError(None, str(path), reason.lower()) from None
    if len(data) > 4 * MAX_CHARACTERS:
        raise LudemeError(None, str(path), f"at most {MAX_CHARACTERS:,} characters are read")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise LudemeError(None, str(path), f"byte {error.start + 1:,} is not UTF-8 text") from None
