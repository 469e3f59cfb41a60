"""Finite games in extensive form: a tree, movers, information sets, and payoffs.

Source: E. Rasmusen, Games and Information, 4th edition, 2007.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, cast

import networkx as nx

from boardless.topo import InputError
from boardless.util.inputs import as_integer, shown

#: The player numbers of chance, and of nobody at the end.
CHANCE, NOBODY = 0, -1


@dataclass(frozen=True, eq=False)
class ExtensiveGame:
    """A finite game in extensive form; see `building.extensive` for one made by hand.

    Attributes
    ----------
    name : str
        The name of the game.
    players : tuple of str
        The names of the players, numbered from 1.
    tree : networkx.DiGraph
        The nodes 0 (the root), 1, 2, ..., each before its successors; frozen. A node has
        `player` (0 for chance, -1 at the end), `payoffs` (a tuple of Fraction at the end,
        else empty) and `sets` (for each player the first node of that player's information set
        with the node); an arc has `move` (its label) and `probability` (a Fraction; 1 unless
        chance decides). The arcs of a node are in the order of its moves. With merged positions
        it is an acyclic graph, but not a tree.

    Raises
    ------
    InputError
        If the game is not valid; the message names the node.
    """

    name: str
    players: tuple[str, ...]
    tree: "nx.DiGraph[int]"

    def __post_init__(self) -> None:
        check_game(self)
        nx.freeze(self.tree)

    def __len__(self) -> int:
        return len(self.tree)

    def __repr__(self) -> str:
        return f"<{self.name}: {len(self)} nodes, {len(self.players)} players>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ExtensiveGame):
            return NotImplemented
        return self._content == other._content

    def __hash__(self) -> int:
        return hash(self._content)

    @cached_property
    def _content(self) -> tuple[object, ...]:
        nodes = tuple((self.player(n), self.payoffs(n), self.sets(n)) for n in self.tree)
        arcs = tuple(
            (node, after, move, self.probability(node, after))
            for node in self.tree
            for move, after in self.moves(node)
        )
        return (self.name, self.players, nodes, arcs)

    def player(self, node: int) -> int:
        """Return the mover at a node: 0 for chance, -1 at the end."""
        return cast("int", self.tree.nodes[node]["player"])

    def payoffs(self, node: int) -> tuple[Fraction, ...]:
        """Return the payoffs of a node, empty except at the end."""
        return cast("tuple[Fraction, ...]", self.tree.nodes[node]["payoffs"])

    def sets(self, node: int) -> tuple[int, ...]:
        """Return the first node of the information set that a node is in, for each player."""
        return cast("tuple[int, ...]", self.tree.nodes[node]["sets"])

    def moves(self, node: int) -> list[tuple[str, int]]:
        """Return the moves of a node and the nodes that they lead to, in order."""
        return [(arc["move"], after) for after, arc in self.tree.adj[node].items()]

    def probability(self, node: int, after: int) -> Fraction:
        """Return the probability of a move of chance; 1 for others."""
        return cast("Fraction", self.tree.edges[node, after]["probability"])

    @property
    def is_tree(self) -> bool:
        """Return True if there is a single path to each node."""
        return self.tree.number_of_edges() == len(self.tree) - 1

    @cached_property
    def information_sets(self) -> tuple[dict[int, tuple[int, ...]], ...]:
        """For each player the information sets, by their first nodes."""
        by_player: list[dict[int, list[int]]] = [{} for _ in self.players]
        for node in self.tree:
            for sets, first in zip(by_player, self.sets(node), strict=True):
                sets.setdefault(first, []).append(node)
        return tuple({first: tuple(nodes) for first, nodes in sets.items()} for sets in by_player)

    def decisions(self) -> Iterator[int]:
        """Yield the first node of every information set with a decision of its player."""
        for node in self.tree:
            player = self.player(node)
            if player > 0 and self.sets(node)[player - 1] == node:
                yield node

    @cached_property
    def forgets(self) -> int | None:
        """A node without perfect recall, or None.

        Players have perfect recall if all paths to the nodes of an information set go through the
        same of the player's sets, with the same moves.
        """
        trails: dict[int, tuple[tuple[int, str] | None, ...]] = {0: (None,) * len(self.players)}
        came: dict[tuple[int, int], tuple[int, str] | None] = {}
        for node in self.tree:
            player, trail = self.player(node), trails[node]
            own = player - 1
            if player > 0:
                place = (player, self.sets(node)[own])
                if came.setdefault(place, trail[own]) != trail[own]:
                    return node
            for move, after in self.moves(node):
                step = (self.sets(node)[own], move)
                then = trail if player <= 0 else (*trail[:own], step, *trail[player:])
                if trails.setdefault(after, then) != then:
                    return after
        return None

    def path(self, node: int) -> tuple[str, ...]:
        """Return the moves of one path to a node; raise an InputError for an unknown node."""
        if node not in self.tree:
            raise InputError(f"node {shown(node)}: choose from 0 to {len(self) - 1}")
        moves: list[str] = []
        while node:
            before = next(iter(self.tree.pred[node]))
            moves.append(self.tree.edges[before, node]["move"])
            node = before
        return tuple(reversed(moves))


#: The most nodes of a game, and players.
MAX_NODES, MAX_PLAYERS = 1_000_000, 16


def check_game(game: "ExtensiveGame") -> None:
    """Raise an InputError, one line, unless `game` is a finite game in extensive form."""
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


def fraction(number: object, what: str) -> Fraction:
    """Return a payoff or a probability exactly as written: 0.1 is a tenth."""
    if isinstance(number, Fraction):
        return number
    whole = as_integer(number)
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
    """Raise an InputError for unreachable nodes, and for cycles."""
    if (not node) != (not game.tree.pred[node]):
        problem = "leads to the root" if not node else "is unreachable: nothing leads there"
        raise InputError(f"node {next(iter(game.tree.pred[node]), node)} {problem}")
    for before in game.tree.pred[node]:
        if before >= node:
            raise InputError(f"node {before} leads back to {node}: number nodes in order")


def _check_node(game: "ExtensiveGame", node: int) -> None:
    player, payoffs, moves = game.player(node), game.payoffs(node), game.moves(node)
    players = len(game.players)
    number = as_integer(player)
    if number is None or not NOBODY <= number <= players:
        raise InputError(f"node {node}: player {shown(player)}: choose from {NOBODY} to {players}")
    if (player == NOBODY) != (not moves):
        raise InputError(
            f"node {node}: {'an end has moves' if moves else 'its mover has no moves'}"
        )
    if len(payoffs) != (0 if moves else players):
        raise InputError(f"node {node}: {len(payoffs)} payoffs: give {players} at ends only")
    labels = [move for move, _ in moves]
    if len(set(labels)) != len(labels):
        double = next(label for label in labels if labels.count(label) > 1)
        raise InputError(f"node {node}: two moves are called {shown(double)}")
    chances = [game.probability(node, after) for _, after in moves]
    for value in (*payoffs, *chances):
        if not isinstance(value, Fraction):
            raise InputError(f"node {node}: {shown(value)}: give a Fraction")
    if player == CHANCE and min(chances) < 0:
        raise InputError(f"node {node}: probability {min(chances)}: choose 0 or more")
    if player == CHANCE and sum(chances) != 1:
        raise InputError(f"node {node}: probabilities sum to {sum(chances)}, not to 1")


def _check_sets(game: "ExtensiveGame") -> None:
    for node in game.tree:
        sets = game.sets(node)
        if len(sets) != len(game.players):
            raise InputError(f"node {node}: {len(sets)} information sets: give one a player")
        for player, first in enumerate(sets, 1):
            number: Any = as_integer(first)
            if number is None or not 0 <= number <= node or game.sets(number)[player - 1] != number:
                raise InputError(
                    f"node {node}: information set {shown(first)}: name its first node"
                )
            _check_alike(game, player, number, node)


def _check_alike(game: "ExtensiveGame", player: int, first: int, node: int) -> None:
    """Raise an InputError if the player's moves distinguish two nodes of an information set."""
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


def depth_first(first: Iterator[Any]) -> None:
    """Exhaust an iterator and, depth first, the iterators that it yields.

    A tree may be deeper than the call stack.
    """
    left = [first]
    while left:
        after = next(left[-1], None)
        if after is None:
            left.pop()
        else:
            left.append(after)
