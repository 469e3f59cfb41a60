"""The catalogue: players, options and boards of the package's games and of a library's."""

import subprocess
import sys
from pathlib import Path

import pytest

from boardless.games import Library, description_text, library
from boardless.games.catalogue import LIBRARY, PACKAGE, catalogue, entry_of
from boardless.games.library import PACKAGED

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
    # Cards come with the package, so that the list takes no reading of rules.
    for name in ("Hive", "Love Letter", "Village"):
        assert entries[name] == entry_of(PACKAGED, name, PACKAGE)


def test_the_list_of_the_package_reads_no_ludemes() -> None:
    lines = (
        "import sys; from boardless.games.catalogue import catalogue",
        "assert len(list(catalogue())) > 30 and 'boardless.games.ludemes' not in sys.modules",
    )
    subprocess.run([sys.executable, "-c", "; ".join(lines)], check=True)


def test_a_library_comes_after_the_package_and_hides_its_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "package"
    package.mkdir()
    (package / "Hive.lud").write_text(description_text("Hive"), encoding="utf-8")
    monkeypatch.setattr("boardless.games.catalogue.PACKAGED", Library(package))
    tmp_path = tmp_path / "library"
    tmp_path.mkdir()
    (tmp_path / "Duel.lud").write_text(DUEL, encoding="utf-8")
    (tmp_path / "Hive.lud").write_text(DUEL.replace("Duel", "Hive"), encoding="utf-8")
    (tmp_path / "Wrong.lud").write_text('(game "Wrong" (players many))', encoding="utf-8")
    # Only with an option that is not the default it cannot be read.
    options = '(option "Players" <P> args:{<n>} {(item "2" <2> "")* (item "3" <("A")> "")})'
    text = (
        '(define "A" ("A"))'
        + DUEL.replace("Duel", "Spoilt").replace("players 2", "players <P:n>")
        + options
    )
    (tmp_path / "Spoilt.lud").write_text(text, encoding="utf-8")
    entries = list(catalogue(tmp_path))
    assert {entry.source for entry in entries} == {LIBRARY}
    assert [entry.name for entry in entries] == ["Duel", "Hive", "Spoilt", "Wrong"]
    assert [entry.source for entry in entries if entry.name == "Hive"] == [LIBRARY]
    assert len(entries) == 4
    duel, _, spoilt, wrong = entries
    assert (spoilt.players, spoilt.options) == ((), {"Players": ("2", "3")})
    assert spoilt.error
    assert (duel.about, duel.players, duel.grows) == ("Three in a line.", (2,), False)
    assert wrong.players == ()
    assert "many" in wrong.error
