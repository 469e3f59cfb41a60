"""The board of a game, laid out from its description."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from boardless.games.building.scope import player_of
from boardless.games.language.binding import bind
from boardless.games.language.errors import LudemeError
from boardless.games.language.kinds import Role, SiteType
from boardless.games.language.options import choose, tiling_beside
from boardless.games.language.outline import outline
from boardless.games.language.syntax import is_form, walk
from boardless.games.ludemes.equipment import (
    BoardItem,
    Boardless,
    Item,
    LaidOut,
    MancalaBoard,
    SurakartaBoard,
)
from boardless.games.ludemes.matches import Match, described
from boardless.games.ludemes.sizes import integer_of_size, layout_of
from boardless.games.ludemes.tracks import OffBoard, Track, WayOfSites
from boardless.topo.layouts.fixed_board import FixedBoard
from boardless.topo.layouts.records import board_description
from boardless.topo.layouts.regions import END, surakarta_tracks, track
from boardless.topo.layouts.shapes import mancala
from boardless.util.inputs import InputError

if TYPE_CHECKING:
    from boardless.games.language.syntax import Group
    from boardless.games.library import Library
    from boardless.topo.layouts.layout import Layout
    from boardless.topo.layouts.records import Record
    from boardless.topo.layouts.regions import BoardTrack
    from boardless.topo.tilings.tiling import Tiling

#: Equipment with a board of fixed size.
_BOARDS = ("board", "mancalaBoard", "surakartaBoard")


@dataclass(frozen=True, eq=False)
class GameBoard:
    """The first board of a game and the tracks on it, in the order of the description."""

    name: str
    board: FixedBoard
    tracks: tuple[BoardTrack, ...]


def game_board(text: str, options: Sequence[str] = ()) -> GameBoard:
    """Lay out the first board of a game; only the ludemes of its board must be known."""
    parts = outline(text)
    game = parts.expanded(choose(parts.options, parts.rulesets, options)).node
    form = next((node for node, _ in walk(game) if is_form(node, *_BOARDS)), None)
    if form is None:
        expected = f"its equipment has none of {', '.join(_BOARDS)}"
        raise LudemeError(game.at, _name(game), f"no board of fixed size: {expected}")
    item = bind(form, Item)
    assert isinstance(item, LaidOut)
    layered = any(is_form(node, "layer") for node, _ in walk(game))
    return board_of_item(_name(game), item, layered)


def board_of_item(name: str, item: LaidOut, layered: bool = False) -> GameBoard:
    """Return the board of a game and its tracks; its rules may name layers (`layered`)."""
    board = _laid_out(item, layered)
    return GameBoard(name, board, tracks_of(item, board))


# Games return with other rules or options, and a board caches its geometry.
@lru_cache(16)
def _laid_out(item: LaidOut, layered: bool) -> FixedBoard:
    use = item.use if isinstance(item, BoardItem) else SiteType.VERTEX
    return FixedBoard(board_layout(item), str(use), layered)


def lay_out(text: str, options: Sequence[str] = ()) -> FixedBoard | Tiling:
    """Return the first board of a game, or the tiling of a growing one.

    For a match it is the board of the first game.
    """
    parts = outline(text)
    options, word = tiling_beside(options, parts.options)
    game = parts.expanded(choose(parts.options, parts.rulesets, options)).node
    if is_form(game, "match"):
        first = bind(game, Match).games.games[0]
        option = () if first.option is None else (first.option,)
        return lay_out(described(first, parts.subgames), option)
    form = next((node for node, _ in walk(game) if is_form(node, "boardless")), None)
    if form is None:
        return game_board(text, options).board
    item = bind(form, Item)
    assert isinstance(item, Boardless)
    return replace(item, tiling=word or item.tiling).plane


def recorded_game(record: Record, library: Library) -> Record:
    """Return our record of the board of the first game in a record."""
    file = str(next(iter(record.get("games", ())), ""))
    laid_out = game_board(library.text(file))
    return board_description(laid_out.board, laid_out.tracks)


def _name(game: Group) -> str:
    return str(game.items[1]).strip('"') if len(game.items) > 1 else str(game)


def tracks_of(item: LaidOut, board: FixedBoard) -> tuple[BoardTrack, ...]:
    """Return the tracks on a board, in the order of the description."""
    if isinstance(item, SurakartaBoard):
        try:
            return tuple(surakarta_tracks(board, item.loops, item.from_))
        except InputError as error:
            item.reject(str(error))
    ludemes = item.tracks if isinstance(item, MancalaBoard) else item.details
    return tuple(_track(part, board) for part in ludemes if isinstance(part, Track))


def _track(item: Track, board: FixedBoard) -> BoardTrack:
    path = item.path
    assert isinstance(path, str | WayOfSites)
    sites = (
        path
        if isinstance(path, str)
        else [END if isinstance(site, OffBoard) else integer_of_size(site) for site in path.sites]
    )
    try:
        return track(board, item.name, sites, _owner(item), item.loop, item.directed)
    except InputError as error:
        item.reject(str(error))


def _owner(item: Track) -> int:
    """Return the number of the player who owns a track, or 0."""
    owner = item.owner
    if owner is None:
        return 0
    return player_of(owner) if isinstance(owner, Role) else integer_of_size(owner)


def board_layout(board: LaidOut) -> Layout:
    """Return the layout of a board."""
    if isinstance(board, BoardItem):
        return layout_of(board.graph, board.use)
    if isinstance(board, SurakartaBoard):
        return layout_of(board.graph, SiteType.VERTEX)
    try:
        return mancala(board.rows, board.columns, board.store.value, board.num_stores)
    except InputError as error:
        board.reject(str(error))
