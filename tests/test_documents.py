"""Documents: no gaps, commands and files that are there, measured numbers in one place."""

import re
import runpy
import shlex
import sys
import tomllib
from importlib import import_module
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path

import pytest
import typer

import boardless
from benchmarks import playouts
from benchmarks.__main__ import TABLES, main
from benchmarks.measure import PAGE, Pairs, written
from boardless.cli.app import main as cli
from boardless.cli.commands import app
from boardless.games import load
from boardless.games.modules import PLAIN
from boardless.play import State, record_playouts
from boardless.play.views import View
from boardless.state import FreeState
from boardless.state.batch import PASS
from boardless.store import Store
from boardless.topo import InputError

ROOT = Path(__file__).parents[1]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("docs/decisions/*.md")])
_COMMAND = re.compile(r"^(?:\.venv/bin/)?boardless ([^\[\n]*)$", re.MULTILINE)
#: Words of commands that are files, and options whose files are written.
_FILE = re.compile(r"/|\.(?:efg|gz|json|jsonl|lud|txt)$")
_WRITTEN = {"--executor", "--keep", "--option", "--out", "--store"}
_SECTION = re.compile(r"^## ([\w-]+): ", re.MULTILINE)


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_no_document_has_a_placeholder(path: Path) -> None:
    assert not re.findall(r"@@|\bTODO\b|\bFIXME\b|\bXXX\b", path.read_text(encoding="utf-8"))


@pytest.mark.parametrize(("name", "last"), [("compiler", "GLIDE"), ("life-of-a-move", "picture")])
def test_examples_of_a_page_run(name: str, last: str, tmp_path: Path) -> None:
    page = (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```", page, re.DOTALL | re.MULTILINE)
    (tmp_path / "page.py").write_text("\n".join(blocks), encoding="utf-8")
    assert last in runpy.run_path(str(tmp_path / "page.py"))


def test_the_life_of_a_move_is_short_and_names_files_that_are_there() -> None:
    page = (ROOT / "docs" / "life-of-a-move.md").read_text(encoding="utf-8")
    assert len(page.split()) <= 700
    files = re.findall(r"`((?:boardless|state)/[\w/]+\.py)`", page)
    assert len(files) > 10
    assert [file for file in files if not (ROOT / file).exists()] == []


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_commands_are_understood_as_they_are_written(path: Path) -> None:
    command = typer.main.get_command(app)
    for line in _COMMAND.findall(path.read_text(encoding="utf-8")):
        words = shlex.split(line, comments=True)
        with command.make_context("boardless", words.copy()) as context:
            inner, rest = context.command.commands[words[0]], words[1:]
            while hasattr(inner, "commands"):
                inner, rest = inner.commands[rest[0]], rest[1:]
            inner.make_context(words[0], rest, parent=context)
        how_long = {"--playouts", "--seconds", "--all"}
        assert words[0] != "playouts" or how_long & set(words), line


def test_files_that_commands_read_are_there() -> None:
    pages = (ROOT / "docs" / "commands.md", ROOT / "docs" / "extensive.md")
    named = {path: _reading(path) for path in pages}
    files = {word for lines in named.values() for words in lines for word in words}
    assert {"examples/kuhn.efg", "examples/trials.jsonl.gz", "examples/RandomTrial_0.txt"} <= files
    assert [word for word in files if not (ROOT / word).exists()] == []


def _reading(path: Path) -> list[list[str]]:
    """Return of each command of a document the files and folders that it reads."""
    lines = [
        shlex.split(line, comments=True)
        for line in _COMMAND.findall(path.read_text(encoding="utf-8"))
    ]
    return [
        [
            word
            for before, word in pairwise(["", *words])
            if before not in _WRITTEN and (_FILE.search(word) or before == "--library")
        ]
        for words in lines
        if words[:2] != ["store", "query"]
    ]


def test_commands_of_the_readme_are_among_all_commands() -> None:
    readme, every = (
        {" ".join(shlex.split(line, comments=True)) for line in _COMMAND.findall(text)}
        for text in (
            (ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "docs/commands.md")
        )
    )
    assert len(readme) == 5
    assert readme <= every


def test_the_page_of_commands_says_how_to_install_it_in_an_environment_of_ones_own() -> None:
    text = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    offered = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert "pip install CHECKOUT" in text
    assert "pip install '.[view]'" in (ROOT / "README.md").read_text(encoding="utf-8")
    for extra in offered["optional-dependencies"]:
        assert f"`{extra}`" in text or extra.startswith("test-"), extra


def test_the_page_on_playouts_quotes_no_timing() -> None:
    text = (ROOT / "docs" / "playouts.md").read_text(encoding="utf-8")
    shown = text[: text.index("# Execution of playouts")]
    assert not re.findall(r"[\d.,]+ (?:times|ms|us|ns|playouts (?:a|per) second)\b", shown)
    assert "(measured.md)" in shown


def test_passes_are_counted_as_the_page_on_playouts_says() -> None:
    batch = record_playouts(load("Tic-Tac-Toe", jit=False), 0, 1000, seed=1)
    passes = int((batch.kinds == PASS).sum())
    drawn = (batch.winners == 0).mean()
    assert passes == 2 * (batch.winners == 0).sum()
    plies, moves = batch.plies.mean(), (batch.plies.sum() - passes) / len(batch)
    row = f"| Tic-Tac-Toe | {plies:.3f} | {moves:.3f} | {100 * drawn:.1f} % |"
    assert row in (ROOT / "docs" / "playouts.md").read_text(encoding="utf-8")


def test_the_page_of_measured_numbers_has_known_tables_in_their_order() -> None:
    names = _SECTION.findall(PAGE.read_text(encoding="utf-8"))
    assert names
    assert names == [name for name in (*TABLES, "against") if name in names]


def test_a_table_takes_the_place_of_its_last_measurement() -> None:
    order = ["first", "second", "the-third"]
    page = written("", order, "the-third", "The last", "c 3", "a machine")
    page = written(page, order, "first", "The first", "a 1", "a machine")
    assert _SECTION.findall(page) == ["first", "the-third"]
    again = written(page, order, "the-third", "The last", "c 4", "another machine")
    assert again == page.replace("c 3", "c 4").replace(
        "The last\n\na machine", "The last\n\nanother machine"
    )
    assert _SECTION.findall(written(again, ["the-third"], "the-third", "It", "x", "y")) == [
        "the-third"
    ]


def test_pairs_take_turns_and_know_their_spread() -> None:
    called = []
    values = iter(range(1, 11))

    def first() -> float:
        called.append("first")
        return next(values)

    def second() -> float:
        called.append("second")
        return 2

    pairs = Pairs.of(first, second)
    assert called[:4] == ["first", "second", "second", "first"]
    assert pairs.ratios == tuple(n / 2 for n in range(1, 11))
    assert pairs.row == (2.75, 1.625, 3.875)


@pytest.mark.parametrize(
    ("name", "against", "message"),
    [
        ("growht", None, "choose one of growth"),
        ("growth", Path(), "for the table playouts"),
        ("playouts", Path("no-such-folder"), "there is no such folder"),
    ],
)
def test_wrong_words_are_said(name: str, against: Path | None, message: str) -> None:
    with pytest.raises(InputError, match=message):
        main([name], against=against)


def test_a_folder_that_is_no_checkout_is_refused(tmp_path: Path) -> None:
    with (
        pytest.raises(InputError, match="not a checkout"),
        playouts.player(tmp_path.resolve()),
    ):
        pass


def test_a_checkout_plays_its_own_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    with playouts.player(ROOT) as process:
        rate, moves = playouts.play(process, "Tic-Tac-Toe", None, "BASE-KEPT", 20)
    assert rate > 0
    assert 5 * 20 <= moves <= 11 * 20


#: Paths of files and folders in a text; docs/extending.md has new ones, too.
_PATH = re.compile(r"`((?:[\w-]+/)+(?:[\w-]+/|[\w-]+\.(?:py|md|js|lud|cypher)))`")
_OLD = [path for path in DOCUMENTS if path.name not in ("CHANGELOG.md", "extending.md")]


@pytest.mark.parametrize("path", _OLD, ids=lambda path: path.name)
def test_files_that_documents_name_are_there(path: Path) -> None:
    named = _PATH.findall(path.read_text("utf-8"))
    assert path.name != "glossary.md" or len(named) > 60
    assert [name for name in named if not (ROOT / name).exists()] == []


def test_features_of_the_engine_are_those_that_its_page_has() -> None:
    page = (ROOT / "docs" / "engine.md").read_text("utf-8")
    assert re.findall(r"^\| `([A-Z_]+)` \|", page, re.MULTILINE) == [*PLAIN.flags]


def test_architecture_is_two_pages() -> None:
    assert len((ROOT / "docs" / "architecture.md").read_text("utf-8").splitlines()) <= 130


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_links_lead_to_files(path: Path) -> None:
    links = re.findall(r"\]\((?!https?:)([^)#\s]+)(?:#[^)]*)?\)", path.read_text("utf-8"))
    assert [link for link in links if not (path.parent / link).exists()] == []


def test_the_first_page_is_short_and_has_two_pictures() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    assert len(text.split()) < 500
    assert len(re.findall(r"^!\[", text, re.MULTILINE)) == 2
    assert "(docs/comparison.md)" in text


#: Pages of the site, without the decisions.
PAGES = [path for path in DOCUMENTS if path.parent.name == "docs"]
_TREE = re.compile(r"^```\{toctree\}\n(?::[^\n]*\n)*\n(.*?)^```", re.MULTILINE | re.DOTALL)


def test_every_page_has_one_place_in_the_navigation() -> None:
    trees = {path.stem: _TREE.findall(path.read_text("utf-8")) for path in PAGES}
    listed = {stem: "".join(blocks).split() for stem, blocks in trees.items()}
    assert len(listed["index"]) <= 25
    places = [name for names in listed.values() for name in names if "/" not in name]
    assert sorted([*places, "index"]) == sorted(path.stem for path in PAGES)
    decisions = (ROOT / "docs" / "decisions" / "index.md").read_text("utf-8")
    for path in (ROOT / "docs" / "decisions").glob("0*.md"):
        assert f"]({path.name})" in decisions


#: Words of how-tos' commands that serve, wait for a person, learn, take long, or need other files.
_LONG = (
    "serve",
    "play ",
    "learn",
    "tournament",
    "Ludii/",
    "MyGame",
    "figures",
    "--seconds",
    "map ",
)


def _short() -> list[tuple[str, list[str]]]:
    """Return the commands to run in their order: of each how-to, and those on the examples."""
    texts = {path.stem: _COMMAND.findall(path.read_text("utf-8")) for path in PAGES}
    runs = [("commands", [line for line in texts["commands"] if "examples" in line])]
    for stem, lines in texts.items():
        if stem.startswith("how-to"):
            runs.append((stem, [line for line in lines if not any(w in line for w in _LONG)]))
    return runs


@pytest.mark.parametrize(
    ("name", "lines"), _short(), ids=lambda value: value if type(value) is str else ""
)
def test_short_commands_run_as_they_are_written(
    name: str,
    lines: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    for line in lines:
        monkeypatch.setattr(sys, "argv", ["boardless", *shlex.split(line, comments=True)])
        with pytest.raises(SystemExit) as ended:
            cli()
        printed = capsys.readouterr()
        assert (ended.value.code or 0) == 0, (line, printed)
        assert printed.out, line


def test_every_public_name_has_a_purpose() -> None:
    page = (ROOT / "docs" / "api.md").read_text("utf-8")
    table = page.partition("| --- |")[2].partition("\n\n")[0]
    assert sorted(re.findall(r"`(\w+)`", table)) == sorted(boardless.__all__)


def test_documents_are_few_and_short() -> None:
    assert len(PAGES) <= 40
    prose = re.compile(r"^```.*?^```$|^\|.*?$", re.MULTILINE | re.DOTALL)
    texts = [path.read_text("utf-8") for path in DOCUMENTS if path.name != "CHANGELOG.md"]
    assert sum(len(prose.sub("", text).split()) for text in texts) <= 45_000


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_a_page_begins_with_its_subject_and_its_readers(path: Path) -> None:
    beginning = path.read_text("utf-8").partition("\n\n")[2].replace("\n", " ")
    assert path.stem == "index" or re.match(r"This page .+?\. It is for .+?\.", beginning)


#: The packages, and what documents call so as well: a state, a store, and what an agent sees.
ROOMS = {path.name for path in (ROOT / "boardless").iterdir() if (path / "__init__.py").is_file()}
OBJECTS = {"state": (State, FreeState), "store": (Store,), "view": (View,)}
_DOTTED = re.compile(rf"`(?:boardless\.)?((?:{'|'.join(sorted(ROOMS))})(?:\.\w+)+)(?:\([^`]*\))?`")


def _resolves(name: str) -> bool:
    """Tell whether a name of a package, or of one of its objects, stands for something."""
    room, *rest = name.split(".")
    if any(hasattr(cls, rest[0]) or rest[0] in _fields(cls) for cls in OBJECTS.get(room, ())):
        return True
    thing = import_module(f"boardless.{room}")
    for part in rest:
        if part in _fields(thing):
            return True
        if not hasattr(thing, part):
            inside = getattr(thing, "__path__", None)
            if inside is None or find_spec(f"{thing.__name__}.{part}") is None:
                return False
            import_module(f"{thing.__name__}.{part}")
        thing = getattr(thing, part)
    return True


def _fields(cls: object) -> set[str]:
    return {*getattr(cls, "__dataclass_fields__", ()), *getattr(cls, "__annotations__", ())}


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_dotted_names_are_there(path: Path) -> None:
    if path.name != "CHANGELOG.md":
        names = _DOTTED.findall(path.read_text(encoding="utf-8"))
        assert [name for name in names if not _resolves(name)] == []


def test_a_name_that_is_not_there_is_found() -> None:
    assert not _resolves("view.reasons.reason")
    assert _resolves("view.scene.reason")
    assert not _resolves("state.no_such_thing")
