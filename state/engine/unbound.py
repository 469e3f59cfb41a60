"""The engine as it stands, with its tables as data: what a position without rules calls of it.

A game's module has functions of the same names.
"""

from boardless.state.engine.actions import act
from boardless.state.engine.cells import enter_all
from boardless.state.engine.external_board import follow, go_back, renumber
from boardless.state.engine.starting import begin
from boardless.state.engine.undo import undo

__all__ = ["act", "begin", "enter_all", "follow", "go_back", "renumber", "undo"]
