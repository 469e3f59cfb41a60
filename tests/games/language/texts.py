"""Small descriptions for the tests of the language."""

from typing import Any

from boardless.games import read
from boardless.games.ludemes.game import GameTree

_GAME = """(game "Test"
    (equipment {{(board (square 3)) (piece "Disc" Each)}})
    (rules {start} (play {play}) (end (if {condition} (result Mover Win))))
)"""

ADD = "(move Add (to (sites Empty)))"


def game(condition: str = "(is Line 3)", play: str = ADD, start: str = "") -> str:
    """Return a description with these rules."""
    return _GAME.format(condition=condition, play=play, start=start)


def tree(
    condition: str = "(is Line 3)", play: str = ADD, start: str = "", extra: str = ""
) -> GameTree:
    """Return the tree of a description with these rules and `extra` text before it."""
    return read(f"{extra}\n{game(condition, play, start)}").tree


def condition(text: str, extra: str = "") -> Any:
    """Return the ludeme of a condition."""
    rules = tree(text, extra=extra).rules
    assert rules.end
    return rules.end.rules[0].condition


def moves(text: str) -> Any:
    """Return the ludeme of a rule that makes moves."""
    rules = tree(play=text).rules
    assert rules.play
    return rules.play.moves


def region(text: str) -> Any:
    """Return the ludeme of a region."""
    return moves(f"(move Add (to {text}))").to.region


def integer(text: str) -> Any:
    """Return the ludeme of an integer."""
    return condition(f"(is Empty {text})").site


def start(text: str) -> Any:
    """Return the ludeme of a rule for the start."""
    rules = tree(start=f"(start {{{text}}})").rules
    assert rules.start
    return rules.start.rules[0]


def item(text: str) -> Any:
    """Return the ludeme of an item of the equipment."""
    return read(game().replace("(board (square 3))", text)).tree.equipment.items[0]
