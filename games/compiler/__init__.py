"""From a game's tree of ludemes to a module of compiled kernels."""

from boardless.games.compiler import (
    conditions,
    connected,
    counting,
    distances,
    groups,
    integers,
    lines,
    loops,
    moving,
    regions,
    remembering,
    scoring,
    several,
    sight,
    standing,
    threats,
    walked_regions,
)
from boardless.games.compiler.module import Module, module_of

__all__ = [
    "Module",
    "conditions",
    "connected",
    "counting",
    "distances",
    "groups",
    "integers",
    "lines",
    "loops",
    "module_of",
    "moving",
    "regions",
    "remembering",
    "scoring",
    "several",
    "sight",
    "standing",
    "threats",
    "walked_regions",
]
