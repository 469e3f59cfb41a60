"""Random games of Block in the engine and in OpenSpiel, another program: moves, hands, returns.

``python -m tools.models.open_spiel_block --games 500`` plays so many. OpenSpiel names the
number that a domino meets and not the end of the row, and skips a player who can lay none.
"""

from argparse import ArgumentParser
from random import Random
from typing import Any

from boardless.games import Game
from boardless.play import State
from boardless.state import Move
from tools.models.block import SET, Choice, Domino, choices, dealt, held, row
from tools.models.random_games import Kind, print_rows

#: The number of games.
GAMES = 500


def compared(game: Game, number: int) -> int:
    """Play a random game in both; return how many moves it has after the deal, passes counted.

    Raises
    ------
    AssertionError
        Where legal moves, whose turn it is, hands, the end or what the players get differ.
    """
    import pyspiel
    from open_spiel.python.games import block_dominoes

    random = Random(number)
    state = dealt(game, random.choice)
    theirs = pyspiel.load_game(block_dominoes._GAME_TYPE.short_name).new_initial_state()
    for domino in (*sorted(held(state, 1)), *sorted(held(state, 2))):
        theirs.apply_action(SET.index(domino))
    while not theirs.is_terminal():
        _pass_if_blocked(state)
        assert state.outcome() is None
        assert state.mover == theirs.current_player() + 1, f"ply {state.ply}"
        assert _hands(theirs) == (held(state, 1), held(state, 2)), f"ply {state.ply}"
        ours = _by_text(state)
        actions = {theirs.action_to_string(action): action for action in theirs.legal_actions()}
        assert ours.keys() == actions.keys(), f"ply {state.ply}"
        text = random.choice(sorted(ours))
        theirs.apply_action(actions[text])
        state.push(random.choice(ours[text]))
    for _ in range(2):
        if state.outcome() is None:
            _pass_if_blocked(state)
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.payoffs is not None
    assert list(outcome.payoffs) == theirs.returns()
    return state.ply - 28


def _pass_if_blocked(state: State) -> None:
    moves = choices(state)
    if moves.keys() == {None}:
        state.push(moves[None])


def _by_text(state: State) -> dict[str, list[Move]]:
    """Return the legal moves by their text in OpenSpiel: two if both ends have one number."""
    found = dict[str, list[Move]]()
    for choice, move in choices(state).items():
        assert choice is not None
        found.setdefault(_text(state, choice), []).append(move)
    return found


def _text(state: State, choice: Choice) -> str:
    (one, two), end = choice
    meets = None if end == 0 else float(row(state)[0 if end == -1 else -1])
    return f"p{state.mover - 1} tile:{float(one), float(two)} pip:{meets}"


def _hands(theirs: Any) -> tuple[set[Domino], set[Domino]]:
    one, two = ({(int(low), int(high)) for low, high in hand} for hand in theirs.hands)
    return one, two


def main() -> int:
    """Print a row; return 1 if anything differs."""
    parser = ArgumentParser(
        prog="python -m tools.models.open_spiel_block",
        description="Compare Block with OpenSpiel.",
    )
    parser.add_argument("--games", type=int, default=GAMES, help="how many")
    parser.add_argument("--no-jit", action="store_true", help="play in plain Python")
    asked = parser.parse_args()
    return print_rows([Kind("Block", (), compared)], asked.games, not asked.no_jit)


if __name__ == "__main__":
    raise SystemExit(main())
