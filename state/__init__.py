"""States of games: boards, pieces on them and in hands, and their history as boards grow.

A game is played with `Equipment`; a technique says how board and state grow (see `strategies`). A
`FreeState` has both, without rules: ``state.push(move)``, ``state.pop()``. `engine` has the kernels
and arrays of all states.
"""

from boardless.state.batch import Batch
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
from boardless.state.equipment import Component, Equipment, Hand
from boardless.state.growing_board import AnyTechnique, GivenBoard, GrowingBoard
from boardless.state.move import ACTIONS, BOARD, Action, AnyCell, Cell, Location, Move, anchor_site
from boardless.state.states import FreeState, PastFreeState
from boardless.state.trial import Trial
from boardless.util.lazy_imports import renamed

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
    "Equipment",
    "FreeState",
    "GivenBoard",
    "GrowingBoard",
    "Hand",
    "Location",
    "Move",
    "Owned",
    "PastFreeState",
    "Trial",
    "anchor_site",
]

__getattr__ = renamed(__name__, {"Position": "GrowingBoard", "Setup": "Equipment"})
