"""A game at which people and agents sit."""

from random import Random
from threading import Event

import pytest

from boardless.agents import Budget, Decision, Entrant
from boardless.games import compile, load
from boardless.play import State
from boardless.play.playing import Answer
from boardless.state import Move
from boardless.topo import InputError
from boardless.view import Session, session_of
from tests.agents.described import PENNIES


def tic_tac_toe(*players: object, seed: int = 1) -> Session:
    return Session(State(load("Tic-Tac-Toe", jit=False)), players, seed)  # type: ignore[arg-type]


def first(state: State, _random: Random) -> Move:
    return next(iter(state.legal_moves))


def test_undo_and_branches_are_a_tree() -> None:
    session = tic_tac_toe()
    for text in ("+1@0,0", "+2@1,0"):
        session.play(text)
    session.undo()
    session.play("+2@0,1")
    assert session.tree.line() == [0, 1, 3]
    assert session.data()["panel"]["nodes"] == {
        "0": (-1, "", 1, 0), "1": (0, "b2", 3, 1),
        "2": (1, "c2", -1, 2), "3": (1, "b3", -1, 2),
    }  # fmt: skip
    session.go(2)
    assert [str(move) for move in session.state.move_stack] == ["+1@0,0", "+2@1,0"]
    session.undo()
    session.redo()
    assert session.tree.here == 2
    session.undo()
    session.play("+2@0,1")  # tried before: no new node
    assert (session.tree.here, len(session.tree.nodes)) == (3, 4)


def test_moves_made_on_the_state_are_noticed() -> None:
    session = tic_tac_toe()
    session.state.push(session.state.parse("+1@0,0"))
    assert session.data()["scene"]["ply"] == 1
    assert session.tree.line() == [0, 1]
    session.state.pop()
    assert session.data()["panel"]["node"] == 0


def test_illegal_moves_say_why_and_change_nothing() -> None:
    session = tic_tac_toe()
    session.play("+1@0,0")
    before = session.data()
    for text, message in (
        ("+2@0,0", "b2 is taken"),
        ("+2@5,5", "there is no such place"),
        ("hop", "give actions"),
        (7, "give a text"),
        ("pass", "move pass: it is not legal here"),
    ):
        with pytest.raises(InputError, match=message):
            session.play(text)
    with pytest.raises(InputError, match="no move to make again"):
        session.redo()
    with pytest.raises(InputError, match="position 9"):
        session.go(9)
    assert session.data() == before
    session.undo()
    with pytest.raises(InputError, match="none has been made"):
        session.undo()


def test_agents_answer_in_their_seats() -> None:
    session = tic_tac_toe("person", first)
    session.play("+1@0,0")
    session.thinking.wait(30)
    assert session.state.ply == 2
    session.undo()  # back to where the person moves
    assert session.state.ply == 0
    session.sit(1, "random")
    session.thinking.wait(30)
    assert session.state.outcome() is not None
    assert session.data()["scene"]["over"]


def test_the_same_seed_gives_the_same_game() -> None:
    session = tic_tac_toe("random", "random", seed=5)
    session.new()
    session.thinking.wait(30)
    played = session.state.move_stack
    session.new("last")
    session.thinking.wait(30)
    assert session.state.move_stack == played
    assert session.seed == 5
    session.new("fresh")
    session.thinking.wait(30)
    assert session.data()["panel"]["seed"] == str(session.seed)  # a script's numbers are shorter
    session.new(5)
    session.thinking.wait(30)
    assert session.state.move_stack == played
    with pytest.raises(InputError, match="seed"):
        session.new("often")


def test_an_agent_is_stopped_and_its_answer_not_used() -> None:
    asked, free = Event(), Event()

    def slow(state: State, random: Random) -> Move:
        asked.set()
        assert free.wait(30)
        return first(state, random)

    session = tic_tac_toe("person", slow)
    session.play("+1@0,0")
    assert asked.wait(30)
    assert session.data()["panel"]["thinking"] == 2
    with pytest.raises(InputError, match="player 2 is thinking"):
        session.play("+2@1,0")
    session.thinking.stop()
    session.changed()
    assert session.data()["panel"]["thinking"] == 0
    free.set()
    session.thinking.wait(30)
    assert session.state.ply == 1


def test_views_see_moves_only_of_somebody_who_may_choose() -> None:
    session = Session(
        State(load("Kingdomino", options=["Players/3"], jit=False)),
        ["person", "random", "random"], seed=5, forced=True,
    )  # fmt: skip
    seen = []
    session.add_view(lambda: seen.append(session.data()["scene"]))
    session.thinking.start()
    for _ in range(8):
        session.thinking.wait(30)
        session.play(str(next(iter(session.state.legal_moves))))
    session.thinking.wait(30)
    assert len(seen) > 20
    assert {scene["mover"] for scene in seen} == {1, 2, 3}
    assert {scene["mover"] for scene in seen if scene["moves"]} == {1}
    assert all(len(scene["moves"]) > 1 for scene in seen if scene["moves"])


def test_no_move_is_offered_before_chance_has_fallen() -> None:
    session = Session(State(load("Kingdomino", jit=False)), seed=5, forced=True)
    assert session.data()["scene"]["moves"]
    while not session.state.chances():
        session.push(next(iter(session.state.legal_moves)))
        session.changed()
        assert session.data()["scene"]["moves"] == {}
    with pytest.raises(InputError, match="chance decides"):
        session.play("+1@0,0")
    session.fall()
    session.changed()
    assert session.data()["scene"]["moves"]


def test_going_elsewhere_stops_the_agent() -> None:
    free = Event()

    def slow(state: State, random: Random) -> Move:
        assert free.wait(30)
        return first(state, random)

    session = tic_tac_toe("person", slow)
    for leave in (session.undo, session.new, lambda: session.sit(2, "person")):
        free.clear()
        session.sit(2, slow)
        session.play("+1@0,0")
        ply = session.state.ply
        leave()
        free.set()
        session.thinking.wait(30)
        assert session.state.ply == (0 if leave in (session.undo, session.new) else ply)
        assert session.thinking.player == 0


def test_new_games_have_trees_of_their_own() -> None:
    session = tic_tac_toe()
    session.play("+1@0,0")
    session.new()
    assert len(session.tree.nodes) == 1
    session.play("+1@1,0")
    trial = session.state.trial(8)
    session.undo()
    session.play("+1@0,1")
    session.load(trial)
    assert [str(node.move) for node in session.tree.nodes] == ["None", "+1@1,0"]
    assert session.seed == 8


def test_what_goes_wrong_with_an_agent_is_shown() -> None:
    def broken(state: State, random: Random) -> Move:
        raise KeyError("nothing\nthere")

    def wrong(state: State, random: Random) -> Move:
        return Move.add(2, 2, (9, 9, 0))

    for agent, message in ((broken, "KeyError: "), (wrong, "player 2: move +2@9,9")):
        session = tic_tac_toe("person", agent)
        session.play("+1@0,0")
        session.thinking.wait(30)
        assert message in session.data()["panel"]["trouble"]
        assert "\n" not in session.trouble
        assert session.state.ply == 1


def test_hints_are_shares_of_the_visits() -> None:
    def thoughtful(state: State, random: Random) -> Answer:
        one, two, *_ = state.legal_moves
        return Answer(one, {one: 30, two: 10}, {one: 0.75})

    session = tic_tac_toe()
    session.thinking.hint(session_seat(thoughtful))
    session.thinking.wait(30)
    one, two, *_ = map(str, session.state.legal_moves)
    assert session.data()["panel"]["hints"] == {one: (1.0, 0.75), two: (0.333,)}
    session.play(one)
    assert session.data()["panel"]["hints"] == {}
    with pytest.raises(InputError, match="choose an agent"):
        session.thinking.hint(session_seat(None))


def test_agents_of_tournaments_sit_and_give_hints() -> None:
    session = tic_tac_toe("person", "mcts:30")
    session.thinking.hint(session_seat("mcts:200"))
    session.thinking.wait(60)
    hints = session.data()["panel"]["hints"]
    assert set(hints) == {str(move) for move in session.state.legal_moves}
    assert max(share for share, *_ in hints.values()) == 1
    assert all(0 <= hint[1] <= 1 for hint in hints.values())
    session.play("+1@0,0")
    session.thinking.wait(60)
    assert (session.state.ply, session.trouble) == (2, "")


def session_seat(player: object):  # type: ignore[no-untyped-def]
    from boardless.view.thinking import seat_of

    return seat_of(player)  # type: ignore[arg-type]


def test_a_trial_is_copied_and_pasted() -> None:
    from boardless.state import Trial

    session, other = tic_tac_toe(), tic_tac_toe(seed=2)
    session.play("+1@0,0")
    other.load(Trial.loads(session.text()))
    assert other.state.move_stack == session.state.move_stack
    assert other.seed == 1
    hexes = Session(State(load("Andantino", jit=False)))
    with pytest.raises(InputError, match="Andantino has other equipment"):
        hexes.load(session.state.trial())
    assert hexes.state.ply == 0


def test_a_state_has_one_session() -> None:
    state = State(load("Tic-Tac-Toe", jit=False))
    session = session_of(state)
    assert session_of(state) is session
    assert session_of(state.copy()) is not session
    assert session_of(state, ["random"]) is not session
    with pytest.raises(InputError, match="a State that can be changed"):
        Session(state.at(0))
    with pytest.raises(InputError, match="number of seats"):
        Session(state, ["person"] * 3)


def test_chance_decides_by_itself() -> None:
    text = """(game "Luck" (players 2) (equipment { (board (square 3)) (piece "Disc" Each) })
        (rules (play (move Add (to (sites Random num:2)) (then (add (to (sites Random))))))
            (end (if (no Moves Mover) (result Mover Loss)))))"""
    session = Session(State(compile(text, jit=False)), (), 1)
    assert (session.state.ply, session.state.seat, len(session.state.legal_moves)) == (2, 1, 2)
    session.play(str(next(iter(session.state.legal_moves))))
    assert (session.state.ply, session.state.seat, len(session.state.pieces)) == (6, 2, 2)
    session.undo()
    assert (session.state.ply, session.state.seat) == (2, 1)


def test_an_agent_gets_what_its_player_sees() -> None:
    """The first has chosen a side in secret; to the second it may be either."""
    state = State(PENNIES)
    state.push(next(iter(state.legal_moves)))
    found = set()

    def peeks(seen: State, budget: Budget, random: Random, memory: object = None, /) -> Decision:
        found.add(tuple(map(tuple, seen.piles.values())))
        return Decision(next(iter(seen.legal_moves)))

    for number in range(20):
        Entrant("peeks", peeks)(state.copy(), Random(number))
    assert len(found) == 2


def test_nothing_falls_where_somebody_has_gone_in_the_meantime() -> None:
    session = Session(State(load("Kingdomino", jit=False)), seed=5, forced=True)
    while not session.state.chances():
        session.push(next(iter(session.state.legal_moves)))
    session.go(0)
    session.fall()
    assert session.tree.here == session.state.ply == 0
