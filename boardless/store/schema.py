"""The schema of the graph: kinds of nodes and links, their columns, and meanings.

Integers and strings only, and nothing is ever changed or removed, but for the mark.
"""

from dataclasses import dataclass, field
from typing import TypeAlias

import pandas as pd

#: Types of columns.
INT, STRING = "INT64", "STRING"

#: The form of the graph; a graph of another form has to be rebuilt from its log.
FORM = 5


@dataclass(frozen=True)
class NodeTable:
    """A kind of node. Each has an `id`, an integer that is unique among its kind."""

    name: str
    words: str  #: what a node stands for
    columns: dict[str, str]  #: types of properties, the id first
    meanings: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class LinkTable:
    """A kind of link between two kinds of nodes."""

    name: str
    words: str
    source: str
    target: str
    columns: dict[str, str]
    meanings: dict[str, str] = field(default_factory=dict)
    #: links can be followed from source to target only: a cell would else keep a list that grows
    #: with all that is stored. Patterns may be written in either direction.
    onward: bool = False
    #: the name in Cypher, where several kinds of links have the same one
    label: str = ""

    @property
    def called(self) -> str:
        """The name in Cypher."""
        return self.label or self.name


#: The type of a column, and what it says.
_Column: TypeAlias = tuple[str, str]


def _nodes(name: str, words: str, /, **columns: _Column) -> NodeTable:
    columns = {"id": (INT, "counts from 0 in the order of the log"), **columns}
    return NodeTable(name, words, *_parts(columns))


def _links(
    name: str, words: str, source: str, target: str, /, onward: bool = False, label: str = "",
    **columns: _Column,
) -> LinkTable:  # fmt: skip
    return LinkTable(name, words, source, target, *_parts(columns), onward, label)


def _parts(columns: dict[str, _Column]) -> tuple[dict[str, str], dict[str, str]]:
    types = {name: type_ for name, (type_, _) in columns.items()}
    return types, {name: meaning for name, (_, meaning) in columns.items()}


_TILING = (STRING, "its name, or its table as JSON; of a board that is laid out: its own label")
_I = (INT, "along the first lattice vector, from the anchor; 0 where the board is laid out")
_J = (INT, "along the second; 0 where the board is laid out")
_COMPONENT = (INT, "its number among the components of the setup, from 1")
_LEVEL = "counted from 0 at the bottom; 0 where pieces do not lie one upon another"

NODES = (
    _nodes(
        "Game", "a description with the options chosen, or what games of people are played with",
        digest=(STRING, "tells it from every other"),
        name=(STRING, "its name"),
        tiling=_TILING,
        chosen=(STRING, "the options chosen, Heading/Label"),
        text=(STRING, "the description in L-GDL, or nothing"),
        setup=(STRING, "tiling, components, hands and start as JSON"),
        players=(INT, "how many there are"),
    ),
    _nodes(
        "Run", "games of one game, technique and seed",
        digest=(STRING, "tells it from every other"),
        technique=(STRING, "how the board grew"),
        start=(STRING, "which board it grew from"),
        seed=(INT, "where random numbers came from; null if there were none"),
    ),
    _nodes(
        "Board", "the board that trials begin on, once for all of them",
        digest=(STRING, "tells it from every other"),
        tiling=_TILING,
        cells=(INT, "how many it has"),
    ),
    _nodes(
        "Cell", "a place of a board, once for each tiling or board that is laid out",
        tiling=_TILING,
        i=_I,
        j=_J,
        k=(INT, "the prototile; the site where the board is laid out"),
    ),
    _nodes("Vertex", "a corner of cells", tiling=_TILING, i=_I, j=_J, k=(INT, "which of a period")),
    _nodes(
        "Trial", "a game that was played",
        number=(INT, "of the playout; null for games of people"),
        winner=(INT, "the player; 0 is a draw, null a game that is not over"),
        plies=(INT, "how many moves were made"),
        cells=(INT, "on the board at the end"),
        player_1=(STRING, "who moved first, as the record of a game of people says; else null"),
        player_2=(STRING, "who moved second, as the record says"),
        result=(STRING, "as the record says, also where the rules know none"),
        date=(STRING, "as the record says"),
        event=(STRING, "as the record says"),
    ),
    _nodes(
        "Move", "a move of a player, or an outcome of chance",
        ply=(INT, "counts from 1"),
        mover=(INT, "the player"),
        kind=(STRING, "play, pass or swap"),
        component=(INT, "what it says that it puts on the board; null for nothing"),
        cells=(INT, "on the board after it"),
        pieces=(INT, "on the board after it, each of a pile and each that is counted"),
        occupied=(INT, "cells on which something stands after it"),
    ),
    _nodes(
        "Exploration", "the positions of a game that were looked for",
        digest=(STRING, "tells it from every other"),
        way=(STRING, "all (moves) or trials"),
        symmetry=(INT, "1 where positions that a symmetry maps to one another are one"),
    ),
    _nodes(
        "Position", "what can stand where; its id is 2^32 for each exploration, and its number",
        exploration=(INT, "the id of the exploration"),
        ply=(INT, "of its first reaching"),
        mover=(INT, "who moves next"),
        winner=(INT, "the player; 0 is a draw, null while the game goes on"),
        pieces=(INT, "cells on which something stands"),
        holes=(INT, "of a board that grows; else null"),
        diameter=(INT, "of a board that grows, if its pieces are of one part; else null"),
        key=(INT, "the transposition key"),
    ),
    _nodes("Concept", "a word in which games are compared", name=(STRING, "its name, as in Ludii")),
    _nodes("Metric", "a number that games are compared by", name=(STRING, "its name, as in Ludii")),
    _nodes(
        "Category", "a folder of a library of descriptions",
        name=(STRING, "such as board/space/line"),
    ),
)  # fmt: skip

LINKS = (
    _links("OF", "the run of a trial", "Trial", "Run", onward=True),
    _links("PLAYS", "the game of a run", "Run", "Game", onward=True),
    _links(
        "PLACES", "what stands on a cell at first", "Game", "Cell",
        component=(INT, "its number; 0 where an empty cell has a number"),
        count=(INT, "how many"),
        level=(INT, _LEVEL),
        state=(INT, "the local state"),
        rotation=(INT, "how far it is turned"),
        value=(INT, "the value"),
    ),
    _links("BEGINS", "the board of a trial before its first move", "Trial", "Board", onward=True),
    _links(
        "HAS", "a cell of a first board", "Board", "Cell", onward=True,
        site=(INT, "its number on the board"),
    ),
    _links("MADE", "a move of a trial", "Trial", "Move"),
    _links("NEXT", "the move after it in its trial", "Move", "Move"),
    _links(
        "TAKES", "there are more pieces on a cell after a move", "Move", "Cell", onward=True,
        component=_COMPONENT,
        count=(INT, "how many more"),
        level=(INT, f"after the move, {_LEVEL}"),
    ),
    _links(
        "LEAVES", "there are fewer pieces on a cell after a move", "Move", "Cell", onward=True,
        component=_COMPONENT,
        count=(INT, "how many fewer"),
        gone=(INT, "how many of them stand nowhere on the board after it: captured, or changed"),
        level=(INT, f"before the move, {_LEVEL}"),
    ),
    _links(
        "SETS", "a piece has another number after a move; what is put down has 0", "Move", "Cell",
        onward=True,
        what=(STRING, "state, rotation or value"),
        number=(INT, "what it is after the move"),
        level=(INT, f"after the move, {_LEVEL}"),
    ),
    _links(
        "ADDS", "a cell comes on the board", "Move", "Cell", onward=True,
        site=(INT, "its number on the board"),
    ),
    _links("REMOVES", "a cell goes off the board", "Move", "Cell", onward=True),
    _links(
        "ORTHOGONAL", "cells that share an edge", "Cell", "Cell",
        direction=(STRING, "where the other one lies"),
    ),
    _links(
        "ADJACENT", "cells that share an edge or a corner", "Cell", "Cell",
        direction=(STRING, "where the other one lies"),
    ),
    _links(
        "CORNER", "a corner of a cell", "Cell", "Vertex",
        number=(INT, "counter-clockwise, from 0"),
    ),
    _links("EXPLORES", "the game of an exploration", "Exploration", "Game", onward=True),
    _links("BEGINS_AT", "its first position", "Exploration", "Position", onward=True),
    _links(
        "LEADS", "a move from a position to another", "Position", "Position",
        move=(STRING, "in the frame of the position that it is made in"),
    ),
    _links(
        "WORTH", "who wins a complete position if nobody errs", "Position", "Exploration",
        onward=True,
        winner=(INT, "the player; 0 is a draw"),
        distance=(INT, "in how many moves; null for a draw"),
    ),
    _links("REACHES", "the position after a move", "Move", "Position", onward=True),
    _links("HAS_CONCEPT", "a concept of a game", "Game", "Concept", onward=True, label="HAS"),
    _links(
        "MEASURED", "a metric of a game, in millionths", "Game", "Metric", onward=True,
        value=(INT, "from games by chance"),
        low=(INT, "the low end of the interval at 99 %"),
        high=(INT, "the high end"),
        playouts=(INT, "how many games"),
    ),
    _links("BELONGS", "the folder of a game's description", "Game", "Category", onward=True),
    _links(
        "LIKE", "how far two games are from one another, in millionths", "Game", "Game",
        distance=(INT, "all together"),
        cosine=(INT, "of their concepts: 1 less the cosine"),
        jaccard=(INT, "of their concepts: the share of those that one of two has alone"),
        metrics=(INT, "of their metrics: the mean difference"),
    ),
)  # fmt: skip


def by_label() -> list[tuple[LinkTable, ...]]:
    """Return the kinds of links, those of one name in Cypher together."""
    found: dict[str, list[LinkTable]] = {}
    for table in LINKS:
        found.setdefault(table.called, []).append(table)
    return [tuple(alike) for alike in found.values()]


#: The node that says how far the graph has come; see `store.engine.Mark`.
_MARKS = ("id", "form", "frames", "bytes", "check", "trials", "moves")
MARK = NodeTable("Mark", "", dict.fromkeys(_MARKS, INT))

#: A node for each writer of a graph that several share; see `store.syncing`.
WRITER = NodeTable("Writer", "", {"id": INT, "name": STRING, "frames": INT, "check": INT})


def described() -> pd.DataFrame:
    """Return the schema as a table: a row for each kind, and one for each of its columns.

    Columns: table, from and to (of links), column and type ("" in the row of a kind), meaning.
    """
    rows = []
    for table in (*NODES, *LINKS):
        ends = (table.source, table.target) if isinstance(table, LinkTable) else ("", "")
        rows.append((table.name, *ends, "", "", table.words))
        rows += [
            (table.name, *ends, name, type_, table.meanings[name])
            for name, type_ in table.columns.items()
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
