"""Looks of components as symbols: discs and figures, tiles, dice, cards, seeds.

A symbol is drawn for the circle that fits into every cell. Its name lists all that changes the
look.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from boardless.topo.drawing.palette import CHIP, INK, hex_of
from boardless.topo.drawing.picture import (
    Box,
    PictureItem,
    PictureShape,
    Symbol,
    circle,
    moved,
    path,
    placed,
    polygon,
    rectangle,
    text,
)
from boardless.view.boards import Outline, corners_of
from boardless.view.glyphs import (
    BY_NUMBER,
    CARD,
    FIGURES,
    INKS,
    STROKES,
    WOOD,
    back,
    card_shapes,
    player_sign,
)
from boardless.view.seen import Pile, numbers_of
from boardless.view.tiles import BAND, CASING

#: Of the circle that fits into every cell: the radius of a disc, of a piece that is a ring and of
#: its hole, of a seed, and half the height of a card.
DISC, HOOP, HOLE, SEED, HALF_CARD = 0.78, 0.94, 0.7, 0.2, 0.95
#: In the same share: by how much a piece is raised that lies on another.
RAISED = 0.16
#: Pieces of a stack that are drawn, those along a point of Backgammon, and seeds in a pit.
SHOWN, ALONG, MOST_SEEDS = 7, 15, 16
#: The number of piles with items kept for the next picture.
MOST_KEPT = 20_000
#: The sign between a piece and the number of pieces.
TIMES = "\N{MULTIPLICATION SIGN}"
#: Names of the symbols of a piece and of a card that the seat may not see.
COVERED, BACK = "covered", "back"
#: The fill of pieces that the seat may not see, and the outline of pieces.
HIDDEN = "hidden"
OUTLINE = ("outline", 2)
#: The data of tiles that pages get.
_TOLD_OF_TILES = ("degrees", "segments", "anchors", "ring", "closed")
#: Which of nine places, row by row, have a pip.
PIPS = ((), (4,), (2, 6), (2, 4, 6), (0, 2, 6, 8), (0, 2, 4, 6, 8), (0, 2, 3, 5, 6, 8))


class Looks:
    """The symbols of components, made on request.

    Parameters
    ----------
    kinds : tuple of dict
        The components as `view.scene.Scene` has them.
    colours : tuple of str
        The colour of each player.
    outlines : sequence of tuple of int
        The outlines of cells; pieces in hands are drawn as on cells of the first one.
    room : int
        The radius of the circle that fits into every cell.
    """

    def __init__(
        self,
        kinds: tuple[dict[str, Any], ...],
        colours: tuple[str, ...],
        outlines: Sequence[Outline],
        room: int,
    ) -> None:
        self.kinds, self.colours, self.outlines, self.room = kinds, colours, outlines, room
        self.corners = len(outlines[0]) // 2 if outlines else 4
        self.has_cards = any(kind["card"] for kind in kinds)
        self._card_scale = 2 * HALF_CARD * room / CARD[1]
        #: The components as pages are told of them.
        self.told = tuple(map(_told, kinds))
        self.symbols: dict[str, Symbol] = {}
        self._items: dict[object, dict[str, PictureItem]] = {}

    # -- items --------------------------------------------------------------------------------

    def held(self, pile: Pile) -> list[PictureItem]:
        """Return the items on a place of a hand: one of several alike, or a whole stack."""
        what = pile[0]
        if self.kinds[what - 1]["parts"] if what else self.has_cards:
            symbol = self._whole(what) if what else self._hidden(is_card=True)
            return [{"symbol": symbol, "x": 0, "y": 0}]
        if len(pile) <= 5:
            pile = (what, 1, *pile[2:])
        return [*self.on_cell("", pile, 0, 0).values()]

    def on_cell(
        self, place: str, pile: Pile, x: int, y: int, shape: int = 0, size: float = 1, step: int = 0
    ) -> dict[str, PictureItem]:
        """Return the items of a pile at a point, by identity, the lowest first.

        `size` is the size of pieces on cells of the shape, `step` the height of a piece on another;
        0 is the usual share.
        """
        key = (place, pile, x, y)
        items = self._items.get(key)
        if items is None:
            # Sessions of a game share these looks, and another thread may clear them at any time.
            if len(self._items) > MOST_KEPT:
                self._items.clear()
            items = self._items[key] = self._pile(place, pile, x, y, shape, size, step)
        return items

    def _pile(
        self, place: str, pile: Pile, x: int, y: int, shape: int, size: float, step: int
    ) -> dict[str, PictureItem]:
        what, count, *_ = numbers = numbers_of(pile)
        common: PictureItem = {"place": place} if place else {}
        if size != 1:
            common["scale"] = size
        corners = len(self.outlines[shape]) // 2 if self.outlines else 4
        kind = self.kinds[what - 1] if what else None
        if kind and (kind["tile"] or kind["parts"] or kind["faces"] or kind["card"]):
            symbol, turn = self.symbol((what, 1, *numbers[2:]), corners)
            top: PictureItem = {"symbol": symbol, "x": x, "y": y} | common
            if turn:
                top["turn"] = turn
            return {place: top} | self._follower(place, pile, x, y)
        below = pile[5:] or (what,) * (count - 1)
        levels = (*below[-(ALONG - 1 if step else SHOWN - 1) :], what)
        top_level = len(levels) - 1
        # A ring lies around its content, and is not raised.
        around = any(each and self.kinds[each - 1]["hollow"] for each in levels)
        raised = 0.0 if around else -min(RAISED, 0.5 / max(top_level, 1)) * self.room * size
        if step:  # along a point of Backgammon, no longer than it is
            raised = step * min(1.0, 4 / max(top_level, 1))
        items: dict[str, PictureItem] = {}
        for level, each in enumerate(levels):
            look = (what, 1 if around else count, *numbers[2:]) if level == top_level else (each,)
            symbol, _ = self.symbol(look, corners, is_lower=level < top_level)
            name = f"{place}/{level}" if level else place
            items[name] = {"symbol": symbol, "x": x, "y": round(y + level * raised)} | common
        return items

    def _follower(self, place: str, pile: Pile, x: int, y: int) -> dict[str, PictureItem]:
        """Return the piece on a segment of a tile: it stands upright, however the tile lies."""
        what, _, state, rotation, value = numbers_of(pile)
        tile = self.kinds[what - 1]["tile"]
        if not tile or not value or not 0 < state <= len(tile["anchors"]):
            return {}
        u, v = tile["anchors"][state - 1]
        angle = np.deg2rad(tile["degrees"] * rotation)
        cos, sin = float(np.cos(angle)), float(np.sin(angle))
        symbol = self._meeple(f"follower.{value}", value, tile["standing"])
        return {
            f"{place}/follower": {
                "symbol": symbol,
                "place": place,
                "x": round(x + cos * u - sin * v),
                "y": round(y + sin * u + cos * v),
            }
        }

    def put(self, what: int, rotation: int, value: int) -> PictureItem:
        """Return the look of a component that a choice puts on the board."""
        parts = [part[0] for part in self.kinds[what - 1]["parts"]]
        if parts and what not in parts:
            return {"symbol": self._whole(what)}
        symbol, turn = self.symbol((what, 1, 0, rotation, value))
        return {"symbol": symbol, "turn": turn} if turn else {"symbol": symbol}

    def is_wide(self, what: int) -> bool:
        """Return True if a component fills its cell: a tile or a card."""
        return bool(self.kinds[what - 1]["tile"] or self.kinds[what - 1]["card"])

    def is_tile(self, what: int) -> bool:
        """Return True if a component lies below other pieces: a tile of one or more cells."""
        return bool(what and (self.kinds[what - 1]["tile"] or self.kinds[what - 1]["parts"]))

    # -- symbols ------------------------------------------------------------------------------

    def symbol(self, pile: Pile, corners: int = 0, is_lower: bool = False) -> tuple[str, float]:
        """Return the name of the symbol of a pile, and by how many degrees it is turned.

        The name is the component, and the local state, the value and the rotation if the look
        depends on them, without zeros at the end: ``"3"``, ``"3.0.1"``, ``"3.0.1.2"``.
        """
        what, count, state, rotation, value = numbers_of(pile)
        if not what:
            return self._hidden(is_card=False), 0.0
        kind = self.kinds[what - 1]
        tile = kind["tile"]
        if kind["parts"] and not tile:
            return self._whole(what), 0.0
        turn = tile["degrees"] * rotation % 360 if tile else 0.0
        if tile and not (kind["figure"] or kind["signs"]):
            numbers = [what]
        elif tile:  # land and signs stand upright
            numbers, turn = [what, 0, value, rotation], 0.0
        elif kind["faces"] or kind["card"]:
            numbers = [what, state if kind["faces"] or _asks(kind) else 0]
        else:
            numbers = [what] if is_lower else [what, 0, value, rotation]
        while not numbers[-1]:
            numbers.pop()
        name = ".".join(map(str, numbers))
        if not (tile or kind["faces"] or kind["card"]):
            if is_lower and kind["written"]:
                name += "/lower"
            if count > 1:
                name += f"{TIMES}{count}"
        corners = corners or self.corners
        if corners != self.corners:
            name += f"/{corners}"
        if name not in self.symbols:
            shapes = list(self._shapes(pile, corners, is_lower))
            self.symbols[name] = {"box": self._box(kind | {"parts": ()}), "shapes": shapes}
        return name, turn

    def _whole(self, what: int) -> str:
        """Return the name of the symbol of a large tile with all of its squares."""
        name = f"{what}/whole"
        if name not in self.symbols:
            kind, shapes = self.kinds[what - 1], list[PictureShape]()
            for part, value, rotation, x, y in kind["parts"]:
                square, turn = self.symbol((part, 1, 0, rotation, value))
                shapes += placed(self.symbols[square]["shapes"], x, y, 1, turn)
            self.symbols[name] = {"box": self._box(kind), "shapes": shapes}
        return name

    def player(self, number: int) -> str:
        """Return the name of a player's chip, which stands next to names."""
        name = f"player.{number}"
        if name not in self.symbols:
            shapes = [path(circle(0, 0, 9), self.colours[number - 1], *OUTLINE)]
            if sign := player_sign(number):
                shapes += _figure(sign, 0.16, INK, ("none", 0))
            self.symbols[name] = {"box": _around(10, 10), "shapes": shapes}
        return name

    def spot(self, player: int) -> str:
        """Return the name of a piece of a player that may come to stand on a segment."""
        ring = next(kind["tile"]["ring"] for kind in self.kinds if kind["tile"])
        return self._meeple("follower", player, 0.62 * ring)

    def _meeple(self, name: str, player: int, radius: float) -> str:
        if name not in self.symbols:
            own = (kind["fill"] for kind in self.kinds if kind["owner"] == player)
            fill = next(own, self.colours[player - 1])
            shapes = _figure("meeple", 0.034 * radius, fill)
            self.symbols[name] = {"box": _around(2 * radius, 2 * radius), "shapes": shapes}
        return name

    def _hidden(self, is_card: bool) -> str:
        """Return the name of the symbol of a piece or card that the seat may not see."""
        name = BACK if is_card else COVERED
        if name not in self.symbols:
            radius = DISC * self.room
            disc = path(circle(0, 0, radius), HIDDEN, *OUTLINE)
            shapes = self._card(back()) if is_card else [disc, _fitting("?", radius, INK)]
            box = self._box({"card": is_card, "parts": (), "tile": None})
            self.symbols[name] = {"box": box, "shapes": shapes}
        return name

    def _card(self, shapes: list[PictureShape]) -> list[PictureShape]:
        """Return the shapes of a card as large as it lies on a cell."""
        return placed(shapes, 0, 0, self._card_scale)

    def _box(self, kind: Mapping[str, Any]) -> Box:
        """Return the box of a component: a cell, a card, or all squares of a tile."""
        room = self.room
        if kind["card"]:
            return _around(31 * self._card_scale, 43 * self._card_scale)
        if kind["parts"] or kind["tile"]:
            outline = self.outlines[0]
            wide, high = (
                max(map(abs, outline[n::2])) if self.corners == 3 else room for n in (0, 1)
            )
            return _around(
                *(
                    size + max((part[3 + n] for part in kind["parts"]), default=0)
                    for n, size in enumerate((wide, high))
                )
            )
        return _around(room, room)

    def _shapes(self, pile: Pile, corners: int, is_lower: bool) -> Iterator[PictureShape]:
        what, count, state, rotation, value = numbers_of(pile)
        kind = self.kinds[what - 1]
        room = self.room
        if kind["tile"]:
            yield from _tile(kind, rotation, value, room)
        elif kind["faces"]:
            yield from _die(kind["faces"][state], room)
        elif kind["card"]:
            yield from self._card(card_shapes(kind["card"]))
            # The colour that was named for a card without one.
            if _asks(kind) and 0 < state <= len(BY_NUMBER):
                fill, ink, sign = INKS[BY_NUMBER[state - 1]]
                at = (0.5 * room, 0.62 * room)
                yield path(circle(*at, 0.32 * room), fill, *OUTLINE)
                yield text(sign, *at, 0.34 * room, ink)
        else:
            yield from _piece(kind, room, corners)
            if not is_lower:
                yield from _marks(kind, rotation, value, count, corners, room)

    def filled(self, what: int, shape: int, is_cell: bool) -> str:
        """Return the name of the symbol of a piece that fills a cell, or is a bar along an edge."""
        name = f"{what or COVERED}/fills {shape}"
        if name not in self.symbols:
            outline = np.reshape(self.outlines[shape], (-1, 2)) * (0.86 if is_cell else 1)
            fill = self.kinds[what - 1]["fill"] if what else HIDDEN
            shapes = [path(polygon(outline.tolist()), fill, *OUTLINE)]
            if is_cell and what and (figure := self.kinds[what - 1]["figure"]):
                ink = self.kinds[what - 1]["ink"]
                shapes += _figure(figure, 0.008 * self.room, ink, (fill, 2))
            reach = float(np.abs(outline).max())
            self.symbols[name] = {"box": _around(reach, reach), "shapes": shapes}
        return name

    def seeds(self, what: int, count: int) -> str:
        """Return the name of the symbol of seeds in a pit, a few of them and their number."""
        name = f"{what or COVERED}/seeds {count}"
        if name not in self.symbols:
            room = self.room
            fill = self.kinds[what - 1]["fill"] if what else HIDDEN
            shapes = [
                path(circle(round(x, 1), round(y, 1), SEED * room), fill, "outline", 1)
                for x, y in (room * seed_places(count)).tolist()
            ]
            if count > 1:
                shapes += _badge(str(count), 1.05 * room, 1.05 * room, 0.44 * room, 0.55 * room)
            self.symbols[name] = {"box": _around(room, room), "shapes": shapes}
        return name


def _told(kind: dict[str, Any]) -> dict[str, Any]:
    """Return what pages are told of a component: names, not looks."""
    tile = kind["tile"]
    return {
        **{name: kind[name] for name in ("title", "owner", "faces", "mark")},
        "card": kind["card"] is not None,
        "large": bool(kind["parts"]),
        "figure": bool(kind["figure"]),
        "tile": tile and {name: tile[name] for name in _TOLD_OF_TILES},
    }


def seed_places(count: int) -> Any:
    """Return where seeds lie in a pit, in shares of the room of its cell: a sunflower's spiral.

    >>> len(seed_places(3)), len(seed_places(99)) == MOST_SEEDS
    (3, True)
    """
    count = min(count, MOST_SEEDS)
    turns = np.arange(count) * 2.399963
    reach = 0.98 * np.sqrt((np.arange(count) + 0.3) / max(count, 1))
    return np.stack((reach * np.cos(turns), reach * np.sin(turns)), axis=1)


def sign_of(signs: tuple[str, ...], value: int) -> str:
    """Return the sign on a square of a large tile: one for all values, or by its value.

    >>> sign_of((), 1), sign_of(("C",), 7), sign_of(("0", "1"), 1), sign_of(("0", "1"), 9)
    ('', 'C', '1', '9')
    """
    if len(signs) < 2:
        return "".join(signs)
    return signs[value] if value < len(signs) else str(value)


def _around(wide: float, high: float) -> Box:
    """Return the box of a symbol from its half width and half height."""
    wide, high = round(wide), round(high)
    return (-wide, -high, 2 * wide, 2 * high)


def _asks(kind: dict[str, Any]) -> bool:
    """Return True if a card is without a colour, so that a player may name one."""
    return not kind["card"]["sign"] and not kind["card"].get("figure")


def _fitting(words: str, radius: float, ink: str, y: float = 0) -> PictureShape:
    """Return a text that fits into a circle."""
    return text(words, 0, y, 1.5 * radius / max(0.75 * len(words), 1.5), ink)


def _figure(
    name: str, scale: float, fill: str, line: tuple[str, float] = ("outline", 4)
) -> list[PictureShape]:
    """Return a figure, outlined by a line of a colour and a width in units of the figure."""
    colour, width = line
    return [path(moved(d, 0, 0, scale), fill, colour, width * scale) for d in FIGURES.get(name, ())]


def _stroke(name: str, scale: float, colour: str, width: float) -> PictureShape:
    """Return a figure made of pen strokes."""
    return path(moved(STROKES[name], 0, 0, scale), "none", colour, width * abs(scale))


def _piece(kind: dict[str, Any], room: float, corners: int) -> Iterator[PictureShape]:
    """Yield a piece without the text on it."""
    fill, ink, form, figure = kind["fill"], kind["ink"], kind["form"], kind["figure"]
    if form == "ring":
        outer, inner = (HOOP, HOLE) if kind["hollow"] else (0.75, 0.45)
        ring = circle(0, 0, outer * room) + circle(0, 0, inner * room, is_hole=True)
        yield path(ring, fill, *OUTLINE)
    elif form == "number":
        yield _fitting(kind["title"], 0.9 * room, "ink")
    elif form == "wood":  # of Shogi; pieces of player 2 look the other way
        way = -1 if kind["owner"] == 2 else 1
        yield path(moved(WOOD, 0, 0, way * room / 50), "#efd9a7", *OUTLINE)
        yield _stroke(figure, way * 0.0096 * room, INK, 8)
    elif form == "stands":
        line = ("#c9d6e2", 2) if hex_of(ink) == "#ffffff" else ("outline", 4)
        yield from _figure(figure, 0.019 * room, fill, line)
    elif form == "pen":
        yield _stroke(figure, 0.019 * room, "outline", 20)
        yield _stroke(figure, 0.019 * room, fill, 16)
    else:
        is_hexagon = bool(figure) and corners == 6
        if is_hexagon:
            angles = np.pi * (2 * np.arange(6) + 1) / 6
            points = 1.02 * 1.1 * room * np.stack((np.cos(angles), np.sin(angles)), axis=1)
            yield path(polygon(points.tolist()), fill, *OUTLINE)
        else:
            yield path(circle(0, 0, DISC * room), fill, *OUTLINE)
        if form == "stamp":
            yield _stroke(figure, 0.0112 * room, ink, 8)
        else:
            yield from _figure(figure, (0.0165 if is_hexagon else 0.0125) * room, ink, (fill, 2))


def _marks(
    kind: dict[str, Any], rotation: int, value: int, count: int, corners: int, room: float
) -> Iterator[PictureShape]:
    """Yield a notch that shows the rotation, and the text on the uppermost piece."""
    radius = DISC * room
    if rotation:
        wide, top = 0.22 * radius, -0.95 * radius
        notch = path(
            polygon([(0, top), (-wide, top + 2 * wide), (wide, top + 2 * wide)]), kind["ink"]
        )
        yield from placed([notch], 0, 0, 1, 360 / corners * rotation)
    many = f"{TIMES}{count}" if count > 1 else ""
    if kind["form"] == "number":
        return
    if many and kind["figure"]:
        yield from _badge(many, 0.42 * room, 0.46 * room, 0.31 * room, 0.38 * room)
        many = ""
    if words := " ".join(filter(None, (kind["written"], many, str(value or "")))):
        if kind["figure"]:
            yield _fitting(words, 0.5 * room, kind["ink"], 0.55 * room)
        else:
            yield _fitting(words, radius, kind["ink"])


def _badge(words: str, x: float, y: float, radius: float, size: float) -> list[PictureShape]:
    """Return a number on a small disc."""
    disc = path(circle(round(x, 1), round(y, 1), radius), CHIP, "outline", 1)
    return [disc, text(words, x, y, size, INK)]


def _pips(number: int, apart: float, radius: float) -> list[PictureShape]:
    """Return the pips of a number, in three columns and rows."""
    at = [(n % 3 - 1, n // 3 - 1) for n in PIPS[number]]
    return [path(circle(apart * x, apart * y, round(radius, 1)), INK) for x, y in at]


def _die(number: int, room: float) -> Iterator[PictureShape]:
    """Yield a die with a number up: pips up to six, else the number on it."""
    side = 1.3 * room
    yield path(rectangle(-side / 2, -side / 2, side, side, 0.2 * room), CHIP, *OUTLINE)
    if 1 <= number < len(PIPS):
        yield from _pips(number, 0.37 * room, 0.13 * room)
    else:
        yield _fitting(str(number), DISC * room, INK)


def _tile(kind: dict[str, Any], rotation: int, value: int, room: float) -> Iterator[PictureShape]:
    """Yield the shapes of an unturned tile; a tile with a figure or sign is drawn turned."""
    tile = kind["tile"]
    fill = tile["fill"]
    shapes = [path(polygon(corners_of(tile["outline"])), fill, *OUTLINE)]
    shapes += [
        path(polygon(corners_of(points)), colour, "outline", 1) for colour, points in tile["layers"]
    ]
    for colour, (x, y, bend_x, bend_y, end_x, end_y) in tile["paths"]:
        if colour != fill:
            d = f"M{x},{y}Q{bend_x},{bend_y} {end_x},{end_y}"
            shapes.append(path(d, "none", INK, (BAND + 2 * CASING) * room, "butt"))
            shapes.append(path(d, "none", colour, BAND * room, "butt"))
    if not (kind["figure"] or kind["signs"]):
        yield from shapes
        return
    turn = tile["degrees"] * rotation
    yield from placed(shapes, 0, 0, 1, turn)
    scale = 0.0135 * room
    yield from placed(_figure(kind["figure"], scale, _mixed(INK, fill), (fill, 2)), 0, -12 * scale)
    sign = sign_of(kind["signs"], value)
    if sign.isdecimal() and int(sign) < len(PIPS):  # half a domino
        yield from placed(_pips(int(sign), 0.5 * room, 0.17 * room), 0, 0, 1, turn)
    elif sign:
        radius = 0.42 * room
        wide = radius * (0.9 + 0.75 * (len(sign) - 1))
        plate = rectangle(-wide, 0.15 * room, 2 * wide, 1.5 * radius, 0.15 * room)
        yield path(plate, CHIP, *OUTLINE)
        yield text(sign, 0, 0.15 * room + 0.75 * radius, 1.25 * radius, INK)


def _mixed(one: str, other: str, share: float = 0.55) -> str:
    """Return a colour between two.

    >>> _mixed("#ffffff", "#000000")
    '#8c8c8c'
    """
    pairs = ((int(one[n : n + 2], 16), int(other[n : n + 2], 16)) for n in (1, 3, 5))
    return "#" + "".join(f"{round(share * a + (1 - share) * b):02x}" for a, b in pairs)
