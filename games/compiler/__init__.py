"""From a game's tree of ludemes to a module of compiled kernels."""

from boardless.games.compiler import (
    conditions,
    counting,
    hands,
    integers,
    lines,
    moving,
    owned_regions,
    regions,
    remembering,
    scoring,
    several,
    threats,
    track_sites,
    walked_regions,
)
from boardless.games.compiler.module import Module, module_of

__all__ = [
    "Module",
    "conditions",
    "counting",
    "hands",
    "integers",
    "lines",
    "module_of",
    "moving",
    "owned_regions",
    "regions",
    "remembering",
    "scoring",
    "several",
    "threats",
    "track_sites",
    "walked_regions",
]
