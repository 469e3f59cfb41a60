"""The command that speaks the Universal Hive Protocol."""

import sys
from typing import Annotated

import typer


def register(app: typer.Typer) -> None:
    """Add the command to the command line."""
    app.command()(uhp)


def uhp(
    no_jit: Annotated[
        bool, typer.Option("--no-jit", help="Play in plain Python, slower but at once.")
    ] = False,
    agent: Annotated[
        str, typer.Option(metavar="SPEC", help="Who thinks for a time; or MODULE:NAME of your own.")
    ] = "mcts",
) -> None:
    """Speak the Universal Hive Protocol on standard input and output, for viewers and engines."""
    from boardless.agents.adapters.uhp import HiveSession

    session = HiveSession(jit=not no_jit, agent=agent)
    line = "info"
    while line.strip().casefold() != "exit":
        for said in session.answer(line):
            print(said, flush=True)
        line = sys.stdin.readline()
        if not line:
            break
