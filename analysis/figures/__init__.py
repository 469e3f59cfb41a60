"""The figures of the thesis, by its numbers: each a table and a drawing of that table."""

from boardless.analysis.figures import (
    boards,
    chapter_6,
    chapter_7,
    chapters_4_5,
    measured,
    tile_games,
)
from boardless.analysis.figures.figure import ThesisFigure

_CHAPTERS = (boards, chapters_4_5, chapter_6, measured, chapter_7, tile_games)
#: Every figure, by name, in the order of the thesis.
FIGURES: dict[str, ThesisFigure] = {
    figure.name: figure
    for figure in sorted(
        (figure for chapter in _CHAPTERS for figure in chapter.FIGURES),
        key=lambda figure: figure.number,
    )
}

__all__ = ["FIGURES", "ThesisFigure"]
