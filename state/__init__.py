"""What stands on a board, and how it survives growth.

A `Setup` says what a game is played with, a technique how board and state answer a move (see
`strategies`), and a `State` is the two together: ``state.push(move)``, ``state.pop()``.
"""

from state.actions import ADD, CELL, REMOVE, SET_COUNT, SET_MOVER, SET_STATE
from state.anchor import anchor_site
from state.chunks import ChunkSet
from state.container import CHUNKS, Container
from state.move import ACTIONS, BOARD, Action, Location, Move
from state.owned import Owned
from state.past import PastState
from state.position import Position
from state.setup import Component, Hand, Setup
from state.state import State
from state.technique import AnyTechnique, Standing
from state.trial import Trial

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
