"""The figures of the thesis, by its numbers: each a table and a drawing of that table."""

from boardless.analysis.figures.boards import BOARD_FIGURES
from boardless.analysis.figures.chapter_6 import GROWTH_FIGURES
from boardless.analysis.figures.chapter_7 import (
    PLACEMENT_FIGURES,
    RULE_FIGURES,
    TILING_FIGURES,
    WALK_FIGURES,
)
from boardless.analysis.figures.chapters_4_5 import (
    EXPANSION_FIGURES,
    NUMBERED_FIGURES,
    STATE_FIGURES,
)
from boardless.analysis.figures.figure import ThesisFigure
from boardless.analysis.figures.measured import (
    PLAYOUT_FIGURES,
    SPACE_FIGURES,
    TEXT_FIGURES,
    WORK_FIGURES,
)
from boardless.analysis.figures.tile_games import GAME_FIGURES

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

__all__ = [
    "FIGURES",
    "ThesisFigure",
]
