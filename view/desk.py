"""What stands around a board: the tree of variations, who sits where, the seed, hints."""

from typing import TYPE_CHECKING, Any, TypeAlias

from boardless.play.playing import Answer
from boardless.view.choices import places_of
from boardless.view.players import NAMES

if TYPE_CHECKING:
    from boardless.view.session import Session

#: How often a move was tried, as a share of the move tried most, and what it is expected to bring.
Hint: TypeAlias = tuple[float, ...]


def desk_of(session: "Session", seat: int) -> dict[str, Any]:
    """Return what a page of a seat shows around the board, as JSON has it.

    ``nodes`` has parent, text and next node of the line of each node of the tree. Where something
    was ever hidden from the seat, the text names the places of a move alone.
    """
    known = session.knows(seat)
    nodes = {}
    for number, node in enumerate(session.tree.nodes):
        text = node.text if known else " ".join(places_of(node.move))
        nodes[str(number)] = (node.parent, text, node.onward)
    return {
        "node": session.tree.here,
        "nodes": nodes,
        "seed": session.seed,
        "seats": tuple(one.name for one in session.seats),
        "agents": NAMES,
        "thinking": session.thinking.player,
        "hints": session.hints if known else {},
        "trouble": session.trouble,
        "seat": seat,
    }


def hints_of(answer: Answer) -> dict[str, Hint]:
    """Return what a player thinks of the moves, by their texts."""
    visits = answer.visits or {answer.move: 1}
    most = max(visits.values()) or 1
    return {
        str(move): (
            round(visits.get(move, 0) / most, 3),
            *((round(float(answer.values[move]), 3),) if move in answer.values else ()),
        )
        for move in {**visits, **answer.values}
    }
