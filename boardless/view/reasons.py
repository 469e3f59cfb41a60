"""Reasons of rules: why a piece cannot be played, by what could be played without a rule.

A description names definitions in its metadata with words for them. Where a piece could be played
if such a definition was something else, the words are the reason.
"""

import re
from functools import partial

from boardless.games import Game, compile
from boardless.play.state import State
from boardless.view.choices import choice_of
from boardless.view.graphics import Reason, reasons_of
from boardless.view.hands import is_on_board
from boardless.view.seen import hides


def reason_of_rules(state: State, place: str) -> str:
    """Return in words why what lies on a place cannot be played, "" where nothing is told.

    The moves of the game have to be legal without the rule as well, which is looser.

    >>> from boardless.games import load
    >>> reason_of_rules(State(load("Hive", jit=False)), "h1.0")
    'no queen is laid in the first turn'
    """
    if hides(state.game):
        return ""
    for reason in reasons_of(state.game):
        if reason.on_board != is_on_board(place):
            continue
        looser = state.game.once(("without", reason), partial(_without, state.game, reason))
        twin = State(looser, state.technique)
        for move in state.move_stack:
            twin.push(move)
        if any(choice_of(move)[0][:1] == (place,) for move in twin.legal_moves):
            return reason.words
    return ""


def _without(game: Game, reason: Reason) -> Game:
    """Return a game in which a definition is something else."""
    begun = re.search(rf'\(define\s+"{re.escape(reason.definition)}"', game.text)
    if begun is None:
        return game
    depth, end = 0, begun.start()
    for end in range(begun.start(), len(game.text)):
        depth += (game.text[end] == "(") - (game.text[end] == ")")
        if not depth:
            break
    changed = f'(define "{reason.definition}" {reason.instead})'
    text = game.text[: begun.start()] + changed + game.text[end + 1 :]
    return compile(text, game.options, tiling=game.tiling.name if game.growing else None, jit=False)
