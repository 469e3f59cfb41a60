"""What players propose and vote on, and whether a position goes round in a circle."""

from typing import Annotated

from boardless.games.language.facts import EFFECT, needs
from boardless.games.language.ludeme import Limits, ludeme
from boardless.games.ludemes.kinds import Condition, Moves
from boardless.games.ludemes.moves import Then

Names = Annotated[tuple[str, ...], Limits(1)]


@ludeme("move", "Propose", also="propose", example='(move Propose "End")')
class Propose(Moves):
    """Propose something, or one of several things, that players may vote on."""

    facts = EFFECT | needs("votes")
    names: Names
    then: Then | None = None


@ludeme("move", "Vote", also="vote", example='(move Vote {"End" "Go on"})')
class Vote(Moves):
    """Vote for something, or for one of several things.

    When as many votes have been given as there are players, nothing is proposed any more, and what
    more than half of them are for is decided until the next move.
    """

    facts = EFFECT | needs("votes")
    names: Names
    then: Then | None = None


@ludeme("is", "Proposed", example='(is Proposed "End")', facts=needs("votes"))
class IsProposed(Condition):
    """Something has been proposed and not been voted on by all."""

    name: str


@ludeme("is", "Decided", example='(is Decided "End")', facts=needs("votes"))
class IsDecided(Condition):
    """The last move's vote has decided for something."""

    name: str


@ludeme("is", "Cycle", example="(is Cycle)", facts=EFFECT | needs("cycles"))
class IsCycle(Condition):
    """The last positions, as many as players by players, have come three times in a row."""
