"""Faces of cards, from their names and properties: a number, a suit, a colour with a sign."""

from collections.abc import Mapping, Sequence
from typing import Any

from boardless.topo.drawing.palette import INK
from boardless.topo.drawing.paths import moved
from boardless.topo.drawing.picture import Shape, path, rectangle, text
from boardless.view.glyphs import FIGURES

#: Colours by their names, as fill, ink and sign: the sign tells them apart in grey.
INKS = {
    "red": ("#b5302a", "#ffffff", "◆"),
    "blue": ("#24589b", "#ffffff", "●"),
    "green": ("#6fb36a", "#10240e", "▲"),
    "yellow": ("#f6d34a", "#2b2200", "■"),
    "white": ("#f4f4f0", INK, "○"),
    "black": ("#2a2d33", "#ffffff", "✖"),
    "orange": ("#e8883a", "#241000", "✚"),
    "purple": ("#7a4b9c", "#ffffff", "★"),
    "pink": ("#eba3c0", "#2e0a1b", "♥"),
    "brown": ("#7d5232", "#ffffff", "▼"),
    "grey": ("#9aa3ad", INK, "□"),
}
#: The colours that numbers stand for, from 1 on.
BY_NUMBER = ("red", "blue", "green", "yellow", "white", "purple", "orange", "brown")
_SUITS = {"spade": "♠", "heart": "♥", "diamond": "♦", "club": "♣"}
#: Properties that are the number of a card: the first one that it has.
_NUMBERS = ("number", "value", "rank", "gems", "pips", "strength")
_PLAIN = ("#fffdf6", INK, "")
#: Width and height of a card as it is drawn here, around its middle.
CARD = (60, 84)
_EDGE = rectangle(-30, -42, *CARD, 6)


def face_of(
    title: str,
    card: Mapping[str, int],
    colours: Sequence[str] = BY_NUMBER,
    faces: Mapping[str, tuple[str, str]] | None = None,
) -> dict[str, Any]:
    """Return the look of a card: fill, ink, sign, text of the corner, and words in the middle.

    `colours` are the names of colours 1, 2, ..., `faces` colour and figure of cards that have one,
    by their titles.

    >>> face_of("Red 7", {"Number": 7, "Colour": 1})
    {'fill': '#b5302a', 'ink': '#ffffff', 'sign': '◆', 'corner': '7', 'words': '7'}
    """
    stem = title.rstrip("0123456789 ")
    if faces and stem in faces:
        colour, figure = faces[stem]
        fill, ink, _ = INKS.get(colour, _PLAIN)
        plain = {"sign": "", "corner": "", "words": stem}
        return {"fill": fill, "ink": ink, "figure": figure, **plain}
    words = title.split(" ")
    lower = [word.lower() for word in words]
    known = {name.lower(): value for name, value in card.items() if value >= 0}
    number = next((known[name] for name in _NUMBERS if name in known), None)
    colour = next((word for word in lower if word in INKS), "")
    index = known.get("colour", known.get("color", 0))
    if not colour and index:
        colour = colours[(index - 1) % len(colours)]
    fill, ink, sign = INKS.get(colour, _PLAIN)
    suits = [suit for suit in _SUITS if any(word.startswith(suit) for word in lower)]
    if suits or "suit" in known:
        suit = suits[0] if suits else list(_SUITS)[known["suit"] % len(_SUITS)]
        sign = _SUITS[suit]
        ink = "#a3262a" if suit in ("heart", "diamond") else ink
    shown = " ".join(word for word in words if word.lower() not in INKS or len(words) == 1)
    corner = "" if number is None else str(number)
    if "rank" in known:  # whatever number it is, people read the rank
        corner = shown.split(" ")[0] if shown[:1].isdigit() else shown[:1]
    return {"fill": fill, "ink": ink, "sign": sign, "corner": corner, "words": shown}


def card_shapes(face: Mapping[str, Any]) -> list[Shape]:
    """Return a card, face up."""
    fill, ink, sign, corner = face["fill"], face["ink"], face["sign"], face["corner"]
    shapes = [path(_EDGE, fill, INK, 1.5)]

    def write(words: str, x: float, y: float, size: float, anchor: str = "") -> None:
        shapes.append(text(words, x, y, size, ink, anchor, 600))

    lines = face["words"].split(" ")
    longest = max(map(len, lines))
    if face.get("figure") in FIGURES:
        shapes += [path(moved(d, 0, -8, 0.5), ink, fill, 1) for d in FIGURES[face["figure"]]]
        size = min(12, 90 / longest)
        for n, line in enumerate(reversed(lines)):
            write(line, 0, 36 - (1.05 * n + 0.36) * size, size)
        return shapes
    if corner:
        write(corner, -25, -30.8, 16, "start")
        write(corner, 25, 31.2, 16, "end")
    if sign:
        write(sign, 24, -31, 14, "end")
        write(sign, -24, 32, 14, "start")
    if face["words"] == corner or len(face["words"]) <= 2:
        write(face["words"], 0, -3.5 if sign else 0.5, 32)
        if sign:
            write(sign, 0, 21, 14)
        return shapes
    size = min(15, 88 / longest)
    for n, line in enumerate(lines):
        write(line, 0, 4 + (1.1 * (n - (len(lines) - 1) / 2) - 0.36) * size, size)
    return shapes


def back() -> list[Shape]:
    """Return the back of a card."""
    pattern = ((0, -18), (0, 18), (-12, 0), (12, 0), (0, 0))
    return [
        path(_EDGE, "#5b6b7d", INK, 1.5),
        path(rectangle(-24, -36, 48, 72, 3), "none", "#dfe6ee", 2),
        *(path(f"M{x},{y - 9}l7,9l-7,9l-7,-9z", "#dfe6ee") for x, y in pattern),
    ]
