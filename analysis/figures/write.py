"""Figures as files: a picture for screens, one for print, and the table behind them."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from boardless.analysis.figures import FIGURES
from boardless.analysis.figures.chapter_6 import note_of
from boardless.analysis.figures.figure import write_drawing
from boardless.topo import InputError, named


def write_figures(
    names: Sequence[str],
    out: Path,
    begun: Callable[[str, int, int], object] | None = None,
    noted: Callable[[str], object] | None = None,
    parameters: Mapping[str, Any] | None = None,
) -> list[Path]:
    """Make figures of the thesis and write each as PNG, SVG and CSV.

    The same figures give the same files, byte for byte, with the same versions of the libraries.
    Figures that have speeds of this machine are in the folder ``measured`` of `out`.

    Parameters
    ----------
    names : sequence of str
        Which, by the thesis's numbers; all if empty.
    out : Path
        Folder to write to, made if it is missing.
    begun : callable, optional
        Called before each figure with its number and title, how many are done, and of how many.
    noted : callable, optional
        Called with a line for each figure that lacks something, such as runs that a store has not.
    parameters : mapping, optional
        What the tables of all these figures take: ``strategies``, ``tilings``, ``moves``,
        ``games``, ``playouts``; see `ThesisFigure.parameters`.

    Returns
    -------
    list of Path
        The files written: ``figure-6.7.png``, ``figure-6.7.svg``, ``figure-6.7.csv`` and so on.

    Raises
    ------
    InputError
        If there is no figure of a name or one lacks a parameter (nothing is written then), or `out`
        cannot be written.
    """
    chosen = [named(name, FIGURES, "figure") for name in dict.fromkeys(names or FIGURES)]
    for figure in chosen:
        figure.check(parameters or {})
    written: list[Path] = []
    try:
        out.mkdir(parents=True, exist_ok=True)
        for done, figure in enumerate(chosen):
            if begun is not None:
                begun(f"{figure.name} {figure.title}", done, len(chosen))
            table = figure.table(**(parameters or {}))
            if noted is not None and (note := note_of(table)):
                noted(f"figure {figure.name}: {note}")
            folder = out / "measured" if figure.timed else out
            csv, *pictures = write_drawing(table, figure.draw, folder, figure.stem, "svg")
            written += (*pictures, csv)
    except OSError as error:
        reason = error.strerror or error
        raise InputError(
            f"cannot write to {str(out)!r} ({reason}): choose a folder that you may write to"
        ) from None
    return written
