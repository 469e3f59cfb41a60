"""The games that come with the package, and descriptions in files."""

from dataclasses import replace
from hashlib import sha256
from itertools import product
from pathlib import Path

import pytest

from boardless.games import (
    Library,
    LudemeError,
    description_text,
    library,
    load,
    offered_options,
    read,
)
from boardless.games.library import PACKAGED
from boardless.topo import HEXAGONAL, SQUARE, InputError
from tests.conftest import THOROUGH

GOLDENS = Path(__file__).parent / "goldens"
#: Of trees with more characters the goldens have a hash.
LONG = 100_000

GAMES = (
    "Andantino", "Blackjack", "Block", "Bravalath", "Can't Stop", "Carcassonne", "Chex",
    "Colt Express", "Connect Four", "Diamant", "Dots and Boxes", "Exploding Kittens", "Go Fish",
    "Gomoku", "Hanabi", "Hearts", "Hex", "Hive", "Keythedral", "Kingdomino", "Lost Valley",
    "Love Letter", "Minesweeper", "Othello", "Pandemic", "Plotto", "Poker", "Ringo", "Sushi Go!",
    "Tantrix", "Tic-Tac-Toe", "Trax", "Uno", "Village", "Virus!", "Yavalath", "Yinsh",
)  # fmt: skip


def choices(name: str) -> list[tuple[str, ...]]:
    """Return options to choose together: all ways, or so many that each is chosen."""
    offered = [
        [full for full, _ in option.names()] for option in offered_options(description_text(name))
    ]
    if THOROUGH:
        return list(product(*offered))
    most = max(map(len, offered), default=1)
    return [tuple(names[number % len(names)] for names in offered) for number in range(most)]


CHOICES = [(name, options) for name in GAMES for options in choices(name)]


def test_the_library() -> None:
    assert library() == GAMES


@pytest.mark.parametrize(("name", "options"), CHOICES)
def test_every_game_reads_with_every_choice(name: str, options: tuple[str, ...]) -> None:
    text = description_text(name)
    description = read(text, options)
    assert (description.name, description.options) == (name, options)
    if THOROUGH or options == choices(name)[0]:
        assert read(str(description.tree)).tree == description.tree


@pytest.mark.parametrize("name", GAMES)
def test_the_trees_of_the_library(name: str) -> None:
    """Trees with the default options; write them anew only when a change is meant."""
    tree = str(read(description_text(name)).tree)
    if len(tree) > LONG:
        tree = f"{len(tree):,} characters, SHA-256 {sha256(tree.encode()).hexdigest()}"
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
    with pytest.raises(LudemeError, match=r"no such game: did you mean mine\.lud\?"):
        description_text(str(path.with_suffix("")))


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
        with pytest.raises(InputError, match=r"^tiling .*: (for games give it|give a Tiling)"):
            load(path, tiling=tiling, jit=False)
    for name in (None, 7, b"Andantino", ["Andantino"]):
        with pytest.raises(LudemeError, match="give the name of a game or the path"):
            load(name, jit=False)


LINES = """(game "Lines" (players 2)
    (equipment {(board (square 3)) ("Piece" "Disc")})
    (rules (play (move Add (to (sites Empty)))) (end (if ("Row" <Length>) (result Mover Win))))
)
(option "Length" <Length> args:{<n>} {(item "Three" <"Three">)* (item "Two" <2>)})
(rulesets {(ruleset "Short" {"Length/Two"})})"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder laid out like Ludii's resources."""
    files = {
        "lud/board/Lines.lud": LINES,
        "lud/board/Other.lud": LINES.replace('"Piece"', '"Missing"'),
        "lud/test/LINES.lud": "(game)",
        "def/rules/Row.def": '(define "Row" (is Line "#1Exactly"))(define "3Exactly" 3)',
        "def/rules/Two.def": '(define "2Exactly" "Two")(define "Two" 2)',
        "def/rules/Three.def": '// three\n(define "Three" 3)',
        "def/Piece.def": '(define "Piece" (piece "#1" Each))',
        "def/Bad.def": '(define "Bad"',
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path


def test_a_library_knows_games_and_shared_definitions(folder: Path) -> None:
    games = Library(folder)
    assert (games.names, len(games)) == (("LINES", "Lines", "Other"), 3)
    assert games.files == ("board/Lines.lud", "board/Other.lud", "test/LINES.lud")
    assert "lines" in games
    assert "board/lines" in games
    assert "Chess" not in games
    assert sorted(games.definitions) == ["2Exactly", "3Exactly", "Piece", "Row", "Three", "Two"]
    assert [option.heading for option in games.options("Lines")] == ["Length"]
    assert [ruleset.name for ruleset in games.rulesets("Lines")] == ["Short"]


def test_a_game_takes_the_definitions_that_it_uses_with_it(folder: Path) -> None:
    text = Library(folder).text("Lines")
    assert text.startswith(LINES)
    assert '"Piece"' in text
    assert "Bad" not in text
    assert "(is Line 3)" in str(read(text).tree)
    assert "(is Line 2)" in str(read(text, ["Short"]).tree)
    with pytest.raises(LudemeError, match='"Missing": no such definition'):
        read(Library(folder).text("Other"))
    assert PACKAGED.text("Hex") == description_text("Hex")


@pytest.mark.parametrize("inner", ["", "lud", "lud/board"])
def test_folders_inside_find_their_definitions(folder: Path, inner: str) -> None:
    assert read(Library(folder / inner).text("Lines")).name == "Lines"
    assert read(description_text(folder / "lud/board/Lines.lud")).name == "Lines"


def test_the_text_of_a_game_is_the_same_in_every_run(tmp_path: Path) -> None:
    # The order of sets is not, so one of many definitions shows it.
    names = [f"Part{n}" for n in range(8)]
    (tmp_path / "Whole.def").write_text(
        f'(define "Whole" {" ".join(f"({n!r})" for n in names)})'.replace("'", '"')
    )
    for name in names:
        (tmp_path / f"{name}.def").write_text(f'(define "{name}" {name})')
    text = Library(tmp_path).completed('(game "A" ("Whole"))')
    assert [line.split()[1] for line in text.splitlines()[2:]] == [
        f'"{name}"' for name in reversed(names)
    ]


def test_any_folder_is_a_library(tmp_path: Path) -> None:
    (tmp_path / "Mine.lud").write_text(description_text("Hex"))
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "Three.def").write_text('(define "Three" 3)')
    assert tuple(Library(tmp_path)) == ("Mine",)
    assert "Three" in Library(str(tmp_path)).definitions


def test_loading_from_a_library(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert load("lines", library=folder, jit=False).name == "Lines"
    assert load("Hex", library=Library(folder), jit=False).name == "Hex"
    assert load(folder / "lud/board/Lines.lud", jit=False).name == "Lines"
    with pytest.raises(LudemeError, match="Lines: no such file"):
        load("Lines")
    monkeypatch.setenv("BOARDLESS_LIBRARY", str(folder))
    assert load("Lines", ["Length/Two"], jit=False).description.options == ("Length/Two",)
    with pytest.raises(LudemeError, match=r"Chess: .* choose LINES, Lines or Other"):
        load("Chess")


@pytest.mark.parametrize("folder_name", ["no/such", "a\0b", "x" * 5000])
def test_folders_that_are_none(folder_name: str) -> None:
    with pytest.raises(LudemeError, match="no such folder"):
        Library(folder_name)


def test_a_tiling_may_be_an_object() -> None:
    assert load("Andantino", tiling=SQUARE, jit=False).tiling is SQUARE
    assert load("Andantino", tiling=replace(HEXAGONAL), jit=False).tiling is HEXAGONAL
    with pytest.raises(InputError, match=r"tiling 'square': for games give it another name"):
        load("Andantino", tiling=replace(HEXAGONAL, name="square"))
    with pytest.raises(LudemeError, match="its board is fixed"):
        load("Hex", tiling=SQUARE)
