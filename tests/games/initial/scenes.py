"""Small games for the tests of what is there before the first move."""

from typing import Any

from boardless.games import expand
from boardless.games.initial.board import game_board
from boardless.games.initial.contents import InitialContents, StartContents
from boardless.games.initial.position import scene_of, start_contents
from boardless.games.initial.scene import InitialPosition
from boardless.games.language.binding import bind
from boardless.games.language.ludeme import Ludeme
from boardless.games.language.reader import read_nodes
from boardless.games.language.syntax import is_form, walk
from boardless.games.ludemes.equipment import Equipment
from boardless.games.ludemes.game import Players
from boardless.games.ludemes.start import Start

#: Cells of a square board of 5 by 5, with something of every sort.
EQUIPMENT = """
    (board (square 5) {(track "Round" "0,E,N,W" loop:True) (track "Home" {4 9 14 End} P2)})
    (hand Each size:2)
    (dice d:4 num:2)
    (piece "Pawn" Each)
    (piece "Rock" Neutral)
    (regions "Home" P1 (sites Bottom))
    (regions "Home" P2 (sites Top))
    (regions "Middle" (sites {7 11 12}))
    (map "Port" {(pair P1 "A5") (pair P2 "E1") (pair 7 0)})
    (map {(pair 1 "Rock0") (pair 2 LastSite)})
    (hints {(hint {0 1} 3) (hint 4 1)})
"""


def parts(equipment: str = EQUIPMENT, players: str = "2", start: str = "") -> tuple[Any, ...]:
    """Return the board, the equipment, the players and the start of a game."""
    rules = f"(start {{{start}}})"
    text = f'(game "G" (players {players}) (equipment {{{equipment}}}) (rules {rules}))'
    laid_out = game_board(text)
    nodes = [node for node, _ in walk(expand(text).node)]

    def part(head: str, kind: type[Ludeme]) -> Any:
        return bind(next(node for node in nodes if is_form(node, head)), kind)

    return (
        laid_out,
        part("equipment", Equipment),
        part("players", Players),
        part("start", Start),
    )


def scene(equipment: str = EQUIPMENT, players: str = "2", **names: Any) -> InitialPosition:
    """Return the scene of a game, with names bound."""
    laid_out, given, known, _ = parts(equipment, players)
    return scene_of(laid_out.board, given, known, laid_out.tracks).binding(**names)


def started(
    start: str, equipment: str = EQUIPMENT, players: str = "2", **options: Any
) -> StartContents:
    """Return what a start puts where."""
    stacking = options.pop("stacking", False)
    laid_out, given, known, rules = parts(equipment, players, start)
    found = scene_of(laid_out.board, given, known, laid_out.tracks).binding(**options)
    return start_contents(found, rules, stacking)


def worked_out(function: Any, kind: type[Ludeme], text: str, where: InitialPosition) -> Any:
    """Return what a function makes of a text of a kind in a scene."""
    return function(where, bind(read_nodes(text)[0], kind))


def lying(*puts: Any) -> InitialContents:
    """Return contents with some pieces in them."""
    contents = InitialContents()
    for put in puts:
        contents.add(put)
    return contents
