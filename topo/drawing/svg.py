"""Pictures as SVG: what a notebook and a file show, without Matplotlib."""

from html import escape

from boardless.topo.drawing.palette import hex_of
from boardless.topo.drawing.picture import UNITS, Picture, PictureItem, PictureShape

#: Screen pixels: of an edge on a small board, and of the longer side of a picture at most; of
#: pictures with texts on pieces the circle of 50 picture units at least, as far as the longer side
#: then has no more than the last number.
EDGE_PIXELS, MAX_PIXELS, TEXT_PIXELS, WIDEST_PIXELS = 36, 480, 50, 720


def svg(picture: Picture, theme: str = "light") -> str:
    """Return a picture as SVG, on a transparent background, in the colours of a theme."""
    x, y, width, height = picture.box
    longer = max(width, height)
    scale = min(EDGE_PIXELS / UNITS, MAX_PIXELS / longer)
    items = [item for layer in picture.layers.values() for item in layer.values()]
    if any("text" in shape for item in items for shape in picture.shapes_of(item)):
        scale = max(scale, min(TEXT_PIXELS / UNITS, WIDEST_PIXELS / longer))
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{x} {y} {width} {height}"'
        f' width="{width * scale:.0f}" height="{height * scale:.0f}" fill-rule="evenodd"'
        ' stroke-linejoin="round" stroke-linecap="round" font-family="sans-serif"'
        ' text-anchor="middle">'
    ]
    if picture.caption:
        lines.append(f"<title>{escape(picture.caption)}</title>")
    for name, layer in picture.layers.items():
        shapes = [shape for item in layer.values() for shape in picture.shapes_of(item)]
        looks = {_look(shape, theme) for shape in shapes}
        # Common attributes of all shapes of a layer are written once.
        common = looks.pop() if len(looks) == 1 and all("d" in shape for shape in shapes) else ""
        if layer:
            lines.append(f'<g class="{name}"{common}>')
            lines += (_item(picture, item, theme, bool(common)) for item in layer.values())
            lines.append("</g>")
    return "\n".join([*lines, "</svg>"])


def _item(picture: Picture, item: PictureItem, theme: str, is_common: bool) -> str:
    """Return the element of an item, with its title if it has one."""
    parts = [f"translate({item['x']} {item['y']})"] if item["x"] or item["y"] else []
    parts += [f"rotate({item['turn']:g})"] if "turn" in item else []
    parts += [f"scale({item['scale']:g})"] if "scale" in item else []
    moved = f' transform="{" ".join(parts)}"' if parts else ""
    title = f"<title>{escape(item['words'])}</title>" if "words" in item else ""
    shapes = picture.shapes_of(item)
    drawn = "".join(_element(one, "" if is_common else _look(one, theme)) for one in shapes)
    return f"<g{moved}>{title}{drawn}</g>"


def _element(shape: PictureShape, look: str) -> str:
    """Return the element of a shape."""
    if "d" in shape:
        hair = ' vector-effect="non-scaling-stroke"' if "hair" in shape else ""
        return f'<path d="{shape["d"]}"{look}{hair}/>'
    place = f'x="{shape["x"]:g}" y="{shape["y"]:g}" dy="0.36em" font-size="{shape["size"]:g}"'
    return f"<text {place}{look}>{escape(shape['text'])}</text>"


def _look(shape: PictureShape, theme: str) -> str:
    """Return the attributes of a shape that others may share."""
    looks = {"fill": hex_of(shape.get("ink") or shape["fill"], theme)}
    if "stroke" in shape:
        looks["stroke"] = hex_of(shape["stroke"], theme)
        looks["stroke-width"] = f"{shape['width']:g}"
    if "cap" in shape:
        looks["stroke-linecap"] = shape["cap"]
    if "text" in shape:
        looks |= {"paint-order": "stroke"} if "stroke" in shape else {}
        looks |= {"text-anchor": shape["anchor"]} if "anchor" in shape else {}
        looks |= {"font-weight": f"{shape['weight']}"} if "weight" in shape else {}
    return "".join(f' {name}="{value}"' for name, value in looks.items())
