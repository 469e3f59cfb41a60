"""The commands about stores."""

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pandas as pd
import pytest

from boardless.state import Move, Trial
from boardless.store import Store
from tests.cli.running import Answer
from tests.play.test_turns import HOPS
from tests.store.games import a_line, by_hand


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with two games and a store of them, to be copied."""
    folder = tmp_path_factory.mktemp("made")
    by_hand(3, 5, 2).save(folder / "hand.jsonl")
    a_line(6).save(folder / "line.jsonl")
    with Store.create(folder / "runs.lbug") as store:
        store.add([by_hand(3, 5, 2), a_line(6)])
    return folder


@pytest.fixture
def path(made: Path, tmp_path: Path) -> Path:
    shutil.copytree(made, tmp_path, dirs_exist_ok=True)
    return tmp_path / "runs.lbug"


def test_trial_files_are_stored(
    made: Path, tmp_path: Path, boardless: Callable[..., Answer]
) -> None:
    path = tmp_path / "new.lbug"
    assert boardless(f"store init {path}") == (0, "", "")
    answer = boardless(f"store add {path} {made / 'hand.jsonl'} {made / 'line.jsonl'}")
    assert answer == (0, f"{path}: added 2, refused 0\n", "")
    with Store.open(path, read_only=True) as store:
        assert list(store.trials()) == [by_hand(3, 5, 2), a_line(6)]


@pytest.mark.usefixtures("uncompiled")
def test_games_of_people_are_stored(tmp_path: Path, boardless: Callable[..., Answer]) -> None:
    path, hive, hops = (tmp_path / name for name in ("new.lbug", "games.uhp", "games.pdn"))
    hive.write_text("Base;;;wS1;bS1 wS1-\nBase+P;;;wG1\n", encoding="utf-8")
    hops.write_text("1. c1-c5 b4-c3 *", encoding="utf-8")
    (tmp_path / "Hops.lud").write_text(HOPS, encoding="utf-8")
    boardless(f"store init {path}")
    answer = boardless(f"store add {path} {hive}")
    assert answer == (0, f"{path}: added 2, refused 0\n", "")
    # The file does not say what is played.
    answer = boardless(f"store add {path} {hops} --game {tmp_path / 'Hops.lud'}")
    assert answer == (0, f"{path}: added 1, refused 0\n", "")
    assert boardless(f"store add {path} {hive}").out.endswith(
        ": 2 were there already; added 0, refused 0\n"
    )
    with Store.open(path, read_only=True) as store:
        assert [(trial.game, len(trial.moves)) for trial in store.trials()] == [
            ("Hive", 2),
            ("Hive", 1),
            ("Hops", 3),
        ]


def test_questions(path: Path, boardless: Callable[..., Answer]) -> None:
    cypher = "MATCH (t:Trial) WHERE t.plies > $least RETURN t.id AS id, t.plies AS plies"
    asked = ("--param", "least=4")
    json_ = boardless(f"store query {path} --format json", cypher, *asked)
    assert (json_.status, json.loads(json_.out)) == (0, [{"id": 1, "plies": 6}])
    assert boardless(f"store query {path} --format csv", cypher, *asked).out == "id,plies\n1,6\n"
    assert boardless(f"store query {path}", cypher, *asked).out == " id  plies\n  1      6\n"
    deep = ("RETURN $x AS x", "--param", "x=" + "[" * 100_000)
    assert len(boardless(f"store query {path} --format csv", *deep).out) == 100_003
    named = ("MATCH (g:Game) WHERE g.name = $name RETURN g.tiling AS t", "--param", "name=line")
    assert boardless(f"store query {path} --format csv", *named).out == "t\nhexagonal\n"


def test_stats_rebuild_and_export(path: Path, boardless: Callable[..., Answer]) -> None:
    before = boardless(f"store stats {path}")
    assert "Trial       2" in before.out
    assert boardless(f"store rebuild {path}") == (0, f"2 trials in {path}\n", "")
    assert boardless(f"store stats {path}") == before
    folder = path.parent / "tables"
    assert boardless(f"store export {path} {folder}") == (0, f"wrote 36 files to {folder}\n", "")
    moves = pd.read_parquet(folder / "Move.parquet")
    assert moves["ply"].tolist() == [1, 2, 3, 1, 2, 3, 4, 5, 6]
    assert moves.dtypes["ply"] == "int64"


def test_playouts_are_kept(path: Path, boardless: Callable[..., Answer]) -> None:
    answer = boardless(f"playouts Bravalath --playouts 20 --seed 7 --store {path}")
    assert answer.status == 0
    for _ in range(2):
        with Store.open(path, read_only=True) as store:
            found = store.query(
                "MATCH (t:Trial)-[:OF]->(r:Run)-[:PLAYS]->(g:Game) WHERE g.name = 'Bravalath' "
                "RETURN r.seed AS seed, t.number AS number ORDER BY t.id"
            )
            assert found["number"].tolist() == list(range(20))
            assert set(found["seed"]) == {7}
        assert boardless(f"playouts Bravalath --playouts 20 --seed 7 --store {path}").status == 0


def test_a_file_is_kept_once_and_named_in_errors(
    path: Path, boardless: Callable[..., Answer]
) -> None:
    hand, new, bad = (path.parent / name for name in ("hand.jsonl", "new.jsonl", "bad.jsonl"))
    a_line(7).save(new)
    bad.write_text(a_line(3).dumps().replace("[2, 0, 0]", "[3, 0, 0]"))
    lone = path.parent / "lone.jsonl"
    Trial(a_line(3).setup, (Move.add(1, 1, (40, 0, 0)),)).save(lone)
    assert boardless(f"store add {path} {hand} {hand}").out == (
        f"{path}: 2 were there already; added 0, refused 0\n"
    )
    answer = boardless(f"store add {path} {hand} {new} {lone} {hand} --strict")
    assert (answer.status, answer.out) == (2, "")
    assert answer.err.startswith(f"boardless: {lone}: game 1: cell (40, 0, 0) is not on")
    assert answer.err.endswith("; trials added before it: 1\n")
    answer = boardless(f"store add {path} {hand} {lone} {bad} {hand}")
    said = f"{path}: 2 were there already; added 0, refused 2\n"
    assert (answer.status, answer.out) == (1, said)
    assert answer.err.startswith(f"{bad}: line 5: ")
    assert f"\n{lone}: game 1: cell (40, 0, 0) is not on the board" in answer.err
    answer = boardless(f"store add {path} {hand} {bad} --strict")
    assert answer.err.startswith(f"boardless: {bad}: line 5: ")
    assert answer.err.endswith("; trials added before it: 0\n")


BULK = """[White "A. A."]
[Black "B. B."]
[Date "1999.01.02"]
[GameType "Base"]

1. wS1 2. bS1 wS1- 1-0

[GameType "Base"]

1. wS1 2. bS1 wS2- *

[Event "a match"]
[GameType "Base"]

1. wS1 2. bS1 wS1- *
"""


@pytest.mark.usefixtures("uncompiled")
def test_a_bad_game_does_not_end_a_file(tmp_path: Path, boardless: Callable[..., Answer]) -> None:
    path, file = tmp_path / "new.lbug", tmp_path / "games.pgn"
    file.write_text(BULK, encoding="utf-8")
    answer = boardless(f"store add {path} {file} --format json")
    reason = "turn 2, bS1 wS2-, is not legal in <State Hive, ply 1, player 2 to move>"
    (refused,) = json.loads(answer.out)["refused"]
    assert (answer.status, json.loads(answer.out)["added"]) == (1, 2)
    assert refused == {"file": str(file), "game": 2, "move": 2, "reason": reason}
    answer = boardless(f"store add {path} {file}")
    assert answer.out.endswith(": 2 were there already; added 0, refused 1\n")
    assert answer.err == f"{file}: game 2: {reason}\n"
    strict = boardless(f"store add {path} {file} --strict")
    assert (strict.status, strict.out) == (2, "")
    # Games that say other things are others, though their moves are the same.
    cypher = "MATCH (t:Trial) WHERE t.player_1 = 'A. A.' RETURN t.player_2 AS b, t.date AS d"
    assert boardless(f"store query {path} --format csv", cypher).out == "b,d\nB. B.,1999.01.02\n"
    cypher = "MATCH (t:Trial) RETURN t.result AS r, t.event AS e ORDER BY t.id"
    assert boardless(f"store query {path} --format csv", cypher).out == "r,e\n1-0,\n*,a match\n"
    assert boardless(f"store check {path}").status == 0
    with Store.open(path, read_only=True) as store:
        assert [trial.about[2] for trial in store.trials()] == ["1-0", "*"]


@pytest.mark.parametrize("file", ["nothing.jsonl", "/dev/zero", "lone.jsonl"])
def test_a_store_that_gets_nothing_is_not_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, boardless: Callable[..., Answer], file: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Trial(a_line(3).setup, (Move.add(1, 1, (40, 0, 0)),)).save("lone.jsonl")
    answer = boardless(f"store add a.lbug {file}")
    assert answer.status == (1 if file == "lone.jsonl" else 2)
    assert answer.err.removeprefix("boardless: ").startswith(f"{file}: ")
    assert (
        file != "/dev/zero" or "more than 67,108,864 characters: this is not a trial" in answer.err
    )
    assert [found.name for found in tmp_path.iterdir()] == ["lone.jsonl"]
    assert boardless("playouts Plotto --playouts 0 --store a.lbug").status == 2
    assert [found.name for found in tmp_path.iterdir()] == ["lone.jsonl"]


def test_check(path: Path, boardless: Callable[..., Answer]) -> None:
    said = f"2 trials in {path}: the graph is what its log makes of it\n"
    assert boardless(f"store check {path}") == (0, said, "")
    whole = path.read_bytes()
    path.write_bytes(whole.replace(b"by hand", b"by hanD"))
    answer = boardless(f"store check {path}")
    assert (answer.status, answer.err) == (1, "")
    assert answer.out.startswith("kind  log  graph\nGame    2      2\n")
    assert boardless(f"store rebuild {path}").status == 0
    assert boardless(f"store check {path}") == (0, said, "")


def test_a_rebuild_that_would_lose_trials(path: Path, boardless: Callable[..., Answer]) -> None:
    log = path.with_name("runs.lbug.log")
    log.write_bytes(log.read_bytes()[:20])
    for command in ("stats", "check", "rebuild"):
        answer = boardless(f"store {command} {path}")
        assert (answer.status, answer.out, answer.err.count("\n")) == (2, "", 1)
        assert "it has 0 trials" in answer.err or "has 0 trials, and lacks some" in answer.err
    assert log.stat().st_size == 20
    assert boardless(f"store rebuild {path} --lose") == (0, f"0 trials in {path}\n", "")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("init {path}", "'{path}.log' exists already: open it, or choose another name"),
        ("stats {path}.x", "log '{path}.x.log' cannot be opened: No such file"),
        ("query {path} x", "query 'x': begin with one of CALL"),
        (
            "query {path} RETURN --memory 1",
            "memory 1: choose a whole number from 64 to 4194304, in megabytes",
        ),
        (
            "ask {path} results --memory 0",
            "memory 0: choose a whole number from 64 to 4194304, in megabytes",
        ),
        ("query {path} RETURN --seconds 0", "seconds 0.0: choose more than 0, at most 10000000"),
        ("query {path} x --format xml", "unknown format 'xml': choose one of table, csv, json"),
        ("query {path} RETURN --param x", "parameter 'x': write NAME=VALUE"),
        ("query {path} RETURN --param cypher=1 --param self=1", "query 'RETURN': "),
        ('query {path} RETURN --param x=[1,"a"]', "query 'RETURN': "),
        (
            r"query {path} RETURN/**/blob('\xAA') --format json",
            "the answer cannot be written in JSON: ",
        ),
        ("add {path} nothing.jsonl", "nothing.jsonl: No such file or directory"),
        ("add {path} x --technique FASTEST", "unknown technique 'FASTEST': choose one of BASE"),
        ("rebuild {path}.x", "log '{path}.x.log' cannot be opened: No such file"),
        ("export {path} /proc/tables", "folder '/proc/tables' cannot be written"),
        ("stats bolt://127.0.0.1:1", "graph 'bolt://127.0.0.1:1' cannot be opened: Couldn't"),
        ("forget {path}", "No such command 'forget'"),
    ],
)
def test_bad_input_is_told_in_one_line(
    path: Path, boardless: Callable[..., Answer], line: str, message: str
) -> None:
    answer = boardless("store " + line.format(path=path))
    assert (answer.status, answer.out) == (2, "")
    assert answer.err.startswith("boardless: " + message.format(path=path))
    assert answer.err.count("\n") == 1


PAGE = Path(__file__).parents[2] / "docs" / "store.md"


def test_the_schema_is_that_of_the_page_and_of_the_graph(
    path: Path, boardless: Callable[..., Answer]
) -> None:
    plain = boardless("store schema")
    assert plain.status == 0
    assert f"```text\n{plain.out}```\n" in PAGE.read_text(encoding="utf-8")
    asked = boardless(f"store schema {path} --format json")
    rows = pd.DataFrame(json.loads(asked.out))
    kinds = rows[rows["column"] == ""]
    with Store.open(path, read_only=True) as store:
        assert kinds.set_index("table")["number"].to_dict() == dict(
            store.stats().itertuples(index=False, name=None)
        )
        # Every column that is said to be there is there.
        for kind, columns in rows[rows["column"] != ""].groupby("table"):
            nodes = not columns["from"].iloc[0]
            pattern = f"(n:{kind})" if nodes else f"()-[n:{kind}]->()"
            store.query(f"MATCH {pattern} RETURN {', '.join('n.' + c for c in columns['column'])}")
    assert (rows["meaning"].str.len() > 0).all()
    assert "Trial [2]: a played game\n" in boardless(f"store schema {path}").out
    csv = boardless("store schema --format csv").out
    assert "\nTAKES,Move,Cell,count,INT64,how many more\n" in csv


def test_the_commands_of_the_page_work(path: Path, boardless: Callable[..., Answer]) -> None:
    words = {
        "GAME": "Tic-Tac-Toe", "N": "3", "FILE...": f"{path.parent / 'line.jsonl'}",
        "PATH": f"{path}", "OTHER": f"{path.parent / 'other.lbug'}", "[PATH]": f"{path}",
        "FOLDER": f"{path.parent / 'tables'}", "NAME": "unused", "CYPHER": "RETURN",
    }  # fmt: skip
    commands = re.findall(r"^\| `boardless ([^`]*)`", PAGE.read_text(encoding="utf-8"), re.M)
    assert len(commands) == 13
    shutil.copy(path, words["OTHER"])
    shutil.copy(f"{path}.log", f"{words['OTHER']}.log")
    for command in commands:
        if "bolt:" in command:
            continue  # tests/store/test_syncing.py
        # What a parameter is called is said where the question is.
        line = command.replace(" --param NAME=VALUE", "").replace(" --param NAME=NUMBER", "")
        said = [words.get(word, word) for word in line.split()]
        more = []
        if "query" in said:
            said.remove("RETURN")
            more = ["RETURN $x AS x", "--param", "x=1"]
        if "init" in said:
            said[-1] += ".new"
        if "explore" in said:
            said += ["--depth", "2"]
        answer = boardless(" ".join(said), *more)
        assert answer.status == 0, (command, answer)
