"""The initial position of a game: its equipment and what lies where."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from boardless.games.initial.board import board_of_item
from boardless.games.initial.contents import InitialContents, Put, StartContents, UndecidedError
from boardless.games.initial.inventory import Inventory
from boardless.games.initial.scene import InitialPosition, first_option
from boardless.games.language.ludeme import read_in
from boardless.games.ludemes.equipment import LaidOut
from boardless.games.ludemes.path_tiles import PlaceEach
from boardless.games.ludemes.start import MAX_ACTIONS, Place, carry_out
from boardless.topo.layouts.fixed_board import FixedBoard
from boardless.topo.layouts.square import rectangle

if TYPE_CHECKING:
    from collections.abc import Callable

    from boardless.games.initial.contents import ChanceChoice
    from boardless.games.ludemes.equipment import Equipment
    from boardless.games.ludemes.game import GameTree, Players
    from boardless.games.ludemes.start import Start
    from boardless.topo.layouts.tracks import Track

#: Rules that say one by one what is put where; they are carried out on the board that grows.
PLAIN = (Place, PlaceEach)


def scene_of_hands(game: GameTree) -> InitialPosition:
    """Return the scene of a game whose board grows: one cell stands for the board.

    So the sites of hands are numbered from 1 on, as in the arrays of positions.

    Raises
    ------
    LudemeError
        If something of the equipment belongs to a player that there is not.
    """
    return scene_of(_one_cell(), game.equipment, game.players)


@cache
def _one_cell() -> FixedBoard:
    return FixedBoard(rectangle(2, 2))


def held_at_start(game: GameTree, scene: InitialPosition, stacking: bool) -> StartContents:
    """Return what all rules for the start but plain ones do, which may fill and hide hands.

    Parameters
    ----------
    game : Game
        The tree of its ludemes.
    scene : Scene
        See `scene_of_hands`.
    stacking : bool
        Whether pieces lie on each other wherever two are put on a site.

    Raises
    ------
    LudemeError
        If a rule names what there is not, depends on the play, or is about the board.
    """
    start = game.rules.start
    if start is None or all(isinstance(rule, PLAIN) for rule in start.rules):
        return StartContents((), {}, ())
    rules = tuple(rule for rule in start.rules if not isinstance(rule, PLAIN))
    found = start_contents(scene, replace(start, rules=rules), stacking)
    for action in found.actions:
        if getattr(action, "spot", ("", 1))[1] == 0:
            start.reject("expected sites of hands, where the board grows")
    return found


def scene_of(
    board: FixedBoard,
    equipment: Equipment,
    players: Players,
    tracks: tuple[Track, ...] = (),
    draw: Callable[[ChanceChoice], int] = first_option,
) -> InitialPosition:
    """Return the scene of a game: what its regions, maps and start are worked out against.

    Parameters
    ----------
    board, tracks : FixedBoard, tuple of Track
        Its board; see `games.boards.game_board`.
    equipment, players : Equipment, Players
        The parts of its description.
    draw : callable
        Decides what is left to chance; by default the first of the options.

    Raises
    ------
    LudemeError
        If something of the equipment belongs to a player that there is not.
    """
    # Sites of hands come after the cells, or the sites that are played on if there are more.
    first = max(len(board.sites_of("Cell")), len(board))
    inventory = Inventory.of(equipment, players, first)
    return InitialPosition(board, inventory, tracks, draw=draw)


def scene_of_game(
    game: GameTree, draw: Callable[[ChanceChoice], int] = first_option
) -> InitialPosition:
    """Return the scene of a game whose board has a fixed size, its first board laid out.

    Parameters
    ----------
    game : Game
        The tree of its ludemes.
    draw : callable
        Decides what is left to chance; by default the first of the options.

    Raises
    ------
    LudemeError
        If it has no such board, or that cannot be laid out.

    Examples
    --------
    >>> from boardless.games import read
    >>> text = '''(game "Race" (players {(player N) (player S)})
    ...     (equipment {(board (square 3)) (piece "Pawn" Each) (hand P1)})
    ...     (rules (start {(place "Pawn2" (sites Top)) (place "Pawn1" "Hand1" count:2)})
    ...         (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))'''
    >>> game = read(text).tree
    >>> scene = scene_of_game(game)
    >>> [(store.name, store.first, store.size) for store in scene.inventory.containers]
    [('Board', 0, 9), ('Hand1', 9, 1)]
    >>> lying = start_contents(scene, game.rules.start).pieces
    >>> {spot: (put.component, put.count) for spot, (put,) in lying.items()}
    {('Cell', 6): (2, 1), ('Cell', 7): (2, 1), ('Cell', 8): (2, 1), ('Cell', 9): (1, 2)}
    """
    item = next((item for item in game.equipment.items if isinstance(item, LaidOut)), None)
    if item is None:
        game.equipment.reject("expected a board of fixed size")
    layered = "layer" in read_in(game)
    known = board_of_item(game.name, item, layered)
    return scene_of(known.board, game.equipment, game.players, known.tracks, draw)


def start_contents(
    scene: InitialPosition, start: Start | None, stacking: bool = False
) -> StartContents:
    """Return what is there before the first move.

    Dice lie in their places first; then the rules for the start are carried out in their order, up
    to where what draws for the scene raises an `UndecidedError`.

    Parameters
    ----------
    scene : Scene
        The equipment of the game.
    start : Start, or None
        Its rules for the start.
    stacking : bool
        Whether pieces lie on each other wherever two are put on a site.

    Raises
    ------
    LudemeError
        If a rule names what there is not, or depends on the play.
    """
    contents = InitialContents(stacking)
    scene = scene.binding(contents=contents)
    for store in scene.inventory.containers:
        for place, die in enumerate(store.dice):
            contents.add(Put(scene.spot(store.first + place), die))
    left = None
    try:
        for rule in start.rules if start else ():
            for action in carry_out(rule, scene):
                contents.add(action)
                if len(contents.actions) > MAX_ACTIONS:
                    rule.reject(f"expected at most {MAX_ACTIONS:,} actions before the first move")
    except UndecidedError:
        left = contents.choices[-1]
    pieces = {spot: tuple(puts) for spot, puts in contents.pieces.items()}
    return StartContents(tuple(contents.actions), pieces, tuple(contents.choices), left)
