"""The figures of the thesis, by its numbers: each a table and a drawing of that table."""

from boardless.analysis.figures.boards import BOARD_FIGURES
from boardless.analysis.figures.expansions import EXPANSION_FIGURES
from boardless.analysis.figures.extensive_texts import TEXT_FIGURES
from boardless.analysis.figures.figure import ThesisFigure
from boardless.analysis.figures.growth_curves import GROWTH_FIGURES
from boardless.analysis.figures.numbered import NUMBERED_FIGURES
from boardless.analysis.figures.placement_boards import PLACEMENT_FIGURES
from boardless.analysis.figures.playout_figures import PLAYOUT_FIGURES
from boardless.analysis.figures.rule_growth_boards import RULE_FIGURES
from boardless.analysis.figures.state_example import STATE_FIGURES
from boardless.analysis.figures.state_spaces import SPACE_FIGURES
from boardless.analysis.figures.tile_games import GAME_FIGURES
from boardless.analysis.figures.tiling_plates import TILING_FIGURES
from boardless.analysis.figures.walking_cluster import WALK_FIGURES
from boardless.analysis.figures.work import WORK_FIGURES

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
            *SPACE_FIGURES,
            *TEXT_FIGURES,
            *GAME_FIGURES,
        ),
        key=lambda figure: figure.number,
    )
}

__all__ = ["FIGURES", "ThesisFigure"]
