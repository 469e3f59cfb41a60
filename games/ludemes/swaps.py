"""Players and pieces that trade places."""

from boardless.games.language.facts import EFFECT
from boardless.games.language.ludeme import Word, ludeme
from boardless.games.ludemes.kinds import Integer, Moves, Role
from boardless.games.ludemes.moves import Then


class Swapped(Word):
    """What trades places."""

    PLAYERS = "Players"
    PIECES = "Pieces"


@ludeme("move", "Swap", also="swap", example="(move Swap Players P1 P2)", facts=EFFECT)
class Swap(Moves):
    """Let two players trade places, and the mover go on; or two pieces."""

    what: Swapped
    first: Integer | Role | None = None
    second: Integer | Role | None = None
    then: Then | None = None

    def __post_init__(self) -> None:
        if self.what is Swapped.PLAYERS and (self.first is None or self.second is None):
            self.reject("expected two players")
        if self.what is Swapped.PIECES and (
            isinstance(self.first, Role) or isinstance(self.second, Role)
        ):
            self.reject("expected sites for the pieces")
