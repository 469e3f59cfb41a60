"""The one engine of all states, in chapters that `ir.module_nodes` joins.

All pieces are in the flat arrays of `arrays`, and change in `pieces` alone. Kernels read the
tiling and the equipment from groups of tables, such as ``s.plane``. Here the tables are data, so
that one machine code serves any board. Compiled for a game the tables and the game's features
become constants, and functions of its rules replace the functions of `rules`.
"""
