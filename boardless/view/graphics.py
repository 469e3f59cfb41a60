"""Forms of a description's metadata that say how pages show a game; no rule reads them.

``(metadata (graphics { ... }))`` may hold these forms. Forms of other programs are ignored.

``(places Shared 48 52 "This line" on:56)``
    sites 48 to 51 of the shared hand are a row with a title. Pieces on sites 56 to 59 stand on
    them, and a click on one means the other, too. ``P1``, ``P2``, ... are hands of players
``(places Shared 0 48 "Bag" Folded)``
    the sites are a bag, and pages tell the number of its pieces
``(options "Guard" {"Priest" "Baron"})``
    names of the options of moves with a component, in their order; without one, of all moves
``(raises Row 2 Row 0 "raise to #")``
    Choosing a cell of row 2 raises the state of its column in row 0. Only cells with state 0 do so.
    The new state is twice the highest one in row 0, with an option three times, and so on. # is the
    new state, and in the list of moves the state after the move
``(piece "Q" "Queen Bee")``
    the name of a component for people, with or without a number behind it
``(cells 0 {"Player 1" "Player 2"})``
    names of cells from a site on; ``(cells Row 1 ...)`` of a row, counted from 0; one text is the
    name of the whole row; ``(cells Regions)`` takes the names of regions of one site
``(pass "Stop")``
    the name of a pass
``(digits 10000 "points" 100 "largest land" 1 "crowns")``
    the parts of a payoff, the largest unit first: 320510 are 32 points, 5 and 10
``(reason Hand "NoQueen" True "no queen is laid in the first turn")``
    the reason why nobody can play a piece of a hand, or of the ``Board``: the definition is false
``(ends {"both queens are surrounded" "the queen is surrounded"})``
    names of the rules for the end, in their order, for results
``(counts Now)``
    pages show the points that the game would pay if it ended now
``(states 0 4 {"is asked" "guess: Priest"})``
    texts for the local states 1, 2, ... of the cells from 0 to before 4, written on them;
    ``(states Row 0 ...)`` of a row; one text such as ``"# in"`` has # for the state
``(colours {"yellow" "red"})``
    the colours 1, 2, ... in the property Colour of cards
``(face "Heart Virus" "red" "virus")``
    colour and figure of cards with this name, with or without a number behind it
``(tint "blue" {1 9 11})``
    a disc of a colour below these sites
``(frames Columns 400 0 9 (rows 3 0 0 0 0 86 0 {"car #" "engine"}) (frame 53 53 "red" "ink" 5))``
    the board has frames, one for each player and a last one: its columns, or blocks of ``Rows``.
    The next frame is 400 hundredths of an edge to the right, 9 frames are a line, and the next line
    is 0 below. Of a pair such as ``{"car #" "engine"}`` the second value is for the last frame. The
    parts of a frame are, with x and y to the right and down:

    ``(rows 3 X Y DX DY RX RY NAME ...)``
        the next 3 rows of the board, or ``Players`` or the ``Rest``, from X, Y on: to the next
        place of a row by DX, DY, and to the next row by RX, RY; a name for each column, # is the
        number of the frame
    ``(frame WIDE HIGH FILL STROKE WIDTH)``
        a rectangle that reaches so far beyond the places before it
    ``(mark "M0,0h9v9z" X Y FILL STROKE WIDTH)``
        a path, or a figure of `view.glyphs`. A colour is one of `topo.drawing.palette`, "" or
        ``Player``

Of Ludii's forms these have an effect:

``(board Style Go)``
    the kind of board, see `view.ground` and `view.arranged`; ``(board Checkered)``, and cells of
    several colours by ``(board Colour Phase0 ...)``, make it chequered
``(player Colour P1 (colour Black))``
    the colour of a player's pieces, by name or as red, green and blue
``(show Symbol "flower" "Replay")``
    a sign on the sites of a region, by its name or their numbers
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from boardless.games import Game
from boardless.games.initial.position import scene_of_game
from boardless.games.language.syntax import Group, Keyed, Kind, Node, is_form
from boardless.games.ludemes.owned_regions import Regions
from boardless.play.state import State
from boardless.view.boards import cells_of
from boardless.view.glyphs import BY_NUMBER, INKS

#: Larger sites of hands and cells are not named.
MAX_SITE = 10_000
_ROLES = ("Shared", *(f"P{player}" for player in range(1, 17)))


@dataclass(frozen=True)
class HandRow:
    """Sites of a hand that pages show as a row: from the first to before the last."""

    #: 0 for the shared hand.
    owner: int
    first: int
    end: int
    title: str
    #: The first of an equal number of sites whose pieces stand on these sites, or -1.
    on: int = -1
    folded: bool = False


@lru_cache(16)
def rows_of(game: Game) -> tuple[HandRow, ...]:
    """Return the rows of hands that the metadata of a game define."""
    rows = []
    for form in _forms(game, "places"):
        match form:
            case (str(role), int(first), int(end), str(title), *more) if role in _ROLES:
                keyed = (_value(one.value) for one in more if isinstance(one, Keyed))
                on = next((site for site in keyed if isinstance(site, int)), -1)
                rows.append(HandRow(_ROLES.index(role), first, end, title, on, "Folded" in more))
    return tuple(rows)


@lru_cache(16)
def options_of(game: Game) -> dict[str, tuple[str, ...]]:
    """Return the names of options by the component that is moved, "" for any."""
    return {
        "".join(_texts(form[:-1])[:1]): _texts(form[-1])
        for form in _forms(game, "options")
        if form and isinstance(form[-1], tuple)
    }


class Raises(NamedTuple):
    """Cells that are chosen to raise a number: the sites from the first to before the last."""

    first: int
    end: int
    #: The first site of the numbers.
    numbers: int
    text: str


@lru_cache(16)
def raises_of(game: Game) -> Raises | None:
    """Return the cells that raise a number in a game, or None."""
    for form in _forms(game, "raises"):
        if len(form) == 5 and _is_text(form[4]):
            return Raises(*_range(game, form[:2]), _range(game, form[2:4])[0], form[4])
    return None


def names_of(game: Game) -> dict[str, str]:
    """Return display names of components, by their names without owners and numbers."""
    return {
        name: title for name, title in _pairs(game, "piece") if _is_text(name) and _is_text(title)
    }


@lru_cache(16)
def cells_of_game(game: Game) -> dict[int, str]:
    """Return display names of cells of the board, by their sites."""
    names: dict[int, str] = {}
    for form in _forms(game, "cells"):
        match form:
            case ("Regions",):
                names |= _regions_of_one(game)
            case (*where, tuple(called)):
                names |= dict(enumerate(_texts(called), _range(game, where)[0]))
            case (*where, name) if _is_text(name):
                names |= dict.fromkeys(range(*_range(game, where)), name)
    return names


def _range(game: Game, where: Sequence[Any]) -> tuple[int, int]:
    """Return the first of some sites and the end: of two numbers, one, or a row."""
    match where:
        case ("Row", int(row)):
            return row * width_of(game), (row + 1) * width_of(game)
        case (int(first), int(end)):
            return first, end
        case (int(first),):
            return first, first + 1
    return 0, 0


@lru_cache(16)
def width_of(game: Game) -> int:
    """Return the number of cells in the lowest row of a board."""
    rows = [y for _, _, y in cells_of(State(game).board)[1].values()]
    return rows.count(rows[0])


def _regions_of_one(game: Game) -> dict[int, str]:
    """Return the names of regions of one site, by the site."""
    scene = scene_of_game(game.module.model.game)
    names = {}
    for item in game.module.model.game.equipment.items:
        if isinstance(item, Regions) and item.name:
            sites = [site for part in item.parts for site in scene.sites_of(part)]
            if len(sites) == 1:
                names[sites[0]] = item.name
    return names


def card_colours(game: Game) -> tuple[str, ...]:
    """Return the names of the colours that numbers stand for on cards."""
    for form in _forms(game, "colours"):
        match form:
            case (tuple(texts),):
                names = tuple(map(str.lower, _texts(texts)))
                if names and INKS.keys() >= {*names}:
                    return names
    return BY_NUMBER


def card_faces_of(game: Game) -> dict[str, tuple[str, str]]:
    """Return the colour and the figure of cards, by their display names."""
    faces = (_texts(form) for form in _forms(game, "face"))
    return {face[0]: (face[1].lower(), face[2].lower()) for face in faces if len(face) == 3}


@lru_cache(16)
def tints_of(game: Game) -> dict[int, str]:
    """Return the names of the colours of discs below sites, by site."""
    return {
        site: colour.lower()
        for colour, sites in _pairs(game, "tint")
        if _is_text(colour) and isinstance(sites, tuple)
        for site in sites
        if isinstance(site, int)
    }


def pass_of(game: Game) -> str:
    """Return the name of a pass, "" without a special name."""
    return next((form[0] for form in _forms(game, "pass") if form and _is_text(form[0])), "")


@lru_cache(16)
def digits_of(game: Game) -> tuple[tuple[int, str], ...]:
    """Return the units of a payoff and their names, the largest first; () for a plain one."""
    for form in _forms(game, "digits"):
        if form and all(isinstance(unit, int) and unit > 0 for unit in form[::2]):
            return tuple(sorted(zip(form[::2], _texts(form[1::2]), strict=False), reverse=True))
    return ()


class Reason(NamedTuple):
    """Words for a definition: the reason why somebody cannot play a piece."""

    on_board: bool
    definition: str
    instead: str
    words: str


def reasons_of(game: Game) -> tuple[Reason, ...]:
    """Return the reasons in the metadata, in their order."""
    return tuple(
        Reason(form[0] == "Board", *form[1:])
        for form in map(_texts, _forms(game, "reason"))
        if len(form) == 4 and form[2] in ("True", "False")
    )


def ends_of(game: Game) -> tuple[str, ...]:
    """Return the names of the rules for the end, in the order of the rules."""
    for form in _forms(game, "ends"):
        match form:
            case (tuple(ends),):
                return _texts(ends)
    return ()


def counts_now(game: Game) -> bool:
    """Return True if pages show the points that the game would pay if it ended now."""
    return ("Now",) in _forms(game, "counts")


@lru_cache(16)
def states_of(game: Game) -> dict[int, tuple[str, ...] | str]:
    """Return texts for the local states 1, 2, ... of cells, by their sites.

    A text in place of several has # for the state.
    """
    meanings: dict[int, tuple[str, ...] | str] = {}
    for *where, words in filter(None, _forms(game, "states")):
        if isinstance(words, tuple):
            meanings |= dict.fromkeys(range(*_range(game, where)), _texts(words))
        elif _is_text(words):
            meanings |= dict.fromkeys(range(*_range(game, where)), words)
    return meanings


@lru_cache(16)
def style_of(game: Game) -> str:
    """Return the style of the board that the metadata name, in small letters, or ""."""
    styles = (form[1:2] for form in _forms(game, "board") if form[:1] == ("Style",))
    return "".join(next(filter(None, map(_texts, styles)), ())).lower()


def has_phases(game: Game) -> bool:
    """Return True if the metadata say that cells have several colours."""
    boards = _forms(game, "board")
    colours = {
        form[2]
        for form in boards
        if len(form) > 2 and form[0] == "Colour" and str(form[1]).startswith("Phase")
    }
    return len(colours) > 1 or any(form[:1] == ("Checkered",) for form in boards)


def colours_named(game: Game) -> dict[int, tuple[str | int, ...]]:
    """Return the colours that the metadata give to players: a name, or red, green and blue."""
    colours = {}
    for form in _forms(game, "player"):
        match form:
            case ("Colour", str(role), ("colour", *parts)) if role in _ROLES[1:]:
                colours[_ROLES.index(role)] = tuple(one for one in parts if _texts((one,)))
    return colours


def symbols_of(game: Game) -> tuple[tuple[str, str | tuple[int, ...]], ...]:
    """Return the signs on sites: the name of each, and the name of a region or the sites."""
    signs = []
    for form in _forms(game, "show"):
        match form:
            case ("Symbol", str(sign), *regions):
                signs += [(sign, where) for where in regions if _is_text(where)]
                lists = (where for where in regions if type(where) is tuple)
                signs += [(sign, tuple(n for n in one if isinstance(n, int))) for one in lists]
    return tuple(signs)


class Frames(NamedTuple):
    """Frames of a board; see ``(frames ...)`` above."""

    are_columns: bool
    right: int
    down: int
    in_line: int
    #: The values of each part: the value for all frames except the last, and for the last one.
    parts: tuple[tuple[tuple[Any, Any], ...], ...]


def frames_of(game: Game) -> tuple[Frames, ...]:
    """Return the frames in which the metadata arrange a board."""
    frames = []
    for form in _forms(game, "frames"):
        match form:
            case (str(way), int(right), int(down), int(line), *parts) if line > 0:
                pairs = tuple(
                    tuple(
                        (one[0], one[-1]) if isinstance(one, tuple) else (one, one) for one in part
                    )
                    for part in parts
                )
                frames.append(Frames(way == "Columns", right, down, line, pairs))
    return tuple(frames)


def _pairs(game: Game, head: str) -> list[tuple[Any, Any]]:
    """Return the forms of a name that have two values."""
    return [(form[0], form[1]) for form in _forms(game, head) if len(form) == 2]


def _texts(values: Sequence[Any]) -> tuple[str, ...]:
    """Return the words, texts and numbers among values, as texts."""
    return tuple(str(value) for value in values if isinstance(value, str | int))


def _is_text(value: object) -> bool:
    """Return True for a text in quotes, and False for a word."""
    return type(value) is str


def _forms(game: Game, head: str) -> Sequence[tuple[Any, ...]]:
    """Return the values behind a name in each of its forms in ``(graphics { ... })``.

    They are whole numbers, texts, words (`_Word`), tuples in place of lists, `_Form` in place of
    forms, and values with a key as they are.
    """
    return _all_forms(game).get(head, ())


class _Word(str):
    """A word, or a number with a fraction."""


class _Form(tuple[Any, ...]):
    """The values of a form, its name first."""


@lru_cache(16)
def _all_forms(game: Game) -> dict[Any, list[tuple[Any, ...]]]:
    forms = defaultdict(list)
    parts = [part for node in game.metadata for part in node.items if is_form(part, "graphics")]
    while parts:
        for node in parts.pop().items:
            if isinstance(node, Group) and node.bracket == "{":
                parts.append(node)
            elif isinstance(node, Group) and node.items:
                head, *values = map(_value, node.items)
                forms[head].append(tuple(values))
    return forms


def _value(node: Node) -> Any:
    if isinstance(node, Keyed):
        return node
    if isinstance(node, Group):
        values = map(_value, node.items)
        return _Form(values) if node.bracket == "(" else tuple(values)
    if node.kind is Kind.NUMBER and "." not in node.text:
        return min(int(node.text[:6]), MAX_SITE)
    return node.text if node.kind is Kind.STRING else _Word(node.text)
