"""A store to add to, given by its path."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from boardless.store.address import Address
from boardless.store.store import Store


@contextmanager
def keeping(path: str | Path, *, log: str | Path | None = None) -> Iterator[Store]:
    """Open a store to add to, and close it at the end.

    If something goes wrong and nothing is in a store that was made for this, it is taken away.

    Parameters
    ----------
    path, log : str or Path
        As for `Store.open`.
    """
    address = Address.of(path, log)
    fresh = address.log is not None and not address.log.exists()
    empty = False
    try:
        with Store.open(path, log=log) as store:
            try:
                yield store
            finally:
                empty = not store.log.frames
    except BaseException:
        if fresh and empty:
            address.discard()
        raise
