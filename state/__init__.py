"""States of games: boards, pieces on them and in hands, and their history as boards grow.

A `Setup` is the equipment, a technique the growth of board and state (see `strategies`), and a
`FreeState` has both, without rules: ``state.push(move)``, ``state.pop()``. `engine` has the kernels
and arrays of all states.
"""

from boardless.state.batch import Batch
from boardless.state.cell import AnyCell, Cell, anchor_site
from boardless.state.chunks import CHUNKS, ChunkSet, Container
from boardless.state.contents import Contents, Owned
from boardless.state.engine.actions import (
    ADD,
    CELL,
    OPTION,
    REMOVE,
    SELECT,
    SET_COUNT,
    SET_HIDDEN,
    SET_MOVER,
    SET_ROTATION,
    SET_STATE,
    SET_VALUE,
)
from boardless.state.free_state import AnyTechnique, FreeState, GivenBoard, PastFreeState
from boardless.state.growing_board import GrowingBoard
from boardless.state.move import ACTIONS, BOARD, Action, Location, Move
from boardless.state.setup import Component, Hand, Setup
from boardless.state.trial import Trial

__all__ = [
    "ACTIONS",
    "ADD",
    "BOARD",
    "CELL",
    "CHUNKS",
    "OPTION",
    "REMOVE",
    "SELECT",
    "SET_COUNT",
    "SET_HIDDEN",
    "SET_MOVER",
    "SET_ROTATION",
    "SET_STATE",
    "SET_VALUE",
    "Action",
    "AnyCell",
    "AnyTechnique",
    "Batch",
    "Cell",
    "ChunkSet",
    "Component",
    "Container",
    "Contents",
    "FreeState",
    "GivenBoard",
    "GrowingBoard",
    "Hand",
    "Location",
    "Move",
    "Owned",
    "PastFreeState",
    "Setup",
    "Trial",
    "anchor_site",
]
