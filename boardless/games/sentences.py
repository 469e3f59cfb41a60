"""Rules in English, composed from a phrase for each ludeme of a game's tree.

Ludemes declare their phrases, see `Ludeme.phrase`. A ludeme without a phrase is rendered by the
first sentence of its meaning in the reference of the language, followed by its arguments, so that
the rules are complete. The more nested the rules, the clumsier the result; the description remains
decisive.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from boardless.games.language.kinds import Role
from boardless.games.language.ludeme import Ludeme, Word, ludemes_in, meaning_of
from boardless.games.language.signatures import parameters
from boardless.games.ludemes.ends import End, Result
from boardless.games.ludemes.game import Phase, RuleSet

if TYPE_CHECKING:
    from boardless.games.ludemes.game import GameTree

_ROLES = {
    "Each": "each player", "Mover": "the mover", "Next": "the next player", "P1": "player 1",
    "P2": "player 2", "All": "all players", "Shared": "everybody", "Neutral": "nobody",
    "Prev": "the player before", "NonMover": "the other player", "Enemy": "the other player",
}  # fmt: skip
_OUTCOMES = {"Win": "wins", "Loss": "loses", "Draw": "the game is drawn"}
_FIELD = re.compile(r"\{(\w+)\|?(\w*)\}")
_OPTIONAL = re.compile(r"\[([^\[\]]*)\]")


@dataclass(frozen=True)
class Passage:
    """A part of the rules: a heading and sentences."""

    heading: str
    sentences: tuple[str, ...]


def own_words(text: str) -> tuple[str, ...]:
    r"""Return the paragraphs of the first comment of a description.

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
    passages = [
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
    passages.append(Passage("Start", tuple(map(_sentence, said)) or ("The board is empty.",)))
    parts: tuple[RuleSet | Phase, ...] = (rules, *rules.phases)
    for part in parts:
        heading = f"Phase {part.name}" if isinstance(part, Phase) else ""
        if part.play:
            passages.append(
                Passage(heading or "Moves", (_sentence(f"In a turn: {phrase(part.play.moves)}"),))
            )
        if part.end:
            ends = part.end.rules if isinstance(part.end, End) else ()
            passages.append(
                Passage(f"{heading} end".strip().capitalize(), tuple(map(_ending, ends)))
            )
        exits = getattr(part, "exits", ())
        if exits:
            passages.append(Passage(f"{heading}: next phase", tuple(map(_exit, exits))))
    return tuple(passages)


def phrase(part: Any) -> str:
    """Return a part of a tree in words."""
    if isinstance(part, Ludeme):
        return _filled(part, part.phrase) if part.phrase else _by_meaning(part)
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
    """Return a phrase with its arguments, followed by the other arguments."""
    given = _given(part)
    named = {name for name, _ in _FIELD.findall(text)}

    def optional(match: re.Match[str]) -> str:
        return match[1] if {name for name, _ in _FIELD.findall(match[1])} <= given.keys() else ""

    def argument(match: re.Match[str]) -> str:
        value = given.get(match[1], ())
        return _listed([*map(phrase, value)], match[2]) if match[2] else phrase(value)

    said = _FIELD.sub(argument, _OPTIONAL.sub(optional, text))
    others = {name: ludeme for name, ludeme in _others(part).items() if name not in named}
    return said.strip() + _behind(others)


def _by_meaning(part: Ludeme) -> str:
    """Return the meaning of a ludeme by the reference, with its arguments."""
    meaning = meaning_of(type(part))[0] or part.form()
    first = re.split(r"(?<=[a-z)])[.;:] ", meaning)[0].rstrip(".")
    first = first[:1].lower() + first[1:]
    return first + _behind(_others(part))


def _given(part: Ludeme) -> dict[str, Any]:
    """Return the present arguments of a ludeme, by their fields."""
    values = {
        parameter.field: getattr(part, parameter.field) for parameter in parameters(type(part))
    }
    return {name: value for name, value in values.items() if value not in (None, ())}


def _others(part: Ludeme) -> dict[str, Any]:
    """Return the arguments of a ludeme that differ from their defaults."""
    usual = {
        parameter.field: parameter.absent
        for parameter in parameters(type(part))
        if parameter.optional
    }
    return {
        name: value
        for name, value in _given(part).items()
        if name not in usual or value != usual[name]
    }


def _behind(arguments: dict[str, Any]) -> str:
    """Return arguments in the form for the end of a phrase."""
    said = [f"{_in_words(name.strip('_'))}: {_said(value)}" for name, value in arguments.items()]
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
    """Return the forms of a game's ludemes without phrases."""
    forms = {part.form() for part in ludemes_in(tree) if part.phrase is None and part.head}
    return tuple(sorted(forms))
