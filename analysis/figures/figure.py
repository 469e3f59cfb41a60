"""A figure: a table, a drawing made from that table alone, and its style."""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial, update_wrapper
from importlib.resources import as_file, files
from inspect import Parameter, signature
from math import inf
from pathlib import Path
from typing import Any, TypeVar

import matplotlib as mpl
import pandas as pd
from matplotlib.figure import Figure

from boardless.topo import InputError
from boardless.util.inputs import replacing_file, several

T = TypeVar("T")

#: Parameters of tables with one value or several.
_SEVERAL = {"games", "strategies", "tilings"}


@dataclass(frozen=True)
class ThesisFigure:
    """A figure of the thesis: its table, and the drawing of the table.

    Drawings have the style of the figures and a layout with room for all labels.

    Parameters
    ----------
    name : str
        The thesis's number, such as "6.7". Tables are called "table-4.1". The name of an additional
        figure begins with a word, too, and ends with its section.
    title : str
        The content, in one line.
    table : callable
        Returns the data behind the figure; its keyword-only arguments are the figure's parameters.
    draw : callable
        Returns the drawing of such a table, and reads only the table.
    timed : bool, default False
        Whether the table has speeds of this machine, so that its values vary.
    """

    name: str
    title: str
    table: Callable[..., "pd.DataFrame"]
    draw: Callable[..., "Figure"]
    timed: bool = False

    def __post_init__(self) -> None:
        table, draw = self.table, self.draw

        def with_several(**parameters: Any) -> pd.DataFrame:
            for name in _SEVERAL & parameters.keys():
                if parameters[name] is not None:
                    parameters[name] = several(name, parameters[name])
            return table(**parameters)

        def in_style(table: pd.DataFrame, **options: Any) -> Figure:
            with house_style():
                return draw(table, **options)

        object.__setattr__(self, "table", _like(table, with_several))
        object.__setattr__(self, "draw", _like(draw, in_style))

    def __repr__(self) -> str:
        return f"<ThesisFigure {self.name}: {self.title}>"

    @property
    def number(self) -> tuple[int, ...]:
        """The numbers in the name, so that 5.2 sorts before 5.10."""
        return tuple(int(part) for part in re.findall(r"\d+", self.name))

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names of the parameters that its table takes, such as ``moves``."""
        takes = signature(self.table).parameters.values()
        return tuple(
            parameter.name for parameter in takes if parameter.kind is Parameter.KEYWORD_ONLY
        )

    def check(self, parameters: Mapping[str, Any]) -> None:
        """Raise an InputError for a parameter that the figure lacks."""
        for name in parameters:
            if name not in self.parameters:
                takes = ", ".join(self.parameters) or "none"
                raise InputError(f"figure {self.name}: no parameter {name}, it takes {takes}")

    @property
    def stem(self) -> str:
        """The name of its files."""
        return f"figure-{self.name}" if self.name[0].isdigit() else self.name


def _like(function: Callable[..., T], called: Callable[..., T]) -> Callable[..., T]:
    """Return `called` with the signature and the help of a function, possibly a partial one."""
    whole = function.func if isinstance(function, partial) else function
    update_wrapper(called, whole)
    vars(called)["__signature__"] = signature(function)
    return called


@contextmanager
def house_style() -> Iterator[None]:
    """Draw in the style of the figures; the user's settings come back afterwards."""
    with mpl.rc_context(), as_file(files("boardless.analysis") / "boardless.mplstyle") as path:
        mpl.rcdefaults()
        mpl.rcParams.update(mpl.rc_params_from_file(path, use_default_template=False))
        yield


def write_drawing(
    table: pd.DataFrame, draw: Callable[[pd.DataFrame], Figure], out: Path, stem: str, *kinds: str
) -> list[Path]:
    """Write a table and its drawing, as "png" and other kinds, to a folder; return the files."""
    out.mkdir(parents=True, exist_ok=True)
    csv, *pictures = (out / f"{stem}.{kind}" for kind in ("csv", "png", *kinds))
    with replacing_file(csv) as part:
        table.to_csv(part, index=False, lineterminator="\n")
    with house_style():
        drawing = draw(table)
        for path in pictures:
            # No dates and no versions, so that files only change when the figure does.
            dated = {"Software": None} if path.suffix == ".png" else {"Creator": None, "Date": None}
            with replacing_file(path) as part:
                drawing.savefig(part, metadata=dated)
    return [csv, *pictures]


def panels(width: float, height: float, *grid: int, **settings: Any) -> tuple[Figure, Any]:
    """Return a figure of some inches and its axes; see `Figure.subplots` for the rest."""
    figure = Figure(figsize=(width, height))
    return figure, figure.subplots(*grid, **settings)


def axes_in_rows(figure: Figure, count: int, columns: int, **settings: Any) -> Any:
    """Return panels of a figure, `columns` in a row, with settings for `Figure.subplots`."""
    axes = figure.subplots(-(-count // columns), columns, squeeze=False, **settings).ravel()
    for ax in axes[count:]:
        ax.set_axis_off()
    return axes[:count]


#: Inches: height of a line, and space on either side of a column.
LINE, PAD = 0.27, 0.1


#: Inches: the average width of a letter of the house font at the size of tables is at most this.
LETTER = 0.085
#: A number at the beginning of a text: the part before its point, and the rest.
_NUMBER = re.compile(r"(-?\d+(?:,\d{3})*)((?:\.\d+)?(?![\d.,:]).*)")


def draw_table(title: str, table: pd.DataFrame, *, width: float = inf) -> Figure:
    """Draw the rows of a table under its title, the first column in bold.

    The drawing is at most `width` inches wide. Numbers of a column are aligned at their points.
    With a `width`, a first text alone in its row spans the columns.
    """
    rows = [[str(value) for value in row] for row in table.itertuples(index=False)]
    lines = [list(map(str, table.columns)), *rows]
    points = [_before_point([row[n] for row in rows]) if n else 0 for n in range(len(lines[0]))]
    letters = [
        max(
            *map(len, lines[0][n].split("\n")),
            *(_letters(row[n], points[n]) for row in rows if width == inf or any(row[1:])),
            0,
        )
        for n in range(len(points))
    ]
    widths = [count * LETTER + 2 * PAD for count in letters]
    # More lines of names at the head.
    head = 0.6 * LINE * max(name.count("\n") for name in lines[0])
    height = LINE * (len(lines) + 1.4) + head
    small = min(1.0, width / sum(widths))
    wide, font = max(sum(widths), 3.0 / small), 9 * small
    figure = Figure(figsize=(small * wide, small * height))
    figure.set_layout_engine("none")
    ax = figure.add_axes((0.0, 0.0, 1.0, 1.0))
    ax.set_axis_off()
    ax.set(xlim=(0, wide), ylim=(height, 0))
    ax.text(PAD, 0.6 * LINE, title, va="center", fontsize=max(10 * small, 8))
    for row, line in enumerate(lines):
        y = (row + 1.7) * LINE + (head if row else head / 2)
        for n, text in enumerate(line):
            bold = "bold" if row == 0 or n == 0 else "normal"
            left = sum(widths[:n]) + PAD
            number = _NUMBER.fullmatch(text) if row and points[n] else None
            if number:
                point = left + points[n] * LETTER
                ax.text(point, y, number[1], va="center", ha="right", fontsize=font)
                left, text = point, number[2]
            ax.text(left, y, text, va="center", fontweight=bold, fontsize=font)
        if row in (0, 1):
            ax.axhline(y - LINE / 2 if row else 1.2 * LINE, color="black", linewidth=0.8)
    ax.axhline(height - LINE * 0.2, color="black", linewidth=0.8)
    return figure


def _before_point(texts: list[str]) -> int:
    """Return the most letters before the points of numbers, or 0 for a column of other texts."""
    matches = [_NUMBER.fullmatch(text) for text in texts if text]
    numbers = [number for number in matches if number]
    return (
        max(len(number[1]) for number in numbers) if numbers and len(numbers) == len(matches) else 0
    )


def _letters(text: str, point: int) -> int:
    """Return the number of letters of a text in a column with a point."""
    number = _NUMBER.fullmatch(text)
    return point + len(number[2]) if point and number else len(text)
