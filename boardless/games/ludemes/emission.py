"""Emission of the statements that many concepts are compiled to: assignments and conditions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boardless.games.compiler.dispatch import condition

if TYPE_CHECKING:
    from boardless.games.compiler.scope import Scope
    from boardless.games.compiler.source import SourceWriter
    from boardless.games.ludemes.kinds import Condition


def assign(out: SourceWriter, stem: str, source: object) -> str:
    """Add an assignment to a new name; return the name."""
    name = out.name(stem)
    out.add(f"{name} = {source}")
    return name


def when(out: SourceWriter, test: str, line: str) -> None:
    """Add a statement that is carried out where a condition holds."""
    with out.block(f"if {test}:"):
        out.add(line)


def holds(test: Condition | None, scope: Scope) -> str:
    """Return the source of a condition; of none it holds."""
    return "True" if test is None else condition(test, scope)
