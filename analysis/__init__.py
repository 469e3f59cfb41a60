"""Experiments that return tables, and figures made from tables.

Names are imported when first used, so that the command line answers at once.
"""

from typing import TYPE_CHECKING

from boardless.util.lazy_imports import on_demand

if TYPE_CHECKING:
    from boardless.analysis.bounds import BOUNDS, contour_best, contour_worst, zone_best, zone_worst
    from boardless.analysis.figures import FIGURES, ThesisFigure, write_figures
    from boardless.analysis.growth import growth_table, tiling_growth_table
    from boardless.analysis.measures import measure
    from boardless.analysis.metrics import Metrics, measure_trials
    from boardless.analysis.playout_tables import draw_trials, trials_table
    from boardless.analysis.sequences import move_sequence, walk_table

__all__ = [
    "BOUNDS",
    "FIGURES",
    "Metrics",
    "ThesisFigure",
    "contour_best",
    "contour_worst",
    "draw_trials",
    "growth_table",
    "measure",
    "measure_trials",
    "move_sequence",
    "tiling_growth_table",
    "trials_table",
    "walk_table",
    "write_figures",
    "zone_best",
    "zone_worst",
]

__getattr__, __dir__ = on_demand(__name__)
