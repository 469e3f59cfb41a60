"""Search kernels: joined with a game's module to run compiled, or run over any game in Python."""
