"""Random trees with every feature of the definition, beside a slow model of their leaves.

``python -m tools.models.extensive_trees --trees 200`` makes 200 trees of up to 500 nodes, with
chance, branches of probability 0, information sets, one to four players, and players without
moves. Each becomes a description. The leaves that can be reached there, with their probabilities
if everybody chooses at random, and their payoffs are the same as in the model.
"""

from argparse import ArgumentParser
from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random
from typing import TYPE_CHECKING

from boardless.games import compile
from boardless.play import State
from boardless.theory import (
    Chance,
    DecisionNode,
    End,
    ExtensiveGame,
    check_equivalence,
    extensive,
    to_lgdl,
)
from boardless.theory.building import Node
from boardless.theory.lgdl import seats

if TYPE_CHECKING:
    from boardless.state import Move

#: Leaves: how likely they are, and the payoff of each player.
Leaves = Counter[tuple[Fraction, tuple[Fraction, ...]]]


@dataclass
class Drawing:
    """A tree that is being drawn at random."""

    random: Random
    players: int
    nodes: int  #: at most
    movers: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        everybody = range(1, self.players + 1)
        # Now and then nobody moves, or the second player only.
        self.movers = [player for player in everybody if self.random.random() < 0.8]
        self.left = self.nodes - 1

    def node(self, depth: int) -> Node:
        """Return a node with all that follows from it."""
        random = self.random
        most = min(self.left, random.choice((1, 2, 2, 3, 4)))
        if most < 1 or random.random() < 0.02 * depth:
            return End([self._payoff() for _ in range(self.players)], self._known())
        self.left -= most
        after = [self.node(depth + 1) for _ in range(most)]
        labels = [f"move {n}" for n in range(most)]
        if not self.movers or random.random() < 0.3:
            weights = [random.choice((0, 0, 1, 2, 3, 5)) for _ in labels]
            weights[random.randrange(most)] += not any(weights)
            odds = [Fraction(weight, sum(weights)) for weight in weights]
            return Chance(
                dict(zip(labels, zip(odds, after, strict=True), strict=True)), self._known()
            )
        player = random.choice(self.movers)
        # Nodes with as many moves may be one information set.
        known = self._known(player)
        if depth and random.random() < 0.6:
            known[player] = ("moves", most, random.randrange(3))
        return DecisionNode(player, dict(zip(labels, after, strict=True)), known)

    def _known(self, mover: int = 0) -> dict[int, tuple[object, ...]]:
        """Return what players know where they do not move: often left open."""
        return {
            player: ("waits", self.random.randrange(4))
            for player in range(1, self.players + 1)
            if player != mover and self.random.random() < 0.1
        }

    def _payoff(self) -> Fraction:
        return Fraction(self.random.randint(-9, 9), self.random.choice((1, 1, 2, 3, 5)))


def drawn(number: int, nodes: int = 500) -> tuple[Node, int]:
    """Return the root of a tree, and the number of its players."""
    random = Random(number)
    players, size = random.randint(1, 4), random.randint(1, nodes)
    return Drawing(random, players, size if number % 10 else 1 + number // 10 % 3).node(0), players


def leaves_of(root: Node, odds: Fraction = Fraction(1)) -> Leaves:
    """Return the leaves that can be reached, by the definition."""
    if isinstance(root, End):
        return Counter({(odds, tuple(Fraction(each) for each in root.payoffs)): 1})
    found: Leaves = Counter()
    for branch in root.moves.values():
        share, after = (
            branch if isinstance(branch, tuple) else (Fraction(1, len(root.moves)), branch)
        )
        if share:
            found += leaves_of(after, odds * Fraction(share))
    return found


# -- the same leaves in the engine


def leaves_played(state: State, odds: Fraction = Fraction(1)) -> Leaves:
    """Return the leaves that play can reach from a state of a description."""
    ended = state.outcome()
    if ended is not None:
        return Counter({(odds, ended.payoffs or ()): 1})
    moves: list[tuple[tuple[Move, ...], Fraction]] = []
    for move, share in state.chances():
        state.push(move)
        (only,) = state.legal_moves
        state.pop()
        moves.append(((move, only), share))
    if not moves:
        legal = list(state.legal_moves)
        moves = [((move,), Fraction(1, len(legal))) for move in legal]
    found: Leaves = Counter()
    for path, share in moves:
        for move in path:
            state.push(move)
        found += leaves_played(state, odds * share)
        for _ in path:
            state.pop()
    return found


def compared(number: int, nodes: int = 500) -> ExtensiveGame:
    """Compare a tree with its description; return it.

    Raises
    ------
    AssertionError
        Where probabilities, payoffs or a criterion differ.
    """
    root, players = drawn(number, nodes)
    game = extensive(f"Tree {number}", [f"Player {n + 1}" for n in range(players)], root)
    text = to_lgdl(game)
    found = check_equivalence(game, text, large=True)
    assert found.holds, f"tree {number}: {found}"
    ours = leaves_of(root)
    theirs: Leaves = Counter()
    for (odds, paid), count in leaves_played(State(compile(text, jit=False, large=True))).items():
        by_player = sorted(zip(seats(game), paid, strict=True))
        theirs[odds, tuple(payoff for _, payoff in by_player)] += count
    assert ours == theirs, f"tree {number}: {(ours - theirs)} and {(theirs - ours)}"
    assert sum(odds * count for (odds, _), count in ours.items()) == 1
    return game


def main() -> None:
    """Compare random trees, and print how many there were of each sort."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--trees", type=int, default=200)
    parser.add_argument("--nodes", type=int, default=500)
    arguments = parser.parse_args()
    nodes, kinds = 0, Counter[str]()
    for number in range(arguments.trees):
        game = compared(number, arguments.nodes)
        nodes += len(game)
        moving = {game.player(node) for node in game.tree}
        kinds["with chance"] += 0 in moving
        kinds["with a probability of 0"] += any(
            not game.probability(*arc) for arc in game.tree.edges
        )
        kinds["with a player without moves"] += len(moving - {0, -1}) < len(game.players)
        kinds["of a single leaf"] += len(game) == 1
        kinds["in which somebody forgets"] += game.forgets is not None
    print(f"{arguments.trees} trees, {nodes:,} nodes, 0 differences")
    for kind, count in kinds.items():
        print(f"{count} {kind}")


if __name__ == "__main__":
    main()
