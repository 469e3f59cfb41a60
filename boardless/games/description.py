"""Descriptions of games, read into trees of ludemes."""

import hashlib
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from boardless.games.language.choices import OpenChoice
from boardless.games.language.errors import LudemeError
from boardless.games.language.options import (
    ELSEWHERE,
    Option,
    choose,
    find_item,
    find_option,
    options_told,
    tiling_beside,
    tiling_choice,
    word_of_tiling,
)
from boardless.games.language.outline import ExpandedText, outline
from boardless.games.language.syntax import Atom, Group, is_form, walk
from boardless.topo import TILINGS, InputError, Tiling
from boardless.util.inputs import did_you_mean

# The ludemes are imported only to read a text: their import takes longer than all else for a game
# with a cached module.
if TYPE_CHECKING:
    from boardless.games.language.kinds import TilingName
    from boardless.games.ludemes.game import GameTree as Game

# Subjects of headings of options for the tiling.
_TILING = ("tiling", "tile")
#: Prefix of the number of a game of a match among options; without it, the first game, 0.
SUBGAME = "Subgame/"


@dataclass(frozen=True)
class Description:
    """A game as given by its description and the chosen options.

    Attributes
    ----------
    tree : Game
        The game's ludemes, with every definition and option expanded.
    options : tuple of str
        The item taken of each option, ``"Heading/Label"``.
    choices : tuple of OpenChoice
        The open choices of the description, as in reconstructions, and the alternatives taken.
    metadata : tuple of Group
        The forms ``(metadata ...)`` as written; they are not part of the rules.
    digest : str
        SHA-256 of the text, in hexadecimal.
    text : str
        The description as written.
    large : bool
        Whether the limits for texts from strangers are raised.
    """

    tree: "Game"
    options: tuple[str, ...]
    choices: tuple[OpenChoice, ...]
    metadata: tuple[Group, ...]
    digest: str
    text: str = field(repr=False)
    large: bool = False

    def __repr__(self) -> str:
        return f"<Description {self.name}{options_told(self.options)}>"

    @property
    def name(self) -> str:
        """The game's name."""
        return self.tree.name

    @property
    def about(self) -> str:
        """The sentence of ``(description "...")`` in the metadata, as one line, or ""."""
        return self._told("description")

    @property
    def rules(self) -> str:
        """The text of ``(rules "...")`` in the metadata, as one line, or ""."""
        return self._told("rules")

    def _told(self, head: str) -> str:
        for form in self.metadata:
            for node, _ in walk(form):
                if is_form(node, head):
                    match node.items:
                        case (_, Atom(text=words), *_):
                            return " ".join(words.split())
        return ""


def read(
    text: str,
    options: Sequence[str] = (),
    *,
    tiling: str | Tiling | None = None,
    large: bool = False,
) -> Description:
    """Read a description of a game.

    Parameters
    ----------
    text : str
        The description, in L-GDL.
    options : sequence of str
        The choices: ``"Heading/Label"``, or the name of a ruleset; case does not matter. Other
        options take their defaults.
    tiling : str or Tiling, optional
        A short form that chooses the item with this name. The item belongs to the option with
        tilings or tiles in its heading, or with the word in an item. A boardless game also accepts
        any other tiling: a Tiling, one of its names, or the path of its table (.json).
        "Tiling/NAME" among the options means the same, with the table in place of the name for an
        unnamed tiling.
    large : bool
        Accept texts twenty times as long as texts from strangers.

    Raises
    ------
    LudemeError
        If the text does not describe one game, or an option or the tiling is unknown.
    """
    wanted = None if tiling is None else tiling_choice(tiling)
    parts = outline(text, large=large)
    offered = parts.options
    options, word = tiling_beside(options, offered)
    item = refused = None
    if wanted is not None:
        try:
            item = find_item(offered, _TILING, wanted)
        except LudemeError as error:
            # A tiling outside the description.
            refused = error
        word = None if item else word or word_of_tiling(wanted)
    options, number = _of_subgame(options)
    choices = choose(offered, parts.rulesets, (*options, item) if item else options)
    expansion = parts.expanded(choices)
    tree = _tree_of(expansion.node, parts.subgames, number, large)
    taken = [*expansion.options, *([f"{SUBGAME}{number}"] if number else [])]
    if word is not None or (wanted is not None and not item):
        tree = _moved(tree, word, refused, tiling or word)
        taken = [name for name in taken if not _speaks_of_tiling(name)] + [f"{ELSEWHERE}{word}"]
    return Description(
        tree=tree,
        options=tuple(taken),
        choices=expansion.choices,
        metadata=parts.metadata,
        digest=hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest(),
        text=text,
        large=large,
    )


def _of_subgame(options: Sequence[str]) -> tuple[tuple[str, ...], int]:
    """Split off the option for a game of a match, and return its number; 0 is the first."""
    options = (options,) if isinstance(options, str) else tuple(options)
    numbers = [name for name in options if re.fullmatch(rf"{SUBGAME}\d{{1,3}}", name)]
    others = tuple(name for name in options if name not in numbers)
    return others, int(numbers[0].removeprefix(SUBGAME)) if numbers else 0


def _tree_of(node: Group, subgames: Mapping[str, str], number: int, large: bool) -> "Game":
    """Return the tree of a game, or of the game of a match with a number."""
    from boardless.games.language.binding import bind
    from boardless.games.ludemes.game import GameTree
    from boardless.games.ludemes.matches import Match, MatchGame, described

    if not is_form(node, "match"):
        if number:
            raise LudemeError(node.at, f"{SUBGAME}{number}", "this is not a match of several games")
        return bind(node, GameTree)
    match = bind(node, Match)
    games = match.games.games
    if number >= len(games):
        raise LudemeError(match.place, f"{SUBGAME}{number}", f"{match.name} has {len(games)} games")
    subgame = games[number]
    options = () if subgame.option is None else (subgame.option,)
    game = read(described(subgame, subgames), options, large=large).tree
    return MatchGame.of(match, number, game)


def expand(text: str, options: Sequence[str] = ()) -> ExpandedText:
    """Return a description with definitions, options, ranges and open choices expanded.

    The expansion does not check ludemes, so it accepts any description.

    Parameters
    ----------
    text : str
        The description, in L-GDL.
    options : sequence of str
        The choices; see `read`.

    Raises
    ------
    LudemeError
        If the text cannot be read, or an option is unknown.

    Examples
    --------
    >>> from boardless.games import expand
    >>> print(expand('(game "A" {("Odd" 1..3)}) (define "Odd" (odd #1))'))
    (game "A" {(odd 1 2 3)})
    """
    parts = outline(text)
    options, _ = tiling_beside(options, parts.options)
    return parts.expanded(choose(parts.options, parts.rulesets, options))


def offered_options(text: str) -> tuple[Option, ...]:
    """Return the options that a description offers, in its order.

    Raises
    ------
    LudemeError
        If the text cannot be read.
    """
    return outline(text).options


def chooses_tiling(text: str, options: Sequence[str], tiling: str) -> bool:
    """Return True if options, or rulesets among them, take an item of the tiling option."""
    parts = outline(text)
    option = find_option(parts.options, _TILING, tiling)
    if option is None:
        return False
    wanted = {name.casefold() for name in options}
    for ruleset in parts.rulesets:
        if ruleset.name.casefold() in wanted:
            wanted.update(name.casefold() for name in ruleset.options)
    return any(name.casefold() in wanted for name, _ in option.names())


def _speaks_of_tiling(name: str) -> bool:
    heading = name.partition("/")[0].casefold()
    return any(subject in heading for subject in _TILING)


def _moved(
    tree: "Game", word: "TilingName | str | None", refused: LudemeError | None, wanted: object
) -> "Game":
    """Return a boardless game on another tiling; raise a LudemeError if it cannot move."""
    from boardless.games.ludemes.equipment import Boardless

    items = tree.equipment.items
    shown = wanted.name if isinstance(wanted, Tiling) else str(wanted)
    if not any(isinstance(item, Boardless) for item in items):
        only = f"{tree.name} has no option for the tiling: its board is fixed"
        raise refused or LudemeError(None, shown, only)
    if word is None:
        suited = [
            name for name in TILINGS if _compiles(_moved(tree, word_of_tiling(name), None, name))
        ]
        near = f"{refused.expected}; or" if refused else did_you_mean(shown, suited, 1)
        allowed = ", ".join([*suited, "a Tiling, or the path of a table (.json)"])
        raise LudemeError(None, shown, f"{near and near + ' '}choose one of {allowed}")
    moved = tuple(replace(i, tiling=word) if isinstance(i, Boardless) else i for i in items)
    return replace(tree, equipment=replace(tree.equipment, items=moved))


def _compiles(tree: "Game") -> bool:
    from boardless.games.compiler.module import module_of

    with suppress(InputError):
        return bool(module_of(tree))
    return False
