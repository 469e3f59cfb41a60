"""Modules as nodes: parts of the engine and functions of a game, numbers, and tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from importlib.resources import files
from itertools import chain
from typing import TYPE_CHECKING

from boardless.ir.parsing import statements_of
from boardless.ir.pruning import pruned
from boardless.ir.statements import Assign, Block, Definition, Statement, lines_of

if TYPE_CHECKING:
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
