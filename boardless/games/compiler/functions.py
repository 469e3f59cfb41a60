"""Functions of a compiled game without consequences, as source."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from boardless.games.compiler.rules import RuleFunctions
    from boardless.games.compiler.source import SourceWriter


@contextmanager
def kernel(out: SourceWriter, head: str, decorator: str = "kernel") -> Iterator[None]:
    """Add a kernel with a head, and the statements that are added inside."""
    out.add(f"@{decorator}")
    with out.block(f"def {head}:"):
        yield
    out.add("")
    out.add("")


def function(
    out: SourceWriter, head: str, body: str, note: str = "", decorator: str = "kernel"
) -> None:
    """Add a kernel with a head, a docstring and a body."""
    with kernel(out, head, decorator):
        if note:
            out.add(f'"""{note}"""')
        out.lines += body.rstrip("\n").split("\n")


def relist(out: SourceWriter, rules: RuleFunctions) -> None:
    """Add `relist`: a site enters and leaves the lists as their conditions say."""
    with kernel(out, "relist(s: Arrays, site: int) -> None"):
        if not rules.lists:
            out.add("pass")
        for a in range(len(rules.lists)):
            out.add(f"may = may_{a}(s, site)")
            with out.block(f"if may != (s.where[{a}, site] != 0):"):
                out.when("may", f"enlist(s, {a}, site)")
                with out.block("else:"):
                    out.add(f"delist(s, {a}, site)")


def _cases(
    phases: int, out: SourceWriter, bodies: dict[tuple[int, int], list[str]], otherwise: str
) -> None:
    """Add the lines for the phase and the mover; once if they are the same for all."""
    if len({tuple(lines) for lines in bodies.values()}) == 1:
        out.add_all(next(iter(bodies.values())))
        return
    for (phase, player), lines in bodies.items():
        test = f"mover == {player}"
        if phases > 1:
            test += f" and s.n[PHASE + mover] == {phase}"
        with out.block(f"if {test}:"):
            out.add_all(lines)
    out.add(otherwise)


def count(out: SourceWriter, rules: RuleFunctions, phases: int) -> None:
    """Add `count_moves`: the lengths of a player's lists, or a search."""
    with kernel(out, "count_moves(s: Arrays, mover: int) -> int"):
        bodies = {}
        for key, pairs in rules.kept_lists.items():
            bodies[key] = ["return " + (" + ".join(f"int64(s.size[{a}])" for _, a in pairs) or "0")]
        for number, key in enumerate(rules.searches):
            found = f"search_{number}(s)"
            bodies[key] = [f"return arranged(s, {found})" if rules.unordered else f"return {found}"]
        _cases(phases, out, bodies, "return 0")


def pick(out: SourceWriter, rules: RuleFunctions, phases: int) -> None:
    """Add `pick`: the move of a number, from the lists or from the moves found."""
    with kernel(out, "pick(s: Arrays, mover: int, choice: int) -> tuple[int, int, int]"):
        bodies = {}
        for key, pairs in rules.kept_lists.items():
            lines = [] if pairs else ["return PASS, NONE, NONE"]
            for place, (number, a) in enumerate(pairs):
                hand = rules.rules[number].hand
                origin = f"{1 + hand}" if hand >= 0 else "NONE"
                if place < len(pairs) - 1:
                    lines.append(f"if choice < s.size[{a}]:")
                    lines.append(f"    return {number}, {origin}, int64(s.legal[{a}, choice])")
                    lines.append(f"choice -= int64(s.size[{a}])")
                else:
                    lines.append(f"return {number}, {origin}, int64(s.legal[{a}, choice])")
            bodies[key] = lines
        for key in rules.searches:
            row = ", ".join(f"int64(s.found[choice, {column}])" for column in range(3))
            bodies[key] = [f"return {row}"]
        _cases(phases, out, bodies, "return PASS, NONE, NONE")


def is_listed(out: SourceWriter, rules: RuleFunctions, phases: int) -> None:
    """Add `is_listed`: whether a move is among a player's legal ones, as they were counted last."""
    head = "is_listed(s: Arrays, mover: int, count: int, rule: int, origin: int, site: int) -> bool"
    with kernel(out, head):
        bodies = {}
        for key, pairs in rules.kept_lists.items():
            lines = []
            for number, a in pairs:
                hand = rules.rules[number].hand
                origin = f"{1 + hand}" if hand >= 0 else "NONE"
                lines.append(f"if rule == {number} and origin == {origin}:")
                lines.append(f"    return bool(s.where[{a}, site] != 0)")
            bodies[key] = [*lines, "return False"]
        for key in rules.searches:
            bodies[key] = [
                "for row in range(min(count, s.found.shape[0])):",
                "    found = s.found[row, 0] == rule and s.found[row, 1] == origin",
                "    if found and s.found[row, 2] == site:",
                "        return True",
                "return False",
            ]
        _cases(phases, out, bodies, "return False")


def perform(out: SourceWriter, rules: RuleFunctions) -> None:
    """Add `perform`: the changes of the pieces by a move of each rule."""
    with kernel(out, "perform(s: Arrays, rule: int, origin: int, site: int) -> None"):
        for number, rule in enumerate(rules.rules):
            with out.block(f"if rule == {number}:"):
                if rule.component:
                    out.add(f"put(s, site, {rule.component})")
                    out.when("SETS > 0", "unite_neighbours(s, site)")
                elif rule.hand >= 0:
                    out.add(f"piece = int64(s.what[{1 + rule.hand}])")
                    if not rule.copy:
                        out.add(f"take(s, {1 + rule.hand})")
                    out.add("put(s, site, piece)")
                else:
                    out.add("piece = int64(s.what[origin])")
                    if not rule.copy:
                        out.add("lift(s, origin)")
                    out.add("put(s, site, piece)")
