"""Games in extensive form: made by hand, read, unfolded from games, written, and solved.

``kuhn()`` is one, ``extensive`` makes one by hand.
"""

from boardless.theory.building import (
    Chance,
    DecisionNode,
    End,
    extensive,
    kuhn,
    matching_pennies,
    prisoners_dilemma,
    three_doors,
)
from boardless.theory.efg import read_efg, to_efg
from boardless.theory.equivalence import Equivalence, check_equivalence
from boardless.theory.extensive import ExtensiveGame
from boardless.theory.lgdl import to_lgdl
from boardless.theory.solving import Solution, evaluate, solve
from boardless.theory.unfolding import from_openspiel, unfold
from boardless.util.lazy_imports import renamed

__all__ = [
    "Chance",
    "DecisionNode",
    "End",
    "Equivalence",
    "ExtensiveGame",
    "Solution",
    "check_equivalence",
    "evaluate",
    "extensive",
    "from_openspiel",
    "kuhn",
    "matching_pennies",
    "prisoners_dilemma",
    "read_efg",
    "solve",
    "three_doors",
    "to_efg",
    "to_lgdl",
    "unfold",
]

__getattr__ = renamed(__name__, {"Decision": "DecisionNode"})
