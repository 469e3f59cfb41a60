"""Coverage of Ludii's grammar: each form of each ludeme and argument, read and played.

Every form in Ludii's Core gets one case with the fewest arguments, one for each optional argument,
and one for each constant of an enumeration. Small host games play the cases.
"""

from __future__ import annotations

import re
import tempfile
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from boardless.conformance.census import take_census
from boardless.conformance.grammar_hosts import needed, puzzle, surrounded
from boardless.games.description import read
from boardless.topo import InputError

if TYPE_CHECKING:
    import pandas as pd

    from boardless.conformance.core_grammar import Constructor, CoreGrammar, GrammarParameter

_ITEMS = (
    '(piece "Disc" Each (or (step (to if:(is Empty (to)))) (hop (to if:(is Empty (to)))))) '
    "(hand Each size:3) (dice d:6 num:2) "
    '(map "Map" {(pair 1 2) (pair 2 3)}) '
    '(regions "Home" P1 {(sites Bottom)}) (regions P2 (sites Top))'
)
_BOARD = '(board (square 5) {(track "Track" "0,E,N,W" loop:True P1) (track "Way" {4 9 14} P2)})'


def _play(moves: str) -> str:
    return f"(play (or {moves} (forEach Piece)))"


def _end(test: str = "(is Line 4)", result: str = "(result Mover Win)", before: str = "") -> str:
    return f"(end {{{before}(if {test} {result}) {_LATE}}})"


_PLAY = _play("(move Add (to (sites Empty)))")
#: Keeps random games short.
_LATE = "(if (>= (count Moves) 12) (result Mover Draw))"
_STUCK = "(if (no Moves Next) (result Mover Win))"
_START = '(start {(place "Disc1" {0 1}) (place "Disc2" {23 24}) (set Score Each 1)})'


def _game(
    players: str = "(players 2)", board: str = _BOARD, items: str = _ITEMS, start: str = _START,
    play: str = _PLAY, end: str | None = None,
) -> str:  # fmt: skip
    rules = " ".join(filter(None, (start, play, end or _end())))
    return f'(game "Host" {players} (equipment {{{board} {items}}}) (rules {rules}))'


def _filled(board: str, end: str = f"(end {_STUCK})") -> str:
    """Return a game on another board with moves that add pieces."""
    add = "(play (move Add (to (sites Empty))))"
    return _game(board=board, items='(piece "Disc" Each)', start="", play=add, end=end)


#: A game around a ludeme of each of these types, in the place of ``@``.
HOSTS: Mapping[str, str] = {
    "game.rules.play.moves.nonDecision.effect.Apply": _game(
        play=_play("(move Add (to (sites Empty) @))")
    ),
    "game.rules.phase.NextPhase": _game(
        play=f'phases:{{(phase "First" {_PLAY} @) (phase "Last" {_PLAY})}}'
    ),
    "game.functions.booleans.BooleanFunction": _game(end=_end("@")),
    "game.functions.ints.IntFunction": _game(end=_end("(= 7 @)")),
    "game.functions.floats.FloatFunction": _game(
        end=_end(result="(payoffs {(payoff P1 @) (payoff P2 0)})")
    ),
    "game.functions.region.RegionFunction": _game(end=_end("(is In (last To) @)")),
    "game.functions.intArray.IntArrayFunction": _game(end=_end("(is In 7 @)")),
    "game.rules.play.moves.nonDecision.NonDecision": _game(
        play=_play("(move Add (to (sites Empty)) (then @))")
    ),
    "game.rules.play.moves.Moves": _game(play=_play("@")),
    "game.rules.start.StartRule": _game(start='(start {(place "Disc1" {0 1}) @})'),
    "game.rules.meta.MetaRule": _game(start=f"(meta {{@}}) {_START}"),
    "game.rules.end.EndRule": _game(end=_end(before="@ ")),
    "game.rules.end.Result": _game(end=_end(result="@")),
    "game.rules.phase.Phase": _game(play=f'phases:{{@ (phase "Last" {_PLAY})}}'),
    "game.equipment.component.Component": _game(items=f"{_ITEMS} @"),
    "game.equipment.container.board.Board": _filled("@", f"(end {{{_LATE} {_STUCK}}})"),
    "game.equipment.Item": _game(items=f"{_ITEMS} @"),
    "game.functions.graph.GraphFunction": _filled("(board @ use:Vertex)"),
    "game.functions.dim.DimFunction": _filled("(board (square @))"),
    "game.players.Player": _game(players="(players {@ (player S)})"),
    "game.players.Players": _game(players="@"),
    "game.rules.end.End": _game(end="@"),
    "game.util.moves.To": _game(play=_play("(move Add @)")),
    "game.Game": "@",
}

#: Texts of types without their own forms, by the last part of the name.
SAMPLES: Mapping[str, str] = {
    "int": "1", "Integer": "1", "float": "1.5", "Float": "1.5", "double": "1.5", "boolean": "True",
    "Boolean": "True", "String": '"Disc1"', "IntFunction": "1",
    "BooleanFunction": "(is Mover P1)", "RegionFunction": "(sites Occupied by:Mover)",
    "FloatFunction": "1.5", "IntArrayFunction": "{1 2}", "DimFunction": "3",
    "GraphFunction": "(square 4)", "Moves": "(move Add (to (sites Empty)))",
    "NonDecision": "(addScore Mover 1)", "Effect": "(remove (last To))", "Direction": "Orthogonal",
    "Then": "(then (addScore Mover 1))", "RoleType": "Mover", "SiteType": "Cell",
    "AbsoluteDirection": "N", "DirectionFacing": "N", "RelativeDirection": "Forward",
    "Piece": '(piece "Disc1")', "To": "(to (sites Empty))",
    "From": "(from (sites Occupied by:Mover))",
    "Between": "(between if:(is Empty (between)))", "RangeFunction": "(range 1 2)",
    "Player": "(player 1)", "Result": "(result Mover Win)", "Play": _PLAY, "End": _end(),
    "Start": _START, "Track": '(track "New" {1 2 3})', "Values": "(values Cell (range 1 4))",
    "Equipment": f"(equipment {{{_BOARD} {_ITEMS}}})", "Rules": f"(rules {_PLAY} {_end()})",
    "Players": "(players 2)", "StartRule": '(place "Disc1" 5)', "Meta": "(meta (no Repeat))",
    "MetaRule": "(no Repeat)", "EndRule": "(if (is Line 3) (result Mover Win))",
    "If": "(if (is Line 3) (result Mover Win))", "Phase": f'(phase "First" {_PLAY})',
    "Poly": "(poly {{0 0} {0 3} {3 3} {3 0}})", "Item": '(piece "More" P1)',
    "NextPhase": '(nextPhase "Last")', "Step": "(step (to if:(is Empty (to))))",
}  # fmt: skip


_POLYGON = "{{0 0} {0 3} {3 3} {3 0}}"
#: Texts of certain parameters, by the class of the form and the parameter.
SPECIAL: Mapping[str, str] = {
    "Repeat.step": "{{1 0} {0 1}}",
    "MancalaBoard.Integer": "3",
    "Is.containerName": '"Board"', "Expand.containerName": '"Board"', "Sites.Container": '"Board"',
    "Sites.String[]": '{"B2"}', "Is.SiteType": "Edge",
    "Poly.Float[][]": _POLYGON, "Poly.DimFunction[][]": _POLYGON,
    "Graph.vertices": "{{0 0} {1 0} {0 1}}", "Graph.edges": "{{0 1} {1 2}}",
    "Add.vertices": "{{3 3}}", "Add.edges": "{{{0 0} {1 1}}}", "Add.cells": "{{{0 0} {1 0} {0 1}}}",
    "Add.edgesCurved": "{{{0 0} {1 1} {1 2} {2 1}}}",
    "Remove.cells": "{{{0 0} {0 1} {1 1} {1 0}}}", "Remove.edges": "{{{0 0} {0 1}}}",
    "Remove.vertices": "{{0 0}}",
    "Spiral.sites": "9", "Tiling.DimFunction[]": "{3 3}", "Celtic.DimFunction[]": "{2 2 2 2}",
    "Concentric.midpoints": "True", "Concentric.joinMidpoints": "True",
    "Concentric.joinCorners": "True", "Concentric.stagger": "True",
    "Track.Integer[]": "{1 2 3}", "Track.trackDirection": '"1,E,N,W"', "Poly.rotns": "1",
    "Clip.Poly": "(poly {{1 1} {1 2} {2 2} {2 1}})", "Square.sides": "{3 3 3 3}",
    "ForEach.handDiceIndex": "0", "While.condition": "(is Empty 12)", "Path.to": "2",
    "While.moves": '(add (piece "Disc1") (to 12))', "Path.from": "0", "Set.pairs": "{{0 1}}",
    "Satisfy.BooleanFunction": "(all Different)",
    "Satisfy.BooleanFunction[]": "{(all Different)}", "Path.slotsFrom": "0", "Path.slotsTo": "0",
    "FirstMoveOnTrack.trackName": '"Track"',
    "Equipment.items": f"{{{_BOARD} {_ITEMS}}}",
    "Slide.String": '"Track"', "Move.String": '"Track"',
    "Values.Range": "(range 1 4)",
    "Players.Integer": "2", "Players.Player[]": "{(player N) (player S)}", "Sub.valueB": "1",
    "Place.coord": '"B2"', "Set.coord": '"B2"',
    "Set.String[]": '{"B2" "C3"}', "AddScore.IntFunction[]": "{1 2}", "Tile.numSides": "6",
    "NextPhase.String": '"Last"',
    "(move MoveSetType SetRotationType.to": "(to (last To))",
    "(set SetRotationType.to": "(to (last To))",
    "Place.container": '"Hand1"', "Place.coords": '{"B2" "C3"}',
    **{f"{of}.From": "(from (last To))" for of in (
        "Attract", "Custodial", "Directional", "Enclose", "Intervene", "Push", "Surround",
    )},
}  # fmt: skip
#: The beginnings of forms with their own texts, of classes with several.
SPECIFIC = tuple(key.rpartition(".")[0] for key in SPECIAL if key.startswith("("))

#: Parameters with one required by the classes, although all are optional in the grammar, by the
#: beginning of the form.
ASKED: Mapping[str, frozenset[str]] = {
    "(place PlaceStackType": frozenset({"loc", "locs", "region", "coord", "coords"}),
    "(concentric": frozenset({"rings"}),
    "(set SetValueType": frozenset({"newValue"}),
    "(add GraphFunction": frozenset({"graph"}),
    "(range": frozenset({"max"}),
    "(rules Meta Start Play phases": frozenset({"end"}),
    "(if BooleanFunction If If[]": frozenset({"sub", "subs", "result"}),
}

#: The constants that represent all of an enumeration that many forms take.
USUAL: Mapping[str, tuple[str, ...]] = {
    "game.types.play.RoleType": (
        "Neutral", "P1", "Mover", "Next", "Prev", "All", "Each", "Shared", "Enemy", "Friend",
        "Ally", "NonMover", "Player", "Team1", "TeamMover",
    ),
    "game.util.directions.AbsoluteDirection": (
        "N", "SE", "Orthogonal", "Diagonal", "Adjacent", "All", "SameLayer", "Upward", "Downward",
        "Rotational", "CW", "In", "Support", "UNE", "DSW",
    ),
}  # fmt: skip


#: Cases without meaning in Ludii, by patterns of their texts, and the places that show it.
NO_MEANING: Mapping[str, str] = {
    r"^\((hex|square|tri) NoShape |^\(square Rectangle ":
        "graph.generators.basis: construct() throws that the shape is not supported",
    r"^\(forEach Piece Player\)":
        "ForEachPiece.movesIterator: the components of player -1 are out of bounds",
    r"^\(count Trials\)":
        "CountTrials: a game that is no match has no parent to ask",
    r"^\(expand 1 ":
        "Expand: cells of a hand are no cells of the board",
    r"^\(sites State\)":
        "SitesState.eval: there is no state to compare with",
    r"<TrackStep>": "Track: the steps are not kept, so that it has no sites",
}  # fmt: skip


def no_meaning(text: str) -> str:
    """Return the reason why a case means nothing in Ludii, or "" if it has a meaning."""
    return next((reason for pattern, reason in NO_MEANING.items() if re.search(pattern, text)), "")


@dataclass(frozen=True)
class Case:
    """A text of a form; `argument` is the one argument beyond the fewest, or "" without one."""

    form: Constructor
    argument: str
    text: str


class Cases:
    """The cases of a grammar, and games around them."""

    def __init__(self, grammar: CoreGrammar) -> None:
        self._grammar = grammar

    def __iter__(self) -> Iterator[Case]:
        for form in self._grammar.ludemes:
            if not _is_made(form.of):
                yield from self.of(form)

    def of(self, form: Constructor) -> Iterator[Case]:
        """Yield the cases of a form: with the fewest arguments, each other one, each constant."""
        form = _asked(form)
        least = self._least(form)
        yield Case(form, "", self._text(form, least))
        for at, parameter in enumerate(form.parameters):
            given, constants = self._with(form, at), self._constants(parameter)
            if at not in least and not constants:
                yield Case(form, str(parameter), self._text(form, given))
            for constant in constants[1:] if at in least else constants:
                text = self._text(form, given, {at: constant})
                yield Case(form, f"{parameter}={constant}", text)

    def _least(self, form: Constructor) -> set[int]:
        """Return the places of the required parameters, with one of each set of alternatives."""
        least, groups = set(needed(form)), set[int]()
        groups |= {form.parameters[at].choice for at in least} - {0}
        for at, parameter in enumerate(form.parameters):
            if not parameter.optional and parameter.choice not in groups:
                groups |= {parameter.choice} - {0}
                least.add(at)
        return least

    def _with(self, form: Constructor, at: int) -> set[int]:
        """Return the required places with one more parameter, in place of its alternatives."""
        choice = form.parameters[at].choice
        rivals = {
            other
            for other in self._least(form)
            if choice and form.parameters[other].choice == choice
        }
        return (self._least(form) - rivals) | {at}

    def _constants(self, parameter: GrammarParameter) -> tuple[str, ...]:
        of = self._grammar.classes.get(parameter.type)
        if of is None or parameter.depth:
            return ()
        return USUAL.get(parameter.type, of.constants)

    def _text(
        self, form: Constructor, given: set[int], texts: Mapping[int, str] | None = None
    ) -> str:
        """Return a form with parameters, some of them with texts, the others with samples."""
        parts = [form.keyword]
        for at in sorted(given):
            parameter = form.parameters[at]
            text = (texts or {}).get(at) or self.sample(parameter.type)
            special = _special(form, parameter) if at not in (texts or {}) else None
            text = special or "{" * parameter.depth + text + "}" * parameter.depth
            parts.append(f"{parameter.key}:{text}" if parameter.key else text)
        return f"({' '.join(parts)})"

    def sample(self, type_: str) -> str:
        """Return a text of a type."""
        name = type_.rpartition(".")[2]
        if name in SAMPLES:
            return SAMPLES[name]
        of = self._grammar.classes.get(type_)
        if of is not None and of.constants:
            return of.constants[0]
        return self._shortest.get(type_, f"<{name}>")

    @cached_property
    def _shortest(self) -> dict[str, str]:
        """The shortest texts of types by the forms of their classes and of subclasses."""
        texts: dict[str, str] = {}
        # Samples use the results so far.
        self.__dict__["_shortest"] = texts
        for _ in range(3):
            for form in self._grammar.ludemes:
                text = self._text(form, self._least(form))
                if any(
                    f"<{parameter.type.rpartition('.')[2]}>" in text
                    for parameter in form.parameters
                ):
                    continue
                for type_ in self._grammar.ancestors(form.of):
                    if len(text) < len(texts.get(type_, text + " ")):
                        texts[type_] = text
        return texts

    def hosted(self, case: Case) -> str | None:
        """Return a game with the text of a case, or None if no host leads to it."""
        if ".deductionPuzzle." in case.form.of and ".start." not in case.form.of:
            return puzzle(case.text)
        seen, queue = {case.form.of}, deque([(case.form.of, case.text)])
        while queue:
            name, text = queue.popleft()
            for type_, host in HOSTS.items():
                if type_ in self._grammar.ancestors(name):
                    return surrounded(text, host).replace("@", text)
            for form in self._grammar.ludemes:
                for at, parameter in enumerate(form.parameters):
                    if form.of not in seen and parameter.type in self._grammar.ancestors(name):
                        seen.add(form.of)
                        queue.append((form.of, self._text(form, self._with(form, at), {at: text})))
        return None


def _is_made(name: str) -> bool:
    """Return True if only board ludemes make a class, so that no description has it."""
    package, _, of = name.rpartition(".")
    return of == "DirectionType" or (package == "game.util.graph" and of not in ("Graph", "Poly"))


def _special(form: Constructor, parameter: GrammarParameter) -> str | None:
    """Return the special text for a parameter of a form: by its name in Java, key or type."""
    of = form.of.rpartition(".")[2]
    for named in (parameter.name, parameter.key, str(parameter)):
        for begin, text in ((begin, SPECIAL.get(f"{begin}.{named}")) for begin in (of, *SPECIFIC)):
            if text is not None and (begin == of or str(form).startswith(begin)):
                return text
    return None


def _asked(form: Constructor) -> Constructor:
    """Return a form with the additional requirements of its class."""
    names = next(
        (asked for begin, asked in ASKED.items() if str(form).startswith(begin)), frozenset()
    )
    return replace(
        form,
        parameters=tuple(
            replace(parameter, optional=False, choice=-1) if parameter.name in names else parameter
            for parameter in form.parameters
        ),
    )


def _is_read(text: str) -> bool:
    try:
        read(text)
    except InputError:
        return False
    return True


def grammar_table(
    grammar: CoreGrammar,
    *,
    workers: int = 1,
    seconds: float = 30,
    progress: Callable[[int, int], object] | None = None,
) -> pd.DataFrame:
    """Return how far each form of a grammar comes, and each argument of it.

    Returns
    -------
    pandas.DataFrame
        ``form``, ``argument`` (the one beyond the fewest), ``text``, whether it is ``read``,
        ``compiled`` and ``played`` in a game around it, the ``error`` that stops it, and why it
        means nothing in Ludii, ``"no meaning"``, if so.
    """
    import pandas as pd

    made = Cases(grammar)
    cases = list(made)
    with tempfile.TemporaryDirectory() as folder:
        texts = [made.hosted(case) or "" for case in cases]
        files = [f"{number:05}.lud" for number in range(len(texts))]
        for file, text in zip(files, texts, strict=True):
            Path(folder, file).write_text(text, "utf-8")
        census = take_census(
            folder, files, workers=workers, jit=False, playouts=1, seconds=seconds,
            progress=progress,
        )  # fmt: skip
    rows = [
        (
            str(case.form), case.argument, case.text,
            "compiled" in entry.reached or _is_read(text),
            "compiled" in entry.reached, entry.played > 0, entry.error or "",
            no_meaning(case.text),
        )
        for case, text, entry in zip(cases, texts, census.entries, strict=True)
    ]  # fmt: skip
    names = ["form", "argument", "text", "read", "compiled", "played", "error", "no meaning"]
    return pd.DataFrame(rows, columns=names)
