"""The catalogue: players, options and boards of the package's games and of a library's."""

from pathlib import Path

from boardless.games import library
from boardless.games.catalogue import LIBRARY, PACKAGE, catalogue

DUEL = """(game "Duel" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))
(metadata (info {(description "Three
    in a line.")}))
"""


def test_the_games_of_the_package() -> None:
    entries = {entry.name: entry for entry in catalogue()}
    assert tuple(entries) == library()
    assert not [entry for entry in entries.values() if entry.error or entry.source != PACKAGE]
    hive, letter = entries["Hive"], entries["Love Letter"]
    assert (hive.players, hive.grows) == ((2,), True)
    assert (letter.players, letter.grows) == ((2, 3, 4), False)
    assert hive.options["Pieces"][:2] == ("Base", "Base+M")
    assert hive.about.startswith("Bugs crawl")
    assert entries["Village"].players == (1,)


def test_a_library_comes_after_the_package_and_hides_its_games(tmp_path: Path) -> None:
    (tmp_path / "Duel.lud").write_text(DUEL, encoding="utf-8")
    (tmp_path / "Hive.lud").write_text(DUEL.replace("Duel", "Hive"), encoding="utf-8")
    (tmp_path / "Wrong.lud").write_text('(game "Wrong" (players many))', encoding="utf-8")
    entries = list(catalogue(tmp_path))
    assert [entry.name for entry in entries if entry.source == LIBRARY] == ["Duel", "Hive", "Wrong"]
    assert [entry.source for entry in entries if entry.name == "Hive"] == [LIBRARY]
    duel, _, wrong = entries[-3:]
    assert (duel.about, duel.players, duel.grows) == ("Three in a line.", (2,), False)
    assert wrong.players == ()
    assert "many" in wrong.error
