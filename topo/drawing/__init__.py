"""Pictures of boards and tiles: with Matplotlib, and as SVG for notebooks."""
