"""Results: points now and at the end, the rule that ended the game, and the pieces that won."""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from functools import lru_cache
from itertools import takewhile
from typing import Any

from boardless.games import Game, compile
from boardless.games.description import expand
from boardless.games.language.ludeme import inside
from boardless.games.language.syntax import Atom, Group, Keyed, Kind, Node, is_form, walk
from boardless.games.ludemes.connection import IsConnected
from boardless.games.ludemes.ends import End
from boardless.games.ludemes.lines import IsLine
from boardless.games.ludemes.literals import Constant
from boardless.games.ludemes.loops import IsLoop
from boardless.games.ludemes.scoring import AddScore, AddScores, GiveScore
from boardless.games.ludemes.segment_tiles import Award
from boardless.play.state import State
from boardless.state import FreeState
from boardless.state.engine.arrays import LAST
from boardless.view.boards import AnyBoard, Cell, Line
from boardless.view.choices import is_by_chance, last_places
from boardless.view.graphics import counts_now, digits_of, ends_of
from boardless.view.seen import cell_names

#: Conditions by the words that they begin with, in words; {} is the first number behind them.
CONDITIONS = {
    ("is", "Line"): "{} in a line",
    ("is", "Connected"): "a connection is complete",
    ("is", "Loop"): "a loop is closed",
    ("is", "Across"): "a line crosses {} rows or columns",
    ("is", "Full"): "the board is full",
    ("is", "Enclosed"): "a piece is surrounded",
    ("is", "Solved"): "the puzzle is solved",
    ("is", "Cycle"): "the position has come up before",
    ("is", "Repeat"): "the position has come up before",
    ("is", "Repeated"): "the position has come up {} times",
    ("is", "Caught"): "a piece is caught",
    ("no", "Moves"): "no move is left",
    ("no", "Pieces"): "no piece is left",
    ("all", "Passed"): "all have passed",
}
#: Counts that a condition may compare, in words.
COUNTS = {
    ("count", "Moves"): "{} moves have been made",
    ("count", "Turns"): "{} turns have been made",
    ("score",): "{} points are reached",
}
#: Of more rules that may have ended a game none is told.
MAX_REASONS = 2
_COMPARED = (">=", ">", "=", "<=", "<")


def reason_of(state: State) -> str:
    """Return the reason for the end of a game in words, "" if the description has none.

    >>> from boardless.games import load
    >>> state = State(load("Tic-Tac-Toe", jit=False))
    >>> for text in ("+1@0,0", "+2@1,0", "+1@0,1", "+2@1,1", "+1@0,-1"):
    ...     state.push(state.parse(text))
    >>> reason_of(state)
    '3 in a line'
    """
    outcome = state.outcome()
    if outcome is None:
        return ""
    moves = [move for move in state.move_stack if not is_by_chance(move)]
    mover = moves[-1].mover if moves else 0
    reasons: dict[str, None] = {}
    by_points = False
    for words, roles in _ends(state.game):
        for role, result in roles:
            if result == "byScore":
                by_points = True
            elif words and _fits(role, result, mover, outcome.winner, state.players):
                reasons[f"{words}, which loses" if result == "Loss" else words] = None
    if 0 < len(reasons) <= MAX_REASONS:
        return ", or ".join(reasons)
    return "by points" if by_points and not reasons else ""


@lru_cache(16)
def counts_on_the_way(game: Game) -> bool:
    """Return True if scores or shown points change during the game, not only at the end."""
    if counts_now(game):
        return True
    counting = (AddScore, AddScores, GiveScore, Award)
    parts = [*inside(game.module.model.game)]
    at_end = {id(part) for end in parts if isinstance(end, End) for part in inside(end)}
    return any(isinstance(part, counting) and id(part) not in at_end for part in parts)


def table_of(state: State) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the final results of the players: rows of numbers with a name, points first.

    Tie-breakers have rows of their own if the description names the digits of a payoff;
    see `view.graphics.digits_of`.
    """
    outcome = state.outcome()
    numbers = None if outcome is None else outcome.payoffs or state.scores
    if not numbers:
        return ()
    digits = digits_of(state.game) if outcome is not None and outcome.payoffs else ()
    if not digits or any(number.denominator > 1 or number < 0 for number in numbers):
        return (("points", tuple(map(str, numbers))),)
    rows, left = [], [int(number) for number in numbers]
    for unit, name in digits:
        rows.append((name, tuple(str(number // unit) for number in left)))
        left = [number % unit for number in left]
    return tuple(rows)


def points_of(state: State) -> tuple[str, ...]:
    """Return the final points of the players; empty in a game without points."""
    table = table_of(state)
    return table[0][1] if table else ()


def _fits(role: str, result: str, mover: int, winner: int, players: int) -> bool:
    """Return True if a role has this result."""
    if result == "Draw":
        return not winner
    named = {"Mover": mover, "Next": mover % players + 1, "Prev": (mover - 2) % players + 1}
    player = named.get(role, int(role[1:]) if role[1:].isdecimal() and role[0] == "P" else 0)
    if result == "Win":
        return bool(winner) and (player == winner or role in ("Player", "All"))
    if result == "Loss":
        lost = winner != player if winner else players == 1
        return lost and (player > 0 or role in ("Player", "All"))
    return False


@lru_cache(16)
def _ends(game: Game) -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...]:
    """Return the condition in words and the results by role of each end rule."""
    ends: list[tuple[str, tuple[tuple[str, str], ...]]] = []
    told = ends_of(game)
    node = expand(game.text, game.options).node
    for form, _ in walk(node):
        if is_form(form, "end"):
            for rule in _rules(form):
                words = told[len(ends)] if len(ends) < len(told) else _words(rule.items[1])
                ends.append((words, tuple(_results(rule))))
            ends += [("", (("", "byScore"),)) for item in form.items if is_form(item, "byScore")]
    return tuple(ends)


def _rules(form: Group) -> Iterator[Group]:
    """Yield the cases of the rules for the end."""
    for item, _ in walk(form):
        if is_form(item, "if") and len(item.items) > 2:
            yield item
        elif is_form(item, "forEach"):
            tests = [
                part.value for part in item.items if isinstance(part, Keyed) and part.key == "if"
            ]
            if tests:
                yield Group("(", (item.items[0], tests[0], *item.items[1:]))


def _results(rule: Group) -> Iterator[tuple[str, str]]:
    for item in rule.items[2:]:
        if is_form(item, "byScore", "payoffs"):
            yield "", "byScore"
        elif is_form(item, "result"):
            words = _atoms(item.items[1:])
            if len(words) == 2:
                yield words[0], words[1]


def _words(node: Node) -> str:
    """Return a condition in words, "" for an unknown condition."""
    if not isinstance(node, Group):
        return ""
    if is_form(node, "or", "and"):
        parts = [
            _words(part)
            for each in node.items[1:]
            for part in (each.items if isinstance(each, Group) and each.bracket == "{" else (each,))
        ]
        if not all(parts):
            return ""
        joint = " or " if is_form(node, "or") else ", and "
        return joint.join(dict.fromkeys(parts))
    heads = _atoms(node.items)
    if heads and heads[0] in _COMPARED:
        return _compared(node)
    for words, said in CONDITIONS.items():
        if heads[: len(words)] == words:
            return said.format(heads[2] if len(heads) > 2 else "all")
    return ""


def _atoms(nodes: Iterable[Node]) -> tuple[str, ...]:
    """Return the texts of the atoms among some nodes."""
    return tuple(node.text for node in nodes if isinstance(node, Atom))


def _compared(node: Group) -> str:
    """Return a comparison of a count with a number in words."""
    number = next(iter(_atoms(node.items[1:])), "0")
    for item in node.items[1:] if number not in ("0", "1") else ():
        heads = _atoms(item.items) if isinstance(item, Group) else ()
        for words, said in COUNTS.items():
            if heads[: len(words)] == words:
                return said.format(number)
    return ""


# -- points on the way -------------------------------------------------------------------------


def scores_so_far(state: State) -> tuple[int, ...]:
    """Return the scores of a state, or the points that would be paid now where pages show these.

    Empty without both. The descriptions say which games show payoffs before the end; see
    `view.graphics`.

    >>> from boardless.games import load
    >>> scores_so_far(State(load("Kingdomino", jit=False)))
    (0, 0)
    """
    scores = state.position.scores
    if scores or not counts_now(state.game) or state.game.module.payoffs is None:
        return scores or ()
    ended = state.game.once(("over now",), lambda: _over_now(state.game))
    position, table = state.position, state.game.module.payoffs
    # The result is written into numbers of the game, which are copies here.
    arrays = deepcopy(position.arrays)
    kernels: Any = ended.kernels_of(position.technique)
    kernels.outcome(arrays, position.mover, int(arrays.n[LAST]))
    parts = arrays.numbers[table.place + 1 :][: state.players].tolist()
    unit = (digits_of(state.game) or ((1, ""),))[0][0]
    return tuple(part // table.parts // unit for part in parts)


def _over_now(game: Game) -> Game:
    """Return the game with the same rules, but with payoffs paid at once."""
    text = str(_at_once(expand(game.text, game.options).node))
    return compile(text, tiling=game.tiling, jit=False, large=True)


def _at_once(node: Node) -> Node:
    if isinstance(node, Keyed):
        return Keyed(node.key, _at_once(node.value))
    if not isinstance(node, Group):
        return node
    items = tuple(map(_at_once, node.items))
    if is_form(node, "if") and len(items) == 3 and is_form(items[2], "payoffs"):
        items = (items[0], Atom(Kind.WORD, "True"), items[2])
    return Group(node.bracket, items)


# -- pieces that have won: a line through the last move, a chain between sides, or a ring ------


@lru_cache(16)
def _length(game: Game) -> int:
    """Return the length of a line that wins: the shortest that the ends of a game ask for."""
    lengths = [
        node.length.value
        for node in inside(game.module.model.game)
        if isinstance(node, IsLine) and isinstance(node.length, Constant)
    ]
    return min(lengths, default=0)


@lru_cache(16)
def _joins(game: Game) -> tuple[bool, bool]:
    """Tell whether connections may end a game, and whether rings of pieces may."""
    model = game.module.model
    rings = any(isinstance(node, IsLoop) and not node.path for node in inside(model.game))
    return model.uses(IsConnected), rings


def winning_places(
    state: FreeState,
    cells: Mapping[str, Cell],
    piles: Mapping[str, Sequence[int]],
    kinds: Sequence[Mapping[str, Any]],
    sides: Sequence[tuple[int, Line]] = (),
) -> tuple[str, ...]:
    """Return the places of the lines, the chain or the ring through the last move that won.

    A chain is a shortest one between two sides of the winner. If the sides do not belong to
    players, it is the whole connected group. A ring encloses some cells.
    """
    if not isinstance(state, State) or not (outcome := state.outcome()) or not outcome.winner:
        return ()
    sites = {name: site for site, name in cell_names(state).items() if site in state.board}
    owners = {
        sites[place]: kinds[pile[0] - 1]["owner"]
        for place, pile in piles.items()
        if place in sites and pile[0]
    }
    last = next((sites.get(place) for place in last_places(state, 0) if place in cells), None)
    if last is None or last not in owners:
        return ()
    owner = owners[last]
    group = _Group(state.board, {site for site, whose in owners.items() if whose == owner})
    winning = group.lines(last, _length(state.game))
    connects, rings = _joins(state.game)
    if not winning and owner == outcome.winner:
        winning = group.ring(last) if rings else winning
        if connects and not winning:
            points = {site: cells[name][1:] for name, site in sites.items()}
            winning = group.chain(last, points, sides, owner)
    return tuple(place for place in cells if sites.get(place) in winning)


class _Group:
    """The sites of an owner's pieces on a board."""

    def __init__(self, board: AnyBoard, own: set[int]) -> None:
        self.board, self.own = board, own

    def _beside(self, site: int, relation: str = "orthogonal") -> list[int]:
        beside: list[int] = self.board.neighbours(site, relation).tolist()
        return beside

    def _runs(self, site: int) -> list[list[int]]:
        """Return the own sites along each straight walk from a site, this site included."""
        walks = (walk for walks in self.board.radials(site).values() for walk in walks)
        return [[*takewhile(self.own.__contains__, walk.tolist())] for walk in walks]

    def lines(self, through: int, length: int) -> set[int]:
        """Return the sites of straight runs of at least a length through a site."""
        if length < 2:
            return set()
        starts = {site for run in self._runs(through) for site in run}
        runs = (run for start in starts for run in self._runs(start))
        return {site for run in runs if len(run) >= length and through in run for site in run}

    def chain(
        self,
        through: int,
        points: Mapping[int, Sequence[int]],
        sides: Sequence[tuple[int, Line]],
        owner: int,
    ) -> set[int]:
        """Return a shortest chain through a site from one side of a player to another."""
        ways = self._ways(through)
        own = _sides([line for whose, line in sides if whose == owner], points)
        others = _sides([line for whose, line in sides if whose != owner], points)
        # Corners next to a side belong to it.
        corners = self._rim().difference(*own, *others)
        own = [side.union(*(corners & {*self._beside(site)} for site in side)) for side in own]
        met = [side & ways.keys() for side in own]
        ends = sorted((min(map(ways.__getitem__, side), key=len) for side in met if side), key=len)
        return {*ends[0], *ends[1]} if len(ends) > 1 else set(ways)

    def _rim(self) -> set[int]:
        """Return the sites that have fewer neighbours than others."""
        counts = {site: len(self._beside(site)) for site in self.board.sites.tolist()}
        most = max(counts.values())
        return {site for site, count in counts.items() if count < most}

    def _ways(self, start: int) -> dict[int, tuple[int, ...]]:
        """Return the shortest ways over own pieces from a site, by their ends."""
        ways: dict[int, tuple[int, ...]] = {start: (start,)}
        queue = deque([start])
        while queue:
            site = queue.popleft()
            for onward in self._beside(site):
                if onward in self.own and onward not in ways:
                    ways[onward] = (*ways[site], onward)
                    queue.append(onward)
        return ways

    def ring(self, through: int) -> set[int]:
        """Return the own pieces around a region that they enclose next to a site; else nothing."""
        outside = self._reached(self._rim() - self.own)
        for start in self._beside(through, "adjacent"):
            if start not in self.own and start not in outside:
                inner = self._reached([start])
                return {n for site in inner for n in self._beside(site, "adjacent")} & self.own
        return set()

    def _reached(self, starts: Iterable[int]) -> set[int]:
        """Return the sites that can be reached from some sites without crossing own pieces."""
        reached, queue = set(starts), deque(starts)
        while queue:
            new = {*self._beside(queue.popleft())} - self.own - reached
            reached |= new
            queue.extend(new)
        return reached


def _sides(lines: Sequence[Line], points: Mapping[int, Sequence[int]]) -> list[set[int]]:
    """Return the sites at each side. Lines that meet form one side."""
    sides: list[tuple[set[tuple[int, int]], set[int]]] = []
    for x, y, to_x, to_y in lines:
        ends, u, v = {(x, y), (to_x, to_y)}, (x + to_x) // 2, (y + to_y) // 2
        site = min(points, key=lambda n: (points[n][0] - u) ** 2 + (points[n][1] - v) ** 2)
        met = [side for side in sides if side[0] & ends]
        sides = [side for side in sides if not side[0] & ends]
        sides.append((ends.union(*(one for one, _ in met)), {site}.union(*(own for _, own in met))))
    return [own for _, own in sides]
