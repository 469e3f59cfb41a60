"""Hidden information is absent from all messages to a seat's page."""

import io
import json
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from boardless.games import compile, load
from boardless.games.language.outline import with_subgame
from boardless.play import State
from boardless.state import Trial
from boardless.topo import InputError
from boardless.view import PageView, Session, to_html
from boardless.view.files import EXPORTS
from boardless.view.session import fresh_seed
from boardless.view.terminal import play_in_terminal
from tests.view.games import stacking, uncompiled

#: Seeds whose mines lie elsewhere, and a place that is safe in both and says the same.
SEEDS = (3, 4)


def heard(seed: int, *messages: dict[str, Any], seat: int = 1) -> list[Any]:
    """Return all that a page of Minesweeper is sent when it says some messages."""
    session = Session(State(uncompiled("Minesweeper")), seed=seed)
    sent: list[Any] = []
    view = PageView(session, lambda message: sent.append(json.loads(json.dumps(message))), seat)
    for message in ({"do": "hello"}, *messages):
        view.receive(message)
    return sent


def mines(session: Session) -> set[str]:
    """Return the texts of the moves that uncover a mine."""
    return {
        f"@{place}" for place, pile in session.data()["scene"]["piles"].items() if pile == (10,)
    }


def test_pages_are_the_same_wherever_the_mines_are() -> None:
    asked: list[dict[str, Any]] = [
        {"do": "preview", "move": "@0,0,5"},
        {"do": "why", "place": "0,0,5"},
        {"do": "play", "move": "+1@0,0,5", "node": 0},
        {"do": "copy"},
        {"do": "hint", "agent": "person"},
    ]
    one, other = (json.dumps(heard(seed, *asked)) for seed in SEEDS)
    assert one == other


def test_what_chance_does_and_where_mines_are_is_not_sent() -> None:
    session = Session(State(uncompiled("Minesweeper")), seed=3)
    sent: list[Any] = []
    view = PageView(session, sent.append, 1)
    view.receive({"do": "hello"})
    view.receive({"do": "play", "move": "@0,0,2", "node": 0})
    assert session.state.outcome() is None
    scene, desk = session.data(1)["scene"], session.data(1)["panel"]
    told = {text for _, text, *_ in desk["nodes"].values()}
    assert told == {"", "c1", "Chance decides", "0 to a1; 0 to b1; 0 to c1"}  # all on the board
    covered = {place for place, pile in scene["piles"].items() if pile == (0, 1)}
    assert {f"@{place}" for place in covered} == set(scene["moves"])
    assert len(mines(session)) == 10
    assert mines(session) < set(scene["moves"])
    for move in scene["moves"]:
        view.receive({"do": "preview", "move": move})
        assert sent[-1]["error"].startswith("preview: ")
        view.receive({"do": "play", "move": f"+10{move}", "node": desk["node"]})
        assert sent[-1]["error"].endswith("it is not legal here")
    view.receive({"do": "copy"})
    assert sent[-1]["error"] == "trial: some of its moves are hidden from player 1"


def test_who_asks_is_told_of_covered_places_what_is_known_of_them() -> None:
    session = Session(State(stacking("(set Hidden (sites Board) to:P1)")))
    sent: list[Any] = []
    view = PageView(session, sent.append, 1)
    for place in ("0,0,8", "0,0,2"):
        view.receive({"do": "why", "place": place})
    labels = session.data(1)["scene"]["labels"]
    why = "is covered, and no rule lets player 1 play there now"
    said = [message["why"] for message in sent]
    assert said == [f"{labels['0,0,8']} {why}", f"{labels['0,0,2']} {why}"]
    other = PageView(session, sent.append, 2)
    other.receive({"do": "why", "place": "0,0,8"})
    assert sent[-1]["why"] == "it is player 1's turn"


def test_whose_board_is_shown_unless_somebody_says() -> None:
    assert Session(State(uncompiled("Minesweeper"))).own_seat == 1
    assert Session(State(uncompiled("Othello")), ["random"]).own_seat == 0
    hidden = stacking("(set Hidden at:8 to:P1)")
    assert Session(State(hidden), ["random", "person"]).own_seat == 2
    assert Session(State(hidden)).own_seat == 0


def test_a_recorded_game_has_only_what_its_seat_saw(tmp_path: Path) -> None:
    session = Session(State(uncompiled("Minesweeper")), seed=3)
    session.play("@0,0,2")
    path = tmp_path / "game.html"
    to_html(session.state, path, 1)
    assert "*28" not in path.read_text()
    assert "[10]" not in path.read_text()
    assert '"places":{}' in path.read_text()
    to_html(session.state, path)
    assert "[10]" in path.read_text()


def test_the_terminal_shows_the_board_of_who_is_asked(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("5\nquit\n"))
    play_in_terminal(
        State(uncompiled("Minesweeper")), Session(State(uncompiled("Minesweeper"))).seats, 3
    )
    printed = capsys.readouterr().out
    assert printed.count("?") == 2 * 64 - 1
    assert "player 1 has moved" in printed
    assert "\n10 " not in printed
    assert "seed" not in printed


#: Games that hide something, at once or in hands, and one in which all is open but the draws.
SECRET = ("Love Letter", "Diamant", "Minesweeper", "Kingdomino")


def everything(session: Session, seats: Iterable[int]) -> str:
    """Return all that some seats can fetch of a session, as a text."""
    found: list[Any] = []
    for seat in seats:
        view = PageView(session, found.append, seat)
        for message in ({"do": "hello"}, {"do": "copy"}, {"do": "view", "node": 0}):
            view.receive(message)
        view.close()
        for name in sorted(EXPORTS.keys() - {"gif"}):
            with suppress(InputError):
                found.append(EXPORTS[name].make(session, seat).decode())
    return json.dumps(found)


@pytest.mark.parametrize("name", SECRET)
def test_the_seed_is_in_nothing_before_the_end(name: str) -> None:
    session = Session(State(uncompiled(name)), forced=True)
    random = Random(1)
    for _ in range(3):
        session.play(str(random.choice([*session.state.legal_moves])))
        if session.over:
            break
        assert str(session.seed) not in everything(session, range(-1, session.state.players + 1))
        assert session.data()["panel"]["seed"] == ""
    if not session.over:
        session.close("given up")
    assert session.data(1)["panel"]["seed"] == str(session.seed)
    assert Trial.loads(session.text()).seed % 2**64 == session.seed


def test_seeds_have_64_bits_and_nobody_chooses_one() -> None:
    seeds = [fresh_seed() for _ in range(200)]
    assert len({*seeds}) == 200
    assert 2**63 < max(seeds) < 2**64
    session = Session(State(uncompiled("Minesweeper")), forced=True)
    sent: list[Any] = []
    view = PageView(session, sent.append, 1)
    own = session.seed
    for seed in (5, "5", "last"):
        view.receive({"do": "new", "seed": seed})
        assert "error" in sent[-1]
    other = Session(State(uncompiled("Minesweeper")), seed=5, forced=True)
    other.close("given up")
    assert Trial.loads(other.text()).seed == 5
    assert session.seed == own
    view.receive({"do": "paste", "text": other.text()})
    assert "error" not in sent[-1]
    assert session.seed not in (5, own)
    own = session.seed
    session.close("given up")
    view.receive({"do": "new", "seed": "last"})
    assert "error" not in sent[-1]
    assert session.seed == own  # after the end it may be played again
    view.receive({"do": "new", "seed": "fresh"})
    assert session.seed != own


def test_a_game_that_goes_on_after_its_end_draws_from_another_seed() -> None:
    session = Session(State(uncompiled("Minesweeper")), seed=3, forced=True)
    session.play("@0,0,2")
    session.play(min(mines(session)))
    assert session.over
    session.undo()
    assert not session.over
    assert session.seed != 3


def test_the_end_of_a_game_of_a_match_tells_no_seed() -> None:
    game = """(match "Cards" (players 1) (games {(subgame "Minesweeper")})
        (end {(if (= 3 (count Trials)) (result P1 Win))}))"""
    text = with_subgame(game, "Minesweeper", load("Minesweeper").text)
    session = Session(State(compile(text, jit=False)), seed=3, forced=True)
    while session.state.match.completed < 1:
        session.play(min(mines(session), default="@0,0,2"))
    assert session.state.outcome() is None
    assert session.told_seed is None


def test_nobody_is_told_what_others_choose_until_all_have() -> None:
    game, found = load("Diamant", ["Players/3"], jit=False), []
    for chosen in (0, 1):
        session = Session(State(game), seed=1, forced=True)
        session.play(str([*session.state.legal_moves][chosen]))
        first = session.tree.here
        assert session.state.position.held_choices == 1
        assert all(session.told([first], seat)[0][0] for seat in (0, 1))
        found.append(everything(session, (-1, 2, 3)))
        session.undo()  # what is taken back stays secret
        found.append(everything(session, (-1, 2, 3)))
        assert session.told([first], 2) == session.told([first], -1) == [("", "")]
    assert found[:2] == found[2:]
    for _ in range(3):
        session.play(str(next(iter(session.state.legal_moves))))
    assert session.state.position.held_choices == 0
    later = [number for number in session.tree.path() if number != first]
    assert all(words for words, _ in session.told(later, -1))
