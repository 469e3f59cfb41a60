"""The figures of the thesis, by its numbers: each a table and a drawing of that table."""

from analysis.figures.boards import BOARD_FIGURES
from analysis.figures.expansions import EXPANSION_FIGURES
from analysis.figures.figure import ThesisFigure
from analysis.figures.growth import GROWTH_FIGURES
from analysis.figures.numbered import NUMBERED_FIGURES
from analysis.figures.placements import PLACEMENT_FIGURES
from analysis.figures.playouts import PLAYOUT_FIGURES
from analysis.figures.rule import RULE_FIGURES
from analysis.figures.state import STATE_FIGURES
from analysis.figures.tilings import TILING_FIGURES
from analysis.figures.walk import WALK_FIGURES
from analysis.figures.work import WORK_FIGURES

#: Every figure, by name, in the order of the thesis.
FIGURES: dict[str, ThesisFigure] = {
    figure.name: figure
    for figure in sorted(
        (
            *BOARD_FIGURES,
            *NUMBERED_FIGURES,
            *EXPANSION_FIGURES,
            *STATE_FIGURES,
            *WORK_FIGURES,
            *GROWTH_FIGURES,
            *PLAYOUT_FIGURES,
            *PLACEMENT_FIGURES,
            *RULE_FIGURES,
            *TILING_FIGURES,
            *WALK_FIGURES,
        ),
        key=lambda figure: figure.number,
    )
}

__all__ = ["FIGURES", "ThesisFigure"]
