"""From a game's tree of ludemes to a module of compiled kernels."""

from boardless.games.compiler import (
    conditions,
    integers,
    lines,
    moving,
    regions,
    threats,
    walked_regions,
)
from boardless.games.compiler.module import Module, module_of

__all__ = [
    "Module",
    "conditions",
    "integers",
    "lines",
    "module_of",
    "moving",
    "regions",
    "threats",
    "walked_regions",
]
