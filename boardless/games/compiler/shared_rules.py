"""Rules whose moves several places need: each is written once, as a function."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from boardless.games.compiler.scope import player_of
from boardless.games.compiler.source import PENDING, SourceWriter, function
from boardless.games.compiler.trials import CARRIED
from boardless.games.language.ludeme import inside, ludemes_in
from boardless.games.ludemes.chance import has_chance, is_by_chance
from boardless.games.ludemes.game import SwapRule
from boardless.games.ludemes.kinds import Moves, Region, Role
from boardless.games.ludemes.literals import Single
from boardless.games.ludemes.moves import Between, To
from boardless.games.ludemes.repetition import ask_for_repeats, forbidden_repeats
from boardless.ir.expressions import Int, S, Site, as_int, wide
from boardless.ir.statements import Block, lines_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from boardless.games.compiler.candidates import Candidate, Found
    from boardless.games.compiler.rules import RuleFunctions
    from boardless.games.compiler.scope import Scope
    from boardless.games.ludemes.iteration import ForEachPiece


def counting(out: SourceWriter, rules: RuleFunctions) -> None:
    """Add `count_moves`, `has_move` and, where listed moves are tried, `may_be`."""
    late = rules.defers_trials
    _write_both(out, rules)
    function(out, "count_moves(s: Arrays, mover: int) -> int", _ALL if late else _AS_LISTED)
    function(out, "has_move(s: Arrays, mover: int) -> bool", _ANY if late else _ANY_LISTED)
    if late:
        function(out, _HEAD, _may_be(rules), _MEANS, "routine")
    out.add(f"ASKS_LATE = {late and _samples_candidates(rules)}")


def _write_both(out: SourceWriter, rules: RuleFunctions) -> None:
    """Add the functions of `trials_of_both`."""
    names, repeats = set(trials_of_both(rules).values()), forbidden_repeats(rules.model.game)
    for number, trial in enumerate(rules.builder.trials.values()):
        if f"trial_{number}" in names:
            head = f"{_BOTH}trial_{number}({trial.head}) -> bool"
            function(out, head, trial.body(rules.builder.follows, repeats), "", "routine")


def _samples_candidates(rules: RuleFunctions) -> bool:
    """Tell whether candidates are sampled: the same ones on every board, so only near pieces."""
    game = rules.model.game
    if has_chance(game) or may_swap(rules):
        return False
    plays = (game.rules.play, *(phase.play for phase in game.rules.phases), game.equipment)
    return not rules.model.growing or all(map(_is_near, inside(plays)))


def _is_near(node: object) -> bool:
    """Tell whether a ludeme, if it makes moves or is a region, leads to pieces or beside them."""
    return not isinstance(node, Moves | Region) or node.leads_beside()


def may_swap(rules: RuleFunctions) -> bool:
    """Tell whether the second player may take over the first move."""
    meta = rules.model.game.rules.meta
    return meta is not None and any(isinstance(rule, SwapRule) for rule in meta.rules)


def _may_be(rules: RuleFunctions) -> str:
    """Return the body of `may_be`."""
    out, repeats = SourceWriter(depth=1), forbidden_repeats(rules.model.game)
    out.add("row = enqueue(s, 0, NONE, NONE)")
    with out.block("for column in range(s.found.shape[1]):"):
        out.add("s.queue[row, column] = s.found[choice, column]")
    out.add("rule = int64(s.queue[row, 0])")
    out.add("stays = True")
    both = sorted(trials_of_both(rules))
    for number, trial in sorted(rules.builder.deferred.items()):
        if trial is not None:
            with out.block(f"if rule == {number}:"):
                if trial.rule != number:
                    out.add(f"s.queue[row, 0] = {trial.rule}")
                out.add(f"stays = {_BOTH if number in both else ''}{trial.call}")
    if repeats is not None:
        others = [f"rule != {number}" for number in both]
        with out.block(f"if {' and '.join(['stays', *others])}:"):
            out.add("s.queue[row, 0] = rule")
            out.add("s.n[QUEUED] = row + 1")
            ask_for_repeats(repeats, out)
    out.add("s.n[QUEUED] = row")
    out.add("return stays")
    return out.text()


def trials_of_both(rules: RuleFunctions) -> dict[int, str]:
    """Return the sorts of listed moves whose trial asks for repeated positions, too, by one move.

    They have the name of the function of their trial. It is not so where rules ask whether a move
    passes, or its turn is played again: trials that ask for positions begin otherwise.
    """
    builder = rules.builder
    if forbidden_repeats(rules.model.game) is None or PENDING in builder.numbers.places:
        return {}
    texts = [text for both in builder.functions for text in both]
    texts += [body for *_, body in builder.helpers]
    texts += [trial.test for trial in builder.trials.values()]
    if any(word in text for text in texts for word in ("PASSED", "REPLAYED", "clear_later")):
        return {}
    return {
        number: trial.call.partition("(")[0]
        for number, trial in builder.deferred.items()
        if trial is not None and trial.rule == number
    }


#: What the names of such functions begin with.
_BOTH = "fresh_"
_HEAD = "may_be(s: Arrays, mover: int, choice: int) -> bool"
_MEANS = "Tell whether a move that was listed may be made."
_AS_LISTED = "    return count_candidates(s, mover)\n"
_ANY_LISTED = "    return count_candidates(s, mover) > 0\n"
_ALL = """\
    count = count_candidates(s, mover)
    if count > s.found.shape[0]:
        return count
    kept = 0
    for choice in range(count):
        if may_be(s, mover, choice):
            for column in range(s.found.shape[1]):
                s.found[kept, column] = s.found[choice, column]
            kept += 1
    return kept
"""
_ANY = """\
    count = count_candidates(s, mover)
    for choice in range(min(count, s.found.shape[0])):
        if may_be(s, mover, choice):
            return True
    # Where there is no room, moves are looked for again.
    return count > s.found.shape[0]
"""
#: Parameters of a function beside the mover: fields of a scope.
_GIVEN = ("to", "origin", "last", *CARRIED)
_WHOLE = re.compile(r"\b\d+\b")


@dataclass(frozen=True)
class Sort:
    """A sort of the moves that a function writes down."""

    #: One of them, where it was found.
    move: Candidate
    #: Fields of its scope that a row says; `move.numbers` follow.
    names: tuple[str, ...]
    #: ``(to)`` and ``(from)`` are the sites of the row.
    has_to: bool
    has_origin: bool


@dataclass
class SharedRule:
    """A function that writes the moves of a rule down in the queue."""

    #: The parameter of each field of a scope.
    parameters: dict[str, str]
    #: By column 0 of a row.
    sorts: list[Sort] = field(default_factory=list)
    call: str = ""
    #: The fields of a scope that it has parameters for.
    takes: tuple[str, ...] = ()

    def sort_of(self, sort: Sort, written: Callable[[Candidate], object]) -> int:
        """Return the number of a sort: moves that do the same are of one."""
        for number, other in enumerate(self.sorts):
            if (
                written(other.move) == written(sort.move)
                and replace(sort, move=other.move) == other
            ):
                return number
        self.sorts.append(sort)
        return len(self.sorts) - 1


def find(node: Moves, scope: Scope, found: Found) -> None:
    """Hand the moves of a rule to a callback."""
    for move in moves_of(node, scope):
        found(move)


def moves_of(node: Moves, b: Scope) -> Iterator[Candidate]:
    """Go through the moves of a rule, by a function where others need them, too."""
    from boardless.games.ludemes.iteration import ForEachPiece

    if not node.facts.hands_on:
        b = b.trying_at_once()
    if isinstance(node, ForEachPiece) and node.container is None:
        node, b = _of_mover(node), of_one(node, b)
    is_alone = not b.shares or b.group is not None or not node.facts.loops
    is_alone = is_alone or _finds_one(node)
    if not is_alone and _is_shared(node, b) and not may_sample(node, b):
        then = getattr(node, "then", None)
        return (move.followed(then) for move in _found(_without(node, "then"), b))
    return node.legal(b)


def _finds_one(node: Moves) -> bool:
    """Tell whether a rule moves what stands on one site to another: it is short and has no loop."""
    from boardless.games.ludemes.placement import FromTo

    if not isinstance(node, FromTo):
        return False
    regions = (node.from_.region, node.to.region)
    return all(isinstance(region, Single) for region in regions)


def of_one(node: ForEachPiece, scope: Scope) -> Scope:
    """Return the scope in which the mover is the one player whose pieces a rule is for, if any."""
    if not _is_of_one(node) or node.role is Role.MOVER:
        return scope
    assert isinstance(node.role, Role)
    mover = scope.out.name("mover")
    scope.out.add(f"{mover} = {scope.player(node.role, node)}")
    return scope.binding(mover=mover)


def _is_of_one(node: ForEachPiece) -> bool:
    role = node.role
    one = (Role.MOVER, Role.NEXT, Role.PREVIOUS, Role.PLAYER)
    return isinstance(role, Role) and (role in one or player_of(role) > 0)


def _of_mover(node: ForEachPiece) -> ForEachPiece:
    """Return a rule for the pieces of one player as that for the mover's."""
    return _without(node, "role") if _is_of_one(node) and node.container is None else node


def _is_shared(node: Any, scope: Scope) -> bool:
    """Tell whether more than one place of a game needs the moves of a rule."""
    from boardless.games.ludemes.threats import IsThreatened

    times = scope.builder.times
    if not times:
        game = scope.model.game
        for part in ludemes_in(game):
            if part.facts.loops:
                times[_bare(part)] = times.get(_bare(part), 0) + 1
        plays = (game.rules.play, *(phase.play for phase in game.rules.phases))
        if any(isinstance(x, IsThreatened) and x.moves is None for x in inside(game)):
            # A threat is a move of the game.
            for part in ludemes_in(plays):
                if part.facts.loops:
                    times[_bare(part)] += 1
    return bool(times.get(_bare(node), 0) > 1)


def may_sample(node: Moves, scope: Scope) -> bool:
    """Tell whether chance may decide while the moves of a rule are found, in the order of moves."""
    from boardless.games.ludemes.iteration import ForEachPiece
    from boardless.games.ludemes.threats import IsThreatened
    from boardless.games.ludemes.turns import NoMoves

    if is_by_chance(node):
        return True
    game, parts = scope.model.game, list(inside(node))
    if any(isinstance(part, IsThreatened | NoMoves) for part in parts):
        return is_by_chance((game.equipment, game.rules.play, game.rules.phases))
    return any(isinstance(part, ForEachPiece) for part in parts) and is_by_chance(game.equipment)


def _bare(node: Any) -> Any:
    """Return a rule that finds the same moves without consequences."""
    from boardless.games.ludemes.iteration import ForEachPiece

    parts = {name: getattr(node, name, None) for name in ("between", "to")}
    bare = {
        name: replace(part, apply=None)
        for name, part in parts.items()
        if isinstance(part, Between | To) and part.apply is not None and part.apply.if_ is None
    }
    if isinstance(node, ForEachPiece):
        node = _of_mover(node)
    return _without(replace(node, **bare), "then")


def _without(node: Any, name: str) -> Any:
    """Return a ludeme without one of its arguments, if it is one that has it."""
    return replace(node, **{name: None}) if getattr(node, name, None) is not None else node


def _found(node: Moves, b: Scope) -> Iterator[Candidate]:
    """Call the function of a rule, and go through its rows."""
    rule, out = _shared(node, b), b.out
    first, end, row, origin, to = b.named(first=Int, end=Int, row=Int, **{"from": Site}, to=Site)
    b.set(first, wide(S.n["QUEUED"]))
    b.do(rule.call, b.mover, *(getattr(b, name) for name in rule.takes))
    b.set(end, wide(S.n["QUEUED"]))
    cells = [wide(S.queue[row, as_int("NAMED") + n]) for n in range(b.builder.widest)]

    def of(sort: Sort) -> Candidate:
        width = len(sort.names)
        bound: dict[str, object] = dict(zip(sort.names, cells, strict=False))
        bound |= {"to": to} if sort.has_to else {}
        bound |= {"origin": origin} if sort.has_origin else {}
        numbers = tuple(cells[width : width + len(sort.move.numbers)])
        return replace(sort.move, scope=b.binding(**bound), origin=origin, to=to, numbers=numbers)

    for row in b.numbers(end, first, stem="row", name=row):
        b.set(origin, wide(S.queue[row, 1]))
        b.set(to, wide(S.queue[row, 2]))
        taken = out.taking()
        for sort in rule.sorts:
            with taken:
                yield of(sort)
        merged = _merged(taken.blocks, str(row), b)
        out.add_all(merged or ())
        for number, block in enumerate(taken.blocks if merged is None else ()):
            with b.where(S.queue[row, 0] == number):
                out.add_all(block)
    b.do("drop_rows", first, end)


def _merged(texts: list[Block], row: str, scope: Scope) -> list[str] | None:
    """Return the lines that do for rows of every sort, None if more than numbers differs."""
    if not texts:
        return []
    plain = ["\n".join(lines_of(text)) for text in texts]
    if len({_WHOLE.sub("#", text) for text in plain}) > 1:
        return None
    columns = list(zip(*(map(int, _WHOLE.findall(text)) for text in plain), strict=True))
    names: dict[tuple[int, ...], str] = {}
    for column in columns:
        if len(set(column)) > 1 and column not in names:
            names[column] = scope.out.name("which")
    for column, name in names.items():
        table = scope.constant("OF", list(column))
        scope.out.add(f"{name} = int64({table}[s.queue[{row}, 0]])")
    numbers = iter(columns)
    return _WHOLE.sub(lambda at: names.get(next(numbers), at[0]), plain[0]).split("\n")


def _shared(node: Moves, scope: Scope) -> SharedRule:
    """Return the function of a rule, which is written if there is none yet."""
    bound = tuple(name for name in _GIVEN if getattr(scope, name) is not None)
    builder = scope.builder
    options = (scope.hand, scope.threatening, scope.looking, scope.measuring, scope.after)
    key = (node, bound, *options, scope.ahead)
    if key in builder.shared:
        shared: SharedRule = builder.shared[key]
        return shared
    out = SourceWriter(depth=1)
    parameters = {name: f"given_{name.rstrip('_')}" for name in bound}
    inner = scope.binding(out=out, mover="mover", shares=False, left_level=None, **parameters)
    rule = SharedRule(parameters)

    def found(move: Candidate) -> None:
        sort = Sort(
            move, tuple(_row_names(move, parameters, scope)),
            move.scope.to is move.to, move.scope.origin is move.origin,
        )  # fmt: skip
        at, text = move.scope.out.name("at"), move.scope.out
        number = rule.sort_of(sort, builder.written)
        text.add(f"{at} = enqueue(s, {number}, {move.origin}, {move.to})")
        values = [*(getattr(move.scope, name) for name in sort.names), *move.numbers]
        builder.widest = max(builder.widest, len(values))
        for n, value in enumerate(values):
            text.add(f"s.queue[{at}, NAMED + {n}] = {value}")

    for each in node.legal(inner):
        found(each)
    body = out.text() if out.lines else "    pass\n"
    rule.takes = tuple(name for name in bound if re.search(rf"\b{parameters[name]}\b", body))
    signature = "".join(f", {parameters[name]}: int" for name in rule.takes)
    rule.call = builder.helper(f"s: Arrays, mover: int{signature}", "None", body)
    builder.shared[key] = rule
    return rule


def _row_names(move: Candidate, parameters: dict[str, str], scope: Scope) -> list[str]:
    """Return the names that a row has to say: bound on the way to a move, and read somewhere."""
    return [
        name
        for name in CARRIED
        if (source := getattr(move.scope, name)) is not None
        and source.text != parameters.get(name)
        and (name in move.carries or name in scope.model.facts.reads)
    ]
