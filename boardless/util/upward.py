"""Functions of packages that lower ones call: each is imported on its first use.

Imports go one way: a package knows only packages below it. Its few calls upward go through this
registry alone, such as ``upward.to_html(state, path)``.
"""

from typing import TYPE_CHECKING

from boardless.util.lazy_imports import on_demand

if TYPE_CHECKING:
    # A notebook shows a game by its first position, and a trial is played again by its rules.
    # A seat or a policy may be named by the text of an agent, and an agent may have a network.
    from boardless.agents.specs import entrant as entrant
    from boardless.agents.specs import is_named as is_named
    from boardless.learn.checkpoints import load_network as load_network
    from boardless.learn.checkpoints import network_file as network_file
    from boardless.learn.positions import Observer as Observer
    from boardless.learn.search import SearchSettings as SearchSettings
    from boardless.learn.search import searched as searched
    from boardless.play.replay import replayed_by_text as replayed_by_text
    from boardless.play.state import State as State

    # Playouts and games of tournaments go into a store.
    from boardless.store.store import keeping as keeping

    # A figure measures games in extensive form as texts.
    from boardless.theory.building import alternating as alternating
    from boardless.theory.lgdl import to_lgdl as to_lgdl
    from boardless.view.endings import scores_so_far as scores_so_far

    # A state draws itself, as a picture or as characters, and has the points that pages show.
    from boardless.view.files import to_html as to_html
    from boardless.view.scene import scene_of as scene_of
    from boardless.view.showing import show as show
    from boardless.view.terminal import text_board as text_board

__getattr__, __dir__ = on_demand(__name__)
