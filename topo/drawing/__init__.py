"""Pictures of boards and tiles: outlines, colours, SVG for notebooks and Matplotlib for print."""
