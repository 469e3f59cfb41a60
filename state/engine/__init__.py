"""The one engine of all states: chapters that `ir.modules` makes one of.

All pieces are in the flat arrays of `arrays`, and change in `pieces` alone. Kernels read the
tiling and the equipment from groups of tables, such as ``s.plane``: here they are data, so that one
machine code serves any board. Compiled for a game they become constants, as its features do, and
functions of its rules take the place of those in `rules`.
"""
