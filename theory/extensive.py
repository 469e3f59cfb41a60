"""Finite games in extensive form: a tree, who moves, what players know, and what they get.

Source: the definition of seed and textbook alike, E. Rasmusen, Games and Information, 4th edition,
2007.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import cast

import networkx as nx

from boardless.topo import InputError
from boardless.topo.whole import shown

#: Who moves where chance decides, and at the end, in place of a player's number.
CHANCE, NOBODY = 0, -1


@dataclass(frozen=True, eq=False)
class ExtensiveGame:
    """A finite game in extensive form; see `building.extensive` for one made by hand.

    Attributes
    ----------
    name : str
        What it is called.
    players : tuple of str
        The names of the players, who are numbered from 1.
    tree : networkx.DiGraph
        The nodes 0 (the root), 1, 2, ..., each before those it leads to; frozen. A node has
        `player` (0 where chance decides, -1 at the end), `payoffs` (a tuple of Fraction at the end,
        else empty) and `sets` (for each player the first node of the information set that it is in
        for him); an arc has `move` (its label) and `probability` (a Fraction; 1 unless chance
        decides). The arcs of a node are in the order of its moves. Where positions were merged it
        is no tree, but has no cycles.

    Raises
    ------
    InputError
        If it is no such game; the message names the node.
    """

    name: str
    players: tuple[str, ...]
    tree: "nx.DiGraph[int]"

    def __post_init__(self) -> None:
        from boardless.theory.checking import check_game

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
        """Return who moves at a node: 0 for chance, -1 at the end."""
        return cast("int", self.tree.nodes[node]["player"])

    def payoffs(self, node: int) -> tuple[Fraction, ...]:
        """Return what the players get at a node, nothing but at the end."""
        return cast("tuple[Fraction, ...]", self.tree.nodes[node]["payoffs"])

    def sets(self, node: int) -> tuple[int, ...]:
        """Return for each player the first node of the information set that a node is in."""
        return cast("tuple[int, ...]", self.tree.nodes[node]["sets"])

    def moves(self, node: int) -> list[tuple[str, int]]:
        """Return the moves of a node and the nodes that they lead to, in order."""
        return [(arc["move"], after) for after, arc in self.tree.adj[node].items()]

    def probability(self, node: int, after: int) -> Fraction:
        """Return how likely a move of chance is; 1 for others."""
        return cast("Fraction", self.tree.edges[node, after]["probability"])

    @property
    def is_tree(self) -> bool:
        """Whether there is one way to each node."""
        return self.tree.number_of_edges() == len(self.tree) - 1

    @cached_property
    def information_sets(self) -> tuple[dict[int, tuple[int, ...]], ...]:
        """For each player his information sets, by their first nodes."""
        found: list[dict[int, list[int]]] = [{} for _ in self.players]
        for node in self.tree:
            for sets, first in zip(found, self.sets(node), strict=True):
                sets.setdefault(first, []).append(node)
        return tuple({first: tuple(nodes) for first, nodes in sets.items()} for sets in found)

    def decisions(self) -> Iterator[int]:
        """Yield the first node of every information set at which a player moves."""
        for node in self.tree:
            player = self.player(node)
            if player > 0 and self.sets(node)[player - 1] == node:
                yield node

    @cached_property
    def forgets(self) -> int | None:
        """A node at which somebody does not remember what he knew or did, None if there is none.

        Players have perfect recall if it is None: all ways to the nodes of an information set go
        through the same of the player's sets, with the same moves.
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
        """Return the moves that lead to a node, one way of them.

        Raises
        ------
        InputError
            If there is no such node.
        """
        if node not in self.tree:
            raise InputError(f"node {shown(node)}: choose from 0 to {len(self) - 1}")
        moves: list[str] = []
        while node:
            before = next(iter(self.tree.pred[node]))
            moves.append(self.tree.edges[before, node]["move"])
            node = before
        return tuple(reversed(moves))
