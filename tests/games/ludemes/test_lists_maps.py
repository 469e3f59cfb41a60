"""Maps and labels."""

import pytest

from boardless.games.ludemes.lists import is_label


@pytest.mark.parametrize(
    ("name", "label"),
    [("C3", True), ("AA12", True), ("7", True), ("AB1", False), ("Home", False), ("Home2", False)],
)
def test_labels_are_a_letter_or_two_alike_and_a_number(name: str, label: bool) -> None:
    assert is_label(name) is label
