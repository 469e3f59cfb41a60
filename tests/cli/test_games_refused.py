"""Descriptions of games and options that cannot be used: one line, exit status 2, no traceback."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from boardless.cli.app import main
from boardless.games import description_text

TEXT = description_text("Tic-Tac-Toe")
GROWING = description_text("Andantino")


def without(text: str, old: str, new: str = "") -> str:
    """Return a text with a part of it replaced, which has to be there."""
    assert old in text
    return text.replace(old, new)


def run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *words: str
) -> tuple[int, str, str]:
    """Run the command line in this process; return status, output and errors."""
    monkeypatch.setattr(sys, "argv", ["boardless", *words])
    with pytest.raises(SystemExit) as ended:
        main()
    captured = capsys.readouterr()
    return int(ended.value.code or 0), captured.out, captured.err


END = "(end (if (is Line 3) (result Mover Win)))"

BAD = {
    "nothing": ("", "expected one (game"),
    "a comment alone": ("// nothing here\n", "expected one (game"),
    "an open bracket": ('(game "A" (players 2)', "this bracket is never closed"),
    "a bracket too many": (TEXT + ")", "all brackets are closed already"),
    "brackets that do not match": ('(game "A" {(players 2)))', "all brackets are closed already"),
    "an open string": ('(game "A (players 2))', "this string is never closed"),
    "two games": (TEXT + TEXT, "expected one (game"),
    "an unknown part": ('(play "A")', "expected one of (game ...)"),
    "an unknown ludeme": (without(TEXT, "is Line 3", "is Magic 3"), "Magic"),
    "an unknown rule": (without(TEXT, "move Add", "move Fly"), "Fly"),
    "a wrong type": (without(TEXT, "(sites Empty)", '"Empty"'), "Empty"),
    "a wrong number": (without(TEXT, "(square 3)", '(square "3")'), "3"),
    "a negative board": (without(TEXT, "(square 3)", "(square -3)"), "-3"),
    "no board": (without(TEXT, "(square 3)", "(square 0)"), "0"),
    "a huge board": (without(TEXT, "(square 3)", "(square 2000000000)"), "2000000000"),
    "a huge number": (without(TEXT, "(square 3)", f"(square {'9' * 5000})"), "999"),
    "no end": (without(TEXT, END), "end"),
    "an empty end": (without(TEXT, END, "(end {})"), "end"),
    "no rules": ('(game "A" (players 2) (equipment {(board (square 3))}))', "rules"),
    "seventeen players": (without(TEXT, "(players 2)", "(players 17)"), "17"),
    "an unknown tag": (without(GROWING, "<Tiling:type>", "<Tiling:nonsense>"), "nonsense"),
    "an endless definition": (f'(define "Again" ("Again")) {without(TEXT, END, "(end (Again))")}',
        "Again"),
    "an explosion": (
        "".join(f'(define "D{n + 1}" (and ("D{n}") ("D{n}")))' for n in range(60))
        + '(define "D0" (is Line 3))' + without(TEXT, "(is Line 3)", '("D60")'),
        "",
    ),
    "code for a word": (without(TEXT, "Empty", "__import__('os')"), ""),
    "code for a number": (without(TEXT, "is Line 3", "is Line 3;exit(7)"), ""),
    "a line break in a name": (without(TEXT, '"Tic-Tac-Toe"', '"Tic\nexit(7)" x'), ""),
    "a zero in a name": (without(TEXT, "Tic-Tac-Toe", "Tic\0Tac"), "or holds control characters"),
    "JSON": ('{"game": "Plotto"}', ""),
    "Python": ("import os\nos._exit(7)\n", ""),
}  # fmt: skip


@pytest.mark.parametrize("command", ["perft", "show"])
@pytest.mark.parametrize(("text", "message"), BAD.values(), ids=BAD.keys())
def test_bad_descriptions(
    text: str, message: str, command: str, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    path = tmp_path / "bad.lud"
    path.write_text(text)
    words = (command, str(path), "1") if command == "perft" else (command, str(path))
    status, out, err = run(monkeypatch, capsys, *words)
    assert (status, out) == (2, "")
    assert err.startswith("boardless: ")
    assert err.count("\n") == 1
    assert len(err) < 500
    assert message in err


WORDS = {
    "an unknown game": (("show", "Chess"), "no such file"),
    "a folder": (("show", "."), "is a directory"),
    "no game": (("show",), "GAME"),
    "an empty name": (("perft", "", "1"), "choose Andantino"),
    "two games": (("show", "Hex", "Plotto"), "Plotto"),
    "an unknown option": (("show", "Hex", "--option", "Swap/Never"), "Swap/Never"),
    "an option of another game": (("show", "Hex", "--option", "Tiling/Square"), "tiling"),
    "no such direction": (("show", "Plotto", "--option", "Tiling/Square"), "no step leads NNE"),
    "two items of an option": (
        ("show", "Andantino", "--option", "Tiling/Square", "--option", "Tiling/Hexagonal"),
        "two items of this option",
    ),
    "an option and a tiling": (
        ("show", "Andantino", "--option", "Tiling/Square", "--tiling", "hexagonal"),
        "two items of this option",
    ),
    "an unknown tiling": (("show", "Andantino", "--tiling", "round"), "round"),
    "the tiling of a fixed board": (("show", "Hex", "--tiling", "square"), "its board is fixed"),
    "an option that is not there": (("show", "Hex", "--depth", "3"), "--depth"),
    "no depth": (("perft", "Hex"), "DEPTH"),
    "a depth of 0": (("perft", "Hex", "0"), "depth 0"),
    "a depth below 0": (("perft", "Hex", "--", "-1"), "depth -1"),
    "a depth in words": (("perft", "Hex", "two"), "two"),
    "half a depth": (("perft", "Hex", "1.5"), "1.5"),
    "a depth beyond reason": (("perft", "Hex", "9" * 30), "choose a whole number from 1"),
    "an unknown technique": (("perft", "Hex", "1", "--technique", "ZONE"), "ZONE"),
    "an empty technique": (("perft", "Hex", "1", "--technique", ""), "unknown technique ''"),
    "a technique that grows": (("perft", "Hex", "1", "--technique", "ZONE-RE"), "fixed board"),
    "a word in no ludeme": (("ludemes", "is", "Lime"), "no ludeme has 'is Lime'"),
    "words for a comparison": (("ludemes", "is", "--against", "docs"), "either these or --against"),
    "a folder without Ludii's Core": (("ludemes", "--against", "docs"), "has no game/Game.java"),
}


@pytest.mark.parametrize(("words", "message"), WORDS.values(), ids=WORDS.keys())
def test_bad_words(
    words: tuple[str, ...], message: str,
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    status, out, err = run(monkeypatch, capsys, *words)
    assert (status, out) == (2, "")
    assert err.startswith("boardless: ")
    assert err.count("\n") == 1
    assert message.casefold() in err.casefold()


def test_a_start_of_no_component(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is found when the game begins, so `show` shows the game."""
    path = tmp_path / "start.lud"
    path.write_text(without(GROWING, "<Tiling:tile>1", "Nothing"))
    status, _, err = run(monkeypatch, capsys, "perft", str(path), "1")
    assert status == 2
    assert err.startswith("boardless: ")
    assert "Nothing" in err


NAMES = [
    "\\n'''; import os; os._exit(7)",
    '\\"\\"\\"; raise SystemExit(7) #',
    "Tic\nTac",
    "Tic\u2028Tac",
    "\u202eevil",
]


@pytest.mark.parametrize("name", NAMES)
def test_names_that_are_no_names(
    name: str, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    path = tmp_path / "named.lud"
    path.write_text(without(TEXT, "Tic-Tac-Toe", name), encoding="utf-8")
    status, out, err = run(monkeypatch, capsys, "show", str(path))
    assert (status, out) == (2, "")
    assert err.count("\n") == 1
    assert "quotes in it" in err


def test_code_in_a_name_is_only_a_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "named.lud"
    path.write_text(without(TEXT, "Tic-Tac-Toe", "'); import os; os._exit(7) # {} %s"))
    status, out, err = run(monkeypatch, capsys, "show", str(path))
    assert (status, err) == (0, "")
    source = out[out.index("\n\n") :]
    assert "exit" not in source.casefold()
    ast.parse(source)


HEAVY = {
    "100,000 nested brackets": "(" * 100_000,
    "100,000 closed brackets": "(" * 100_000 + ")" * 100_000,
    "100,000 nested lists": '(game "A" ' + "{" * 100_000 + "}" * 100_000 + ")",
    "100,000 nested conditions": without(
        TEXT, "(is Line 3)", "(not " * 100_000 + "(is Line 3)" + ")" * 100_000
    ),
    "10 MB": "(game " + "x " * 5_000_000 + ")",
    "10 MB in one string": f'(game "{"x" * 10_000_000}")',
    "10 MB of comments": "// nothing\n" * 1_000_000,
    "1 MB of words": "(game " + "x " * 499_990 + ")",
    "1 MB of a string": f'(game "{"x" * 999_900}")',
    "1 MB of open strings": '"' + "\\" * 999_900,
    "1 MB of angles": "<" * 999_900,
}


@pytest.mark.parametrize("text", HEAVY.values(), ids=HEAVY.keys())
def test_heavy_descriptions(
    text: str, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    path = tmp_path / "heavy.lud"
    path.write_text(text)
    status, out, err = run(monkeypatch, capsys, "perft", str(path), "1")
    assert (status, out) == (2, "")
    assert err.count("\n") == 1
    assert len(err) < 500


def test_a_process_of_its_own(tmp_path: Path) -> None:
    """The real command, whose stack and streams are its own."""
    path = tmp_path / "nested.lud"
    path.write_text(HEAVY["100,000 nested conditions"])
    command = [
        sys.executable,
        "-c",
        "from boardless.cli.app import main; main()",
        "show",
        str(path),
    ]
    done = subprocess.run(command, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("boardless: ")
    assert done.stderr.count("\n") == 1
