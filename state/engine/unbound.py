"""The engine with tables as data: the functions that a position without rules calls."""

from boardless.state.engine.actions import act
from boardless.state.engine.cells import enter_all
from boardless.state.engine.external_board import follow, go_back, renumber
from boardless.state.engine.starting import begin
from boardless.state.engine.undo import undo

__all__ = ["act", "begin", "enter_all", "follow", "go_back", "renumber", "undo"]
