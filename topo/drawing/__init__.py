"""Pictures of boards and tiles.

``board_drawing``
    With Matplotlib: boards, numbers of cells as colours, tiles of several cells.
``svg``
    Display lists, and their SVG for notebooks, without Matplotlib.
``palette``
    The colours of every drawing.
"""
