"""Merging of stores, and stores to add to by their path."""

from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from boardless.store.address import Address
from boardless.store.frames import contents, loaded
from boardless.store.positions.found import TRIALS, Explored, Found, Progress
from boardless.store.profiled import ProfiledGame
from boardless.store.projection import game_digest
from boardless.store.store import Store
from boardless.strategies import ZONE_APPEND


def merge(into: Store, source: Store) -> tuple[int, int]:
    """Add games and positions that a store lacks from another; return the number of each.

    Positions of an exploration have the same numbers in every store, so a part of one can follow
    the parts of another. Positions reached by trials are known by the ids of moves, which differ
    between stores: explore them again. After an InputError everything added before is kept.
    """
    profiled = {game_digest(profile) for profile in into.profiles()}
    progress: defaultdict[Explored, Progress] = defaultdict(Progress)
    for stored in contents(into.log, Found):
        progress[stored.explored] = progress[stored.explored].after(stored)
    games = positions = 0
    for payload in source.log.payloads():
        part = loaded(payload)
        if isinstance(part, ProfiledGame):
            if game_digest(part) not in profiled:
                into.keep([part])
        elif not isinstance(part, Found):
            games += into.add([part], technique=ZONE_APPEND)
        elif part.explored.way != TRIALS:
            before = progress[part.explored]
            progress[part.explored], new = before.after(part), part.beyond(before)
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
