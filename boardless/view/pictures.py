"""Pictures of a game with Matplotlib and as SVG: board, pieces, tiles with paths, the last move."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from boardless.games import Game
from boardless.games.compiler.tile_tables import turn_unit
from boardless.games.ludemes.pieces import Path, Tile
from boardless.jit.arrays import Floats
from boardless.topo.boards.outlines import outlines
from boardless.topo.drawing.palette import CELL, CHIP, FIFTH, INK, PLAYERS, SEQUENCE, TILE
from boardless.topo.drawing.svg import DISC, HOLE, HOOP, RING, UNITS, Disc, svg
from boardless.topo.drawing.tile_shapes import (
    BAND,
    CASING,
    INSET,
    STANDING,
    PathTile,
    SegmentShape,
    TileShape,
)
from boardless.view.tile_pictures import (
    initials,
    part_names,
    part_shapes,
    part_texts,
    segment_shapes,
    segment_tiles,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from boardless.play.state import State
    from boardless.state import Component
    from boardless.topo import Board, FixedBoard

#: What a tile looks like.
Shape: TypeAlias = TileShape | SegmentShape

#: The colours of paths 1, 2, ...; from there on they repeat. They differ in lightness, too.
_PATHS = (*PLAYERS, SEQUENCE[2], SEQUENCE[0])


def path_colours(game: Game) -> dict[int, str]:
    """Return the colours in which paths are drawn, by their numbers in the description."""
    items = (item for item in game.module.model.items if isinstance(item, Tile))
    numbers = {path.colour for item in items for path in item.paths if isinstance(path, Path)}
    return {number: _PATHS[(number - 1) % len(_PATHS)] for number in sorted(numbers)}


def shapes_of(game: Game) -> Sequence[Shape | None]:
    """Return how each component is drawn that has paths or segments; None for discs."""
    items = game.module.model.items
    if not any(isinstance(item, Tile) and item.paths for item in items):
        parts = part_shapes(game)
        return [parts.get(n) for n in range(len(items))] if parts else segment_shapes(game)
    key, colours = np.zeros((1, 3), np.int64), path_colours(game)
    (outline,) = outlines(game.tiling, key)
    (centre,) = game.tiling.plane(game.tiling.face_grid(key))
    return [
        TileShape(
            outline - centre,
            tuple(
                (path.from_, path.to, colours[path.colour])
                for path in item.paths
                if isinstance(path, Path)
            ),
            turn_unit(len(outline)),
            CHIP,
        )
        if isinstance(item, Tile) and item.paths
        else None
        for item in items
    ]


def path_tiles(state: "State", board: "Board") -> list[PathTile]:
    """Return the tiles with paths that lie on the board of a state, by the sites of `board`."""
    shapes = shapes_of(state.game)
    laid = {action.site for action in state.move_stack[-1].actions} if state.ply else set()
    turned = state.containers[0].chunk("rotation").nonzero()
    found = []
    for key, what in state.pieces.items():
        shape, site = shapes[what - 1], board.site(key)
        if isinstance(shape, TileShape):
            found.append(PathTile(site, shape, turned.get(site, 0), key in laid))
    return found


def page_tile(shape: Shape | None) -> dict[str, object] | None:
    """Return what a page draws of a tile: in picture units, y downwards, as it lies at first.

    It has the corners, the degrees of one step of rotation, the widths of paths and of the lines
    around them in shares of the circle that fits into a cell, and each path: its colour, and where
    it begins, bends and ends. A tile with segments has polygons in place of paths, and where pieces
    stand on the segments, and how large these are.
    """
    if shape is None:
        return None

    def units(points: Floats) -> list[int]:
        placed: list[int] = np.rint(INSET * points * (UNITS, -UNITS)).astype(int).ravel().tolist()
        return placed

    if isinstance(shape, SegmentShape):
        ground, *layers = shape.layers
        return {
            "outline": units(ground.points),
            "fill": ground.fill,
            "degrees": 360 / (shape.sides * shape.unit),
            "paths": [],
            "layers": [(layer.fill, units(layer.points)) for layer in layers],
            "anchors": [units(anchor) for anchor in shape.anchors],
            "standing": round(UNITS * STANDING),
        }
    return {
        "outline": units(shape.outline),
        "fill": shape.fill,
        "degrees": 360 / (len(shape.outline) * shape.unit),
        "band": BAND,
        "casing": CASING,
        "paths": [(colour, units(points)) for colour, points in shape.bands()],
        "layers": [],
        "anchors": [],
    }


#: By how much of the circle in a cell a piece that lies on another is higher.
STEP = 0.25
#: The longest names, without their owners' numbers, that are written on pieces.
MAX_MARK = 2
#: What stands between the mark of a piece and the number of pieces.
TIMES = "\N{MULTIPLICATION SIGN}"
#: What the names of pieces begin with that are rings.
HOLLOW = "Ring"

#: Fill and ink of what belongs to nobody, and to players 1, 2, ...; from there on they repeat.
_NOBODY = (TILE, "white")
_PLAYERS = (
    (PLAYERS[0], "white"),
    (PLAYERS[1], INK),
    (CHIP, INK),
    (SEQUENCE[2], INK),
    (FIFTH, "white"),
)


def colours(owner: int) -> tuple[str, str]:
    """Return the fill of a player's pieces, 0 for nobody's, and the ink of what is on them."""
    return _PLAYERS[(owner - 1) % len(_PLAYERS)] if owner else _NOBODY


def drawn_owner(component: "Component", players: int) -> int:
    """Return the player whose pieces are drawn like a component; 0 for what all share."""
    return component.owner if component.owner <= players else 0


def faces_of(game: "Game", component: int) -> tuple[int, ...]:
    """Return what is on the faces of a component that is a die; nothing of one that is none."""
    scene = game.module.model.scene
    return scene.inventory.components[component - 1].faces if scene is not None else ()


def without_dice(game: "Game") -> tuple["Component", ...]:
    """Return the components of a game, dice without their names."""
    return tuple(
        replace(component, name="") if faces_of(game, number) else component
        for number, component in enumerate(game.components, 1)
    )


def discs(state: "State", board: "Board | FixedBoard") -> list[Disc]:
    """Return what stands on the board of a state, whose sites are those of `board`."""
    game = state.game
    last = state.move_stack[-1].cell if state.ply else None
    hollow = [component.name.startswith(HOLLOW) for component in game.components]
    marked, found = marks_of(game), []
    shapes, counts = shapes_of(game), state.containers[0].count
    for key, pile in state.piles.items():
        site, top = board.site(key), len(pile) - 1
        for level, what in enumerate(pile):
            if shapes[what - 1] is not None:
                continue
            fill, ink = colours(drawn_owner(game.components[what - 1], game.players))
            # A ring lies around what it holds.
            around = any(hollow[each - 1] for each in pile)
            many = 1 if around and top else max(len(pile), counts[site])
            text = piece_text(marked[what - 1], many) if level == top else ""
            ringed = key == last and level == top
            raised = 0.0 if around else level * min(STEP, 0.5 / max(top, 1))
            found.append(Disc(site, fill, ink, text, ringed, raised, hollow[what - 1]))
    return found + part_texts(state, board)


def piece_text(mark: str, count: int) -> str:
    r"""Return what is written on the uppermost of so many pieces: its mark, and below how many.

    Examples
    --------
    >>> piece_text("B", 1), ascii(piece_text("B", 3)), piece_text("", 3), piece_text("", 1)
    ('B', "'B\\n\\xd73'", '3', '')
    """
    if count < 2:
        return mark
    return f"{mark}\n{TIMES}{count}" if mark else str(count)


def is_numbered(components: "Sequence[Component]", players: int) -> bool:
    """Tell whether colours alone do not tell the components apart; dice have no names."""
    named = (component for component in components if component.name)
    fills = [colours(drawn_owner(component, players)) for component in named]
    return len(set(fills)) < len(fills)


def marks(components: "Sequence[Component]", players: int) -> tuple[str, ...]:
    """Return what is written on the pieces of each component; nothing where colours say it all."""
    if not is_numbered(components, players):
        return ("",) * len(components)
    owners = [drawn_owner(component, players) for component in components]
    names = tuple(
        component.name.removesuffix(str(owner)) if owner else component.name
        for component, owner in zip(components, owners, strict=True)
    )
    if all(len(name) <= MAX_MARK for name in names):
        return names
    short = _shortened(sorted(set(names)))
    return tuple(short.get(name) or str(number) for number, name in enumerate(names, start=1))


def _shortened(names: list[str]) -> dict[str, str]:
    """Return of each name its first letter, or that and a later one where others begin so, too.

    Examples
    --------
    >>> _shortened(["Bishop", "King", "Knight", "Pawn"])
    {'Bishop': 'B', 'King': 'Ki', 'Knight': 'Kn', 'Pawn': 'P'}
    """
    found: dict[str, str] = {}
    for name in names:
        alike = sum(other[:1] == name[:1] for other in names)
        ways = [name[:1]] if alike == 1 else [name[:1] + letter for letter in name[1:]]
        if free := [way for way in ways if way not in found.values()]:
            found[name] = free[0]
    return found


def marks_of(game: "Game") -> tuple[str, ...]:
    """Return what is written on the pieces of each component of a game; see `marks`."""
    components = without_dice(game)
    hollow = [component.name.startswith(HOLLOW) for component in components]
    return initials(game) or _told_apart(components, hollow, game.players)


def _told_apart(
    components: "Sequence[Component]", hollow: list[bool], players: int
) -> tuple[str, ...]:
    """Return what is written on the pieces; nothing where colours and rings say it all."""
    fills = (colours(drawn_owner(each, players)) for each in components)
    told = len(set(zip(fills, hollow, strict=True))) == len(components)
    return ("",) * len(components) if told else marks(components, players)


def _fills(state: "State") -> list[str]:
    """Return the fill of each player's pieces, behind that of nobody's."""
    return [colours(player)[0] for player in range(state.players + 1)]


def picture(state: "State") -> str:
    """Return a state as an SVG picture."""
    board = state.board
    segmented = segment_tiles(state, board, _fills(state))
    tiles = path_tiles(state, board) or segmented
    return svg(board, discs(state, board), str(state), tiles)


def draw(state: "State", ax: "Axes | None" = None) -> "Axes":
    """Draw a state with Matplotlib; see `State.draw`."""
    from boardless.topo.drawing.board_drawing import (
        draw_board,
        draw_discs,
        draw_path_tiles,
        draw_segment_tiles,
        ink_on,
        write_numbers,
    )

    board = state.board
    axes = draw_board(board, ax, fill=CELL)
    stand = sorted(discs(state, board), key=lambda disc: not disc.hollow)
    draw_path_tiles(axes, board, path_tiles(state, board))
    draw_segment_tiles(axes, board, segment_tiles(state, board, _fills(state)))
    radius = board.room()
    places = board.positions[[disc.site for disc in stand]].reshape(-1, 2)
    places[:, 1] += [disc.raised * radius for disc in stand]
    fills = [disc.fill for disc in stand]
    if stand:
        hoops = sum(disc.hollow for disc in stand)
        if hoops:
            draw_discs(axes, places[:hoops], HOOP * radius, fills[:hoops])
            draw_discs(axes, places[:hoops], HOLE * radius, CELL)
        draw_discs(axes, places[hoops:], DISC * radius, fills[hoops:])
        draw_discs(axes, places[[d.ringed for d in stand]], RING * radius, "none", width=1.4)
        texts = [n for n, disc in enumerate(stand) if disc.text]
        if texts:
            inks = ink_on([fills[n] for n in texts], len(texts))
            words = [stand[n].text for n in texts]
            write_numbers(axes, places[texts], words, DISC * radius, inks)
    _legend(axes, state)
    return axes


def _legend(axes: "Axes", state: "State") -> None:
    """Say below the board whose the pieces are, and above it how the game stands."""
    from matplotlib.lines import Line2D

    shapes = shapes_of(state.game)
    # Of large tiles the parts alone are seen, and they belong to nobody.
    parts = bool(part_names(state.game))
    owners = sorted(
        {
            owner
            for component, shape in zip(state.game.components, shapes, strict=True)
            if not shape and ((owner := drawn_owner(component, state.players)) or not parts)
        }
    )
    handles = [
        Line2D(
            [], [], color=colour, linewidth=5,
            label=f"player {number}" if number <= state.players else f"colour {number}",
        )
        for number, colour in path_colours(state.game).items()
    ] + [
        Line2D(
            [], [], linestyle="", marker="o", markersize=9, markeredgecolor=INK,
            markerfacecolor=colours(owner)[0], label=f"player {owner}" if owner else "neutral",
        )
        for owner in owners
    ]  # fmt: skip
    if handles:
        axes.legend(
            handles=handles, loc="upper center", bbox_to_anchor=(0.5, 0.0), ncol=len(handles),
            frameon=False, handletextpad=0.2,
        )  # fmt: skip
    axes.set_title(str(state).strip("<>").removeprefix("State "), fontsize="medium")
