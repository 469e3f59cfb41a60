"""The board in a notebook, without the notebook."""

import re
from typing import Any

import pytest

from boardless.games import load
from boardless.play import State
from boardless.topo import InputError
from boardless.view import show_states
from boardless.view.files import script


@pytest.fixture
def shown() -> tuple[State, Any, list[Any]]:
    """A state, its board, and what the board was sent."""
    state = State(load("Tic-Tac-Toe", jit=False))
    board, sent = state.show(seed=1), []
    board.send = sent.append
    board._page._send = sent.append
    return state, board, sent


def test_clicks_play_on_the_state(shown: tuple[State, Any, list[Any]]) -> None:
    state, board, sent = shown
    board._handle_custom_msg({"do": "hello", "n": 1}, [])
    board._handle_custom_msg({"do": "play", "move": "+1@0,0", "node": 0, "n": 2}, [])
    assert [set(message) for message in sent] == [{"whole"}, {"re"}, {"patch"}, {"re"}]
    assert [str(move) for move in state.move_stack] == ["+1@0,0"]
    board._handle_custom_msg("nonsense", [])
    assert "give an object" in sent[-1]["error"]
    assert state.ply == 1


def test_boards_of_a_state_stay_together(shown: tuple[State, Any, list[Any]]) -> None:
    state, board, sent = shown
    other = state.show()
    board._handle_custom_msg({"do": "hello", "n": 1}, [])
    other._handle_custom_msg({"do": "play", "move": "+1@0,0", "node": 0, "n": 2}, [])
    assert sent[-1]["patch"]["scene"]["ply"] == 1
    other.close()
    assert len(board.session._views) == 1


def test_a_picture_stays_where_no_python_runs(shown: tuple[State, Any, list[Any]]) -> None:
    state, board, _ = shown
    data = board._repr_mimebundle_()[0]
    assert data["image/svg+xml"] == state._repr_svg_()
    assert "application/vnd.jupyter.widget-view+json" in data
    assert "image/svg+xml" not in state.show(seat=1)._repr_mimebundle_()[0]


def test_states_end_cells_as_boards_by_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    # IPython warns where another environment than that of the tests is active.
    monkeypatch.delenv("VIRTUAL_ENV", raising=False)
    with pytest.raises(InputError, match="there is no notebook here"):
        show_states()
    from IPython.core.interactiveshell import InteractiveShell

    shell = InteractiveShell.instance()
    try:
        state = State(load("Tic-Tac-Toe", jit=False))
        view = "application/vnd.jupyter.widget-view+json"
        assert view not in shell.display_formatter.format(state)[0]
        show_states()
        assert view in shell.display_formatter.format(state)[0]
        show_states(False)
        assert view not in shell.display_formatter.format(state)[0]
    finally:
        InteractiveShell.clear_instance()


#: What notebooks do not all have: modules to import, a network, loaders, a window of their own.
ELSEWHERE = (
    "import", "require", "define", "fetch", "XMLHttpRequest", "WebSocket", "eval", "Function",
    "window", "localStorage",
)  # fmt: skip

#: Renders the widget from its text alone, below a shadow root; returns what it says and shows.
RENDER = """async ([text, whole]) => {
  const url = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
  const { default: widget } = await import(url);
  const said = [], heard = [];
  const model = {
    send: (message) => said.push(message),
    on: (_, hear) => heard.push(hear),
    off: () => heard.pop(),
  };
  const host = document.body.appendChild(document.createElement("div"));
  const el = host.attachShadow({ mode: "open" }).appendChild(document.createElement("div"));
  const away = widget.render({ model, el });
  heard[0](whole);
  el.querySelector('[data-place="0,0"]').dispatchEvent(new MouseEvent("click", { bubbles: true }));
  await new Promise((done) => setTimeout(done, 50));
  away();
  return [said, el.querySelectorAll(".cells [data-place]").length, heard.length];
}"""


def test_the_script_needs_nothing_but_what_every_notebook_gives() -> None:
    code = re.sub(r"//.*|/\*[\s\S]*?\*/|\"[^\"]*\"", "", script("widget.js"))
    found = [name for name in ELSEWHERE if re.search(rf"(?<![.\w]){name}\b", code)]
    assert found == []


def test_the_script_runs_alone_from_a_text(board: Any, shown: tuple[State, Any, list[Any]]) -> None:
    _, widget, sent = shown
    widget._handle_custom_msg({"do": "hello", "n": 1}, [])
    said, cells, left = board.evaluate(RENDER, [widget._esm, sent[0]])
    assert [message["do"] for message in said] == ["hello", "play"]
    assert (cells, left) == (9, 0)
