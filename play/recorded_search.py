"""A recorded move that is looked for, where chance has a say in what may be done."""

from dataclasses import dataclass, field

from boardless.play.chance import Question
from boardless.play.ludii_actions import Deed

#: After how many outcomes of chance a record is given up.
MAX_OUTCOMES = 3_000


@dataclass
class RecordedSearch:
    """What is looked for, and what has been met.

    Attributes
    ----------
    wanted : list of Deed
        What the recorded move did.
    row : tuple of int or None
        The numbers of the move that is being made.
    sites : list of int or None
        What chance has decided about so far: sites of dice, by the numbers in the record.
    count : int or None
        How many moves were legal where it was not the recorded number.
    seen : list of list of Deed
        What moves did that might have been the recorded one.
    outcomes : int
        How many outcomes of chance have been tried.
    """

    wanted: list[Deed]
    row: tuple[int, ...] | None = None
    sites: list[int | None] = field(default_factory=list)
    count: int | None = None
    seen: list[list[Deed]] = field(default_factory=list)
    outcomes: int = 0

    def likely(self, question: Question, site: int | None) -> list[int]:
        """Return the outcomes that the record allows: it has the faces of dice, and no others."""
        if self.outcomes > MAX_OUTCOMES:
            return []
        if site is None:
            return [outcome for outcome, odds in enumerate(question.odds) if odds]
        faces = [
            int(str(deed[2])) for deed in self.wanted if deed[:2] == ("SetStateAndUpdateDice", site)
        ]
        return [faces[min(self.sites.count(site), len(faces) - 1)]] if faces else [0]
