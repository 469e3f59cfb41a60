"""The board in a notebook: an anywidget, and the static picture that stays when Python has gone."""

from typing import Any

import anywidget

from boardless.topo.boards.board import MAX_DRAWN
from boardless.view.files import script, style
from boardless.view.page_view import PageView
from boardless.view.scene import scene_of
from boardless.view.session import Session


class BoardWidget(anywidget.AnyWidget):
    """A board to click on.

    Parameters
    ----------
    session : Session
        The session to show; several widgets of one session stay in step.
    seat : int, optional
        The player at the board; 0 sees everything and moves for all. By default it is the session's
        `own_seat`.

    Raises
    ------
    InputError
        If the seat is unknown.
    """

    _esm = script("widget.js")
    _css = style()

    def __init__(self, session: Session, seat: int | None = None) -> None:
        super().__init__()
        self.session = session
        self._page = PageView(session, self.send, session.own_seat if seat is None else seat)
        self.on_msg(lambda _widget, message, _buffers: self._page.receive(message))

    def close(self) -> None:
        """Remove the board from the notebook."""
        if self.comm is not None:
            self._page.close()
        super().close()

    def _repr_mimebundle_(self, **options: Any) -> Any:
        """Return the widget, with a picture for where no Python runs."""
        bundle = super()._repr_mimebundle_(**options)
        state = self.session.state
        if bundle is None or self._page.seat or len(state.board) > MAX_DRAWN:
            return bundle
        bundle[0]["image/svg+xml"] = scene_of(state, choices=False).svg()
        return bundle
