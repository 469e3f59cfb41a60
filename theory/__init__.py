"""Games in extensive form: made by hand, read, unfolded from any game, written as text, solved.

``kuhn()`` is one, ``extensive`` makes one by hand.
"""

from boardless.theory.building import Chance, Decision, End, extensive
from boardless.theory.efg import read_efg, to_efg
from boardless.theory.examples import kuhn, matching_pennies, prisoners_dilemma, three_doors
from boardless.theory.extensive import ExtensiveGame
from boardless.theory.solving import Solution, evaluate, solve

__all__ = [
    "Chance",
    "Decision",
    "End",
    "ExtensiveGame",
    "Solution",
    "evaluate",
    "extensive",
    "kuhn",
    "matching_pennies",
    "prisoners_dilemma",
    "read_efg",
    "solve",
    "three_doors",
    "to_efg",
]
