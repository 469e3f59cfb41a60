"""Rules in English, made from a game's tree: a phrase for each ludeme, put together.

A phrase stands in the table below, with the arguments in their places. A ludeme that is not there
is said by the first sentence of its meaning in the reference of the language, with its arguments
behind it, so nothing of the rules is left out. What comes out is as clumsy as rules are nested, and
the text counts.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from inspect import getdoc
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from boardless.games.language.kinds import Role
from boardless.games.language.ludeme import Ludeme, Word, ludemes_in
from boardless.games.language.parameters import parameters
from boardless.games.ludemes.ends import End, Result
from boardless.games.ludemes.game import Phase, RuleSet

if TYPE_CHECKING:
    from boardless.games.ludemes.game import GameTree

#: Phrases by the class of a ludeme: ``{x}`` is the argument x, ``[...]`` is there if all of its
#: arguments are. Arguments that no phrase names are said behind it.
PHRASES = {
    "Constant": "{value}", "Truth": "{value}", "Listed": "{values}", "Single": "{site}",
    "ListedSpots": "{spots}", "NamedWays": "{names}",
    "ComponentId": "the piece {component}[ of {role}]",
    "IteratedSite": "that site", "ToSite": "the site it goes to", "FromSite": "the site it leaves",
    "BetweenSite": "the site it passes", "LastTo": "the site of the last move",
    "LastFrom": "the site that the last move left", "CentrePoint": "the centre",
    "Ahead": "the site[ {steps} steps] ahead of {site}[ in direction {direction}]",
    "HandSite": "[place {index} of ]the hand of {role}",
    "What": "what lies on {at}[, level {level}]", "Who": "the owner of what lies on {at}",
    "TopLevel": "the top of {at}", "Where": "the place of {name} of {who}",
    "NextNumber": "the next player", "MoverNumber": "the mover",
    "CountMoves": "the number of moves so far", "CountSites": "the number of {in_}",
    "CountPieces": "the number of pieces[ of {role}][ {name}]",
    "SizeOfStack": "the height of the stack on {at}",
    "Equal": "{left} is {right}", "NotEqual": "{left} is not {right}",
    "Less": "{left} is less than {right}",
    "AtMost": "{left} is at most {right}", "AtLeast": "{left} is at least {right}",
    "Not": "it is not so that {condition}",
    "IsIn": "{value} is one of {among}", "IsEmpty": "{site} is empty",
    "IsOccupied": "{site} is occupied",
    "IsLine": "there is a line of {length} pieces through the last one",
    "IsLoop": "pieces go round[ pieces of {surround}] beside the last one",
    "IsAcross": "a path just laid joins opposite outermost sides of all tiles, {length} apart",
    "IsCut": "the piece on {site} holds others together",
    "SitesEmpty": "the empty sites", "SitesPlayable": "the empty sites beside pieces",
    "SitesOccupied": "the sites with pieces[ of {by}]",
    "SitesAround": "the sites[ ({which})] around {where}[ for which {if_}]",
    "SitesHand": "the hand[ of {role}]",
    "SitesThat": "those of {region} for which {if_}",
    "CanMove": "this can be done: {moves}",
    "Add": "put a piece on {to}", "To": "[{region}][ where {if_}]",
    "From": "[{region}][ where {if_}]",
    "MovedPiece": "a piece[ {component}][ of {role}][, one of {several}]",
    "Lay": "lay[ {piece}] on {to}, so that paths that meet have one colour",
    "FromTo": "move a piece from {from_} to {to}",
    "Remove": "take away what lies on {region}",
    "Pass": "pass", "MoveAgain": "the mover moves again",
    "MovesIf": "if {condition}: {moves}[; otherwise: {otherwise}]",
    "ForEachSite": "for each of {region}: {moves}",
    "Then": "then {moves}",
    "Rotations": "turned to {directions}",
    "Result": "{role}: {outcome}", "Place": "{component} is placed[ on {where}]",
    "Boardless": "There is no board: tiles that are put down are the board ({tiling}).",
    "BoardItem": "The board is {graph}.",
    "HexGraph": "a hexagon of hexagons with {side} along a side",
    "SquareGraph": "squares, {side} along a side",
    "TriangleGraph": "triangles, {side} along a side",
    "Piece": "{role} has pieces {name}[; they move so: {moves}].",
    "Tile": "{role} has tiles {name}[ with {num_sides} sides][ and paths: {paths}].",
    "Path": "a path of colour {colour} from side {from_} to side {to}",
    "Hand": "{role} has a hand[ of {size} places].",
    "SwapRule": "the second player may take over the first move",
}  # fmt: skip
#: Ludemes that join others, with the word between the last two.
_JOINED = {"And": "and", "Or": "or", "MovesAnd": "and", "MovesOr": "or"}
_ROLES = {
    "Each": "each player", "Mover": "the mover", "Next": "the next player", "P1": "player 1",
    "P2": "player 2", "All": "all players", "Shared": "everybody", "Neutral": "nobody",
    "Prev": "the player before", "NonMover": "the other player", "Enemy": "the other player",
}  # fmt: skip
_OUTCOMES = {"Win": "wins", "Loss": "loses", "Draw": "the game is drawn"}
#: Ludemes that only hold others, which sentences are made of.
_FRAMES = frozenset({
    "GameTree", "Players", "Equipment", "RuleSet", "Start", "Play", "End", "EndIf", "Phase",
    "NextPhase", "Meta",
})  # fmt: skip
_FIELD = re.compile(r"\{(\w+)\}")
_OPTIONAL = re.compile(r"\[([^\[\]]*)\]")


@dataclass(frozen=True)
class Passage:
    """A part of the rules: a heading and sentences."""

    heading: str
    sentences: tuple[str, ...]


def own_words(text: str) -> tuple[str, ...]:
    r"""Return the paragraphs of the comment with which a description begins.

    Examples
    --------
    >>> own_words("// Four in a row.\n//\n// A full board\n// is a draw.\n(game ...)")
    ('Four in a row.', 'A full board is a draw.')
    """
    lines = list(takewhile(lambda line: line.startswith("//"), text.lstrip().splitlines()))
    paragraphs = "\n".join(line[2:].strip() for line in lines).split("\n\n")
    return tuple(filter(None, (" ".join(paragraph.split()) for paragraph in paragraphs)))


def in_english(tree: GameTree) -> tuple[Passage, ...]:
    """Return the rules of a game in English: equipment, start, moves and end.

    Examples
    --------
    >>> from boardless.games import description_text, read
    >>> rules = in_english(read(description_text("Yavalath")).tree)
    >>> rules[2].sentences
    ('In a turn: put a piece on the empty sites.',)
    """
    rules = tree.rules
    players = tree.players.count
    found = [
        Passage(
            "Equipment",
            (
                f"The game is for {players} player{'s' * (players != 1)}.",
                *(_sentence(phrase(item)) for item in tree.equipment.items),
            ),
        )
    ]
    starts = rules.start.rules if rules.start else ()
    said = [phrase(rule) for rule in (*starts, *(rules.meta.rules if rules.meta else ()))]
    found.append(
        Passage("Start", tuple(map(_sentence, said)) or ("There is nothing on the board.",))
    )
    parts: tuple[RuleSet | Phase, ...] = (rules, *rules.phases)
    for part in parts:
        heading = f"Phase {part.name}" if isinstance(part, Phase) else ""
        if part.play:
            found.append(
                Passage(heading or "Moves", (_sentence(f"In a turn: {phrase(part.play.moves)}"),))
            )
        if part.end:
            ends = part.end.rules if isinstance(part.end, End) else ()
            found.append(Passage(f"{heading} end".strip().capitalize(), tuple(map(_ending, ends))))
        exits = getattr(part, "exits", ())
        if exits:
            found.append(Passage(f"{heading}: what follows", tuple(map(_exit, exits))))
    return tuple(found)


def phrase(part: Any) -> str:
    """Return a part of a tree in words."""
    if type(part).__name__ in _JOINED:
        (several,) = (it.field for it in parameters(type(part)) if it.many)
        said = _listed([phrase(it) for it in getattr(part, several)], _JOINED[type(part).__name__])
        return said + _behind({name: it for name, it in _others(part).items() if name != several})
    if isinstance(part, Ludeme):
        text = PHRASES.get(type(part).__name__)
        return _filled(part, text) if text is not None else _by_meaning(part)
    if isinstance(part, tuple):
        return _listed([phrase(entry) for entry in part])
    if isinstance(part, Role):
        return _ROLES.get(str(part), str(part))
    if isinstance(part, Word):
        return _OUTCOMES.get(str(part), _in_words(str(part)))
    if isinstance(part, bool):
        return "it is always so" if part else "it is never so"
    if isinstance(part, str):
        return f"“{part}”"
    return f"{part:g}"


def _filled(part: Ludeme, text: str) -> str:
    """Return a phrase with the arguments in it, and the others behind it."""
    given = _given(part)
    named = set(_FIELD.findall(text))

    def optional(found: re.Match[str]) -> str:
        return found[1] if set(_FIELD.findall(found[1])) <= given.keys() else ""

    text = _OPTIONAL.sub(optional, text)
    said = _FIELD.sub(lambda found: phrase(given.get(found[1], "")), text)
    others = {name: it for name, it in _others(part).items() if name not in named}
    return said.strip() + _behind(others)


def _by_meaning(part: Ludeme) -> str:
    """Return the meaning of a ludeme by the reference, with its arguments."""
    meaning = " ".join((getdoc(type(part)) or part.form()).split())
    first = re.split(r"(?<=[a-z)])[.;:] ", meaning)[0].rstrip(".")
    first = first[:1].lower() + first[1:]
    return first + _behind(_others(part))


def _given(part: Ludeme) -> dict[str, Any]:
    """Return the arguments of a ludeme that are there, by their fields."""
    values = {it.field: getattr(part, it.field) for it in parameters(type(part))}
    return {name: value for name, value in values.items() if value not in (None, ())}


def _others(part: Ludeme) -> dict[str, Any]:
    """Return the arguments of a ludeme that are not what they are if nothing is said."""
    usual = {it.field: it.absent for it in parameters(type(part)) if it.optional}
    return {
        name: value
        for name, value in _given(part).items()
        if name not in usual or value != usual[name]
    }


def _behind(arguments: dict[str, Any]) -> str:
    """Return arguments as they stand behind a phrase."""
    said = [f"{_in_words(name.strip('_'))}: {_said(it)}" for name, it in arguments.items()]
    return f" ({'; '.join(said)})" if said else ""


def _said(value: Any) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else phrase(value)


def _listed(parts: list[str], last: str = "and") -> str:
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {last} {parts[-1]}"


def _in_words(name: str) -> str:
    """Return a name of the language in words: ``OffDiagonal`` is "off diagonal"."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])|_", " ", name).lower()


def _ending(rule: Any) -> str:
    """Return an end of the game as a sentence."""
    condition, result = getattr(rule, "condition", None), getattr(rule, "result", None)
    if condition is None or result is None:
        return _sentence(phrase(rule))
    said = phrase(result)
    if isinstance(result, Result):
        outcome = phrase(result.outcome)
        said = outcome if outcome.startswith("the game") else f"{phrase(result.role)} {outcome}"
    return _sentence(f"If {phrase(condition)}: {said}")


def _exit(rule: Any) -> str:
    when = phrase(rule.condition) if rule.condition else "a move has been made"
    to = phrase(rule.phase) if rule.phase else "the next phase"
    return _sentence(f"When {when}, {to} comes")


def _sentence(text: str) -> str:
    text = " ".join(text.split())
    return text[:1].upper() + text[1:].rstrip(".") + "."


def unsaid(tree: GameTree) -> tuple[str, ...]:
    """Return the forms of a game's ludemes that no phrase of the table says."""
    found = {
        type(part).form()
        for part in ludemes_in(tree)
        if type(part).__name__ not in {*PHRASES, *_JOINED, *_FRAMES} and type(part).head
    }
    return tuple(sorted(found))
