"""The command that draws the thesis's figures."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from boardless.cli.parameters import whole
from boardless.cli.printing import note


def register(app: typer.Typer) -> None:
    """Add the command to the command line."""
    app.command()(figures)


def _names() -> list[str]:
    from boardless.analysis.figures import FIGURES

    return list(FIGURES)


def figures(
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[NAMES]...",
            help="The thesis's numbers, such as 6.7; all by default.",
            autocompletion=_names,
            show_default=False,
        ),
    ] = None,
    out: Annotated[Path, typer.Option(metavar="DIR", help="Folder to write to.")] = Path("figures"),
    store: Annotated[
        Path | None,
        typer.Option(metavar="PATH", help="Take random games from the runs of this store."),
    ] = None,
    workers: Annotated[
        int,
        typer.Option(
            metavar="N", help="Processes that compile the games of tables 6.1 to 6.3.", parser=whole
        ),
    ] = 1,
) -> None:
    """Draw figures of the thesis, each as PNG, SVG and the table behind it as CSV."""
    from boardless.analysis.figures.write import write_figures
    from boardless.analysis.sample import figures_from, sample

    chosen = replace(sample(), store=store or sample().store, workers=workers)
    with figures_from(chosen), _shown() as begun:
        written = write_figures(names or [], out, begun, note)
    print(f"wrote {len(written)} files to {out}")


@contextmanager
def _shown() -> Iterator[Callable[[str, int, int], object]]:
    """Provide what shows which figure is begun: a bar on a terminal, else lines."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda title, done, total: note(title)
        return
    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}"))
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("")
        yield lambda title, done, total: bar.update(
            task, description=title, completed=done, total=total
        )
