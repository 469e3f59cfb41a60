"""Tiles with segments: drawing and laying them, and the features that the segments make."""

from dataclasses import KW_ONLY
from typing import Annotated, ClassVar

from boardless.games.language.facts import (
    CHANCE,
    EFFECT,
    GLOBAL,
    GROWS,
    PUTS,
    TRIES,
    needs,
    numbers,
)
from boardless.games.language.ludeme import Limits, ludeme
from boardless.games.ludemes.equipment import Item
from boardless.games.ludemes.kinds import OURS, Condition, Integer, Moves
from boardless.games.ludemes.moves import Clause, From, Then, To

#: What segments are called.
Names = Annotated[tuple[str, ...], Limits(1)]


@ludeme("meeting", example='(meeting {"Woods" "Houses"})')
class Meeting(Item):
    """Segments of these kinds fit beside one another, where else like is laid beside like.

    Those of one kind alone are joined; where others meet, both have come to an end.
    """

    source: ClassVar[str] = OURS
    names: Names


class Settling(Clause):
    """How a piece comes on a tile that is laid."""

    source: ClassVar[str] = OURS
    facts = GLOBAL


@ludeme("settle", example='(settle "Follower" {"Road" "City"})')
class Settle(Settling):
    """A piece of the mover's hand may come on a segment of one of these kinds of a tile laid.

    It may if nothing stands on the feature of the segment, which is all that is joined with it.
    """

    piece: str
    names: Names


@ludeme("settle", "Marked", example='(settle Marked "Follower")')
class SettleMarked(Settling):
    """A piece of the mover's hand, if there is one, comes on the segment that has marks.

    Of several it is the first; a tile without marks gets none.
    """

    piece: str


@ludeme(
    "move",
    "LayDrawn",
    example="(move LayDrawn (from (sites Hand Shared)) (to (sites Playable Orthogonal)))",
)
class LayDrawn(Moves):
    """Draw a tile with segments from a bag, by chance, and lay it where it fits, turned in any way.

    The bag is a hand, or those of its sites for which the condition holds. A tile that fits nowhere
    leaves the game, and another one is drawn.
    """

    facts = (
        EFFECT
        | PUTS
        | TRIES
        | CHANCE
        | GROWS
        | needs("bags")
        | numbers("states", "values", "rotations")
    )
    source: ClassVar[str] = OURS
    from_: From
    to: To
    settle: Settling | None = None
    then: Then | None = None


@ludeme(
    "can",
    "LayDrawn",
    example="(can LayDrawn (from (sites Hand Shared)) (to (sites Playable Orthogonal)))",
)
class CanLayDrawn(Condition):
    """A tile of a bag fits one of these sites."""

    facts = GLOBAL
    source: ClassVar[str] = OURS
    from_: From
    to: To


@ludeme("forEach", "Feature", example='(forEach Feature {"Road"} (recall "Follower"))')
class ForEachFeature(Moves):
    """The moves of a rule for each feature of some kinds on which a piece stands.

    If they are to be completed, those alone that the last tile completed: nothing can be joined to
    them any more, or where there is nothing to join, tiles lie all around theirs. If they are not
    to be completed, all that are not complete.
    """

    facts = EFFECT | PUTS
    source: ClassVar[str] = OURS
    names: Names
    moves: Moves
    _: KW_ONLY
    completed: bool | None = None


@ludeme("forEach", "Settled", example='(forEach Settled {"Road"} (recall Settled "Follower"))')
class ForEachSettled(Moves):
    """The moves of a rule for each piece on a segment of some kinds.

    The segment and its feature are those in question.
    """

    facts = EFFECT | PUTS
    source: ClassVar[str] = OURS
    names: Names
    moves: Moves


@ludeme("segment", "Marks", example="(segment Marks)", facts=GLOBAL)
class SegmentMarks(Integer):
    """How many marks the segment in question has."""

    source: ClassVar[str] = OURS


@ludeme("is", "Complete", example="(is Complete)", facts=GLOBAL)
class IsComplete(Condition):
    """The feature in question is complete, see ``(forEach Feature ...)``."""

    source: ClassVar[str] = OURS


@ludeme("feature", "Tiles", example="(feature Tiles)", facts=GLOBAL)
class FeatureTiles(Integer):
    """On how many tiles the feature in question lies; without ends, those around it count too."""

    source: ClassVar[str] = OURS


@ludeme("feature", "Marks", example="(feature Marks)", facts=GLOBAL)
class FeatureMarks(Integer):
    """How many marks the feature in question has."""

    source: ClassVar[str] = OURS


@ludeme("feature", "Touched", example='(feature Touched {"City"})', facts=GLOBAL)
class FeatureTouched(Integer):
    """How many complete features of some kinds the feature in question touches."""

    source: ClassVar[str] = OURS
    names: Names


@ludeme("largest", "Feature", example='(largest Feature {"Road"} completed:True)', facts=GLOBAL)
class LargestFeature(Integer):
    """On how many tiles the largest feature of some kinds lies, or of the complete ones; else 0."""

    source: ClassVar[str] = OURS
    names: Names
    _: KW_ONLY
    completed: bool = False


@ludeme("award", example="(award (feature Tiles))", facts=EFFECT | PUTS)
class Award(Moves):
    """Add to the scores of all who have the most pieces on the feature in question."""

    source: ClassVar[str] = OURS
    score: Integer


@ludeme("recall", example='(recall "Follower")', facts=EFFECT | PUTS)
class Recall(Moves):
    """Put the pieces that stand on the feature in question back into their players' hands."""

    source: ClassVar[str] = OURS
    piece: str


@ludeme("recall", "Settled", example='(recall Settled "Follower")', facts=EFFECT | PUTS)
class RecallSettled(Moves):
    """Put the piece that stands on the segment in question back into its player's hand."""

    source: ClassVar[str] = OURS
    piece: str
