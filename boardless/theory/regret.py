"""Counterfactual regret minimisation, compiled: CFR+ and external sampling.

Both traverse the whole game repeatedly and sum for every move the regret of not having played it.
Moves are played in proportion to their regret. In zero-sum games of two players the mean strategy
converges to an equilibrium.

Sources: M. Zinkevich, M. Johanson, M. Bowling, C. Piccione, Regret minimization in games with
incomplete information, 2007; O. Tammelin, Solving large imperfect information games using CFR+,
2014; M. Lanctot, K. Waugh, M. Zinkevich, M. Bowling, Monte Carlo sampling for regret minimization
in extensive games, 2009.
"""

from typing import NamedTuple

import numpy as np

from boardless.jit.arrays import Floats, Ints, by_address
from boardless.jit.game_runtime import below, mix
from boardless.jit.native import jit
from boardless.theory.extensive import CHANCE, NOBODY, ExtensiveGame
from boardless.topo import InputError


@by_address
class Flat(NamedTuple):
    """A game of n nodes as arrays, with every node before its successors."""

    player: Ints  #: (n,) mover, 0 for chance and -1 at the end
    first: Ints  #: (n,) the first child; children follow each other
    moves: Ints  #: (n,) number of children
    place: Ints  #: (n,) first move of the information set in a strategy; -1 for chance, the end
    group: Ints  #: (n,) number of the information set, or -1
    chance: Floats  #: (n,) probability of the outcome that leads here; 1 where a player decided
    payoffs: Floats  #: (n, players) at an end; 0 elsewhere
    #: (sets + 1,) first move of each set in a strategy, which has `starts[-1]` numbers
    starts: Ints
    owners: Ints  #: (sets,) the player of each set
    levels: Ints  #: (sets,) number of his moves before


def flat(game: ExtensiveGame) -> tuple[Flat, list[int]]:
    """Return a tree with perfect recall as arrays, and the first node of each information set."""
    if not game.is_tree:
        raise InputError(f"{game.name}: solve the tree, without merged positions")
    if (node := game.forgets) is not None:
        path = ", ".join(game.path(node))
        raise InputError(
            f"{game.name}: the player at node {node} ({path}) forgets an observation or a "
            "move: only games with perfect recall can be solved"
        )
    # Breadth first, so that children follow each other.
    order = [0]
    for node in order:
        order += [after for _, after in game.moves(node)]
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
            try:
                payoffs[row] = [float(payoff) for payoff in game.payoffs(node)]
            except OverflowError:
                raise InputError(f"node {node}: a payoff beyond 1e308: scale the payoffs") from None
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


#: Random numbers are multiples of 1 / _PARTS.
_PARTS = 2**32


@jit
def match(flat: Flat, weights: Floats, strategy: Floats) -> None:
    """Write the strategy of regret matching: in proportion to positive weights, else uniform."""
    for group in range(len(flat.owners)):
        begin, end = flat.starts[group], flat.starts[group + 1]
        total = 0.0
        for move in range(begin, end):
            total += max(weights[move], 0.0)
        for move in range(begin, end):
            if total > 0.0:
                strategy[move] = max(weights[move], 0.0) / total
            else:
                strategy[move] = 1.0 / (end - begin)


@jit
def reaches(flat: Flat, strategy: Floats, player: int, own: Floats, others: Floats) -> None:
    """Write the reach probabilities of each node: a player's own, and all others'."""
    own[0], others[0] = 1.0, 1.0
    for node in range(len(flat.player)):
        for n in range(flat.moves[node]):
            after = flat.first[node] + n
            own[after], others[after] = own[node], others[node]
            if flat.player[node] == player:
                own[after] *= strategy[flat.place[node] + n]
            elif flat.player[node] == 0:
                others[after] *= flat.chance[after]
            else:
                others[after] *= strategy[flat.place[node] + n]


@jit
def value_to(flat: Flat, strategy: Floats, player: int, values: Floats) -> None:
    """Write the value of each node to a player if all play a strategy."""
    for node in range(len(flat.player) - 1, -1, -1):
        if flat.moves[node] == 0:
            values[node] = flat.payoffs[node, player - 1]
            continue
        value = 0.0
        for n in range(flat.moves[node]):
            after = flat.first[node] + n
            decided = flat.player[node] == 0
            value += values[after] * (
                flat.chance[after] if decided else strategy[flat.place[node] + n]
            )
        values[node] = value


@jit
def cfr_plus(
    flat: Flat, first: int, last: int, regrets: Floats, sums: Floats, strategy: Floats,
    own: Floats, others: Floats, values: Floats, gains: Floats,
) -> None:  # fmt: skip
    """Do iterations of CFR+ on `regrets` and `sums`; iteration t has weight t.

    The rest is scratch.
    """
    for t in range(first, last + 1):
        for player in range(1, flat.payoffs.shape[1] + 1):
            match(flat, regrets, strategy)
            reaches(flat, strategy, player, own, others)
            value_to(flat, strategy, player, values)
            gains[:] = 0.0
            for node in range(len(flat.player)):
                if flat.player[node] == player:
                    for n in range(flat.moves[node]):
                        move = flat.place[node] + n
                        better = values[flat.first[node] + n] - values[node]
                        gains[move] += others[node] * better
                        sums[move] += t * own[node] * strategy[move]
            for group in range(len(flat.owners)):
                if flat.owners[group] == player:
                    for move in range(flat.starts[group], flat.starts[group + 1]):
                        regrets[move] = max(regrets[move] + gains[move], 0.0)


@jit
def external_sampling(
    flat: Flat, seed: int, first: int, last: int, regrets: Floats, sums: Floats, strategy: Floats,
    nodes: Ints, child: Ints, values: Floats,
) -> None:  # fmt: skip
    """Do iterations of external sampling on `regrets` and `sums`; others are scratch."""
    players = flat.payoffs.shape[1]
    for t in range(first, last + 1):
        for player in range(1, players + 1):
            match(flat, regrets, strategy)
            stream = mix(mix(seed, t), player)
            count, read = 1, 0
            nodes[0] = 0
            while read < count:
                node = nodes[read]
                begin, moves = flat.first[node], flat.moves[node]
                if flat.player[node] == player % players + 1:
                    for move in range(flat.place[node], flat.place[node] + moves):
                        sums[move] += strategy[move]
                if flat.player[node] == player or moves == 0:
                    for n in range(moves):
                        nodes[count] = begin + n
                        count += 1
                else:
                    number = below(mix(stream, read), _PARTS) / _PARTS
                    child[node] = begin + _sample(flat, strategy, node, number)
                    nodes[count] = child[node]
                    count += 1
                read += 1
            _learn(flat, player, nodes[:count], child, regrets, strategy, values)


@jit
def _sample(flat: Flat, strategy: Floats, node: int, number: float) -> int:
    """Return the move that a number from 0 to 1 samples."""
    last: int = flat.moves[node] - 1
    for n in range(last):
        if flat.player[node] == 0:
            number -= flat.chance[flat.first[node] + n]
        else:
            number -= strategy[flat.place[node] + n]
        if number < 0.0:
            return n
    return last


@jit
def _learn(
    flat: Flat, player: int, nodes: Ints, child: Ints, regrets: Floats, strategy: Floats,
    values: Floats,
) -> None:  # fmt: skip
    """Add the regrets of a player at the visited nodes, last first."""
    for k in range(len(nodes) - 1, -1, -1):
        node = nodes[k]
        begin, moves = flat.first[node], flat.moves[node]
        if moves == 0:
            values[node] = flat.payoffs[node, player - 1]
        elif flat.player[node] == player:
            values[node] = 0.0
            for n in range(moves):
                values[node] += strategy[flat.place[node] + n] * values[begin + n]
            for n in range(moves):
                regrets[flat.place[node] + n] += values[begin + n] - values[node]
        else:
            values[node] = values[child[node]]
