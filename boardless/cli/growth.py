"""The commands that print how boards grow: growth and walk."""

from typing import TYPE_CHECKING, Annotated

import typer

from boardless.cli.parameters import (
    Format,
    TilingName,
    check_format,
    one_of,
    tiling_of,
    whole,
)
from boardless.cli.printing import print_sizes

if TYPE_CHECKING:
    from boardless.strategies import Strategy

STRATEGY_NAMES = "fixed|perimeter|zone|zone-shrink|rule"
ZONES = "zone|zone-shrink"
SEQUENCES = "best|worst"


def register(app: typer.Typer) -> None:
    """Add the commands to the command line."""
    app.command()(growth)
    app.command()(walk)


def growth(
    tiling: TilingName,
    strategy: Annotated[
        str,
        typer.Option(
            help="How the board answers a move; or MODULE:NAME of your own.",
            **one_of(STRATEGY_NAMES),
        ),
    ],
    sequence: Annotated[str, typer.Option(help="Smallest or largest board.", **one_of(SEQUENCES))],
    moves: Annotated[int, typer.Option(metavar="N", help="Moves to play.", parser=whole)],
    game: Annotated[
        str | None, typer.Option(help="Whose rules make a board grow by rule: Andantino's.")
    ] = None,
    format_: Format = "table",
) -> None:
    """Play the best or worst case; print the board's size and unused share after every move."""
    from boardless.analysis.growth import growth_table
    from boardless.topo import InputError

    check_format(format_)
    settings = {"tiling": tiling, "strategy": strategy, "sequence": sequence}
    if strategy.casefold() == "rule":
        # Only this strategy needs games, which take a while to load.
        from boardless.analysis.rule_growth import rule_growth_table
        from boardless.games import load

        played = load(game or "Andantino", tiling=tiling, jit=False)
        table = rule_growth_table(played, sequence, moves)
        settings["game"] = played.name
    elif game is not None:
        raise InputError(f"game {game!r}: only growth by rule reads the rules of a game")
    else:
        grows = _strategy(strategy, STRATEGY_NAMES)
        table = growth_table(tiling_of(tiling), grows, sequence, moves)
    print_sizes(table, settings, format_)


def _strategy(text: str, names: str) -> "Strategy":
    """Return a strategy by its name, or of a module; messages list `names`.

    Modules are looked for in the current folder, too.
    """
    from boardless.strategies import STRATEGIES, strategy_of
    from boardless.topo import named

    if ":" not in text:
        return named(text, STRATEGIES, "strategy", names.split("|"))
    return strategy_of(text)


def walk(
    tiling: TilingName,
    strategy: Annotated[
        str,
        typer.Option(
            help="Whether the board only grows; or MODULE:NAME of your own.", **one_of(ZONES)
        ),
    ],
    moves: Annotated[int, typer.Option(metavar="N", help="Tiles to move.", parser=whole)],
    tiles: Annotated[int, typer.Option(metavar="N", help="Tiles there are.", parser=whole)] = 12,
    format_: Format = "table",
) -> None:
    """Move tiles from one end of a cluster to the other; print the board's size after each."""
    from boardless.analysis.walk import walk_table

    check_format(format_)
    table = walk_table(tiling_of(tiling), _strategy(strategy, ZONES), moves, tiles)
    print_sizes(table, {"tiling": tiling, "strategy": strategy, "tiles": tiles}, format_)
