"""Host games for cases of a grammar: by type, and for cases with further needs.

For example, graphs of edges need a board played on edges, and pips need dice in question.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from boardless.conformance.core_grammar import Constructor


#: By pattern in the text of a case: a host, or parts of its host and their replacements.
Surroundings: TypeAlias = "str | tuple[tuple[str, str], ...]"

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
    kind = next((name for name in ("Vertex", "Edge") if f" {name}" in constraint), "Cell")
    constraint = constraint.replace("(sites Occupied by:Mover)", "(sites Bottom)")
    if constraint == "(is Solved)":
        # The host asks for the test at the end.
        constraint = "(all Different (sites Bottom))"
    if constraint.startswith("(is Count"):
        # It constrains no variable by itself.
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


#: A test in place of a case's own test.
_IN_LINE = (_TEST, "(if (is Line 5) ")


def _in_play(moves: str) -> tuple[tuple[str, str], ...]:
    """Return the replaced parts of a host with a case in its rule of play."""
    return _IN_LINE, (_PLAY, f"(play (or {moves} (forEach Piece)))")


#: Needs of cases in their hosts, by patterns of their texts; parts are regular expressions, too.
SURROUNDINGS: dict[str, Surroundings] = {
    r"^\(set( \w+)? \{\{": _PUZZLE.format("@", "(satisfy {(all Different)})"),
    r"^\(satisfy": _PUZZLE.format("(set {{0 1}})", "@"),
    r"\(path from:": _PATHS_LAID,
    # Boards of cases that concern the sites of a type.
    **{
        rf"^\((?:(?:move )?[Pp]romote|take Control|set Hidden)\b.* {sites}\b": (
            (_BOARD, f"(board (square 5) use:{sites})"),
        )
        for sites in ("Vertex", "Edge")
    },
    r"^\(concentric Target rings": ((" use:Vertex", ""),),
    r"^\(dominoes": _DOMINOES.format("@", "(move Pass)"),
    r"take Domino": _DOMINOES.format("(dominoes)", "(move Pass (then @))"),
    r"Tree\b|TreeCentre|\((is|sites) Crossing|RegularGraph|\(is Path Edge": (
        (_BOARD, "(board (square 5) use:Edge)"),
    ),
    r"SidesMatch|pathExtent|path:True": ((_WHOLE, _TILES),),
    r"PipsMatch|LineOfPlay": ((_WHOLE, _LAID),),
    r"^\(hint( (Cell|Vertex|Edge))?\)$": puzzle("(forAll Hint (is Count (sites Bottom) @))"),
    r"^\(hint at:1\)$": puzzle("(is Count (sites Bottom) of:2 @)"),
    r"^\(sites Hint\)$": puzzle("(forAll Hint (is Count @ of:1 (hint)))"),
    # Names with a binding.
    r"[ :{(]Player[ )}]|\(player\)|\(player (?=:)": (
        (
            r"\(if ((?:[^{}]*[( :])?@[^{}]*?) \(result Mover Win\)\)",
            r"(forEach Player if:\1 (result Player Win))",
        ),
    ),
    r"^\(value\)$": _in_play(
        "(move Add (to (sites Empty)) (then (forEach Value min:1 max:2 (addScore Mover @))))"
    ),
    r"^\(pips\)$": (
        _IN_LINE,
        (
            _PLAY,
            "(play (or (move Add (to (sites Empty)) (then (roll))) "
            "(forEach Die if:(= 6 @) (forEach Piece))))",
        ),
    ),
    r"^\(team\)$": _in_play(
        "(move Add (to (sites Empty)) (then (forEach Team (forEach @ (addScore Player 1)))))"
    ),
    r"^\(sites\)$": ((_TEST, "(if (all Groups if:(is In (last To) @)) "),),
}


#: Places of parameters that a class needs, although they are optional in its grammar, by the first
#: types of the form.
NEEDED = {
    "(is IsIntegerType": (1,), "(is IsComponentType": (1, 4), "(sites SitesCrossingType": (3,),
    "(is IsPuzzleRegionResultType": (2,), "(count CountStepsOnTrackType": (4, 5),
}  # fmt: skip


def needed(form: Constructor) -> frozenset[int]:
    """Return the places of the parameters that the class of a form needs."""
    places = (at for begin, at in NEEDED.items() if str(form).startswith(begin))
    return frozenset(next(places, ()))


def surrounded(text: str, host: str) -> str:
    """Return the host of a type with everything that a case in it needs."""
    for pattern, needed in SURROUNDINGS.items():
        if re.search(pattern, text):
            if isinstance(needed, str):
                host = needed
                continue
            for part, replacement in needed:
                host = re.sub(part, replacement, host, count=1)
    return host
