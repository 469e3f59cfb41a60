"""The state of a game by its rules: pieces, legal moves, outcome and history."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from boardless.games import Game
from boardless.games.game import GameChoice, as_game, technique_for
from boardless.games.game_technique import TechniqueChoice
from boardless.play.legal_moves import LegalMoves, check_move, divide, perft
from boardless.play.match import Match, MatchStanding, position_of
from boardless.play.position import Position
from boardless.state import Component, FreeState, Move, PastFreeState, Trial
from boardless.state.engine.arrays import OPEN
from boardless.state.move import parse_move, with_turns
from boardless.state.states import rebuilt
from boardless.topo import Key, integer_between
from boardless.topo.boards.board import MAX_DRAWN
from boardless.util import upward

if TYPE_CHECKING:
    from pathlib import Path

    from matplotlib.axes import Axes

    from boardless.jit.arrays import Ints
    from boardless.play.observation import Graph, Observation
    from boardless.view.widget import BoardWidget


@dataclass(frozen=True)
class Outcome:
    """The end of a game.

    Attributes
    ----------
    winner : int
        The player who won, 0 for a draw.
    ranks : tuple of int
        The place of each player, from 1; shared ones are equal.
    payoffs : tuple of Fraction or None
        The payoff of each player, exactly, if the rules name numbers.
    bounds : (Fraction, Fraction) or None
        The least and the most payoff, as far as they are known before the game.
    """

    winner: int
    ranks: tuple[int, ...]
    payoffs: tuple[Fraction, ...] | None = None
    bounds: tuple[Fraction, Fraction] | None = None

    def __str__(self) -> str:
        if self.winner:
            return f"player {self.winner} has won"
        if len(self.ranks) == 1:
            return "lost"
        got = set(self.payoffs or ())
        if self.bounds == (Fraction(0), Fraction(1)) and len(got) == 1 and got <= {0, 1}:
            # Players of a team win or lose together.
            return "all have won" if 1 in got else "all have lost"
        return "drawn"

    @property
    def rewards(self) -> tuple[float, ...]:
        """The reward of each player, from 0 for the last place to 1 for the first.

        Players who share a place get the mean; a lone player gets 1 for a win, else 0. Payoffs with
        known bounds are scaled to them.
        """
        if self.payoffs is not None and self.bounds is not None:
            low, high = self.bounds
            return tuple(float((got - low) / (high - low or 1)) for got in self.payoffs)
        ranks, others = self.ranks, len(self.ranks) - 1
        if not others:
            return (1.0 if self.winner else 0.0,)
        places = (rank + (ranks.count(rank) - 1) / 2 for rank in ranks)
        return tuple((len(ranks) - place) / others for place in places)


class State(FreeState):
    """A game being played.

    Parameters
    ----------
    game : Game, str or path
        The game, or an argument of `games.load`.
    technique : AnyTechnique, Strategy or str, optional
        By default ZONE-APPEND, or BASE-KEPT for a game on a fixed board; see
        `games.game_technique.game_technique`.
    start : {"5.4", "minimal"}
        Which board a growing technique that has a name starts from.

    Raises
    ------
    InputError
        If `game` is not a game, the technique or the start is unknown, or they do not fit the game.

    Examples
    --------
    >>> from boardless.games import load
    >>> from boardless.play import State
    >>> state = State(load("Tic-Tac-Toe", jit=False))
    >>> len(state.legal_moves)
    9
    >>> state.push(state.parse("+1@0,0"))
    >>> state
    <State Tic-Tac-Toe, ply 1, player 2 to move>
    >>> state.perft(2)
    56
    """

    _position: Position

    def __init__(
        self, game: GameChoice, technique: TechniqueChoice | None = None, start: str = "5.4"
    ) -> None:
        game = as_game(game)
        self._position = position_of(game, technique_for(game, technique, start))

    def __repr__(self) -> str:
        return f"<State {self._told()}>"

    def __eq__(self, other: object) -> bool:
        """Return True if both are the same position of the same game; see `position_id`."""
        if not isinstance(other, State):
            return NotImplemented
        return self is other or self.position_id == other.position_id

    def __hash__(self) -> int:
        """Return a hash of the position, which every move changes.

        Do not play on in a state that is in a set or the key of a dict, where it would not be found
        again: put a copy there, ``state.at(state.ply)`` or `position_id`.
        """
        return hash(self.position_id)

    def __str__(self) -> str:
        if self._position.cells > MAX_DRAWN:
            return self._told()
        return f"{self._told()}\n{upward.text_board(self)}"

    def _told(self) -> str:
        turn = self.outcome() or f"player {self.mover} to move"
        return f"{self.game.name}, ply {self.ply}, {turn}"

    # -- what there is ----------------------------------------------------------------------

    @property
    def game(self) -> Game:
        """The game."""
        return self._position.game

    @property
    def technique(self) -> str:
        """The name of the technique that it is played in."""
        return self._position.technique.name

    @property
    def components(self) -> tuple[Component, ...]:
        """The components; component n has number n + 1."""
        return self.game.components

    @property
    def players(self) -> int:
        """Number of players."""
        return self.game.players

    @property
    def seat(self) -> int:
        """The player who chooses next, after an exchange of sides the other one; 0 for chance."""
        return self._position.seat

    @property
    def position_id(self) -> int:
        """The identity of the position, 62 bits, the same in every technique and process.

        Equal numbers mean the same game with the same legal moves, mover, outcome and future. They
        cover all that the rules can read: pieces by cell from the anchor, hands, variables, passes,
        phases, counters, the last move, and earlier positions if repetition counts. `key` covers
        pieces, hands, variables and the mover only. The limit of turns is not a part.

        If chance decides, or rules use numbers of sites of a growing board or forbid repetition,
        the whole sequence of moves is a part as well.
        """
        return self._position.position_id

    @property
    def scores(self) -> tuple[int, ...] | None:
        """The points of each player so far, as pages show them; None in a game without points.

        If the rules pay by points at the end only, these are the payments of an end now.
        """
        return self._position.scores or upward.scores_so_far(self) or None

    @property
    def match(self) -> MatchStanding | None:
        """The current game of a match, and the scores; None if the game is not in a match."""
        position = self._position
        return position.match if isinstance(position, Match) else None

    @property
    def position(self) -> Position:
        """The arrays of the compiled game, for searches; read-only."""
        return self._position

    @property
    def pieces(self) -> dict[Key, int]:
        """The components that stand on the board, by cell relative to the anchor."""
        return {cell: what for cell, what in self._position.standing().items() if what}

    @property
    def piles(self) -> dict[Key, tuple[int, ...]]:
        """The components on each occupied cell, the lowest first."""
        return {cell: pile for cell, pile in self._position.piles().items() if pile}

    def cell(self, site: int) -> Key:
        """Return the cell of a site, from the anchor; raise InputError if it is off the board."""
        return self.board.key(site)

    def site(self, cell: Key) -> int:
        """Return the site of a cell, from the anchor; raise InputError if it is off the board."""
        return self.board.site(cell)

    def observation(self, player: int) -> "Observation":
        """Return the view of a player; raise InputError for an unknown player."""
        from boardless.play.observation import observe

        player = integer_between(player, "player", 1, self.players)
        return observe(self._position.arrays, self._position.kernels, player, self.mover)

    # -- the game ---------------------------------------------------------------------------

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves; an empty list if the game is over."""
        return LegalMoves(self)

    def chances(self) -> tuple[tuple[Move, Fraction], ...]:
        """Return the possible moves of chance with their probabilities; () if a player moves.

        They are the legal moves then, in the turn of the mover, and made like others.
        """
        question = self._position.question
        return () if question is None else tuple(question.moves(self.mover).items())

    def outcome(self) -> Outcome | None:
        """Return the result of the game, or None while it goes on."""
        position = self._position
        if position.winner == OPEN:
            return None
        table = self.game.module.payoffs
        bounds = None if table is None else table.bounds
        return Outcome(position.winner, position.ranks, position.payoffs, bounds)

    def perft(self, depth: int, by: str = "moves", doubles: bool = True) -> int:
        """Return the number of games of `depth` moves, or turns, from here.

        Parameters
        ----------
        depth : int
            From 0 to 10,000.
        by : {"moves", "turns"}
            The unit of depth. A turn is all moves of a player until the mover changes or the game
            is over. A lone player has turns of one move.
        doubles : bool
            Whether moves (or turns) from a position that lead to the same contents count
            separately; if False, they count once.

        Raises
        ------
        InputError
            If an argument is out of range, or something is left to chance.
        """
        return perft(self._position, depth, by, doubles)

    def divide(self, depth: int) -> dict[Move, int]:
        """Return for every legal move the number of games of `depth` moves that begin with it.

        Raise InputError unless the depth is a whole number from 1 to 10,000.
        """
        return divide(self.copy()._position, depth)

    # -- moves by rows ----------------------------------------------------------------------

    @property
    def legal_count(self) -> int:
        """The number of rows of legal moves, 0 if the game is over."""
        return self._position.count_rows()

    @property
    def legal_rows(self) -> "Ints":
        """The legal moves as rows of numbers, int32, (n, columns); n is 0 at the end.

        See `View.row_names` for the columns. Two rows may be the same move by different rules.
        """
        return self._position.rows()

    def push_row(self, place: int) -> None:
        """Make the legal move of a row by its place; raise InputError if that is out of range.

        It costs little more than the move itself; its name is computed on request.
        """
        self._position.push_row(place)

    def pop_row(self) -> None:
        """Take the last move back without a name; raise InputError at the start."""
        self._position.pop_row()

    def reset(self) -> None:
        """Go back to the start of the game."""
        self._position.restart()

    @property
    def legal_places(self) -> "Ints":
        """Origin and target of each legal row as places in a plane, -1 elsewhere, int32, (n, 2)."""
        return self._seen("rows")

    @property
    def legal_actions(self) -> "Ints":
        """The fixed action of each legal row, or -1, int64, (n,); see `View.actions`.

        Raises
        ------
        InputError
            If the game is without fixed actions.
        """
        return self._seen("actions")

    @property
    def mask(self) -> "Ints":
        """Which actions are legal, uint8, (actions,); see `View.actions`.

        Raises
        ------
        InputError
            If the game is without fixed actions.
        """
        return self._seen("mask")

    @property
    def planes(self) -> "Ints":
        """The board in the mover's view, uint8, (channels, rows, columns); see `View`."""
        return self._seen("planes")

    @property
    def graph(self) -> "Graph":
        """The board as a graph in the mover's view."""
        from boardless.play.observation import look

        graph: Graph = look(self._position, "graph")
        return graph

    @property
    def seen_numbers(self) -> "Ints":
        """Numbers that belong to no site in the mover's view, int32; see `View.number_names`."""
        return self._seen("numbers")

    def _seen(self, part: str) -> "Ints":
        from boardless.play.observation import look

        part_seen: Ints = look(self._position, part)
        return part_seen

    # -- moves ------------------------------------------------------------------------------

    def parse(self, text: str) -> Move:
        """Return the mover's move of a text, see `state.move`; raise InputError for other forms."""
        return parse_move(text, self.mover)

    def push(self, move: Move) -> None:
        """Make a move; raise InputError if it is not legal; nothing has changed then."""
        position = self._position
        # A move that was taken from the legal ones is known to be a move.
        if type(move) is not Move or move.noted is None:
            check_move(move)
        position.push(move)

    # -- the past ---------------------------------------------------------------------------

    def at(self, ply: int) -> "PastState":
        """Return the state after the first `ply` moves, which can be read and never changes.

        The first call copies the state. Reading then costs the changes from the past state that was
        read last. Raise InputError if there are fewer moves.
        """
        return PastState(*self._past_at(ply))

    def trial(self, seed: int | None = None) -> Trial:
        """Return the game so far as a trial, which can be saved and replayed in any technique.

        Parameters
        ----------
        seed : int, optional
            The seed of the random choices, to be written down.
        """
        winner = self._position.winner
        result = None if winner == OPEN else winner
        then = self.mover if result is None else None
        moves = with_turns(self._position.move_stack, then, self.setup.players)
        technique, whole = self._position.technique, self._position.whole
        game = whole.description
        return Trial(
            whole.setup,
            moves,
            whole.name,
            seed,
            result,
            technique.grown_by or technique.name,
            game.text,
            tuple(game.options),
            self._position.did,
        )

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the game, the technique and the moves, which are played again."""
        technique = self._position.technique
        start = self._position.whole, technique.choice, technique.start
        return rebuilt, (State, start, self._position.move_stack)

    # -- drawing ----------------------------------------------------------------------------

    def draw(self, ax: "Axes | None" = None) -> "Axes":
        """Draw the board, the pieces and the last move with Matplotlib.

        Parameters
        ----------
        ax : matplotlib.axes.Axes, optional
            The axes to draw on; by default, the axes of a new figure.

        Returns
        -------
        matplotlib.axes.Axes
            The axes with the drawing, in edge lengths.
        """
        return upward.scene_of(self, choices=False).draw(ax)

    def show(self, players: "Sequence[Any]" = (), **options: Any) -> "BoardWidget":
        """Return a board to click on, for a notebook; see `view.show`."""
        return upward.show(self, players, **options)

    def to_html(self, path: "str | Path", seat: int = 0) -> None:
        """Write a page that replays the game so far; see `view.to_html`."""
        upward.to_html(self, path, seat)

    def _repr_svg_(self) -> str | None:
        if self._position.cells > MAX_DRAWN:
            return None
        return upward.scene_of(self, choices=False).svg()


class PastState(PastFreeState, State):
    """A past state of a game, of `State.at` or `Trial.at`; see `state.PastFreeState`."""
