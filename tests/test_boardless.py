"""The module that re-exports the public names of the packages."""

import analysis
import boardless
import state
import strategies
import topo


def test_every_public_name_is_there_once() -> None:
    names = [*topo.__all__, *state.__all__, *strategies.__all__, *analysis.__all__]
    assert sorted(boardless.__all__) == sorted(set(names))
    assert len(names) == len(set(names))
    for package in (topo, strategies, analysis):
        for name in package.__all__:
            assert getattr(boardless, name) is getattr(package, name)


def test_names_that_are_not_there() -> None:
    assert not hasattr(analysis, "nonsense")
    assert "growth_table" in dir(analysis)
