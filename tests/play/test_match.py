"""Matches of several games: scores, ends, the way back, records, and recorded games of Ludii."""

import pickle
from pathlib import Path

import pytest

from boardless.games import Game, Library, LudemeError, compile
from boardless.play import State, record_playouts, replayed, run_playouts
from boardless.play.ludii_replay import LudiiReplay
from boardless.play.playing import by_chance, play_game
from boardless.play.recorded import read_ludii_trial
from boardless.state import Trial

LINE = """(game "{name}" (players {players})
    (equipment {{ (board (rectangle 1 {size})) (piece "Disc" Each) }})
    (rules (play (move Add (to (sites Empty)) (then (addScore Mover 3))))
        (end {{ (if (is Line 2) (result Mover Win)) (if (is Full) (result Mover Draw)) }})))"""
ENDS = "(if (>= (matchScore P1) 5) (result P1 Win)) (if (>= (matchScore P2) 5) (result P2 Win))"
GAMES = '(subgame "Three" next:1 result:(score Mover)) (subgame "Four")'


def library(folder: Path, games: str = GAMES, ends: str = ENDS, players: int = 2) -> Library:
    """Return a library of a match of games on three and on four squares in a row."""
    (folder / "Match.lud").write_text(
        f'(match "Match" (players {players}) (games {{{games}}}) (end {{{ends}}}))'
    )
    for name, size in (("Three", 3), ("Four", 4)):
        text = LINE.format(name=name, size=size, players=2)
        (folder / f"{name}.lud").write_text(f'{text} (metadata (info (source "It\\\'s")))')
    return Library(folder)


def match(folder: Path, games: str = GAMES, ends: str = ENDS, players: int = 2) -> Game:
    """Return the match."""
    return compile(library(folder, games, ends, players).text("Match"), jit=False)


def play(state: State, sites: str) -> None:
    """Put pieces on squares, and go on to the next game at a bar."""
    for site in sites:
        moves = list(state.legal_moves)
        if site == "|":
            assert len(moves) == 1
            assert state.seat == 0
            state.push(moves[0])
        else:
            cells = {move.actions[-1].site: move for move in moves}
            state.push(cells[state.cell(int(site))])


def test_games_follow_one_another(tmp_path: Path) -> None:
    game = match(tmp_path, ends="(if (>= (matchScore P1) 7) (result P1 Win))")
    assert game.info.match is not None
    assert game.info.match.games == ("Three", "Four")
    state = State(game)
    play(state, "02")
    assert state.legal_moves.count() == 1
    play(state, "1")
    # A line of two: the game is over, the match is not, and nobody chooses.
    assert state.outcome() is None
    assert state.seat == 0
    assert state.mover == 1
    play(state, "|")
    assert str(state.match) == "game 2, Four, 6:0"
    assert state.outcome() is None
    assert state.seat == 1
    assert len(state.board) == 4
    play(state, "021|")
    assert str(state.match) == "2 games, 7:0"
    assert state.outcome() is not None


def test_a_winner_has_the_points_of_the_result_else_one(tmp_path: Path) -> None:
    state = State(match(tmp_path, ends="(if (= (count Trials) 4) (byScore))"))
    play(state, "021|0123|")  # won by player 1 with 6; drawn, so that each has 1
    assert state.match is not None
    assert state.match.scores == (7, 1)
    assert state.match.number == 0
    assert len(state.board) == 3
    play(state, "012|0123|")  # drawn, drawn
    assert state.match.scores == (9, 3)
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.winner == 1
    assert outcome.ranks == (1, 2)
    assert not list(state.legal_moves)
    assert str(state.match) == "4 games, 9:3"


def test_the_way_back_leads_through_games(tmp_path: Path) -> None:
    state = State(match(tmp_path))
    seen = []
    for site in "021|":
        seen.append((state.key, state.mover, len(state.board), state.match, state.outcome()))
        play(state, site)
    assert state.outcome() is not None  # 6 points
    twin = state.copy()
    while state.ply:
        state.pop()
        found = (state.key, state.mover, len(state.board), state.match, state.outcome())
        assert found == seen[state.ply]
    assert twin.outcome() is not None
    assert twin.ply == 4
    play(state, "021|")
    assert state.key == twin.key
    assert state.trial() == twin.trial()


def test_trials_and_states_are_read_back(tmp_path: Path) -> None:
    game = match(tmp_path, '(subgame "Four") (subgame "Three")')
    state = State(game)
    trial = play_game(state, [by_chance, by_chance], seed=5)
    again = Trial.loads(trial.dumps()).replay()
    assert isinstance(again, State)
    assert again.match == state.match
    assert pickle.loads(pickle.dumps(state)).key == state.key == again.key
    past = state.at(state.ply - 1)
    assert past.match is not None
    assert past.outcome() is None
    assert past.match.completed == state.match.completed - 1  # type: ignore[union-attr]


def test_playouts_are_those_that_are_recorded(tmp_path: Path) -> None:
    game = match(tmp_path)
    tally = run_playouts(game, playouts=6, seed=2).tally
    trials = list(record_playouts(game, 0, 6, seed=2))
    assert tally.moves == sum(len(trial.moves) for trial in trials)
    assert tally.wins[1] == sum(trial.result == 1 for trial in trials)
    assert len({trial.moves for trial in trials}) > 1
    assert replayed(trials[0], game).outcome() is not None


@pytest.mark.parametrize("agent", ["mcts:20", "flat:20", "alphabeta:20"])
def test_agents_play_matches(tmp_path: Path, agent: str) -> None:
    state = State(match(tmp_path))
    play_game(state, [agent, "random"], seed=1)
    assert state.outcome() is not None


def test_the_score_of_the_match_may_be_read_in_its_games(tmp_path: Path) -> None:
    game = match(tmp_path, '(subgame "Three" result:(+ 2 (matchScore Mover)))')
    state = State(game)
    play(state, "021|021|")
    assert state.match is not None
    assert state.match.scores == (6, 0)
    assert state.outcome() is not None


@pytest.mark.parametrize(
    ("games", "players", "said"),
    [
        ('(subgame "Five")', 2, "the description of Five is missing"),
        ('(subgame "Three" next:2)', 2, "the games of the match are 0 to 0"),
        ('(subgame "Three")', 3, "Three has 2 players"),
    ],
)
def test_matches_that_cannot_be_played(tmp_path: Path, games: str, players: int, said: str) -> None:
    with pytest.raises(LudemeError, match=said):
        match(tmp_path, games, players=players)


RECORD = """\
game=Match.lud
RNG internal state=0
Move=[Move:mover=1,from=0,to=0,actions=[Add:type=Cell,to=0,what=1,decision=true],[SetScore:player=1,score=3,add=true]]
Move=[Move:mover=2,from=2,to=2,actions=[Add:type=Cell,to=2,what=2,decision=true],[SetScore:player=2,score=3,add=true]]
Move=[Move:mover=1,from=1,to=1,actions=[Add:type=Cell,to=1,what=1,decision=true],[SetScore:player=1,score=3,add=true]]
Move=[Move:mover=1,actions=[NextInstance:decision=true]]
LEGAL MOVES LIST SIZE = 3
LEGAL MOVES LIST SIZE = 2
LEGAL MOVES LIST SIZE = 1
LEGAL MOVES LIST SIZE = 1
winner=1
endtype=NaturalEnd
rankings=0.0,1.0,2.0
SANDBOX=false
LUDII_VERSION=1.3.13
"""


@pytest.mark.parametrize(
    ("old", "new", "kind"),
    [("", "", None), ("rankings=0.0,1.0", "rankings=0.0,1.5", "ranks"), ("NextI", "I", "actions")],
)
def test_recorded_matches(tmp_path: Path, old: str, new: str, kind: str | None) -> None:
    path = tmp_path / "trial.txt"
    path.write_text(RECORD.replace(old, new), encoding="utf-8")
    replay = LudiiReplay(match(tmp_path))
    for _ in range(2):
        found = replay.compare(read_ludii_trial(path))
        assert (found.kind if found else None) == kind


def test_a_match_begins_again_without_scores(tmp_path: Path) -> None:
    state = State(match(tmp_path))
    start = str(state.match), state.key
    # The third game is of the same kind as the first.
    while state.match is None or state.match.completed < 2 or state.legal_count < 2:
        state.push(state.legal_moves[0])
    assert str(state.match) != start[0]
    state.reset()
    assert (str(state.match), state.key) == start
    assert state == State(match(tmp_path))


def test_positions_that_are_equal_have_the_same_standing(tmp_path: Path) -> None:
    found: dict[int, object] = {}
    state = State(match(tmp_path))

    def look(depth: int) -> None:
        moves = frozenset(map(str, state.legal_moves))
        future = moves, state.seat, state.mover, str(state.match), state.outcome()
        assert found.setdefault(state.position_id, future) == future
        for move in list(state.legal_moves) if depth else ():
            state.push(move)
            look(depth - 1)
            assert state.copy() == state
            state.pop()

    look(7)
    assert len({str(future) for future in found.values()}) > 20
