"""Merging of stores, and stores to add to by their path."""

from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from boardless.store.address import Address
from boardless.store.frames import loaded
from boardless.store.positions.found import TRIALS, Explored, Found, Progress
from boardless.store.positions.storing import found_in
from boardless.store.profiled import ProfiledGame
from boardless.store.projection import game_digest
from boardless.store.store import Store
from boardless.strategies import ZONE_APPEND


def merge(into: Store, source: Store) -> tuple[int, int]:
    """Add the games and positions of a store that another lacks to it; return how many of each.

    Positions of an exploration have the same numbers in every store, so the parts of one go on
    where the other stops. Positions reached by trials are known by the ids of moves, which differ
    between stores: explore them again. After an InputError everything added before is kept.
    """
    profiled = {game_digest(it) for it in into.profiles()}
    there: defaultdict[Explored, Progress] = defaultdict(Progress)
    for found in found_in(into):
        there[found.explored] = there[found.explored].after(found)
    games = positions = 0
    for payload in source.log.payloads():
        part = loaded(payload)
        if isinstance(part, ProfiledGame):
            if game_digest(part) not in profiled:
                into.keep([part])
        elif not isinstance(part, Found):
            games += into.add([part], technique=ZONE_APPEND)
        elif part.explored.way != TRIALS:
            new = part.beyond(there[part.explored])
            there[part.explored] = there[part.explored].after(part)
            if len(new) or len(new.sources) or len(new.values):
                into.keep([new])
                positions += len(new)
    return games, positions


@contextmanager
def keeping(path: str | Path, *, log: str | Path | None = None) -> Iterator[Store]:
    """Open a store to add to, and close it at the end.

    If something goes wrong and a store that was created for this is empty, it is removed.
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
