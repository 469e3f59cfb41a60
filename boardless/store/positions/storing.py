"""Explorations in a store: kept part by part, read again, and gone on with."""

from collections.abc import Callable, Iterator
from concurrent.futures import Executor

from boardless.games.game import GameChoice
from boardless.store.positions.explorer import Explorer
from boardless.store.positions.found import ALL, Explored, Found, is_found
from boardless.store.positions.positions import Positions
from boardless.store.positions.solving import with_values
from boardless.store.store import Store
from boardless.topo import InputError


def found_in(store: Store) -> Iterator[Found]:
    """Yield the parts of all explorations, in the order of the log."""
    for payload in store.log.payloads():
        if is_found(payload):
            yield Found.loads(payload)


def explorations(store: Store) -> list[Explored]:
    """Return the subjects of explorations, in the order of their numbers."""
    return list(dict.fromkeys(found.explored for found in found_in(store)))


def positions_of(
    store: Store, game: str | None = None, *, symmetry: bool | None = None, way: str | None = None
) -> Positions:
    """Return the positions of an exploration; arguments that are left out match any.

    Raises
    ------
    InputError
        If there is none of these, or more than one.
    """
    there = explorations(store)
    wanted = [
        each
        for each in there
        if game in (None, each.game)
        and symmetry in (None, each.symmetry)
        and way in (None, each.way)
    ]
    if len(wanted) != 1:
        names = ", ".join(_name(each) for each in there) or "none"
        raise InputError(
            f"exploration of {game or 'a game'}: {len(wanted)} of those in the store are "
            f"({names}); name one"
        )
    return positions_in(store, wanted[0])


def positions_in(store: Store, explored: Explored) -> Positions:
    """Return the positions of an exploration; see `positions_of`."""
    positions = Positions(explored)
    for found in found_in(store):
        if found.explored == explored:
            positions.add(found)
    return positions


def _name(explored: Explored) -> str:
    options = [explored.game, *explored.options]
    options += ["symmetry"] * explored.symmetry + [explored.way] * (explored.way != ALL)
    return " ".join(options)


def explore_into(
    store: Store,
    game: GameChoice,
    *,
    symmetry: bool = False,
    depth: int | None = None,
    positions: int | None = None,
    workers: int = 1,
    executor: Executor | str | None = None,
    progress: Callable[[int], object] | None = None,
) -> Positions:
    """Explore a game, keep the positions, and go on from those that the store has already.

    Bounds are those of `Explorer.explore`. Complete positions of two players are kept with their
    values.

    Raises
    ------
    InputError
        If the game or a bound is not allowed, or the store cannot be written. Parts found before
        are kept.
    Interrupted
        At Ctrl-C, with the positions found so far, which are kept.
    """
    explorer = Explorer(game, symmetry=symmetry)
    for found in found_in(store):
        if found.explored == explorer.positions.explored:
            explorer.take(found)

    def parts() -> Iterator[Found]:
        yield from explorer.explore(
            depth=depth, positions=positions, workers=workers, executor=executor, progress=progress
        )
        there = explorer.positions
        if there.complete and there.players == 2 and not there.is_solved:
            valued = with_values(there)
            there.note(valued)
            yield valued

    store.keep(parts())
    return explorer.positions
