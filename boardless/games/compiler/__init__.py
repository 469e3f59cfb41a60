"""From a game's tree of ludemes to a module of compiled kernels."""

import boardless.games.ludemes  # noqa: F401  # the concepts come first: they import parts of this
