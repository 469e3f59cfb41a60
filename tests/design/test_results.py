"""The results of a search: files, pages, the nearest known games, and the graph of descent."""

import json
from dataclasses import replace
from pathlib import Path

from boardless.design.archive import Archive, Record
from boardless.design.results import Known, profile, write_archive, write_best, write_descent
from boardless.design.search import founders_of
from boardless.games import read
from boardless.store import Store

MEASURES = {
    "Timeouts": 0.0, "Completion": 0.9, "FirstWins": 0.45, "DurationMoves": 20.0, "grows": 0.0,
    "BranchingFactorAverage": 30.0, "BoardCoverageDefault": 0.4, "PieceNumberMaxDecrease": 0.0,
    "strong": 0.8, "drama": 0.2, "narrowness": 0.3,
}  # fmt: skip
TEXT = str(founders_of(["Yavalath"])["Yavalath"])
OTHER = TEXT.replace("(board (hex 5))", "(boardless Square)")
FOUNDER = Record(0, "aaaa", (), ("Yavalath",), "faced", "", MEASURES, TEXT)
CHILD = Record(
    1, "bbbb", ("aaaa",), ("tune",), "faced", "", MEASURES | {"DurationMoves": 9.0},
    TEXT.replace("Line 4", "Line 5"),
)  # fmt: skip
LOST = Record(2, "cccc", ("aaaa", "bbbb"), ("make",), "read", "no", {})


def test_an_archive_keeps_the_best_of_each_cell() -> None:
    archive = Archive()
    for record in (FOUNDER, CHILD, LOST):
        archive.add(record)
    assert [record.digest for record in archive.elites] == ["bbbb", "aaaa"]
    assert (archive.reached("read"), archive.reached("faced")) == (3, 2)
    better = replace(FOUNDER, number=3, digest="dddd", measures=MEASURES | {"strong": 1.0})
    archive.add(better)
    archive.add(replace(FOUNDER, number=4, digest="eeee"))
    assert archive.best[0] == better
    assert archive.gain(MEASURES) == 0.05
    assert archive.gain(MEASURES | {"grows": 1.0}) > 1


def test_pages_show_everything(tmp_path: Path) -> None:
    archive = Archive()
    for record in (FOUNDER, CHILD):
        archive.add(record)
    write_archive(archive, tmp_path / "archive.json")
    content = json.loads((tmp_path / "archive.json").read_text())
    assert [game["digest"] for game in content["games"]] == ["bbbb", "aaaa"]
    known = Known([profile("Yavalath", read(TEXT)), profile("Chess", read(OTHER))])
    (best,) = write_best(archive, tmp_path, known, 5)
    assert best["file"] == "Design bbbb.lud"
    assert best["nearest"][0] == {"game": "Yavalath", "likeness": 1.0}
    assert read((tmp_path / best["file"]).read_text()).name == "Design bbbb"
    page = (tmp_path / best["page"]).read_text()
    for said in (
        "If there is a line of 5 pieces through the last one: the mover wins.", "0.600",
        "take it for a variant", 'src="Design bbbb game.html"', "DurationMoves",
    ):  # fmt: skip
        assert said in page, said
    assert "application/json" in (tmp_path / "Design bbbb game.html").read_text()


def test_descent_is_asked_in_cypher(tmp_path: Path) -> None:
    for _ in range(2):
        assert write_descent([FOUNDER, CHILD, LOST], tmp_path / "runs.lbug") == 3
    ask = "MATCH (c:Candidate)-[:COMES_FROM*1..9]->(f:Candidate) WHERE f.founder = 'Yavalath' "
    with Store.open(tmp_path / "runs.lbug", read_only=True) as store:
        found = store.query(f"{ask} RETURN DISTINCT c.digest AS d ORDER BY d")
        assert found["d"].tolist() == ["bbbb", "cccc"]
        best = store.query("MATCH (c:Candidate) RETURN max(c.depth) AS d, count(c.score) AS n")
        assert best.values.tolist() == [[0.6, 2]]
