"""Wrong uses of the public names: each is refused in one line that names what is wrong."""

from collections.abc import Callable, Iterator
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any

import pytest

import boardless as b
from boardless.agents import MCTS, Budget, Range, entrant, tune
from boardless.agents.adapters.gymnasium_env import GameVectorEnv, SeatEnv
from boardless.agents.adapters.pettingzoo_env import GameEnv, ParallelGameEnv
from boardless.agents.pattern_learning import learn_patterns
from boardless.analysis.metrics import measure_trials
from boardless.analysis.profiles import take_profiles
from boardless.analysis.stored_profiles import profiles_of_texts
from boardless.conformance.census import take_census
from boardless.design.balancing import balance
from boardless.play import BatchEnv, record_playouts
from boardless.store import Store
from boardless.store.positions import explored
from boardless.store.positions.storing import explore_trials
from boardless.topo import InputError


class Things:
    """Things that are used, made when first asked for."""

    game = b.load("Tic-Tac-Toe", jit=False)
    growing = b.load("Andantino", jit=False)

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @property
    def state(self) -> b.State:
        return b.State(self.game)

    @property
    def over(self) -> b.State:
        """Return a state in which a player has won."""
        state = self.state
        while state.outcome() is None:
            state.push_row(0)
        return state

    @property
    def board(self) -> b.Board:
        return b.Board.regular("square", 3)

    @property
    def file(self) -> str:
        path = self.folder / "there"
        path.write_text("text")
        return str(path)

    @cached_property
    def closed(self) -> Store:
        store = Store.open(self.folder / "closed.lbug")
        store.add([record_playouts(self.game, 0, 2)])
        store.close()
        return store

    @cached_property
    def open(self) -> Store:
        store = Store.open(self.folder / "open.lbug")
        store.add([record_playouts(self.game, 0, 2)])
        return store

    @property
    def env(self) -> Any:
        env = GameEnv(self.game)
        env.reset(seed=1)
        return env

    @property
    def seat(self) -> Any:
        env = SeatEnv(self.game)
        env.reset(seed=1)
        return env

    @property
    def vector(self) -> Any:
        env = GameVectorEnv(self.game, 2)
        env.reset(seed=1)
        return env

    @property
    def parallel(self) -> Any:
        env = ParallelGameEnv(self.game)
        env.reset(seed=1)
        return env

    def playouts(self, **changed: Any) -> Any:
        return b.run_playouts(**{"game": self.game, "playouts": 2, **changed})

    def tournament(self, *agents: Any, **changed: Any) -> Any:
        return b.run_tournament(self.game, agents, **{"count": 1, **changed})

    def tuned(self, **changed: Any) -> Any:
        return tune(self.game, "mcts:2", "random", **{"trials": 1, "count": 1, **changed})


def fails(state: Any) -> Any:
    raise KeyError("nothing known")


#: A piece that goes to where the moves of the pieces go.
OWN_MOVES = """(game "G" (players 2)
    (equipment {(board (square 3)) (piece "Disc" Each (move (from) (to (sites To MOVES))))})
    (rules (play (forEach Piece)) (end (if (no Moves Next) (result Mover Win)))))"""

#: Wrong uses by what they are.
WRONG: dict[str, Callable[[Things], object]] = {
    "load a number": lambda t: b.load(5),
    "load an unknown name": lambda t: b.load("Andantina"),
    "load nothing": lambda t: b.load(None),
    "load an empty name": lambda t: b.load(""),
    "load with an unknown option": lambda t: b.load("Hex", ["Board/99"]),
    "load with a number as option": lambda t: b.load("Hex", [5]),
    "load with a number as options": lambda t: b.load("Hex", 5),
    "load with an unknown tiling": lambda t: b.load("Andantino", tiling="round"),
    "load with a number as tiling": lambda t: b.load("Andantino", tiling=6),
    "load with no library": lambda t: b.load("Hex", library="/no/such/folder"),
    "load with a number as library": lambda t: b.load("Hex", library=5),
    "compile moves of a piece that ask for themselves": lambda t: b.games.compile(
        OWN_MOVES.replace("MOVES", "(forEach Piece)"), jit=False
    ),
    "state of a number": lambda t: b.State(5),
    "state in an unknown technique": lambda t: b.State(t.game, "FASTEST"),
    "state in a number": lambda t: b.State(t.game, 5),
    "state from an unknown start": lambda t: b.State(t.growing, start="large"),
    "state of a fixed board that grows": lambda t: b.State(t.game, "ZONE-APPEND"),
    "push a text": lambda t: t.state.push("0,0"),
    "push a number": lambda t: t.state.push(0),
    "push nothing": lambda t: t.state.push(None),
    "push off the board": lambda t: t.state.push(t.state.parse("+1@9,9")),
    "push when the game is over": lambda t: t.over.push(t.state.parse("+1@0,0")),
    "push_row of half a row": lambda t: t.state.push_row(1.5),
    "push_row of a text": lambda t: t.state.push_row("0"),
    "push_row of nothing": lambda t: t.state.push_row(None),
    "push_row of a truth": lambda t: t.state.push_row(True),
    "push_row before the first": lambda t: t.state.push_row(-1),
    "push_row behind the last": lambda t: t.state.push_row(9),
    "push_row when the game is over": lambda t: t.over.push_row(0),
    "pop nothing": lambda t: t.state.pop(),
    "pop_row of nothing": lambda t: t.state.pop_row(),
    "peek at nothing": lambda t: t.state.peek(),
    "parse no move": lambda t: t.state.parse("e4"),
    "parse a number": lambda t: t.state.parse(4),
    "a later state": lambda t: t.state.at(1),
    "the state of a text": lambda t: t.state.at("0"),
    "perft to a text": lambda t: t.state.perft("2"),
    "perft to a negative depth": lambda t: t.state.perft(-1),
    "perft by years": lambda t: t.state.perft(1, by="years"),
    "divide to nothing": lambda t: t.state.divide(0),
    "see as nobody": lambda t: t.state.observation(0),
    "see as a text": lambda t: t.state.observation("1"),
    "the cell of no site": lambda t: t.state.cell(99),
    "the cell of a text": lambda t: t.state.cell("a1"),
    "the site of no cell": lambda t: t.state.site((9, 9, 0)),
    "the site of a number": lambda t: t.state.site(0),
    "write a page to a number": lambda t: t.state.to_html(5),
    "write a page nowhere": lambda t: t.state.to_html("/no/such/folder/page.html"),
    "a trial of a text as seed": lambda t: t.state.trial(seed="a"),
    "board of an unknown tiling": lambda t: b.Board("round"),
    "board of a number": lambda t: b.Board(5),
    "board of numbers": lambda t: b.Board("square", [1, 2]),
    "board of cells twice": lambda t: b.Board("square", [(0, 0, 0), (0, 0, 0)]),
    "board of no prototile": lambda t: b.Board("square", [(0, 0, 7)]),
    "regular board of nothing": lambda t: b.Board.regular("square", 0),
    "regular board of a text": lambda t: b.Board.regular("square", "3"),
    "grow by a number": lambda t: t.board.grow(1),
    "grow by one key": lambda t: t.board.grow((0, 0, 0)),
    "grow into a cell that is there": lambda t: t.board.grow([(0, 0, 0)]),
    "grow around nothing": lambda t: t.board.grow_around(99),
    "remove a number": lambda t: t.board.remove(1),
    "remove nothing": lambda t: t.board.remove(None),
    "remove a text": lambda t: t.board.remove("1"),
    "remove a cell twice": lambda t: t.board.remove([1, 1]),
    "shrink to a text": lambda t: t.board.shrink("0"),
    "shrink to a later version": lambda t: t.board.shrink(99),
    "changes from a text": lambda t: t.board.changes("0", 1),
    "changes from a later version": lambda t: t.board.changes(5, 99),
    "an unknown relation": lambda t: t.board.neighbours(0, "near"),
    "a number as relation": lambda t: t.board.distances(5),
    "a walk through no slot": lambda t: t.board.walk(0, 99),
    "the distance of a text": lambda t: t.board.distance("a", 0),
    "move a board by halves": lambda t: t.board.moved(0.5, 0),
    "a tiling of no JSON": lambda t: b.Tiling.from_json("{"),
    "a tiling of a number": lambda t: b.Tiling.from_json(5),
    "an unknown tiling": lambda t: b.tiling_named("round"),
    "playouts of a number": lambda t: t.playouts(game=5),
    "no playouts": lambda t: t.playouts(playouts=0),
    "playouts of a text": lambda t: t.playouts(playouts="2"),
    "playouts without a number": lambda t: t.playouts(playouts=None),
    "playouts for a text": lambda t: t.playouts(playouts=None, seconds="1"),
    "playouts by a text as seed": lambda t: t.playouts(seed="1"),
    "playouts by no worker": lambda t: t.playouts(workers=0),
    "playouts by half a worker": lambda t: t.playouts(workers=1.5),
    "playouts on a number": lambda t: t.playouts(executor=5),
    "playouts at no address": lambda t: t.playouts(executor="here"),
    "playouts into a number": lambda t: t.playouts(store=5),
    "playouts into a closed store": lambda t: t.playouts(store=t.closed),
    "playouts by a number": lambda t: t.playouts(policy=5),
    "playouts by an unknown policy": lambda t: t.playouts(policy="no.such:policy"),
    "playouts by a policy that fails": lambda t: t.playouts(policy=fails),
    "playouts by an illegal policy": lambda t: t.playouts(policy=lambda state: None),
    "record a number": lambda t: record_playouts(5, 0, 1),
    "record no playouts": lambda t: record_playouts(t.game, 0, 0),
    "record to a text": lambda t: record_playouts(t.game, 0, "1"),
    "check a number": lambda t: b.check_trials(5, t.game),
    "check no file": lambda t: b.check_trials("/no/such/file", t.game),
    "a tournament of numbers": lambda t: t.tournament(5, 6),
    "a tournament of a text": lambda t: b.run_tournament(t.game, "random", count=1),
    "a tournament of a number": lambda t: b.run_tournament(t.game, 5, count=1),
    "a tournament of nobody": lambda t: t.tournament(),
    "a tournament against itself": lambda t: t.tournament("random", "random"),
    "a tournament of no games": lambda t: t.tournament("random", "first", count=0),
    "a tournament of no game": lambda t: b.run_tournament(5, ["random", "first"]),
    "a tournament of strange mode": lambda t: t.tournament("random", "first", mode="knock-out"),
    "a tournament into a number": lambda t: t.tournament("random", "first", store=5),
    "a tournament kept in a number": lambda t: t.tournament("random", "first", keep=5),
    "a tournament with a text as budget": lambda t: t.tournament("random", "first", budget="10"),
    "a tournament that a number stops": lambda t: t.tournament("random", "first", stop=5),
    "a tournament cut at a text": lambda t: t.tournament("random", "first", moves="10"),
    "an unknown agent": lambda t: entrant("mcst:100"),
    "an agent of negative iterations": lambda t: entrant("mcts:-5"),
    "an agent of real iterations": lambda t: entrant("mcts:1e3"),
    "an agent of empty iterations": lambda t: entrant("mcts:"),
    "an agent of no iterations": lambda t: entrant("mcts:0"),
    "an unknown parameter": lambda t: entrant("mcts:10,explore=1"),
    "a parameter of a wrong type": lambda t: entrant("mcts:10,exploration=much"),
    "an agent that is a number": lambda t: entrant(5),
    "an agent that is nothing": lambda t: entrant(None),
    "a parameter of an agent": lambda t: MCTS(exploration="much"),
    "no budget": lambda t: Budget(),
    "a budget of a text": lambda t: Budget(iterations="10"),
    "a budget of no seconds": lambda t: Budget(seconds=0),
    "tune in a tuple": lambda t: t.tuned(parameters={"exploration": (0.1, 2)}),
    "tune an unknown parameter": lambda t: t.tuned(parameters={"patience": Range(1, 2)}),
    "tune from high to low": lambda t: t.tuned(parameters={"exploration": Range(2.0, 0.1)}),
    "tune without a range": lambda t: t.tuned(parameters={"exploration": Range()}),
    "tune a list": lambda t: t.tuned(parameters=["exploration"]),
    "tune an unknown agent": lambda t: tune(t.game, "mcst", "random"),
    "query a closed store": lambda t: t.closed.query("MATCH (t:Trial) RETURN t.id"),
    "the board of a closed store": lambda t: t.closed.board(0),
    "the graph of a closed store": lambda t: t.closed.to_networkx(0),
    "a trial of a closed store": lambda t: t.closed.trial(0),
    "the trials of a closed store": lambda t: list(t.closed.trials()),
    "add to a closed store": lambda t: t.closed.add([record_playouts(t.game, 5, 6)]),
    "keep in a closed store": lambda t: t.closed.keep([]),
    "profiles of a closed store": lambda t: list(t.closed.profiles()),
    "count a closed store": lambda t: t.closed.stats(),
    "check a closed store": lambda t: t.closed.check(),
    "export a closed store": lambda t: t.closed.export(t.folder / "tables"),
    "distance in a closed store": lambda t: t.closed.distance("square", (0, 0, 0), (1, 0, 0)),
    "enter a closed store": lambda t: t.closed.__enter__(),
    "open a number as store": lambda t: Store.open(5),
    "open no store": lambda t: Store.open(t.folder / "none.lbug", read_only=True),
    "open a text as store": lambda t: Store.open(t.file),
    "open a store for a text": lambda t: Store.open(t.folder / "new.lbug", seconds="1"),
    "draw a number as trials": lambda t: b.draw_trials(5),
    "draw another table as trials": lambda t: b.draw_trials(
        b.growth_table("square", "zone", "best", 3)
    ),
    "an unknown strategy": lambda t: b.growth_table("square", "spiral", "best", 3),
    "environments of a number": lambda t: BatchEnv(5, 1),
    "no environments": lambda t: BatchEnv(t.game, 0),
    "environments that see a text": lambda t: BatchEnv(t.game, 1, seen="rows"),
    "environments that see nonsense": lambda t: BatchEnv(t.game, 1, seen=("smells",)),
    "environments that see a number": lambda t: BatchEnv(t.game, 1, seen=5),
    "environments reset sometimes": lambda t: BatchEnv(t.game, 1, resets="sometimes"),
    "step an environment by a text": lambda t: BatchEnv(t.game, 1).step(["a"]),
    "step an environment by halves": lambda t: BatchEnv(t.game, 1).step([0.5]),
    "step too many environments": lambda t: BatchEnv(t.game, 1).step([0, 0]),
    "step an environment illegally": lambda t: BatchEnv(t.game, 1).step([99]),
    "read a trial from no file": lambda t: b.Trial.load("/no/such/file"),
    "read a trial from a number": lambda t: b.Trial.load(5),
    "read a trial from nonsense": lambda t: b.Trial.loads("nonsense"),
    "read a trial from bytes": lambda t: b.Trial.loads(b"nonsense"),
    "the trial at a later ply": lambda t: t.state.trial().at(5),
    "replay a trial in nonsense": lambda t: b.State(t.growing).trial().replay("NONSENSE"),
    "save a trial to a number": lambda t: t.state.trial().save(5),
    "measure a number": lambda t: b.measure(5),
    "a growth table of a number": lambda t: b.growth_table(5, "zone", "best", 3),
    "a figure of an unknown number": lambda t: b.write_figures(["99"], t.folder),
    **{
        f"report progress of {name} to a number": use
        for name, use in {
            "playouts": lambda t: t.playouts(progress=5),
            "a tournament": lambda t: t.tournament("random", "first", progress=5),
            "tuning": lambda t: t.tuned(progress=5),
            "learning": lambda t: learn_patterns(t.game, games=1, progress=5),
            "balancing": lambda t: balance(t.game, "random", games=2, progress=5),
            "exploration": lambda t: explored(t.game, depth=1, progress=5),
            "stored trials": lambda t: explore_trials(t.open, t.game, progress=5),
            "storing": lambda t: t.open.add([t.state.trial()], progress=5),
            "measures": lambda t: b.measure(t.game, playouts=2, progress=5),
            "metrics": lambda t: measure_trials(t.game, 2, progress=5),
            "profiles": lambda t: take_profiles([], progress=5),
            "a census": lambda t: take_census(t.folder, [], progress=5),
            "the map": lambda t: profiles_of_texts(only=["Hex.lud"], progress=5),
        }.items()
    },
    "ask an agent for a number": lambda t: MCTS()(t.state, 5, Random(1)),
    **{
        f"ask {name} about a number": lambda t, name=name: entrant(name).agent(
            5, Budget(iterations=1), Random(1)
        )
        for name in ("random", "first", "greedy", "rmhc", "rhea", "flat", "mcts:1", "alphabeta")
    },
    "ask an agent when the game is over": lambda t: MCTS()(t.over, Budget(iterations=1), Random(1)),
    "the board of a number": lambda t: b.text_board(5),
    "query a number": lambda t: t.open.query(5),
    "query nonsense": lambda t: t.open.query("MATCH"),
    "query with a set": lambda t: t.open.query("RETURN $x", x={1}),
    "change a store": lambda t: t.open.query("CREATE (:Trial {id: 9})"),
    "a trial that is not stored": lambda t: t.open.trial(99),
    "a trial of a text": lambda t: t.open.trial("0"),
    "the board of a text": lambda t: t.open.board("0"),
    "the board at a later ply": lambda t: t.open.board(0, 99),
    "the board at a ply of a text": lambda t: t.open.board(0, "1"),
    "a graph of an unknown kind": lambda t: t.open.to_networkx(0, kind="lines"),
    "add a number": lambda t: t.open.add(5),
    "add numbers": lambda t: t.open.add([5]),
    "add in an unknown technique": lambda t: t.open.add([t.state.trial()], technique="FASTEST"),
    "export to a number": lambda t: t.open.export(5),
    "export to a file": lambda t: t.open.export(t.file),
    "create a store twice": lambda t: Store.create(t.folder / "open.lbug"),
    "an environment of a number": lambda t: GameEnv(5),
    "an environment that sees nonsense": lambda t: GameEnv(t.game, seen="smells"),
    "an environment of strange actions": lambda t: GameEnv(t.game, actions="words"),
    "an environment with a text as limit": lambda t: GameEnv(t.game, limit="5"),
    "step by a text": lambda t: t.env.step("a"),
    "step by nothing": lambda t: t.env.step(None),
    "step illegally": lambda t: t.env.step(99),
    "a seat that is not there": lambda t: SeatEnv(t.game, 3),
    "a seat against a number": lambda t: SeatEnv(t.game, 1, 5),
    "a seat steps by a text": lambda t: t.seat.step("a"),
    "a vector of nothing": lambda t: GameVectorEnv(t.game, 0),
    "a vector that steps by a text": lambda t: t.vector.step("ab"),
    "all at once by a text": lambda t: t.parallel.step("a"),
}


@pytest.fixture(scope="module")
def things(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Things]:
    found = Things(tmp_path_factory.mktemp("wrong"))
    yield found
    found.open.close()


@pytest.mark.parametrize("use", WRONG.values(), ids=WRONG)
def test_a_wrong_use_is_refused_in_one_line(
    things: Things, use: Callable[[Things], object]
) -> None:
    with pytest.raises(InputError) as found:
        use(things)
    message = str(found.value)
    assert message
    assert "\n" not in message
    assert len(message) < 500
