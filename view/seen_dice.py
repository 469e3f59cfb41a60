"""Dice as a seat sees them: the faces that are up for the move to come, and which are used."""

from collections.abc import Iterable, Mapping, Sequence

from boardless.games.ludemes.dice import DiceItem
from boardless.play.picture import faces_of
from boardless.play.state import State
from boardless.state import FreeState, Move
from boardless.state.engine.actions import SET_STATE
from boardless.state.move_text import place_text
from boardless.view.seen_piles import Pile, numbers_of


def with_dice(
    state: State | FreeState, piles: Mapping[str, Pile], legal: Sequence[Move]
) -> tuple[dict[str, Pile], tuple[str, ...]]:
    """Return piles with the dice as they lie for the next move, and the places of used ones.

    A die is used when it counts nothing any more, though there is something on its upper face.
    """
    if not isinstance(state, State) or not state.game.module.model.uses(DiceItem):
        return dict(piles), ()
    dice = dice_of(state)
    seen = {place: piles[place][0] for place in dice if place in piles and piles[place][0]}
    faces = rolled(legal, seen.keys())
    found = {**piles, **{place: (seen[place], 1, face) for place, face in faces.items()}}
    counts = dict(zip(dice, state.position.pips, strict=False))  # none where no rule asks for them
    used = tuple(
        place
        for place, what in seen.items()
        if counts.get(place) == 0
        and place not in faces
        and faces_of(state.game, what)[numbers_of(found[place])[2]]
    )
    return found, used


def dice_of(state: State) -> list[str]:
    """Return the places of the dice of a state, in the order in which their pips are kept."""
    return [
        place_text(hand.number, site)
        for hand in state.containers[1:]
        for site, what in hand.what.nonzero().items()
        if faces_of(state.game, what)
    ]


def rolled(moves: Iterable[Move], dice: Iterable[str]) -> dict[str, int]:
    """Return the faces that dice show in every one of some moves, by their places.

    Dice that have been rolled are turned by the move that follows.
    """
    places, found = set(dice), None
    for move in moves:
        named = (
            (place_text(action.container, action.site), action.value)
            for action in move.actions
            if action.kind == SET_STATE and action.container
        )
        shown = {place: face for place, face in named if place in places}
        if found is None:
            found = shown
        else:
            found = {place: face for place, face in found.items() if shown.get(place) == face}
    return found or {}
