"""Boards that grow: the names to begin with, each imported at its first use.

``import boardless`` and begin with ``boardless.load("Andantino")``. Packages below this one have
more names: ``from boardless.topo import Numbering``. docs/api.md lists the names by subject.
"""

import warnings
from importlib import import_module
from typing import TYPE_CHECKING, Any

from boardless.util.lazy_imports import on_demand, renamed

if TYPE_CHECKING:
    from boardless.agents import MCTS, Budget, run_tournament
    from boardless.analysis import (
        FIGURES,
        Metrics,
        draw_trials,
        growth_table,
        measure,
        measure_trials,
        move_sequence,
        tiling_growth_table,
        trials_table,
        walk_table,
        write_figures,
    )
    from boardless.games import load
    from boardless.games.library import library
    from boardless.play import State, check_trials, run_playouts
    from boardless.state import (
        Action,
        Batch,
        Cell,
        Component,
        Container,
        Equipment,
        FreeState,
        GivenBoard,
        Hand,
        Location,
        Move,
        Trial,
    )
    from boardless.strategies import (
        STRATEGIES,
        TECHNIQUES,
        Append,
        Fixed,
        Perimeter,
        Placement,
        Placements,
        Remap,
        Replay,
        Rule,
        Strategy,
        Technique,
        Zone,
        appending,
        strategy_of,
        technique_of,
    )
    from boardless.topo import (
        HEXAGONAL,
        SQUARE,
        TILINGS,
        TRIANGULAR,
        Board,
        FixedBoard,
        InputError,
        Interrupted,
        Layout,
        Shape,
        Tiling,
        hexagonal_graph,
        polyforms,
        positions_of,
        read_tiling,
        square_graph,
        symmetries,
        tiling_graph,
        tiling_named,
        triangular_graph,
    )
    from boardless.view import text_board

__all__ = [
    "FIGURES",
    "HEXAGONAL",
    "MCTS",
    "SQUARE",
    "STRATEGIES",
    "TECHNIQUES",
    "TILINGS",
    "TRIANGULAR",
    "Action",
    "Append",
    "Batch",
    "Board",
    "Budget",
    "Cell",
    "Component",
    "Container",
    "Equipment",
    "Fixed",
    "FixedBoard",
    "FreeState",
    "GivenBoard",
    "Hand",
    "InputError",
    "Interrupted",
    "Layout",
    "Location",
    "Metrics",
    "Move",
    "Perimeter",
    "Placement",
    "Placements",
    "Remap",
    "Replay",
    "Rule",
    "Shape",
    "State",
    "Strategy",
    "Technique",
    "Tiling",
    "Trial",
    "Zone",
    "appending",
    "check_trials",
    "draw_trials",
    "growth_table",
    "hexagonal_graph",
    "library",
    "load",
    "measure",
    "measure_trials",
    "move_sequence",
    "polyforms",
    "positions_of",
    "read_tiling",
    "run_playouts",
    "run_tournament",
    "square_graph",
    "strategy_of",
    "symmetries",
    "technique_of",
    "text_board",
    "tiling_graph",
    "tiling_growth_table",
    "tiling_named",
    "trials_table",
    "triangular_graph",
    "walk_table",
    "write_figures",
]

#: The version; `pyproject.toml` takes it from here.
__version__ = "0.2.0"

#: The packages, each knowing only those before it.
PACKAGES = (
    "util", "jit", "ir", "topo", "state", "strategies", "games", "play", "agents", "store",
    "analysis", "view", "learn", "theory", "design", "conformance", "cli",
)  # fmt: skip

_get, _ = on_demand(__name__)
_get_old = renamed(__name__, {"Setup": "Equipment"}, depth=3)


def __getattr__(name: str) -> Any:
    if name in PACKAGES:
        return import_module(f"boardless.{name}")
    if name in __all__:
        return _get(name)
    if not name.startswith("_"):
        for package in ("topo", "state", "strategies", "analysis"):  # had all names here before
            module = import_module(f"boardless.{package}")
            if name in module.__all__:
                place = f"import it from boardless.{package}"
                warnings.warn(f"boardless.{name}: {place}", DeprecationWarning, stacklevel=2)
                return getattr(module, name)
    return _get_old(name)


def __dir__() -> list[str]:
    return [*__all__, *PACKAGES]
