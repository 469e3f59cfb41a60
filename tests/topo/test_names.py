"""Names are looked up in one way, whatever the case."""

from typing import Any

import pytest

from boardless.games.game_technique import game_technique
from boardless.strategies import strategy_of, technique_of
from boardless.topo import InputError, tiling_named

NAMED = [
    (tiling_named, "Square", "square", "unknown tiling"),
    (tiling_named, "OCTAGON-square", "4.8.8", "unknown tiling"),
    (strategy_of, "ZONE-shrink", "zone-shrink", "unknown strategy"),
    (technique_of, "Zone-Append", "ZONE-APPEND", "unknown technique"),
    (game_technique, "base-kept", "BASE-KEPT", "unknown technique"),
]


@pytest.mark.parametrize(("find", "name", "same", "message"), NAMED)
def test_names(find: Any, name: str, same: str, message: str) -> None:
    assert find(name) == find(same)
    for bad in (f"{name}x", "", 7, None, [name], "x" * 500):
        with pytest.raises(InputError, match=f"^{message} .*: choose one of ") as error:
            find(bad)
        assert "\n" not in str(error.value)
