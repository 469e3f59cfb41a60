"""A game as flat arrays, in which compiled code walks."""

from typing import NamedTuple

import numpy as np

from boardless.theory.extensive import CHANCE, NOBODY, ExtensiveGame
from boardless.topo import InputError
from boardless.topo.kernels.arrays import Floats, Ints


class Flat(NamedTuple):
    """A game of n nodes as arrays: every node stands before those that it leads to.

    Attributes
    ----------
    player : int64 array of shape (n,)
        Who moves, 0 for chance and -1 at the end.
    first, moves : int64 arrays of shape (n,)
        The first of the nodes that a node leads to, which follow each other, and how many.
    place : int64 array of shape (n,)
        Where the moves of the node's information set begin in a strategy; -1 for chance, the end.
    group : int64 array of shape (n,)
        The number of its information set, or -1.
    chance : float64 array of shape (n,)
        How likely chance leads to a node from the one before; 1 where a player decided.
    payoffs : float64 array of shape (n, players)
        What the players get at an end; 0 elsewhere.
    starts : int64 array of shape (sets + 1,)
        Where the moves of each information set begin in a strategy, which has `starts[-1]` numbers.
    owners : int64 array of shape (sets,)
        Whose set it is.
    levels : int64 array of shape (sets,)
        How often its player has moved before.
    """

    player: Ints
    first: Ints
    moves: Ints
    place: Ints
    group: Ints
    chance: Floats
    payoffs: Floats
    starts: Ints
    owners: Ints
    levels: Ints


def check_solvable(game: ExtensiveGame) -> None:
    """Raise InputError unless a game is a tree whose players have perfect recall."""
    if not game.is_tree:
        raise InputError(f"{game.name}: solve the tree, in which positions are not merged")
    if (node := game.forgets) is not None:
        path = ", ".join(game.path(node))
        raise InputError(
            f"{game.name}: who moves at node {node} ({path}) does not remember what he knew or "
            "did: only games with perfect recall are solved"
        )


def flat(game: ExtensiveGame) -> tuple[Flat, list[int]]:
    """Return a game as arrays, and the first node of each information set.

    Raises
    ------
    InputError
        If it is no tree, or somebody forgets something.
    """
    check_solvable(game)
    order = _by_rows(game)
    rows = {node: row for row, node in enumerate(order)}
    size, players = len(order), len(game.players)
    arrays = {name: np.zeros(size, np.int64) for name in ("player", "first", "moves")}
    arrays |= {name: np.full(size, -1, np.int64) for name in ("place", "group")}
    chance, payoffs = np.ones(size), np.zeros((size, players))
    groups: dict[int, int] = {}
    starts, owners, levels = [0], [], []
    moved = np.zeros((size, players), np.int64)
    for row, node in enumerate(order):
        player, after = game.player(node), [rows[after] for _, after in game.moves(node)]
        arrays["player"][row], arrays["moves"][row] = player, len(after)
        arrays["first"][row] = after[0] if after else 0
        moved[after] = moved[row]
        if player == NOBODY:
            payoffs[row] = [float(payoff) for payoff in game.payoffs(node)]
        elif player == CHANCE:
            chance[after] = [float(game.probability(node, order[child])) for child in after]
        else:
            first = game.sets(node)[player - 1]
            if first not in groups:
                groups[first] = len(groups)
                starts.append(starts[-1] + len(after))
                owners.append(player)
                levels.append(int(moved[row, player - 1]))
            arrays["group"][row] = groups[first]
            arrays["place"][row] = starts[groups[first]]
            moved[after, player - 1] += 1
    return (
        Flat(**arrays, chance=chance, payoffs=payoffs, starts=np.array(starts),
             owners=np.array(owners, np.int64), levels=np.array(levels, np.int64)),
        list(groups),
    )  # fmt: skip


def _by_rows(game: ExtensiveGame) -> list[int]:
    """Return the nodes row by row, so that those that a node leads to follow each other."""
    order = [0]
    for node in order:
        order += [after for _, after in game.moves(node)]
    return order
