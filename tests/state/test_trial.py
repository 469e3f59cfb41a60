"""Trials: written, read back, played again; and damaged in every way we could think of."""

import random
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardless.state import (
    ADD,
    BOARD,
    SET_MOVER,
    SET_STATE,
    Action,
    Component,
    Equipment,
    FreeState,
    Hand,
    Location,
    Move,
    Trial,
)
from boardless.state.trial import MAX_CHARACTERS
from boardless.strategies import TECHNIQUES, ZONE_APPEND, Technique
from boardless.topo import REGULAR, SQUARE, InputError, Key, Tiling
from tests.boards import tilings
from tests.conftest import GOLDENS
from tests.states import by_cell

FILES = sorted((GOLDENS / "trials").glob("*.jsonl"))


def random_trial(tiling: Tiling, seed: int, moves: int = 12) -> Trial:
    """Play a game from the hand, with now and then a capture or a new state."""
    dice = random.Random(seed)
    components = (Component("tile"), Component("red", 1), Component("grëy", 2))
    hands = (Hand(1, ((2, 40),)), Hand(2, ((3, 40),)))
    start = (((0, 0, len(tiling.faces) - 1), 1),)
    state = FreeState(Equipment(tiling, components, hands=hands, start=start), ZONE_APPEND)
    for _ in range(moves):
        board, mover = state.containers[BOARD], state.mover
        cell = state.cell(dice.choice(list(board.playable.nonzero())))
        move = Move.transfer(mover, mover + 1, Location(mover, 0), Location(BOARD, cell))
        if dice.random() < 0.3:
            move = Move(mover, (*move.actions, Action(SET_STATE, BOARD, cell, 3)))
        state.push(move)
    return Trial.of(state, game="chips", seed=seed, result=seed % 3)


def write_goldens() -> None:
    """Write the golden trials anew, when their form changes."""
    for seed, tiling in enumerate(REGULAR.values()):
        random_trial(tiling, seed, 20).save(GOLDENS / "trials" / f"chips-{tiling.name}.jsonl")


@given(tilings, st.integers(0, 99))
def test_round_trip(tiling: Tiling, seed: int) -> None:
    trial = random_trial(tiling, seed)
    assert Trial.loads(trial.dumps()) == trial


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_goldens_lead_to_the_same_state_in_every_technique(path: Path) -> None:
    trial = Trial.load(path)
    assert trial.dumps() == path.read_text(encoding="utf-8")
    states = [trial.replay(technique) for technique in TECHNIQUES.values()]
    seen = [by_cell(state) for state in states]
    assert len(seen[0]["moves"]) == 20
    assert all(other == seen[0] for other in seen)


def test_there_is_a_golden_for_every_tiling() -> None:
    assert [path.stem for path in FILES] == sorted(f"chips-{name}" for name in REGULAR)


def test_save_and_load(tmp_path: Path) -> None:
    trial = random_trial(SQUARE, 5)
    path = tmp_path / "trial.jsonl"
    trial.save(path)
    assert Trial.load(path) == trial
    with pytest.raises(InputError, match="No such file"):
        Trial.load(tmp_path / "none.jsonl")
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(InputError, match="this is not text"):
        Trial.load(path)
    path.write_text("{}\n")
    with pytest.raises(InputError, match=f"^{re.escape(str(path))}: line 1: "):
        Trial.load(path)


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="this system has no /dev/zero")
def test_a_file_without_an_end_is_not_read() -> None:
    message = f"^/dev/zero: more than {MAX_CHARACTERS:,} characters: this is not a trial$"
    with pytest.raises(InputError, match=message):
        Trial.load("/dev/zero")


def test_the_documented_example_is_a_trial() -> None:
    text = (GOLDENS.parents[1] / "docs" / "records.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```\n(\{.*?)```", text, flags=re.DOTALL)
    assert Trial.loads(example).dumps() == example


@pytest.fixture(scope="module")
def good() -> list[str]:
    """Return the lines of a file without a fault."""
    return random_trial(SQUARE, 1, moves=4).dumps().splitlines()


@pytest.mark.parametrize("lines", range(7))
def test_files_cut_short_between_lines(good: list[str], lines: int) -> None:
    assert len(good) == 7
    with pytest.raises(InputError, match=r"^line \d+: .*cut short"):
        Trial.loads("\n".join(good[:lines]) + "\n")


def test_files_cut_short_anywhere(good: list[str]) -> None:
    text = "\n".join(good)
    for length in range(len(text)):
        line = text[:length].count("\n") + 1
        with pytest.raises(InputError, match=rf"^line ({line - 1}|{line}|{line + 1}): .*cut short"):
            Trial.loads(text[:length])


FIRST_ADD = '["add", 0, "cell", '


def damaged(good: list[str], line: int, old: str, new: str) -> str:
    """Return the good file with the last occurrence of a text on a line replaced."""
    lines = list(good)
    old, new = (_CELL.sub(lambda found: cell_of(good, int(found[1])), text) for text in (old, new))
    assert old in lines[line - 1]
    head, tail = lines[line - 1].rsplit(old, 1)
    lines[line - 1] = head + new + tail
    return "\n".join(lines)


#: Stands for the cell that a line adds to.
_CELL = re.compile(r"<cell of line (\d)>")


def cell_of(good: list[str], line: int) -> str:
    return re.findall(r'"add", 0, "cell", (\[[^]]*\])', good[line - 1])[0]


@pytest.mark.parametrize(
    ("line", "old", "new", "message"),
    [
        (1, "1", "2", "version 2: only 1 is known"),
        (1, "1", "true", "version True: only 1 is known"),
        (1, "boardless", "pathless", "object with boardless trial"),
        (2, '"square"', '"cubic"', "unknown tiling 'cubic': choose one of square"),
        (2, '"square"', "7", "tiling 7: give an object"),
        (2, '"players": 2', '"players": 0', "number of players 0"),
        (2, '"tile", 0', '"tile", 5', "owner of 'tile' 5"),
        (2, '"tile", 0', '"tile"', r"component \['tile'\]: give a list of 2"),
        (2, '"seed": 1', '"seed": 1.5', "seed 1.5: give a whole number"),
        (2, '"chips"', "null", "game None: give a text"),
        (2, "[[[0, 0, 0], 1]]", "[[[0, 0, 0], 4]]", r"component on start cell \(0, 0, 0\) 4"),
        (2, "[[[0, 0, 0], 1]]", "[[[1, 0, 0], 1]]", "leads to key"),
        (3, "<cell of line 3>", "[0, 0, 0]", r"cell \(0, 0, 0\), site . of the board, is occupied"),
        (5, "<cell of line 5>", "<cell of line 4>", "is occupied"),
        (3, "<cell of line 3>", "[7, 7, 0]", "leads to key"),
        (3, "<cell of line 3>", "[0, 0, 1]", "no such cell exists in the square tiling"),
        (3, "<cell of line 3>", "[0, 0]", "cell .*give a list of 3"),
        (3, "<cell of line 3>, ", "", "action .*give a list of 6"),
        (3, FIRST_ADD, '["add", 7, "cell", ', "site .*give a whole number"),
        (3, FIRST_ADD, '["put", 0, "cell", ', "action 'put': choose one of add, remove"),
        (3, FIRST_ADD, '["add", 0, "edge", ', "site type 'edge': choose one of cell"),
        (
            3,
            '["remove", 1, "cell", 0',
            '["remove", 1, "cell", 1',
            "site 1 of hand 1: choose 0 to 0",
        ),
        (3, '["remove", 1, "cell", 0', '["remove", 9, "cell", 0', "container 9: choose 0 to 2"),
        (3, '["remove", 1', '["remove", 2', "site 0 of hand 2 holds no component 2"),
        (3, '"cell", 0, 0, 2', '"cell", 0, 0, 9', "unknown component 9: choose 1 to 3"),
        (3, '"mover": 1', '"mover": 2', "player 2 moves out of turn"),
        (3, '"mover": 1, ', "", "object with mover, actions, key"),
        (3, '"key": "', '"key": "0', "key .* give 16 hexadecimal digits"),
        (4, '"key": "', '"key": null, "kay": "', "object with mover"),
        (7, '"moves": 4', '"moves": 3', "number of moves 3: the file has 4"),
        (7, '"result": 1', '"result": 3', r"result 3: choose 0 \(a draw\) to 2"),
        (7, '"result": 1', '"result": "x"', "result 'x': give a whole number"),
    ],
)
def test_damage_is_named_with_its_line(
    good: list[str], line: int, old: str, new: str, message: str
) -> None:
    with pytest.raises(InputError, match=f"^line {line}: .*{message}"):
        Trial.loads(damaged(good, line, old, new))


def test_missing_and_added_lines(good: list[str]) -> None:
    for gone in range(2, 6):
        lines = good[:gone] + good[gone + 1 :]
        with pytest.raises(InputError, match=r"^line \d: "):
            Trial.loads("\n".join(lines))
    with pytest.raises(InputError, match=r"^line 7: .*object with mover"):
        Trial.loads("\n".join([*good, good[-1]]))
    with pytest.raises(InputError, match=r"^line 3: .*not JSON"):
        Trial.loads("\n".join([*good[:2], "[" * 100_000, *good[2:]]))


@pytest.mark.parametrize("technique", TECHNIQUES.values(), ids=TECHNIQUES.keys())
def test_cells_that_a_technique_does_not_have(technique: Technique) -> None:
    """The whole plane has them, so the trial can be read; the board does not."""
    far = [Move.add(1, 1, (0, 0, 0)), Move.add(2, 1, (30, 0, 0))]
    trial = Trial(Equipment(SQUARE, (Component("tile"),)), tuple(far))
    again = Trial.loads(trial.dumps())
    with pytest.raises(InputError, match=r"^line 4: cell \(30, 0, 0\) is not on the board"):
        again.replay(technique)


def test_trials_name_cells() -> None:
    with pytest.raises(InputError, match="move 0: site 3: give cells, not sites"):
        Trial(Equipment(SQUARE, (Component("tile"),)), (Move(1, (Action(ADD, BOARD, 3, 1),)),))


@pytest.mark.parametrize("cell", [(0, 0), (0.5, 0, 0), (2**70, 0, 0), (0, 0, 1)])
def test_cells_of_a_trial_are_keys_of_its_tiling(cell: Key) -> None:
    with pytest.raises(InputError, match=r"^cell \(.*: give a tuple"):
        Trial(Equipment(SQUARE, (Component("tile"),)), (Move.add(1, 1, cell),))


def test_a_start_cell_that_a_technique_does_not_have() -> None:
    trial = Trial(Equipment(SQUARE, (Component("tile"),), start=(((30, 0, 0), 1),)), ())
    assert Trial.loads(trial.dumps()) == trial
    with pytest.raises(InputError, match=r"^line 2: start cell \(30, 0, 0\) is not on"):
        trial.replay(TECHNIQUES["BASE"])


@pytest.mark.parametrize("place", ['1, "cell", 0, 0', '0, "cell", 5, 0', '0, "cell", 0, 1'])
def test_setting_the_mover_has_no_place(place: str) -> None:
    action = Action(SET_MOVER, 0, 0, 1)
    text = Trial(Equipment(SQUARE, (Component("tile"),)), (Move(1, (action,)),)).dumps()
    with pytest.raises(InputError, match=r"^line 3: action .*are 0 where it is .set mover"):
        Trial.loads(text.replace('"set mover", 0, "cell", 0, 0', f'"set mover", {place}'))


def test_moves_that_cannot_be_made_are_not_written() -> None:
    twice = (Move.add(1, 1, (0, 0, 0)), Move.add(2, 1, (0, 0, 0)))
    with pytest.raises(InputError, match=r"^line 4: .*is occupied"):
        Trial(Equipment(SQUARE, (Component("tile"),)), twice).dumps()
