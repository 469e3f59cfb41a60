"""Games around cases of a grammar: by type, and where a case asks for more of the game around it.

Graphs of edges want a board that is played on edges, pips want dice in question, and so on.
"""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Surroundings:
    """What a case needs of its host: where its text has a pattern, parts replace others."""

    pattern: str
    replacements: tuple[tuple[str, str], ...]


#: Parts of hosts, as regular expressions: the board, the pieces, the rule of play, the test.
_BOARD = r"\(board \(square 5\) \{.*?\)\}\)"
_PIECES = r'\(piece "Disc" Each \(or \(step .*?\)\)\) (?=\(hand)'
_PLAY = r"\(play \(or \(move Add \(to \(sites Empty\)\)\) \(forEach Piece\)\)\)"
_TEST = r"\(if (?:\(= 7 @\)|\(is In \(last To\) @\)|@) "
_PATHS = (
    '(hand Shared) (tile "Disc" numSides:4 {(path from:0 to:2 colour:1) (path from:1 to:3 colour:2)'
    "}) "
)

_DOMINOES = (
    '(game "Host" (players 2) (equipment {{(boardless Square) (hand Each size:9) {}}}) '
    "(rules (start (deal Dominoes 1)) (play (or (move (from (sites Hand Mover)) "
    "(to (sites LineOfPlay))) {})) (end (if (>= (count Moves) 4) (result Mover Draw)))))"
)


def _of_type(sites: str) -> Surroundings:
    """Return the board of cases that are about the sites of a type."""
    moves = r"^\((?:(?:move )?[Pp]romote|take Control|set Hidden)\b.* "
    return Surroundings(rf"{moves}{sites}\b", ((_BOARD, f"(board (square 5) use:{sites})"),))


#: What a case needs, by its text; what is replaced is a regular expression, too.
SURROUNDINGS = (
    _of_type("Vertex"),
    _of_type("Edge"),
    Surroundings(r"^\(concentric Target rings", ((" use:Vertex", ""),)),
    Surroundings(r"^\(dominoes", ((r"^.*$", _DOMINOES.format("@", "(move Pass)")),)),
    Surroundings(
        r"take Domino", ((r"^.*$", _DOMINOES.format("(dominoes)", "(move Pass (then @))")),)
    ),
    Surroundings(
        r"Tree\b|TreeCentre|\((is|sites) Crossing|RegularGraph|\(is Path Edge",
        ((_BOARD, "(board (square 5) use:Edge)"),),
    ),
    Surroundings(
        r"PipsMatch|LineOfPlay", ((r"\(dice d:6 num:2\) ", "(dice d:6 num:2) (dominoes upTo:2) "),)
    ),
    # Names that something binds.
    Surroundings(
        r"[ :{(]Player[ )}]|\(player\)|\(player (?=:)",
        ((r"\(if ((?:[^{}]*[( :])?@[^{}]*?) \(result Mover Win\)\)",
          r"(forEach Player if:\1 (result Player Win))"),),
    ),
    Surroundings(
        r"^\(value\)$",
        ((_TEST, "(if (is Line 5) "),
         (_PLAY, "(play (or (move Add (to (sites Empty)) (then (forEach Value min:1 max:2 "
                 "(addScore Mover @)))) (forEach Piece)))")),
    ),
    Surroundings(
        r"^\(pips\)$",
        ((_TEST, "(if (is Line 5) "),
         (_PLAY, "(play (or (move Add (to (sites Empty)) (then (roll))) "
                 "(forEach Die if:(= 6 @) (forEach Piece))))")),
    ),
    Surroundings(
        r"^\(sites\)$", ((_TEST, "(if (all Groups if:(is In (last To) @)) "),)
    ),
    Surroundings(
        r"^\(team\)$", ((r"\(if \(= 7 @\) ", "(if (all Sites (sites Occupied by:Mover) if:@) "),)
    ),
)  # fmt: skip


def surrounded(text: str, host: str) -> str:
    """Return the host of a type with what a case in it needs."""
    for needed in SURROUNDINGS:
        if re.search(needed.pattern, text):
            for pattern, replacement in needed.replacements:
                host = re.sub(pattern, replacement, host, count=1)
    return host
