"""Equivalence of a description and a game in extensive form, criterion by criterion.

Both trees are walked together. A player's view is the player's view of the board. If chance
decides, the description's outcomes and the one legal move after each make one transition.

Source: Theorem 1 of D. Soemers, É. Piette, M. Stephenson, C. Browne, The Ludii Game Description
Language is Universal, 2022.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from fractions import Fraction
from typing import Any

from boardless.games import compile
from boardless.play import State
from boardless.state import Move
from boardless.theory.extensive import CHANCE, NOBODY, ExtensiveGame, depth_first
from boardless.theory.lgdl import seats
from boardless.topo import InputError

#: The criteria of the theorem.
CRITERIA = {
    "1": "the description is valid",
    "2a": "every node has a state, after as many transitions",
    "2b": "the same player moves",
    "2c": "there are as many legal moves",
    "2d": "chance leads on with the same probabilities",
    "2e": "the game ends in the same states, with the same payoffs",
    "3": "players can tell states apart if and only if their information sets differ",
}


@dataclass(frozen=True)
class Criterion:
    """A criterion of the theorem, by its number in the theorem."""

    number: str
    difference: str | None  #: the first place where it fails, after the moves that lead there
    #: whether it was compared everywhere; after some differences no more can be compared
    checked: bool = True

    @property
    def holds(self) -> bool | None:
        """Return True if it holds, or None if only a part was checked, without a difference."""
        return False if self.difference is not None else True if self.checked else None

    def __str__(self) -> str:
        verdict = {True: "holds", None: "not checked"}.get(self.holds, f"fails: {self.difference}")
        return f"{self.number}: {CRITERIA[self.number]}: {verdict}"


@dataclass(frozen=True)
class Equivalence:
    """The result of all criteria, in order."""

    criteria: tuple[Criterion, ...]

    @property
    def holds(self) -> bool:
        """Return True if all of them hold."""
        return not self.failing

    @property
    def failing(self) -> tuple[str, ...]:
        """The numbers of the criteria that fail."""
        return tuple(each.number for each in self.criteria if each.difference is not None)

    def __str__(self) -> str:
        return "\n".join(map(str, self.criteria))


def check_equivalence(
    game: ExtensiveGame, description: str, *, jit: bool = False, large: bool = False
) -> Equivalence:
    """Compare a game with a description of it, criterion by criterion.

    Parameters
    ----------
    game : ExtensiveGame
        The game.
    description : str
        Its description in L-GDL, as from `to_lgdl`: a player's moves select vertices in the order
        of the game's moves.
    jit : bool
        Compile the description, which is worth it only for large games.
    large : bool
        Allow longer descriptions than from strangers, see `games.read`.

    Examples
    --------
    >>> from boardless.theory import check_equivalence, matching_pennies, to_lgdl
    >>> check_equivalence(matching_pennies(), to_lgdl(matching_pennies())).holds
    True
    """
    walk = _Walk(game)
    try:
        state = State(compile(description, jit=jit, large=large))
    except InputError as error:
        walk.differ("1", 0, str(error))
    else:
        if state.players == len(game.players):
            walk(state)
        else:
            walk.differ("1", 0, f"{state.players} players, not {len(game.players)}")
    differences = walk.differences
    return Equivalence(tuple(Criterion(n, differences.get(n), walk.complete) for n in CRITERIA))


@dataclass
class _Walk:
    """A walk through a game and its description."""

    game: ExtensiveGame
    #: the first place where each criterion fails
    differences: dict[str, str] = field(default_factory=dict)
    path: list[str] = field(default_factory=list)  #: the moves from the root to the present node
    complete: bool = False  #: every node that can be reached was compared

    def __post_init__(self) -> None:
        self.seats = seats(self.game)
        self.seen: list[dict[object, int]] = [{} for _ in self.seats]
        self.sets: list[dict[int, object]] = [{} for _ in self.seats]

    def differ(self, number: str, node: int, what: str) -> None:
        """Note that a criterion fails, unless it failed before."""
        where = f"after {', '.join(self.path)}" if self.path else "at the root"
        self.differences.setdefault(number, f"{where} (node {node}): {what}")

    def __call__(self, state: State) -> None:
        self.complete = True
        depth_first(self._steps(state, 0))

    def _steps(self, state: State, node: int) -> Iterator[Iterator[Any]]:
        """Compare a node; go to each node after it, yield its own steps, and come back."""
        self._compare_views(state, node)
        player = self.game.player(node)
        if not self._compare_play(state, node):
            self.complete &= player == NOBODY
            return
        nodes = [
            (move, after)
            for move, after in self.game.moves(node)
            if self.game.probability(node, after)
        ]
        pushes = self._by_chance(state, node) if player == CHANCE else self._by_player(state, node)
        self.complete &= len(pushes) >= len(nodes)
        for (label, after), moves in zip(nodes, pushes, strict=False):
            for move in moves:
                state.push(move)
            self.path.append(label)
            yield self._steps(state, after)
            self.path.pop()
            for _ in moves:
                state.pop()

    def _compare_play(self, state: State, node: int) -> bool:
        """Return True if both go on, and compare mover or payoffs."""
        player, ended = self.game.player(node), state.outcome()
        if player == NOBODY:
            if ended is None:
                self.differ("2e", node, "the description goes on")
                return False
            paid = ended.payoffs or ()
            ours = tuple(self.game.payoffs(node)[player - 1] for player in self.seats)
            if paid != ours:
                self.differ("2e", node, f"payoffs {_listed(paid)}, not {_listed(ours)}")
            return False
        if ended is not None:
            self.differ("2a", node, "the description has come to its end")
            return False
        if player != CHANCE and self.seats[state.mover - 1] != player:
            self.differ("2b", node, f"player {self.seats[state.mover - 1]} moves, not {player}")
        return True

    def _by_player(self, state: State, node: int) -> list[tuple[Move, ...]]:
        if chances := state.chances():
            self.differ("2c", node, f"chance decides between {len(chances)} outcomes")
            return []
        moves, count = _moves(state), len(self.game.moves(node))
        if len(moves) != count:
            self.differ("2c", node, f"{len(moves)} legal moves, not {count}")
        return [(move,) for move in moves]

    def _by_chance(self, state: State, node: int) -> list[tuple[Move, ...]]:
        """Return the moves to push for each move of chance."""
        chances = state.chances()
        outcomes: list[tuple[tuple[Move, ...], Fraction]] = [
            ((move,), odds) for move, odds in chances
        ] or [((), Fraction(1))]
        ours = [
            p for _, after in self.game.moves(node) if (p := self.game.probability(node, after))
        ]
        theirs = [odds for _, odds in outcomes]
        if theirs != ours:
            self.differ("2d", node, f"probabilities {_listed(theirs)}, not {_listed(ours)}")
        pushes = []
        for before, _ in outcomes:
            for move in before:
                state.push(move)
            moves = _moves(state)
            if len(moves) != 1:
                self.differ("2d", node, f"{len(moves)} legal moves where chance decided, not 1")
            pushes.append((*before, *moves[:1]))
            for _ in before:
                state.pop()
        return [moves for moves in pushes if moves]

    def _compare_views(self, state: State, node: int) -> None:
        for seat, player in enumerate(self.seats, 1):
            seen, own = view(state, seat), self.game.sets(node)[player - 1]
            sets, views = self.seen[seat - 1], self.sets[seat - 1]
            if sets.setdefault(seen, own) != own:
                path = ", ".join(self.game.path(sets[seen]))
                self.differ("3", node, f"player {player} cannot tell it from that after {path}")
            if views.setdefault(own, seen) != seen:
                path = ", ".join(self.game.path(own))
                self.differ("3", node, f"player {player} can tell it from that after {path}")


def view(state: State, seat: int) -> int:
    """Return a hash of a seat's view of the board, without the mover."""
    seen = state.observation(seat)
    return hash(tuple(getattr(seen, part.name) for part in fields(seen)[2:]))


def _moves(state: State) -> list[Move]:
    """Return the legal moves except passes, by the vertex that they select."""
    moves = [move for move in state.legal_moves if move.actions]
    return sorted(moves, key=lambda move: str(move.actions[0].site).rjust(30))


def _listed(numbers: object) -> str:
    assert isinstance(numbers, list | tuple)
    return ", ".join(map(str, numbers)) or "nothing"
