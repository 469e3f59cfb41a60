"""What pieces look like on a page: colours, marks, tiles with paths, the faces of dice."""

from typing import Any

from boardless.play.large_pictures import part_layouts, part_signs
from boardless.play.picture import HOLLOW, colours, drawn_owner, faces_of, marks, marks_of
from boardless.play.state import State
from boardless.play.tile_pictures import page_tile, path_colours, shapes_of
from boardless.state import FreeState


def kinds_of(state: State | FreeState) -> tuple[dict[str, Any], ...]:
    """Return the components of a state as pages draw them; see `view.scene.Scene`."""
    components, players = state.setup.components, state.setup.players
    if isinstance(state, State):
        marked, shapes, signs = marks_of(state.game), shapes_of(state.game), part_signs(state.game)
        faces = [faces_of(state.game, n + 1) for n in range(len(components))]
        parts = part_layouts(state.game)
    else:
        marked, shapes = marks(components, players), [None for _ in components]
        faces, signs = [() for _ in components], [() for _ in components]
        parts = [() for _ in components]
    found = []
    for n, component in enumerate(components):
        owner = drawn_owner(component, players)
        fill, ink = colours(owner)
        found.append(
            {
                "name": component.name,
                "owner": player_of(state, owner),
                "fill": fill,
                "ink": ink,
                "mark": marked[n],
                "tile": page_tile(shapes[n]),
                "faces": faces[n],
                "signs": signs[n],
                "parts": parts[n],
                "hollow": component.name.startswith(HOLLOW),
            }
        )
    return tuple(found)


def player_of(state: State | FreeState, owner: int) -> int:
    """Return who plays the pieces of a player: after a swap, that is the other one."""
    swapped = isinstance(state, State) and state.position.swapped
    return 3 - owner if swapped and owner else owner


def player_colours(state: State | FreeState) -> tuple[str, ...]:
    """Return the colour of each player: of the pieces, or of the path of the player's number."""
    paths = path_colours(state.game) if isinstance(state, State) else {}
    owners = (player_of(state, player) for player in range(1, state.setup.players + 1))
    return tuple(paths.get(owner, colours(owner)[0]) for owner in owners)
