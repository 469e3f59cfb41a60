"""Reasons of rules: why a piece cannot be played, by what could be played without a rule.

The metadata of a description explain some definitions in words. If a piece could be played under
another definition, these words are the reason.
"""

from collections.abc import Sequence
from functools import partial

from boardless.games import Game, compile
from boardless.games.language.reader import closing, is_bracket, tokens_of
from boardless.games.language.syntax import Atom
from boardless.play.state import State
from boardless.view.choices import choice_of
from boardless.view.graphics import Reason, reasons_of
from boardless.view.seen import hides, is_on_board


def reason_of_rules(state: State, place: str) -> str:
    """Return in words why the piece on a place cannot be played, "" without a reason.

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
    """Return a game with another text for a definition."""
    tokens, lines = tokens_of(game.text), game.text.split("\n")
    for n, (one, head, name) in enumerate(zip(tokens, tokens[1:], tokens[2:], strict=False)):
        if is_bracket(one, "(") and head.text == "define" and name.text == reason.definition:
            first, last = _place(lines, one), _place(lines, tokens[closing(tokens, n)])
            changed = f'(define "{reason.definition}" {reason.instead})'
            text = game.text[:first] + changed + game.text[last + 1 :]
            tiling = game.tiling if game.growing else None
            return compile(text, game.options, tiling=tiling, jit=False)
    return game


def _place(lines: Sequence[str], token: Atom) -> int:
    """Return how many characters stand before a token of a text of lines."""
    assert token.at is not None
    line, column = token.at
    return sum(len(one) + 1 for one in lines[: line - 1]) + column - 1
