"""The results of a search: the archive as a file, pages of the best games, and their descent.

The descent is a graph in a store's file, for Cypher. The search's own log stays the truth; the
graph is made from it again each time it is written.
"""

import json
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from html import escape
from itertools import islice
from pathlib import Path
from typing import Any

import pyarrow as pa

from boardless.agents import entrant
from boardless.agents.playing import play_entrants, playable
from boardless.analysis.game_map import similar
from boardless.analysis.profiles import Profile
from boardless.analysis.stored_profiles import profiles_of_texts
from boardless.design.archive import CRITERIA, FEATURES, Archive, Record
from boardless.games.concepts import concepts_of
from boardless.games.description import Description, read
from boardless.games.game import Game
from boardless.games.sentences import in_english, unsaid
from boardless.play.playout_worker import remember
from boardless.store import Store
from boardless.store.schema import INT, STRING
from boardless.topo import InputError
from boardless.util.inputs import replacing_file
from boardless.view import to_html

#: Games that get a page, and known games named with each.
BEST, NEAREST = 10, 5
#: The agent of the recorded games, and their most plies.
PLAYER, PLIES = "mcts:200", 300
#: A game that shares this much of its concepts with a known one is named as a variant of it.
ALIKE = 0.98

_STYLE = (
    "body{font-family:sans-serif;max-width:60em;margin:2em auto;padding:0 1em;line-height:1.4}"
    "table{border-collapse:collapse}td,th{padding:.2em .8em;border-bottom:1px solid #ccc;"
    "text-align:left;vertical-align:top}pre{background:#f4f4f4;padding:1em;overflow-x:auto}"
    "iframe{width:100%;height:44em;border:1px solid #ccc}"
)


@dataclass(frozen=True)
class Known:
    """Known games, with their concepts for comparison."""

    games: Sequence[Profile]

    @classmethod
    def of(cls, folder: str | Path | None = None) -> "Known":
        """Return the games of the package, and of a folder of descriptions."""
        return cls(profiles_of_texts() + (profiles_of_texts(folder) if folder is not None else []))

    def nearest(self, game: Profile, count: int = NEAREST) -> list[tuple[str, float]]:
        """Return the games with the most similar concepts, by cosine; see `analysis.game_map`."""
        table = similar(game, self.games, "cosine").head(count)
        return [
            (str(name), round(1 - float(distance), 4))
            for name, distance in zip(table["game"], table["distance"], strict=True)
        ]


def profile(name: str, description: Description) -> Profile:
    """Return the profile of a description for comparison."""
    return Profile("", name, concepts=tuple(sorted(concepts_of(description))))


def name_of(record: Record) -> str:
    """Return the name of a new game."""
    return f"Design {record.digest[:8]}"


def write_archive(archive: Archive, path: Path) -> None:
    """Write the archive as JSON: the classes of its features, and the best game of each cell."""
    content = {
        "criteria": CRITERIA,
        "features": {
            name: {"classes_end_at": list(ends), "meaning": meaning}
            for name, (ends, meaning) in FEATURES.items()
        },
        "games": [record.data() for record in archive.elites],
    }
    with replacing_file(path) as part:
        part.write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", "utf-8")


def write_best(
    archive: Archive, folder: Path, known: Known, count: int = BEST
) -> list[dict[str, Any]]:
    """Write the best games of an archive, each as a description with two pages.

    Founders are not new, so they get no pages. ``NAME.html`` has the rules and the measures, and
    shows ``NAME game.html``, a game of two agents to click through.

    Returns
    -------
    list of dict
        ``file``, ``page``, ``score``, ``scores`` and ``nearest`` of each.
    """
    written = []
    for record in [record for record in archive.best if record.parents][:count]:
        name = name_of(record)
        description = read(record.text)
        tree = replace(description.tree, name=name)
        file = folder / f"{name}.lud"
        with replacing_file(file) as part:
            part.write_text(f"{tree}\n", "utf-8")
        nearest = known.nearest(profile(name, description))
        recorded = _recorded(str(tree), record.number, folder / f"{name} game.html")
        page = folder / f"{name}.html"
        with replacing_file(page) as part:
            part.write_text(_page(name, record, tree, nearest, recorded), "utf-8")
        written.append(
            {
                "file": file.name, "page": page.name, "score": record.score,
                "scores": record.scores,
                "nearest": [{"game": name, "likeness": likeness} for name, likeness in nearest],
            }
        )  # fmt: skip
    return written


def _recorded(text: str, seed: int, path: Path) -> str:
    """Write a page of a game between equal agents; return its course."""
    game = Game.of(read(text))
    remember(game)
    who = entrant(PLAYER)
    played = play_entrants(playable(game), [who] * game.players, seed, PLIES)
    to_html(played.state, path)  # type: ignore[arg-type]
    ended = "cut" if played.cut else str(played.state.outcome())
    return f"{PLAYER} against itself: {len(played.moves)} plies, {ended}"


def _page(
    name: str, record: Record, tree: Any, nearest: list[tuple[str, float]], recorded: str
) -> str:
    """Return the page of a game."""
    parents = [parent[:8] for parent in record.parents]
    rules = ""
    for part in in_english(tree):
        items = "".join(f"<li>{escape(sentence)}</li>" for sentence in part.sentences)
        rules += f"<h3>{escape(part.heading)}</h3><ul>{items}</ul>"
    if forms := unsaid(tree):
        rules += f"<p>Said by the reference of the language alone: {escape(', '.join(forms))}.</p>"
    scores = _table(
        ("criterion", "value", "meaning"),
        [
            (criterion, f"{record.scores[criterion]:.3f}", CRITERIA[criterion])
            for criterion in CRITERIA
            if criterion in record.scores
        ],
    )
    games = _table(("game", "likeness"), [(game, f"{value:.3f}") for game, value in nearest])
    near = nearest[0] if nearest else ("", 0.0)
    verdict = (
        f"Its concepts are those of {near[0]} all but entirely: take it for a variant."
        if near[1] >= ALIKE
        else f"The nearest known game is {near[0]}; concepts say nothing of numbers and orders."
    )
    measures = _table(
        ("measure", "value"),
        [(measure, f"{value:g}") for measure, value in record.measures.items()],
    )
    return (
        f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{escape(name)}</title>'
        f"<style>{_STYLE}</style></head><body><h1>{escape(name)}</h1>"
        f"<p>Candidate {record.number}, made by {escape(', '.join(record.changes))} "
        f"from {escape(' and '.join(parents))}.</p>"
        f"<h2>Rules</h2><p>Made from the text below, which counts.</p>{rules}"
        f"<h2>A game</h2><p>{escape(recorded)}.</p>"
        f'<iframe src="{escape(name)} game.html" title="A game"></iframe>'
        f"<h2>Score {record.score:.3f}</h2>{scores}"
        f"<h2>Nearest known games</h2><p>{escape(verdict)}</p>{games}"
        f"<h2>Text</h2><pre>{escape(str(tree))}</pre>"
        f"<details><summary>All measures</summary>{measures}</details></body></html>\n"
    )


def _table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    cells = (("th", head), *(("td", row) for row in rows))
    lines = ("".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in row) for tag, row in cells)
    return f"<table>{''.join(f'<tr>{line}</tr>' for line in lines)}</table>"


#: The columns of a candidate other than its criteria.
_COLUMNS = {
    "id": INT, "digest": STRING, "founder": STRING, "changes": STRING, "stage": STRING,
    "error": STRING, "text": STRING, "behaviour": STRING, "score": "DOUBLE",
}  # fmt: skip
_ARROW = {INT: pa.int64(), STRING: pa.string(), "DOUBLE": pa.float64()}
#: Candidates that go into the graph together.
_AT_ONCE = 5_000


def write_descent(records: Iterable[Record], path: str | Path) -> int:
    """Write candidates and their parents into a store's graph; return their number.

    A node ``Candidate`` has its number as id, and its last stage; a link ``COMES_FROM`` leads to
    each parent. Candidates of an earlier search in the same file are replaced.

    Parameters
    ----------
    records : iterable of Record
        The candidates, parents before their children.
    path : str or Path
        The file of a store, which is made if it is missing.

    Raises
    ------
    InputError
        If the file is not a store, or is one on a server.
    """
    if "://" in str(path):
        raise InputError(
            f"store {str(path)!r}: give the file of a store, because a server cannot keep the "
            "descent of games"
        )
    Store.open(path).close()
    import ladybug

    database = ladybug.Database(Path(path).absolute())
    connection = ladybug.Connection(database)
    try:
        types = {**_COLUMNS, **dict.fromkeys(CRITERIA, "DOUBLE")}
        for name in ("COMES_FROM", "Candidate"):
            connection.execute(f"DROP TABLE IF EXISTS {name}")
        columns = ", ".join(f"{name} {type_}" for name, type_ in types.items())
        connection.execute(f"CREATE NODE TABLE Candidate({columns}, PRIMARY KEY(id))")
        connection.execute("CREATE REL TABLE COMES_FROM(FROM Candidate TO Candidate)")
        schema = pa.schema([(name, _ARROW[type_]) for name, type_ in types.items()])
        numbers: dict[str, int] = {}
        links: list[tuple[int, int]] = []
        waiting = iter(records)
        while batch := list(islice(waiting, _AT_ONCE)):
            rows = [dict(zip(types, _row(record), strict=True)) for record in batch]
            nodes = pa.Table.from_pylist(rows, schema)
            connection.execute("COPY Candidate FROM $rows", {"rows": nodes})
            for record in batch:
                numbers[record.digest] = record.number
                links += [
                    (record.number, numbers[parent])
                    for parent in record.parents
                    if parent in numbers
                ]
        if links:
            ends = pa.table([pa.array(column, pa.int64()) for column in zip(*links, strict=True)],
                            ["from", "to"])  # fmt: skip
            connection.execute("COPY COMES_FROM FROM $rows", {"rows": ends})
        return len(numbers)
    finally:
        with suppress(RuntimeError):
            connection.close()
            database.close()


def _row(record: Record) -> tuple[object, ...]:
    is_played = record.has("played")
    return (
        record.number, record.digest, "" if record.parents else " ".join(record.changes),
        " ".join(record.changes) if record.parents else "", record.stage, record.error,
        record.text, " ".join(map(str, record.behaviour)) if is_played else "",
        record.score if is_played else None,
        *(record.scores.get(name) for name in CRITERIA),
    )  # fmt: skip
