"""The initial position: equipment, board, regions, and contents before the first move."""

import boardless.games.ludemes  # noqa: F401  # the concepts come first: they import parts of this
