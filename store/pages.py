"""What is in a graph, kind by kind and page by page."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pyarrow as pa

from boardless.store.engine import Engine, number
from boardless.store.positions.rows import first_of
from boardless.store.projection import COLUMNS
from boardless.store.schema import LINKS, NODES, Links, Nodes

if TYPE_CHECKING:
    import pandas as pd

#: Nodes whose rows are in memory at a time, and nodes whose links are: some have hundreds.
PAGE, PAGE_OF_LINKS = 50_000, 10_000

TABLES: tuple[Nodes | Links, ...] = (*NODES, *LINKS)


def counted(engine: Engine) -> dict[str, int]:
    """Return how many nodes and links of each kind there are."""
    patterns = {nodes.name: f"(n:{nodes.name})" for nodes in NODES}
    patterns |= {
        links.name: f"(:{links.source})-[n:{links.name}]->(:{links.target})" for links in LINKS
    }
    return {
        name: number(engine.query(f"MATCH {pattern} RETURN count(n)", {}))
        for name, pattern in patterns.items()
    }


def pages(engine: Engine, table: Nodes | Links, counts: dict[str, int]) -> Iterator[pa.Table]:
    """Return the rows of a kind of nodes or links, in the order of their ids.

    Parameters
    ----------
    engine : Engine
        The graph.
    table : Nodes or Links
        The kind.
    counts : dict
        What `counted` returned.
    """
    names, types = COLUMNS[table.name]
    if isinstance(table, Nodes):
        pattern, kind = f"(a:{table.name})", table.name
        columns, order = [f"a.{name}" for name in names], "c0"
    else:
        pattern, kind = f"(a:{table.source})-[r:{table.name}]->(b:{table.target})", table.source
        columns, order = ["a.id", "b.id", *(f"r.{name}" for name in names[2:])], "c0, c1"
    # Beside a null, a whole number comes as a float, which large ones do not survive.
    asked = [
        f"coalesce({column}, {'0' if pa.types.is_integer(type_) else repr('')}) AS c{n}, "
        f"{column} IS NULL AS n{n}"
        for n, (column, type_) in enumerate(zip(columns, types, strict=True))
    ]
    cypher = (
        f"MATCH {pattern} WHERE a.id >= $a AND a.id < $b RETURN {', '.join(asked)} ORDER BY {order}"
    )
    size = PAGE if isinstance(table, Nodes) else PAGE_OF_LINKS
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
    found = engine.query(
        "MATCH (n:Position) RETURN n.exploration AS exploration, count(*) AS nodes", {}
    )
    for exploration, nodes in found.itertuples(index=False, name=None):
        yield from range(first_of(exploration), first_of(exploration) + nodes, size)


def _plain(column: "pd.Series[int] | pd.Series[str]") -> object:
    return column.to_numpy(object if column.dtype.kind not in "iu" else None)
