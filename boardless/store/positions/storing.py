"""Explorations in a store, kept part by part, the positions of its trials, and exports as text.

Other programs read positions as graphs (GraphML, DOT), and games in a form like PGN.
"""

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from boardless.games.game import GameChoice, as_game
from boardless.jit.arrays import Ints
from boardless.play import State
from boardless.state import Batch, Trial
from boardless.store.frames import contents
from boardless.store.positions.expanding import Expander, Gathering, PositionLinks
from boardless.store.positions.explorer import CHUNK, Explorer
from boardless.store.positions.found import ALL, TRIALS, Explored, Found
from boardless.store.positions.measures import with_values
from boardless.store.positions.positions import Positions
from boardless.store.projection import game_digest
from boardless.store.store import Store, writing
from boardless.topo import InputError
from boardless.util.inputs import reporter

#: Trials that are taken in together.
TOGETHER = 500


def explorations(store: Store) -> list[Explored]:
    """Return the subjects of explorations, in the order of their numbers."""
    return list(dict.fromkeys(part.explored for part in contents(store.log, Found)))


def positions_of(
    store: Store, game: str | None = None, *, symmetry: bool | None = None, way: str | None = None
) -> Positions:
    """Return the positions of an exploration; arguments that are left out match any.

    InputError unless exactly one matches.
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
            f"exploration of {game or 'a game'}: the store has {len(wanted)} ({names}); name one"
        )
    return positions_in(store, wanted[0])


def positions_in(store: Store, explored: Explored) -> Positions:
    """Return the positions of an exploration; see `positions_of`."""
    positions = Positions(explored)
    for part in _parts_of(store, explored):
        positions.add(part)
    return positions


def _parts_of(store: Store, explored: Explored) -> Iterator[Found]:
    return (part for part in contents(store.log, Found) if part.explored == explored)


def _name(explored: Explored) -> str:
    options = [explored.game, *explored.options]
    options += ["symmetry"] * explored.symmetry + [explored.way] * (explored.way != ALL)
    return " ".join(options)


def explore_into(
    store: Store, game: GameChoice, *, symmetry: bool = False, **bounds: Any
) -> Positions:
    """Explore a game, starting from the positions in a store, and store the new ones.

    See `Explorer.explore` for the bounds. Complete positions of two players are kept with their
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
    for part in _parts_of(store, explorer.positions.explored):
        explorer.take(part)

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
    """Store the positions of a game's trials; skip the trials of an earlier call.

    InputError if a trial cannot be played, or the store cannot be written.
    """
    game, report = as_game(game), reporter(progress)
    gathering = Gathering(game, symmetry, TRIALS)
    positions = gathering.positions
    for part in _parts_of(store, positions.explored):
        gathering.take(part)
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
    """Yield the trials of a game with moves after the move with the id `last`."""
    digest, number = game_digest(gathering.positions.explored), 0
    for batch in contents(store.log, Batch):
        if game_digest(batch.source) == digest and number + len(batch.movers) > last + 1:
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
    visited = [_row(gathering, state)]
    for move in trial.moves:
        state.push(move)
        visited.append(_row(gathering, state))
        if visited[-1][0][0]:
            break
    rows, keys = zip(*visited, strict=True)
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

    If several moves lead from one position to another, all of them are links.
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
    return gathering.part_since(first, links, np.concatenate(visits))


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


#: Moves on a line of a game's text.
_ON_A_LINE = 8
#: Larger graphs are useless as text, because their readers keep all of it in memory.
MOST = 200_000


def export_as(store: Store, folder: Path, form: str) -> list[Path]:
    """Write games as ``games.pgn``, or each exploration as GraphML or DOT; return the files.

    InputError if the form is unknown, a file exists or cannot be written, or an exploration has
    more than MOST positions; then no file remains.
    """
    if form not in FORMS:
        raise InputError(f"form {form!r}: choose one of parquet, {', '.join(FORMS)}")
    texts = FORMS[form](store)
    files: list[Path] = []
    with writing(folder, files):
        for name, lines in texts:
            file = folder / f"{name}.{form}"
            with file.open("x", encoding="utf-8") as out:
                files.append(file)
                out.writelines(f"{line}\n" for line in lines)
    return files


def _games(store: Store) -> Iterator[tuple[str, Iterator[str]]]:
    yield "games", (line for batch in contents(store.log, Batch) for line in _texts(batch))


def _texts(batch: Batch) -> Iterator[str]:
    source = batch.source
    for place, trial in enumerate(batch):
        result = {None: "*", 0: "1/2"}.get(trial.result, f"{trial.result}")
        tags: dict[str, object] = {
            "Game": source.game,
            "Options": ", ".join(source.options),
            "Technique": source.technique,
            "Seed": "" if trial.seed is None else trial.seed,
            "Number": "" if source.first is None else source.first + place,
            "Result": result,
        }
        for name, value in tags.items():
            quoted = str(value).replace("\\", "\\\\").replace('"', '\\"')
            yield f'[{name} "{quoted}"]'
        yield ""
        moves = [f"{ply}. {move}" for ply, move in enumerate(trial.moves, 1)]
        for first in range(0, len(moves), _ON_A_LINE):
            yield " ".join(moves[first : first + _ON_A_LINE])
        yield result
        yield ""


def _explored(store: Store) -> Iterator[tuple[str, Positions]]:
    for number, explored in enumerate(explorations(store)):
        positions = positions_in(store, explored)
        if len(positions) > MOST:
            raise InputError(
                f"exploration {number} has {len(positions):,} positions: up to {MOST:,} are "
                "written as text, and Parquet takes any number"
            )
        yield f"positions-{number}", positions


def _graphml(store: Store) -> Iterator[tuple[str, Iterator[str]]]:
    import networkx as nx

    for name, positions in _explored(store):
        yield name, nx.generate_graphml(positions.graph)


def _dot(positions: Positions) -> Iterator[str]:
    yield "digraph positions {"
    for number in range(len(positions)):
        node = positions.node(number)
        over = "" if node["winner"] is None else f" shape=doublecircle won={node['winner']}"
        yield f"  {number} [ply={node['ply']}{over}];"
    for source, target, arc in positions.graph.edges(data=True):
        yield f'  {source} -> {target} [label="{arc["moves"]}"];'
    yield "}"


#: The writers of the forms.
FORMS: dict[str, Callable[[Store], Iterator[tuple[str, Iterator[str]]]]] = {
    "pgn": _games,
    "graphml": _graphml,
    "dot": lambda store: ((name, _dot(positions)) for name, positions in _explored(store)),
}
