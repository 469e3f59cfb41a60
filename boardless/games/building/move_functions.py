"""Functions that make moves: one for each sort of move, and one for its consequences."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, TypeVar

from boardless.games.building.following import FollowedMoves, Queued, SortFunction
from boardless.games.building.model import StateNumbers
from boardless.games.building.scope import ScopeMode
from boardless.games.building.shared_rules import moves_of
from boardless.games.building.trials import (
    CARRIED,
    carried_names,
    deferred_trial,
    holds_after,
    replay_rows,
)
from boardless.games.language.ludeme import read_in
from boardless.ir.expressions import (
    COUNT,
    COUNTERS,
    ENGINE,
    FROM,
    MOVER,
    NONE,
    TO,
    TRUE,
    Expression,
    Int,
    S,
    ScratchRow,
    carried,
    wide,
)
from boardless.ir.statements import Definition, names_in
from boardless.state.engine.results import ROUND, ROUND_MOVER

if TYPE_CHECKING:
    from typing import Any

    from boardless.games.building.builder import Candidate
    from boardless.games.building.scope import Scope
    from boardless.games.building.shared_rules import SharedRule
    from boardless.games.building.trials import DeferredTrial, TrialMove
    from boardless.games.language.kinds import Moves
    from boardless.games.language.ludeme import Ludeme
    from boardless.ir.statement_builder import Statements
    from boardless.ir.statements import Block

T = TypeVar("T")


@dataclass(frozen=True)
class Row:
    """A row of the queue: the number of its sort of move, and its index."""

    sort: int
    at: Int


@dataclass
class MoveSort:
    """A sort of moves: the function that makes a move, and its consequences or None."""

    act: SortFunction
    then: SortFunction | None
    #: Whether legal moves may have this sort, and whether moves of it are made immediately.
    is_listed: bool = field(default=False, compare=False)
    is_direct: bool = field(default=False, compare=False)

    @property
    def parts(self) -> tuple[SortFunction, ...]:
        """Its functions."""
        return (self.act,) if self.then is None else (self.act, self.then)


@dataclass
class ModuleBuilder:
    """The module of a game under construction: sorts of moves, other functions, numbers, rows."""

    #: Whether tried moves are recorded, to be made again.
    keeps: bool = False
    #: Sorts of moves, indexed by number.
    sorts: list[MoveSort] = field(default_factory=list)
    #: The sort of all moves of a rule, if it is one.
    numbered: dict[Ludeme, int] = field(default_factory=dict)
    #: By listed sort: the later trial of a move, or None.
    deferred: dict[int, DeferredTrial | None] = field(default_factory=dict)
    #: Sorts of moves with unfinished statements, the innermost last.
    followed: list[set[int]] = field(default_factory=list)
    numbers: StateNumbers = field(default_factory=StateNumbers)
    #: Functions other than functions of sorts, without their names: places here are in these.
    helpers: list[Definition] = field(default_factory=list)
    #: Functions that try moves, by condition and binding.
    trials: dict[object, TrialMove] = field(default_factory=dict)
    #: Functions of rules, by rule and binding.
    shared: dict[object, SharedRule] = field(default_factory=dict)
    #: Bodies of the conditions of kept lists, without repetition.
    lists: list[Block] = field(default_factory=list)
    #: A bit for each region of the player, by player and site; empty without union-find.
    met: list[int] = field(default_factory=list)
    #: The number of rows of ``s.scratch`` in use.
    rows: int = 0
    #: First row of ``s.scratch`` and statements of consequences, by their node.
    row_spans: dict[int, tuple[int, Block | None, Moves]] = field(default_factory=dict)
    #: The results of writing rules, by rule and binding; see `_once`.
    known: dict[tuple[object, ...], Any] = field(default_factory=dict)
    #: Other data that several places share, each by its own key.
    memo: dict[object, Any] = field(default_factory=dict)

    @property
    def bound(self) -> int:
        """The largest count of numbers in a row of a move, without from and to."""
        widths = (len(sort.act.names) for sort in self.sorts)
        return max([0, *widths, *(rule.width for rule in self.shared.values())])

    @property
    def blocks(self) -> Iterator[Block]:
        """The bodies of all functions that make or try moves, and of helpers."""
        yield from (part.statements for sort in self.sorts for part in sort.parts)
        yield from (helper.body for helper in self.helpers)
        yield from (trial.test for trial in self.trials.values())

    def mentions(self, *names: str) -> bool:
        """Return True if one of these functions mentions any of some names."""
        return any(not names_in(block).isdisjoint(names) for block in self.blocks)

    @property
    def round_place(self) -> int:
        """The place of the numbers of a round, in a game of simultaneous moves."""
        place = self.numbers.place("round", ROUND)
        self.numbers.begun[place + ROUND_MOVER] = 1
        return place

    def number(self, candidate: Candidate) -> int:
        """Return the number of the sort of a move; functions of a new sort are written."""
        if candidate.rule is not None and candidate.rule in self.numbered:
            return self.numbered[candidate.rule]
        sort = self.written(candidate)
        if sort not in self.sorts:
            self.sorts.append(sort)
        number = self.sorts.index(sort)
        if candidate.rule is not None:
            self.numbered[candidate.rule] = number
        return number

    def written(self, candidate: Candidate) -> MoveSort:
        """Return the sort of a move, with functions written for it."""
        own = [carried(n).text for n in range(1, len(candidate.numbers) + 1)]
        names = (*_carried(candidate), *own)
        # Its own effects read the owner of the moving piece, as at generation.
        mover = Int.named("actor") if "actor" in names else MOVER
        act = self._scope(candidate, names, mover)
        candidate.make(act)
        # Consequences are generated after the move: (from) and (to) are open again.
        sites = {"origin": FROM, "to": TO}
        scope = self._scope(candidate, names).binding(
            member=None, **{name: at if at.text in names else None for name, at in sites.items()}
        )
        for consequence in candidate.then:
            if candidate.scope.model.at_once:
                late = S.numbers[self.round_place + ENGINE.AFTER_ALL]
                with scope.where(late == int(consequence.apply_after_all_moves)):
                    self._consequence(consequence.moves, scope)
            else:
                self._consequence(consequence.moves, scope)
        # A name that the consequence binds itself is not a name of the move.
        both = (*act.statements, *scope.statements)
        needed = {*candidate.carries, *own, *names_in(both)}
        names = tuple(name for name in names if name in needed)
        then = SortFunction(names, scope.statements) if candidate.then else None
        return MoveSort(SortFunction(names, act.statements), then)

    def _consequence(self, node: Moves, scope: Scope) -> None:
        """Carry out the consequences of a move, with their own rows of ``s.scratch``.

        Equal consequences of many moves share one function, as far as they do not depend on the
        move. Statements that differ from the earlier ones get new rows. The old rows are not safe
        for them, because the earlier code may use later rows at the same time.
        """
        start, last = scope.out.mark, self.rows
        self.rows, known, _ = self.row_spans.get(id(node), (last, None, node))
        first = self.rows
        self.follow(node, scope)
        written = scope.out.since(start)
        if known is None:
            self.row_spans[id(node)] = first, written, node
        elif written != known:
            scope.out.cut(start)
            self.rows = last
            self.follow(node, scope)
            return
        self.rows = max(last, self.rows)

    def _scope(self, candidate: Candidate, names: tuple[str, ...], mover: Int = MOVER) -> Scope:
        source = candidate.scope
        bound = {x: type(source.names[x]).named(x) if x in names else None for x in CARRIED}
        modes = source.modes & ~(ScopeMode.AHEAD | ScopeMode.INSIDE) | ScopeMode.MAKING
        return source.elsewhere(mover=mover, to=TO, origin=FROM, last=None, modes=modes, **bound)

    def follows(self, sort: int) -> bool:
        """Return True if the moves of a sort have consequences."""
        return self.sorts[sort].then is not None

    # -- writing moves down, and making them ----------------------------------------------------

    def _once(self, write: Callable[[Moves, Scope], T], node: Moves, b: Scope) -> T:
        """Return the result of writing statements about a rule; repeat them on later calls."""
        if b.model.has_several_types:
            # The types of named sites differ from function to function.
            return write(node, b)
        out = b.out
        key = (
            *(write.__name__, id(node), self.rows, out.names),
            *(b.mover, b.kind, b.enough, b.modes, frozenset(b.names.items())),
        )
        if key not in self.known:
            start, made = out.mark, set[int]()
            self.followed.append(made)
            result = write(node, b)
            self.followed.pop()
            # The key has the address of the node, which never moves.
            self.known[key] = result, out.since(start), self.rows, out.names, made, node
            return result
        result, block, self.rows, out.names, made, _ = self.known[key]
        out.add(*block)
        for sorts in self.followed:
            sorts.update(made)
        return result

    def queue(self, node: Moves, b: Scope) -> Queued:
        """Write the moves of a rule to the queue."""
        return self._once(self._queue, node, b)

    def _queue(self, node: Moves, b: Scope) -> Queued:
        first, end = b.named(first=Int, end=Int)
        sorts: set[int] = set()
        b.set(first, wide(COUNTERS.QUEUED))
        for move in moves_of(node, b):
            sorts.add(
                self.enqueue(self._with_known(move) if b.modes & ScopeMode.AHEAD else move).sort
            )
        b.set(end, wide(COUNTERS.QUEUED))
        return Queued(first, end, tuple(sorted(sorts)))

    def _with_known(self, candidate: Candidate) -> Candidate:
        """Return a move with its additional effects computed here and made with it."""
        if candidate.beside is None:
            return candidate
        b = candidate.scope.binding(to=candidate.to, origin=candidate.origin)
        queued = self.queue(candidate.beside, b)
        known = b.variable("known", Int.call("remember_rows", queued.first))
        number = carried(len(candidate.numbers) + 1)

        def act(b: Scope) -> None:
            replay_rows(number, queued.sorts, b)
            candidate.act(b)

        return replace(candidate, act=act, beside=None, numbers=(*candidate.numbers, known))

    def enqueue(self, candidate: Candidate, number: int | None = None) -> Row:
        """Write one move to the queue; return its row there.

        The `number` of its sort is given if it is known, because its functions are being written.
        """
        number = self.number(candidate) if number is None else number
        b = candidate.scope
        at = b.variable("at", Int.call("enqueue", number, candidate.origin, candidate.to))
        for n, value in enumerate(self.sources(candidate, number)):
            b.set(S.queue[at, ENGINE.NAMED + n], value)
        return Row(number, at)

    def keep(self, body: Block) -> int:
        """Return the number of the kept list with a given condition as body."""
        if body not in self.lists:
            self.lists.append(body)
        return self.lists.index(body)

    def row(self) -> ScratchRow:
        """Return an unused row of ``s.scratch``."""
        self.rows += 1
        return ScratchRow(self.rows - 1)

    def helper(self, parameters: tuple[Expression, ...], result: str, body: Block) -> str:
        """Return the name of a function of the module, which is added if it is new."""
        function = Definition("", parameters, result, body, mark="routine")
        if function not in self.helpers:
            self.helpers.append(function)
        return f"helper_{self.helpers.index(function)}"

    def list(self, candidate: Candidate) -> None:
        """Append a move to ``s.found``; requirements not yet tested are tested later."""
        requirement, b = candidate.requirement, candidate.scope
        late = None
        if requirement is None:
            number = self.number(candidate)
        else:
            tried = self.number(requirement.tried)
            whole = replace(candidate, requirement=None)
            number = tried if whole == requirement.tried else self.number(whole)
            late = deferred_trial(requirement, tried, number)
            if late is None:
                with b.where(holds_after(requirement)):
                    self.list(whole)
                return
        number = self._of_own(number, late)
        self.sorts[number].is_listed = True
        b.do("write_found", COUNT, number, candidate.origin, candidate.to)
        for n, value in enumerate(self.sources(candidate, number)):
            b.do("name_found", COUNT, n, value)
        b.add(COUNT, 1)

    def sort_of_list(self, candidate: Candidate) -> int:
        """Return the number of the listed sort of a move without open requirements."""
        return self._of_own(self.number(candidate), None)

    def _of_own(self, number: int, late: DeferredTrial | None) -> int:
        """Return the number of a copy of a sort that has this deferred trial."""
        sort = self.sorts[number]
        for like, own in enumerate(self.sorts):
            if own == sort and self.deferred.setdefault(like, late) == late:
                return like
        self.sorts.append(replace(sort, is_listed=False, is_direct=False))
        self.deferred[len(self.sorts) - 1] = late
        return len(self.sorts) - 1

    def sources(self, candidate: Candidate, number: int) -> tuple[Int, ...]:
        """Return the numbers that a move of a sort stores."""
        names = self.sorts[number].act.names
        names = names[: len(names) - len(candidate.numbers)]
        b = candidate.scope
        values = {**b.names, "site": b.to, "actor": b.mover}
        return (*(values[name] for name in names), *candidate.numbers)

    def run(
        self,
        queued: Queued,
        b: Statements,
        backwards: bool = False,
        follows: bool = True,
        behind: Callable[[], object] | None = None,
        times: int = 1,
    ) -> None:
        """Make moves of the queue with their consequences, each followed by `behind`."""
        if not queued.sorts:
            return
        for sorts in self.followed:
            sorts.update(queued.sorts)
        row, keeper = Int.named(b.out.name("row")), Int.named("")
        if self.keeps:
            keeper = Int.named(b.out.name("keeper"))
        first, end, step = queued.first, queued.end, 1
        if backwards:
            first, end, step = end - 1, first - 1, -1
        for _ in b.numbers(end, first, step, name=row):
            for _ in b.numbers(times, stem="_") if times > 1 else (None,):
                if self.keeps:
                    b.set(keeper, Int.call("remember_move", row))
                for sort in queued.sorts:
                    is_of_sort = S.queue[row, 0] == sort
                    for _ in b.when(is_of_sort if len(queued.sorts) > 1 else TRUE):
                        b.do(f"act_{sort}", row)
                        if self.keeps:
                            b.set(COUNTERS.TRIED_LIST, keeper)
                        if follows and self.follows(sort):
                            b.do(f"then_{sort}", row)
                if behind is not None:
                    behind()

    def follow(self, node: Moves, b: Scope) -> None:
        """Generate the moves of a rule and make them all, one after another.

        A rule with at most one move makes it immediately, without the queue.
        """
        self._once(self._follow, node, b)

    def _follow(self, node: Moves, b: Scope) -> None:
        if self.keeps or b.modes & ScopeMode.AHEAD:
            self.run(self.queue(node, b), b)
            return
        followed = FollowedMoves(self, b)
        for move in moves_of(node, b):
            followed.found(move)
        followed.finish()


def _carried(candidate: Candidate) -> Iterator[str]:
    """Yield the names bound where a move is generated and needed where it is made."""
    read = read_in((*candidate.reads, *candidate.then))
    yield from carried_names(candidate.scope.names, {*candidate.carries, *read})
    # A move from nowhere does not change the meaning of (from).
    if candidate.origin is NONE and candidate.scope.origin is not None and "from" in read:
        yield "origin"
    if candidate.to is NONE and candidate.scope.to is not None and "to" in read:
        yield "site"
    if any(candidate.reads) and candidate.scope.mover is not MOVER:
        yield "actor"
