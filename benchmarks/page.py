"""The page of all measured numbers, docs/measured.md: a section for each table."""

import re
from collections.abc import Sequence
from pathlib import Path

PAGE = Path(__file__).parents[1] / "docs" / "measured.md"

_HEAD = """# Measurements

Written by `python -m benchmarks --write [NAME...]` (all of it: `make bench`), which puts each table
in the place of its last one. No number here is written by hand, and other documents point here.
Bounds that are to hold stand in the names of columns; timings are those of the machine named.
"""
_SECTION = re.compile(r"^## ([\w-]+): .*?(?=^## |\Z)", re.MULTILINE | re.DOTALL)


def written(
    page: str, order: Sequence[str], name: str, title: str, table: str, machine: str
) -> str:
    """Return the page with a table in the place of its last measurement.

    Parameters
    ----------
    page : str
        The page as it was, empty at first.
    order : sequence of str
        The names of all tables, in the order of the page; others leave it.
    name, title, table, machine : str
        What was measured, as text, and where.
    """
    sections = {found[1]: found[0].rstrip() for found in _SECTION.finditer(page)}
    sections[name] = f"## {name}: {title}\n\n{machine}\n\n```text\n{table}\n```"
    kept = [sections[known] for known in order if known in sections]
    return "\n\n".join([_HEAD.rstrip(), *kept]) + "\n"
