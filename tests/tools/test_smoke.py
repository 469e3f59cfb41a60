"""The table of commands knows every command, and what goes wrong with one is told."""

from pathlib import Path

import pytest
import typer

from boardless.cli.commands import app
from boardless.games import Library
from boardless.topo import InputError
from tools import commands, smoke
from tools.commands import DONE, FAULT, REFUSED, Command, CommandResult, GameCase, attempted
from tools.many_games import sampled

TABLES = (commands.COMMANDS, commands.TECHNIQUE_COMMANDS, commands.PROGRAM_COMMANDS)
#: What no table has: a page that waits for a browser, a server, and records of Ludii's boards.
LEFT_OUT = {"serve", "store sync", "check-boards"}


def test_every_command_is_in_a_table() -> None:
    lines = [command.words for table in TABLES for command in table]
    known = set()
    for name, command in typer.main.get_command(app).commands.items():
        known |= {f"{name} {inner}" for inner in getattr(command, "commands", ())} or {name}
    missing = {
        it for it in known if not any(line.startswith(f"{it} ") or line == it for line in lines)
    }
    assert missing == LEFT_OUT
    for option in ("--store", "--technique", "--strategy", "--agents", "--workers 2"):
        assert any(option in line for line in lines), option


def test_the_sample_follows_the_seed_and_the_folders() -> None:
    kinds = Library(smoke.KINDS).files
    four = sampled(kinds, 4, 1)
    assert four == sampled(kinds, 4, 1) != sampled(kinds, 4, 2)
    assert len(set(four)) == 4
    assert sorted(sampled(kinds, 99, 1)) == sorted(kinds)
    cases = smoke.cases_of()
    parts = [smoke.parted(cases, f"{number}/7") for number in range(1, 8)]
    assert sorted(str(case) for part in parts for case in part) == sorted(map(str, cases))
    assert {case.technique for case in cases if case.name == "Hex"} == {"", "BASE"}
    assert {"ZONE-SHRINK", "RULE-APPEND"} <= {c.technique for c in cases if c.name == "Hive"}


def test_what_goes_wrong_is_told() -> None:
    def fails(error: Exception) -> str:
        raise error

    assert attempted("it", lambda: "so") == CommandResult("it", DONE, "so")
    assert attempted("it", lambda: fails(InputError("no\nmore"))) == CommandResult(
        "it", REFUSED, "no"
    )
    row = attempted("it", lambda: fails(OverflowError("int too big")))
    assert (row.end, row.said[:13]) == (FAULT, "OverflowError")
    check = commands.CaseCheck(GameCase("Hex"), Path())
    for words in ("perft Hex many", "perft Nowhere 2"):
        assert attempted("it", lambda: check.command(Command(words))).end == FAULT  # noqa: B023
        may = Command(words, for_all=False)
        assert attempted("it", lambda: check.command(may)).end == REFUSED  # noqa: B023
    assert attempted("it", lambda: check.command(Command("tilings", says="no such"))).end == FAULT


def test_a_process_that_is_late_or_ends_is_a_row(monkeypatch: pytest.MonkeyPatch) -> None:
    late = smoke.checked_apart(GameCase("Hex"), 0.01)
    assert (late.end, late.rows[-1].command) == (smoke.LATE, "its end")
    monkeypatch.setattr(smoke.sys, "executable", "/bin/false")
    ended = smoke.checked_apart(GameCase("Hex"), 60)
    assert (ended.end, len(ended.rows)) == (FAULT, 1)


def test_the_exit_status_tells_of_faults(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def found(end: str) -> int:
        row = CommandResult("show GAME", end, "why")
        monkeypatch.setattr(
            smoke, "checked_apart", lambda case, *rest: smoke.CaseResult(case, (row,), 1.0)
        )
        return smoke.main(["Hex"])

    assert [found(end) for end in (DONE, REFUSED, smoke.LATE, FAULT)] == [0, 0, 0, 1]
    assert "fault: show GAME: why" in capsys.readouterr().out
