"""What stands on a board, and how it survives growth.

A `Setup` says what a game is played with, a technique how board and state answer a move (see
`strategies`), and a `State` is the two together: ``state.push(move)``, ``state.pop()``.
"""

from boardless.state.actions import ADD, CELL, REMOVE, SET_COUNT, SET_MOVER, SET_STATE
from boardless.state.anchor import anchor_site
from boardless.state.chunks import ChunkSet
from boardless.state.container import CHUNKS, Container
from boardless.state.move import ACTIONS, BOARD, Action, Location, Move
from boardless.state.owned import Owned
from boardless.state.past import PastState
from boardless.state.position import Position
from boardless.state.setup import Component, Hand, Setup
from boardless.state.state import State
from boardless.state.technique import AnyTechnique, Standing
from boardless.state.trial import Trial

__all__ = [
    "ACTIONS",
    "ADD",
    "BOARD",
    "CELL",
    "CHUNKS",
    "REMOVE",
    "SET_COUNT",
    "SET_MOVER",
    "SET_STATE",
    "Action",
    "AnyTechnique",
    "ChunkSet",
    "Component",
    "Container",
    "Hand",
    "Location",
    "Move",
    "Owned",
    "PastState",
    "Position",
    "Setup",
    "Standing",
    "State",
    "Trial",
    "anchor_site",
]
