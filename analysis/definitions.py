"""Definitions of metrics: one function each, with the definition as its docstring.

The function returns a number for each game, or a series of numbers by state, or numbers of all
games with their common statistic. A series gives eleven metrics (`trials.WAYS`). The result is None
if the metric has no meaning for the game; a game without a number has nan. Numbers of rows and of
games that may be unknown are read by `Trials.numbers`, `of_games` and `of_states`, which raise a
NotMeasuredError, so that the metric is left out. docs/metrics.md lists all metrics, with every
difference to Ludii.
"""

import numpy as np

from boardless.analysis.trials import METRICS as METRICS
from boardless.analysis.trials import OURS, TAG, Pooled, Series, Trials, metric
from boardless.analysis.trials import tag_metrics as tag_metrics
from boardless.analysis.trials import unit_of as unit_of
from boardless.games.game import Game
from boardless.jit.arrays import Floats, Ints
from boardless.state.engine.bits import turn_term
from boardless.state.engine.observing import (
    SEEN_ACTIONS,
    SEEN_CELLS,
    SEEN_DIFFERENT,
    SEEN_HIDDEN,
    SEEN_KEY,
    SEEN_MOVER,
    SEEN_OCCUPIED,
    SEEN_PIECES,
    SEEN_POSITIONS,
    SEEN_SCORES,
    VALUE_NARROWNESS,
    VALUE_VARIANCE,
)

#: The highest stack of pieces, in Ludii's count of states.
STACK_HEIGHT = 32


# -- lengths ------------------------------------------------------------------------------------


@metric("actions")
def duration_actions(trials: Trials) -> Floats:
    """Actions of all moves; a pass has 0 actions."""
    return trials.column(SEEN_ACTIONS, trials.moved).sums()


@metric("moves")
def duration_moves(trials: Trials) -> Floats:
    """Moves, passes included."""
    return trials.of_games("plies")


@metric("turns")
def duration_turns(trials: Trials) -> Floats:
    """Runs of moves of one player."""
    return trials.turns


@metric("turns")
def duration_turns_not_timeouts(trials: Trials) -> Floats:
    """Turns of games that no limit ended."""
    return np.where(timeouts(trials), np.nan, trials.turns)


# -- repeated positions -------------------------------------------------------------------------


@metric("share of games", better="less")
def positional_repetition(trials: Trials) -> Floats:
    """Games with a repeated position."""
    # The key has a term for the mover, the only difference of situations and positions.
    terms = np.array([turn_term(player) for player in range(trials.game.players + 1)], np.int64)
    return _repeated(trials, trials.numbers(SEEN_KEY) ^ terms[trials.numbers(SEEN_MOVER)])


@metric("share of games", better="less")
def situational_repetition(trials: Trials) -> Floats:
    """Games with a repeated position and the same mover."""
    return _repeated(trials, trials.numbers(SEEN_KEY))


def _repeated(trials: Trials, keys: Ints) -> Floats:
    """Return 1 for games with a repeated key."""
    pairs = np.unique(np.column_stack((trials.owners, keys)), axis=0)
    different = np.bincount(pairs[:, 0], minlength=len(trials.games))
    return (different < trials.lengths).astype(np.float64)


# -- complexity and coverage --------------------------------------------------------------------


@metric("share of moves", better="more")
def decision_moves(trials: Trials) -> Floats:
    """States with more than one legal move."""
    return trials.series(trials.choices > 1, trials.moved).means()


@metric("powers of ten")
def game_tree_complexity(trials: Trials) -> Floats:
    """Moves times the logarithm of the mean number of legal moves."""
    return duration_moves(trials) * np.log10(np.maximum(branching_factor(trials).means(), 1))


@metric("powers of ten")
def state_tree_complexity(trials: Trials) -> Floats:
    """Sites times the logarithm of one more than the kinds of pieces, times 32 with stacks."""
    game, sites = trials.game, trials.of_games("sites")[:, 1]
    possible = len(game.setup.components) + 1
    if game.module.model.stacking:
        possible *= STACK_HEIGHT
    return sites * float(np.log10(possible))


@metric("share of sites", better="more")
def board_coverage_default(trials: Trials) -> Floats:
    """Sites of the board's own type that were occupied at some time."""
    return _coverage(trials)[:, 0]


@metric("share of sites", better="more")
def board_coverage_used(trials: Trials) -> Floats:
    """Occupied sites as in `BoardCoverageDefault`, of all types of the play."""
    return _coverage(trials)[:, 1]


def _coverage(trials: Trials) -> Floats:
    """Return the covered shares of sites, of the board's own type and of all, (games, 2)."""
    return trials.of_games("covered") / np.maximum(trials.of_games("sites"), 1)


@metric("share of sites", better="more")
def board_coverage_full(trials: Trials) -> Floats | None:
    """Occupied sites as before, of all cells, vertices and edges of a fixed board."""
    covered, layout = trials.of_games("covered")[:, 1], trials.game.module.model.layout
    if layout is None:
        return None
    kinds = (layout.board.sites_of(kind) for kind in ("Cell", "Vertex", "Edge"))
    every = sum(len(sites.steps.to.start) - 1 for sites in kinds)
    return covered / max(every, 1)


# -- outcomes -----------------------------------------------------------------------------------


@metric("share of games", better="more")
def completion(trials: Trials) -> Floats:
    """Games that somebody wins."""
    return np.asarray(trials.of_games("winner") > 0, np.float64)


@metric("share of games", better="less")
def timeouts(trials: Trials) -> Floats:
    """Games that a limit ends, the game's own or a limit on moves."""
    return trials.of_games("is_timeout")


@metric("share of games")
def advantage_p1(trials: Trials) -> Floats | None:
    """The score of the first player, with a draw as one half."""
    return trials.rewards[:, 0] if trials.game.players > 1 else None


@metric("share of games", better="less")
def drawishness(trials: Trials) -> Floats | None:
    """Games with equal scores of all players."""
    if trials.game.players < 2:
        return None
    return np.asarray((trials.rewards == 0.5).all(axis=1), np.float64)


# -- values of states ---------------------------------------------------------------------------


@metric("share of moves")
def clarity_narrowness(trials: Trials) -> Floats | None:
    """Legal moves above three quarters of the way from their mean value to the best."""
    return _of_tried(trials, VALUE_NARROWNESS)


@metric("value")
def clarity_variance(trials: Trials) -> Floats | None:
    """The variance of the values of the legal moves."""
    return _of_tried(trials, VALUE_VARIANCE)


def _of_tried(trials: Trials, column: int) -> Floats | None:
    """Return the means of a column of `VALUES_SEEN`, or None if no moves were tried."""
    tried = trials.of_states("values")[:, column]
    return None if np.isnan(tried).all() else trials.series(tried).means()


@metric("share of moves", better="more")
def lead_change(trials: Trials) -> Floats:
    """Moves before which the leading players have changed; the first counts."""
    values = trials.values
    best = values == values.max(axis=1, keepdims=True)
    leaders = best @ (1 << np.arange(values.shape[1]))
    changed = np.concatenate(([True], leaders[1:] != leaders[:-1])) | (trials.plies == 0)
    return trials.series(changed, trials.moved).means()


@metric("value")
def stability(trials: Trials) -> Floats:
    """The variance of a player's values, summed over players."""
    by_player = (trials.series(values, trials.moved) for values in trials.values.T)
    variances: Floats = np.add.reduce([series.ways()["Variance"] for series in by_player])
    return variances


@metric("value")
def move_evaluation(trials: Trials) -> Series:
    """The value of a move to the player who made it."""
    values = trials.values
    mover = np.clip(trials.numbers(SEEN_MOVER), 1, values.shape[1]) - 1
    after = np.roll(values, -1, axis=0)[np.arange(len(values)), mover]
    return trials.series(after, trials.moved)


@metric("value")
def state_evaluation_difference(trials: Trials) -> Series:
    """The largest difference of two players' values."""
    return trials.series(np.ptp(trials.values, axis=1))


@metric("value")
def decisiveness_threshold(trials: Trials) -> Floats | None:
    """The highest value of any player except the winners."""
    others = np.where(trials.won | ~trials.moved[:, None], -1.0, trials.values).max(axis=1)
    highest = np.full(len(trials.games), -1.0)
    np.maximum.at(highest, trials.owners, others)
    return highest if trials.game.players > 1 else None


@metric("share of moves")
def decisiveness_moves(trials: Trials) -> Floats | None:
    """The share of the game before a winner's value exceeds that threshold."""
    threshold = decisiveness_threshold(trials)
    if threshold is None:
        return None
    winners = np.where(trials.won, trials.values, -np.inf).max(axis=1)
    ahead = trials.moved & (winners > threshold[trials.owners])
    first = duration_moves(trials)
    np.minimum.at(first, trials.owners[ahead], trials.plies[ahead].astype(float))
    return first / np.maximum(duration_moves(trials), 1)


@metric("value", better="more")
def drama(trials: Trials) -> Series | None:
    """The distance of the winners' value below the highest."""
    won, values = trials.won, trials.values
    best = values.max(axis=1, keepdims=True)
    behind = np.where(won, best - values, 0.0).sum(axis=1) / won.sum(axis=1)
    return trials.series(behind, trials.moved) if trials.game.players > 1 else None


# -- numbers of every state ---------------------------------------------------------------------


@metric("share of sites")
def board_sites_occupied(trials: Trials) -> Series:
    """Occupied sites of the board's own type."""
    # A growing board has its present size.
    first = trials.of_games("sites")[trials.owners, 0]
    sites = trials.numbers(SEEN_CELLS) if trials.game.growing else first
    return trials.series(trials.numbers(SEEN_OCCUPIED) / sites)


@metric("moves")
def branching_factor(trials: Trials) -> Series:
    """Legal moves; a forced pass counts as one."""
    return trials.series(trials.choices, trials.moved)


@metric("moves")
def decision_factor(trials: Trials) -> Series:
    """Legal moves, of states with more than one."""
    return trials.series(trials.choices, trials.moved & (trials.choices > 1))


@metric("steps")
def move_distance(trials: Trials) -> Series:
    """Steps between touching sites from the start to the end of a move on the board."""
    return trials.series(trials.of_states("distances"))


@metric("pieces")
def piece_number(trials: Trials) -> Series:
    """Pieces on the board, including all pieces of a stack and all counted pieces."""
    return trials.column(SEEN_PIECES)


@metric("points")
def score_difference(trials: Trials) -> Series:
    """The largest difference of two players' scores."""
    return trials.column(SEEN_SCORES)


# -- ours ---------------------------------------------------------------------------------------


@metric("share of games", OURS)
def first_wins(trials: Trials) -> Floats:
    """Games that the first player wins."""
    return np.asarray(trials.of_games("winner") == 1, np.float64)


@metric("rounds", OURS)
def rounds(trials: Trials) -> Floats:
    """Turns by players."""
    turns: Floats = np.ceil(trials.turns / trials.game.players)
    return turns


@metric("pieces", OURS)
def piece_number_gain(trials: Trials) -> Floats:
    """Pieces at the end less pieces at the start."""
    pieces = trials.numbers(SEEN_PIECES).astype(np.float64)
    gain: Floats = pieces[trials.ends] - pieces[trials.plies == 0]
    return gain


@metric("steps", OURS)
def steps_per_move(trials: Trials) -> Floats:
    """`MoveDistance`, with 0 for moves that stay in place."""
    return trials.series(np.nan_to_num(trials.of_states("distances")), trials.moved).means()


@metric("cells", OURS)
def board_size_at_end(trials: Trials) -> Floats | None:
    """Cells."""
    if not isinstance(trials.game, Game):
        return None  # a game in Python has components, and no board
    return np.asarray(trials.numbers(SEEN_CELLS, trials.ends)[trials.ends], np.float64)


@metric("share of cells", OURS)
def unused_average(trials: Trials) -> Floats:
    """Cells without a piece."""
    occupied, cells = trials.numbers(SEEN_OCCUPIED), trials.numbers(SEEN_CELLS)
    return trials.series(1 - occupied / np.maximum(cells, 1)).means()


# -- of all games together ----------------------------------------------------------------------


@metric("turns")
def duration_turns_std_dev(trials: Trials) -> Pooled:
    """The standard deviation of turns."""
    return Pooled(trials.turns, lambda turns: float(turns.std()), high=np.inf)


@metric("share", better="more")
def outcome_uniformity(trials: Trials) -> Pooled:
    """1 minus the variance of a player's outcome, from -1 to 1; the mean over players."""
    outcomes = 2 * trials.rewards - 1
    return Pooled(outcomes, lambda some: 1 - float(some.var(axis=0).mean()))


@metric("share", better="more")
def balance(trials: Trials) -> Pooled | None:
    """1 less the largest difference of two players' scores."""
    if trials.game.players < 2:
        return None
    return Pooled(trials.rewards, lambda some: 1 - float(np.ptp(some.mean(axis=0))))


# -- TAG's --------------------------------------------------------------------------------------


@metric("moves", TAG, name="actions", title="Legal moves")
def actions(trials: Trials) -> Series:
    """Different legal moves of states with a decision."""
    return trials.column(SEEN_DIFFERENT, trials.chosen)


@metric("states", TAG, name="branching", title="Different next states")
def branching(trials: Trials) -> Series:
    """Different states after them."""
    return trials.column(SEEN_POSITIONS, trials.chosen & (trials.rows[:, SEEN_POSITIONS] >= 0))


@metric("components", TAG, name="state_size", title="Size of the state")
def state_size(trials: Trials) -> Series:
    """Components of every state: places on boards and in hands, by default."""
    return trials.series(trials.sizes, trials.seen)


@metric("moves", TAG, name="turn", title="Moves in a row")
def turn(trials: Trials) -> Series:
    """Consecutive moves of one player."""
    ends = np.append(np.cumsum(trials.moved)[trials.begins] - 1, trials.moved.sum())
    runs = np.diff(ends).astype(np.float64)
    return Series.of(runs, trials.owners[trials.begins], len(trials.games))


@metric("turns", TAG, name="rounds", title="Rounds")
def turns_of_first(trials: Trials) -> Floats:
    """Turns of the first player."""
    movers, begins = trials.rows[:, SEEN_MOVER], trials.begins
    first = movers[trials.plies == 0][trials.owners]
    counts = np.bincount(trials.owners[begins & (movers == first)], minlength=len(trials.games))
    return counts.astype(np.float64)


@metric("share of components", TAG, name="hidden", title="Hidden share")
def hidden(trials: Trials) -> Series:
    """Components that the deciding player did not see."""
    return trials.series(trials.rows[:, SEEN_HIDDEN] / np.maximum(trials.sizes, 1), trials.chosen)
