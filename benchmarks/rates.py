"""Speed of single games, and of Ludii, OpenSpiel and a program in C.

TAG's games are compared by way of random games of Andantino: ../shared/tag/speed.csv has TAG's
figures, measured in the same minutes as Andantino on that machine, and Andantino, measured here in
turn with each game, ties this machine to the other one.
"""

from collections.abc import Callable, Sequence
from math import inf
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter, process_time
from typing import Any

import numpy as np
import pandas as pd

from benchmarks.measure import MeasurementTables, Rows, UnmeasuredError, in_turn
from benchmarks.playouts import SECONDS, TimedPlayouts, beside_c, c_program
from boardless.agents.specs import entrant
from boardless.games import Game, compile, description_text, load
from boardless.games.game import default_technique, technique_for
from boardless.games.library import PACKAGED, chosen_library
from boardless.games.modules import Features
from boardless.jit.arrays import Ints
from boardless.play import State
from boardless.play.playing import move_of_chance
from boardless.play.playout_worker import PlayoutWorker
from boardless.state.engine.arrays import COUNT, NAMED, NEED_ROOM

TABLES = MeasurementTables()

#: Turns, of which the best counts.
ROUNDS = 5


@TABLES.table(
    "carcassonne",
    "Carcassonne: whole random games, on one core",
    "players",
    "games/s (> 2000)",
    "moves/s",
)
def carcassonne_rates() -> Rows:
    """Yield games and moves per second with the fewest and the most players, on one core."""
    for players in (2, 5):
        played = TimedPlayouts(load("Carcassonne", [f"Players/{players}"]), SECONDS)
        best = max(played.rate() for _ in range(ROUNDS))
        yield players, round(best), round(best * played.plies)


#: Games are cut here: random ones go on for long.
HIVE_PLIES = 300
#: Games of OpenSpiel.
SPIEL_PLAYOUTS = 20
#: The depth of the perft.
HIVE_DEPTH = 5
#: The parameters of OpenSpiel's game for the bugs of a set that the base game has not.
_SPIEL = {"M": "uses_mosquito", "L": "uses_ladybug", "P": "uses_pillbug"}


def hive(plies: int, *options: str) -> Game:
    """Return Hive, by default without expansions, a draw after a number of moves."""
    cut = f"(if (>= (count Moves) {plies}) (result Mover Draw))"
    return compile(description_text("Hive").replace("<Repetition:end>", cut), options)


@TABLES.table(
    "hive",
    f"Hive: random games cut at {HIVE_PLIES} moves, and counting",
    "pieces",
    "plies/s (> 100,000)",
    "positions/s (> 5,000,000)",
    "OpenSpiel's plies/s",
)
def hive_rates() -> Rows:
    """Yield the rates with the smallest and the largest set of pieces, on one core.

    OpenSpiel has rules in C++; the measurement asks it for moves from Python, as its users do.
    """
    for pieces in ("Base", "Base+MLP"):
        game = hive(HIVE_PLIES, f"Pieces/{pieces}")
        played, state = TimedPlayouts(game, SECONDS), State(game)
        state.perft(2)
        begin = perf_counter()
        counted = state.perft(HIVE_DEPTH)
        rates = (played.rate() * played.plies, counted / (perf_counter() - begin))
        yield pieces, *(round(rate) for rate in rates), _spiel_plies_a_second(pieces)


def _spiel_plies_a_second(pieces: str) -> int | str:
    try:
        import pyspiel
    except ImportError:
        return "not installed"
    used = ",".join(f"{name}={str(bug in pieces[4:]).lower()}" for bug, name in _SPIEL.items())
    game, random, moves = pyspiel.load_game(f"hive({used})"), Random(1), 0
    begin = perf_counter()
    for _ in range(SPIEL_PLAYOUTS):
        state = game.new_initial_state()
        for _ in range(HIVE_PLIES):
            if state.is_terminal():
                break
            state.apply_action(random.choice(state.legal_actions()))
            moves += 1
    return round(moves / (perf_counter() - begin))


def spiel_seconds(name: str, playouts: int, iterations: int) -> float:
    """Return the processor time of a search by OpenSpiel in C++, from the opening.

    Each iteration has N random playouts; ImportError if OpenSpiel is not installed.
    """
    import pyspiel

    game = pyspiel.load_game(name)
    state = game.new_initial_state()
    evaluator = pyspiel.RandomRolloutEvaluator(playouts, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 2**0.5, iterations, 1000, False, 1, False)
    begin = process_time()
    bot.mcts_search(state)
    return process_time() - begin


#: From which move to which one is timed, with some 50 and some 5,000 tiles between them, and in how
#: many games.
SMALL, LARGE = (20, 36, 5_000), (1_600, 2_400, 50)
#: Cells and moves that there is room for.
TRAX_ROOM, TRAX_PLIES = 2**13, 2**12
_WINS = ("is Loop path:True", "is Across 8", "is Loop (next) path:True", "is Across 8 (next)")


def trax_rates() -> pd.DataFrame:
    """Return moves per second of random games on one core, and the growth of a move's cost.

    The cost of a move comes from games that nobody wins. On large boards a move forces more tiles,
    so the table has the cost of one tile, too.
    """
    played, endless = TimedPlayouts(load("Trax", library=PACKAGED), SECONDS), _endless()
    small, large = (_cost(endless, *window) for window in (SMALL, LARGE))
    best = max(played.rate() for _ in range(ROUNDS))
    rates = {"plies/s (> 200,000)": best * played.plies}
    of_each = ("tiles", "tiles a move", "us a move")
    rows = [rates | dict(zip(of_each, cost, strict=True)) for cost in (small, large)]
    table = pd.DataFrame(rows)
    table["us a tile"] = table["us a move"] / table["tiles a move"]
    for part in ("move", "tile"):
        table[f"ratio a {part}"] = table[f"us a {part}"] / table[f"us a {part}"].iloc[0]
    return table


def _endless() -> Game:
    """Return the game that nobody wins."""
    text = description_text("Trax", library=PACKAGED)
    for win in _WINS:
        assert f"({win})" in text, f"nobody wins by {win}"
        text = text.replace(f"({win})", "(= 0 1)")
    return compile(text)


def _cost(game: Game, first: int, last: int, games: int) -> tuple[float, float, float]:
    """Return tiles halfway between two moves of random games, tiles a move, and us a move.

    A move's tiles include the forced ones. Its time is the difference between games up to the
    `last` move and games up to the `first`, taking the shortest of several times of either.
    """
    technique = technique_for(game)
    kernels = game.kernels_of(technique)
    arrays, start = (game.arrays(technique, room=TRAX_ROOM, plies=TRAX_PLIES) for _ in range(2))
    seconds, laid = [inf, inf], list[int]()
    kernels.record(arrays, start, 1, 0, np.zeros((1, 7), np.int64))
    for _ in range(2 * ROUNDS):
        for n, plies in enumerate((first, last)):
            moves = np.zeros((plies, 7), np.int64)
            begin = process_time()
            for number in range(games):
                kernels.record(arrays, start, 1, number, moves)
            seconds[n] = min(seconds[n], process_time() - begin)
    for number in range(games):
        for plies in (first, last):
            kernels.record(arrays, start, 1, number, moves[:plies])
            laid.append(int(np.count_nonzero(arrays.what[: arrays.n[COUNT] + 1])))
    few, many = sum(laid[::2]) / games, sum(laid[1::2]) / games
    spent = 1e6 * (seconds[1] - seconds[0]) / games
    return (few + many) / 2, (many - few) / (last - first), spent / (last - first)


#: Playouts of Andantino that another C program made in the time of one of Ludii's of a game,
#: with the faster of its two kinds of playout, on one machine.
LUDII_BY_C = {
    "Tic-Tac-Toe": 1.73,
    "Connect Four": 8.7,
    "Gomoku": 30.7,
    "Hex": 31.9,
    "Yavalath": 5.4,
    "Breakthrough": 123,
    "Amazons": 169,
    "Chess": 2_865,
    "English Draughts": 93.7,
    "Reversi": 261,
    "Oware": 1_776,
    "Nine Men's Morris": 174,
    "Hnefatafl": 2_338,
    "Peg Solitaire": 41.2,
    "Tablut": 321,
    "Go": 2_787,
    "Backgammon": 60_800,
    "Andantino": 266,
    "Bravalath": 59.3,
    "Plotto": 162,
    "Ringo": 984,
    "Trax": 117_000,
}
#: The speed of our C program by that of those measurements.
FASTER_C = 1.2
#: Games of the package with two readings, and the one that is Ludii's.
AS_LUDII = {"Trax": ["Rules/Ludii"]}


@TABLES.table(
    "ludii",
    "Random playouts and Ludii's, linked by a program in C",
    "game",
    "plies",
    "playouts/s",
    "C by ours",
    "times Ludii (> 10)",
)
def ludii_rates() -> Rows:
    """Yield playouts per second on one core, and the ratio to Ludii's.

    ``C by ours`` is the number of playouts of Andantino that the C program makes in the time of one
    of ours, the median of turns; ``times Ludii`` compares it with Ludii's.
    """
    if c_program() is None:
        raise UnmeasuredError("there is no C compiler")
    for name, by_c in LUDII_BY_C.items():
        game = _loaded(name)
        if game is None:
            yield name, *["not in the library"] * 4
            continue
        plies, rate, share = beside_c(game)
        yield name, plies, rate, share, times_ludii(by_c, share)


def times_ludii(by_c: float | None, share: float | None) -> float | None:
    """Return the ratio of our rate to Ludii's, from the ratios of C to both; None without one."""
    return FASTER_C * by_c / share if by_c and share else None


def _loaded(name: str) -> Game | None:
    library = chosen_library(None)
    if library is not None and name in library:
        return load(name, library=library)
    return load(name, AS_LUDII.get(name, [])) if name in PACKAGED else None


#: Games whose moves have consequences; random games of each, the first not timed, and their plies.
PUSHED, PUSHED_GAMES, PUSHED_PLIES = ("Chess", "Hive", "Carcassonne"), 6, 100


@TABLES.table(
    "pushes",
    "Legal moves pushed from Python, and made in the engine",
    "game",
    "us in the engine",
    "us of a push",
    "us more (< 30)",
)
def push_rates() -> Rows:
    """Yield the microseconds of pushing a legal move, and of making it in the engine.

    Both sides make the same moves in turn, the engine in a copy, after listing the legal moves.
    """
    for name in PUSHED:
        game = _loaded(name)
        if game is None:
            yield name, *["not in the library"] * 3
            continue
        games = [1e6 * np.array(_push_times(game, seed)) for seed in range(PUSHED_GAMES)]
        # Medians of the game in which the machine was least busy with other things.
        made, pushed = min((np.median(times, axis=0).tolist() for times in games[1:]), key=sum)
        yield name, made, pushed, pushed - made


def _push_times(game: Game, seed: int) -> list[tuple[float, float]]:
    """Return the seconds of each move of a random game, in the engine and pushed."""
    state, random, times = State(game), Random(seed), list[tuple[float, float]]()
    while len(times) < PUSHED_PLIES and state.outcome() is None:
        if chances := state.chances():
            state.push(move_of_chance(chances, random))
            continue
        move, numbers = random.choice(list(state.position.moves().items()))
        twin, kernels = state.position.copy(), state.position.kernels
        while not kernels.has_room(twin.arrays):
            twin.enlarge()
        twin.arrays.queue[0, kernels.NAMED : len(numbers)] = numbers[kernels.NAMED :]
        begin = perf_counter()
        kernels.make_move(twin.arrays, *numbers[: kernels.NAMED])
        made = perf_counter()
        state.push(move)
        times.append((made - begin, perf_counter() - made))
    return times


SPEEDS = Path(__file__).resolve().parents[2] / "shared" / "tag" / "speed.csv"
#: Our names of TAG's games; others are the same but for spaces.
NAMES = {
    "LoveLetter": "Love Letter", "Virus": "Virus!", "ExplodingKittens": "Exploding Kittens",
    "DotsAndBoxes": "Dots and Boxes", "ColtExpress": "Colt Express", "TicTacToe": "Tic-Tac-Toe",
    "Connect4": "Connect Four", "GoFish": "Go Fish", "SushiGo": "Sushi Go!",
    "CantStop": "Can't Stop",
}  # fmt: skip
#: Turns that a game and Andantino take, and seconds of a turn.
TURNS, SHARE = 3, 0.15


def measured(
    columns: Sequence[str], measure: Callable[[Game, Any], tuple[float, ...]]
) -> pd.DataFrame:
    """Return a row of each of TAG's games by its rules: a measurement of it, given TAG's row."""
    if not SPEEDS.exists():
        raise UnmeasuredError("there is no shared/tag/speed.csv")
    rows = list[tuple[object, ...]]()
    for row in pd.read_csv(SPEEDS).to_dict("records"):
        name, players = NAMES.get(row["game"], str(row["game"])), int(row["players"])
        if name in PACKAGED:
            rows.append((name, players, *measure(load(name, chosen(name, players)), row)))
    return pd.DataFrame(rows, columns=["game", "players", *columns])


def tag_rates() -> pd.DataFrame:
    """Return random games a second of processor time by TAG's rules, and how many times TAG's."""
    andantino = TimedPlayouts(load("Andantino"), SHARE)

    def measure(game: Game, row: Any) -> tuple[float, ...]:
        played = TimedPlayouts(game, SHARE)
        rates = in_turn({"game": played.rate, "tie": andantino.rate}, TURNS)
        games, plies = median(rates["game"]), played.plies
        tied = median(rates["tie"]) / float(row["boardless_per_cpu_s"])
        times = games / (float(row["random_games_per_s"]) * tied)
        return round(games), round(games * plies), plies, times

    return measured(("games/s", "moves/s", "moves a game", "times TAG (> 50)"), measure)


def chosen(name: str, players: int) -> list[str]:
    """Return the options of a game by TAG's rules, as far as it has any."""
    options = PACKAGED.options(name)
    offered = {f"{each.heading}/{item.label}" for each in options for item in each.items}
    return [option for option in (f"Players/{players}", "Rules/TAG") if option in offered]


#: Decisions of Love Letter, and the budget of each.
DECISIONS, SPEC = 20, "mcts,calls=4000,cut=0,solver=False,reuse=False,heuristic=tag-love-letter"


@TABLES.table("tag-decisions", "Decisions in Love Letter", "agent", "decisions", "ms (< 20)")
def tag_decisions() -> Rows:
    """Yield the processor time of a decision in Love Letter in ms, 4,000 calls each."""
    game, random = load("Love Letter", ["Rules/TAG"]), Random(1)
    for spec in (SPEC, "rhea,calls=4000,heuristic=tag-love-letter"):
        agent, state, spent = entrant(spec), State(game), list[float]()
        while len(spent) <= DECISIONS and state.outcome() is None:
            if state.seat == 0:
                state.push(move_of_chance(state.chances(), random))
                continue
            if state.legal_count > 1:
                begin = process_time()
                agent.decide(state, random)
                spent.append(process_time() - begin)
            state.push(random.choice(list(state.legal_moves)))
        # The first one makes the search ready.
        yield spec, len(spent) - 1, 1e3 * median(spent[1:])


#: Games whose moves are made again, for so many seconds, and copies of a state at a time.
REPEATED, AGAIN, COPIES = 16, 0.1, 20_000


def tag_steps() -> pd.DataFrame:
    """Return moves, and copies of a state, per second of processor time.

    The engine makes the moves of random games again without listing legal moves, as ``next`` in
    TAG. The copies at their starts do not count.
    """
    columns = ("moves/s, million (> 10)", "ns a move", "copies/s, million (> 10)", "ns a copy")

    def measure(game: Game, _: Any) -> tuple[float, ...]:
        made, copied = RepeatedMoves(game).rates()
        return made / 1e6, 1e9 / made, copied / 1e6, 1e9 / copied

    return measured(columns, measure)


class RepeatedMoves(PlayoutWorker):
    """Random games of a game, for making their moves again and again."""

    def __init__(self, game: Game) -> None:
        super().__init__(game, default_technique(game), features=Features(parts=("counting",)))

    def rates(self) -> tuple[float, float]:
        """Return moves and copies per second of processor time."""
        self.play(0, 0, 1)
        games = [self._recorded(number) for number in range(REPEATED)]
        moves = sum(len(rows) for rows in games)

        def make(times: int) -> None:
            for number, rows in enumerate(games):
                self._kernels.make_rows(
                    self._arrays, self._first, 0, number, rows, len(rows), times
                )

        def copy(times: int) -> None:
            self._kernels.copy_often(self._arrays, self._first, times)

        made, copied = _seconds(make, 1), _seconds(copy, COPIES)
        return moves / (made - REPEATED * copied), 1 / copied

    def _recorded(self, number: int) -> Ints:
        """Return the rows of the moves of a random game."""
        columns = NAMED + self._arrays.queue.shape[1]
        rows = np.zeros((len(self._arrays.history), columns), np.int64)
        plies = self._kernels.record_rows(self._arrays, self._first, 0, number, rows)
        if plies == NEED_ROOM:
            self._enlarge(number)
            return self._recorded(number)
        return rows[:plies].copy()


def _seconds(task: Callable[[int], None], times: int) -> float:
    """Return the processor time of one repetition of a task, the least of some turns."""
    task(1)
    times_spent = list[float]()
    while len(times_spent) < TURNS:
        begin = process_time()
        task(times)
        spent = process_time() - begin
        if spent < AGAIN:
            times *= 2
        else:
            times_spent.append(spent / times)
    return min(times_spent)


TABLES |= {
    "trax": ("Trax: random games, and the cost of a move as the board grows", trax_rates),
    "tag": ("Random games of TAG's games by its rules, ours and TAG's", tag_rates),
    "tag-steps": ("Moves that are made, and copies of a state, by themselves", tag_steps),
}
