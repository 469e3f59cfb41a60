"""Commands about agents and measures: agents, tournament, tune, learn-patterns and analyse."""

from functools import reduce
from inspect import cleandoc
from operator import getitem
from typing import TYPE_CHECKING, Annotated, Any

from boardless.cli.app import printing
from boardless.cli.parameters import (
    Executor,
    Format,
    GameName,
    GameTiling,
    LibraryFolder,
    Options,
    Seed,
    Workers,
    agents_from,
    any_game_of,
    argument,
    check_format,
    choice,
    flag,
    games_from,
    option,
    real,
    whole,
)
from boardless.cli.printing import (
    bar_shown,
    games_shown,
    print_csv,
    print_frame,
    print_json,
    print_table,
)
from boardless.util.inputs import InputError, named

if TYPE_CHECKING:
    from collections.abc import Iterator

    from boardless.agents import Standings
    from boardless.agents.tuning import Tuned

_FORMATS = "table|csv|json|html|markdown"
_MODES = "round-robin|against-one|random|exhaustive|self-play"


def agents(format_: Format = "table") -> None:
    """List the agents that can play, and the parameters of each, as in mcts:1000,depth=20."""
    from boardless.agents.specs import AGENTS, defaults_of

    check_format(format_)
    listed = [
        (name, defaults_of(name), (cleandoc(agent.__doc__ or "").splitlines() or [""])[0])
        for name, agent in AGENTS.items()
    ]
    if format_ == "json":
        keys = ("name", "parameters", "about")
        print_json({"agents": [dict(zip(keys, row, strict=True)) for row in listed]})
        return
    heads = ("agent", "parameters", "about")
    rows = [
        (name, " ".join(f"{key}={value}" for key, value in parameters.items()), about)
        for name, parameters, about in listed
    ]
    if format_ == "csv":
        print_csv([heads, *rows])
    else:
        print_table(heads, rows)


def tournament(
    game: GameName,
    agents: Annotated[
        list[str],
        option(
            "name[:iterations][,parameter=value]..., such as mcts:1000; repeatable.",
            "--agents",
            autocompletion=agents_from,
            metavar="SPEC",
        ),
    ],
    games: Annotated[int, whole("Games of each group.", "--games")] = 100,
    seed: Seed = 0,
    workers: Workers = 1,
    executor: Executor = None,
    mode: Annotated[str, choice("Who plays whom.", _MODES)] = "round-robin",
    budget: Annotated[
        str | None, option("What all may spend on a move.", metavar="calls=N|seconds=S|N")
    ] = None,
    moves: Annotated[
        int | None, whole("Cut a game after so many: it is drawn.", "--max-moves")
    ] = None,
    stop: Annotated[
        bool, flag("Stop two agents once it is decided who is better.", "--stop")
    ] = False,
    keep: Annotated[
        str | None, option("Keep results there, and go on where they end.", metavar="FILE")
    ] = None,
    store: Annotated[str | None, option("A store that keeps every game.", metavar="PATH")] = None,
    tiling: GameTiling = None,
    option: Options = None,
    library: LibraryFolder = None,
    format_: Annotated[str, choice("How to print it.", _FORMATS, "--format")] = "table",
) -> None:
    """Let agents play each other, and print who won how often."""
    from boardless.agents import SPRT, entrant, run_tournament

    check_format(format_, _FORMATS)
    spending = entrant(f"random,{_named(budget)}").budget if budget else None
    played = any_game_of(game, option, tiling, library)
    with (
        printing(lambda standings: _print_as(standings, format_)),
        games_shown(played.name) as progress,
    ):
        standings = run_tournament(
            played, agents, count=games, mode=mode, seed=seed, budget=spending,
            moves=moves, stop=SPRT() if stop else None, workers=workers, executor=executor,
            progress=progress, keep=keep, store=store,
        )  # fmt: skip
    _print_as(standings, format_)


def tune(
    game: GameName,
    agent: Annotated[
        str,
        option("Whose parameters, such as mcts:200.", metavar="SPEC", autocompletion=agents_from),
    ],
    against: Annotated[
        str, option("Whom it plays.", metavar="SPEC", autocompletion=agents_from)
    ] = "random",
    parameters: Annotated[
        list[str] | None,
        option("One to tune; repeatable. Else all that the agent declares.", "--parameter"),
    ] = None,
    trials: Annotated[int, whole("Sets of parameters to try.")] = 50,
    games: Annotated[int, whole("Games of each set.", "--games")] = 20,
    seed: Seed = 0,
    tiling: GameTiling = None,
    option: Options = None,
    library: LibraryFolder = None,
    format_: Format = "table",
) -> None:
    """Look for the parameters with which an agent scores most against another."""
    from pandas import DataFrame

    from boardless.agents import entrant, tuning

    check_format(format_)
    played = any_game_of(game, option, tiling, library)
    ranges = tuning.declared(entrant(agent).agent)
    if parameters:
        ranges = {name: named(name, ranges, "parameter") for name in parameters}

    def show(found: "Tuned") -> None:
        best = {"parameters": found.parameters, "score": found.score}
        table = DataFrame([{**chosen, "score": it} for chosen, it in found.tried])
        if format_ == "json":
            tried = [dict(zip(best, each, strict=True)) for each in found.tried]
            about = {"game": played.name, "agent": agent, "against": against, "seed": seed}
            print_json({**about, **best, "tried": tried})
        elif format_ == "csv":
            print_frame(table)
        else:
            print(table.to_string(index=False, float_format="{:.3f}".format))
            print(f"\nbest: {dict(found.parameters)}, score {found.score:.3f}")

    with printing(show), bar_shown("TimeElapsed", text=played.name):
        found = tuning.tune(
            played, agent, against, parameters=ranges, trials=trials, count=games, seed=seed
        )
    show(found)


def learn_patterns(
    game: GameName,
    out: Annotated[
        str, option("Write the weights there, after every round.", "--out", metavar="FILE")
    ],
    minutes: Annotated[float, real("For how long, compiling left out.")] = 20.0,
    games: Annotated[
        int | None,
        whole("At most so many games; the same seed gives the same file then.", "--games"),
    ] = None,
    iterations: Annotated[int, whole("Iterations of the search for a move.")] = 500,
    seed: Seed = 0,
    workers: Workers = 1,
    tiling: GameTiling = None,
    option: Options = None,
    library: LibraryFolder = None,
) -> None:
    """Learn weights of local patterns by self-play, for agents such as mcts:1000,patterns=FILE."""
    from pathlib import Path

    from boardless.agents.pattern_learning import Learnt
    from boardless.agents.pattern_learning import learn_patterns as learn

    if not Path(out).absolute().parent.is_dir():
        raise InputError(f"--out {out!r}: there is no such folder")
    played = any_game_of(game, option, tiling, library)

    def saved(learnt: Learnt) -> None:
        learnt.patterns.save(out)
        print(learnt, flush=True)

    learn(
        played, minutes=minutes, games=games, iterations=iterations, seed=seed, workers=workers,
        progress=saved,
    )  # fmt: skip


def _print_as(standings: "Standings", format_: str) -> None:
    """Print all tables in a format."""
    if format_ == "json":
        print_json(standings.record())
    elif format_ == "csv":
        print_frame(standings.solitaire if standings.is_solitaire() else standings.agents)
    elif format_ in ("html", "markdown"):
        from boardless.analysis.pages import tournament_html, tournament_markdown

        page = tournament_html if format_ == "html" else tournament_markdown
        print(page(standings), end="")
    else:
        _print(standings)


def _named(budget: str) -> str:
    """Return a budget as a spec has it; a number alone is one of iterations."""
    return budget if "=" in budget else f"iterations={budget}"


def _print(standings: "Standings") -> None:
    """Print the agents, each pair, and the worth of each seat; of solitaire games the agents."""
    tables = {
        "": standings.agents,
        "each against each": standings.pairs,
        "seats": standings.seats,
    }
    if standings.is_solitaire():
        tables = {"": standings.solitaire.dropna(axis=1, how="all")}
    for title, table in tables.items():
        if title:
            print(f"\n{title}")
        print(table.drop(columns="game").to_string(index=False, float_format="{:.3f}".format))
    if cut := sum(map(standings.cut, standings.games)):
        print(f"\ncut for their length, and drawn: {cut:,} of {len(standings.results):,} games")


_ANALYSE_FORMATS = "table|csv|json|html|markdown"
#: The columns of a table of games, and the keys of their numbers.
_COLUMNS = {
    "game": ("game",), "agent": ("agent",), "playouts": ("playouts",), "plies": ("plies", "mean"),
    "sd": ("plies", "sd"), "actions": ("actions", "mean"), "branching": ("branching", "mean"),
    "state size": ("state_size", "mean"), "hidden": ("hidden",), "rewards sd": ("rewards", "sd"),
    "setup/s": ("calls_per_s", "setup"), "next/s": ("calls_per_s", "next"),
    "actions/s": ("calls_per_s", "actions"), "copy/s": ("calls_per_s", "copy"),
    "engine next/s": ("engine_calls_per_s", "next"),
    "engine playouts/s": ("engine_calls_per_s", "playouts"),
}  # fmt: skip


def analyse(
    games: Annotated[
        list[str],
        argument("GAME...", "Games, paths, or MODULE:NAME of your own.", autocompletion=games_from),
    ],
    agents: Annotated[
        list[str] | None,
        option(
            "Who plays, on every seat; repeatable. Else random.",
            "--agents",
            metavar="SPEC",
            autocompletion=agents_from,
        ),
    ] = None,
    playouts: Annotated[int, whole("How many games of each.")] = 100,
    seconds: Annotated[float, real("For how long at most for each, compiling left out.")] = 20.0,
    seed: Seed = 0,
    onlooker: Annotated[
        str | None, option("Who estimates how games go, such as mcts:200.", metavar="SPEC")
    ] = None,
    heuristic: Annotated[
        str | None, option("Whose values of states are looked at, such as lines.", metavar="NAME")
    ] = None,
    tiling: GameTiling = None,
    option: Options = None,
    library: LibraryFolder = None,
    format_: Annotated[str, choice("How to print it.", _ANALYSE_FORMATS, "--format")] = "table",
) -> None:
    """Measure games: their length, moves, branching, size, speed, and their boards."""
    from boardless.analysis.measures import measure
    from boardless.analysis.pages import game_html, game_markdown

    check_format(format_, _ANALYSE_FORMATS)
    found: list[dict[str, Any]] = []

    played = [any_game_of(name, option, tiling, library) for name in games]

    def measured() -> "Iterator[dict[str, Any]]":
        for game in played:
            for agent in agents or ["random"]:
                with games_shown(game.name) as progress:
                    found.append(
                        measure(
                            game, agent=agent, playouts=playouts, seconds=seconds, seed=seed,
                            onlooker=onlooker, heuristic=heuristic, progress=progress,
                        )
                    )  # fmt: skip
                yield found[-1]

    if format_ in ("table", "csv"):
        _print_rows(measured(), format_)
        return
    try:
        list(measured())
    except KeyboardInterrupt:
        if format_ == "json" and found:
            print_json({"games": found})
        raise
    if format_ == "json":
        print_json({"games": found})
    else:
        print(game_html(found) if format_ == "html" else game_markdown(found), end="")


def _print_rows(measured: "Iterator[dict[str, Any]]", format_: str) -> None:
    """Print a line for each game as soon as it is measured."""
    widths = [max(len(name), 11) for name in _COLUMNS]
    for number, game in enumerate(measured):
        row = [reduce(getitem, path, game) for path in _COLUMNS.values()]
        if format_ == "csv":
            print_csv([row] if number else [_COLUMNS, row])
            continue
        if not number:
            print("  ".join(map(str.rjust, _COLUMNS, widths)))
        said = [f"{it:,.2f}" if isinstance(it, float) else str(it) for it in row]
        print("  ".join(map(str.rjust, said, widths)), flush=True)
