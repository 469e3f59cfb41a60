"""The one engine under every state: real modules, which `games.compiler.joining` makes one of.

Whatever stands on a board or in a hand is in the flat arrays of `arrays`, and changes in `pieces`
alone. What a kernel has to know of the tiling and of the equipment it reads from ``s.t``, the
tables of `tables`: here they are data, so that one machine code serves any board. Compiled for a
game, they become constants, `features` says what it needs at all, and the functions that follow
from its rules take the place of those in `rules`.
"""
