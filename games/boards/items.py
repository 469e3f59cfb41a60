"""The layouts of the boards among the equipment of a game."""

from boardless.games.boards.laying import layout_of
from boardless.games.ludemes.equipment import BoardItem, LaidOut, SurakartaBoard
from boardless.games.ludemes.kinds import SiteType
from boardless.topo import InputError, Layout
from boardless.topo.layouts.mancala import mancala


def board_layout(board: LaidOut) -> Layout:
    """Return the layout of a board.

    Raises
    ------
    LudemeError
        If it is too large, or names what there is not.
    """
    if isinstance(board, BoardItem):
        return layout_of(board.graph, board.use)
    if isinstance(board, SurakartaBoard):
        return layout_of(board.graph, SiteType.VERTEX)
    try:
        return mancala(board.rows, board.columns, board.store.value, board.num_stores)
    except InputError as error:
        board.reject(str(error))


def board_use(board: LaidOut) -> SiteType:
    """Return what a board is played on."""
    return board.use if isinstance(board, BoardItem) else SiteType.VERTEX
