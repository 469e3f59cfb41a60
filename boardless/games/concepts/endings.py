"""Concepts of ends: the condition of an end together with its result."""

from collections.abc import Iterator

from boardless.games.language.kinds import Outcome, Role
from boardless.games.language.ludeme import Ludeme, ludemes_in
from boardless.games.ludemes.ends import EndIf, ForEachEnd, Result
from boardless.games.ludemes.game import GameTree

#: Ends by the concept of their condition.
_ALIKE = (
    "NoMoves Scoring Fill NoTargetPiece Line Connection Group Loop Pattern Territory PathExtent"
)
_ENDS = {name: name for name in _ALIKE.split()} | {
    "ProgressCheck": "NoProgress",
    "NoPieceMover": "NoOwnPieces",
    "Contains": "Reach",
    "NoPieceNext": "EliminatePieces",
    "CountPiecesNextComparison": "EliminatePieces",
}


def concepts_of_ends(tree: GameTree) -> Iterator[str]:
    """Yield the concepts of the ends of a game."""
    two = tree.players.count == 2
    for end in ludemes_in(tree):
        if isinstance(end, EndIf | ForEachEnd):
            condition = end.condition if isinstance(end, EndIf) else end.if_
            result = end.result if isinstance(end.result, Result) else None
            yield from _of_end(condition, result, two)


def _of_end(condition: Ludeme | None, result: Result | None, two: bool) -> Iterator[str]:
    has = condition.concepts() if condition is not None else frozenset()
    ends = {end for name, end in _ENDS.items() if name in has}
    if {"CanNotMove", "Threat"} <= has:
        ends.add("Checkmate")
    if "NoPiece" in has and "NoPieceMover" not in has:
        ends.add("EliminatePieces")
    said = None if result is None else _for_the_mover(result, two)
    for end in ends:
        yield end if end == "Checkmate" else f"{end}End"
        if said:
            yield f"{end}{said}"
    if result is None:
        if "NoOwnPieces" in ends:
            yield "NoOwnPiecesWin"  # by score, as Ludii has it
        return
    if "Fill" in ends and result.outcome is Outcome.WIN and not said and _is_player(result.role):
        yield "FillWin"
    if two and said == "Loss":
        yield "Misere"
    if result.outcome is Outcome.DRAW:
        yield "Draw"


def _for_the_mover(result: Result, two: bool) -> str | None:
    """Return the result for the mover, or None if it concerns only another player."""
    if result.outcome is Outcome.DRAW:
        return "Draw"
    if result.outcome not in (Outcome.WIN, Outcome.LOSS):
        return None
    if result.role is Role.MOVER:
        return str(result.outcome)
    if result.role is Role.NEXT and two:
        return "Loss" if result.outcome is Outcome.WIN else "Win"
    return None


def _is_player(role: object) -> bool:
    return isinstance(role, Role) and role.value[:1] == "P" and role.value[1:].isdigit()
