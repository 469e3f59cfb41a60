"""Pictures of a game: the board, the pieces of each player, and the last move.

Players differ in lightness as well as in hue. Where colours alone do not tell components apart, the
name of the component stands on the piece, or two letters of it at most. The piece that was moved
last has a ring. Pieces that lie one upon another are seen one above another. Where there are
several, lying so or counted, their number stands on the uppermost, below its name. What is called
Ring is drawn as one.
"""

from dataclasses import replace
from typing import TYPE_CHECKING

from boardless.play.large_pictures import initials, part_names, part_texts
from boardless.play.segment_pictures import segment_tiles
from boardless.play.tile_pictures import path_colours, path_tiles, shapes_of
from boardless.topo.drawing.palette import CELL, CHIP, FIFTH, INK, PLAYERS, SEQUENCE, TILE
from boardless.topo.drawing.svg import DISC, HOLE, HOOP, RING, Disc, svg

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes

    from boardless.games import Game
    from boardless.play.state import State
    from boardless.state import Component
    from boardless.topo import Board, FixedBoard

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
        ink_on,
        write_numbers,
    )
    from boardless.topo.drawing.path_drawing import draw_path_tiles, draw_segment_tiles

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
