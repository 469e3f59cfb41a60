"""Concepts of growing boards, derived from the combined facts of ludemes."""

from collections.abc import Iterator

from boardless.games.growth_rules import names_sites, tells_far_cells
from boardless.games.language.kinds import Moves
from boardless.games.language.ludeme import ludemes_in
from boardless.games.ludemes.ends import End
from boardless.games.ludemes.equipment import Boardless
from boardless.games.ludemes.game import GameTree, Play
from boardless.games.ludemes.hands import InHand, SitesHand
from boardless.games.ludemes.placement import FromTo, Remove

#: Concepts of moves between cells.
_STEPS = frozenset(
    f"{kind}{of}" for kind in ("Step", "Slide", "Hop", "Leap") for of in ("Decision", "Effect")
)


def concepts_of_growth(tree: GameTree) -> Iterator[str]:
    """Yield the concepts of a game with a growing board."""
    if not any(isinstance(item, Boardless) for item in tree.equipment.items):
        return
    moves = [part for part in ludemes_in((tree.equipment, tree.rules)) if isinstance(part, Moves)]
    if any(isinstance(part, Remove) for part in moves):
        yield "Shrinks"
    if any(map(_walks, moves)):
        yield from ("Walks", "Shrinks")
    if any(part.stacks() for part in ludemes_in(tree)):
        yield "StacksUpwards"
    asked = tuple(part for part in ludemes_in(tree.rules) if isinstance(part, Play | End))
    if tells_far_cells(asked):
        yield "FarCells"
    if names_sites(asked):
        yield "NumbersOfSites"


def _walks(move: Moves) -> bool:
    """Return True if a move takes a piece from a cell to another."""
    if isinstance(move, FromTo):
        return not any(isinstance(part, InHand | SitesHand) for part in ludemes_in(move.from_))
    return not _STEPS.isdisjoint(move.own_concepts())
