"""Games as text, and positions as graphs for other programs: PGN-like, GraphML, DOT."""

from collections.abc import Callable, Iterator
from pathlib import Path

from boardless.state import Batch
from boardless.store.frames import contents
from boardless.store.positions.positions import Positions
from boardless.store.positions.storing import explorations, positions_in
from boardless.store.store import Store, writing
from boardless.topo import InputError

#: Moves on a line of a game's text.
_ON_A_LINE = 8
#: Larger graphs are no use as text: what reads them keeps all of it in memory.
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
