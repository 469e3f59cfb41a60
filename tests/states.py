"""States for tests: looked at bit for bit, and by the names of their cells."""

from typing import Any

from boardless.state import BOARD, CHUNKS, FreeState
from boardless.topo import Key


def snapshot(state: FreeState) -> tuple[Any, ...]:
    """Return everything about a state, as it is stored."""
    chunks = [container.chunk(name).to_bytes() for container in state.containers for name in CHUNKS]
    owned = [state.owned.places(n + 1) for n in range(len(state.setup.components))]
    board = (state.board.keys.tobytes(), state.board.step.tobytes(), state.anchor)
    return chunks, owned, board, state.move_stack, state.key, state.mover


def cells(state: FreeState, sites: Any) -> set[Key]:
    """Return the cells of sites of the board."""
    return {state.cell(site) for site in sites}


def by_cell(state: FreeState) -> dict[str, Any]:
    """Return what does not depend on the technique."""
    board = state.containers[BOARD]
    chunks = {name: board.chunk(name).nonzero() for name in ("who", "count", "state")}
    return {
        "pieces": {
            state.cell(site): (what, *(chunks[name].get(site, 0) for name in chunks))
            for site, what in board.what.nonzero().items()
        },
        "playable": cells(state, board.playable.nonzero()),
        "hands": [[hand.chunk(name) for name in CHUNKS] for hand in state.containers[1:]],
        "owned": [owned_by_cell(state, n + 1) for n in range(len(state.setup.components))],
        "moves": [state.by_cell(move) for move in state.move_stack],
        "key": state.key,
        "mover": state.mover,
    }


def owned_by_cell(state: FreeState, component: int) -> set[tuple[int, Any]]:
    """Return the places of a component with the cells of the board by name."""
    return {
        (place.container, place.site if place.container else state.cell(place.site))
        for place in state.owned.places(component)
    }


def check_inside(state: FreeState) -> None:
    """Compare a state with what its own definitions say, worked out afresh."""
    board = state.containers[BOARD]
    occupied = set(board.what.nonzero())
    free = set(state.board) - occupied
    assert set(board.empty.nonzero()) == free
    beside = {other for site in occupied for other in state.board.neighbours(site).tolist()}
    assert set(board.playable.nonzero()) == (beside & free if occupied else {state.anchor})
    for number in range(1, len(state.setup.components) + 1):
        held = {
            (container.number, site)
            for container in state.containers
            for site, what in container.what.nonzero().items()
            if what == number
        }
        assert set(state.owned.places(number)) == held
