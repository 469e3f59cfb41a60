"""The one engine of all states: modules that `ir.modules` makes one of.

All pieces are in the flat arrays of `arrays`, and change in `pieces` alone. Kernels read the
tiling and the equipment from ``s.t``, the tables of `tables`: here they are data, so that one
machine code serves any board. Compiled for a game they become constants, with its `features`, and
functions of its rules take the place of those in `rules`.
"""
