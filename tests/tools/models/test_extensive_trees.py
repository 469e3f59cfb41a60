"""Random trees beside their slow model; `tools.models.extensive_trees` compares 200 large ones."""

import pytest

from boardless.theory import Chance, DecisionNode, End
from tools.models.extensive_trees import compared, leaves_of


# Every tenth is a single leaf or little more.
@pytest.mark.parametrize("number", [0, 1, 2, 10, 15, 20])
def test_leaves_are_as_likely_in_the_description(number: int) -> None:
    assert len(compared(number, 40)) <= 40


@pytest.mark.slow
@pytest.mark.parametrize("number", range(20))
def test_leaves_of_large_trees_are_as_likely_in_the_description(number: int) -> None:
    compared(number)


def test_the_model_leaves_out_leaves_that_are_never_reached() -> None:
    root = Chance({"a": (0, End([7])), "b": (1, DecisionNode(1, {"x": End([1]), "y": End([2])}))})
    assert {(float(odds), *paid) for odds, paid in leaves_of(root)} == {(0.5, 1), (0.5, 2)}
