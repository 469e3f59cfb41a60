"""What is wrong with an action that cannot be made, in words."""

from boardless.state.contents import Contents
from boardless.state.engine import actions
from boardless.state.move import BOARD
from boardless.topo.kernels.arrays import Ints

#: What the numbers of a site are called, and their largest.
_NUMBERS = {
    actions.SET_STATE: ("state", actions.MAX_STATE),
    actions.SET_ROTATION: ("rotation", actions.MAX_ROTATION),
    actions.SET_VALUE: ("value", actions.MAX_VALUE),
}


def _levels(contents: Contents, row: list[int]) -> str:
    """Return which levels an action may name."""
    action, container, _, site, *_ = row
    if not contents.setup.levels:
        return "there is only level 0"
    height = int(contents.heights(container)[site])
    most = height if action == actions.ADD else max(height - 1, 0)
    return f"choose 0 to {min(most, contents.setup.levels - 1)}"


def reason(contents: Contents, mover: int, rows: Ints, made: int, why: int) -> str:
    """Return why row `made` of a move cannot be made, as `engine.actions.act` has answered."""
    if why == actions.OUT_OF_TURN:
        return f"player {mover} moves out of turn: it is player {contents.mover}'s"
    setup = contents.setup
    action, container, kind, site, level, value = rows[made].tolist()
    where = f"site {site} of {'hand ' + str(container) if container else 'the board'}"
    if container == BOARD and site in contents.board:
        where = f"cell {contents.cell(site)}, {where},"
    if why == actions.NO_SITE and container == BOARD and 0 <= site < contents.size(BOARD):
        return f"{where}: its cell has left"
    if why == actions.NO_SITE:
        return f"{where}: choose 0 to {contents.size(container) - 1}"
    if why == actions.NO_NUMBER:
        if action == actions.OPTION:
            return f"option {value}: choose 0 or more"
        hidden = "hidden", (1 << min(setup.players, actions.MAX_HIDDEN)) - 1
        name, most = _NUMBERS.get(action, hidden)
        return f"{name} {value}: choose 0 to {most}"
    return {
        actions.NO_ACTION: f"unknown action {action}",
        actions.NO_CONTAINER: f"container {container}: choose 0 to {len(setup.hands)}",
        actions.NO_TYPE: f"site type {kind}: pieces lie on cells ({actions.CELL})",
        actions.NO_LEVEL: f"level {level}: {_levels(contents, rows[made].tolist())}",
        actions.NO_COMPONENT: f"unknown component {value}: choose 1 to {len(setup.components)}",
        actions.OCCUPIED: f"{where} is occupied",
        actions.VACANT: f"{where} is empty",
        actions.OTHER: f"{where} holds no component {value}",
        actions.NO_COUNT: f"{where} cannot hold {value}: choose 1 to {actions.MAX_COUNT}",
        actions.NO_PLAYER: f"player {value}: choose 1 to {setup.players}",
    }[why]
