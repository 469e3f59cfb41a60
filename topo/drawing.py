"""Drawing a board with Matplotlib, imported only when a drawing is asked for."""
