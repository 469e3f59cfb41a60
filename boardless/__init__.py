"""Boards that grow: every public name of the packages below, imported when first used.

``import boardless`` and begin with ``boardless.load("Andantino")``, or import what you need from
where it lives: ``from boardless.topo import HEXAGONAL, Board``.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from boardless.util.lazy_imports import renamed

if TYPE_CHECKING:
    from boardless.agents import MCTS as MCTS
    from boardless.agents import Budget as Budget
    from boardless.agents import run_tournament as run_tournament
    from boardless.analysis import *  # noqa: F403
    from boardless.games import load as load
    from boardless.games.library import library as library
    from boardless.play import State as State
    from boardless.play import check_trials as check_trials
    from boardless.play import run_playouts as run_playouts
    from boardless.state import *  # noqa: F403
    from boardless.strategies import *  # noqa: F403
    from boardless.topo import *  # noqa: F403
    from boardless.view import text_board as text_board

#: The version; `pyproject.toml` takes it from here.
__version__ = "0.2.0"

#: The packages, each knowing only those before it.
PACKAGES = (
    "util", "jit", "ir", "topo", "state", "strategies", "games", "play", "agents", "store",
    "analysis", "view", "learn", "theory", "design", "conformance", "cli",
)  # fmt: skip

#: Packages all of whose names are here, and names of others that are.
_WHOLE = ("topo", "state", "strategies", "analysis")
_SINGLE = {
    "Budget": "agents",
    "MCTS": "agents",
    "State": "play",
    "check_trials": "play",
    "library": "games",
    "load": "games",
    "run_playouts": "play",
    "run_tournament": "agents",
    "text_board": "view",
}

_get_old = renamed(__name__, {"Setup": "Equipment"}, depth=3)


def __getattr__(name: str) -> Any:
    if name in PACKAGES:
        return import_module(f"boardless.{name}")
    if name == "__all__":
        return sorted({*_SINGLE, *(n for p in _WHOLE for n in _package(p).__all__)})
    if name in _SINGLE:
        return getattr(_package(_SINGLE[name]), name)
    if not name.startswith("__"):
        for package in map(_package, _WHOLE):
            if name in package.__all__:
                return getattr(package, name)
    return _get_old(name)


def _package(name: str) -> Any:
    return import_module(f"boardless.{name}")


def __dir__() -> list[str]:
    return [*__getattr__("__all__"), *PACKAGES]
