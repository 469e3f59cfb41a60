"""Merging of stores, and stores to add to by their path."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from boardless.store.address import Address
from boardless.store.frames import loaded
from boardless.store.positions.found import TRIALS, Explored, Found
from boardless.store.positions.storing import found_in
from boardless.store.store import Store
from boardless.strategies import ZONE_APPEND


def merge(into: Store, source: Store) -> tuple[int, int]:
    """Add what a store has, and another has not, to the other.

    What is there already is passed over, as `Store.add` does; positions of an exploration are
    numbered alike wherever they were found, so what one has found goes on where the other stops.
    What trials have reached is told by the ids of their moves, which are others in another store:
    explore them there.

    Parameters
    ----------
    into : Store
        Open to be written.
    source : Store
        Only read.

    Returns
    -------
    tuple of int
        How many games, and how many positions were added.

    Raises
    ------
    InputError
        If one of them cannot be read or written; what was added before is kept.
    """
    there: dict[Explored, tuple[int, int, bool]] = {}
    for found in found_in(into):
        there[found.explored] = _after(there.get(found.explored, (0, 0, False)), found)
    games = positions = 0
    for payload in source.log.payloads():
        part = loaded(payload)
        if not isinstance(part, Found):
            games += into.add([part], technique=ZONE_APPEND)
        elif part.explored.way != TRIALS:
            known = there.get(part.explored, (0, 0, False))
            there[part.explored] = _after(known, part)
            new = part.beyond(*known)
            if len(new) or len(new.sources) or len(new.values):
                into.keep([new])
                positions += len(new)
    return games, positions


def _after(known: tuple[int, int, bool], found: Found) -> tuple[int, int, bool]:
    """Return how many positions there are, up to where moves are, and whether values are."""
    count, expanded, valued = known
    return (
        max(count, found.first + len(found)),
        max(expanded, found.expanded),
        valued or len(found.values) > 0,
    )


@contextmanager
def keeping(path: str | Path, *, log: str | Path | None = None) -> Iterator[Store]:
    """Open a store to add to, and close it at the end.

    If something goes wrong and nothing is in a store that was made for this, it is taken away.
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
