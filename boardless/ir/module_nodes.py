"""Modules as nodes: parts of the engine and functions of a game, numbers, tables, and pruning.

Pruning is dead-code elimination: it removes branches, loops and calls without effect. Without it
the machine code would be the same, but there would be more code to translate and to read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, lru_cache
from importlib.resources import files
from itertools import chain
from typing import TYPE_CHECKING

from boardless.ir.expressions import OPERATIONS, Expression
from boardless.ir.parsing import statements_of
from boardless.ir.statements import (
    Assign,
    Block,
    CallStatement,
    Definition,
    For,
    If,
    Leave,
    Return,
    Statement,
    While,
    lines_of,
)

if TYPE_CHECKING:
    from typing import Any

    from boardless.jit.arrays import Ints

ENGINE = "boardless.state.engine"


@dataclass(frozen=True)
class Part:
    """A part of a module: a file of a package, or statements of its own."""

    name: str
    package: str = ENGINE
    own: Block | None = field(default=None, repr=False)

    @property
    def statements(self) -> Block:
        """The statements."""
        return _parsed(self.name, self.package) if self.own is None else self.own


@cache
def _parsed(name: str, package: str) -> Block:
    return statements_of((files(package) / f"{name}.py").read_text(encoding="utf-8"))


@dataclass(frozen=True, eq=False)
class ModuleNodes:
    """A module as nodes."""

    #: Its docstring, and its import lines.
    note: str
    imports: tuple[str, ...]
    parts: tuple[Part, ...] = ()
    #: Numbers and truth values by name, which replace the values of parts.
    numbers: Mapping[str, float] = field(default_factory=dict)
    #: Arrays by name: they are handed to the module when it is loaded.
    tables: Mapping[str, Ints] = field(default_factory=dict)

    @property
    def statements(self) -> Iterator[Statement]:
        """The statements of its parts."""
        return chain.from_iterable(part.statements for part in self.parts)

    @cached_property
    def constants(self) -> Mapping[str, float]:
        """The numbers and truth values that it names."""
        constants: dict[str, float] = {}
        for node in self.statements:
            if (value := _constant(node)) is not None:
                constants[str(node.expressions[0])] = value
        return {**constants, **self.numbers}

    def more(
        self,
        *parts: Part,
        imports: tuple[str, ...] = (),
        numbers: Mapping[str, float] | None = None,
        tables: Mapping[str, Ints] | None = None,
    ) -> ModuleNodes:
        """Return it with additions; new parts replace parts of the same name."""
        old = {part.name: part for part in self.parts}
        return replace(
            self,
            imports=self.imports + imports,
            parts=tuple((old | {part.name: part for part in parts}).values()),
            numbers={**self.numbers, **(numbers or {})},
            tables={**self.tables, **(tables or {})},
        )

    def pruned(self) -> ModuleNodes:
        """Return it without ineffective statements, and without uncalled functions.

        A function replaces earlier ones of its name.
        """
        functions = {node.name: node for node in self.statements if isinstance(node, Definition)}
        left = pruned(functions.values(), self.constants)

        def statements(part: Part) -> Iterator[Statement]:
            for node in part.statements:
                if not isinstance(node, Definition):
                    yield node
                elif node.name in left and functions[node.name] is node:
                    yield left[node.name]

        parts = [Part(part.name, part.package, tuple(statements(part))) for part in self.parts]
        return replace(self, parts=tuple(parts))

    @property
    def source(self) -> str:
        """The Python source; of tables only their sizes."""
        numbers = (f"{name} = {value}" for name, value in self.constants.items())
        lines = [f'"""{self.note}"""', "", *self.imports, "", *numbers]
        lines += [f"# {name}: {table.dtype} {table.shape}" for name, table in self.tables.items()]
        for part in self.parts:
            lines += ["", "", f"# -- {part.name}", ""]
            lines += lines_of(node for node in part.statements if _constant(node) is None)
        return "\n".join(lines) + "\n"


def _constant(node: Statement) -> float | None:
    """Return the number or truth value of a name, or None for any other statement."""
    if isinstance(node, Assign) and len(node.targets) == 1:
        return node.value.constant
    return None


#: Decorators of functions that Python calls: they stay, and all that they use.
_CALLED = ("", "entry", "making_entry", "plain_entry")
#: Numbers and truths of a module by name.
Constants = Mapping[str, float]


def pruned(functions: Iterable[Definition], constants: Constants) -> dict[str, Definition]:
    """Return the remaining functions by name, without uncalled ones."""
    whole = {function.name: function for function in functions}
    done: dict[str, Definition] = {}
    empty: frozenset[str] = frozenset()
    changed = list(whole)
    while changed:
        done |= {name: _pruned(whole[name], constants, empty) for name in changed}
        bodiless = frozenset(name for name, function in done.items() if not function.body)
        changed = [name for name, function in whole.items() if function.names & (bodiless - empty)]
        empty = bodiless
    left = {
        name: function
        for name, function in done.items()
        if function.body or function.mark in _CALLED
    }
    used: set[str] = set()
    waiting = {name for name, function in left.items() if function.mark in _CALLED}
    while waiting:
        used |= waiting
        waiting = {name for at in waiting for name in left[at].names & left.keys()} - used
    return {name: function for name, function in left.items() if name in used}


def _pruned(function: Definition, constants: Constants, empty: frozenset[str]) -> Definition:
    names = function.names
    # A truth is not the number that it equals.
    known = ((n, constants[n], repr(constants[n])) for n in sorted(names & constants.keys()))
    return _left(function, tuple(known), names & empty)


# Games share most functions of the engine, and the constants that these read.
@lru_cache(4096)
def _left(
    function: Definition, known: tuple[tuple[str, float, str], ...], empty: frozenset[str]
) -> Definition:
    constants = {name: value for name, value, _ in known}
    return replace(function, body=_block(function.body, constants, empty))


def _block(block: Block, constants: Constants, empty: frozenset[str]) -> Block:
    done: list[Statement] = []
    for node in block:
        match node:
            case If(test, body, orelse):
                value = constant_of(test, constants)
                body, orelse = _block(body, constants, empty), _block(orelse, constants, empty)
                if not orelse and (value is False or not body):
                    continue
                if value is True and not orelse and isinstance(body[-1], Return):
                    return (*done, *body)
                done.append(If(test, body, orelse))
            case For(name, domain, body):
                body = _block(body, constants, empty)
                if body and constant_of(domain, constants) != range(0):
                    done.append(For(name, domain, body))
            case While(test, body):
                done.append(While(test, _block(body, constants, empty)))
            case Leave("pass"):
                pass
            case CallStatement(call) if call.parts[0] in empty:
                pass
            case _:
                done.append(node)
    return tuple(done)


def constant_of(node: Expression, constants: Constants) -> Any:
    """Return the value of a constant expression, or None."""
    if node.operation in ("constant", "name"):
        return constants.get(str(node.parts[0])) if node.constant is None else node.constant
    parts = [constant_of(part, constants) for part in node.parts if isinstance(part, Expression)]
    if node.operation in ("and", "or"):
        decides = node.operation == "or"
        if any(value is decides for value in parts):
            return decides
        return None if None in parts else not decides
    if None in parts:
        return None
    if node.operation == "list":
        return tuple(parts)
    if node.operation == "call" and node.parts[0] == "range":
        return range(*parts)
    value = OPERATIONS.get(node.operation)
    return None if value is None else value(*parts)
