"""What the graph is made of: kinds of nodes and links, and the columns of each.

Whole numbers and strings only, and nothing is ever changed or taken away, but for the one node that
says how far the graph has come.
"""

from dataclasses import dataclass

#: Types of columns.
INT, STRING = "INT64", "STRING"

#: The form of the graph; a graph of another form has to be rebuilt from its log.
FORM = 2


@dataclass(frozen=True)
class Nodes:
    """A kind of node. Each has an `id`, a whole number that is unique among its kind.

    Attributes
    ----------
    name : str
        What it is called.
    columns : dict
        Its properties with their types, the id first.
    """

    name: str
    columns: dict[str, str]


@dataclass(frozen=True)
class Links:
    """A kind of link.

    Attributes
    ----------
    name : str
        What it is called.
    source, target : str
        The kinds of nodes that it leads from and to.
    columns : dict
        Its properties with their types.
    onward : bool
        Whether links can be followed from source to target only: a node like a cell would else keep
        a list that grows with all that is stored. Patterns may be written in either direction.
    """

    name: str
    source: str
    target: str
    columns: dict[str, str]
    onward: bool = False


def _nodes(name: str, /, **columns: str) -> Nodes:
    return Nodes(name, {"id": INT, **columns})


def _links(name: str, source: str, target: str, /, onward: bool = False, **columns: str) -> Links:
    return Links(name, source, target, columns, onward)


NODES = (
    _nodes(
        "Game", digest=STRING, name=STRING, tiling=STRING, chosen=STRING, text=STRING,
        setup=STRING, players=INT,
    ),
    _nodes("Run", digest=STRING, technique=STRING, start=STRING, seed=INT),
    _nodes("Board", digest=STRING, tiling=STRING, cells=INT),
    _nodes("Cell", tiling=STRING, i=INT, j=INT, k=INT),
    _nodes("Vertex", tiling=STRING, i=INT, j=INT, k=INT),
    _nodes("Trial", number=INT, winner=INT, plies=INT, cells=INT),
    _nodes("Move", ply=INT, mover=INT, kind=STRING, component=INT, cells=INT, pieces=INT),
    _nodes("Exploration", digest=STRING, way=STRING, symmetry=INT),
    _nodes(
        "Position", exploration=INT, ply=INT, mover=INT, winner=INT, pieces=INT, holes=INT,
        diameter=INT, key=INT,
    ),
)  # fmt: skip

LINKS = (
    _links("OF", "Trial", "Run", onward=True),
    _links("PLAYS", "Run", "Game", onward=True),
    _links("PLACES", "Game", "Cell", component=INT),
    _links("BEGINS", "Trial", "Board", onward=True),
    _links("HAS", "Board", "Cell", onward=True, site=INT),
    _links("MADE", "Trial", "Move"),
    _links("NEXT", "Move", "Move"),
    _links("TAKES", "Move", "Cell", onward=True, component=INT),
    _links("LEAVES", "Move", "Cell", onward=True, component=INT),
    _links("ADDS", "Move", "Cell", onward=True, site=INT),
    _links("REMOVES", "Move", "Cell", onward=True),
    _links("ORTHOGONAL", "Cell", "Cell", direction=STRING),
    _links("ADJACENT", "Cell", "Cell", direction=STRING),
    _links("CORNER", "Cell", "Vertex", number=INT),
    _links("EXPLORES", "Exploration", "Game", onward=True),
    _links("BEGINS_AT", "Exploration", "Position", onward=True),
    _links("LEADS", "Position", "Position", move=STRING),
    _links("WORTH", "Position", "Exploration", onward=True, winner=INT, distance=INT),
    _links("REACHES", "Move", "Position", onward=True),
)

#: The node that says how far the graph has come; see `store.engine.Mark`.
MARK = _nodes("Mark", form=INT, frames=INT, bytes=INT, check=INT, trials=INT, moves=INT)

#: A node for each writer of a graph that several share; see `store.syncing`.
WRITER = _nodes("Writer", name=STRING, frames=INT, check=INT)
