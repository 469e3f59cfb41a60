"""From a game's tree of ludemes to a module of compiled kernels."""

from games.compiler.module import Module, module_of

__all__ = ["Module", "module_of"]
