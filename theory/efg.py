"""Games in the files of Gambit (``.efg``), read and written.

The nodes stand one after the other, each before those that its moves lead to, first move first. A
letter says what a node is (c chance, p a player, t the end), then come its name, the numbers of
player and information set, the moves, and an outcome, whose payoffs are paid wherever it stands.
Information sets and outcomes are written out where they are named first.
Source: the documentation of Gambit, "The extensive game (.efg) file format".
"""

from collections.abc import Container
from dataclasses import dataclass, field
from fractions import Fraction
from os import PathLike
from pathlib import Path

import networkx as nx

from boardless.games.library import read_text
from boardless.theory.building import add_sets
from boardless.theory.checking import MAX_NODES
from boardless.theory.efg_words import Words
from boardless.theory.extensive import CHANCE, NOBODY, ExtensiveGame
from boardless.topo import InputError

#: What begins a node, and the player it stands for; None where a number says it.
_KINDS: dict[str, int | None] = {"c": CHANCE, "p": None, "t": NOBODY}


def read_efg(path: str | PathLike[str]) -> ExtensiveGame:
    """Return the game of a file; see `parse_efg`."""
    return parse_efg(read_text(Path(path)))


def parse_efg(text: str) -> ExtensiveGame:
    """Return the game of a text as Gambit writes it; numbers are kept exactly.

    Raises
    ------
    InputError
        If it is none; the message names the line.
    """
    words = Words(text)
    for word in ("EFG", "2"):
        words.expect(word)
    if words.take() not in ("R", "D"):
        words.reject("expected R or D, the kind of numbers")
    name, players = words.string(), words.strings()
    if words.is_string():
        words.string()
    reading = _Reading(words, tuple(players))
    reading.nodes()
    if not words.is_over():
        words.reject("this node is unreachable: no move is left that leads there")
    add_sets(reading.tree, len(players), reading.known)
    return ExtensiveGame(name or "Game", tuple(players), reading.tree)


@dataclass
class _Reading:
    """A tree that is being read.

    Attributes
    ----------
    known : list of dict
        For each node the information set of the player who moves there.
    moves : dict
        By player and number of an information set, the moves and how likely each is.
    payoffs : dict
        By number, what an outcome pays.
    """

    words: Words
    players: tuple[str, ...]
    tree: "nx.DiGraph[int]" = field(default_factory=nx.DiGraph)
    known: list[dict[int, int]] = field(default_factory=list)
    moves: dict[tuple[int, int], dict[str, Fraction]] = field(default_factory=dict)
    payoffs: dict[int, tuple[Fraction, ...]] = field(default_factory=dict)

    def nodes(self) -> None:
        """Read all nodes."""
        nothing = (Fraction(),) * len(self.players)
        # What is still to come: the node before, the move that leads there, what was paid so far.
        left: list[tuple[int, str, Fraction, tuple[Fraction, ...]]] = [
            (-1, "", Fraction(1), nothing)
        ]
        while left:
            before, move, chance, paid = left.pop()
            number = len(self.tree)
            if number == MAX_NODES:
                self.words.reject(f"a game has at most {MAX_NODES:,} nodes")
            self.tree.add_node(number)
            if before >= 0:
                self.tree.add_edge(before, number, move=move, probability=chance)
            moves, pays = self._node(number)
            paid = tuple(a + b for a, b in zip(paid, pays or nothing, strict=True))
            self.tree.nodes[number]["payoffs"] = () if moves else paid
            left += [(number, label, p, paid) for label, p in reversed(moves.items())]

    def _node(self, number: int) -> tuple[dict[str, Fraction], tuple[Fraction, ...] | None]:
        """Read one node; return its moves and what it pays."""
        words = self.words
        kind = words.take("a node, beginning with c, p or t")
        if kind not in _KINDS:
            words.reject("expected a node, beginning with c, p or t")
        words.string()
        player = _KINDS[kind]
        if player is None:
            player = words.whole("a player", 1, len(self.players))
        self.tree.nodes[number]["player"] = player
        moves: dict[str, Fraction] = {}
        self.known.append({})
        if player != NOBODY:
            place = words.whole("an information set", 1)
            self.known[number] = {player: place} if player else {}
            moves = self._moves(player, place)
        return moves, self._outcome()

    def _moves(self, player: int, place: int) -> dict[str, Fraction]:
        """Read the moves of an information set, or find them where they were written before."""
        words, known = self.words, self.moves.get((player, place))
        if words.is_string():
            words.string()
        if not words.begins():
            if known is None:
                words.reject(f"expected the moves of information set {place}")
            return known
        found: dict[str, Fraction] = {}
        words.expect("{")
        while not words.ends():
            label = _another(words.string(), found)
            found[label] = words.number("a probability") if player == CHANCE else Fraction(1)
        if not found:
            words.reject("expected a move: there is none")
        if known is not None and list(known.items()) != list(found.items()):
            words.reject(f"information set {place} had other moves before")
        self.moves[player, place] = found
        return found

    def _outcome(self) -> tuple[Fraction, ...] | None:
        """Read the outcome of a node; return what it pays, None for none."""
        words = self.words
        number = words.whole("an outcome", 0)
        known = self.payoffs.get(number)
        if words.is_string():
            words.string()
        if not words.begins():
            if number and known is None:
                words.reject(f"expected the payoffs of outcome {number}")
            return known
        words.expect("{")
        found = []
        while not words.ends():
            found.append(words.number("a payoff"))
            words.skip(",")
        if len(found) != len(self.players):
            words.reject(f"{len(found)} payoffs for {len(self.players)} players")
        if not number:
            words.reject("expected the number of the outcome: 0 is for none")
        if known is not None and known != tuple(found):
            words.reject(f"outcome {number} had other payoffs before")
        return self.payoffs.setdefault(number, tuple(found))


def _another(label: str, labels: Container[str]) -> str:
    """Return a label that is not there yet: Gambit's files may have several of a name, or none."""
    number, name = 1, label or "move"
    while (label := name if number == 1 else f"{name} ({number})") in labels:
        number += 1
    return label


def to_efg(game: ExtensiveGame) -> str:
    """Return a game as the text of a file of Gambit.

    What players know where they do not move is not in it.

    Raises
    ------
    InputError
        If it is no tree.

    Examples
    --------
    >>> from boardless.theory import matching_pennies, to_efg
    >>> print(to_efg(matching_pennies()).splitlines()[3])
    p "" 1 1 "" { "Heads" "Tails" } 0
    """
    if not game.is_tree:
        raise InputError(f"{game.name}: its positions are merged, a file of Gambit has a tree")
    lines = [f"EFG 2 R {_string(game.name)} {{ {' '.join(map(_string, game.players))} }}", '""', ""]
    places: list[dict[int, int]] = [{} for _ in range(len(game.players) + 1)]
    ends, left = 0, [0]
    while left:
        node = left.pop()
        player, moves = game.player(node), game.moves(node)
        if player == NOBODY:
            ends += 1
            payoffs = ", ".join(map(str, game.payoffs(node)))
            lines.append(f't "" {ends} "" {{ {payoffs} }}')
            continue
        first = game.sets(node)[player - 1] if player else node
        place = places[player].setdefault(first, len(places[player]) + 1)
        if player:
            labels = " ".join(_string(move) for move, _ in moves)
            lines.append(f'p "" {player} {place} "" {{ {labels} }} 0')
        else:
            labels = " ".join(
                f"{_string(move)} {game.probability(node, after)}" for move, after in moves
            )
            lines.append(f'c "" {place} "" {{ {labels} }} 0')
        left += [after for _, after in reversed(moves)]
    return "\n".join((*lines, ""))


def _string(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
