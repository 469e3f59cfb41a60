"""Which type of sites a game is played on: the board's, or the one that all its rules name."""

from copy import copy
from dataclasses import replace

from boardless.games.language.ludeme import inside, ludemes_in
from boardless.games.ludemes.game import Game
from boardless.games.ludemes.kinds import Moves
from boardless.games.ludemes.moves import Clause
from boardless.games.placing import Scene


def is_left_alone(kind: str, game: Game) -> bool:
    """Tell whether no rule does anything to what lies on sites of a type, or puts it there."""
    acting = (node for node in inside(game) if isinstance(node, Moves | Clause))
    return all(str(getattr(node, "type", None)) != kind for node in acting)


def played_on(scene: Scene, game: Game) -> Scene:
    """Return a scene whose board is played on the one type of sites on which pieces are put.

    That is the board's own unless all that the rules say of pieces names another one, and none
    stands anywhere before the first move.
    """
    named = {
        getattr(node, node.facts.stands) for node in ludemes_in(game.rules) if node.facts.stands
    }
    hands = len(scene.inventory.containers) > 1
    if len(named) != 1 or None in named or hands or game.rules.start is not None:
        return scene
    board = copy(scene.board)
    board.use = str(named.pop())
    return replace(scene, board=board)
