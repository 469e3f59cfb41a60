"""A match being played: its games one after another, each in a module of its own."""

from dataclasses import dataclass

from boardless.games import Game
from boardless.games.game import default_technique
from boardless.games.game_technique import GameTechnique
from boardless.jit.game_runtime import mix
from boardless.play.chance import CERTAIN, ChanceQuestion, Numbers
from boardless.play.position import Position
from boardless.state import Move
from boardless.state.engine.arrays import OPEN
from boardless.state.history import Step
from boardless.topo import InputError


@dataclass(frozen=True)
class MatchStanding:
    """The standing of a match."""

    #: The name of the game that is on, or of the last one.
    game: str
    #: Its number among the games of the match, from 0.
    number: int
    #: Number of games that count in the scores.
    completed: int
    #: The score of each player in the match.
    scores: tuple[int, ...]
    #: Whether the match is over.
    is_over: bool

    def __str__(self) -> str:
        scores = ":".join(map(str, self.scores))
        if self.is_over:
            return f"{self.completed} games, {scores}"
        return f"game {self.completed + 1}, {self.game}, {scores}"

    @property
    def key(self) -> int:
        """The term in a transposition key, 62 bits."""
        key = 0
        for number in (self.number, self.completed, *self.scores):
            key = mix(key, 1 + number & 0xFFFFFFFF)
        return key >> 2


class Match(Position):
    """A match being played; `game` is the current game, `whole` the match.

    The position has the arrays of one game at a time. When it is over, its `result` is known, and a
    move of no player leads to the next game, or to the end of the match. This step carries over the
    scores of the match, which every module has among its numbers. The step to the next game keeps
    the position before it, so that `pop` goes back there.
    """

    def __init__(self, game: Game, technique: GameTechnique) -> None:
        if technique.is_external:
            raise InputError(f"{game.name} in {technique.name}: a match needs boards of the engine")
        self._match = game.subgame(0)
        self._last_mover, self._result, self._plies_before = 0, OPEN, 0
        super().__init__(self._match, technique)
        self._first_technique = self.technique

    @property
    def whole(self) -> Game:
        """The match."""
        return self._match

    @property
    def match(self) -> MatchStanding:
        """The standing of the match."""
        table = self.game.info.match
        assert table is not None
        numbers = self.arrays.numbers
        scores = numbers[table.scores + 1 :][: self.game.players].tolist()
        name = table.games[table.number]
        completed, is_over = int(numbers[table.completed]), self.winner != OPEN
        return MatchStanding(name, table.number, completed, tuple(scores), is_over)

    @property
    def is_between(self) -> bool:
        """Return True if a game is over but the match is not."""
        return self._result != OPEN and self.winner == OPEN

    @property
    def plies(self) -> int:
        """Number of moves made, without outcomes of chance, and of steps between games."""
        return self._plies_before + (super().plies if self.winner == OPEN else 0)

    @property
    def mover(self) -> int:
        """The next player to move; between games the last one."""
        return self._last_mover if self._result != OPEN else super().mover

    @property
    def key(self) -> int:
        """The transposition key."""
        return super().key ^ self.match.key

    @property
    def ranks(self) -> tuple[int, ...]:
        """The place of each player in the match, 0 while it is open."""
        return super().ranks if self.winner != OPEN else (0,) * self.game.players

    @property
    def question(self) -> ChanceQuestion | None:
        """The pending decision of chance, or None."""
        # Nobody makes the decision to go on to the next game.
        return CERTAIN if self.is_between else super().question

    def push_numbers(self, numbers: Numbers, move: Move | None = None) -> int:
        """Make a legal move by its numbers, or go on to the next game; see `Position`."""
        if self.is_between:
            return self._next_game(numbers, move)
        mover = self.mover
        super().push_numbers(numbers, move)
        return self._ended(mover)

    def _push_named(self, move: Move) -> int:
        mover = self.mover
        super()._push_named(move)
        return self.winner if self.node.ended is not None else self._ended(mover)

    def _ended(self, mover: int) -> int:
        """Note the result of the game that is on, after a move of a player; return OPEN."""
        if self._result == OPEN:
            table = self.game.info.match
            goes_on = table is not None and table.by_teams
            self._last_mover = super().mover if goes_on else mover
            self._result, self.winner = self.winner, OPEN
        return OPEN

    def _next_game(self, numbers: Numbers, move: Move | None) -> int:
        """Begin the next game, or end the match; return the winner."""
        ended = self.copy()
        winner = int(self.kernels.next_game(self.arrays, self._last_mover))
        step = Step(self.node, move, numbers)
        step.ended = ended
        if winner < 0:
            standing, plies = self.match, self.plies + 1
            self._set_up_game(self._match.subgame(-1 - winner), standing)
            self._begin()
            self._plies_before, winner = plies, OPEN
            step.decided = self._root().decided
        else:
            self._plies_before = self.plies + 1
        self._result = OPEN
        self.node, self.winner = step, winner
        self._touch()
        return winner

    def _set_up_game(self, game: Game, standing: MatchStanding | None = None) -> None:
        """Set up a game of the match, with the scores so far."""
        like_first = game.growing == self._match.growing
        technique = self._first_technique if like_first else default_technique(game)
        carried: dict[int, int] = {}
        table = game.info.match
        if standing is not None and table is not None:
            places = range(table.scores + 1, table.scores + 1 + game.players)
            carried = dict(zip(places, standing.scores, strict=True))
            carried[table.completed] = standing.completed
        self._set_up(game, technique, carried)

    def pop_row(self) -> Step:
        """Take the last move back, perhaps into the game before; return its step."""
        step = self.node
        if step.ended is not None and step.observed is None:
            # Copies of the position share the games that are over.
            vars(self).update(vars(step.ended.copy()))
            return step
        super().pop_row()
        self._result = OPEN
        return step

    def restart(self) -> None:
        """Go back to the start of the match."""
        self._last_mover, self._result, self._plies_before = 0, OPEN, 0
        # A later game of the match may be its first once more, with scores.
        if self.game is not self._match or self._carried:
            self._set_up_game(self._match)
        super().restart()

    def _make_again(self, step: Step) -> None:
        """Make the moves of the game that is on once more, from its start."""
        self._result = OPEN
        super()._make_again(step)


def position_of(game: Game, technique: GameTechnique) -> Position:
    """Return the position at the start of a game, or of a match of several."""
    kind = Position if game.info.match is None else Match
    return kind(game, technique)
