"""Figures of pieces and faces of cards, of our own drawing.

Figures belong to names of components, and lie in a square of -50 to 50. A figure is a list of paths
as SVG writes them, filled with the colour of the piece and outlined; the signs of Shogi and
Xiangqi, and crosses, are strokes.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np

from boardless.topo.drawing.palette import INK
from boardless.topo.drawing.picture import (
    PictureShape,
    circle,
    commands,
    moved,
    path,
    rectangle,
    text,
)

Paths: TypeAlias = tuple[str, ...]

_BASE = "M-30,38h60v-8q-4,-6 -10,-6h-40q-6,0 -10,6z"
_WAVE = (
    "q10,-14 20,0q10,14 20,0q10,-14 20,0q10,14 20,0v8q-10,14 -20,0q-10,-14 -20,0q-10,14 -20,0"
    "q-10,-14 -20,0z"
)
_BODY = "c-14,8 -18,18 -20,26h40c-2,-8 -6,-18 -20,-26z"


def _oval(x: float, y: float, wide: float, high: float) -> str:
    half = f"a{wide:g},{high:g} 0 1,0 "
    return f"M{x - wide:g},{y:g}{half}{2 * wide:g},0{half}{-2 * wide:g},0z"


def _both(path: str) -> Paths:
    """Return a path without arcs as it is on the left and on the right."""
    flipped = []
    for letter, numbers in commands(path):
        signs = np.resize((-1, 1), len(numbers))
        flipped.append(letter + ",".join(f"{number:g}" for number in numbers * signs))
    return "".join(flipped), path


FIGURES: dict[str, Paths] = {
    "pawn": (_BASE, f"M0,-4{_BODY}", circle(0, -16, 14)),
    "rook": (_BASE, "M-20,24L-16,-8H16L20,24z", "M-24,-8v-24h12v9h7v-9h10v9h7v-9h12v24z"),
    "knight": (
        _BASE,
        "M-22,24c0,-16 12,-20 12,-30l-14,6l-8,-8c8,-14 14,-24 28,-28l4,-8l6,8c16,6 20,24 18,60z",
    ),
    "bishop": (
        _BASE,
        "M-18,24c0,-6 8,-8 8,-14h20c0,6 8,8 8,14z",
        "M0,-34c16,12 20,22 18,32q-2,10 -18,10q-16,0 -18,-10c-2,-10 2,-20 18,-32z",
        circle(0, -40, 5),
    ),
    "queen": (
        _BASE,
        "M-22,24L-34,-18L-17,2L-12,-30L0,0L12,-30L17,2L34,-18L22,24z",
    ),
    "king": (
        _BASE,
        "M-22,24C-40,0 -30,-14 -16,-14C-8,-14 0,-6 0,2C0,-6 8,-14 16,-14C30,-14 40,0 22,24z",
        "M-4,-12v-10h-9v-8h9v-10h8v10h9v8h-9v10z",
    ),
    "castle": (
        "M-34,36V-6h68V36h-24V16a10,10 0 0,0 -20,0V36z",
        "M-34,-6V-30h14v10h12v-10h16v10h12v-10h14V-6z",
    ),
    "meeple": (
        "M0,-38a13,13 0 0,1 11,20c12,4 26,10 26,18c0,6 -10,6 -18,5c4,10 12,22 12,28"
        "c0,3 -3,4 -6,4h-16l-9,-16l-9,16h-16c-3,0 -6,-1 -6,-4c0,-6 8,-18 12,-28"
        "c-8,1 -18,1 -18,-5c0,-8 14,-14 26,-18a13,13 0 0,1 11,-20z",
    ),
    "bee": (
        *_both("M6,-10C40,-44 52,-8 10,4z"),
        "M0,-24c16,0 18,20 16,34c-2,16 -8,26 -16,30c-8,-4 -14,-14 -16,-30c-2,-14 0,-34 16,-34z",
        "M-16,2h32v8h-32z",
        "M-14,20h28l-4,8h-20z",
        circle(0, -30, 10),
    ),
    "spider": (
        _oval(0, 8, 14, 16),
        circle(0, -14, 9),
        *_both("M10,-2L34,-14L42,2L32,-8L11,3z"),
        *_both("M12,8L36,6L44,24L32,12L12,13z"),
        *_both("M8,-10L26,-32L36,-24L26,-26L10,-5z"),
        *_both("M8,18L26,30L24,44L21,33L5,23z"),
    ),
    "beetle": (
        "M-26,4C-26,-18 -14,-22 0,-22C14,-22 26,-18 26,4C26,26 12,38 0,38C-12,38 -26,26 -26,4z",
        "M-2,-20h4v58h-4z",
        "M-13,-24a13,11 0 0,1 26,0z",
        *_both("M8,-32L16,-46L12,-47L3,-34z"),
        *_both("M26,0L42,-8v5l-16,9z"),
        *_both("M24,18L40,28v5l-18,-9z"),
    ),
    "grasshopper": (
        "M-42,10C-30,-8 10,-16 38,-2C30,14 -20,22 -42,10z",
        "M-6,2L10,-38L26,8L20,8L10,-22L2,4z",
        "M10,-38L36,36h-7L4,-30z",
        "M-30,8L-38,34h6L-24,12z",
        "M-14,12L-20,36h6L-8,13z",
        "M-38,0L-48,-24h4L-33,-4z",
    ),
    "ant": (
        circle(0, -26, 10),
        _oval(0, -4, 8, 12),
        _oval(0, 24, 13, 18),
        *_both("M6,-33L18,-46h-4L3,-35z"),
        *_both("M7,-10L36,-22v5L8,-3z"),
        *_both("M8,-3L40,4v5L8,4z"),
        *_both("M7,4L32,36h-6L4,10z"),
    ),
    "mosquito": (
        *_both("M6,-8C40,-34 48,0 8,4z"),
        "M-6,-18h12v34l-6,26l-6,-26z",
        circle(0, -24, 7),
        "M-2,-30h4v-18h-4z",
        *_both("M6,8L28,34h-6L4,16z"),
    ),
    "ladybug": (
        _oval(0, 8, 32, 28),
        "M-2,-20h4v56h-4z",
        "M-16,-18a16,14 0 0,1 32,0z",
        circle(-14, 2, 6),
        circle(14, 2, 6),
        circle(-10, 20, 6),
        circle(10, 20, 6),
    ),
    "pillbug": (
        "M-24,30C-34,-10 -16,-34 0,-34C16,-34 34,-10 24,30z",
        "M-25,-6h50v5h-50z",
        "M-28,8h56v5h-56z",
        "M-28,22h55v5h-55z",
        *_both("M6,-32L14,-46h-4L1,-34z"),
    ),
    "wheat": (
        "M-3,40V-10h6V40z",
        "M0,-40c8,8 8,16 0,24c-8,-8 -8,-16 0,-24z",
        *_both("M2,-10c4,-12 12,-14 20,-14c0,10 -8,18 -20,20z"),
        *_both("M2,12c4,-12 12,-14 20,-14c0,10 -8,18 -20,20z"),
    ),
    "forest": (
        "M-5,40V24h10V40z",
        "M0,-42L24,-8H14L32,24H-32L-14,-8H-24z",
    ),
    "water": (f"M-40,-14{_WAVE}", f"M-40,14{_WAVE}"),
    "grass": (
        *_both("M6,32C8,6 20,-8 32,-16C22,4 20,16 18,32z"),
        "M-5,32C-8,0 0,-26 4,-36C8,-20 10,6 5,32z",
    ),
    "swamp": (
        "M-22,36V-10h5V36z",
        "M-25,-10a6,16 0 0,1 11,0z",
        "M-3,36V-24h6V36z",
        "M-7,-20a7,18 0 0,1 14,0z",
        "M17,36V-4h5V36z",
        "M14,-4a6,16 0 0,1 11,0z",
    ),
    "mine": (
        "M-40,-8C-24,-34 24,-34 40,-8C24,-20 -24,-20 -40,-8z",
        "M-5,-26h10V42h-10z",
    ),
    "seed": ("M-30,6C-26,-22 14,-34 30,-14C36,6 8,30 -14,26C-24,24 -32,18 -30,6z",),
    "pyramid": (
        "M0,-38L36,32H-36z",
        "M0,-38L10,32H-10z",
    ),
    "crown": ("M-32,26h64v10h-64z", "M-34,20L-38,-18L-19,2L0,-28L19,2L38,-18L34,20z"),
    "bomb": (
        circle(2, 6, 24),
        "M-2,-20h8v-12h-8zM-2,32h8v12h-8zM-24,2v8h-12v-8zM28,2v8h12v-8z",
        circle(-3, -4, 5),
    ),
    "arrow": (circle(0, -7, 7),),
    # Signs of players 3, 4, ... on their pieces, so that they differ in grey.
    "player 3": ("M0,-34L30,20H-30z",),
    "player 4": ("M-24,-24h48v48h-48z",),
    "player 5": ("M0,-34L28,0L0,34L-28,0z",),
    "player 6": ("M-10,-32h20v22h22v20h-22v22h-20v-22h-22v-20h22z",),
    "player 7": ("M0,-36L9,-11L34,-11L14,6L21,30L0,16L-21,30L-14,6L-34,-11L-9,-11z",),
    "player 8": (circle(0, 0, 32) + circle(0, 0, 16, is_hole=True),),
    "station": ("M-36,38V-4L0,-36L36,-4V38H12V10H-12V38z",),
    "heart": (
        "M0,36C-44,6 -40,-34 -16,-34C-6,-34 0,-26 0,-18C0,-26 6,-34 16,-34C40,-34 44,6 0,36z",
    ),
    "brain": (*_both("M4,-30C20,-40 34,-28 32,-14C44,-6 42,14 28,18C26,32 12,38 4,30z"),),
    "stomach": (
        "M-2,-40H14C8,-26 14,-20 26,-12C42,0 38,26 16,34C-2,40 -14,28 -22,38H-36"
        "C-34,20 -22,14 -10,16"
        "C2,18 6,8 -2,-2C-10,-12 -10,-26 -2,-40z",
    ),
    "bone": (
        "M-18,8L8,-18C-2,-34 18,-44 24,-28C40,-24 32,-4 16,-10L-10,16C0,32 -20,42 -26,26"
        "C-42,22 -34,2 -18,8z",
    ),
    "virus": (
        circle(0, 0, 20),
        "M-4,-42h8v84h-8z",
        "M-42,-4h84v8h-84z",
        "M-27,-32l5,-5l59,59l-5,5z",
        "M-32,27l-5,-5l59,-59l5,5z",
    ),
    "medicine": ("M-34,2L2,-34a18,18 0 0,1 32,32L-2,34a18,18 0 0,1 -32,-32z",),
    "treatment": ("M-10,-36h20v26h26v20h-26v26h-20v-26h-26v-20h26z",),
    "purse": ("M-12,-22h24l10,-16h-44z", "M-12,-20h24C40,0 38,38 0,38C-38,38 -40,0 -12,-20z"),
    "jewel": ("M-22,-28H22L40,-6L0,38L-40,-6z",),
    "strongbox": ("M-38,-20H38V-2H-38z", "M-38,2H-8V12H8V2H38V32H-38z"),
    "marshal": ("M0,-42L11,-15L40,-13L18,6L25,34L0,18L-25,34L-18,6L-40,-13L-11,-15z",),
    "bandit": (
        "M-44,12C-24,6 -20,2 -18,-24C-8,-34 8,-34 18,-24C20,2 24,6 44,12C20,24 -20,24 -44,12z",
    ),
    "sideways": ("M-44,0L-18,-24V-9H18V-24L44,0L18,24V9H-18V24z",),
    "upwards": ("M0,-44L-24,-18H-9V18H-24L0,44L24,18H9V-18H24z",),
    "target": (circle(0, 0, 36) + circle(0, 0, 27, is_hole=True), circle(0, 0, 12)),
    "fist": ("M-34,-14h12v-12h14v-6h14v6h14v6h14v26c0,20 -12,30 -32,30c-24,0 -36,-12 -36,-30z",),
    "bullet": ("M-14,38V-8C-14,-26 -6,-38 0,-42C6,-38 14,-26 14,-8V38z",),
}
#: The first and the last player with a sign; after that the signs repeat.
SIGNED = (3, 8)

#: A wooden piece of Shogi.
WOOD = "M0,-46L28,-33L36,43L-36,43L-28,-33z"
_RULER = "M-32,-34H32M-26,0H26M-38,36H38M0,-34V36"
#: Figures that are strokes of a pen.
STROKES = {
    "cross": "M-34,-34L34,34M34,-34L-34,34",
    "ruler": _RULER,
    "jewel": f"{_RULER}M14,12L24,26",
    "foot": "M-4,-44V-10M-4,-28H22M-26,-28V-10M-40,-8H40M2,-8V22M-16,2L-28,18M18,2L32,16"
    "M26,16C14,34 -8,42 -30,44",
    "incense": "M22,-42L-22,-34M-36,-24H36M0,-38V0M-2,-22L-34,0M2,-22L34,0"
    "M-22,8H22V42H-22zM-22,25H22",
    "laurel": "M-42,-20H-8M-25,-42V42M-25,-18L-44,14M-25,-14L-8,6M0,-28H38M19,-42V-8M-4,-8H42"
    "M0,14H38M19,-4V36M-4,36H42",
    "silver": "M-26,-42L-46,-18M-26,-42L-6,-22M-36,-16H-14M-42,2H-8M-25,-16V34M-36,14L-32,26"
    "M-14,14L-19,26M-44,36L-6,32M4,-38H36V-2H4zM4,-20H36M4,-38V38L22,28M14,-2C20,18 30,32 44,38"
    "M38,6L26,16",
    "gold": "M0,-44L-42,-8M0,-44L42,-8M-22,-10H22M-32,10H32M0,-10V38M-20,18L-14,30"
    "M20,18L14,30M-40,38H40",
    "flying": "M-30,-40H16C16,-26 20,-16 36,-16V-24M28,-40L20,-30M36,-32L24,-26"
    "M6,-4C8,14 16,30 40,30V20"
    "M34,-2L22,8M40,8L26,16M-12,-26C-20,-20 -28,-18 -36,-16M-42,6H4M-26,-18V14C-28,28 -34,36 -42,42"
    "M-8,-30V42",
    "angle": "M-8,-44L-30,-20M-8,-42H16L4,-28M-22,-28H26V42L14,38M-22,-28V14C-22,28 -28,36 -38,42"
    "M-22,-8H26M-22,12H26M2,-28V34",
    "to": "M-16,-42L-8,-6M26,-26C4,-14 -26,0 -26,20C-26,38 0,38 30,34",
    "apricot": "M-36,-26H36M0,-44V6M-2,-24L-38,4M2,-24L38,4M-24,12H24V42H-24z",
    "jade": "M-24,-30H24M0,-44V-8M-34,-8H34M-24,14H24M0,-2V38M-38,38H38",
    "whole": "M0,-44L-42,-6M0,-44L42,-6M-24,-4H24M-22,16H22M0,-4V38M-38,38H38",
    "dragon": "M0,-46V-36M-28,-34H28M-14,-28L-8,-16M14,-28L8,-16M-38,-14H38M-24,-4H24V24H-24z"
    "M-24,10H24M0,-4V34C0,42 10,42 38,40V30",
    "horse": "M-24,-42V12M-24,-42H30M-24,-24H26M-24,-6H26M2,-42V10M-24,12H36C36,28 32,40 22,42"
    "M-34,22L-40,36M-18,22L-16,36M-2,20L2,32M14,18L20,28",
    "commander": "M-24,-46L-32,-34M-38,-34V40M-38,-34H-12V-8H-38M-38,8H-12V34H-38M2,-20H40V22L32,20"
    "M2,-20V24M21,-44V44",
    "scholar": "M-38,-10H38M0,-42V34M-26,34H26",
    "elephant": "M-8,-46L-28,-28M-12,-40H16L8,-28M-30,-28H28V-10H-30z"
    "M0,-28L-4,-10C-14,0 -26,6 -36,8"
    "M-4,-4C10,2 10,36 -6,44M-2,8C-12,16 -24,22 -36,24M4,22C-8,30 -22,38 -38,42M34,-4L14,10"
    "M12,10C20,26 30,34 40,38",
    "chariot": "M-32,-34H32M-24,-22H24V14H-24zM-24,-4H24M-40,28H40M0,-46V46",
    "cannon": "M-40,-14L-34,-2M-8,-18L-16,-4M-24,-42C-24,0 -28,24 -46,40M-24,2L-10,22"
    "M10,-44C6,-30 0,-20 -8,-14M8,-30H38C38,-4 38,6 26,8M6,-16H24V4H6M6,-16V28C6,38 14,38 42,36V24",
    "soldier": "M0,-46V-36M-34,-32H34M-16,-28L-28,-2M-16,-18L-4,-4M18,-28L6,-2M18,-18L30,-4"
    "M-40,12H40M0,0V46",
}

#: Other names of figures; the last word of a name is looked up, too.
_ALIKE = {
    "king of a line": "crown", "follower": "meeple", "queen bee": "bee", "horse": "knight",
    "horseman": "knight", "tower": "rook", "bean": "seed", "woods": "forest", "tree": "forest",
    "lake": "water", "meadow": "grass", "double counter": "crown", "jarl": "crown",
    "disc double": "crown", "dot": "arrow",
    "shot": "bullet",
}  # fmt: skip
#: Pieces of Shogi by the sign that is cut into them.
_SHOGI = {
    "osho": "ruler", "gyokusho": "jewel", "ginsho": "silver", "kinsho": "gold", "fuhyo": "foot",
    "kyosha": "incense", "keima": "laurel", "hisha": "flying", "kakugyo": "angle", "tokin": "to",
    "narikyo": "apricot", "narikei": "jade", "narigin": "whole", "ryuo": "dragon", "ryuma": "horse",
}  # fmt: skip
#: Pieces of Xiangqi by the sign on their disc.
_XIANGQI = {
    "jiang": "commander", "shi": "scholar", "xiang": "elephant", "ma": "horse", "ju": "chariot",
    "pao": "cannon", "zu": "soldier",
}  # fmt: skip
#: Figures that stand on the board as they are; others lie on a disc.
_STANDING = {"pawn", "rook", "knight", "bishop", "queen", "king", "pyramid", "station"}
#: Pieces of chess and draughts; their boards are chequered unless the description differs.
CHEQUERED = {*_STANDING, "counter", "man"} - {"pyramid", "station"}


def look_of(title: str) -> tuple[str, str]:
    """Return the form of a piece and its figure, from its name.

    The form is ``stands`` for figures of chess, ``disc`` for one on a disc, ``wood`` for a piece of
    Shogi, ``stamp`` for a sign on a disc, ``pen`` for one that is written on the cell, and
    ``number`` for a number that is written on the cell.

    >>> look_of("Knight"), look_of("Queen Bee"), look_of("Fuhyo"), look_of("Pao")
    (('stands', 'knight'), ('disc', 'bee'), ('wood', 'foot'), ('stamp', 'cannon'))
    >>> look_of("Cross"), look_of("Marker")
    (('pen', 'cross'), ('disc', ''))
    """
    name = re.sub(r"[\s\d_]+$", "", title.lower())
    last = name.split(" ")[-1]
    if not name:
        return ("number", "")
    if name in _SHOGI:
        return ("wood", _SHOGI[name])
    if name in _XIANGQI:
        return ("stamp", _XIANGQI[name])
    if name == "cross":
        return ("pen", "cross")
    figure = next(
        (one for one in (_ALIKE.get(name, name), _ALIKE.get(last, last)) if one in FIGURES), ""
    )
    return ("stands" if figure in _STANDING else "disc", figure)


def player_sign(owner: int) -> str:
    """Return the figure that distinguishes a player's pieces from others in greyscale.

    >>> player_sign(2), player_sign(3), player_sign(8), player_sign(9)
    ('', 'player 3', 'player 8', 'player 3')
    """
    first, last = SIGNED
    return f"player {first + (owner - first) % (last - first + 1)}" if owner >= first else ""


# -- faces of cards ----------------------------------------------------------------------------

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


def card_shapes(face: Mapping[str, Any]) -> list[PictureShape]:
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


def back() -> list[PictureShape]:
    """Return the back of a card."""
    pattern = ((0, -18), (0, 18), (-12, 0), (12, 0), (0, 0))
    return [
        path(_EDGE, "#5b6b7d", INK, 1.5),
        path(rectangle(-24, -36, 48, 72, 3), "none", "#dfe6ee", 2),
        *(path(f"M{x},{y - 9}l7,9l-7,9l-7,-9z", "#dfe6ee") for x, y in pattern),
    ]
