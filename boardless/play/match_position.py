"""A match being played: its games one after another, each in a module of its own."""

from copy import copy
from dataclasses import dataclass
from fractions import Fraction
from typing import Self

from boardless.games import Game
from boardless.games.game import default_technique
from boardless.games.game_technique import GameTechnique
from boardless.jit.game_runtime import mix
from boardless.play.chance import ChanceQuestion, Numbers
from boardless.play.game_position import GamePosition
from boardless.play.move_coding import Attempts
from boardless.play.numbered_moves import NumberedMoves
from boardless.state import Move
from boardless.state.engine.arrays import OPEN, PLIES
from boardless.topo import InputError

#: The decision to go on to the next game, which nobody makes: it has one outcome.
NEXT_GAME = ChanceQuestion((Fraction(1),), 0)


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


@dataclass(frozen=True)
class _Begun:
    """A game of a match as it stood when the next one began."""

    game: Game
    technique: GameTechnique
    numbered: NumberedMoves
    #: Number of moves of the match before its first, and the player who made its last.
    ply: int
    last_mover: int
    result: int


class MatchPosition(GamePosition):
    """A match being played; `game` is the game that is on, `whole` the match.

    The position has the moves of one game at a time. When that is over, its `result` is known and
    nobody's move leads to the next one, or to the end of the match: the scores of the match, which
    every module keeps among its numbers, are carried over. Games before stay as they are.
    """

    def __init__(self, game: Game, technique: GameTechnique) -> None:
        if technique.is_external:
            raise InputError(f"{game.name} in {technique.name}: a match needs boards of the engine")
        self._match = game.subgame(0)
        super().__init__(self._match, technique)
        self._first_technique = self.technique
        self._before: list[_Begun] = []
        self._begun, self._last_mover, self._result = 0, 0, OPEN

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
        """Tell whether a game is over and the match is not."""
        return self._result != OPEN and self.winner == OPEN

    @property
    def plies(self) -> int:
        """Number of moves made, outcomes of chance aside; one leads from each game to the next."""
        before = sum(int(begun.numbered.on.arrays.n[PLIES]) + 1 for begun in self._before)
        return before + (super().plies if self.winner == OPEN else 0)

    @property
    def mover(self) -> int:
        """The player who moves next; between games the last one."""
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
        """The decision of chance that comes before anything else; None without one."""
        return NEXT_GAME if self.is_between else super().question

    def make_numbered(self, move: Move, numbers: Numbers) -> int:
        """Make a move whose numbers `moves` gave for this very position; see `make`."""
        if not self.is_between:
            return super().make_numbered(move, numbers)
        ended = self._numbered.copy()
        arrays = ended.on.arrays
        winner = int(self.kernels.next_game(arrays, self._last_mover))
        self._before.append(
            _Begun(
                self.game,
                self.technique,
                self._numbered,
                self._begun,
                self._last_mover,
                self._result,
            )
        )
        self._numbered = ended
        if winner < 0:
            self._play(self._match.subgame(-1 - winner), self.match)
            winner = OPEN
        self._result, self._begun = OPEN, self.ply + 1
        return super()._made(move, numbers, winner)

    def _made(self, move: Move, numbers: Numbers | None, winner: int) -> int:
        table = self.game.info.match
        goes_on = table is not None and table.by_teams
        self._last_mover = super().mover if goes_on else move.mover
        self._result = winner
        return super()._made(move, numbers, OPEN)

    def _play(self, game: Game, standing: MatchStanding | None = None) -> None:
        """Set up a game of the match, with the scores so far."""
        like_first = game.growing == self._match.growing
        technique = self._first_technique if like_first else default_technique(game)
        technique = game.suited(technique)
        carried: dict[int, int] = {}
        table = game.info.match
        if standing is not None and table is not None:
            places = range(table.scores + 1, table.scores + 1 + game.players)
            carried = dict(zip(places, standing.scores, strict=True))
            carried[table.completed] = standing.completed
        self._set(game, technique, NumberedMoves(game, technique, carried))

    def _set(self, game: Game, technique: GameTechnique, numbered: NumberedMoves) -> None:
        self.game, self.technique, self._numbered = game, technique, numbered
        self.kernels = numbered.kernels
        self._attempts = Attempts(game, self.kernels)

    def take_back(self) -> Move:
        """Take the last move back and return it; there is one."""
        if not self._before or self.ply > self._begun:
            move = super().take_back()
            self._result = OPEN
            return move
        move = self._moves.pop()
        self._nodes.pop()
        del self._did[self.ply :]
        begun = self._before.pop()
        # Copies of the position share the games that are over.
        self._set(begun.game, begun.technique, begun.numbered.copy())
        self._begun, self._last_mover, self._result = begun.ply, begun.last_mover, begun.result
        self.winner = OPEN
        return move

    def restart(self) -> None:
        """Go back to the start of the match."""
        if self._before:
            self._play(self._match)
        self._before = []
        self._begun, self._last_mover, self._result = 0, 0, OPEN
        super().restart()

    def _make_again(self) -> None:
        """Make the moves of the game that is on once more, from its start."""
        nodes, known, moves = self._nodes, self._did, self._moves
        first = self._begun
        self._nodes, self._moves = nodes[: first + 1], moves[:first]
        self._result = self.winner = OPEN
        self._numbered.begin_again()
        for node in nodes[first + 1 :]:
            self.go_on(node)
        self._nodes, self._did = nodes, known

    def copy(self) -> Self:
        """Return an independent position."""
        twin = super().copy()
        twin._before = copy(self._before)
        return twin


def position_of(game: Game, technique: GameTechnique) -> GamePosition:
    """Return the position at the start of a game, or of a match of several."""
    kind = GamePosition if game.info.match is None else MatchPosition
    return kind(game, technique)
