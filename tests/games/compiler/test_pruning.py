"""Dead-code elimination: unreachable parts of a module go, and the rest stays as it is."""

import re

import pytest

from boardless.games.compiler.pruning import pruned

SOURCE = '''"""A module."""

SIZE = 0
PLAIN = True


@kernel
def note(s: Arrays) -> None:
    """Do what only modules with room do."""
    for place in range(SIZE):
        s.notes[place] = 0  # all of them


@kernel
def settle(s: Arrays) -> None:
    note(s)


@kernel
def find(
    s: Arrays,
    at: int,
) -> int:
    if PLAIN:
        settle(s)
        # Counted from 0.

        return at
    return search(s, at)


@kernel
def search(s: Arrays, at: int) -> int:
    return at + 1


# What Python calls.
@entry
def play(s: Arrays) -> None:
    if SIZE > 0 and find(s, 0) > 1:
        note(s)
    elif find(s, 1):
        settle(s)
        s.n[0] = 1


@entry
def rest(s: Arrays) -> None:
    settle(s)
'''
LEFT = '''"""A module."""

SIZE = 0
PLAIN = True


@kernel
def find(
    s: Arrays,
    at: int,
) -> int:
    # Counted from 0.

    return at


# What Python calls.
@entry
def play(s: Arrays) -> None:
    if SIZE > 0 and find(s, 0) > 1:
        pass
    elif find(s, 1):
        s.n[0] = 1


@entry
def rest(s: Arrays) -> None:
    pass
'''


def test_what_is_never_reached_goes() -> None:
    left = pruned(SOURCE, {"SIZE": 0, "PLAIN": True})
    assert re.sub(r"\n{3,}", "\n\n\n", left) == LEFT


def test_nothing_goes_that_is_reached() -> None:
    assert pruned(SOURCE, {"SIZE": 3}) == SOURCE
    assert pruned(SOURCE, {}) == SOURCE


@pytest.mark.parametrize("known", [{"SIZE": 0, "PLAIN": 1}, {"SIZE": 0, "PLAIN": True}])
def test_what_is_remembered_of_a_function_is_of_its_constants(known: dict[str, int]) -> None:
    assert ("def search" in pruned(SOURCE, known)) == (known["PLAIN"] is not True)
