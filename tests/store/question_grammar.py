"""Questions made from a grammar over the schema, in Cypher and, of the same tables, in SQL.

A pattern is a tree of links with some more that close cycles; it is written as paths in any order
and direction, with filters on nodes and links, an optional part or one that has to be there or not,
and is counted, grouped, summed or listed. SQLite, which comes with Python, knows nothing of graphs.
"""

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from random import Random

import pandas as pd

from boardless.store.schema import LINKS, NODES, GraphTable

#: Columns with long texts, which say nothing here.
LONG = ("text", "setup", "chosen", "digest")
#: Rows of an answer, at most, and thousands of steps that SQLite may take for it.
ROWS, STEPS = 5_000, 500

#: How often a kind of links is drawn beside the others.
WEIGHTS = {"MADE": 4, "TAKES": 4, "ADJACENT": 2, "NEXT": 2}


@dataclass(frozen=True)
class Question:
    """A question in both languages."""

    cypher: str
    sql: str


@dataclass
class Pattern:
    """Nodes by name, with their kinds, and links by name, with both ends; some nodes are known."""

    nodes: dict[str, str]
    links: dict[str, tuple[GraphTable, str, str]] = field(default_factory=dict)
    known: frozenset[str] = frozenset()

    def joined(self, *filters: str) -> str:
        """Tables and conditions in SQL."""
        tables = [f'"{kind}" {name}' for name, kind in self.nodes.items() if name not in self.known]
        tables += [f'"{links.name}" {name}' for name, (links, _, _) in self.links.items()]
        ends = [f'{n}."from" = {a}.id AND {n}."to" = {b}.id' for n, (_, a, b) in self.links.items()]
        where = " AND ".join([*ends, *filters])
        return f"FROM {', '.join(tables) or '(SELECT 1)'}{' WHERE ' if where else ''}{where}"


class Grammar:
    """Makes questions over tables that have rows.

    Parameters
    ----------
    tables : dict of DataFrame
        Every kind of nodes and links, by name.
    seed : int
        The same seed makes the same questions of the same tables.
    """

    def __init__(self, tables: dict[str, pd.DataFrame], seed: int) -> None:
        self._random = Random(seed)
        self._base = sqlite3.connect(":memory:")
        self._values: dict[tuple[str, str], list[object]] = {}
        for name, table in tables.items():
            table.astype(object).where(table.notna(), None).to_sql(name, self._base, index=False)
            for column in table.columns:
                known = sorted(set(table[column].dropna().tolist()))
                self._values[name, column] = known[:: max(1, len(known) // 50)]
            for first, second in (("from", "to"), ("to", "from")):
                if first in table.columns:
                    index = f'"{name}_{first}" ON "{name}" ("{first}", "{second}")'
                    self._base.execute(f"CREATE INDEX {index}")
        self._nodes = {nodes.name: nodes for nodes in NODES if len(tables[nodes.name])}
        self._links = [links for links in LINKS if len(tables[links.name])]

    def answer(self, sql: str) -> list[tuple[object, ...]] | None:
        """Return the answer of the tables; None if there is too much of it."""
        steps = count(1)
        self._base.set_progress_handler(lambda: int(next(steps) > STEPS), 1_000)
        try:
            found = self._base.execute(sql).fetchmany(ROWS + 1)
        except sqlite3.OperationalError as error:
            if "interrupted" in str(error):
                return None
            raise
        return found if len(found) <= ROWS else None

    def questions(self) -> Iterator[Question]:
        """Make questions without end."""
        while True:
            yield self._question()

    def _twins(self) -> Pattern:
        """Return a pattern with two branches from its first node, both by the same links."""
        by_name = {kinds.name: kinds for kinds in self._links}
        branch = Pattern({"a0": "Trial", "a1": "Move"}, {"al0": (by_name["MADE"], "a0", "a1")})
        kinds = by_name[self._random.choice(["TAKES", "TAKES", "ADDS", "NEXT"])]
        branch.nodes["a2"] = kinds.target
        branch.links["al1"] = (kinds, "a1", "a2")
        twin = {name: name.replace("a", "t") for name in branch.nodes} | {"a0": "a0"}
        nodes = branch.nodes | {twin[name]: kind for name, kind in branch.nodes.items()}
        links = {
            f"t{name}": (kinds, twin[a], twin[b]) for name, (kinds, a, b) in branch.links.items()
        }
        return Pattern(nodes, branch.links | links)

    def _grown(self, pattern: Pattern, links: int, closing: float, prefix: str) -> Pattern:
        """Return a pattern with more links, some of which lead to a node that is there."""
        choose = self._random.choice
        for _ in range(links):
            # The first nodes get more links than the others, so that patterns have branches.
            place = choose([*pattern.nodes, *list(pattern.nodes)[:2] * 2])
            kind = pattern.nodes[place]
            either = [
                (kinds, onward)
                for kinds in self._links
                for onward in (True, False)
                if kind == (kinds.source if onward else kinds.target)
                for _ in range(WEIGHTS.get(kinds.name, 1))
            ]
            kinds, onward = choose(either)
            other = kinds.target if onward else kinds.source
            there = [
                name for name, what in pattern.nodes.items() if what == other and name != place
            ]
            if there and self._random.random() < closing:
                end = choose(there)
            else:
                end = f"{prefix}{len(pattern.nodes)}"
                pattern.nodes[end] = other
            ends = (place, end) if onward else (end, place)
            pattern.links[f"{prefix}l{len(pattern.links)}"] = (kinds, *ends)
        return pattern

    def _filter(self, pattern: Pattern) -> tuple[str, str] | None:
        """Return a condition in both languages, if there is one for what was drawn."""
        choose, share = self._random.choice, self._random.random()
        if pattern.links and share < 0.4:
            name = choose(list(pattern.links))
            kinds = pattern.links[name][0]
            columns, table = list(kinds.columns), kinds.name
        else:
            name = choose([name for name in pattern.nodes if name not in pattern.known])
            table = pattern.nodes[name]
            columns = [column for column in self._nodes[table].columns if column not in LONG]
        if not columns:
            return None
        column = "id" if "id" in columns and share > 0.8 else choose(columns)
        values = self._values[table, column]
        if not values:
            return None
        value, left = repr(choose(values)), f"{name}.{column}"
        if share < 0.55 or isinstance(values[0], str):
            return f"{left} = {value}", f'{name}."{column}" = {value}'
        if share < 0.85:
            sign = choose(["<", "<=", "=", "<>"]) if column != "id" else "="
            return f"{left} {sign} {value}", f'{name}."{column}" {sign} {value}'
        some = ", ".join(map(repr, self._random.sample(values, min(3, len(values)))))
        return f"{left} IN [{some}]", f'{name}."{column}" IN ({some})'

    def _written(self, pattern: Pattern, named: str) -> list[str]:
        """Return the paths of a pattern in Cypher."""
        left, seen, paths = list(pattern.links.items()), set(pattern.known), []
        self._random.shuffle(left)

        def node(name: str) -> str:
            kind = "" if name in seen else f":{pattern.nodes[name]}"
            seen.add(name)
            return f"({name}{kind})"

        while left:
            end, path = "", ""
            while found := [link for link in left if not end or end in link[1][1:]]:
                link = found[0]
                left.remove(link)
                name, (kinds, a, b) = link
                shown = f"{name if f'{name}.' in named else ''}:{kinds.name}"
                onward = end == a if end and a != b else self._random.random() < 0.5
                begin, end = (a, b) if onward else (b, a)
                path += node(begin) if not path else ""
                path += (f"-[{shown}]->" if onward else f"<-[{shown}]-") + node(end)
                if self._random.random() < 0.3:
                    break
            paths.append(path)
        return paths

    def _question(self) -> Question:
        choose, random = self._random.choice, self._random.random
        kind = choose(["Trial", "Trial", "Move", "Move", "Cell", *self._nodes])
        links, closing = choose([1, 2, 3, 4, 4, 5]), choose([0, 0.6])
        if random() < 0.3:
            pattern = self._grown(self._twins(), choose([0, 1]), 0.9, "a")
        else:
            pattern = self._grown(Pattern({"a0": kind}), links, closing, "a")
        filters = [found for _ in range(choose([0, 1, 1, 2])) if (found := self._filter(pattern))]
        where = " AND ".join(text for text, _ in filters)
        paths = self._written(pattern, where)
        cypher = (", " if random() < 0.7 else " MATCH ").join(paths)
        cypher = f"MATCH {cypher}" + (f" WHERE {where}" if where else "")
        rows, columns = self._rows(pattern, [text for _, text in filters]), list(pattern.nodes)
        part = random()
        if part < 0.4:
            place = choose(columns)
            inner = Pattern({place: pattern.nodes[place]}, known=frozenset({place}))
            self._grown(inner, choose([1, 1, 2]), 0.5, "b")
            more = ", ".join(self._written(inner, ""))
            if part < 0.2:
                new = [name for name in inner.nodes if name != place]
                shown = ", ".join(
                    f"{side}.{n}" for side, ns in (("x", columns), ("y", new)) for n in ns
                )
                there = self._rows(Pattern(inner.nodes, inner.links), [])
                cypher += f" OPTIONAL MATCH {more}"
                rows = (
                    f"SELECT {shown} FROM ({rows}) x LEFT JOIN ({there}) y ON y.{place} = x.{place}"
                )
                columns += new
            else:
                negated = choose(["", "NOT "])
                cypher += f"{' AND' if where else ' WHERE'} {negated}EXISTS {{ MATCH {more} }}"
                there = f"{negated}EXISTS (SELECT 1 {inner.joined()})"
                rows = self._rows(pattern, [*(text for _, text in filters), there])
        return self._counted(cypher, rows, columns)

    def _rows(self, pattern: Pattern, filters: list[str]) -> str:
        shown = ", ".join(f"{name}.id AS {name}" for name in pattern.nodes)
        return f"SELECT {shown} {pattern.joined(*filters)}"

    def _counted(self, cypher: str, rows: str, columns: list[str]) -> Question:
        """Return what is asked about the rows of a pattern."""
        a, b = self._random.choice(columns), self._random.choice(columns)
        degree = f"SELECT {a}, count(*) AS degree FROM ({rows}) GROUP BY {a}"
        degrees = f"SELECT degree, count(*) FROM ({degree}) GROUP BY degree"
        said, asked = self._random.choice(
            [
                ("RETURN count(*)", f"SELECT count(*) FROM ({rows})"),
                (f"RETURN count(DISTINCT {a}.id)", f"SELECT count(DISTINCT {a}) FROM ({rows})"),
                (
                    f"RETURN {a}.id AS x, count(*) AS y, count({b}.id) AS z",
                    f"SELECT {a}, count(*), count({b}) FROM ({rows}) GROUP BY {a}",
                ),
                (f"WITH {a}.id AS a, count(*) AS n RETURN n, count(*)", degrees),
                (f"WITH {a}, count(*) AS n RETURN n, count(*)", degrees),
                (
                    f"RETURN DISTINCT {a}.id AS x, {b}.id AS y",
                    f"SELECT DISTINCT {a}, {b} FROM ({rows})",
                ),
                (
                    f"RETURN sum({a}.id) AS x, min({b}.id) AS y, max({b}.id) AS z",
                    f"SELECT sum({a}), min({b}), max({b}) FROM ({rows})",
                ),
                (f"RETURN {a}.id AS x, {b}.id AS y", f"SELECT {a}, {b} FROM ({rows})"),
            ]
        )
        return Question(f"{cypher} {said}", asked)
