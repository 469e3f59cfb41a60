"""Pages of tables and pictures, in HTML and Markdown, each in one file."""

from base64 import b64encode
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from io import BytesIO
from typing import TYPE_CHECKING

from boardless.analysis.figures.style import house_style

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_STYLE = (
    "body{font-family:sans-serif;max-width:60em;margin:2em auto}table{border-collapse:collapse}"
    "td,th{padding:.2em .8em;text-align:right;border-bottom:1px solid #ccc}"
    "td:first-child,th:first-child{text-align:left}img{max-width:100%}"
)


@dataclass(frozen=True)
class Table:
    """A table as words.

    Attributes
    ----------
    head : tuple of str
        What the columns are called.
    rows : tuple of tuple of str
        As many words in each as there are columns.
    """

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Section:
    """A part of a page: a title, tables, and pictures as SVG, each with what it shows."""

    title: str
    tables: tuple[Table, ...]
    pictures: tuple[tuple[str, bytes], ...]


def markdown(sections: Sequence[Section]) -> str:
    """Return a page of Markdown."""
    parts: list[str] = []
    for section in sections:
        parts.append(f"# {section.title}\n")
        for table in section.tables:
            rows = [table.head, ("---",) * len(table.head), *table.rows]
            parts += [
                "| " + " | ".join(it.replace("|", "\\|") for it in row) + " |" for row in rows
            ]
            parts.append("")
        parts += [f"![{name}]({_data(picture)})\n" for name, picture in section.pictures]
    return "\n".join(parts)


def html(title: str, sections: Sequence[Section]) -> str:
    """Return a page of HTML."""
    parts = [
        "<!DOCTYPE html>", '<html lang="en"><head><meta charset="utf-8">',
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head><body>",
    ]  # fmt: skip
    for section in sections:
        parts.append(f"<h1>{escape(section.title)}</h1>")
        for table in section.tables:
            parts += ["<table>", _row("th", table.head), *(_row("td", it) for it in table.rows)]
            parts.append("</table>")
        for name, picture in section.pictures:
            parts.append(f'<img alt="{escape(name)}" src="{_data(picture)}">')
    return "\n".join([*parts, "</body></html>\n"])


def number(value: float | None) -> str:
    """Return a number as pages show it; nothing where it is not known."""
    return "" if value is None or value != value else f"{value:,.3f}"


def drawn(draw: Callable[[], "Figure"]) -> bytes:
    """Return a figure as SVG; the same one is the same bytes."""
    picture = BytesIO()
    with house_style():
        draw().savefig(picture, format="svg", metadata={"Creator": None, "Date": None})
    return picture.getvalue()


def _row(tag: str, words: Sequence[str]) -> str:
    return "<tr>" + "".join(f"<{tag}>{escape(it)}</{tag}>" for it in words) + "</tr>"


def _data(picture: bytes) -> str:
    return "data:image/svg+xml;base64," + b64encode(picture).decode()
