"""A description of a game, read."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from boardless.games.language.binding import bind
from boardless.games.language.errors import LudemeError, one_of
from boardless.games.language.expansion import Expander, read_definitions
from boardless.games.language.options import (
    Option,
    choose,
    find_item,
    find_option,
    read_option,
    read_rulesets,
)
from boardless.games.language.reader import read_nodes
from boardless.games.language.syntax import Group, is_form
from boardless.games.ludemes.equipment import Boardless
from boardless.games.ludemes.game import Game
from boardless.games.ludemes.kinds import TilingName
from boardless.topo import InputError, tiling_named

_PARTS = ("game", "define", "option", "rulesets", "metadata")
# What the heading of an option speaks of that is the tiling.
_TILING = ("tiling", "tile")
# What stands before the name of a tiling that no option offers.
_ELSEWHERE = "Tiling/"


@dataclass(frozen=True)
class Description:
    """A game as its description and the chosen options give it.

    Attributes
    ----------
    tree : Game
        The game's ludemes, every definition and option in its place.
    options : tuple of str
        The item taken of each option, ``"Heading/Label"``.
    metadata : tuple of Group
        The forms ``(metadata ...)`` as they were written; no part of the rules.
    digest : str
        SHA-256 of the text, in hexadecimal.
    text : str
        The description as it was written.
    """

    tree: Game
    options: tuple[str, ...]
    metadata: tuple[Group, ...]
    digest: str
    text: str = field(repr=False)

    @property
    def name(self) -> str:
        """The game's name."""
        return self.tree.name


def read(text: str, options: Sequence[str] = (), *, tiling: str | None = None) -> Description:
    """Read a description of a game.

    Parameters
    ----------
    text : str
        The description, in L-GDL.
    options : sequence of str
        What to choose: ``"Heading/Label"``, or the name of a ruleset; case does not matter. Other
        options take their defaults.
    tiling : str, optional
        Short for the item of this name of the option for the tiling: the one whose heading speaks
        of tilings or tiles, or that has the word in an item. A boardless game takes any other
        tiling, too, by one of its names; "Tiling/NAME" among the options says the same.

    Raises
    ------
    LudemeError
        If the text is no description of one game, or an option or the tiling is unknown.
    """
    parts = _parts(text)
    offered = _options(parts)
    rulesets = [ruleset for form in parts["rulesets"] for ruleset in read_rulesets(form)]
    options, word = _elsewhere(options, offered)
    item = None
    if tiling is not None:
        try:
            item = find_item(offered, _TILING, tiling)
        except LudemeError:
            # A tiling that the description does not speak of.
            if (word := _word(tiling)) is None:
                raise
        word = None if item else word or _word(tiling)
    choices = choose(offered, rulesets, (*options, item) if item else options)
    expand = Expander(read_definitions(parts["define"]), choices)
    if len(parts["game"]) != 1:
        place = parts["game"][1].at if parts["game"] else None
        raise LudemeError(place, "the description", 'expected one (game "Name" ...)')
    (node,) = expand(parts["game"][0])
    tree = bind(node, Game)
    taken = [f"{option.heading}/{item.label}" for option, item in choices.values()]
    if word is not None and (moved := _moved(tree, word)) is not None:
        tree = moved
        taken = [name for name in taken if not _speaks_of_tiling(name)] + [_ELSEWHERE + word.value]
    elif word is not None or (tiling is not None and not item):
        _check_tiling(tree, tiling or str(word))
    return Description(
        tree=tree,
        options=tuple(taken),
        metadata=tuple(parts["metadata"]),
        digest=hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest(),
        text=text,
    )


def offered_options(text: str) -> tuple[Option, ...]:
    """Return the options that a description offers, in its order.

    Raises
    ------
    LudemeError
        If the text cannot be read.
    """
    return _options(_parts(text))


def chooses_tiling(text: str, options: Sequence[str], tiling: str) -> bool:
    """Tell whether options, or rulesets among them, take an item of the option for a tiling.

    Raises
    ------
    LudemeError
        If the text cannot be read.
    """
    parts = _parts(text)
    option = find_option(_options(parts), _TILING, tiling)
    if option is None:
        return False
    wanted = {name.casefold() for name in options}
    for ruleset in (r for form in parts["rulesets"] for r in read_rulesets(form)):
        if ruleset.name.casefold() in wanted:
            wanted.update(name.casefold() for name in ruleset.options)
    return any(name.casefold() in wanted for name, _ in option.names())


def _elsewhere(
    options: Sequence[str], offered: Sequence[Option]
) -> tuple[Sequence[str], TilingName | None]:
    """Return the options that a description offers, and the tiling that one names beside them."""
    if isinstance(options, str):
        options = (options,)
    known = {name.casefold() for option in offered for name, _ in option.names()}
    words = {
        name: word
        for name in options
        if name.casefold().startswith(_ELSEWHERE.casefold())
        and name.casefold() not in known
        and (word := _word(name[len(_ELSEWHERE) :]))
    }
    left = tuple(name for name in options if name not in words)
    return left, next(iter(words.values()), None)


def _word(tiling: str) -> TilingName | None:
    """Return the language's word for a tiling by one of its names, or None."""
    try:
        wanted = tiling_named(tiling)
    except InputError:
        return None
    return next(word for word in TilingName if tiling_named(word.value) is wanted)


def _speaks_of_tiling(name: str) -> bool:
    heading = name.partition("/")[0].casefold()
    return any(subject in heading for subject in _TILING)


def _moved(tree: Game, word: TilingName) -> Game | None:
    """Return a boardless game on another tiling; None if it has a board."""
    items = tree.equipment.items
    if not any(isinstance(item, Boardless) for item in items):
        return None
    moved = tuple(replace(i, tiling=word) if isinstance(i, Boardless) else i for i in items)
    return replace(tree, equipment=replace(tree.equipment, items=moved))


def _check_tiling(tree: Game, wanted: str) -> None:
    """Raise unless the game grows on the tiling called `wanted`, the only one it has."""
    boards = [item for item in tree.equipment.items if isinstance(item, Boardless)]
    names = [str(board.tiling) for board in boards]
    if wanted.casefold() not in [name.casefold() for name in names]:
        only = f"its tiling is {one_of(names)}" if names else "its board is fixed"
        raise LudemeError(None, wanted, f"{tree.name} has no option for the tiling: {only}")


def _parts(text: str) -> dict[str, list[Group]]:
    """Return the forms of a text by what they are."""
    parts: dict[str, list[Group]] = {part: [] for part in _PARTS}
    for node in read_nodes(text):
        if not isinstance(node, Group) or not is_form(node, *_PARTS):
            raise LudemeError(node.at, node, f"expected one of ({' ...), ('.join(_PARTS)} ...)")
        parts[str(node.items[0])].append(node)
    return parts


def _options(parts: dict[str, list[Group]]) -> tuple[Option, ...]:
    options: dict[str, Option] = {}
    headings: set[str] = set()
    for form in parts["option"]:
        option = read_option(form)
        if option.tag in options:
            raise LudemeError(form.at, f"<{option.tag}>", "two options have this tag")
        if option.heading.casefold() in headings:
            raise LudemeError(form.at, option.heading, "two options have this heading")
        options[option.tag] = option
        headings.add(option.heading.casefold())
    return tuple(options.values())
