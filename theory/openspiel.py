"""Games of OpenSpiel in extensive form, where that is installed (the extra "openspiel")."""

from collections.abc import Hashable, Iterator
from fractions import Fraction
from typing import Any

import networkx as nx

from boardless.theory.building import add_sets
from boardless.theory.checking import MAX_NODES, fraction
from boardless.theory.extensive import CHANCE, NOBODY, ExtensiveGame
from boardless.topo import InputError, whole_number
from boardless.topo.whole import shown

#: Probabilities come as floats; they stand for fractions with no larger denominators.
_PARTS = 10**6


def from_openspiel(game: Any, *, nodes: int = MAX_NODES) -> ExtensiveGame:
    """Return a game of OpenSpiel as a tree; players that move at once move one after the other.

    Parameters
    ----------
    game : pyspiel.Game or str
        The game, or how ``pyspiel.load_game`` calls it, such as "leduc_poker".
    nodes : int
        How many nodes there may be, up to a million.

    Raises
    ------
    InputError
        If OpenSpiel is not installed, there is no such game, or it has more nodes.
    """
    try:
        import pyspiel
    except ImportError:
        raise InputError("OpenSpiel is not installed: pip install boardless[openspiel]") from None
    nodes = whole_number(nodes, "nodes", 1, MAX_NODES)
    if isinstance(game, str):
        try:
            game = pyspiel.load_game(game)
        except pyspiel.SpielError:
            raise InputError(f"game {shown(game)}: OpenSpiel has none of this name") from None
    if game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS:
        game = pyspiel.convert_to_turn_based(game)
    name = game.get_type().short_name
    tree: nx.DiGraph[int] = nx.DiGraph()
    known: list[dict[int, Hashable]] = []
    left: list[tuple[Any, int, str, Fraction]] = [(game.new_initial_state(), -1, "", Fraction(1))]
    while left:
        state, before, move, odds = left.pop()
        number = len(tree)
        if number == nodes:
            raise InputError(f"{name}: more than {nodes:,} nodes: allow more")
        tree.add_node(number, **_node(state, number))
        if before >= 0:
            tree.add_edge(before, number, move=move, probability=odds)
        player = tree.nodes[number]["player"]
        known.append({player: _known(game, state, number)} if player > 0 else {})
        left += reversed([(after, number, *how) for after, *how in _after(state)])
    players = tuple(f"Player {number + 1}" for number in range(game.num_players()))
    add_sets(tree, len(players), known)
    return ExtensiveGame(name, players, tree)


def _node(state: Any, number: int) -> dict[str, object]:
    if state.is_terminal():
        what = f"node {number}: payoff"
        paid = tuple(fraction(payoff, what) for payoff in state.returns())
        return {"player": NOBODY, "payoffs": paid}
    player = CHANCE if state.is_chance_node() else state.current_player() + 1
    return {"player": player, "payoffs": ()}


def _known(game: Any, state: Any, number: int) -> Hashable:
    """Return what tells the information set of who moves from his others."""
    if game.get_type().provides_information_state_string:
        return str(state.information_state_string(state.current_player()))
    return number


def _after(state: Any) -> Iterator[tuple[Any, str, Fraction]]:
    """Yield the states that follow from a state, with the names of moves and their odds."""
    if state.is_terminal():
        return
    actions = (
        state.chance_outcomes()
        if state.is_chance_node()
        else [(action, 1) for action in state.legal_actions()]
    )
    for action, odds in actions:
        label = state.action_to_string(state.current_player(), action)
        yield state.child(action), label, Fraction(odds).limit_denominator(_PARTS)
