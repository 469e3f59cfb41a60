"""Boards: cells of a tiling that come and go, their history, distances, numbering and graphs."""
