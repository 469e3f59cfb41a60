"""Commands about tilings, boards, their growth, and the thesis's figures."""

import sys
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from boardless.cli.parameters import tiling_of
from boardless.cli.printing import bar_shown, note, print_as
from boardless.util.inputs import InputError

if TYPE_CHECKING:
    import pandas as pd

    from boardless.games.initial.board import GameBoard
    from boardless.jit.arrays import Ints
    from boardless.topo import Board
    from boardless.topo.layouts.records import Record


def board(
    tiling: str,
    dimension: int | None = None,
    *,
    library: str | None = None,
    option: list[str] | None = None,
    format_: str = "table",
) -> None:
    """Print the board of a tiling, or of a game, with its cells numbered row by row.

    With only the name of a game or its file, print the game's board with all sites.

    Parameters
    ----------
    tiling : TILING|GAME
        Its name (boardless tilings lists them), or the path of a table (.json); without a
        DIMENSION, a game or the path of a description.
    dimension : [DIMENSION]
        Cells along a side; on tilings that are not regular, rings around a cell, plus 1.
    format_ : table|csv|text|json
        The output format.

    Examples
    --------
    boardless board triangular 6
    boardless board Hex --format json
    """
    from boardless.topo import ALIASES, Board, board_record

    if dimension is None:
        names = {each.casefold() for name, others in ALIASES.items() for each in (name, *others)}
        if tiling.casefold() in names or tiling.casefold().endswith(".json"):
            raise InputError(f"tiling {tiling!r}: give a DIMENSION too")
        _show_game_board(tiling, option or [], library, format_)
        return
    regular = Board.regular(tiling_of(tiling), dimension)
    name = f"{regular.tiling.name}-{dimension}"
    record = board_record(regular, name)
    print_as(format_, record, lambda: _cells(record["cells"]), lambda: _summary(regular, name))


def _cells(cells: dict[str, Any]) -> Iterable[list[Any]]:
    """Yield a row for each cell; spaces separate numbers of other cells and of vertices."""
    lists = ("vertices", "orthogonal", "diagonal", "off", "adjacent", "all")
    yield ["site", "x", "y", "row", *lists]
    for site, cell in enumerate(cells["sites"]):
        yield [site, *cell["pt"], cell["row"], *(_listed(cell[name]) for name in lists)]


def _listed(sites: Iterable[int], width: int = 0) -> str:
    return " ".join(f"{site:{width}}" for site in sites)


def _rows(rows: Iterable["Ints"], width: int = 0) -> list[str]:
    return [f"row {n:<6} {_listed(row.tolist(), width)}" for n, row in enumerate(rows)][::-1]


def _summary(board: "Board", name: str) -> str:
    """Return a regular board in words; its sites are numbered row by row."""
    width = len(str(len(board) - 1))
    counts = [f"{part:10} {len(getattr(board, part))}" for part in ("vertices", "edges")]
    lists = [
        f"{part:10} {_listed(getattr(board, part).tolist(), width)}"
        for part in ("perimeter", "corners", "centre")
    ]
    title = f"{name}, numbered row by row from the bottom"
    lines = [title, f"cells      {len(board)}", *counts, *lists]
    return "\n".join(lines + _rows(board.rows, width))


def _show_game_board(game: str, options: list[str], library: str | None, format_: str) -> None:
    """Print the board of a game: in words, or every site as CSV or JSON."""
    from boardless.games.initial.board import game_board
    from boardless.games.library import description_text
    from boardless.topo.layouts.records import board_description

    laid_out = game_board(description_text(game, library=library), options)
    print_as(
        format_,
        lambda: board_description(laid_out.board, laid_out.tracks),
        lambda: _sites(laid_out),
        lambda: _game_summary(laid_out),
    )


def _sites(laid_out: "GameBoard") -> "pd.DataFrame":
    """Return a row for each site of each type."""
    import pandas as pd

    from boardless.topo.layouts.records import PLURALS

    tables = []
    for kind in PLURALS:
        sites = laid_out.board.sites_of(kind)
        columns = {"type": sites.kind, "site": range(len(sites)), "label": sites.labels}
        where = {"row": sites.coordinates.row, "column": sites.coordinates.column}
        points = dict(zip("xyz", sites.points.T, strict=True))
        tables.append(pd.DataFrame({**columns, **where, **points}))
    return pd.concat(tables)


def _game_summary(laid_out: "GameBoard") -> str:
    """Return the board of a game in words."""
    from boardless.topo.layouts.records import PLURALS

    board = laid_out.board
    lines = [f"{laid_out.name}, played on {PLURALS[board.use]}"]
    lines += [f"{name:10} {len(board.sites_of(kind))}" for kind, name in PLURALS.items()]
    for name in ("perimeter", "corners", "centre"):
        lines.append(f"{name:10} {_listed(board.sites_of().listed(name).tolist())}")
    lines += [f"track      {track.name}: {_listed(track.sites)}" for track in laid_out.tracks]
    return "\n".join(lines + _rows(board.rows))


def check_boards(file: Path, *, library: str | None = None, format_: str = "table") -> None:
    """Lay out the boards of recorded games, and compare every field.

    With a library the games come from it. Without one, boards are computed again from the recorded
    points.

    Parameters
    ----------
    file
        Recorded boards, one a line (.jsonl, .gz).

    Examples
    --------
    boardless check-boards boards.jsonl.gz --library Ludii/Common/res
    """
    from boardless.games.library import chosen_library
    from boardless.topo.layouts import records as recorded

    chosen = chosen_library(library)

    def laid_out(record: "Record") -> "Record":
        from boardless.games.initial.board import recorded_game

        assert chosen is not None
        return recorded_game(record, chosen)

    records = recorded.read_boards(file)
    check = recorded.check_boards(records, laid_out if chosen else recorded.derived_record)
    rows = [(name, count, first) for name, (count, first) in sorted(check.fields.items())]
    names = ("field", "differ", "first")
    fields = [dict(zip(names, row, strict=True)) for row in rows]
    lines = [f"{name:32} {count:5}  {first}"[:200] for name, count, first in rows]
    lines.append(f"{check.boards} boards, {check.equal} equal in all fields")
    record = {"boards": check.boards, "equal": check.equal, "fields": fields}
    print_as(format_, record, [names, *rows], "\n".join(lines))
    if rows:
        raise typer.Exit(1)


def tilings() -> None:
    """List the tilings, with the numbers of corners of their cells, and other names.

    Examples
    --------
    boardless tilings
    """
    from boardless.topo import ALIASES, TILINGS

    for name, tiling in TILINGS.items():
        corners = sorted({len(face) for face in tiling.faces})
        print(f"{name:13} {', '.join(map(str, corners)):9} {', '.join(ALIASES[name])}")


def _show_sizes(table: "pd.DataFrame", settings: dict[str, Any], format_: str) -> None:
    """Print a table of the sizes of a board after every move."""
    text = table.to_string(index=False, formatters={"unused": "{:.1%}".format})
    print_as(format_, settings | table.drop(columns="move").to_dict("list"), table, text)


def growth(
    *,
    tiling: str,
    strategy: str,
    sequence: str,
    moves: int,
    game: str | None = None,
    format_: str = "table",
) -> None:
    """Measure the growth of a board in the best or worst case: its size after every move.

    `draw_trials` in Python draws the size in random games of a game (docs/how-to-measure.md).

    Parameters
    ----------
    tiling : TILING
        Its name (boardless tilings lists them), or the path of a table (.json).
    sequence : best|worst
        Smallest or largest board.
    moves
        Moves to play.
    game
        The game for growth by rule, by default Andantino.

    Examples
    --------
    boardless growth --tiling square --strategy zone --sequence best --moves 20
    """
    from boardless.analysis.growth import growth_table

    settings: dict[str, Any] = {"tiling": tiling, "strategy": strategy, "sequence": sequence}
    if strategy.casefold() == "rule":
        # Only this strategy needs games, which take a while to load.
        from boardless.games import load

        played = load(game or "Andantino", tiling=tiling, jit=False)
        table = growth_table(tiling_of(tiling), "rule", sequence, moves, played)
        settings |= {"game": played.name, "first_move": int(table["move"].iloc[0])}
    else:
        table = growth_table(tiling_of(tiling), strategy, sequence, moves, game)
    _show_sizes(table, settings, format_)


def walk(
    *, tiling: str, strategy: str, moves: int, tiles: int = 12, format_: str = "table"
) -> None:
    """Measure a board with tiles that walk away: its size after each step.

    Parameters
    ----------
    tiling : TILING
        Its name (boardless tilings lists them), or the path of a table (.json).
    strategy : zone|zone-shrink
        Whether the board only grows; or MODULE:NAME of your own.
    moves
        Tiles to move.
    tiles
        The number of tiles.

    Examples
    --------
    boardless walk --tiling hexagonal --strategy zone-shrink --moves 100
    """
    from boardless.analysis.sequences import walk_table

    table = walk_table(tiling_of(tiling), strategy, moves, tiles)
    _show_sizes(table, {"tiling": tiling, "strategy": strategy, "tiles": tiles}, format_)


def figures(
    names: list[str] | None = None,
    *,
    out: Path = Path("figures"),
    store: Path | None = None,
    workers: int = 1,
    strategy: list[str] | None = None,
    tiling: list[str] | None = None,
    moves: int | None = None,
    game: list[str] | None = None,
    playouts: int | None = None,
) -> None:
    """Draw figures of the thesis, each as PNG, SVG and the table behind it as CSV.

    The options change the input of figures that have that parameter; see docs/reproduction.md.

    Parameters
    ----------
    names : [NAMES]...
        The thesis's numbers, such as 6.7; all by default.
    out : DIR
        Folder to write to.
    store : PATH
        Take random games from the runs of this store.
    workers
        Processes that compile games of tables 6.1 to 6.3.
    strategy : NAME
        Compare this strategy, as of `growth`, or 'rule'; repeatable.
    tiling : NAME
        Show this tiling; repeatable.
    moves
        The number of moves.
    game : NAME
        Play random games of this one; repeatable.
    playouts
        The number of random games of each.

    Examples
    --------
    boardless figures 6.2 6.7 --out figures
    """
    from boardless.analysis.figures import write_figures
    from boardless.analysis.playout_tables import figures_from, sample

    chosen = replace(sample(), store=store or sample().store, workers=workers)
    given = {
        "strategies": strategy, "tilings": tiling, "moves": moves, "games": game,
        "playouts": playouts,
    }  # fmt: skip
    parameters = {name: value for name, value in given.items() if value is not None}
    with (
        figures_from(chosen),
        bar_shown(
            "MofNComplete",
            "Text",
            fields=lambda title, done, total: {
                "description": title,
                "completed": done,
                "total": total,
            },
        ) as progress,
    ):
        begin = progress if sys.stderr.isatty() else lambda title, *_: note(title)
        written = write_figures(names or [], out, begin, note, parameters)
    print(f"wrote {len(written)} files to {out}")
