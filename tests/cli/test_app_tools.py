"""Functions as commands of their own: tools and benchmarks."""

import sys
from importlib import import_module
from pathlib import Path

import pytest

from boardless.cli.app import main as run

ROOT = Path(__file__).parents[2]
MODULES = [
    ".".join(path.relative_to(ROOT).with_suffix("").parts)
    for folder in ("tools", "benchmarks")
    for path in sorted((ROOT / folder).rglob("*.py"))
    if "    run(main)" in path.read_text(encoding="utf-8")
]


def test_all_have_a_command() -> None:
    assert {"benchmarks.__main__", "tools.played.__main__", "tools.smoke"} <= {*MODULES}


@pytest.mark.parametrize("module", MODULES)
def test_help_lists_the_parameters(
    module: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    function = import_module(module).main
    monkeypatch.setattr(sys, "argv", [module, "--help"])
    with pytest.raises(SystemExit) as ended:
        run(function)
    assert not ended.value.code
    shown = capsys.readouterr().out
    assert "Usage: " in shown
    for parameter in function.__kwdefaults__ or ():
        assert f"--{parameter.strip('_').replace('_', '-')} " in shown, parameter


@pytest.mark.parametrize(
    ("words", "status", "message"),
    [
        (["a", "--count", "5", "b"], 7, ""),
        (["a", "--count", "many"], 2, "'many' is not a whole number"),
    ],
)
def test_a_number_that_a_function_returns_is_the_exit_status(
    words: list[str],
    status: int,
    message: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def main(names: list[str], *, count: int = 1) -> int:
        """Count.

        Parameters
        ----------
        names : NAME
            Names.
        count
            Numbers.
        """
        return count + len(names)

    monkeypatch.setattr(sys, "argv", ["it", *words])
    with pytest.raises(SystemExit) as ended:
        run(main)
    assert ended.value.code == status
    assert message in capsys.readouterr().err
