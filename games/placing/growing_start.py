"""The start of a game whose board grows, as far as chance and loops have a say: what hands hold."""

from dataclasses import replace
from functools import cache

from boardless.games.ludemes.game import Game
from boardless.games.ludemes.held_tiles import PlaceEach
from boardless.games.ludemes.start import Place
from boardless.games.placing.scene import Scene
from boardless.games.placing.start_contents import StartContents
from boardless.games.placing.starting import scene_of, start_contents
from boardless.topo import FixedBoard
from boardless.topo.layouts.square import rectangle

#: Rules that say one by one what is put where; they are carried out on the board that grows.
PLAIN = (Place, PlaceEach)


def scene_of_hands(game: Game) -> Scene:
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


def held_at_start(game: Game, scene: Scene, stacking: bool) -> StartContents:
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
