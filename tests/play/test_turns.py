"""Turns of people's games made on states, and whole files of games."""

from pathlib import Path

import pytest

from boardless.games import Game, compile, load
from boardless.play import State
from boardless.play.recorded.people import games_in
from boardless.play.recorded.turn import Turn
from boardless.play.replay import replayed_by_text
from boardless.play.turns import IllegalTurnError, make_turns, trials_of
from boardless.topo import InputError

HOP = """(move Hop (from {}) (directions {{FR FL}})
    (between if:(is Enemy (who at:(between))) (apply (remove (between)))) (to if:(is Empty (to)))
    (then (if (can Move (hop (from (last To)) (directions {{FR FL}})
        (between if:(is Enemy (who at:(between)))) (to if:(is Empty (to))))) (moveAgain))))"""
#: Who can hop on hops on; one man of player 1 has a way round on either side.
HOPS = f"""(game "Hops" (players {{(player N) (player S)}})
    (equipment {{(board (square 5)) (piece "Man" Each
        (or {HOP.format("(from)")} (move Step (directions {{FR FL}}) (to if:(is Empty (to))))))}})
    (rules (start {{(place "Man1" {{"C1"}}) (place "Man2" {{"B2" "B4" "D2" "D4"}})}})
        (play (if (is Prev Mover) {HOP.format("(last To)")} (forEach Piece)))
        (end (if (no Pieces Next) (result Mover Win)))))"""
#: A pawn that arrives may become one of two pieces, or stay what it is.
ARRIVES = """(game "Arrives" (players {(player N) (player S)})
    (equipment {(board (square 3))
        (piece "Pawn" Each (move Step Forward (to if:(is Empty (to)))
            (then (if (is In (last To) (sites Top)) (moveAgain)))))
        (piece "Queen" Each) (piece "Rook" Each)})
    (rules (start {(place "Pawn1" {"A2" "C1"}) (place "Pawn2" {"B3"})})
        (play (if (is Prev Mover)
            (or (move Promote (last To) (piece {"Queen" "Rook"}) Mover) (move Pass))
            (forEach Piece)))
        (end (if (no Moves Next) (result Mover Win)))))"""


@pytest.fixture(scope="module")
def hops() -> Game:
    return compile(HOPS, jit=False)


@pytest.fixture(scope="module")
def arrives() -> Game:
    return compile(ARRIVES, jit=False)


def turn(*sites: str, piece: str = "", changes: bool | None = None) -> Turn:
    return Turn(sites, piece, changes, "x".join(sites))


def names(state: State) -> dict[int, str]:
    return {site: state.components[what - 1].name for (_, _, site), what in state.pieces.items()}


@pytest.mark.parametrize("way", [("C1", "E3", "C5"), ("C1", "A3", "C5")])
def test_a_turn_is_all_hops_on_the_way_that_is_named(hops: Game, way: tuple[str, ...]) -> None:
    state = State(hops)
    make_turns(state, [turn(*way)])
    taken = {"E3": {6, 16}, "A3": {8, 18}}[way[1]]
    assert (state.ply, state.mover, names(state).keys()) == (2, 2, {22} | taken)


@pytest.mark.parametrize("after", [("B4", "C3"), ("D4", "C3")])
def test_a_way_that_is_not_named_is_the_one_that_what_follows_needs(
    hops: Game, after: tuple[str, ...]
) -> None:
    state = State(hops)
    make_turns(state, [turn("C1", "C5"), turn(*after)])
    assert (state.ply, names(state)[12]) == (3, "Man2")


@pytest.mark.parametrize(
    "turns", [[turn("C1", "E3")], [turn("C1", "B2")], [turn("C1", "C5"), turn("C1", "C5")]]
)
def test_turns_that_are_not_whole_or_not_there_are_illegal(hops: Game, turns: list[Turn]) -> None:
    state = State(hops)
    with pytest.raises(IllegalTurnError, match=f"turn {len(turns)}, .* is not legal") as refused:
        make_turns(state, turns)
    assert refused.value.number == len(turns)
    assert state.mover == len(turns)


@pytest.mark.parametrize(
    ("said", "piece"),
    [
        (turn("A2", "A3", piece="Queen"), "Queen1"),
        (turn("A2", "A3", piece="Rook"), "Rook1"),
        (turn("A2", "A3", changes=False), "Pawn1"),
    ],
)
def test_the_piece_that_a_turn_leaves_is_the_one_that_it_says(
    arrives: Game, said: Turn, piece: str
) -> None:
    state = State(arrives)
    make_turns(state, [said])
    assert (state.mover, names(state)[6]) == (2, piece)


def test_a_piece_that_never_arrives_changes_to_nothing(arrives: Game) -> None:
    with pytest.raises(IllegalTurnError):
        make_turns(State(arrives), [turn("C1", "C2", changes=True)])


def test_the_rows_of_hex_join_the_sides_of_the_second_player() -> None:
    black, white = [f"B[d{row}]" for row in range(1, 8)], [f"W[a{row}]" for row in range(1, 7)]
    moves = ";".join(it for pair in zip(black, [*white, ""], strict=True) for it in pair if it)
    (played,) = _read(f"(;GM[11]SZ[7];{moves})", "sgf")
    state = State(load(played.game, played.options, jit=False))
    make_turns(state, played.turns)
    assert str(state.outcome()) == "player 1 has won"


def test_the_second_player_of_hex_takes_the_first_move() -> None:
    (played,) = _read("(;GM[11]SZ[7];B[d4];W[swap-sides];B[a1])", "sgf")
    state = State(load(played.game, played.options, jit=False))
    make_turns(state, played.turns)
    assert (state.ply, len(state.pieces)) == (3, 2)


def test_trials_of_a_file_are_replayed_by_their_rules(tmp_path: Path) -> None:
    path = tmp_path / "games.uhp"
    path.write_text(
        "Base+P;InProgress;White[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-\n\nBase;NotStarted;White[1]\n",
        encoding="utf-8",
    )
    trials = trials_of(path, jit=False)
    first = next(trials)
    assert (first.game, first.options[0], len(first.moves)) == ("Hive", "Pieces/Base+P", 4)
    assert replayed_by_text(first).ply == 4
    with pytest.raises(InputError, match="game 2: there are no moves"):
        next(trials)


def test_a_file_with_an_illegal_turn_names_game_and_turn(tmp_path: Path) -> None:
    path = tmp_path / "games.uhp"
    path.write_text("Base;;;wS1;bS1 wS1-\nBase;;;wS1;bS1 wS2-;wQ -wS1\n", encoding="utf-8")
    trials = trials_of(path, jit=False)
    assert len(next(trials).moves) == 2
    with pytest.raises(InputError, match=r"game 2: turn 2, bS1 wS2-, is not legal"):
        next(trials)


def test_growing_boards_have_no_labels() -> None:
    with pytest.raises(InputError, match="Andantino: its board grows"):
        make_turns(State(load("Andantino", jit=False)), [turn("A1")])


def _read(text: str, notation: str):  # type: ignore[no-untyped-def]
    return games_in(text, notation)
