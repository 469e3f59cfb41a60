"""A figure of the thesis: a table, and a drawing made from that table alone."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure


@dataclass(frozen=True)
class ThesisFigure:
    """How one figure of the thesis is made.

    Parameters
    ----------
    name : str
        The thesis's number, such as "6.7"; tables are called "table-4.1", and what is ours begins
        with a word, too, and ends with the section that it belongs to.
    title : str
        What it shows, in one line.
    table : callable
        Returns the data behind the figure.
    draw : callable
        Returns the drawing of such a table, and reads nothing else.
    """

    name: str
    title: str
    table: Callable[[], "pd.DataFrame"]
    draw: Callable[["pd.DataFrame"], "Figure"]

    @property
    def number(self) -> tuple[int, ...]:
        """The numbers in the name, so that 5.2 sorts before 5.10."""
        return tuple(int(part) for part in re.findall(r"\d+", self.name))

    @property
    def stem(self) -> str:
        """What its files are called."""
        return f"figure-{self.name}" if self.name[0].isdigit() else self.name
