"""The schema of the graph, named questions to it, and the tables that it has.

The schema has kinds of nodes and links, their columns, and meanings: integers and strings only, and
nothing is ever changed or removed, except the mark. Named questions come from the file
``questions.cypher``.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, TypeAlias

import pandas as pd
import pyarrow as pa

from boardless.store.engine import MARKS, QUOTED, Engine, number
from boardless.topo import InputError
from boardless.util.inputs import check_choice

if TYPE_CHECKING:
    from boardless.store.store import Store

#: Types of columns.
INT, STRING = "INT64", "STRING"

#: The form of the graph; a graph of another form has to be rebuilt from its log.
FORM = 5


@dataclass(frozen=True)
class GraphTable:
    """A kind of nodes, each with an integer `id` of its own, or of links between two kinds."""

    name: str
    words: str  #: the meaning of a node or link
    columns: dict[str, str]  #: types of properties, for nodes the id first
    meanings: dict[str, str] = field(default_factory=dict)
    #: of links: the kinds of nodes at their ends
    source: str = ""
    target: str = ""
    #: links can be followed from source to target only: a cell would else keep a list that grows
    #: with all stored games. Patterns may be written in either direction.
    onward: bool = False
    #: the name in Cypher, if several kinds of links have the same one
    label: str = ""

    @property
    def called(self) -> str:
        """The name in Cypher."""
        return self.label or self.name

    @property
    def types(self) -> dict[str, str]:
        """The types of all columns; a link's first two columns are its end nodes."""
        return {"from": INT, "to": INT, **self.columns} if self.source else self.columns


#: The type of a column, and its meaning.
_Column: TypeAlias = tuple[str, str]


def _table(
    name: str, words: str, source: str = "", target: str = "", /, onward: bool = False,
    label: str = "", **columns: _Column,
) -> GraphTable:  # fmt: skip
    if not source:
        columns = {"id": (INT, "counts from 0 in the order of the log"), **columns}
    types = {name: type_ for name, (type_, _) in columns.items()}
    meanings = {name: meaning for name, (_, meaning) in columns.items()}
    return GraphTable(name, words, types, meanings, source, target, onward, label)


_TILING = (STRING, "its name, its table as JSON, or the label of a laid-out board")
_I = (INT, "along the first lattice vector, from the anchor; 0 on a laid-out board")
_J = (INT, "along the second; 0 on a laid-out board")
_COMPONENT = (INT, "its number among the components of the setup, from 1")
_LEVEL = "counted from 0 at the bottom; 0 without stacks"

NODES = (
    _table(
        "Game", "a description with options, or the equipment of people's games",
        digest=(STRING, "tells it from every other"),
        name=(STRING, "its name"),
        tiling=_TILING,
        chosen=(STRING, "the options, Heading/Label"),
        text=(STRING, "the description in L-GDL, if any"),
        setup=(STRING, "tiling, components, hands and start as JSON"),
        players=(INT, "their number"),
    ),
    _table(
        "Run", "games of one game, technique and seed",
        digest=(STRING, "tells it from every other"),
        technique=(STRING, "how the board grew"),
        start=(STRING, "the first board"),
        seed=(INT, "of random numbers, if any"),
    ),
    _table(
        "Board", "a first board of trials",
        digest=(STRING, "tells it from every other"),
        tiling=_TILING,
        cells=(INT, "their number"),
    ),
    _table(
        "Cell", "a place of a board, once for each tiling or laid-out board",
        tiling=_TILING,
        i=_I,
        j=_J,
        k=(INT, "the prototile, or the site on a laid-out board"),
    ),
    _table(
        "Vertex", "a corner of cells",
        tiling=_TILING,
        i=_I,
        j=_J,
        k=(INT, "its index in a period"),
    ),
    _table(
        "Trial", "a played game",
        number=(INT, "of the playout; null for people's games"),
        winner=(INT, "the player; 0 is a draw, null an unfinished game"),
        plies=(INT, "the number of moves"),
        cells=(INT, "on the board at the end"),
        player_1=(STRING, "the first mover in the record of a people's game; else null"),
        player_2=(STRING, "the second mover in the record"),
        result=(STRING, "in the record, even without one by the rules"),
        date=(STRING, "in the record"),
        event=(STRING, "in the record"),
    ),
    _table(
        "Move", "a move of a player, or an outcome of chance",
        ply=(INT, "counts from 1"),
        mover=(INT, "the player"),
        kind=(STRING, "play, pass or swap"),
        component=(INT, "the piece that it puts on the board; null without one"),
        cells=(INT, "on the board after it"),
        pieces=(INT, "on the board after it, with every piece of a pile or count"),
        occupied=(INT, "cells with pieces after it"),
    ),
    _table(
        "Exploration", "a search for the positions of a game",
        digest=(STRING, "tells it from every other"),
        way=(STRING, "all (moves) or trials"),
        symmetry=(INT, "1 if symmetric positions are one"),
    ),
    _table(
        "Position", "a position; its id is 2^32 times the exploration, plus its number",
        exploration=(INT, "the id of the exploration"),
        ply=(INT, "the least number of moves to it"),
        mover=(INT, "the next player"),
        winner=(INT, "the player; 0 is a draw, null while the game goes on"),
        pieces=(INT, "cells with pieces"),
        holes=(INT, "of a growing board; else null"),
        diameter=(INT, "of a growing board in one part; else null"),
        key=(INT, "the transposition key"),
    ),
    _table("Concept", "a word for comparing games", name=(STRING, "its name, as in Ludii")),
    _table("Metric", "a number for comparing games", name=(STRING, "its name, as in Ludii")),
    _table(
        "Category", "a folder of a library of descriptions",
        name=(STRING, "such as board/space/line"),
    ),
)  # fmt: skip

LINKS = (
    _table("OF", "the run of a trial", "Trial", "Run", onward=True),
    _table("PLAYS", "the game of a run", "Run", "Game", onward=True),
    _table(
        "PLACES", "a piece on a cell at the start", "Game", "Cell",
        component=(INT, "its number; 0 for numbers of an empty cell"),
        count=(INT, "the number of pieces"),
        level=(INT, _LEVEL),
        state=(INT, "the local state"),
        rotation=(INT, "the rotation"),
        value=(INT, "the value"),
    ),
    _table("BEGINS", "the board of a trial before its first move", "Trial", "Board", onward=True),
    _table(
        "HAS", "a cell of a first board", "Board", "Cell", onward=True,
        site=(INT, "its number on the board"),
    ),
    _table("MADE", "a move of a trial", "Trial", "Move"),
    _table("NEXT", "the move after it in its trial", "Move", "Move"),
    _table(
        "TAKES", "there are more pieces on a cell after a move", "Move", "Cell", onward=True,
        component=_COMPONENT,
        count=(INT, "how many more"),
        level=(INT, f"after the move, {_LEVEL}"),
    ),
    _table(
        "LEAVES", "there are fewer pieces on a cell after a move", "Move", "Cell", onward=True,
        component=_COMPONENT,
        count=(INT, "how many fewer"),
        gone=(INT, "pieces that do not come back on the board: captured, or changed"),
        level=(INT, f"before the move, {_LEVEL}"),
    ),
    _table(
        "SETS", "a piece has another number after a move; a new piece has 0", "Move", "Cell",
        onward=True,
        what=(STRING, "state, rotation or value"),
        number=(INT, "its value after the move"),
        level=(INT, f"after the move, {_LEVEL}"),
    ),
    _table(
        "ADDS", "a cell comes on the board", "Move", "Cell", onward=True,
        site=(INT, "its number on the board"),
    ),
    _table("REMOVES", "a cell goes off the board", "Move", "Cell", onward=True),
    _table(
        "ORTHOGONAL", "cells that share an edge", "Cell", "Cell",
        direction=(STRING, "towards the other one"),
    ),
    _table(
        "ADJACENT", "cells that share an edge or a corner", "Cell", "Cell",
        direction=(STRING, "towards the other one"),
    ),
    _table(
        "CORNER", "a corner of a cell", "Cell", "Vertex",
        number=(INT, "counter-clockwise, from 0"),
    ),
    _table("EXPLORES", "the game of an exploration", "Exploration", "Game", onward=True),
    _table("BEGINS_AT", "its first position", "Exploration", "Position", onward=True),
    _table(
        "LEADS", "a move from a position to another", "Position", "Position",
        move=(STRING, "in the frame of its first position"),
    ),
    _table(
        "WORTH", "the result of a position under best play", "Position", "Exploration",
        onward=True,
        winner=(INT, "the player; 0 is a draw"),
        distance=(INT, "the number of moves; null for a draw"),
    ),
    _table("REACHES", "the position after a move", "Move", "Position", onward=True),
    _table("HAS_CONCEPT", "a concept of a game", "Game", "Concept", onward=True, label="HAS"),
    _table(
        "MEASURED", "a metric of a game, in millionths", "Game", "Metric", onward=True,
        value=(INT, "from random games"),
        low=(INT, "the low end of the interval at 99 %"),
        high=(INT, "the high end"),
        playouts=(INT, "their number"),
    ),
    _table("BELONGS", "the folder of a game's description", "Game", "Category", onward=True),
    _table(
        "LIKE", "the distance of two games, in millionths", "Game", "Game",
        distance=(INT, "all together"),
        cosine=(INT, "of their concepts: 1 less the cosine"),
        jaccard=(INT, "of their concepts: the share that only one game has"),
        metrics=(INT, "of their metrics: the mean difference"),
    ),
)  # fmt: skip

_TYPES = {INT: pa.int64(), STRING: pa.string()}
#: Names and types of the columns of a kind.
COLUMNS: dict[str, tuple[list[str], list[pa.DataType]]] = {
    table.name: ([*table.types], [_TYPES[type_] for type_ in table.types.values()])
    for table in (*NODES, *LINKS)
}

#: The ids of an exploration's positions begin at multiples of this.
_MOST = 2**32


def first_of(exploration: int) -> int:
    """Return the id of the start of an exploration; its position n has this plus n."""
    return exploration * _MOST


def by_label() -> list[tuple[GraphTable, ...]]:
    """Return the kinds of links, grouped by their name in Cypher."""
    tables: dict[str, list[GraphTable]] = {}
    for table in LINKS:
        tables.setdefault(table.called, []).append(table)
    return [tuple(alike) for alike in tables.values()]


#: The node that says how far the graph has come; see `store.engine.Mark`.
MARK = GraphTable("Mark", "", dict.fromkeys(("id", *MARKS), INT))

#: A node for each writer of a graph that several share; see `store.syncing`.
WRITER = GraphTable("Writer", "", {"id": INT, "name": STRING, "frames": INT, "check": INT})


def described() -> pd.DataFrame:
    """Return the schema as a table: a row for each kind, and one for each of its columns.

    Columns: table, from and to (of links), column and type ("" in the row of a kind), meaning.
    """
    rows = []
    for table in (*NODES, *LINKS):
        start = table.name, table.source, table.target
        rows.append((*start, "", "", table.words))
        rows += [
            (*start, name, type_, table.meanings[name]) for name, type_ in table.columns.items()
        ]
    return pd.DataFrame(rows, columns=["table", "from", "to", "column", "type", "meaning"])


def described_text(table: pd.DataFrame) -> str:
    """Return a table of `described` as text, with the ``number`` of each kind if it has one."""
    lines = []
    for row in table.to_dict("records"):
        ends = f" ({row['from']} to {row['to']})" if row["from"] else ""
        many = f" [{row['number']:,}]" if "number" in row and not row["column"] else ""
        if row["column"]:
            lines.append(f"    {row['column']:<12}{row['type']:<8}{row['meaning']}")
        else:
            lines.append(f"{row['table']}{ends}{many}: {row['meaning']}")
    return "\n".join(lines)


_QUESTION = re.compile(r"^// = ([a-z-]+): (.*)\n((?:// \w+ = .*\n)*)((?:.+\n)+)", re.MULTILINE)
_PARAMETER = re.compile(r"// (\w+) = (.*)")


@dataclass(frozen=True)
class NamedQuestion:
    """A question with a name and defaults of its parameters."""

    name: str
    words: str  #: the question in English
    parameters: dict[str, int]
    cypher: str


@cache
def questions() -> dict[str, NamedQuestion]:
    """Return all questions by name, in the order of the file."""
    text = (files("boardless.store") / "questions.cypher").read_text(encoding="utf-8")
    return {
        name: NamedQuestion(
            name,
            words,
            {key: json.loads(value) for key, value in _PARAMETER.findall(parameters)},
            cypher,
        )
        for name, words, parameters, cypher in _QUESTION.findall(text)
    }


def ask(store: "Store", name: str, **parameters: Any) -> "pd.DataFrame":
    """Return the answer to a named question.

    InputError if the question or a parameter is unknown, or a value is not an integer.
    """
    named = questions()
    check_choice(name, "question", named)
    question = named[name]
    for key, value in parameters.items():
        if key not in question.parameters:
            takes = ", ".join(question.parameters) or "none"
            raise InputError(f"parameter {key!r} of question {name}: its parameters are {takes}")
        if type(value) is not int or not 0 <= value < 2**63:
            raise InputError(f"parameter {key} = {value!r}: give a whole number, from 0 on")
    return store.query(question.cypher, **(question.parameters | parameters))


#: The number of nodes with rows in memory at a time, and with links, as some nodes have hundreds.
PAGE, PAGE_OF_LINKS = 50_000, 10_000

TABLES: tuple[GraphTable, ...] = (*NODES, *LINKS)


def counted(engine: Engine) -> dict[str, int]:
    """Return the number of nodes and links of each kind."""
    patterns = {nodes.name: f"(n:{nodes.name})" for nodes in NODES}
    patterns |= {
        links.name: f"(:{links.source})-[n:{links.called}]->(:{links.target})" for links in LINKS
    }
    return {
        name: number(engine.query(f"MATCH {pattern} RETURN count(n)", {}))
        for name, pattern in patterns.items()
    }


def pages(engine: Engine, table: GraphTable, counts: dict[str, int]) -> Iterator[pa.Table]:
    """Return the rows of a kind in pages, in the order of their ids; see `counted` for `counts`."""
    names, types = COLUMNS[table.name]
    if table.source:
        pattern, kind, size = (
            f"(a:{table.source})-[r:{table.called}]->(b:{table.target})",
            table.source,
            PAGE_OF_LINKS,
        )
        columns, order = ["a.id", "b.id", *(f"r.{name}" for name in names[2:])], "c0, c1"
    else:
        pattern, kind, size = f"(a:{table.name})", table.name, PAGE
        columns, order = [f"a.{name}" for name in names], "c0"
    # In a column with a null, integers come as floats, which changes large ones.
    expressions = [
        f"coalesce({column}, {'0' if pa.types.is_integer(type_) else repr('')}) AS c{n}, "
        f"{column} IS NULL AS n{n}"
        for n, (column, type_) in enumerate(zip(columns, types, strict=True))
    ]
    returns = ", ".join(expressions)
    cypher = f"MATCH {pattern} WHERE a.id >= $a AND a.id < $b RETURN {returns} ORDER BY {order}"
    for first in _firsts(engine, kind, counts, size):
        page = engine.query(cypher, {"a": first, "b": first + size})
        arrays = [
            pa.array(_plain(page[f"c{n}"]), type_, mask=page[f"n{n}"].to_numpy(bool))
            for n, type_ in enumerate(types)
        ]
        yield pa.table(arrays, names)


def _firsts(engine: Engine, kind: str, counts: dict[str, int], size: int) -> Iterator[int]:
    """Yield the first ids of pages of a kind of nodes; positions are numbered by exploration."""
    if kind != "Position":
        yield from range(0, counts[kind], size)
        return
    explorations = engine.query(
        "MATCH (n:Position) RETURN n.exploration AS exploration, count(*) AS nodes", {}
    )
    for exploration, nodes in explorations.itertuples(index=False, name=None):
        yield from range(first_of(exploration), first_of(exploration) + nodes, size)


def _plain(column: "pd.Series[int] | pd.Series[str]") -> object:
    return column.to_numpy(object if column.dtype.kind not in "iu" else None)


_RETURN = re.compile(r"(?<![\w$.'])RETURN(?!\w)(?:\s+DISTINCT(?!\w))?", re.IGNORECASE)
#: Words that may follow the columns.
_AFTER = re.compile(r"(?<![\w$.'])(?:ORDER\s+BY|SKIP|OFFSET|LIMIT|UNION)(?!\w)|;|$", re.IGNORECASE)
_NAMED = re.compile(r"(?<![\w$.])AS\s+(\w+|'+)\s*$", re.IGNORECASE)


def returned(cypher: str) -> list[str]:
    """Return the names of an answer's columns, [] for ``RETURN *`` and procedures.

    A column has the name that stands after its AS, or the text of its expression, as in Neo4j.

    >>> returned("MATCH (t:Trial) RETURN t.id AS trial, count(*) ORDER BY trial")
    ['trial', 'count(*)']
    """
    # Comments become space, so that every character keeps its place.
    bare = QUOTED.sub(lambda quote: " " * len(quote[0]) if quote[0][0] == "/" else quote[0], cypher)
    flat = _flat(bare)
    clause = _RETURN.search(flat)
    after = _AFTER.search(flat, clause.end()) if clause else None
    if clause is None or after is None:
        return []
    names = []
    begin = clause.end()
    for part in flat[begin : after.start()].split(","):
        named = _NAMED.search(part)
        text = bare[begin : begin + len(part)]
        name = text[slice(*named.span(1))] if named else text
        names.append(name.strip().strip("`"))
        begin += len(part) + 1
    return names if "*" not in names else []


def _flat(bare: str) -> str:
    """Return a question with ' for every character that is quoted or stands in brackets."""
    text = QUOTED.sub(lambda quote: "'" * len(quote[0]), bare)
    depth, flat = 0, ""
    for character in text:
        depth -= character in ")]}"
        flat += "'" if depth > 0 else character
        depth += character in "([{"
    return flat
