"""Tilings as finite tables: named ones, tables that people write, and what follows.

``tiling``
    `Tiling`, the table: lattice, vertices, faces.
``named``, ``archimedean``, ``laves``
    The tilings that have names, and how they are made.
``tables``, ``numbers``, ``checks``, ``planar``
    Tables and graphs that people give: their numbers, and whether they are tilings at all.
``tiling_text``
    Tilings as they travel with what is saved.
``incidence``, ``slots``, ``symmetry``
    What follows from a table: edges, the neighbours of each cell, rotations and reflections.
``surds``, ``compass``
    Exact points, and the names of directions.
"""
