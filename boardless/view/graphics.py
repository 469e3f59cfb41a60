"""Forms of a description's metadata that say how pages show a game; no rule reads them.

``(metadata (graphics { ... }))`` may hold, beside forms of other programs, which are passed over:

``(places Shared 48 52 "This line" on:56)``
    sites 48 to 51 of the shared hand are a row with a title; what lies on sites 56 to 59 stands on
    them, and who clicks one means the other, too. ``P1``, ``P2``, ... are hands of players.
``(places Shared 0 48 "Bag" Folded)``
    the sites are a bag, of which pages tell how many pieces are in it
``(options "Guard" {"Priest" "Baron"})``
    what moves with a component mean that options tell apart, in their order; without a component
    all moves
``(raises Row 2 Row 0 "raise to #")``
    a cell of row 2, if its state is 0, is chosen to raise the state of the cell of its column in
    row 0 to twice the highest one there, with an option to three times that, and so on; # is the
    number to which. Told of moves that were made is what stands there then
``(piece "Q" "Queen Bee")``
    what people call a component, with or without a number behind its name
``(cells 0 {"Player 1" "Player 2"})``
    what people call the cells of a board that is laid out, from a site on; ``(cells Row 1 ...)`` of
    a row, counted from 0; one name in place of several is that of the whole row; ``(cells
    Regions)`` are called as the regions are that consist of one site
``(pass "Stop")``
    what a pass is called
``(digits 10000 "points" 100 "largest land" 1 "crowns")``
    what a payoff is made of, the largest unit first: 320510 are 32 points, 5 and 10
``(reason Hand "NoQueen" True "no queen is laid in the first turn")``
    why a piece of a hand, or of the ``Board``, cannot be played: it could if the definition was so
``(ends {"both queens are surrounded" "the queen is surrounded"})``
    how the rules for the end are called in a result, in their order
``(counts Now)``
    what would be paid if the game ended now is shown as points all along
``(states 0 4 {"is asked" "guess: Priest"})``
    what the local states 1, 2, ... of the cells from 0 to before 4 mean, written on them;
    ``(states Row 0 ...)`` of a row; one text such as ``"# in"`` is written with the state for #
``(colours {"yellow" "red"})``
    the colours that 1, 2, ... stand for in the property Colour of cards
``(face "Heart Virus" "red" "virus")``
    colour and figure of the cards that people call so, with or without a number behind the name
``(tint "blue" {1 9 11})``
    a disc of a colour below these sites

Of the forms of Ludii's, those are read that are a matter of form:

``(board Style Go)``
    the kind of board, see `view.ground`, `view.arranged` and `view.rows_arranged`;
    ``(board Checkered)``, and cells of several colours by
    ``(board Colour Phase0 ...)``, make it chequered
``(player Colour P1 (colour Black))``
    the colour of a player's pieces, by name or as red, green and blue
``(show Symbol "flower" "Replay")``
    a sign on the sites of a region, by its name or their numbers
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from boardless.games import Game
from boardless.games.initial.position import scene_of_game
from boardless.games.language.syntax import Atom, Group, Keyed, Kind, Node, is_form
from boardless.games.ludemes.owned_regions import Regions
from boardless.play.state import State
from boardless.view.boards import cells_of
from boardless.view.card_faces import BY_NUMBER, INKS

FOLDED = "Folded"
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
    #: The first of as many sites whose pieces stand on these, -1 if there are none.
    on: int = -1
    folded: bool = False


@lru_cache(16)
def rows_of(game: Game) -> tuple[HandRow, ...]:
    """Return the rows of hands that the metadata of a game tell."""
    found = []
    for form in _forms(game):
        match form.items[1:]:
            case (
                Atom(kind=Kind.WORD, text=role),
                Atom(kind=Kind.NUMBER, text=first),
                Atom(kind=Kind.NUMBER, text=end),
                Atom(kind=Kind.STRING, text=title),
                *more,
            ) if is_form(form, "places") and role in _ROLES:
                on = next((_site(str(n.value)) for n in more if isinstance(n, Keyed)), -1)
                folded = any(str(node) == FOLDED for node in more)
                found.append(
                    HandRow(_ROLES.index(role), _site(first), _site(end), title, on, folded)
                )
    return tuple(found)


@lru_cache(16)
def options_of(game: Game) -> dict[str, tuple[str, ...]]:
    """Return the names of options by the component that is moved, "" for any."""
    found = {}
    for form in _forms(game):
        if not is_form(form, "options") or len(form.items) < 2:
            continue
        *named, names = form.items[1:]
        if isinstance(names, Group):
            what = named[0].text if named and isinstance(named[0], Atom) else ""
            found[what] = tuple(one.text for one in names.items if isinstance(one, Atom))
    return found


class Raises(NamedTuple):
    """Cells that are chosen to raise a number: the sites from the first to before the last."""

    first: int
    end: int
    #: The first site of the numbers.
    numbers: int
    text: str


@lru_cache(16)
def raises_of(game: Game) -> Raises | None:
    """Return what is raised in a game, None where the metadata tell nothing of it."""
    for form in _forms(game):
        match form.items:
            case (Atom(text="raises"), *where, Atom(kind=Kind.STRING, text=text)) if (
                len(where) == 4
            ):
                return Raises(*_range(game, where[:2]), _range(game, where[2:])[0], text)
    return None


@lru_cache(16)
def names_of(game: Game) -> dict[str, str]:
    """Return what people call components, by their names without owners and numbers."""
    found: dict[str, str] = {}
    for form in _forms(game):
        match form.items:
            case (
                Atom(text="piece"),
                Atom(kind=Kind.STRING, text=name),
                Atom(kind=Kind.STRING, text=title),
            ):
                found[name] = title
    return found


@lru_cache(16)
def cells_of_game(game: Game) -> dict[int, str]:
    """Return what people call cells of the board, by their sites."""
    found: dict[int, str] = {}
    for form in _forms(game):
        if not is_form(form, "cells"):
            continue
        match form.items[1:]:
            case (Atom(text="Regions"),):
                found |= _regions_of_one(game)
            case (*where, Group(items=names)):
                first = _range(game, where)[0]
                found |= {first + n: one.text for n, one in enumerate(_atoms(names))}
            case (*where, Atom(kind=Kind.STRING, text=name)):
                found |= dict.fromkeys(range(*_range(game, where)), name)
    return found


def _range(game: Game, where: Sequence[Node]) -> tuple[int, int]:
    """Return the first of some sites and the one behind them: two numbers, one, or a row."""
    match where:
        case (Atom(text="Row"), Atom(kind=Kind.NUMBER, text=row)):
            return (_site(row) * _width(game), (_site(row) + 1) * _width(game))
        case (Atom(kind=Kind.NUMBER, text=first), Atom(kind=Kind.NUMBER, text=end)):
            return (_site(first), _site(end))
        case (Atom(kind=Kind.NUMBER, text=first),):
            return (_site(first), _site(first) + 1)
    return (0, 0)


@lru_cache(16)
def _width(game: Game) -> int:
    """Return the number of cells in the lowest row of a board."""
    rows = [y for _, _, y in cells_of(State(game).board)[1].values()]
    return rows.count(rows[0])


def _regions_of_one(game: Game) -> dict[int, str]:
    """Return the names of regions of one site, by that."""
    named = {
        item.name: item.parts
        for item in game.module.model.game.equipment.items
        if isinstance(item, Regions) and item.name
    }
    scene = scene_of_game(game.module.model.game)
    sites = {
        name: [s for part in parts for s in scene.sites_of(part)] for name, parts in named.items()
    }
    return {found[0]: name for name, found in sites.items() if len(found) == 1}


@lru_cache(16)
def card_colours(game: Game) -> tuple[str, ...]:
    """Return the names of the colours that numbers stand for on cards."""
    for form in _forms(game):
        match form.items:
            case (Atom(text="colours"), Group(items=names)):
                found = tuple(one.text.lower() for one in _atoms(names))
                if found and all(name in INKS for name in found):
                    return found
    return BY_NUMBER


@lru_cache(16)
def card_faces_of(game: Game) -> dict[str, tuple[str, str]]:
    """Return colour and figure of cards by what people call them."""
    found = {}
    for form in _forms(game):
        if is_form(form, "face"):
            texts = [one.text for one in _atoms(form.items[1:])]
            if len(texts) == 3:
                found[texts[0]] = (texts[1].lower(), texts[2].lower())
    return found


@lru_cache(16)
def tints_of(game: Game) -> dict[int, str]:
    """Return the names of the colours of discs below sites, by these."""
    found: dict[int, str] = {}
    for form in _forms(game):
        match form.items:
            case (Atom(text="tint"), Atom(kind=Kind.STRING, text=colour), Group(items=sites)):
                found |= {_site(one.text): colour.lower() for one in _atoms(sites)}
    return found


@lru_cache(16)
def pass_of(game: Game) -> str:
    """Return what a pass is called, "" where it has no other name."""
    for form in _forms(game):
        match form.items:
            case (Atom(text="pass"), Atom(kind=Kind.STRING, text=words)):
                return words
    return ""


@lru_cache(16)
def digits_of(game: Game) -> tuple[tuple[int, str], ...]:
    """Return the units of a payoff and what they count, the largest first; none of a plain one."""
    for form in _forms(game):
        if is_form(form, "digits"):
            atoms = [*_atoms(form.items[1:])]
            pairs = zip(atoms[::2], atoms[1::2], strict=False)
            found = [(_site(unit.text), name.text) for unit, name in pairs]
            if found and all(unit for unit, _ in found):
                return tuple(sorted(found, reverse=True))
    return ()


class Reason(NamedTuple):
    """Words for a definition: the reason why something cannot be played that else could be."""

    on_board: bool
    definition: str
    instead: str
    words: str


@lru_cache(16)
def reasons_of(game: Game) -> tuple[Reason, ...]:
    """Return the reasons that the metadata tell, in their order."""
    found = []
    for form in _forms(game):
        if is_form(form, "reason"):
            texts = [one.text for one in _atoms(form.items[1:])]
            if len(texts) == 4 and texts[2] in ("True", "False"):
                found.append(Reason(texts[0] == "Board", *texts[1:]))
    return tuple(found)


@lru_cache(16)
def ends_of(game: Game) -> tuple[str, ...]:
    """Return what the metadata say of the rules for the end, in the order of the rules."""
    for form in _forms(game):
        match form.items[1:]:
            case (Group(items=names),) if is_form(form, "ends"):
                return tuple(one.text for one in _atoms(names))
    return ()


@lru_cache(16)
def counts_now(game: Game) -> bool:
    """Tell whether pages show what would be paid if the game ended now."""
    return any(str(form) == "(counts Now)" for form in _forms(game))


@lru_cache(16)
def states_of(game: Game) -> dict[int, tuple[str, ...] | str]:
    """Return what the local states 1, 2, ... of cells mean, by their sites.

    A text in place of several has # for the state.
    """
    found: dict[int, tuple[str, ...] | str] = {}
    for form in _forms(game):
        if not is_form(form, "states"):
            continue
        match form.items[1:]:
            case (*where, Group(items=names)):
                words = tuple(one.text for one in _atoms(names))
                found |= dict.fromkeys(range(*_range(game, where)), words)
            case (*where, Atom(kind=Kind.STRING, text=text)):
                found |= dict.fromkeys(range(*_range(game, where)), text)
    return found


@lru_cache(16)
def style_of(game: Game) -> str:
    """Return the style of the board that the metadata name, in small letters; "" for none."""
    for form in _forms(game):
        match form.items[:3]:
            case (Atom(text="board"), Atom(text="Style"), Atom(text=style)):
                return style.lower()
    return ""


@lru_cache(16)
def has_phases(game: Game) -> bool:
    """Tell whether the metadata say that cells have several colours."""
    colours = set()
    for form in _forms(game):
        match form.items:
            case (Atom(text="board"), Atom(text="Checkered"), *_):
                return True
            case (Atom(text="board"), Atom(text="Colour"), Atom(text=phase), colour, *_):
                if phase.startswith("Phase"):
                    colours.add(str(colour))
    return len(colours) > 1


@lru_cache(16)
def colours_named(game: Game) -> dict[int, tuple[str, ...]]:
    """Return the colours that the metadata give to players: a name, or red, green and blue."""
    found: dict[int, tuple[str, ...]] = {}
    for form in _forms(game):
        match form.items:
            case (
                Atom(text="player"),
                Atom(text="Colour"),
                Atom(text=role),
                Group(items=(Atom(text="colour"), *parts)),
            ) if role in _ROLES[1:]:
                found[_ROLES.index(role)] = tuple(one.text for one in _atoms(tuple(parts)))
    return found


@lru_cache(16)
def symbols_of(game: Game) -> tuple[tuple[str, str | tuple[int, ...]], ...]:
    """Return the signs on sites: the name of each, and the name of a region or the sites."""
    found: list[tuple[str, str | tuple[int, ...]]] = []
    for form in _forms(game):
        match form.items:
            case (Atom(text="show"), Atom(text="Symbol"), Atom(text=sign), *more):
                for where in more:
                    if isinstance(where, Group) and where.bracket == "{":
                        found.append((sign, tuple(_site(it.text) for it in _atoms(where.items))))
                    elif isinstance(where, Atom) and where.kind is Kind.STRING:
                        found.append((sign, where.text))
    return tuple(found)


def _site(text: str) -> int:
    """Return the number of a site, 0 for what is none."""
    return min(int(text[:6]), MAX_SITE) if text.isdecimal() else 0


def _atoms(nodes: tuple[Node, ...]) -> Iterator[Atom]:
    return (node for node in nodes if isinstance(node, Atom))


def _forms(game: Game) -> Iterator[Group]:
    """Yield the forms in ``(graphics { ... })``."""
    for node in game.metadata:
        for part in node.items:
            if is_form(part, "graphics"):
                yield from _groups(part.items[1:])


def _groups(nodes: tuple[Node, ...]) -> Iterator[Group]:
    for node in nodes:
        if isinstance(node, Group):
            if node.bracket == "{":
                yield from _groups(node.items)
            elif node.items:
                yield node
