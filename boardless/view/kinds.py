"""Looks of components: colours, marks, faces of dice, rings, tiles; the `kinds` of a scene."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from typing import Any

from boardless.games import Game
from boardless.games.ludemes.decks import Card
from boardless.play.state import State
from boardless.state import Component, FreeState
from boardless.topo.drawing.palette import BY_NAME, FILLS, INK, ink_on, lightness
from boardless.view.glyphs import INKS, face_of, look_of, player_sign
from boardless.view.graphics import card_colours, card_faces_of, colours_named, names_of
from boardless.view.tiles import CROWN, part_layouts, part_names, part_signs, path_colours, tiles_of

#: The longest names, without their owners' numbers, that are written on pieces.
MAX_MARK = 2
#: The first letters of the names of pieces that are rings.
HOLLOW = "Ring"

#: White and black of chess, fill and ink.
_CHESS = ((BY_NAME["white"], INK), (BY_NAME["black"], "#ffffff"))
#: How far the colours of two players are apart at least, in lightness from 0 to 100.
MIN_APART = 15


def kinds_of(state: FreeState) -> tuple[dict[str, Any], ...]:
    """Return the components of a state as `view.scene.Scene` has them."""
    if not isinstance(state, State):
        components, players = state.setup.components, state.setup.players
        return _kinds(components, players, marks(components, players), all_colours(players))
    kinds = _kinds_of_game(state.game)
    if state.position.swapped:
        kinds = tuple({**kind, "owner": player_of(state, kind["owner"])} for kind in kinds)
    return kinds


@lru_cache(8)  # views ask at every move
def _kinds_of_game(game: Game) -> tuple[dict[str, Any], ...]:
    kinds = _kinds(game.components, game.players, marks_of(game), colours_of(game))
    rows = zip(kinds, tiles_of(game), part_signs(game), part_layouts(game), strict=True)
    drawn = []
    looks = (card_colours(game), card_faces_of(game))
    for number, (kind, tile, signs, parts) in enumerate(rows, 1):
        title, card = _title_of(game, kind, kinds, parts), card_of(game, number)
        drawn.append(
            kind
            | {
                "tile": tile,
                "faces": faces_of(game, number),
                "signs": signs,
                "parts": parts,
                "card": None if card is None else face_of(title, card, *looks),
                "title": title,
            }
            | _look(
                kind, title, card is None and not parts and (tile is None or signs[1:2] == (CROWN,))
            )
        )
    # A mark is useless if figures distinguish all other pieces of a colour.
    plain = Counter(kind["fill"] for kind in drawn if not kind["figure"] and kind["card"] is None)
    drawn = [
        kind | {"written": "", "figure": kind["figure"] or player_sign(kind["owner"])}
        if plain[kind["fill"]] == 1
        and kind["owner"]
        and kind["form"] == "disc"
        and not kind["tile"]
        else kind
        for kind in drawn
    ]
    if any(kind["form"] == "pen" for kind in drawn):  # noughts and crosses
        drawn = [kind | {"form": "ring"} if kind["title"] == "Disc" else kind for kind in drawn]
    return tuple(drawn)


def _look(kind: dict[str, Any], title: str, plain: bool = True) -> dict[str, str]:
    """Return form and figure of a piece, and the text on it if no figure identifies it."""
    if kind["hollow"]:
        return {"form": "ring", "figure": "", "written": kind["mark"]}
    form, figure = look_of(title) if plain else ("disc", "")
    if form == "number" and kind["owner"]:
        form = "disc"
    if form == "disc" and not figure and not kind["mark"]:
        figure = player_sign(kind["owner"])
    written = "" if figure or form == "number" or not plain else kind["mark"]
    colour = title.split(" ")[0].lower()
    if written and not kind["owner"] and colour in INKS:  # such as a red cube of nobody
        fill, ink, sign = INKS[colour]
        return {"form": form, "figure": figure, "written": sign, "fill": fill, "ink": ink}
    return {"form": form, "figure": figure, "written": written}


def _title_of(
    game: Game,
    kind: dict[str, Any],
    kinds: Sequence[dict[str, Any]],
    parts: Sequence[tuple[int, ...]],
) -> str:
    """Return the title of a component: by its description, by its squares, or by its name."""
    if parts:
        squares = [(kinds[what - 1]["title"], value) for what, value, *_ in parts]
        names = [f"{name}{CROWN * value}" for name, value in squares]
        pips = [_number_of(kinds[what - 1]["name"]) for what, *_ in parts]
        if all(pips) and not any(value for _, value in squares):
            return "/".join(pips)
        return f"{'/'.join(names)} {_number_of(kind['name']).lstrip('0')}".rstrip()
    called = names_of(game)
    stem = _without_owner(Component(kind["name"], kind["owner"]), kind["owner"])
    plain = stem.rstrip("0123456789").rstrip()
    if stem in called or plain in called:
        number = stem[len(plain) :].strip() if stem not in called else ""
        return f"{called.get(stem) or called[plain]} {number}".rstrip()
    title: str = kind["title"]
    return title


def piece_title(name: str, owner: int) -> str:
    """Return the name of a piece without its owner's number, in words.

    >>> piece_title("CityTopRight", 0), piece_title("Disc2", 2), piece_title("Dot0", 0)
    ('City Top Right', 'Disc', 'Dot')
    """
    plain = name.removesuffix(str(owner)) if owner else name
    if re.fullmatch(r"[A-Z]\d{3,}", plain):  # a tile by the numbers on its sides
        return "Tile"
    if not owner and re.fullmatch(r"[A-Z][a-z]+0", plain):  # a piece of nobody
        plain = plain[:-1]
    if owner and plain == f"Ball{owner}":
        plain = "Ball"
    return re.sub(r"(?<=[a-z])(?=[A-Z0-9])", " ", plain) or name


def _kinds(
    components: Sequence[Component],
    players: int,
    marked: Sequence[str],
    fills: Sequence[tuple[str, str]],
) -> tuple[dict[str, Any], ...]:
    """Return components as discs, figures and rings; `fills` are fill and ink of each player."""
    kinds = []
    for component, mark in zip(components, marked, strict=True):
        owner = drawn_owner(component, players)
        fill, ink = fills[owner - 1] if owner else colours(0)
        title = piece_title(component.name, owner)
        kind = {
            "name": component.name,
            "title": title,
            "owner": owner,
            "fill": fill,
            "ink": ink,
            "mark": mark,
            "tile": None,
            "faces": (),
            "signs": (),
            "parts": (),
            "card": None,
            "hollow": component.name.startswith(HOLLOW),
        }
        kinds.append(kind | _look(kind, title))
    return tuple(kinds)


def player_of(state: FreeState, owner: int) -> int:
    """Return the player who has an owner's pieces: the other one after a swap."""
    swapped = isinstance(state, State) and state.position.swapped
    return 3 - owner if swapped and owner else owner


def player_colours(state: FreeState) -> tuple[str, ...]:
    """Return the colour of each player: of the pieces, or of the path of the player's number."""
    paths = path_colours(state.game) if isinstance(state, State) else {}
    players = state.setup.players
    fills = colours_of(state.game) if isinstance(state, State) else all_colours(players)
    owners = (player_of(state, player) for player in range(1, players + 1))
    return tuple(paths.get(owner, fills[owner - 1][0]) for owner in owners)


def all_colours(players: int) -> tuple[tuple[str, str], ...]:
    """Return fill and ink of the pieces of `players` players."""
    return tuple(colours(owner) for owner in range(1, players + 1))


@lru_cache(16)
def colours_of(game: Game) -> tuple[tuple[str, str], ...]:
    """Return fill and ink of the pieces of each player of a game.

    They are the colours in the description if each player has one, and they differ in lightness
    enough to be told apart in greyscale.
    """
    named = colours_named(game)
    fills = [_named_colour(named.get(owner, ())) for owner in range(1, game.players + 1)]
    light = sorted(lightness(fill) for fill in fills if fill)
    apart = min((b - a for a, b in pairwise(light)), default=100)
    titles = (piece_title(one.name, one.owner) for one in game.components if one.owner)
    if not named and game.players == len(_CHESS) and "stands" in (look_of(t)[0] for t in titles):
        return _CHESS
    if not fills or not all(fills) or apart < MIN_APART:
        return all_colours(game.players)
    return tuple((fill, ink_on(fill)) for fill in fills)


def _named_colour(parts: tuple[str | int, ...]) -> str:
    """Return the colour of a name, or of red, green and blue; "" for others."""
    match parts:
        case (int(red), int(green), int(blue)) if min(red, green, blue) >= 0:
            return "#" + "".join(f"{min(part, 255):02x}" for part in (red, green, blue))
        case (str(name),):
            return BY_NAME.get(name.lower(), "")
    return ""


def colours(owner: int) -> tuple[str, str]:
    """Return the fill of a player's pieces, 0 for nobody's, and the ink on them, as roles."""
    role = f"p{(owner - 1) % (len(FILLS) - 1) + 1 if owner else 0}"
    return role, f"{role}-ink"


def drawn_owner(component: Component, players: int) -> int:
    """Return the player whose colour a component has; 0 for shared components."""
    return component.owner if component.owner <= players else 0


def faces_of(game: Game, component: int) -> tuple[int, ...]:
    """Return the numbers on the faces of a die; empty for other components."""
    scene = game.module.model.scene
    return scene.inventory.components[component - 1].faces if scene is not None else ()


def card_of(game: Game, component: int) -> dict[str, int] | None:
    """Return the properties of a card by their names; None if it is not a card."""
    item = game.module.model.items[component - 1]
    return {one.name: one.value for one in item.properties} if isinstance(item, Card) else None


def marks_of(game: Game) -> tuple[str, ...]:
    """Return the marks on the pieces of each component of a game; see `marks`.

    In games with large tiles a mark is the number at the end of the name, as on dominoes, else
    the first letter.
    """
    if part_names(game):
        names = [_without_owner(component, component.owner) for component in game.components]
        return tuple(_number_of(name) or name[0] for name in names)
    components = tuple(
        replace(component, name="") if faces_of(game, number) else component
        for number, component in enumerate(game.components, 1)
    )
    return marks(components, game.players)


def marks(components: Sequence[Component], players: int) -> tuple[str, ...]:
    """Return the marks on the pieces of each component; "" if colours and rings tell all apart."""
    owners = [drawn_owner(component, players) for component in components]
    looks = [
        (colours(owner), component.name.startswith(HOLLOW))
        for component, owner in zip(components, owners, strict=True)
        if component.name
    ]
    if len(set(looks)) == len(looks):
        return ("",) * len(components)
    names = tuple(map(_without_owner, components, owners))
    if all(len(name) <= MAX_MARK for name in names):
        return names
    short = _shortened(sorted(set(names)))
    return tuple(short.get(name) or str(number) for number, name in enumerate(names, start=1))


def _without_owner(component: Component, owner: int) -> str:
    return component.name.removesuffix(str(owner)) if owner else component.name


def _number_of(name: str) -> str:
    """Return the digits at the end of a name, "" without any."""
    return name[len(name.rstrip("0123456789")) :]


def _shortened(names: list[str]) -> dict[str, str]:
    """Return the first letter of each name, with a later one where others begin alike.

    >>> _shortened(["Bishop", "King", "Knight", "Pawn"])
    {'Bishop': 'B', 'King': 'Ki', 'Knight': 'Kn', 'Pawn': 'P'}
    """
    short: dict[str, str] = {}
    for name in names:
        alike = sum(other[:1] == name[:1] for other in names)
        candidates = [name[:1]] if alike == 1 else [name[:1] + letter for letter in name[1:]]
        if free := [mark for mark in candidates if mark not in short.values()]:
            short[name] = free[0]
    return short
