"""Hashes of what is compiled: what they are to see, and what they are not."""

import __future__

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from boardless.cli.app import main as run
from boardless.games.modules import Program
from tests.conftest import GOLDENS
from tools.canonical import ModuleNames, difference
from tools.emitted import HashComparison, HashJob, HashTable, ModuleKey, hashes_of, main, table_of
from tools.many_games import File, choose_files

ROOT = Path(__file__).parents[2]
GOLDEN = GOLDENS / "emitted.txt"
#: How the golden file is written anew.
UPDATE = "python -m tools.emitted --write tests/goldens/emitted.txt"

MODULE = '''
"""A module."""

from typing import NamedTuple

import numpy as np

from boardless.jit.game_runtime import entry, kernel, routine, int64

WIDE, HIGH = range(3, 5)
FAR = WIDE * 2
TABLE = np.array([1, 2, 3], dtype=np.uint8)


class Arrays(NamedTuple):
    """Arrays."""

    near: int  # how many
    what: int


@kernel
def weight(s: Arrays, site: int, count: int = 1) -> int:
    """Return a weight."""
    if TABLE[site] > FAR:
        return int64(s.what[site]) + count
    return weight(s, site - 1, count=count)


@routine
def total(s: Arrays) -> int:
    sum_of: int = 0
    for site in range(WIDE):
        sum_of += weight(s, site, count=HIGH)
    return sum_of


@entry
def play(s: Arrays, plies: int) -> int:
    while total(s) < plies:
        plies -= 1
    return plies


def make() -> Arrays:
    return Arrays(near=1, what=2)
'''
#: Edits after which a module is the same, each some words and what takes their place.
SAME = {
    "nothing": [],
    "a local": [("sum_of", "found")],
    "a parameter that is named in a call": [("count", "times")],
    "a kernel": [("weight", "burden")],
    "an entry": [("play(", "run(")],
    "constants": [("WIDE", "BREADTH"), ("FAR", "TWICE"), ("TABLE", "ROWS")],
    "a field": [("what", "pieces")],
    "a class": [("Arrays", "Board")],
    "docstrings, comments and types": [
        ("Return a weight.", "A weight."), ("  # how many", ""), ("sum_of: int = 0", "sum_of = 0"),
        (") -> int", ")"), ('"""A module."""', ""),
    ],
    "a constant by its value": [("FAR = WIDE * 2", "FAR = 6")],
    "how it is set out": [
        ("if TABLE[site] > FAR:", "if (\n        TABLE[site]\n        > FAR\n    ):"),
    ],
    "what a module is called": [
        ("import numpy as np", "import numpy as numbers"), ("np.", "numbers."),
    ],
    "what is never reached": [("\n\n@kernel", "\n\nUNUSED = 3\n\n\n@kernel")],
}  # fmt: skip
#: Edits after which it is another one.
DIFFERENT = {
    "an operator": [("TABLE[site] > FAR", "TABLE[site] >= FAR")],
    "a constant": [("range(3, 5)", "range(4, 6)")],
    "a table": [("[1, 2, 3]", "[1, 2, 4]")],
    "its type": [("np.uint8", "np.int8")],
    "another constant": [("count=HIGH", "count=WIDE")],
    "another field": [("s.what[site]", "s.neighbours[site]")],
    "fields in another order": [
        ("    near: int  # how many\n    what: int", "    what: int\n    near: int")
    ],
    "another decorator": [("@routine", "@kernel")],
    "another local": [("return sum_of", "return site")],
    "another function": [("while total(s)", "while weight(s, 1)")],
    "statements in another order": [
        ("        plies -= 1\n    return plies", "        return plies\n    plies -= 1")
    ],
    "other arguments": [("weight(s, site - 1, count=count)", "weight(s, count - 1, count=site)")],
    "no entry": [("def make() -> Arrays:\n    return Arrays(near=1, what=2)\n", "")],
}


def edited(edits: list[tuple[str, str]]) -> str:
    source = MODULE
    for old, new in edits:
        assert old in source
        source = source.replace(old, new)
    return source


def names(source: str, **others: object) -> ModuleNames:
    values: dict[str, object] = {"__name__": "module"}
    # Its classes may stand behind the functions that take them.
    exec(compile(source, "module", "exec", __future__.annotations.compiler_flag), values)
    return ModuleNames.of(source, values | others)


@pytest.mark.parametrize("edits", SAME.values(), ids=SAME.keys())
def test_names_places_and_remarks_do_not_count(edits: list[tuple[str, str]]) -> None:
    assert names(edited(edits)).hash == names(MODULE).hash


def test_the_order_of_functions_does_not_count() -> None:
    first, *rest = MODULE.split("\n\n\n")
    assert names("\n\n\n".join([first, *reversed(rest)])).hash == names(MODULE).hash


@pytest.mark.parametrize("edits", DIFFERENT.values(), ids=DIFFERENT.keys())
def test_what_is_computed_counts(edits: list[tuple[str, str]]) -> None:
    assert names(edited(edits)).hash != names(MODULE).hash


def test_functions_that_call_each_other_in_a_circle_are_told_apart() -> None:
    source = "def a(n):\n    return b(n - 1)\n\n\ndef b(n):\n    return a(n - {})\n"
    swapped = source.replace("a(", "c(").replace("b(", "a(").replace("c(", "b(")
    assert names(source.format(2)).hash == names(swapped.format(2)).hash
    assert names(source.format(2)).hash != names(source.format(3)).hash


def test_what_moves_to_another_file_is_known_by_its_name() -> None:
    def routine(function: object) -> object:
        return function

    def called(function: object) -> object:
        return function

    before = names(MODULE)
    assert routine.__module__ != before.values["routine"].__module__
    assert names(MODULE, routine=routine).hash == before.hash
    assert names(MODULE, routine=called).hash != before.hash


def test_a_constant_counts_by_its_value_wherever_it_comes_from() -> None:
    imported = "from boardless.state.engine.arrays import NAMED\n\nFAR = NAMED * 2"
    assert names(edited([("FAR = WIDE * 2", imported)])).hash == names(MODULE).hash


def test_members_of_an_enumeration_count_by_their_values() -> None:
    enumeration = "from enum import IntEnum\n\n\nclass Far(IntEnum):\n    NEAR = 0\n    FAR = {}\n"
    source = edited([("FAR = WIDE * 2", ""), ("> FAR:", "> Far.FAR:")])
    six, seven = (
        source.replace("WIDE, HIGH", enumeration.format(it) + "\n\nWIDE, HIGH") for it in "67"
    )
    assert names(six).hash == names(MODULE).hash != names(seven).hash
    unpacked = six.replace("> Far.FAR:", "> FAR:").replace("WIDE, HIGH", "_, FAR = Far\nWIDE, HIGH")
    plain = unpacked.replace("np.array([1, 2, 3], dtype=np.uint8)", "(1, 2, 3)")
    assert names(unpacked).hash == names(MODULE).hash
    assert ModuleNames.of_program(Program(plain, "")).hash == names(plain).hash


def test_a_module_of_a_game_is_read_without_being_loaded() -> None:
    source = MODULE.replace("np.array([1, 2, 3], dtype=np.uint8)", "(1, 2, 3)")
    assert ModuleNames.of_program(Program(source, "")).hash == names(source).hash
    table = np.array([1, 2, 3], np.uint8)
    without = edited([("TABLE = np.array([1, 2, 3], dtype=np.uint8)\n", "")])
    assert ModuleNames.of_program(Program(without, "", {"TABLE": table})).hash == names(MODULE).hash


def test_the_first_difference_is_shown_without_names() -> None:
    other = edited([("TABLE[site] > FAR", "TABLE[site] >= FAR"), ("weight", "burden")])
    before, now = (names(source).listing() for source in (MODULE, other))
    assert difference(before, before) == ""
    shown = difference(before, now).splitlines()
    assert shown[:2] == ["--- weight, before", "+++ burden, now"]
    changed = [line.split("[v1]") for line in shown[2:] if line[0] in "+-"]
    (old, above), (new, from_on) = changed
    assert (above, from_on) == (" > 6:", " >= 6:")
    assert old == new.replace("+", "-")
    assert old.startswith("-    if uint8(3,):")


def test_a_table_is_read_as_it_was_written(tmp_path: Path) -> None:
    key = ModuleKey("A.lud", "-", "BASE", "undo")
    table = HashTable({key: ("1", "2")}, {"a:b": "3"}, {"make"})
    for name in ("table.txt", "table.gz"):
        table.write(tmp_path / name)
        assert HashTable.read(tmp_path / name) == table
    now = HashTable({key: ("1", "3")}, {"a:c": "3"}, {"begin"})
    found = HashComparison(table, now)
    assert (found.different, found.kernels) == ([key], (1, [], []))
    assert [*found.lines()][-2:] == ["entry points no longer: make", "entry points now: begin"]
    assert not found.is_equal


def test_a_description_that_cannot_be_compiled_is_refused(tmp_path: Path) -> None:
    (tmp_path / "A.lud").write_text("(game)")
    table = table_of(HashJob(File(str(tmp_path), "A.lud")))
    assert [key.use for key in table.modules] == ["refused"]


@pytest.fixture(scope="module")
def now() -> HashTable:
    """What is compiled of the games of the package, as one that is compared with the golden."""
    return hashes_of(choose_files())


def test_all_that_is_compiled_is_as_it_was(now: HashTable) -> None:
    """Changed on purpose? Then write the golden file anew; `UPDATE` is the command."""
    found = HashComparison(HashTable.read(GOLDEN), now)
    assert found.is_equal, "\n".join([f"if this was meant: {UPDATE}", *found.lines()])


def test_another_process_makes_the_same(now: HashTable, tmp_path: Path) -> None:
    path = tmp_path / "table.txt"
    games = ("Tic-Tac-Toe", "Kingdomino", "Hive")
    words = [word for name in games for word in ("--only", name)]
    environment = {**os.environ, "PYTHONHASHSEED": "123"}
    command = [sys.executable, "-m", "tools.emitted", *words, "--write", str(path)]
    subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True)
    there = HashTable.read(path)
    assert there.modules == now.of_files({"-", *(f"{name}.lud" for name in games)}).modules
    assert there.kernels == now.kernels


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--write", "FILE", "--only", "Nothing"], "game 'Nothing'"),
        (["--against", "MISSING"], "give one that --write has written"),
        (["--write", "FILE", "--library", "NOWHERE"], "no such folder"),
        (["--write", "FILE", "--workers", "none"], "'none' is not a whole number"),
        ([], "--write --against"),
    ],
)
def test_bad_input_is_one_line(
    words: list[str],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "FILE").write_text((GOLDEN).read_text())
    paths = [str(tmp_path / word) if word.isupper() else word for word in words]
    monkeypatch.setattr(sys, "argv", ["emitted", *paths])
    with pytest.raises(SystemExit) as ended:
        run(main)
    assert ended.value.code == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    assert said in printed.err
