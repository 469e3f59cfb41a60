"""Figures 6.7 to 6.12: how large boards get and how much of them stays unused."""

from analysis.figures.figure import ThesisFigure

FIGURES_GROWTH: tuple[ThesisFigure, ...] = ()
