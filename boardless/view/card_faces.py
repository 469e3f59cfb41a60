"""Faces of cards, from their names and properties: a number, a suit, a colour with a sign."""

from collections.abc import Mapping, Sequence
from typing import Any

from boardless.topo.drawing.palette import INK

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


def face_of(
    title: str,
    card: Mapping[str, int],
    colours: Sequence[str] = BY_NUMBER,
    faces: Mapping[str, tuple[str, str]] | None = None,
) -> dict[str, Any]:
    """Return how a card looks: fill, ink, sign, what is in its corner, and the words in its middle.

    `colours` are the names of those that the numbers 1, 2, ... stand for, `faces` colour and figure
    of cards that have one, by their titles.

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
