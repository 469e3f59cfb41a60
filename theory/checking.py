"""What makes a tree with players, payoffs and information sets a game."""

from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from boardless.theory.extensive import CHANCE, NOBODY
from boardless.topo import InputError
from boardless.topo.whole import as_whole, shown

if TYPE_CHECKING:
    from boardless.theory.extensive import ExtensiveGame

#: The most nodes of a game, and players.
MAX_NODES, MAX_PLAYERS = 1_000_000, 16


def check_game(game: "ExtensiveGame") -> None:
    """Raise InputError, one line, unless `game` is a finite game in extensive form."""
    players = len(game.players)
    if not 1 <= players <= MAX_PLAYERS:
        raise InputError(f"{players} players: a game has from 1 to {MAX_PLAYERS}")
    if not 1 <= len(game.tree) <= MAX_NODES or list(game.tree) != list(range(len(game.tree))):
        raise InputError(
            f"a tree of {len(game.tree):,} nodes: number them 0 to {MAX_NODES - 1:,} at most, "
            "in order"
        )
    for node, attributes in game.tree.nodes(data=True):
        if set(attributes) != {"player", "payoffs", "sets"}:
            raise InputError(f"node {node}: give it player, payoffs and sets, nothing else")
        _check_order(game, node)
        _check_node(game, node)
    _check_sets(game)
    moving = {game.player(node) for node in game.tree}
    for number, name in enumerate(game.players, 1):
        if number not in moving:
            raise InputError(f"player {number}, {shown(name)}, has no moves: leave such out")


def fraction(number: object, what: str) -> Fraction:
    """Return a payoff or a probability as it was written: 0.1 is a tenth.

    Raises
    ------
    InputError
        If it is no number, or not finite.
    """
    if isinstance(number, Fraction):
        return number
    whole = as_whole(number)
    try:
        if whole is not None:
            return Fraction(whole)
        if isinstance(number, float):
            return Fraction(repr(float(number)))
        if isinstance(number, str):
            return Fraction(number)
    except (ValueError, ZeroDivisionError):
        pass
    raise InputError(f"{what} {shown(number)}: choose a finite number, such as 3, 0.5 or 1/3")


def _check_order(game: "ExtensiveGame", node: int) -> None:
    """Complain about nodes that cannot be reached, and about cycles."""
    if (not node) != (not game.tree.pred[node]):
        problem = "leads to the root" if not node else "is unreachable: nothing leads there"
        raise InputError(f"node {next(iter(game.tree.pred[node]), node)} {problem}")
    for before in game.tree.pred[node]:
        if before >= node:
            raise InputError(f"node {before} leads back to {node}: number nodes in order")


def _check_node(game: "ExtensiveGame", node: int) -> None:
    player, payoffs, moves = game.player(node), game.payoffs(node), game.moves(node)
    players = len(game.players)
    number = as_whole(player)
    if number is None or not NOBODY <= number <= players:
        raise InputError(f"node {node}: player {shown(player)}: choose from {NOBODY} to {players}")
    if (player == NOBODY) != (not moves):
        raise InputError(
            f"node {node}: {'an end has moves' if moves else 'whoever moves there has no moves'}"
        )
    if len(payoffs) != (0 if moves else players):
        raise InputError(f"node {node}: {len(payoffs)} payoffs: give {players} at ends, else none")
    labels = [move for move, _ in moves]
    if len(set(labels)) != len(labels):
        double = next(label for label in labels if labels.count(label) > 1)
        raise InputError(f"node {node}: two moves are called {shown(double)}")
    chances = [game.probability(node, after) for _, after in moves]
    for value in (*payoffs, *chances):
        if not isinstance(value, Fraction):
            raise InputError(f"node {node}: {shown(value)}: give a Fraction")
    if player == CHANCE and min(chances) <= 0:
        raise InputError(
            f"node {node}: probability {min(chances)}: choose more than 0, what is never reached "
            "is no part of a game"
        )
    if player == CHANCE and sum(chances) != 1:
        raise InputError(f"node {node}: probabilities sum to {sum(chances)}, not to 1")


def _check_sets(game: "ExtensiveGame") -> None:
    for node in game.tree:
        sets = game.sets(node)
        if len(sets) != len(game.players):
            raise InputError(f"node {node}: {len(sets)} information sets: give one a player")
        for player, first in enumerate(sets, 1):
            known: Any = as_whole(first)
            if known is None or not 0 <= known <= node or game.sets(known)[player - 1] != known:
                raise InputError(
                    f"node {node}: information set {shown(first)}: name its first node"
                )
            _check_alike(game, player, known, node)


def _check_alike(game: "ExtensiveGame", player: int, first: int, node: int) -> None:
    """Complain where a player could tell two nodes of an information set by his moves."""
    if (game.player(first) == player) != (game.player(node) == player):
        raise InputError(
            f"nodes {first} and {node} are in one information set of player {player}, who moves at "
            "one of them only"
        )
    if game.player(node) == player and _labels(game, first) != _labels(game, node):
        raise InputError(
            f"nodes {first} and {node} are in one information set of player {player}, but the "
            f"moves are {shown(', '.join(_labels(game, first)))} and "
            f"{shown(', '.join(_labels(game, node)))}"
        )


def _labels(game: "ExtensiveGame", node: int) -> Iterable[str]:
    return [move for move, _ in game.moves(node)]
