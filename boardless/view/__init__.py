"""Boards to click on: in notebooks, on a local page, as files, and in the terminal.

``scene_of`` describes the look of a board. `Session` is a game between people and agents. The
script in ``boardless/view/page`` draws scenes and plays in sessions.
"""

from typing import TYPE_CHECKING

from boardless.util.lazy_imports import on_demand

if TYPE_CHECKING:
    from boardless.play.playing import Answer, play_game
    from boardless.view.files import to_gif, to_html, to_svg
    from boardless.view.game_map import map_to_html
    from boardless.view.page_view import PageView
    from boardless.view.scene import Scene, scene_of
    from boardless.view.session import Session
    from boardless.view.showing import session_of, show, show_states
    from boardless.view.terminal import text_board

__all__ = [
    "Answer",
    "PageView",
    "Scene",
    "Session",
    "map_to_html",
    "play_game",
    "scene_of",
    "session_of",
    "show",
    "show_states",
    "text_board",
    "to_gif",
    "to_html",
    "to_svg",
]

__getattr__, __dir__ = on_demand(__name__)
