"""The figures of the thesis, by its numbers: each a table and a drawing of that table.

`write_figures` writes each as files: a picture for screens, one for print, and the table.
"""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from boardless.analysis.figures import (
    boards,
    chapter_6,
    chapter_7,
    chapters_4_5,
    measured,
    tile_games,
)
from boardless.analysis.figures.chapter_6 import note_of
from boardless.analysis.figures.figure import ThesisFigure, write_drawing
from boardless.topo import InputError, named

_CHAPTERS = (boards, chapters_4_5, chapter_6, measured, chapter_7, tile_games)
#: Every figure, by name, in the order of the thesis.
FIGURES: dict[str, ThesisFigure] = {
    figure.name: figure
    for figure in sorted(
        (figure for chapter in _CHAPTERS for figure in chapter.FIGURES),
        key=lambda figure: figure.number,
    )
}

__all__ = ["FIGURES", "ThesisFigure", "write_figures"]


def write_figures(
    names: Sequence[str],
    out: Path,
    begun: Callable[[str, int, int], object] | None = None,
    noted: Callable[[str], object] | None = None,
    parameters: Mapping[str, Any] | None = None,
) -> list[Path]:
    """Make figures of the thesis and write each as PNG, SVG and CSV.

    The same figures give the same files, byte for byte, with the same versions of the libraries.
    Figures with speeds of this machine go to the folder ``measured`` of `out`.

    Parameters
    ----------
    names : sequence of str
        The figures, by the thesis's numbers; all if empty.
    out : Path
        Folder to write to, made if it is missing.
    begun : callable, optional
        Called before each figure with its number and title, the number done, and the total.
    noted : callable, optional
        Called with a line for each figure that lacks something, such as runs in a store.
    parameters : mapping, optional
        Parameters of the tables of all these figures: ``strategies``, ``tilings``, ``moves``,
        ``games``, ``playouts``; see `ThesisFigure.parameters`.

    Returns
    -------
    list of Path
        The files written: ``figure-6.7.png``, ``figure-6.7.svg``, ``figure-6.7.csv`` and so on.

    Raises
    ------
    InputError
        If a figure is unknown or lacks a parameter (nothing is written then), or `out` cannot be
        written.
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
