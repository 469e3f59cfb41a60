"""Random games of Carcassonne in the engine and in the slow model: draws, moves, scores, ends."""

import re
from collections import Counter
from collections.abc import Set
from fractions import Fraction
from random import Random

from boardless.games import Game, compile, description_text
from boardless.play import State
from boardless.state import ADD, BOARD, SET_ROTATION, SET_STATE, Move
from tools.models.carcassonne import Carcassonne, Choice, Place, segments
from tools.models.random_games import Kind


def choice_of(move: Move) -> tuple[int, Choice]:
    """Return the tile that a move of the engine lays, by its number in the table, and how."""
    (put,) = (a for a in move.actions if a.kind == ADD and a.container == BOARD)
    told = {a.kind: a.value for a in move.actions if a.site == put.site}
    assert isinstance(put.site, tuple)
    what, which = put.value - 1, told.get(SET_STATE, 0)
    segment = segments(what)[which - 1] if which else None
    return what, Choice(put.site[:2], told[SET_ROTATION] // 2, segment)


def with_few(most: int, players: int) -> Game:
    """Return the game with so many tiles of each sort at most, uncompiled."""
    text = re.sub(
        r"(\(handSite Shared \d+\) count:)(\d+)",
        lambda found: f"{found[1]}{min(int(found[2]), most)}",
        description_text("Carcassonne"),
    )
    return compile(text, [f"Players/{players}"], jit=False)


def compared(game: Game, number: int, most: int = 9) -> tuple[int, int, int]:
    """Play a random game in both; return how many tiles were laid, set aside, and all points.

    There are so many tiles of each sort at most. Half of the moves go where most tiles lie around,
    so that more is completed than at random.

    Raises
    ------
    AssertionError
        Where they differ.
    """
    random, state, model = Random(number), State(game), Carcassonne(game.players, most)
    aside = 0
    while state.outcome() is None:
        assert not model.over
        what = _drawn(state, model, random)
        while not model.placings(what):
            model.set_aside(what)
            aside += 1
            what = _drawn(state, model, random)
        numbers = state.position.moves()
        told = [(choice_of(move), move) for move in numbers]
        moves = {choice: move for (_, choice), move in told}
        assert {tile for (tile, _), _ in told} == {what}
        assert len(moves) == len(told), f"ply {state.ply}: a move twice"
        assert moves.keys() == model.legal(what), f"ply {state.ply}"
        assert state.seat == model.mover
        chosen = _chosen(moves.keys(), model, random)
        state.position.make_numbered(moves[chosen], numbers[moves[chosen]])
        model.make(what, chosen)
        _check(state, model)
    assert model.over
    _check_end(state, model)
    return len(model.tiles) - 1, aside, sum(model.scores.values())


def _chosen(moves: Set[Choice], model: Carcassonne, random: Random) -> Choice:
    among = sorted(moves, key=str)
    if random.random() < 0.5:
        most = max(model.around(choice.place) for choice in among)
        among = [choice for choice in among if model.around(choice.place) == most]
    return random.choice(among)


def _drawn(state: State, model: Carcassonne, random: Random) -> int:
    """Draw a tile in the engine and return it; the odds are those of the bag."""
    chances, total = state.chances(), sum(model.bag.values())
    odds = {move.actions[0].value: share for move, share in chances}
    assert odds == {n: Fraction(count, total) for n, count in model.bag.items() if count}
    (what,) = random.choices(list(odds), [float(share) for share in odds.values()])
    state.push(next(move for move, _ in chances if move.actions[0].value == what))
    return what


def _check(state: State, model: Carcassonne) -> None:
    """Compare tiles, followers, hands, the bag and scores."""
    where = f"ply {state.ply}"
    board, *hands = state.containers
    turned, standing = board.chunk("rotation").nonzero(), board.chunk("state").nonzero()
    owners = board.chunk("value").nonzero()
    tiles: dict[Place, tuple[int, int]] = {}
    followers = {}
    for key, what in state.pieces.items():
        site = state.site(key)
        tiles[key[:2]] = what - 1, turned.get(site, 0) // 2
        if site in standing:
            followers[key[:2], segments(what - 1)[standing[site] - 1]] = owners[site]
    assert tiles == model.tiles, where
    assert followers == model.followers, where
    assert state.scores == tuple(model.scores.values()), where
    bag, *own = (hand.chunk("count").nonzero() for hand in hands)
    assert +Counter(dict(bag)) == +model.bag, where
    assert [sum(counts.values()) for counts in own] == list(model.hands.values()), where


def _check_end(state: State, model: Carcassonne) -> None:
    """Compare who has come where."""
    outcome = state.outcome()
    assert outcome is not None
    scores = list(model.scores.values())
    assert outcome.ranks == tuple(1 + sum(other > own for other in scores) for own in scores)


def _laid(game: Game, number: int) -> int:
    return compared(game, number)[0]


KINDS = tuple(Kind("Carcassonne", (f"Players/{players}",), _laid, 50) for players in range(2, 6))
