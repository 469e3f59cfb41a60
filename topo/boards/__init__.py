"""Boards of cells that come and go: their history, distances, numbering and graphs."""
