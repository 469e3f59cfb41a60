"""Games around cases of a grammar: by type, and where a case asks for more of the game around it.

Graphs of edges want a board that is played on edges, pips want dice in question, and so on.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from boardless.games.language.core_grammar import Constructor


@dataclass(frozen=True)
class Surroundings:
    """Needs of a case in its host: where its text has a pattern, parts replace others."""

    pattern: str
    replacements: tuple[tuple[str, str], ...]


#: Parts of hosts, as regular expressions: the board, the rule of play, the test, the end.
_BOARD = r"\(board \(square 5\) \{.*?\)\}\)"
_PLAY = r"\(play \(or \(move Add \(to \(sites Empty\)\)\) \(forEach Piece\)\)\)"
_TEST = r"\(if (?:\(= 7 @\)|\(is In (?:7|\(last To\)) @\)|@) "
_WHOLE = r"^.*\(end \{(\(if .*? \(result Mover Win\)\)) .*$"
_TILES = (
    '(game "Host" (players 2) (equipment {(boardless Square) (tile "Disc" numSides:4 {(path from:0 '
    "to:2 colour:1) (path from:1 to:3 colour:2)})}) (rules (play (if (= (count Moves) 0) (move Add "
    '(piece "Disc") (to (centrePoint) (rotations N))) (move Lay (piece {"Disc"}) (to (sites '
    r"Playable Orthogonal))))) (end {\1 (if (>= (count Moves) 5) (result Mover Draw))})))"
)
_LAID = (
    '(game "Host" (players 2) (equipment {(boardless Square) (hand Each size:3) (dominoes upTo:1)})'
    " (rules (start {(deal Dominoes 1)}) (play (move (from (forEach (sites Hand Mover) "
    r"if:(is Occupied (site)))) (to (sites LineOfPlay)))) (end {\1 (if (no Moves Next) "
    "(result Mover Win))})))"
)


def puzzle(constraint: str) -> str:
    """Return a puzzle with a constraint, on sites of the type that it names."""
    kind = next((it for it in ("Vertex", "Edge") if f" {it}" in constraint), "Cell")
    constraint = constraint.replace("(sites Occupied by:Mover)", "(sites Bottom)")
    if constraint == "(is Solved)":
        # The host asks it at the end.
        constraint = "(all Different (sites Bottom))"
    if constraint.startswith("(is Count"):
        # It alone constrains no variable.
        constraint += " (all Different)"
    rules = (
        f"(start (set {{{{0 1}}}})) (play (satisfy {{{constraint}}})) "
        "(end (if (is Solved) (result P1 Win)))"
    )
    board = f"(board (square 4) (values {kind} (range 1 4)) use:{kind})"
    items = '(regions {Rows Columns}) (regions "Home" (sites Bottom)) (hints {(hint {0 1} 3)})'
    return f'(game "Host" (players 1) (equipment {{{board} {items}}}) (rules {rules}))'


_DOMINOES = (
    '(game "Host" (players 2) (equipment {{(boardless Square) (hand Each size:9) {}}}) '
    "(rules (start (deal Dominoes 1)) (play (or (move (from (sites Hand Mover)) "
    "(to (sites LineOfPlay))) {})) (end (if (>= (count Moves) 4) (result Mover Draw)))))"
)


_PUZZLE = (
    '(game "Host" (players 1) (equipment {{(board (square 4) (values Cell (range 1 4))) '
    "(regions {{Rows Columns}})}}) (rules (start {}) (play {}) "
    "(end {{(if (is Solved) (result P1 Win)) (if (>= (count Moves) 4) (result P1 Loss))}})))"
)
_PATHS_LAID = (
    '(game "Host" (players 2) (equipment {(boardless Square) (hand Shared) @}) '
    '(rules (start (place "Disc1" (handSite Shared))) '
    "(play (move (from (handSite Shared)) (to (centrePoint)) copy:True)) "
    "(end (if (>= (count Moves) 1) (result Mover Draw)))))"
)


def _of_type(sites: str) -> Surroundings:
    """Return the board of cases that are about the sites of a type."""
    moves = r"^\((?:(?:move )?[Pp]romote|take Control|set Hidden)\b.* "
    return Surroundings(rf"{moves}{sites}\b", ((_BOARD, f"(board (square 5) use:{sites})"),))


#: What a case needs, by its text; what is replaced is a regular expression, too.
SURROUNDINGS = (
    Surroundings(
        r"^\(set( \w+)? \{\{",
        ((r"^.*$", _PUZZLE.format("@", "(satisfy {(all Different)})")),),
    ),
    Surroundings(r"^\(satisfy", ((r"^.*$", _PUZZLE.format("(set {{0 1}})", "@")),)),
    Surroundings(r"\(path from:", ((r"^.*$", _PATHS_LAID),)),
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
    Surroundings(r"SidesMatch|pathExtent|path:True", ((_WHOLE, _TILES),)),
    Surroundings(r"PipsMatch|LineOfPlay", ((_WHOLE, _LAID),)),
    Surroundings(
        r"^\(hint( (Cell|Vertex|Edge))?\)$",
        ((r"^.*$", puzzle("(forAll Hint (is Count (sites Bottom) @))")),),
    ),
    Surroundings(
        r"^\(hint at:1\)$", ((r"^.*$", puzzle("(is Count (sites Bottom) of:2 @)")),)
    ),
    Surroundings(
        r"^\(sites Hint\)$",
        ((r"^.*$", puzzle("(forAll Hint (is Count @ of:1 (hint)))")),),
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
        r"^\(team\)$",
        ((_TEST, "(if (is Line 5) "),
         (_PLAY, "(play (or (move Add (to (sites Empty)) (then (forEach Team (forEach @ "
                 "(addScore Player 1))))) (forEach Piece)))")),
    ),
    Surroundings(
        r"^\(sites\)$", ((_TEST, "(if (all Groups if:(is In (last To) @)) "),)
    ),
)  # fmt: skip


#: Places of parameters that a class needs, though its grammar lets them be left out, by the first
#: types of the form.
NEEDED = {
    "(is IsIntegerType": (1,), "(is IsComponentType": (1, 4), "(sites SitesCrossingType": (3,),
    "(is IsPuzzleRegionResultType": (2,), "(count CountStepsOnTrackType": (4, 5),
}  # fmt: skip


def needed(form: Constructor) -> frozenset[int]:
    """Return the places of the parameters that the class of a form needs."""
    found = (at for begin, at in NEEDED.items() if str(form).startswith(begin))
    return frozenset(next(found, ()))


def surrounded(text: str, host: str) -> str:
    """Return the host of a type with what a case in it needs."""
    for needed in SURROUNDINGS:
        if re.search(needed.pattern, text):
            for pattern, replacement in needed.replacements:
                host = re.sub(pattern, replacement, host, count=1)
    return host
