"""Points on the way: scores, or what payoffs would be if the game ended now."""

from copy import deepcopy
from typing import Any

from boardless.games import Game, compile
from boardless.games.description import expand
from boardless.games.language.syntax import Atom, Group, Keyed, Kind, Node, is_form
from boardless.play.state import State
from boardless.state.engine.arrays import LAST
from boardless.view.graphics import counts_now, digits_of


def scores_so_far(state: State) -> tuple[int, ...]:
    """Return the scores of a state, or the points that would be paid now where pages show these.

    Empty without both. The descriptions say which games show payoffs before the end; see
    `view.graphics`.

    >>> from boardless.games import load
    >>> scores_so_far(State(load("Kingdomino", jit=False)))
    (0, 0)
    """
    scores = state.position.scores
    if scores or not counts_now(state.game) or state.game.module.payoffs is None:
        return scores or ()
    ended = state.game.once(("over now",), lambda: _over_now(state.game))
    position, table = state.position, state.game.module.payoffs
    # The result is written into numbers of the game, which are copies here.
    arrays = deepcopy(position.arrays)
    kernels: Any = ended.kernels_of(position.technique)
    kernels.outcome(arrays, position.mover, int(arrays.n[LAST]))
    parts = arrays.numbers[table.place + 1 :][: state.players].tolist()
    unit = (digits_of(state.game) or ((1, ""),))[0][0]
    return tuple(part // table.parts // unit for part in parts)


def _over_now(game: Game) -> Game:
    """Return the game with the same rules, but with payoffs paid at once."""
    text = str(_at_once(expand(game.text, game.options).node))
    return compile(text, tiling=game.tiling, jit=False, large=True)


def _at_once(node: Node) -> Node:
    if isinstance(node, Keyed):
        return Keyed(node.key, _at_once(node.value))
    if not isinstance(node, Group):
        return node
    items = tuple(map(_at_once, node.items))
    if is_form(node, "if") and len(items) == 3 and is_form(items[2], "payoffs"):
        items = (items[0], Atom(Kind.WORD, "True"), items[2])
    return Group(node.bracket, items)
