"""Dead-code elimination: unreachable parts of a module go, and the rest stays as it is."""

import pytest

from boardless.ir.module_nodes import pruned
from boardless.ir.parsing import statements_of
from boardless.ir.statements import Definition, lines_of

SOURCE = '''
@kernel
def note(s: Arrays) -> None:
    """Do what only modules with room do."""
    for place in range(SIZE):
        s.notes[place] = 0


@kernel
def settle(s: Arrays) -> None:
    note(s)


@kernel
def find(s: Arrays, at: int) -> int:
    if PLAIN:
        settle(s)
        return at
    return search(s, at)


@kernel
def search(s: Arrays, at: int) -> int:
    return at + 1


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
LEFT = """
@kernel
def find(s: Arrays, at: int) -> int:
    return at


@entry
def play(s: Arrays) -> None:
    if SIZE > 0 and find(s, 0) > 1:
        pass
    elif find(s, 1):
        s.n[0] = 1


@entry
def rest(s: Arrays) -> None:
    pass
"""


def left(constants: dict[str, int]) -> str:
    """Return what is left of the functions of `SOURCE`."""
    functions = [it for it in statements_of(SOURCE) if isinstance(it, Definition)]
    return "\n" + "\n".join(lines_of(pruned(functions, constants).values())).rstrip() + "\n"


def test_what_is_never_reached_goes() -> None:
    assert left({"SIZE": 0, "PLAIN": True}) == LEFT


def test_nothing_goes_that_is_reached() -> None:
    assert left({"SIZE": 3}) == SOURCE
    assert left({}) == SOURCE


@pytest.mark.parametrize("plain", [True, False])
def test_a_block_that_is_emptied_keeps_its_alternative(plain: bool) -> None:
    source = (
        "@kernel\ndef note(s: Arrays) -> None:\n    for n in range(0):\n        s.n[n] = 0\n\n\n"
        "@entry\ndef play(s: Arrays) -> None:\n    if PLAIN:\n        note(s)\n"
        "    else:\n        s.n[0] = 1\n"
    )
    functions = [it for it in statements_of(source) if isinstance(it, Definition)]
    lines = pruned(functions, {"PLAIN": plain})["play"].lines
    assert [*lines[2:6]] == ["    if PLAIN:", "        pass", "    else:", "        s.n[0] = 1"]


@pytest.mark.parametrize("known", [{"SIZE": 0, "PLAIN": 1}, {"SIZE": 0, "PLAIN": True}])
def test_what_is_remembered_of_a_function_is_of_its_constants(known: dict[str, int]) -> None:
    assert ("def search" in left(known)) == (known["PLAIN"] is not True)


@pytest.mark.parametrize(
    ("test", "value"),
    [
        ("SIZE * 2 == 6 and not PLAIN", True),
        ("SIZE in (1, 3)", True),
        ("unknown or -SIZE < 2**5", True),
        ("unknown and SIZE & 1 == 0", False),
        ("unknown > SIZE", None),
        ("SIZE", None),
        ("s.n[SIZE] == 0", None),
    ],
)
def test_tests_of_constants_are_decided(test: str, value: bool | None) -> None:
    source = f"@entry\ndef play(s: Arrays) -> None:\n    if {test}:\n        return\n    act(s)\n"
    functions = [it for it in statements_of(source) if isinstance(it, Definition)]
    lines = pruned(functions, {"SIZE": 3, "PLAIN": False})["play"].lines
    parts = {"return": value is not False, "if": value is None, "act": value is not True}
    assert {part: any(part in line for line in lines) for part in parts} == parts
