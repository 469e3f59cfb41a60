"""The pot that players pay into, and what each of them has."""

from boardless.games.language.facts import EFFECT
from boardless.games.language.ludeme import ludeme
from boardless.games.ludemes.kinds import Integer, Moves, Range, Role
from boardless.games.ludemes.moves import Then
from boardless.games.ludemes.scoring import ThePlayer


@ludeme("set", "Pot", example="(set Pot (+ (pot) (amount Mover)))", facts=EFFECT)
class SetPot(Moves):
    """Say how much is in the pot; what would follow from it does not, as in Ludii."""

    value: Integer
    then: Then | None = None


@ludeme("pot", example="(pot)", facts=EFFECT)
class Pot(Integer):
    """How much is in the pot: 0 before the first move."""


@ludeme("move", "Bet", also="bet", example="(move Bet Mover (range 0 5))", facts=EFFECT)
class Bet(Moves):
    """Decide what a player has, by a number of a range."""

    player: Role | ThePlayer
    range: Range
    then: Then | None = None


@ludeme("amount", example="(amount Next)", facts=EFFECT)
class AmountOf(Integer):
    """What a player has: what it bet last, or was given before the first move; 0 at first."""

    player: Role | Integer
