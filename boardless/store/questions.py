"""Named questions, from the file ``questions.cypher``, and tables read from a graph."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from boardless.store.engine import QUOTED, Engine, number
from boardless.store.projection import COLUMNS, first_of
from boardless.store.schema import LINKS, NODES, Table
from boardless.topo import InputError
from boardless.util.inputs import check_choice

if TYPE_CHECKING:
    import pandas as pd

    from boardless.store.store import Store

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


#: Nodes whose rows are in memory at a time, and nodes whose links are: some have hundreds.
PAGE, PAGE_OF_LINKS = 50_000, 10_000

TABLES: tuple[Table, ...] = (*NODES, *LINKS)


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


def pages(engine: Engine, table: Table, counts: dict[str, int]) -> Iterator[pa.Table]:
    """Return the rows of a kind in pages, in the order of their ids; `counts` is of `counted`."""
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
    # Comments become space, so that every character stays where it is.
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
