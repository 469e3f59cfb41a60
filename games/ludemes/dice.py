"""Dice in the course of a game: they are rolled, read and used."""

from dataclasses import KW_ONLY

from boardless.games.language.facts import CHANCE, EFFECT, GLOBAL, reads
from boardless.games.language.ludeme import ludeme
from boardless.games.ludemes.kinds import Condition, Integer, Moves, Role
from boardless.games.ludemes.moves import Then


@ludeme("roll", example="(roll)", facts=EFFECT | CHANCE)
class Roll(Moves):
    """Roll all dice."""

    then: Then | None = None


@ludeme("forEach", "Die", example="(forEach Die if:(!= (pips) 0) (forEach Piece))", facts=EFFECT)
class ForEachDie(Moves):
    """The moves of a rule for each die of a set (0), each of which uses the die.

    Each is looked at as ``(pips)``, if the condition holds for it; a used die has 0. Two or three
    dice may be combined: the sum of some that have not been used counts, too. Where doubles are
    replayed, each of dice that are all equal counts twice.
    """

    hand: Integer | None
    moves: Moves
    then: Then | None = None
    _: KW_ONLY
    combined: Condition | None = None
    replay_double: Condition | None = None
    if_: Condition | None = None


@ludeme("pips", example="(pips)", facts=reads("pips"))
class Pips(Integer):
    """The pips of the die in question, or of the dice."""


@ludeme("count", "Pips", example="(count Pips)", facts=GLOBAL)
class CountPips(Integer):
    """The sum of what the dice of a role show, used or not; of those that all share by default."""

    role: Role | None = None
    _: KW_ONLY
    of: Integer | None = None


@ludeme("face", example="(face 20)", facts=GLOBAL)
class Face(Integer):
    """What the die on a site shows; -1 where there is none."""

    site: Integer


@ludeme("all", "DiceUsed", example="(all DiceUsed)", facts=GLOBAL)
class AllDiceUsed(Condition):
    """Every die has been used since it was rolled."""


@ludeme("all", "DiceEqual", example="(all DiceEqual)", facts=GLOBAL)
class AllDiceEqual(Condition):
    """All dice showed the same when they were rolled."""


@ludeme("is", "AnyDie", example="(is AnyDie 6)", facts=GLOBAL)
class IsAnyDie(Condition):
    """A die of the first set shows a number, and has not been used."""

    value: Integer
