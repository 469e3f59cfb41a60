"""Errors in what users have written."""

import pickle
from pathlib import Path

import pytest

from boardless.topo import integer_between
from boardless.util.inputs import did_you_mean
from boardless.util.own_code import OwnCodeError, own_code
from tests.own_code import bad


def test_the_place_is_that_in_the_users_code() -> None:
    message = r"^agent bad: .*own_code\.py, line \d+: ZeroDivisionError: "
    with pytest.raises(OwnCodeError, match=message) as caught, own_code("agent bad", bad):
        bad(None)
    line = int(str(caught.value).partition("line ")[2].partition(":")[0])
    text = Path("tests/own_code.py").read_text().splitlines()[line - 1]
    assert text.strip() == "return 1 // 0"
    assert isinstance(caught.value.__cause__, ZeroDivisionError)
    # Errors travel from workers.
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


def test_what_was_refused_in_a_users_code_has_its_place_and_no_class() -> None:
    message = r"test_own_code\.py, line \d+: tiles 9: choose"
    with pytest.raises(OwnCodeError, match=message), own_code("agent mine"):
        integer_between(9, "tiles", 1, 3)


def test_one_place_is_enough() -> None:
    inner, outer = own_code("agent bad", bad), own_code("game mine")
    with pytest.raises(OwnCodeError) as caught, outer, inner:
        bad(None)
    assert str(caught.value).count("line ") == 1


def test_our_own_errors_are_no_users() -> None:
    # As if it stood in a module of ours: nobody else's code is passed.
    code = compile("with own_code('agent'): 1 // 0", "ours.py", "exec")
    with pytest.raises(ZeroDivisionError):
        exec(code, {"__name__": "boardless.topo.nothing", "own_code": own_code})


@pytest.mark.parametrize(
    ("name", "said"),
    [("hexx", "did you mean Hex?"), ("HIVE", "did you mean Hive?"), ("", ""), (7, "")],
)
def test_names_that_are_like_others(name: object, said: str) -> None:
    assert did_you_mean(name, ["Hex", "Hive", "Andantino"]) == said
