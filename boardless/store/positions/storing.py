"""Explorations in a store: kept part by part, read again, gone on with; positions of its trials."""

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from boardless.games.game import GameChoice, as_game
from boardless.jit.arrays import Ints
from boardless.play import State
from boardless.state import Trial
from boardless.store.frames import unpacked
from boardless.store.positions.expanding import Expander, Gathering, PositionLinks
from boardless.store.positions.explorer import CHUNK, Explorer
from boardless.store.positions.found import ALL, TRIALS, Explored, Found, is_found
from boardless.store.positions.positions import Positions
from boardless.store.positions.solving import with_values
from boardless.store.store import Store
from boardless.topo import InputError
from boardless.util.inputs import reporter

#: Trials that are taken in together.
TOGETHER = 500


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

    InputError if there is none of these, or more than one.
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
    store: Store, game: GameChoice, *, symmetry: bool = False, **bounds: Any
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
        yield from explorer.explore(**bounds)
        there = explorer.positions
        if there.complete and there.players == 2 and not there.is_solved:
            valued = with_values(there)
            there.note(valued)
            yield valued

    store.keep(parts())
    return explorer.positions


@dataclass(frozen=True, eq=False)
class VisitedTrial:
    """A trial as rows, n + 1 of them; see `RowTable.enter`."""

    first: int  #: the id of its first move
    rows: Ints
    ends: Ints
    keys: Ints


def explore_trials(
    store: Store,
    game: GameChoice,
    *,
    symmetry: bool = False,
    progress: Callable[[int], object] | None = None,
) -> Positions:
    """Keep the positions that the trials of a game in a store have reached; old trials are skipped.

    InputError if a trial cannot be played, or the store cannot be written.
    """
    game, report = as_game(game), reporter(progress)
    gathering = Gathering(game, symmetry, TRIALS)
    positions = gathering.positions
    for found in found_in(store):
        if found.explored == positions.explored:
            gathering.take(found)
    last = int(positions.column("visits")[:, 0].max(initial=-1))
    there = positions.sources.astype(np.int64) << 32 | positions.targets
    pairs = set(there.tolist())
    expander = Expander(gathering.form)

    def parts() -> Iterator[Found]:
        if not len(positions):
            yield gathering.begin()
        trials = _played(store, gathering, State(game), last)
        while several := list(itertools.islice(trials, TOGETHER)):
            yield _visited(gathering, expander, several, pairs)
            report(len(positions))

    store.keep(parts())
    return positions


def _played(store: Store, gathering: Gathering, state: State, last: int) -> Iterator[VisitedTrial]:
    """Yield the trials of a game whose moves come after the move with the id `last`."""
    explored, number = gathering.positions.explored, 0
    # Frames added meanwhile have no moves.
    for payload in list(itertools.islice(store.log.payloads(), len(store.log.frames))):
        if is_found(payload):
            continue
        batch = unpacked(payload)
        source = batch.source
        same = (source.game, source.text, source.options, source.setup) == (
            explored.game, explored.text, explored.options, explored.setup,
        )  # fmt: skip
        if same and number + len(batch.movers) > last + 1:
            first = number
            for trial in batch:
                if trial.moves and first > last:
                    yield _rows(gathering, state, trial, first)
                first += len(trial.moves)
        number += len(batch.movers)


def _rows(gathering: Gathering, state: State, trial: Trial, first: int) -> VisitedTrial:
    """Play a trial and return it as rows, up to a position with passes alone."""
    while state.ply:
        state.pop()
    found = [_row(gathering, state)]
    for move in trial.moves:
        state.push(move)
        found.append(_row(gathering, state))
        if found[-1][0][0]:
            break
    rows, keys = zip(*found, strict=True)
    return VisitedTrial(
        first, np.concatenate(rows), np.cumsum(list(map(len, rows))), np.array(keys)
    )


def _row(gathering: Gathering, state: State) -> tuple[Ints, int]:
    position = state._position
    return gathering.form.row(position.arrays, position.winner)


def _visited(
    gathering: Gathering, expander: Expander, trials: list[VisitedTrial], pairs: set[int]
) -> Found:
    """Return the part that trials add, and note new pairs of positions in `pairs`.

    Where several moves lead from one position to another, all of them are links.
    """
    table = gathering.positions.row_table
    first = table.count
    fresh: set[int] = set()
    visits = []
    for trial in trials:
        numbers = table.enter(trial.rows, trial.ends, trial.keys).astype(np.int64)
        gathering.note_line(numbers)
        fresh.update((numbers[:-1] << 32 | numbers[1:]).tolist())
        visits.append(np.column_stack((trial.first + np.arange(len(numbers) - 1), numbers[1:])))
    fresh -= pairs
    pairs |= fresh
    wanted = np.array(sorted(fresh), np.int64)
    sources = np.unique(wanted >> 32)
    links = [
        _between(gathering, expander, sources[begin : begin + CHUNK], wanted)
        for begin in range(0, len(sources), CHUNK)
    ]
    return gathering.found(first, links, np.concatenate(visits))


def _between(
    gathering: Gathering, expander: Expander, sources: Ints, wanted: Ints
) -> PositionLinks:
    """Return the moves from some positions that lead to wanted positions."""
    table = gathering.positions.row_table
    rows = [table.row(source) for source in sources.tolist()]
    expanded = expander(np.concatenate(rows), np.cumsum([0, *map(len, rows)]))
    targets = table.numbers(*expanded.part(0, len(expanded.keys)))
    origins = sources[expanded.links[:, 0]]
    matching = np.isin(origins << 32 | targets, wanted)
    return PositionLinks(
        origins[matching].astype(np.int32), targets[matching], expanded.links[matching, 1:]
    )
