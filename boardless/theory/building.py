"""Games in extensive form made by hand, from nested nodes.

The knowledge of a player who does not move may be omitted. Then the root is common knowledge, as in
the construction of `theory.lgdl`, and so is the end. Elsewhere a player knows the same as at the
player's own last move, and the move itself.
"""

from collections import deque
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeAlias

import networkx as nx

from boardless.theory.extensive import CHANCE, MAX_NODES, NOBODY, ExtensiveGame, fraction
from boardless.topo import InputError, integer_between
from boardless.util.inputs import as_integer, shown

#: Payoffs and probabilities; a float means its written decimal.
Exact: TypeAlias = Fraction | int | float | str


@dataclass(frozen=True)
class End:
    """A node at the end of the game.

    Attributes
    ----------
    payoffs : sequence of numbers
        The payoff of each player.
    known : mapping
        The knowledge of players there, by number: nodes with equal values are in one information
        set.
    """

    payoffs: Sequence[Exact]
    known: Mapping[int, Hashable] = field(default_factory=dict)


@dataclass(frozen=True)
class Chance:
    """A node with a decision of chance.

    Attributes
    ----------
    moves, known : mapping
        `moves` has, by label, the probability of a move and the next node; for `known` see `End`.
    """

    moves: "Mapping[str, tuple[Exact, Node]]"
    known: Mapping[int, Hashable] = field(default_factory=dict)


@dataclass(frozen=True)
class DecisionNode:
    """A node with a decision of a player.

    Attributes
    ----------
    player : int
        The player's number, counted from 1.
    moves, known : mapping
        By label, the next node; for `known` see `End`, but by default the mover knows the node.
    """

    player: int
    moves: "Mapping[str, Node]"
    known: Mapping[int, Hashable] = field(default_factory=dict)


Node: TypeAlias = End | Chance | DecisionNode


def extensive(name: str, players: Sequence[str], root: Node) -> ExtensiveGame:
    """Return the game that begins with a node; its nodes are numbered row by row.

    Raises
    ------
    InputError
        If the game is not valid, see `ExtensiveGame`, or has more than a million nodes.

    Examples
    --------
    >>> from boardless.theory import DecisionNode, End, extensive
    >>> second = lambda a, b: DecisionNode(2, {"L": End(a), "R": End(b)}, known={2: "did not see"})
    >>> extensive("Matching", ["A", "B"], DecisionNode(1, {
    ...     "L": second([1, -1], [-1, 1]), "R": second([-1, 1], [1, -1])}))
    <Matching: 7 nodes, 2 players>
    """
    tree: nx.DiGraph[int] = nx.DiGraph()
    tree.add_node(0)
    rows = deque([(0, root)])
    knowledge: list[Mapping[int, Hashable]] = []
    while rows:
        number, node = rows.popleft()
        knowledge.append(node.known)
        tree.nodes[number].update(_attributes(number, node, len(players)))
        for label, chance, after in _branches(number, node):
            if len(tree) == MAX_NODES:
                raise InputError(f"{name}: a game has at most {MAX_NODES:,} nodes")
            rows.append((len(tree), after))
            tree.add_edge(number, len(tree), move=label, probability=chance)
    add_sets(tree, len(players), knowledge)
    return ExtensiveGame(name, tuple(players), tree)


def _attributes(number: int, node: Node, players: int) -> dict[str, object]:
    match node:
        case End():
            what = f"node {number}: payoff"
            return {
                "player": NOBODY,
                "payoffs": tuple(fraction(each, what) for each in node.payoffs),
            }
        case Chance():
            return {"player": CHANCE, "payoffs": ()}
        case DecisionNode():
            player = as_integer(node.player)
            if player is None or not 1 <= player <= players:
                raise InputError(
                    f"node {number}: player {shown(node.player)}: choose from 1 to {players}"
                )
            return {"player": player, "payoffs": ()}
    raise InputError(f"node {number}: {shown(node)}: give an End, a Chance or a DecisionNode")


def _branches(number: int, node: Node) -> list[tuple[str, Fraction, Node]]:
    if isinstance(node, End):
        return []
    if isinstance(node, DecisionNode):
        return [(label, Fraction(1), after) for label, after in node.moves.items()]
    what = f"node {number}: probability"
    return [(label, fraction(p, what), after) for label, (p, after) in node.moves.items()]


def add_sets(
    tree: "nx.DiGraph[int]", players: int, knowledge: Sequence[Mapping[int, Hashable]]
) -> None:
    """Give the nodes of a tree information sets by the knowledge of players; see the module."""
    # For each player, the set of the last own move, and the move there.
    trails: list[tuple[object, ...]] = [()] * len(tree)
    trails[0] = (None,) * players
    first: dict[tuple[int, Hashable], int] = {}
    for node, here in enumerate(knowledge):
        mover, trail = tree.nodes[node]["player"], trails[node]
        sets = []
        for player in range(1, players + 1):
            what: Hashable
            if player in here:
                what = ("said", here[player])
            elif player == mover or mover == NOBODY or not node:
                what = ("alone", node)
            else:
                what = ("last", trail[player - 1])
            sets.append(first.setdefault((player, what), node))
        tree.nodes[node]["sets"] = tuple(sets)
        for after, arc in tree.adj[node].items():
            then = list(trail)
            if mover > 0:
                then[mover - 1] = (sets[mover - 1], arc["move"])
            trails[after] = tuple(then)


def _simultaneous(
    name: str, moves: tuple[str, str], table: dict[tuple[str, str], tuple[Exact, Exact]]
) -> ExtensiveGame:
    """Return a game of simultaneous moves: the second player does not see the first move."""
    return extensive(
        name,
        ("Row", "Column"),
        DecisionNode(1, {
            first: DecisionNode(
                2, {second: End(table[first, second]) for second in moves}, {2: "turn"}
            )
            for first in moves
        }),
    )  # fmt: skip


def prisoners_dilemma() -> ExtensiveGame:
    """Return the prisoner's dilemma, in which both players move at the same time."""
    table: dict[tuple[str, str], tuple[Exact, Exact]] = {
        ("Silent", "Silent"): (-1, -1), ("Silent", "Betray"): (-3, 0),
        ("Betray", "Silent"): (0, -3), ("Betray", "Betray"): (-2, -2),
    }  # fmt: skip
    return _simultaneous("Prisoner's dilemma", ("Silent", "Betray"), table)


def matching_pennies() -> ExtensiveGame:
    """Return matching pennies: the first player wants equal sides, the second does not."""
    sides = ("Heads", "Tails")
    table: dict[tuple[str, str], tuple[Exact, Exact]] = {
        (a, b): (1, -1) if a == b else (-1, 1) for a in sides for b in sides
    }
    return _simultaneous("Matching pennies", sides, table)


def three_doors() -> ExtensiveGame:
    """Return the game of the prize behind one of three doors.

    Chance hides the prize, and the player points at a door. Another door without the prize is
    opened (by chance, if there are two). Then the player stays with the door or takes the last one.
    """
    doors = ("1", "2", "3")

    def opened(prize: str, chosen: str) -> Node:
        empty = [door for door in doors if door not in (prize, chosen)]
        stays, switches = (1, 0) if prize == chosen else (0, 1)
        return Chance({
            door: (f"1/{len(empty)}", DecisionNode(
                1, {"Stay": End([stays]), "Switch": End([switches])}, {1: (chosen, door)}
            ))
            for door in empty
        })  # fmt: skip

    return extensive("Three doors", ("Guest",), Chance({
        prize: ("1/3", DecisionNode(1, {door: opened(prize, door) for door in doors}, {1: "first"}))
        for prize in doors
    }))  # fmt: skip


def kuhn(players: int = 2) -> ExtensiveGame:
    """Return Kuhn's poker for two to four players, with one card more than players.

    Everybody antes one and gets a card. In turn they check or bet one more; after a bet the others
    call it or fold, each once. The highest card of the remaining players takes everything.
    Sources: H. W. Kuhn, A simplified two-person poker, 1950; for more players, N. Abou Risk and
    D. Szafron, Using counterfactual regret minimization to create competitive multiplayer poker
    agents, 2010.
    """
    number = integer_between(players, "players", 2, 4)
    names = [f"Player {n + 1}" for n in range(number)]
    cards = "TJQKA"[-number - 1 :] if number > 2 else "JQK"

    def deal(hands: str) -> Node:
        if len(hands) == number:
            return turn(hands, "")
        left = [card for card in cards if card not in hands]
        return Chance({card: (f"1/{len(left)}", deal(hands + card)) for card in left})

    def turn(hands: str, actions: str) -> Node:
        bet = actions.find("b")
        if len(actions) == (number if bet < 0 else bet + number):
            return over(hands, actions)
        who = len(actions) % number
        moves = {"Check": "p", "Bet": "b"} if bet < 0 else {"Fold": "p", "Call": "b"}
        after = {label: turn(hands, actions + letter) for label, letter in moves.items()}
        return DecisionNode(who + 1, after, {who + 1: (hands[who], actions)})

    def over(hands: str, actions: str) -> Node:
        paid = [1 + ("b" in actions[n::number]) for n in range(number)]
        inside = [n for n in range(number) if paid[n] == max(paid)]
        winner = max(inside, key=lambda n: cards.index(hands[n]))
        return End([sum(paid) * (n == winner) - paid[n] for n in range(number)])

    return extensive(f"Kuhn poker of {number}", names, deal(""))


def alternating(depth: int) -> ExtensiveGame:
    """Return a game of two players who choose in turn and see all moves but the last one."""

    def node(path: str) -> Node:
        if len(path) == depth:
            even = path.count("L") % 2
            return End([1 - 2 * even, 2 * even - 1])
        player = len(path) % 2 + 1
        return DecisionNode(player, {move: node(path + move) for move in "LR"}, {player: path[:-1]})

    return extensive(f"Alternating {depth}", ("First", "Second"), node(""))
