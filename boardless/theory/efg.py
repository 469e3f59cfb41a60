"""Files of Gambit (``.efg``), read and written.

The nodes stand one after the other, each before its successors, first move first. A letter gives
the type of a node (c chance, p a player, t the end). Then come its name, the numbers of player and
information set, the moves, and an outcome with payoffs, which are paid at any node. Information
sets and outcomes are written out at their first use.

Source: the documentation of Gambit, "The extensive game (.efg) file format".
"""

import re
from collections.abc import Container
from dataclasses import dataclass, field
from fractions import Fraction
from os import PathLike
from pathlib import Path
from typing import NoReturn

import networkx as nx

from boardless.games.library import read_text
from boardless.theory.building import add_sets
from boardless.theory.extensive import CHANCE, MAX_NODES, NOBODY, ExtensiveGame
from boardless.topo import InputError
from boardless.util.inputs import shown

_WORD = re.compile(r'\s*(?:(?P<string>"(?:[^"\\]|\\.)*")|(?P<word>[{},]|[^\s{},"]+))', re.DOTALL)
_NUMBER = re.compile(r"[+-]?(?:[0-9]+/[0-9]+|(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]{1,2})?)")
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
#: The most digits of a payoff.
_MAX_DIGITS = 100


class Words:
    """A tokenizer of ``.efg`` text; InputError if a string is never closed."""

    def __init__(self, text: str) -> None:
        self._words: list[tuple[str, int]] = []
        self._next = 0
        at, line, end = 0, 1, len(text.rstrip())
        while at < end:
            match = _WORD.match(text, at, end)
            if match is None:
                raise InputError(f"line {line}: a string that is never closed")
            start = match.start(match.lastgroup or 0)
            line += text.count("\n", at, start)
            self._words.append((match[match.lastgroup or 0], line))
            line += text.count("\n", start, match.end())
            at = match.end()

    def reject(self, expected: str) -> NoReturn:
        """Raise an InputError: something else was expected in place of the last word."""
        word, line = self._words[max(self._next - 1, 0)] if self._words else ("nothing", 1)
        raise InputError(f"line {line}, at {shown(word)}: {expected}")

    def is_over(self) -> bool:
        """Return True if all words are read; else read the next one."""
        if self._next < len(self._words):
            self._next += 1
            return False
        return True

    def peek(self) -> str:
        """Return the next word without reading it, or "" at the end."""
        return self._words[self._next][0] if self._next < len(self._words) else ""

    def take(self, expected: str = "more") -> str:
        """Read a word."""
        word = self.peek()
        if not word:
            self.reject(f"expected {expected} after it, the file ends")
        self._next += 1
        return word

    def expect(self, word: str) -> None:
        """Read a word; raise an InputError if it differs."""
        if self.take(word) != word:
            self.reject(f"expected {word}")

    def ends(self) -> bool:
        """Return True if a list ends here, and read its bracket."""
        over = self.peek() == "}"
        self._next += over
        return over

    def is_string(self) -> bool:
        """Return True if a string comes next."""
        return self.peek().startswith('"')

    def string(self) -> str:
        """Read a string."""
        word = self.take("a string")
        if not word.startswith('"'):
            self.reject("expected a string")
        return _ESCAPED.sub(r"\1", word[1:-1])

    def strings(self) -> list[str]:
        """Read a list of strings."""
        self.expect("{")
        strings = []
        while not self.ends():
            strings.append(self.string())
        return strings

    def whole(self, what: str, least: int, most: int | None = None) -> int:
        """Read an integer within bounds."""
        word = self.take(what)
        allowed = f"from {least} to {most}" if most is not None else f"from {least} on"
        if not (word.isascii() and word.isdigit() and len(word) <= 9):
            self.reject(f"expected the number of {what}, {allowed}")
        if not least <= int(word) <= (most if most is not None else int(word)):
            self.reject(f"expected the number of {what}, {allowed}")
        return int(word)

    def number(self, what: str) -> Fraction:
        """Read a number, exactly."""
        word = self.take(what)
        if len(word) > _MAX_DIGITS or not _NUMBER.fullmatch(word):
            self.reject(f"expected {what}, a finite number such as -3, 0.5 or 1/3")
        try:
            return Fraction(word)
        except ZeroDivisionError:
            self.reject(f"expected {what}, which is not divided by 0")


#: First letters of nodes, with the player; None if a number follows.
_KINDS: dict[str, int | None] = {"c": CHANCE, "p": None, "t": NOBODY}


def read_efg(path: str | PathLike[str]) -> ExtensiveGame:
    """Return the game of a file; see `parse_efg`."""
    return parse_efg(read_text(Path(path)))


def parse_efg(text: str) -> ExtensiveGame:
    """Return the game of a text in Gambit's form, exactly; an InputError names the line."""
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
    add_sets(reading.tree, len(players), reading.knowledge)
    return ExtensiveGame(name or "Game", tuple(players), reading.tree)


@dataclass
class _Reading:
    """A tree under construction."""

    words: Words
    players: tuple[str, ...]
    tree: "nx.DiGraph[int]" = field(default_factory=nx.DiGraph)
    #: for each node the information set of its mover
    knowledge: list[dict[int, int]] = field(default_factory=list)
    #: moves with probabilities, by player and number of the set
    moves: dict[tuple[int, int], dict[str, Fraction]] = field(default_factory=dict)
    #: by number of the outcome
    payoffs: dict[int, tuple[Fraction, ...]] = field(default_factory=dict)

    def nodes(self) -> None:
        nothing = (Fraction(),) * len(self.players)
        # Nodes to come: the node before, the move that leads there, the payoffs so far.
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
        self.knowledge.append({})
        if player != NOBODY:
            place = words.whole("an information set", 1)
            self.knowledge[number] = {player: place} if player else {}
            moves = self._moves(player, place)
        return moves, self._outcome()

    def _moves(self, player: int, place: int) -> dict[str, Fraction]:
        """Read the moves of an information set, or return its earlier ones."""
        words, before = self.words, self.moves.get((player, place))
        if words.is_string():
            words.string()
        if words.peek() != "{":
            if before is None:
                words.reject(f"expected the moves of information set {place}")
            return before
        moves: dict[str, Fraction] = {}
        words.expect("{")
        while not words.ends():
            label = _another(words.string(), moves)
            moves[label] = words.number("a probability") if player == CHANCE else Fraction(1)
        if not moves:
            words.reject("expected a move")
        if before is not None and list(before.items()) != list(moves.items()):
            words.reject(f"information set {place} had other moves before")
        self.moves[player, place] = moves
        return moves

    def _outcome(self) -> tuple[Fraction, ...] | None:
        words = self.words
        number = words.whole("an outcome", 0)
        before = self.payoffs.get(number)
        if words.is_string():
            words.string()
        if words.peek() != "{":
            if number and before is None:
                words.reject(f"expected the payoffs of outcome {number}")
            return before
        words.expect("{")
        payoffs = []
        while not words.ends():
            payoffs.append(words.number("a payoff"))
            if words.peek() == ",":
                words.take()
        if len(payoffs) != len(self.players):
            words.reject(f"{len(payoffs)} payoffs for {len(self.players)} players")
        if not number:
            words.reject("expected the number of the outcome: 0 is for none")
        if before is not None and before != tuple(payoffs):
            words.reject(f"outcome {number} had other payoffs before")
        return self.payoffs.setdefault(number, tuple(payoffs))


def _another(label: str, labels: Container[str]) -> str:
    """Return an unused label, because Gambit's files may repeat or omit names."""
    number, name = 1, label or "move"
    while (label := name if number == 1 else f"{name} ({number})") in labels:
        number += 1
    return label


def to_efg(game: ExtensiveGame) -> str:
    """Return a game as the text of a file of Gambit, with the knowledge of movers only.

    Raises
    ------
    InputError
        If the game is not a tree.

    Examples
    --------
    >>> from boardless.theory import matching_pennies, to_efg
    >>> print(to_efg(matching_pennies()).splitlines()[3])
    p "" 1 1 "" { "Heads" "Tails" } 0
    """
    if not game.is_tree:
        raise InputError(
            f"{game.name}: its positions are merged, but a file of Gambit needs a tree"
        )
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
