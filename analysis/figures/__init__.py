"""The figures of the thesis, by its numbers: each a table and a drawing of that table."""

from analysis.figures.figure import ThesisFigure
from analysis.figures.growth import FIGURES_GROWTH

#: Every figure, by name, in the order of the thesis.
FIGURES: dict[str, ThesisFigure] = {
    figure.name: figure
    for figure in sorted(
        (*FIGURES_GROWTH,),
        key=lambda figure: figure.number,
    )
}

__all__ = ["FIGURES", "ThesisFigure"]
