"""Games in the terminal: the board as text, and moves by their numbers or texts."""

import sys
from collections.abc import Sequence
from random import Random

from boardless.play.notations import notation_of
from boardless.play.playing import Answer, Player, play_game
from boardless.play.state import State
from boardless.state import Move
from boardless.topo import InputError
from boardless.view.players import Seat
from boardless.view.reasons import legal_move
from boardless.view.scene import caption_of
from boardless.view.seen_piles import hides
from boardless.view.session import checked_seed, fresh_seed
from boardless.view.text_board import text_board

#: So many moves are listed; the others are played by their texts.
LISTED = 60
HELP = "a number, a move such as +1@0,0, or: moves, undo, quit"


class QuitError(Exception):
    """Somebody wants to play no more."""


class _TakeBackError(Exception):
    """Somebody wants to take back."""


def play_in_terminal(state: State, seats: Sequence[Seat], seed: int | None = None) -> None:
    """Play a state to its end with people at the keyboard and agents.

    Parameters
    ----------
    state : State
        Where to begin; it is changed.
    seats : sequence of Seat
        Who moves for each player.
    seed : int, optional
        What agents draw from; by default a fresh one.

    Raises
    ------
    InputError
        If the seed is none, or an agent answers with no legal move.
    """
    seed = fresh_seed() if seed is None else checked_seed(seed)
    players: list[Player] = [seat.player or _asked for seat in seats]
    people = {n for n, seat in enumerate(seats, 1) if seat.player is None}
    heard = _say_who if hides(state.game) else _say
    print(f"{state.game.name}, seed {seed}. {HELP if people else ''}".rstrip())
    while state.outcome() is None:
        try:
            play_game(state, players, seed=seed, heard=heard)
        except _TakeBackError:
            take_back(state, people)
        except QuitError:
            return
    print(f"\n{text_board(state)}\n{caption_of(state)}, {state.ply} moves")


def take_back(state: State, people: set[int]) -> None:
    """Take moves back until one of some players moves; at least one, if there is one."""
    if not any(state.at(ply).seat in people for ply in range(state.ply)):
        print("there is no move of yours to take back")
        return
    state.pop()
    while state.seat not in people:
        state.pop()


def _say(answer: Answer) -> None:
    print(f"player {answer.move.mover}: {answer.move}", flush=True)


def _say_who(answer: Answer) -> None:
    print(f"player {answer.move.mover} has moved", flush=True)


def _asked(state: State, _random: Random) -> Move:
    """Ask at the keyboard until the answer is a legal move."""
    legal = list(state.legal_moves)
    print(f"\n{text_board(state, state.seat)}\n")
    if len(legal) <= LISTED:
        _list(state, legal)
    while True:
        print(f"{caption_of(state)}> ", end="", flush=True)
        line = sys.stdin.readline()
        word = line.strip()
        if not line or word in ("quit", "q"):
            print()
            raise QuitError
        if word in ("undo", "u"):
            raise _TakeBackError
        if word in ("moves", "m"):
            _list(state, legal)
        elif word:
            try:
                return _chosen(word, state, legal)
            except InputError as error:
                print(error)


def _list(state: State, legal: list[Move]) -> None:
    write = notation_of(state.game).write
    print("  ".join(f"{number} {write(state, move)}" for number, move in enumerate(legal, 1)))


def _chosen(word: str, state: State, legal: list[Move]) -> Move:
    """Return the legal move that a number or a text says."""
    if word.isdecimal():
        if not 1 <= int(word[:9]) <= len(legal):
            raise InputError(f"move {word:.40}: choose 1 to {len(legal)}, or {HELP}")
        return legal[int(word[:9]) - 1]
    return legal_move(state, str(notation_of(state.game).read(state, word)), state.seat)
