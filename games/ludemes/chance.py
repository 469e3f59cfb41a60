"""Moves that are left to chance."""

from dataclasses import KW_ONLY
from typing import Annotated

from boardless.games.language.facts import CHANCE, EFFECT
from boardless.games.language.ludeme import Limits, ludeme
from boardless.games.ludemes.kinds import Integer, Moves
from boardless.games.ludemes.sizes import Number

#: The most rules that chance may choose between.
MAX_RULES = 256


@ludeme("random", example="(random {0.25 0.75} {(move Pass) (forEach Piece)})")
class RandomRule(Moves):
    """The moves of one of some rules, chosen by chance: each rule has a weight of its own."""

    facts = EFFECT | CHANCE
    weights: Annotated[tuple[Number | Integer, ...], Limits(1, MAX_RULES)]
    rules: Annotated[tuple[Moves, ...], Limits(1, MAX_RULES)]


@ludeme("random", example="(random (forEach Piece) num:2)", facts=EFFECT | CHANCE)
class RandomMoves(Moves):
    """So many of the moves of a rule, chosen by chance."""

    rule: Moves
    _: KW_ONLY
    num: Integer
