"""The command that lets agents play each other."""

from typing import TYPE_CHECKING, Annotated

import typer

from boardless.cli import interruption
from boardless.cli.parameters import (
    GameName,
    GameTiling,
    LibraryFolder,
    Options,
    any_game_of,
    check_format,
    one_of,
    whole,
)
from boardless.cli.printing import games_shown, print_frame, print_json

if TYPE_CHECKING:
    from boardless.agents import Standings

_FORMATS = "table|csv|json|html|markdown"
_MODES = "round-robin|against-one|random|exhaustive|self-play"


def register(app: typer.Typer) -> None:
    """Add the command to the command line."""
    app.command()(tournament)


def tournament(
    game: GameName,
    agents: Annotated[
        list[str],
        typer.Option(
            "--agents",
            metavar="SPEC",
            help="name[:iterations][,parameter=value]..., such as mcts:1000; repeatable.",
        ),
    ],
    games: Annotated[int, typer.Option("--games", help="Games of each group.", parser=whole)] = 100,
    seed: Annotated[
        int, typer.Option(help="Where the random numbers come from.", parser=whole)
    ] = 0,
    workers: Annotated[
        int, typer.Option(help="Processes to share the work, at most four a core.", parser=whole)
    ] = 1,
    executor: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="A Dask scheduler to work on, as tcp://host:8786."),
    ] = None,
    mode: Annotated[str, typer.Option(help="Who plays whom.", **one_of(_MODES))] = "round-robin",
    budget: Annotated[
        str | None,
        typer.Option(metavar="calls=N|seconds=S|N", help="What all may spend on a move."),
    ] = None,
    moves: Annotated[
        int | None,
        typer.Option("--max-moves", help="Cut a game after so many: it is drawn.", parser=whole),
    ] = None,
    stop: Annotated[
        bool, typer.Option("--stop", help="Stop two agents once it is decided who is better.")
    ] = False,
    keep: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Keep results there, and go on where they end."),
    ] = None,
    store: Annotated[
        str | None, typer.Option(metavar="PATH", help="A store that keeps every game.")
    ] = None,
    tiling: GameTiling = None,
    option: Options = None,
    library: LibraryFolder = None,
    format_: Annotated[
        str, typer.Option("--format", help="How to print it.", **one_of(_FORMATS))
    ] = "table",
) -> None:
    """Let agents play each other, and print who won how often."""
    from boardless.agents import SPRT, entrant, run_tournament

    check_format(format_, _FORMATS)
    spending = entrant(f"random,{_named(budget)}").budget if budget else None
    played = any_game_of(game, option, tiling, library)
    with (
        interruption.printing(lambda standings: _print_as(standings, format_)),
        games_shown(played.name) as progress,
    ):
        standings = run_tournament(
            played, agents, count=games, mode=mode, seed=seed, budget=spending,
            moves=moves, stop=SPRT() if stop else None, workers=workers, executor=executor,
            progress=progress, keep=keep, store=store,
        )  # fmt: skip
    _print_as(standings, format_)


def _print_as(standings: "Standings", format_: str) -> None:
    """Print all tables in a form."""
    if format_ == "json":
        print_json(standings.record())
    elif format_ == "csv":
        print_frame(standings.solitaire if standings.is_solitaire() else standings.agents)
    elif format_ in ("html", "markdown"):
        from boardless.analysis import tournament_page

        page = tournament_page.html if format_ == "html" else tournament_page.markdown
        print(page(standings), end="")
    else:
        _print(standings)


def _named(budget: str) -> str:
    """Return a budget as a spec says it; a number alone is one of iterations."""
    return budget if "=" in budget else f"iterations={budget}"


def _print(standings: "Standings") -> None:
    """Print the agents, each pair, and what each seat is worth; of solitaire games the agents."""
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
