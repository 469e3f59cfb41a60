"""Ludii's own text files: what is read, and what is refused in one line."""

import gzip
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardless.play.recorded import LudiiAction, LudiiMove, LudiiTrial, ludii_text, read_ludii_trial
from boardless.topo import InputError

TEXT = """\
game=../Common/res/lud/board/race/Two Ducks.lud
START GAME OPTIONS
Board Size/5x5
Start/Both, in a row
END GAME OPTIONS
RNG internal state=1,-128,127,0
Move=[Move:mover=0,from=3,to=3,actions=[Add:type=Cell,to=3,what=1,count=2]]
Move=[Move:mover=0,actions=[AddPlayerToTeam:team=1,player=1]]
Move=[Move:mover=1,from=3,to=8,actions=[SetVar:name=Last,value=-1],[Move:typeFrom=Cell,from=3,typeTo=Cell,to=8,decision=true],[SetPending:]]
Move=[Move:mover=2,actions=[Pass:decision=true,forced=false]]
Move=[Move:mover=1,from=8,to=9,levelMin=-1,levelMax=2,actions=[Note:message=Well, a duck],[swims=far],to=2]]
Move=[Move:mover=0,from=9,to=9,state=4,oriented=false,edge=6,actions=]
LEGAL MOVES LIST SIZE = 12
LEGAL MOVES LIST SIZE = 1
LEGAL MOVES LIST SIZE = 0
LEGAL MOVES LIST SIZE = 7
numInitialPlacementMoves=2
winner=2
endtype=TurnLimit
rankings=0.0,2.0,1.0
SANDBOX=false
LUDII_VERSION=1.3.0
"""  # noqa: E501 - a move is one line


def read(folder: Path, text: str = TEXT) -> LudiiTrial:
    path = folder / "trial.txt"
    path.write_bytes(text.encode())
    return read_ludii_trial(path)


def changed(old: str, new: str) -> str:
    assert TEXT.count(old) == 1
    return TEXT.replace(old, new)


def test_what_a_file_says(tmp_path: Path) -> None:
    trial = read(tmp_path)
    assert (trial.game, trial.file) == ("Two Ducks", "../Common/res/lud/board/race/Two Ducks.lud")
    assert trial.options == ("Board Size/5x5", "Start/Both, in a row")
    assert trial.random_state == (1, -128, 127, 0)
    assert (trial.winner, trial.end, trial.ranks) == (2, "TurnLimit", (2.0, 1.0))
    assert trial.version == "1.3.0"
    added = LudiiAction("Add", (("type", "Cell"), ("to", 3), ("what", 1), ("count", 2)))
    team = LudiiAction("AddPlayerToTeam", (("team", 1), ("player", 1)))
    assert trial.placements == (LudiiMove(0, (added,), 3, 3), LudiiMove(0, (team,)))
    first, passed, third, last = trial.plies
    assert (first.mover, first.from_, first.to, first.legal) == (1, 3, 8, 12)
    assert [action.name for action in first.actions] == ["SetVar", "Move", "SetPending"]
    assert first.actions[0].get("value") == -1
    assert first.actions[1].get("decision") is True
    assert first.actions[2] == LudiiAction("SetPending", ())
    assert (first.actions[2].get("value"), first.levels, first.oriented) == (None, None, True)
    forced = LudiiAction("Pass", (("decision", True), ("forced", False)))
    assert passed == LudiiMove(2, (forced,), legal=1)
    assert third.actions[0].fields == (("message", "Well, a duck],[swims=far]"), ("to", 2))
    assert third.levels == (-1, 2)
    assert last == LudiiMove(0, (), 9, 9, state=4, oriented=False, edge=6, legal=7)


def test_lines_may_end_in_another_way_and_files_be_compressed(tmp_path: Path) -> None:
    expected = read(tmp_path)
    assert read(tmp_path, TEXT.replace("\n", "\r\n")) == expected
    path = tmp_path / "trial.txt.gz"
    path.write_bytes(gzip.compress(TEXT.encode()))
    assert read_ludii_trial(str(path)) == expected


def test_a_game_that_is_not_over(tmp_path: Path) -> None:
    trial = read(tmp_path, changed("winner=2\nendtype=TurnLimit\n", ""))
    assert (trial.winner, trial.end) == (None, None)


LEGAL = "".join(f"LEGAL MOVES LIST SIZE = {number}\n" for number in (12, 1, 0, 7))


def test_older_files_say_less(tmp_path: Path) -> None:
    said = "numInitialPlacementMoves=2\n"
    expected = read(tmp_path)
    # Some have 0 there although moves set up the board.
    for text in (changed(said, ""), changed(said, "numInitialPlacementMoves=0\n")):
        assert read(tmp_path, text) == expected
    for text in (TEXT, changed(said, "")):
        trial = read(tmp_path, text.replace(LEGAL, ""))
        assert trial.placements == expected.placements
        assert [ply.legal for ply in trial.plies] == [None] * 4


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("game=", "", 1, "text '../Common.*: here is to be 'game='"),
        (
            "END GAME OPTIONS\n",
            "",
            22,
            "text '': here is to be 'END GAME OPTIONS'; .* cut",
        ),
        ("127", "128", 6, "byte 128: choose a whole number from -128 to 127"),
        ("127", "", 6, "byte '': choose a whole number"),
        ("mover=2", "mover=two", 10, "move .*: give .Move:mover=N"),
        ("actions=]", "actions=", 12, "move .*: give .Move:mover=N"),
        (",state=4,oriented", ",oriented=false,state=4,oriented", 12, "come from, to, .* order"),
        (",from=9,to=9", ",to=9,from=9", 12, "come from, to, .* order"),
        ("edge=6", "sedge=6", 12, "come from, to, state, oriented, edge"),
        ("edge=6", "edge=six", 12, "give numbers, and oriented=false"),
        ("oriented=false", "oriented=0", 12, "give numbers, and oriented=false"),
        ("levelMin=-1,", "", 11, "levelMin and levelMax come together"),
        ("team=1", "1", 8, r"action '\[AddP.*: give \[Name:field=value,...\], each field once"),
        ("team=1", "player=1", 8, "action .*each field once"),
        ("[SetPending:]", "[SetPending]", 9, "action .*give"),
        ("SIZE = 12", "SIZE = -1", 13, "number of legal moves -1: choose a whole number from 0"),
        ("SIZE = 12\n", "SIZE = 12\nLEGAL MOVES LIST SIZE = 1\n", 18, "do not fit together"),
        ("SIZE = 12\n", "SIZE = 12\n" + 4 * "LEGAL MOVES LIST SIZE = 1\n", 21, "do not fit"),
        ("Moves=2", "Moves=1", 17, "1 initial placements, 6 moves .nobody makes the first 2"),
        (
            "LEGAL MOVES LIST SIZE = 12\n",
            "",
            16,
            "2 initial .* and 3 counts .* do not fit",
        ),
        ("winner=2", "winner=3", 20, "winner 3: there are 2 players"),
        ("winner=2", "winner=9" * 9, 18, "winner '9.*: choose a whole number"),
        ("endtype=TurnLimit\n", "", 19, "text 'rankings=.*: here is to be 'endtype='"),
        ("TurnLimit", "3", 19, "end '3': give a word"),
        ("0.0,2.0", "0.0,two", 20, "rank 'two': give a decimal"),
        ("false\nLUDII", "true\nLUDII", 21, "pieces were set by hand"),
        ("LUDII_VERSION=1.3.0\n", "", 22, "text '': here is to be 'LUDII_VERSION='; .* cut short"),
        ("1.3.0\n", "1.3.0\ngame=again", 23, "text 'game=again': the file must end before it"),
    ],
)
def test_what_is_odd_is_named_with_its_line(
    old: str, new: str, line: int, message: str, tmp_path: Path
) -> None:
    with pytest.raises(InputError, match=rf"trial.txt', line {line}: .*{message}") as error:
        read(tmp_path, changed(old, new))
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 500


def test_files_that_are_too_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ludii_text, "MAX_BYTES", len(TEXT) - 1)
    with pytest.raises(InputError, match=r"line 22: over [\d,]+ bytes"):
        read(tmp_path)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="No such file"):
        read_ludii_trial(tmp_path / "none.txt")
    with pytest.raises(InputError, match=r"line 1: text '': here is to be 'game='"):
        read(tmp_path, "")
    (tmp_path / "bytes.txt").write_bytes(TEXT.encode().replace(b"Ducks", b"D\xffcks"))
    with pytest.raises(InputError, match=r"line 1: byte 40 is not UTF-8 text"):
        read_ludii_trial(tmp_path / "bytes.txt")


@given(st.binary(max_size=100), st.integers(0, len(TEXT)), st.integers(0, 100))
def test_damage_of_any_kind_is_an_input_error(
    tmp_path_factory: pytest.TempPathFactory, damage: bytes, where: int, gone: int
) -> None:
    path = tmp_path_factory.mktemp("damage") / "trial.txt"
    data = TEXT.encode()
    path.write_bytes(data[:where] + damage + data[where + gone :])
    with suppress(InputError):
        read_ludii_trial(path)
