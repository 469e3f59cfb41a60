"""What is there before the first move: equipment, board, regions, and what lies where."""

import boardless.games.ludemes  # noqa: F401  # the concepts come first: they import parts of this
