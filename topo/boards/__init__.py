"""Boards: cells of a tiling that come and go, their history, distances, numbering and graphs.

``board``
    `Board`, all that people and rules ask of a board. It has the following three.
``cells``, ``key_table``
    The cells of now, in flat arrays: who is beside whom, and which site a lattice key has.
``history``, ``change_log``
    Which cells came and went, as a list of changes that many versions share.
``derived``, ``elements``, ``distance``
    What is worked out when first asked for: perimeter, vertices and edges, distances.
``past_board``
    Earlier versions, read through a second board that goes to and fro.
``shapes``, ``hull``, ``numbering``, ``laws``, ``polyforms``
    Regular boards, corners, rows, the thesis's closed forms, and shapes made of cells.
``graphs``, ``generators``, ``record``
    A board as live NetworkX graphs, as ordinary ones, and as Ludii writes it down.
"""
