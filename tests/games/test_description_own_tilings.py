"""Own tilings carry games: as objects, as files, and as tables beside descriptions."""

import json
import subprocess
import sys
from functools import cache
from pathlib import Path
from random import Random

import pytest

from boardless.games import Game, Library, LudemeError, compile, expand, load
from boardless.games.initial.board import lay_out
from boardless.games.library import description_text
from boardless.play import State, record_playouts, run_playouts
from boardless.play.replay import replayed_by_text
from boardless.state import Trial
from boardless.store import Store
from boardless.topo import TILINGS, InputError, Key, Tiling
from boardless.topo.tilings.incidence import ADJACENT
from boardless.topo.tilings.named import tiling_word

LINES = """(game "Three" (players 2)
    (equipment {(boardless TILING) (piece "Disc" Each)})
    (rules (play (move Add (to (sites Empty))))
        (end {(if (is Line 3) (result Mover Win)) (if (>= (count Moves) 40) (result Mover Draw))})))
"""
#: Bricks of two by one in herringbone.
HERRINGBONE = Tiling.from_table(
    "herringbone",
    periods=[(1, -1), (2, 2)],
    vertices=[(0, 0), (1, 0), (2, 0), (3, 0)],
    faces=[
        [(0, 0, 0), (0, 0, 1), (0, 0, 2), (-1, 0, 3), (-1, 0, 2), (-1, 0, 1)],
        [(0, 0, 2), (0, 0, 3), (1, 1, 0), (0, 1, 1), (0, 1, 0), (-1, 0, 3)],
    ],
)
#: Squares of side two and of side one, after Pythagoras.
PYTHAGOREAN = Tiling.from_table(
    "Pythagorean",
    periods=[(2, 1), (-1, 2)],
    vertices=[(0, 0), (0, 2), (1, 2), (0, 1)],
    faces=[
        [(0, 0, 0), (0, -1, 1), (0, -1, 2), (1, 0, 0), (1, 0, 3), (0, 0, 2), (0, 0, 1), (0, 0, 3)],
        [(0, -1, 2), (1, -1, 3), (1, -1, 1), (1, 0, 0)],
    ],
)
_TABLE = json.loads(TILINGS["cairo"].to_json())
#: The table of Cairo's pentagons under another name.
CAIRO = Tiling.from_table(
    "my Cairo", _TABLE["periods"], _TABLE["vertices"], _TABLE["faces"], root=_TABLE["root"]
)
OWN = (HERRINGBONE, PYTHAGOREAN, CAIRO)


@cache
def game(name: str, tiling: Tiling, jit: bool = False) -> Game:
    if name == "Three":
        return compile(LINES.replace("TILING", "Hexagonal"), tiling=tiling, jit=jit)
    return load(name, tiling=tiling, jit=jit)


GAMES = [(name, tiling) for tiling in OWN for name in ("Andantino", "Three")]


@pytest.mark.parametrize(("name", "tiling"), GAMES)
def test_a_game_is_played_saved_stored_and_shown(name: str, tiling: Tiling, tmp_path: Path) -> None:
    played = game(name, tiling)
    assert (played.tiling, played.plane) == (tiling, tiling.name)
    assert repr(played) == f"<Game {name} (Tiling/{tiling.name})>"
    tally = run_playouts(played, playouts=3, seed=1).tally
    assert tally == run_playouts(game(name, tiling, True), playouts=3, seed=1).tally
    state = State(played)
    moves = list(state.legal_moves)
    assert state.perft(2) == sum(state.divide(2).values()) > len(moves)
    state.push(moves[0])
    trial = state.trial()
    trial.save(tmp_path / "one.trial")
    again = replayed_by_text(Trial.load(tmp_path / "one.trial"))
    assert (again.game.tiling, again.pieces) == (tiling, state.pieces)
    with Store.open(tmp_path / "runs.lbug") as store:
        store.add([record_playouts(played, 0, 2), trial])
        assert not len(store.check())
        assert replayed_by_text(store.trial(2)).pieces == state.pieces
        assert store.board(2, 0).tiling == tiling
    state.to_html(tmp_path / "page.html")
    assert "polygon" in str(state._repr_svg_()) or "path" in str(state._repr_svg_())
    assert str(expand(played.text, played.options))


def test_a_trial_is_read_back_in_a_new_process(tmp_path: Path) -> None:
    state = State(game("Andantino", CAIRO))
    state.push(next(iter(state.legal_moves)))
    state.trial().save(tmp_path / "one.trial")
    code = "import sys; from boardless.state import Trial; from boardless.play.replay import *; "
    code += "s = replayed_by_text(Trial.load(sys.argv[1])); print(s.game, len(s.board), s.key)"
    read = [sys.executable, "-c", code, str(tmp_path / "one.trial")]
    found = subprocess.run(read, capture_output=True, text=True, check=True)
    assert found.stdout == f"{state.game} {len(state.board)} {state.key}\n"


def test_a_table_beside_a_description_goes_with_its_text(tmp_path: Path) -> None:
    path = tmp_path / "three.lud"
    path.write_text(LINES.replace("TILING", '"herringbone"'))
    with pytest.raises(LudemeError, match="put its table next to the description, as herringbone"):
        load(path, jit=False)
    (tmp_path / "herringbone.json").write_text(HERRINGBONE.to_json())
    played = load(path, jit=False)
    assert played.tiling == HERRINGBONE
    assert played.text.startswith(path.read_text())
    (tmp_path / "herringbone.json").unlink()
    assert compile(played.text, jit=False).source == played.source
    assert played.source == game("Three", HERRINGBONE).source


def test_a_file_is_a_tiling(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_text(HERRINGBONE.to_json())
    played = load("Andantino", tiling=str(path), jit=False)
    assert played.source == game("Andantino", HERRINGBONE).source
    path.write_text("{}")
    with pytest.raises(InputError, match="give an object with periods"):
        load("Andantino", tiling=str(path), jit=False)
    with pytest.raises(InputError, match="its board is fixed"):
        load("Tic-Tac-Toe", tiling=HERRINGBONE, jit=False)


@pytest.mark.parametrize("name", ["a, b/c", "it's", "#1", "Square"])
def test_names_that_descriptions_cannot_hold_are_refused(name: str) -> None:
    square = Tiling.from_table(
        name, [(1, 0), (0, 1)], [(0, 0)], [[(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0)]]
    )
    with pytest.raises(InputError, match="for games give it another name"):
        load("Andantino", tiling=square, jit=False)


@pytest.mark.parametrize(
    ("name", "suited"),
    [("Trax", ["square"]), ("Plotto", ["hexagonal", "triangular"]), ("Three", list(TILINGS))],
)
def test_an_unknown_tiling_lists_those_with_which_the_game_loads(
    name: str, suited: list[str]
) -> None:
    text = LINES.replace("TILING", "Square") if name == "Three" else description_text(name)
    with pytest.raises(LudemeError) as error:
        compile(text, tiling="foo", jit=False)
    listed = ", ".join(suited)
    assert (
        str(error.value) == f"foo: choose one of {listed}, a Tiling, or the path of a table (.json)"
    )
    for tiling in suited:
        assert State(compile(text, tiling=tiling, jit=False)).perft(1)


def test_a_game_is_laid_out_on_the_tiling_of_its_options(tmp_path: Path) -> None:
    own = LINES.replace("TILING", "Hexagonal")
    assert lay_out(own, [f"Tiling/{tiling_word(HERRINGBONE)}"]) == HERRINGBONE
    (tmp_path / "Three.lud").write_text(own)
    (tmp_path / "Match.lud").write_text(
        """(match "Match" (players 2) (games {(subgame "Three" "Tiling/Cairo" next:0)})
            (end {(if (>= (count Trials) 1) (result P1 Win))}))"""
    )
    match = Library(tmp_path).text("Match")
    assert lay_out(match) == compile(match, jit=False).tiling == TILINGS["cairo"]


def goes_on(tiling: Tiling, kind: int, slot: int) -> tuple[int, int] | None:
    """Return prototile and slot of the step after one, if the walk back comes the same way."""
    link, turn = tiling.slots.link, tiling.slots.turn
    _, _, other, back = link[kind, slot].tolist()
    on = int(turn[kind, slot])
    if on < 0 or not tiling.slots.relation[other, on] & ADJACENT:
        return None
    _, _, beyond, there = link[other, on].tolist()
    return (other, on) if turn[beyond, there] == back else None


def run_of(tiling: Tiling, held: dict[Key, int], cell: Key, slot: int) -> int:
    """Return how many cells with the piece of a cell follow on it through a slot."""
    link, what, count = tiling.slots.link, held[cell], 0
    step: tuple[int, int] | None = (cell[2], slot)
    while step is not None:
        i, j, k, _ = link[step].tolist()
        cell = (cell[0] + i, cell[1] + j, k)
        if held.get(cell) != what:
            break
        count, step = count + 1, goes_on(tiling, *step)
    return count


@pytest.mark.parametrize(
    "tiling", [*OWN, *(TILINGS[name] for name in ("cairo", "floret", "triakis"))], ids=repr
)
def test_lines_end_where_walks_do_not_go_on(tiling: Tiling) -> None:
    slots = tiling.slots
    for seed in range(3):
        state, random = State(game("Three", tiling)), Random(seed)
        while state.outcome() is None:
            move = random.choice(list(state.legal_moves))
            state.push(move)
        longest = 1
        for slot in range(slots.count):
            if slots.relation[move.cell[2], slot] & ADJACENT:
                _, _, other, back = slots.link[move.cell[2], slot].tolist()
                behind = goes_on(tiling, other, back)
                run = 1 + run_of(tiling, state.pieces, move.cell, slot)
                if behind is not None:
                    run += run_of(tiling, state.pieces, move.cell, behind[1])
                longest = max(longest, run)
        outcome = state.outcome()
        assert outcome is not None
        assert (longest >= 3) == (outcome.winner == move.mover)
