"""Pictures of boards and tiles.

``board_drawing``, ``value_colours``, ``tile_drawing``
    With Matplotlib: boards, numbers of cells as colours, tiles of several cells.
``svg``
    For notebooks, without Matplotlib.
``outlines``, ``palette``
    Where cells lie, and the colours of every drawing.
"""
