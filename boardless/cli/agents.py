"""Commands on agents and measures: agents, tournament, tune, learn and analyse."""

from collections.abc import Iterator
from functools import reduce
from inspect import cleandoc
from operator import getitem
from pathlib import Path
from typing import TYPE_CHECKING, Any

from boardless.cli.app import printing
from boardless.cli.parameters import any_game_of, decimal, game_of, integer
from boardless.cli.printing import (
    aligned,
    bar_shown,
    compiling_noted,
    games_of,
    print_as,
    print_each,
    print_table,
)
from boardless.util.inputs import InputError, named

if TYPE_CHECKING:
    from boardless.agents import Standings
    from boardless.agents.tuning import Tuned
    from boardless.learn import Settings


def agents(*, format_: str = "table") -> None:
    """List the agents that can play, and the parameters of each, as in mcts:1000,depth=20.

    Examples
    --------
    boardless agents
    """
    from boardless.agents.specs import AGENTS, defaults_of

    heads = ("agent", "parameters", "about")
    listed = [
        (name, defaults_of(name), (cleandoc(agent.__doc__ or "").splitlines() or [""])[0])
        for name, agent in AGENTS.items()
    ]
    rows = [
        (name, " ".join(f"{key}={value}" for key, value in parameters.items()), about)
        for name, parameters, about in listed
    ]
    keys = ("name", *heads[1:])
    record = {"agents": [dict(zip(keys, row, strict=True)) for row in listed]}
    print_as(format_, record, [heads, *rows], lambda: print_table(heads, rows))


def tournament(
    game: str,
    *,
    agents: list[str],
    games: int = 100,
    seed: int = 0,
    workers: int = 1,
    executor: str | None = None,
    mode: str = "round-robin",
    budget: str | None = None,
    max_moves: int | None = None,
    stop: bool = False,
    keep: str | None = None,
    store: str | None = None,
    tiling: str | None = None,
    option: list[str] | None = None,
    library: str | None = None,
    format_: str = "table",
) -> None:
    """Let agents play each other, and print the results.

    `low` and `high` are the ends of 99 % intervals; docs/agents.md explains the ratings.

    Parameters
    ----------
    agents : SPEC
        name[:iterations][,parameter=value]..., such as mcts:1000; repeat it for each agent.
    games
        Games of each group.
    mode : round-robin|against-one|random|exhaustive|self-play
        The pairings.
    budget : calls=N|seconds=S|N
        The limit of every agent for a move.
    max_moves
        Cut a game after N moves, as a draw.
    stop
        Stop two agents once the better one is known.
    keep : FILE
        Save results there, and continue from them.
    store : PATH
        A store that keeps every game.
    format_ : table|csv|json|html|markdown
        The output format.

    Examples
    --------
    boardless tournament Hex --agents mcts:1000 --agents random --games 20
    boardless tournament Hive --agents mcts:200 --agents mcts:400 --stop
    """
    from boardless.agents import SPRT, entrant, run_tournament

    spending = None
    if budget:
        # A single number means iterations.
        limit = budget if "=" in budget else f"iterations={budget}"
        spending = entrant(f"random,{limit}").budget
    played = any_game_of(game, option, tiling, library)
    with (
        printing(lambda standings: _show_standings(standings, format_)),
        _games_shown(played.name) as progress,
    ):
        standings = run_tournament(
            played, agents, count=games, mode=mode, seed=seed, budget=spending,
            moves=max_moves, stop=SPRT() if stop else None, workers=workers, executor=executor,
            progress=progress, keep=keep, store=store,
        )  # fmt: skip
    _show_standings(standings, format_)


def _games_shown(game: str) -> Any:
    columns = ("Text", "TimeElapsed", "TimeRemaining")
    return bar_shown(*columns, text=f"{game}: getting ready", game=game, fields=games_of(game))


def _show_standings(standings: "Standings", format_: str) -> None:
    """Print all tables in a format."""
    if format_ in ("html", "markdown"):
        from boardless.analysis.pages import tournament_html, tournament_markdown

        page = tournament_html if format_ == "html" else tournament_markdown
        print(page(standings), end="")
        return
    table = standings.solitaire if standings.is_solitaire() else standings.agents
    print_as(format_, standings.record, table, lambda: _text_of(standings))


def _text_of(standings: "Standings") -> str:
    """Return the agents, each pair, and the worth of each seat; for solitaire only the agents."""
    tables = {
        "": standings.agents,
        "\n\neach against each\n": standings.pairs,
        "\n\nseats\n": standings.seats,
    }
    if standings.is_solitaire():
        tables = {"": standings.solitaire.dropna(axis=1, how="all")}
    text = "".join(title + aligned(table.drop(columns="game")) for title, table in tables.items())
    if cut := sum(map(standings.cut, standings.games)):
        text += f"\n\ncut for their length, and drawn: {cut:,} of {len(standings.results):,} games"
    return text


def tune(
    game: str,
    *,
    agent: str,
    against: str = "random",
    parameter: list[str] | None = None,
    trials: int = 50,
    games: int = 20,
    seed: int = 0,
    tiling: str | None = None,
    option: list[str] | None = None,
    library: str | None = None,
    format_: str = "table",
) -> None:
    """Find the parameters that give an agent the highest score against another.

    Parameters
    ----------
    agent : SPEC
        The agent to tune, such as mcts:200.
    against : SPEC
        Its opponent.
    parameter
        One to tune; repeatable. By default all that the agent declares.
    trials
        Sets of parameters to try.
    games
        Games of each set.

    Examples
    --------
    boardless tune Hex --agent mcts:200 --against mcts:100 --trials 20
    """
    from pandas import DataFrame

    from boardless.agents import entrant, tuning

    played = any_game_of(game, option, tiling, library)
    ranges = tuning.declared(entrant(agent).agent)
    if parameter:
        ranges = {name: named(name, ranges, "parameter") for name in parameter}
    about = {"game": played.name, "agent": agent, "against": against, "seed": seed}

    def show_tuned(tuned: "Tuned") -> None:
        best = {"parameters": tuned.parameters, "score": tuned.score}
        tried = [dict(zip(best, each, strict=True)) for each in tuned.tried]
        table = DataFrame([{**chosen, "score": score} for chosen, score in tuned.tried])
        text = f"{aligned(table)}\n\nbest: {dict(tuned.parameters)}, score {tuned.score:.3f}"
        print_as(format_, {**about, **best, "tried": tried}, table, text)

    with printing(show_tuned), bar_shown("TimeElapsed", text=played.name):
        tuned = tuning.tune(
            played, agent, against, parameters=ranges, trials=trials, count=games, seed=seed
        )
    show_tuned(tuned)


def learn_patterns(
    game: str,
    *,
    out: str,
    minutes: float = 20.0,
    games: int | None = None,
    iterations: int = 500,
    seed: int = 0,
    workers: int = 1,
    tiling: str | None = None,
    option: list[str] | None = None,
    library: str | None = None,
) -> None:
    """Learn weights of local patterns by self-play, for agents with mcts:1000,patterns=FILE.

    Parameters
    ----------
    out : FILE
        Write the weights there, after every round.
    minutes
        The duration, without compiling.
    games
        At most N games; the same seed then gives the same file.
    iterations
        Iterations of the search for a move.

    Examples
    --------
    boardless learn-patterns Hex --minutes 10 --out hex.npz
    """
    from boardless.agents.pattern_learning import Learnt
    from boardless.agents.pattern_learning import learn_patterns as learn

    if not Path(out).absolute().parent.is_dir():
        raise InputError(f"--out {out!r}: the folder does not exist")
    played = any_game_of(game, option, tiling, library)

    def saved(learnt: Learnt) -> None:
        learnt.patterns.save(out)
        print(learnt, flush=True)

    learn(
        played, minutes=minutes, games=games, iterations=iterations, seed=seed, workers=workers,
        progress=saved,
    )  # fmt: skip


def learn(
    game: str,
    *,
    out: str,
    minutes: float | None = None,
    steps: int | None = None,
    seed: int = 0,
    set_: list[str] | None = None,
    threads: int = 1,
    device: str | None = None,
    tiling: str | None = None,
    option: list[str] | None = None,
    library: str | None = None,
) -> None:
    """Train a network by self-play, and print a line of its curve for each iteration.

    Parameters
    ----------
    out : DIR
        The folder of the run; an existing run continues.
    minutes
        The duration.
    steps
        Instead, or in addition: the total steps of the optimiser.
    set_ : NAME=VALUE
        A setting, such as width=64 or simulations=100; repeatable.
    threads
        Threads of PyTorch.
    device : NAME
        A device of PyTorch; by default a GPU if there is one.

    Examples
    --------
    boardless learn Tic-Tac-Toe --minutes 10 --out net
    """
    try:
        from boardless.learn.training import COLUMNS
        from boardless.learn.training import learn as train
    except ModuleNotFoundError as error:
        raise InputError(f"learn: install boardless[learn] ({error.name} is missing)") from None
    settings = _settings(seed, set_ or [])
    played = game_of(game, option, tiling, library)
    print_as("csv", None, [COLUMNS], None)

    def progress(row: dict[str, Any]) -> None:
        print_as("csv", None, [[row[name] for name in COLUMNS]], None)

    if minutes is None and steps is None:
        minutes = 30.0
    with compiling_noted(played.name):
        train(
            played, out, minutes=minutes, steps=steps, settings=settings, threads=threads,
            device=device, progress=progress,
        )  # fmt: skip


def _settings(seed: int, given: list[str]) -> "Settings":
    """Return settings by their names; raise an InputError for others."""
    from boardless.learn.settings import REAL, WHOLE, Settings

    values: dict[str, Any] = {"seed": seed}
    for setting in given:
        name, equals, value = setting.partition("=")
        if not equals or name not in {*WHOLE, *REAL}:
            known = ", ".join([*WHOLE, *REAL])
            raise InputError(f"setting {setting!r}: give NAME=VALUE with one of {known}")
        values[name] = integer(value) if name in WHOLE else decimal(value)
    return Settings(**values)


def _columns() -> dict[str, tuple[str, ...]]:
    """Return the columns of a table of games, and the keys of their numbers."""
    from boardless.analysis.definitions import tag_metrics

    return {
        "game": ("game",), "agent": ("agent",), "playouts": ("playouts",),
        "plies": ("plies", "mean"), "sd": ("plies", "sd"),
        **{each.name.replace("_", " "): each.entry for each in tag_metrics()},
        "rewards sd": ("rewards", "sd"),
        "setup/s": ("calls_per_s", "setup"), "next/s": ("calls_per_s", "next"),
        "actions/s": ("calls_per_s", "actions"), "copy/s": ("calls_per_s", "copy"),
        "engine next/s": ("engine_calls_per_s", "next"),
        "engine playouts/s": ("engine_calls_per_s", "playouts"),
    }  # fmt: skip


def analyse(
    game: list[str],
    *,
    agents: list[str] | None = None,
    playouts: int = 100,
    seconds: float = 20.0,
    seed: int = 0,
    onlooker: str | None = None,
    heuristic: str | None = None,
    tiling: str | None = None,
    option: list[str] | None = None,
    library: str | None = None,
    format_: str = "table",
) -> None:
    """Measure games: their length, moves, branching, size, speed, and their boards.

    The columns are TAG's measures; JSON has all metrics and the board's size (docs/metrics.md).

    Parameters
    ----------
    game : GAME...
        Games, paths, or MODULE:NAME of your own.
    agents : SPEC
        The player on every seat; repeatable. By default random.
    playouts
        The number of games of each.
    seconds
        The time limit for each, without compiling.
    onlooker : SPEC
        The agent that estimates the course of games, such as mcts:200.
    heuristic : NAME
        The heuristic for values of states, such as lines.
    format_ : table|csv|json|html|markdown
        The output format.

    Examples
    --------
    boardless analyse Tic-Tac-Toe Hex
    boardless analyse Hive --agents mcts:100 --playouts 20
    """
    from boardless.analysis.measures import measure
    from boardless.analysis.pages import game_html, game_markdown

    played = [any_game_of(name, option, tiling, library) for name in game]

    def measured() -> Iterator[dict[str, Any]]:
        for each in played:
            for agent in agents or ["random"]:
                with _games_shown(each.name) as progress:
                    record = measure(
                        each, agent=agent, playouts=playouts, seconds=seconds, seed=seed,
                        onlooker=onlooker, heuristic=heuristic, progress=progress,
                    )  # fmt: skip
                yield record

    if format_ in ("html", "markdown"):
        page = game_html if format_ == "html" else game_markdown
        print(page(list(measured())), end="")
    else:
        print_each(format_, measured(), lambda games: {"games": games}, _cells, _line)


def _values(game: dict[str, Any]) -> list[Any]:
    return [reduce(getitem, path, game) for path in _columns().values()]


def _cells(game: dict[str, Any], first: bool) -> list[Any]:
    return [*[_columns()] * first, _values(game)]


def _line(game: dict[str, Any], first: bool) -> str:
    """Return the line of a game, with the column names before the first one."""
    names = _columns()
    texts = [f"{each:,.2f}" if isinstance(each, float) else str(each) for each in _values(game)]
    return "\n".join(
        "  ".join(text.rjust(max(len(name), 11)) for text, name in zip(row, names, strict=True))
        for row in [*[names] * first, texts]
    )
