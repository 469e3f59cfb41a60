"""Search kernels, compiled together with a game's module, or run over any game in Python."""
