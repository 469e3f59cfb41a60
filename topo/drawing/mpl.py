"""Pictures with Matplotlib, in edge lengths."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import PathCollection
from matplotlib.font_manager import FontProperties
from matplotlib.lines import Line2D
from matplotlib.path import Path
from matplotlib.textpath import TextPath
from matplotlib.transforms import Affine2D

from boardless.topo.drawing.palette import THEMES
from boardless.topo.drawing.paths import outlines_of
from boardless.topo.drawing.picture import UNITS, Item, Picture, Shape


def draw(picture: Picture, ax: Axes | None = None, theme: str = "light") -> Axes:
    """Draw a picture: collections for each layer, named after it, with a path for each shape."""
    axes = new_axes() if ax is None else ax
    x, y, width, height = (side / UNITS for side in picture.box)
    axes.set_aspect("equal")
    axes.set_axis_off()
    axes.set(xlim=(x, x + width), ylim=(-y - height, -y))
    # Strokes keep their share of the picture in axes of any size.
    room = np.multiply(axes.get_window_extent().size, 72 / axes.figure.dpi)
    points = float(np.min(room / np.array((width, height)))) / UNITS
    colours = THEMES[theme] | {"none": "none"}

    def pixels(look: Shape) -> float:
        return look.get("width", 0) * (0.5 if "hair" in look else points)

    for order, (name, layer) in enumerate(picture.layers.items()):
        shapes = [shape for item in layer.values() for shape in _shapes(picture, item)]
        if not shapes:
            continue
        # A collection has one kind of ends; those that are cut are few, and follow one another.
        for cap, same in groupby(shapes, key=lambda shape: shape[1].get("cap", "round")):
            paths, looks = zip(*same, strict=True)
            pens = [look.get("stroke", "none") for look in looks]
            axes.add_collection(
                PathCollection(
                    paths,
                    gid=name,
                    zorder=1 + order / 10,
                    capstyle=cap,
                    joinstyle="round",
                    facecolors=[colours.get(look["fill"], look["fill"]) for look in looks],
                    edgecolors=[colours.get(pen, pen) for pen in pens],
                    linewidths=[*map(pixels, looks)],
                ),
                autolim=False,
            )
    if picture.caption:
        axes.set_title(picture.caption, fontsize="medium")
    handles = [
        Line2D(
            [],
            [],
            linestyle="",
            marker="o",
            markersize=9,
            markeredgecolor=colours["ink"],
            markerfacecolor=colour,
            label=label,
        )
        for label, colour in picture.legend.items()
    ]
    if handles:
        axes.legend(
            handles=handles,
            loc="upper center",
            bbox_to_anchor=(0.5, 0.0),
            ncol=len(handles),
            frameon=False,
            handletextpad=0.5,
        )
    return axes


def new_axes() -> Axes:
    """Return the axes of a new figure."""
    from matplotlib import pyplot

    return pyplot.figure().add_subplot()


def _shapes(picture: Picture, item: Item) -> Iterator[tuple[Path, Shape]]:
    """Yield the shapes of an item as outlines in edge lengths, and what they look like."""
    scale = item.get("scale", 1) / UNITS
    place = Affine2D().scale(scale, -scale).rotate_deg(-item.get("turn", 0))
    place = place.translate(item["x"] / UNITS, -item["y"] / UNITS)
    for shape in picture.shapes_of(item):
        if "d" in shape:
            outline = Path.make_compound_path(*map(Path, outlines_of(shape["d"])))
            yield outline.transformed(place), shape
            continue
        written = Affine2D().scale(shape["size"], -shape["size"]).translate(shape["x"], shape["y"])
        side = {"start": 0.0, "end": 1.0}.get(shape.get("anchor", ""), 0.5)
        yield text_outline(shape["text"], side).transformed(written + place), {"fill": shape["ink"]}


@lru_cache(maxsize=4096)
def text_outline(words: str, side: float = 0.5) -> Path:
    """Return the outline of a line of font size 1, with that share of it left of the origin."""
    outline = TextPath((0, -0.36), words, size=1, prop=FontProperties(family="DejaVu Sans"))
    box = outline.get_extents()
    return outline.transformed(Affine2D().translate(-box.x0 - side * (box.x1 - box.x0), 0))
