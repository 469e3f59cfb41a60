"""The pictures of a film, by Matplotlib."""

from io import BytesIO
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.figure import Figure
from PIL import Image

from boardless.play.state import State
from boardless.view.pictures import draw

if TYPE_CHECKING:
    from PIL.Image import Image as Picture

#: Of a picture: inches on each side, and points to an inch.
SIDE, DOTS = 5.0, 80


def frames(state: State) -> "list[Picture]":
    """Return a picture of the state after every move, all of one size and scale."""
    corners = np.concatenate(state.board.outlines())
    low, high = corners.min(axis=0) - 0.5, corners.max(axis=0) + 0.5
    pictures = []
    for ply in range(state.ply + 1):
        figure = Figure(figsize=(SIDE, SIDE), dpi=DOTS)
        axes = draw(state.at(ply), figure.add_subplot())
        axes.set_xlim(low[0], high[0])
        axes.set_ylim(low[1], high[1])
        file = BytesIO()
        figure.savefig(file, format="png")
        picture = Image.open(file).convert("RGB")
        pictures.append(picture.convert("P", palette=Image.Palette.ADAPTIVE, colors=64))
    return pictures
