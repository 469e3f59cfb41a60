"""Finite boards: laid-out graphs, and everything that follows from their points and lines."""

from boardless.topo.layouts.fixed_board import FixedBoard
from boardless.topo.layouts.layout import Layout
from boardless.topo.layouts.sites import Sites

__all__ = ["FixedBoard", "Layout", "Sites"]
