"""Public objects as they show themselves: a line in Python, a table or picture in a notebook."""

import doctest
import inspect
from pathlib import Path

import pytest

import boardless
from boardless import (
    State,
    analysis,
    load,
    measure_trials,
    run_playouts,
    run_tournament,
    state,
    strategies,
    theory,
    topo,
)
from boardless.state import Trial

SHOWN = Path(__file__).parent / "goldens" / "shown.txt"
#: Classes whose objects others make, from what is nobody else's business.
MADE_ELSEWHERE = {"InputError", "Owned", "PastBoard", "PastFreeState", "Sites"}
#: Public names of the program and of the packages that it had names from.
THINGS = {
    name: getattr(package, name)
    for package in (boardless, analysis, state, strategies, topo)
    for name in package.__all__
}


def test_objects_show_themselves_in_one_line() -> None:
    result = doctest.testfile(str(SHOWN), module_relative=False, encoding="utf-8")
    assert result.attempted > 35
    assert result.failed == 0


def test_notebooks_show_tables_and_pictures() -> None:
    game = load("Tic-Tac-Toe", jit=False)
    shown = {
        "Tic-Tac-Toe": run_playouts(game, playouts=2),
        "greedy": run_tournament(game, ["random", "greedy"], count=1),
        "DurationTurns": measure_trials(game, playouts=2),
        "probability": theory.solve(theory.kuhn(), iterations=1),
    }
    for words, result in shown.items():
        html = result._repr_html_()
        assert html.startswith("<table")
        assert words in html
    position = State(game)
    first = game._repr_svg_()
    assert first == position._repr_svg_()
    position.push(position.parse("+1@0,0"))
    assert position.trial()._repr_svg_() == position._repr_svg_() != first


def test_a_trial_that_cannot_be_replayed_or_has_no_rules_shows_its_line_alone() -> None:
    position = State(load("Tic-Tac-Toe", jit=False))
    position.push(position.parse("+1@0,0"))
    trial = position.trial()
    twice = Trial(trial.setup, trial.moves * 2, trial.game, text=trial.text)
    assert twice._repr_svg_() is None
    assert Trial(trial.setup, trial.moves)._repr_svg_() is None


@pytest.mark.parametrize("name", THINGS)
def test_docstrings_of_public_names_are_numpydoc(name: str) -> None:
    thing = THINGS[name]
    if not (inspect.isclass(thing) or inspect.isfunction(thing)) or name in MADE_ELSEWHERE:
        return
    text = inspect.getdoc(thing) or ""
    takes = list(inspect.signature(thing).parameters)
    if takes and not {"args", "kwargs"} & set(takes):
        assert "Parameters\n---" in text or "Attributes\n---" in text
    if inspect.isfunction(thing):
        assert "Returns\n---" in text or "Yields\n---" in text
        section = text.partition("Parameters\n---")[2].partition("\n\n")[0]
        named = {
            word.strip(" *")
            for line in section.splitlines()
            for word in line.split(" : ")[0].split(",")
        }
        assert set(takes) <= named
