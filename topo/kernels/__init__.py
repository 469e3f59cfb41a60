"""The compiled core of a board: finding, adding, removing and reading cells in flat arrays."""
