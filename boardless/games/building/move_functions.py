"""Functions that make moves: one for each sort of move, and one for its consequences."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, TypeVar

from boardless.games.building.following import FollowedMoves, SortFunction
from boardless.games.building.shared_rules import moves_of
from boardless.games.building.source import StateNumbers
from boardless.games.building.trials import CARRIED, deferred_trial, holds_after, replay_rows
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
    carried,
    wide,
)
from boardless.ir.statements import Definition, names_in
from boardless.state.engine.rounds import ROUND, ROUND_MOVER

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any

    from boardless.games.building.candidates import Candidate
    from boardless.games.building.scope import Scope
    from boardless.games.building.shared_rules import SharedRule
    from boardless.games.building.trials import DeferredTrial, TrialMove
    from boardless.games.language.kinds import Moves
    from boardless.games.language.ludeme import Ludeme
    from boardless.ir.statements import Block
    from boardless.ir.writer import Statements

T = TypeVar("T")


@dataclass(frozen=True)
class Queued:
    """Moves in the queue that are to be made."""

    #: The first row and the one behind the last.
    first: Int
    end: Int
    #: Sorts of the moves.
    rules: tuple[int, ...]


@dataclass(frozen=True)
class Row:
    """A row of the queue: the number of its sort of move, and its index."""

    rule: int
    at: Int


@dataclass
class ModuleBuilder:
    """The module of a game while it is written: sorts of moves, helpers, trials, numbers.

    Each sort of move is a number with two functions: `act` makes it, `then` its consequences.
    """

    #: (act, then) by sort, without what reads a row, and the names that a move of each sort
    #: carries; nothing follows where `then` is None.
    functions: list[tuple[Block, Block | None]] = field(default_factory=list)
    carried: list[tuple[str, ...]] = field(default_factory=list)
    numbers: StateNumbers = field(default_factory=StateNumbers)
    #: Other functions, without their names.
    helpers: list[Definition] = field(default_factory=list)
    trials: dict[object, TrialMove] = field(default_factory=dict)
    takes_back: bool = False
    tries: bool = False
    #: Rows of ``s.scratch`` in use.
    rows: int = 0
    bitboards: bool = False
    #: Bitboards of components are kept, too.
    of_components: bool = False
    #: A bit for each region of the player, by player and site; empty without union-find.
    met: list[int] = field(default_factory=list)
    clears: bool = False
    #: Moves take pieces from levels that they name.
    leaves: bool = False
    #: A move asks whether the next player has no move.
    asks_next: bool = False
    #: Bodies of the conditions of kept lists.
    lists: list[Block] = field(default_factory=list)
    #: Payoffs are multiples of 1 / this; 0 until one is compiled.
    payoff_parts: int = 0
    #: Places of the game that need the moves of each rule that is written as loops.
    times: dict[Ludeme, int] = field(default_factory=dict)
    shared: dict[object, SharedRule] = field(default_factory=dict)
    #: Helpers and tables that several places share.
    memo: dict[object, Any] = field(default_factory=dict)
    #: The most numbers that a shared rule says of a move beside from and to.
    widest: int = 0
    #: First row of ``s.scratch`` and statements of what follows from moves, by its node.
    row_spans: dict[int, tuple[int, Block | None, Moves]] = field(default_factory=dict)
    #: The row of ``s.scratch`` with the sites of a puzzle that count as having 0.
    puzzle_row: int | None = None
    #: Trials of legal moves after they have been listed, by sort.
    deferred: dict[int, DeferredTrial | None] = field(default_factory=dict)
    #: Tried moves are recorded, to be made again.
    keeps: bool = False
    #: Sorts of moves that are made by statements that are being written.
    followed: list[set[int]] = field(default_factory=list)
    #: What was written about rules, by rule and binding; see `_once`.
    known: dict[tuple[object, ...], Any] = field(default_factory=dict)
    #: The sort of all moves of a rule, if it is one.
    numbered: dict[Ludeme, int] = field(default_factory=dict)
    #: Sorts of legal moves, and of those that are made where they are found.
    listed: set[int] = field(default_factory=set)
    direct: set[int] = field(default_factory=set)

    @property
    def bound(self) -> int:
        """The most numbers that a row says of a move beside from and to."""
        return max([self.widest, *map(len, self.carried)])

    @property
    def round_place(self) -> int:
        """The place of the numbers of a round, where all move at the same time."""
        place = self.numbers.place("round", ROUND)
        self.numbers.begun[place + ROUND_MOVER] = 1
        return place

    def number(self, candidate: Candidate) -> int:
        """Return the number of the sort of a move, whose functions are written if it is new."""
        if candidate.rule is not None and candidate.rule in self.numbered:
            return self.numbered[candidate.rule]
        names, act, then = self.written(candidate)
        sorts = list(zip(self.carried, self.functions, strict=True))
        if (names, (act, then)) not in sorts:
            self.carried.append(names)
            self.functions.append((act, then))
            sorts.append((names, (act, then)))
        number = sorts.index((names, (act, then)))
        if candidate.rule is not None:
            self.numbered[candidate.rule] = number
        return number

    def written(self, candidate: Candidate) -> tuple[tuple[str, ...], Block, Block | None]:
        """Return the names that a move carries, and what makes it and what follows from it."""
        own = [carried(n).text for n in range(1, len(candidate.numbers) + 1)]
        names = (*_carried(candidate), *own)
        # Its own effects read the owner of a piece whose moves are found, as they were found.
        mover = Int.named("actor") if "actor" in names else MOVER
        act = self._scope(candidate, names, mover)
        candidate.make(act)
        # Consequences are found when the move has been made: (from) and (to) are open again.
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
        # What a consequence binds itself is read in it, too, and is no name of the move.
        both = (*act.statements, *scope.statements)
        needed = {*candidate.carries, *own, *names_in(both)}
        names = tuple(name for name in names if name in needed)
        return names, act.statements, scope.statements if candidate.then else None

    def _consequence(self, node: Moves, scope: Scope) -> None:
        """Do what follows from a move, with the rows of ``s.scratch`` that it has after others.

        So what follows from many moves is one function, as far as it does not depend on them. Where
        its statements are others than before it has rows of its own: what was written for the
        first may use rows behind those that these take, while these are in use.
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
        found = candidate.scope
        bound = {x: type(getattr(found, x)).named(x) if x in names else None for x in CARRIED}
        return found.elsewhere(
            mover=mover, to=TO, origin=FROM, last=None, group=None, builder=self, after=True,
            ahead=False, shares=True, left_level=None, **bound,
        )  # fmt: skip

    def parts(self, rule: int) -> tuple[SortFunction, SortFunction]:
        """Return what makes a move of a sort, and its consequences."""
        act, then = self.functions[rule]
        return SortFunction(self.carried[rule], act), SortFunction(self.carried[rule], then or ())

    def follows(self, rule: int) -> bool:
        """Tell whether something follows from the moves of a sort."""
        return self.functions[rule][1] is not None

    # -- writing moves down, and making them ----------------------------------------------------

    def _once(self, write: Callable[[Moves, Scope], T], node: Moves, b: Scope) -> T:
        """Return what writing statements about a rule returns; again it repeats the statements."""
        if b.model.has_several_types:
            # The types of the sites that have names differ from function to function.
            return write(node, b)
        out = b.out
        bound = (id(value) for name, value in vars(b).items() if name != "out")
        key = (write.__name__, id(node), self.rows, out.names, *bound)
        if key not in self.known:
            start, made = out.mark, set[int]()
            self.followed.append(made)
            result = write(node, b)
            self.followed.pop()
            # The key consists of addresses: the node and the scope stay where they are.
            kept = (node, b)
            self.known[key] = result, out.since(start), self.rows, out.names, made, kept
            return result
        result, block, self.rows, out.names, made, _ = self.known[key]
        out.add(*block)
        for rules in self.followed:
            rules.update(made)
        return result

    def queue(self, node: Moves, b: Scope) -> Queued:
        """Write the moves of a rule down in the queue."""
        return self._once(self._queue, node, b)

    def _queue(self, node: Moves, b: Scope) -> Queued:
        first, end = b.named(first=Int, end=Int)
        rules: set[int] = set()
        b.set(first, wide(COUNTERS.QUEUED))
        for move in moves_of(node, b):
            rules.add(self.enqueue(self._with_known(move) if b.ahead else move).rule)
        b.set(end, wide(COUNTERS.QUEUED))
        return Queued(first, end, tuple(sorted(rules)))

    def _with_known(self, candidate: Candidate) -> Candidate:
        """Return a move for which what goes along with it is found here, to be made with it."""
        if candidate.beside is None:
            return candidate
        b = candidate.scope.binding(to=candidate.to, origin=candidate.origin)
        queued = self.queue(candidate.beside, b)
        known = b.variable("known", Int.call("remember_rows", queued.first))
        number = carried(len(candidate.numbers) + 1)

        def act(b: Scope) -> None:
            replay_rows(number, queued.rules, b)
            candidate.act(b)

        return replace(candidate, act=act, beside=None, numbers=(*candidate.numbers, known))

    def enqueue(self, candidate: Candidate, number: int | None = None) -> Row:
        """Write one move down in the queue; return its row there.

        The `number` of its sort is given where it is known, as its functions are written for it.
        """
        number = self.number(candidate) if number is None else number
        b = candidate.scope
        at = b.variable("at", Int.call("enqueue", number, candidate.origin, candidate.to))
        for n, value in enumerate(self.sources(candidate, number)):
            b.set(S.queue[at, ENGINE.NAMED + n], value)
        return Row(number, at)

    def keep(self, body: Block) -> int:
        """Return the number of the kept list whose condition has a body."""
        if body not in self.lists:
            self.lists.append(body)
        return self.lists.index(body)

    def row(self) -> int:
        """Return the number of a row of ``s.scratch`` that nothing else uses."""
        self.rows += 1
        return self.rows - 1

    def helper(self, parameters: tuple[Expression, ...], result: str, body: Block) -> str:
        """Return the name of a function of the module, which is added if there is none like it."""
        function = Definition("", parameters, result, body, mark="routine")
        if function not in self.helpers:
            self.helpers.append(function)
        return f"helper_{self.helpers.index(function)}"

    def list(self, candidate: Candidate) -> None:
        """Append a move to ``s.found``; open requirements are tried later."""
        requirement, b = candidate.requirement, candidate.scope
        late = None
        if requirement is None:
            number = self.number(candidate)
        else:
            tried = self.number(requirement.tried)
            whole = replace(candidate, requirement=None)
            number = tried if whole == requirement.tried else self.number(whole)
            late = deferred_trial(requirement, tried, self.carried[tried] == self.carried[number])
            if late is None:
                with b.where(holds_after(requirement)):
                    self.list(whole)
                return
        number = self._of_own(number, late)
        self.listed.add(number)
        b.do("write_found", COUNT, number, candidate.origin, candidate.to)
        for n, value in enumerate(self.sources(candidate, number)):
            b.do("name_found", COUNT, n, value)
        b.add(COUNT, 1)

    def sort_of_list(self, candidate: Candidate) -> int:
        """Return the number of the sort that a move without open requirements is listed as."""
        return self._of_own(self.number(candidate), None)

    def _of_own(self, number: int, late: DeferredTrial | None) -> int:
        """Return the number of a sort like another, with this deferred trial of its moves."""
        sort = (self.carried[number], self.functions[number])
        for like, own in enumerate(zip(self.carried, self.functions, strict=True)):
            if own == sort and self.deferred.setdefault(like, late) == late:
                return like
        self.carried.append(sort[0])
        self.functions.append(sort[1])
        self.deferred[len(self.carried) - 1] = late
        return len(self.carried) - 1

    def sources(self, candidate: Candidate, number: int) -> tuple[Int, ...]:
        """Return the numbers that a move of a sort carries."""
        names = self.carried[number]
        names = names[: len(names) - len(candidate.numbers)]
        fields = (_FIELDS.get(name, name) for name in names)
        return (*(getattr(candidate.scope, name) for name in fields), *candidate.numbers)

    def run(
        self,
        queued: Queued,
        b: Statements,
        backwards: bool = False,
        follows: bool = True,
        behind: Callable[[], object] | None = None,
        times: int = 1,
    ) -> None:
        """Make moves of the queue with consequences, each before what `behind` writes."""
        if not queued.rules:
            return
        for rules in self.followed:
            rules.update(queued.rules)
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
                for rule in queued.rules:
                    is_rule = S.queue[row, 0] == rule
                    for _ in b.when(is_rule if len(queued.rules) > 1 else TRUE):
                        b.do(f"act_{rule}", row)
                        if self.keeps:
                            b.set(COUNTERS.TRIED_LIST, keeper)
                        if follows and self.follows(rule):
                            b.do(f"then_{rule}", row)
                if behind is not None:
                    behind()

    def follow(self, node: Moves, b: Scope) -> None:
        """Find the moves of a rule and make them all, one after another.

        Where the rule never finds more than one, it is made at once, and never written down.
        """
        self._once(self._follow, node, b)

    def _follow(self, node: Moves, b: Scope) -> None:
        if self.keeps or b.ahead:
            self.run(self.queue(node, b), b)
            return
        followed = FollowedMoves(self, b)
        for move in moves_of(node, b):
            followed.found(move)
        followed.finish()

    def run_between(self, first: Int, end: Int, rules: Iterable[int], b: Statements) -> None:
        """Make the moves of some sorts in rows `first` to `end` - 1."""
        self.run(Queued(first, end, tuple(sorted(set(rules)))), b)


#: The fields of a scope that a row says under other names.
_FIELDS = {"site": "to", "actor": "mover"}


def _carried(candidate: Candidate) -> Iterator[str]:
    """Yield the names that are bound where a move is found and needed when it is made."""
    read = read_in((*candidate.reads, *candidate.then))
    for name in CARRIED:
        source = getattr(candidate.scope, name)
        if source is not None and (name in candidate.carries or name in read):
            yield name
    # A move from nowhere does not change the meaning of (from).
    if candidate.origin is NONE and candidate.scope.origin is not None and "from" in read:
        yield "origin"
    if candidate.to is NONE and candidate.scope.to is not None and "to" in read:
        yield "site"
    if candidate.reads and candidate.scope.mover is not MOVER:
        yield "actor"
