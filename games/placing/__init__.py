"""What is there before the first move: equipment, regions, maps, and what lies where."""

from boardless.games.placing import (
    equipment_regions,
    known_conditions,
    known_directions,
    known_integers,
    known_pieces,
    known_regions,
    known_steps,
    start_numbers,
)
from boardless.games.placing.evaluating import (
    static_condition,
    static_integer,
    static_integers,
    static_region,
    static_ways,
)
from boardless.games.placing.inventory import Inventory, PieceKind, Store
from boardless.games.placing.scene import Scene, first_option
from boardless.games.placing.start_contents import Choice, StartContents, UndecidedError
from boardless.games.placing.starting import scene_of, scene_of_game, start_contents

__all__ = [
    "Choice",
    "Inventory",
    "PieceKind",
    "Scene",
    "StartContents",
    "Store",
    "UndecidedError",
    "equipment_regions",
    "first_option",
    "known_conditions",
    "known_directions",
    "known_integers",
    "known_pieces",
    "known_regions",
    "known_steps",
    "scene_of",
    "scene_of_game",
    "start_contents",
    "start_numbers",
    "static_condition",
    "static_integer",
    "static_integers",
    "static_region",
    "static_ways",
]
