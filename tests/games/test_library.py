"""The games that come with the package, and descriptions in files."""

from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from boardless.games import LudemeError, description_text, library, load, offered_options, read
from boardless.topo import SQUARE, InputError

GOLDENS = Path(__file__).parent / "goldens"

GAMES = ("Andantino", "Bravalath", "Gomoku", "Hex", "Plotto", "Tic-Tac-Toe", "Yavalath")
CHOICES = [
    (name, options)
    for name in GAMES
    for options in product(
        *[
            [full for full, _ in option.names()]
            for option in offered_options(description_text(name))
        ]
    )
]


def test_the_library() -> None:
    assert library() == GAMES


@pytest.mark.parametrize(("name", "options"), CHOICES)
def test_every_game_reads_with_every_choice(name: str, options: tuple[str, ...]) -> None:
    text = description_text(name)
    description = read(text, options)
    assert (description.name, description.options) == (name, options)
    assert read(str(description.tree)).tree == description.tree


@pytest.mark.parametrize("name", GAMES)
def test_the_trees_of_the_library(name: str) -> None:
    """Trees with the default options; write them anew only when a change is meant."""
    tree = str(read(description_text(name)).tree)
    assert tree + "\n" == (GOLDENS / f"{name}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["Andantino", "Bravalath"])
@pytest.mark.parametrize(
    ("tiling", "tile", "sides"),
    [("hexagonal", "Hex", 6), ("square", "Square", 4), ("triangular", "Triangle", 3)],
)
def test_tilings_of_the_growing_games(name: str, tiling: str, tile: str, sides: int) -> None:
    text = description_text(name)
    description = read(text, tiling=tiling)
    assert description.options == (f"Tiling/{tiling.capitalize()}",)
    assert f"(boardless {tiling.capitalize()})" in str(description.tree)
    assert f'(tile "{tile}" Each numSides:{sides})' in str(description.tree)
    assert f'(place "{tile}1" (centrePoint))' in str(description.tree)
    assert read(text, [f"Tiling/{tiling}"]) == description
    assert (read(text) == description) == (tiling == "hexagonal")


def test_other_choices() -> None:
    assert "(meta {(swap)})" in str(read(description_text("Hex"), ["Swap/On"]).tree)
    assert "(hex Diamond 7)" in str(read(description_text("Hex"), ["board size/7x7"]).tree)
    exact = read(description_text("Gomoku"), ["Winning Line/Exactly five"])
    assert "(is Line 5 All exact:True)" in str(exact.tree)


def test_metadata_is_kept_apart() -> None:
    description = read(description_text("Andantino"))
    (metadata,) = description.metadata
    assert str(metadata).startswith('(metadata (info {(description "Tiles are put down')
    assert "description" not in str(description.tree)


def test_the_digest_is_of_the_text() -> None:
    text = description_text("Hex")
    assert len(read(text).digest) == 64
    assert read(text).digest == read(text, ["Swap/On"]).digest
    assert read(text).digest != read(text + " ").digest


def test_names_whatever_the_case_and_files(tmp_path: Path) -> None:
    text = description_text("TIC-tac-toe")
    assert text == description_text("Tic-Tac-Toe")
    path = tmp_path / "mine.lud"
    path.write_bytes(b"\xef\xbb\xbf" + text.encode())
    assert description_text(str(path)) == text


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"\xff(game)", "byte 1 is not UTF-8 text"),
        (b"(game \xe9)", "byte 7 is not UTF-8 text"),
        (b"(" * 4_000_001, "at most 1,000,000 characters are read"),
    ],
)
def test_files_that_are_no_text(tmp_path: Path, data: bytes, expected: str) -> None:
    path = tmp_path / "bad.lud"
    path.write_bytes(data)
    with pytest.raises(LudemeError, match=expected) as error:
        description_text(str(path))
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("name", ["", "Chess", "no/such/file.lud", "a\0b", ".", "x" * 5000, "a\nb"])
def test_what_is_no_game(name: str) -> None:
    with pytest.raises(
        LudemeError, match="give the path of a description or choose Andantino"
    ) as e:
        description_text(name)
    assert "\n" not in str(e.value)


def test_paths_and_tilings_are_taken_as_they_are(tmp_path: Path) -> None:
    path = tmp_path / "mine.lud"
    path.write_text(description_text("Andantino"), encoding="utf-8")
    game = load(path, tiling=SQUARE, jit=False)
    assert game.source == load("Andantino", tiling="square", jit=False).source
    other = replace(SQUARE, fixed_dimension=5)
    for tiling in (other, 4, ["square"]):
        with pytest.raises(InputError, match=r"^tiling .*: choose one of square, "):
            load(path, tiling=tiling, jit=False)
    for name in (None, 7, b"Andantino", ["Andantino"]):
        with pytest.raises(LudemeError, match="give the name of a game or the path"):
            load(name, jit=False)
