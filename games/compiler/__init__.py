"""From a game's tree of ludemes to a module of compiled kernels."""

from boardless.games.compiler import (
    conditions,
    counting,
    integers,
    lines,
    moving,
    regions,
    remembering,
    scoring,
    several,
    threats,
    walked_regions,
)
from boardless.games.compiler.module import Module, module_of

__all__ = [
    "Module",
    "conditions",
    "counting",
    "integers",
    "lines",
    "module_of",
    "moving",
    "regions",
    "remembering",
    "scoring",
    "several",
    "threats",
    "walked_regions",
]
