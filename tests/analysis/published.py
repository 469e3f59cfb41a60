"""Sizes that the thesis publishes, read from the goldens."""

from pathlib import Path

_FILE = Path(__file__).parents[1] / "goldens" / "growth.txt"

#: Tiling, strategy, sequence, move, cells.
PUBLISHED = [
    (*words[:3], int(words[3]), int(words[4]))
    for words in map(str.split, _FILE.read_text().splitlines())
    if words[0] != "#"
]
