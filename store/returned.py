"""Which columns the answer to a question has, as far as the question itself says so."""

import re

from boardless.store.engine import QUOTED

_RETURN = re.compile(r"(?<![\w$.'])RETURN(?!\w)(?:\s+DISTINCT(?!\w))?", re.IGNORECASE)
#: What may follow the columns.
_AFTER = re.compile(r"(?<![\w$.'])(?:ORDER\s+BY|SKIP|OFFSET|LIMIT|UNION)(?!\w)|;|$", re.IGNORECASE)
_NAMED = re.compile(r"(?<![\w$.])AS\s+(\w+|'+)\s*$", re.IGNORECASE)


def returned(cypher: str) -> list[str]:
    """Return the names of the columns of an answer.

    A column has the name that stands after its AS, or the text of its expression, as in Neo4j.
    What ``RETURN *`` or a procedure gives is not known, and the list is empty.

    Examples
    --------
    >>> returned("MATCH (t:Trial) RETURN t.id AS trial, count(*) ORDER BY trial")
    ['trial', 'count(*)']
    """
    # Comments become space, so that every character stays where it is.
    bare = QUOTED.sub(lambda quote: _blank(quote[0]) if quote[0][0] == "/" else quote[0], cypher)
    flat = _flat(bare)
    found = _RETURN.search(flat)
    after = _AFTER.search(flat, found.end()) if found else None
    if found is None or after is None:
        return []
    names = []
    begin = found.end()
    for part in flat[begin : after.start()].split(","):
        named = _NAMED.search(part)
        text = bare[begin : begin + len(part)]
        name = text[slice(*named.span(1))] if named else text
        names.append(name.strip().strip("`"))
        begin += len(part) + 1
    return names if "*" not in names else []


def _blank(text: str) -> str:
    return " " * len(text)


def _flat(bare: str) -> str:
    """Return a question with ' for every character that is quoted or stands in brackets."""
    text = QUOTED.sub(lambda quote: "'" * len(quote[0]), bare)
    depth, flat = 0, ""
    for character in text:
        depth -= character in ")]}"
        flat += "'" if depth > 0 else character
        depth += character in "([{"
    return flat
