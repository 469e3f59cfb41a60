"""Canonical meanings of the names of a module: hashes of functions, values of constants.

The hash of a function covers all that it calls and reads (a Merkle tree), so it is the same
wherever these are defined and whatever they are called. A name that is not compiled, such as a
decorator, has a label: its place when the hashes were written that others are compared with.
"""

import ast
import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import networkx as nx

from tools.emitted.statements import Statement, statements
from tools.hashes import digest

PACKAGE = "boardless"
#: Decorators of functions that only compiled code calls, by the ends of their labels.
INNER = ("kernel", "routine", "making")
#: Decorators of all functions that are compiled.
MARKS = frozenset({*INNER, "jit", "entry", "plain_entry", "making_entry"})
#: Stands for a value that is not known before the module runs.
_UNKNOWN: Any = object()
_OPERATORS: dict[type[ast.AST], Callable[..., Any]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv, ast.Mod: operator.mod, ast.Pow: operator.pow,
    ast.LShift: operator.lshift, ast.RShift: operator.rshift, ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_, ast.BitXor: operator.xor, ast.USub: operator.neg,
    ast.Invert: operator.invert, ast.Not: operator.not_,
}  # fmt: skip


class Names:
    """The names of a module."""

    def __init__(self, source: str, labels: "Labels") -> None:
        self._labels = labels
        self._at: dict[str, Statement] = {}
        self._others: list[Statement] = []
        for statement in statements(source):
            self._at.update(dict.fromkeys(statement.names, statement))
            self._others += [statement] if statement.kind == "other" else []
        for statement in [*self._at.values()]:
            labels.decorators.update(self._imported(statement.decorators))
        self._hashes: dict[str, str] = {}
        self._values: dict[str, Any] = {}

    def _imported(self, names: Sequence[str]) -> Iterator[tuple[str, str]]:
        """Yield where names come from, of those that are imported."""
        for name in names:
            statement = self._at.get(name)
            if statement is not None and statement.kind == "import":
                yield statement.imported[statement.names.index(name)]

    def __contains__(self, name: str) -> bool:
        return name in self._at

    @cached_property
    def functions(self) -> dict[str, Statement]:
        """The functions by their names."""
        return {name: it for name, it in self._at.items() if it.kind == "function"}

    @cached_property
    def roots(self) -> tuple[str, ...]:
        """The functions that Python calls, and those that nobody here calls, sorted."""
        called = {
            name
            for caller, function in self.functions.items()
            for name in function.outside
            if name != caller
        }
        return tuple(
            name
            for name, function in sorted(self.functions.items())
            if name not in called or not self._is_inner(function)
        )

    def _is_inner(self, function: Statement) -> bool:
        labels = (self._token(mark) for mark in function.decorators)
        return any(label.startswith("&") and label.endswith(INNER) for label in labels)

    @property
    def hash(self) -> str:
        """The hash of all functions, whatever they are called and however they are ordered."""
        roots = sorted(map(self.hash_of, self.roots))
        return digest(*roots, *sorted(map(self._text, self._others)))

    def hash_of(self, name: str) -> str:
        """Return the hash of a function, a class or a value, with all that it needs."""
        if name not in self._hashes:
            self._find_hashes(name)
        return self._hashes[name]

    def _find_hashes(self, name: str) -> None:
        """Find the hash of a name, and before it those that it needs; of a circle all at once."""
        graph: nx.DiGraph[str] = nx.DiGraph()
        graph.add_node(name)
        left = [name]
        while left:
            at = left.pop()
            for other in self._needed(at):
                if other not in graph:
                    left.append(other)
                graph.add_edge(at, other)
        circles = nx.condensation(graph)
        for number in reversed(list(nx.topological_sort(circles))):
            members: set[str] = circles.nodes[number]["members"]
            # Names in a circle are told apart by what they lead to, one step further each time.
            self._hashes.update(dict.fromkeys(members, "circle"))
            for _ in members:
                found = {it: digest(self._text(self._at[it])) for it in members}
                self._hashes.update(found)

    def _needed(self, name: str) -> Iterator[str]:
        for other in self._at[name].outside:
            other = self._meant(other)
            statement = self._at.get(other)
            if statement is None or other in self._hashes or statement.kind == "import":
                continue
            if statement.kind != "value" or self.value_of(other) is _UNKNOWN:
                yield other

    def _meant(self, name: str) -> str:
        """Return the name that a name is another one for."""
        statement = self._at.get(name)
        while statement and len(statement.names) == 1 and isinstance(statement.value, ast.Name):
            name = statement.value.id
            statement = self._at.get(name)
        return name

    def needs(self, name: str) -> list[str]:
        """Return what a name needs of what has a hash here, in the order in which it comes."""
        found = map(self._meant, self._at[name].outside)
        return [it for it in dict.fromkeys(found) if it in self._at and self._token(it)[0] == "@"]

    def text(self, name: str) -> str:
        """Return a definition without names: what it needs is numbered, too."""
        called = {needed: f"g{n}" for n, needed in enumerate(self.needs(name))}
        return self._text(self._at[name], called)

    def _text(self, statement: Statement, called: Mapping[str, str] | None = None) -> str:
        parts = list(statement.parts)
        for place in range(1, len(parts), 2):
            kind, name = parts[place].split(":", 1)
            if kind == "n":
                parts[place] = (called or {}).get(self._meant(name)) or self._token(name)
            elif kind == "a":
                parts[place] = self._field(*name.split("."))
            else:
                parts[place] = self._argument(*name.split("."))
        return "".join(parts)

    def _token(self, name: str) -> str:
        """Return what a name stands for."""
        name = self._meant(name)
        statement = self._at.get(name)
        if statement is None:
            return name  # Python's own
        if statement.kind == "import":
            return self._labels.token(*statement.imported[statement.names.index(name)])
        value = self.value_of(name) if statement.kind == "value" else _UNKNOWN
        if value is not _UNKNOWN:
            return repr(value)
        # Of what is computed together each part is another.
        part = statement.names.index(name) if len(statement.names) > 1 else ""
        return f"@{self.hash_of(name)}{part}"

    def value_of(self, name: str) -> Any:
        """Return the value of a constant, if it is known."""
        if name not in self._values:
            self._values[name] = _UNKNOWN
            self._values[name] = self._value(name)
        return self._values[name]

    def _value(self, name: str) -> Any:
        statement = self._at.get(name)
        if statement is None:
            return _UNKNOWN
        if statement.kind == "import":
            return self._labels.value(*statement.imported[statement.names.index(name)])
        if statement.value is None:
            return _UNKNOWN
        try:
            value = self._evaluated(statement.value)
            if len(statement.names) > 1:
                value = tuple(value)[statement.names.index(name)]
        except (ArithmeticError, LookupError, TypeError, ValueError):
            return _UNKNOWN
        return value if isinstance(value, bool | int | float | str | tuple) else _UNKNOWN

    def _evaluated(self, node: ast.expr) -> Any:
        """Return what an expression of constants is."""
        if isinstance(node, ast.Constant):
            return node.value
        if isinstance(node, ast.Name):
            value = self.value_of(node.id)
        elif isinstance(node, ast.Tuple):
            value = tuple(map(self._evaluated, node.elts))
        elif isinstance(node, ast.UnaryOp):
            value = _OPERATORS[type(node.op)](self._evaluated(node.operand))
        elif isinstance(node, ast.BinOp):
            sides = self._evaluated(node.left), self._evaluated(node.right)
            value = _OPERATORS[type(node.op)](*sides)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            if node.func.id != "range" or node.keywords:
                raise ValueError
            value = range(*map(self._evaluated, node.args))
        else:
            raise ValueError
        if value is _UNKNOWN:
            raise ValueError
        return value

    def fields_of(self, name: str) -> Mapping[str, str]:
        """Return the fields of a class in their order, each with the name of its type."""
        return self._class(name)[0]

    def _class(self, name: str) -> tuple[Mapping[str, str], "Names"]:
        """Return the fields of a class, and the names of the module in which it is defined."""
        name = self._meant(name)
        statement = self._at.get(name)
        if statement is not None and statement.kind == "import":
            module, original = statement.imported[statement.names.index(name)]
            names = self._labels.names(module)
            return ({}, self) if names is None else names._class(original)
        return ({} if statement is None else statement.fields), self

    def _field(self, class_: str, *path: str) -> str:
        """Return the number of the last of some fields, each one of what the one before holds."""
        names = self
        for field in path[:-1]:
            fields, names = names._class(class_)
            class_ = fields.get(field, "")
        fields, _ = names._class(class_)
        return f"f{[*fields].index(path[-1])}" if path[-1] in fields else path[-1]

    def _argument(self, called: str, name: str) -> str:
        """Return the number of a parameter of a function, or of a field that a class is given."""
        called = self._meant(called)
        statement = self._at.get(called)
        parameters: Sequence[str] = ()
        if statement is not None:
            parameters = statement.parameters or [*self.fields_of(called)]
        return f"p{[*parameters].index(name)}" if name in parameters else name

    def imports(self, package: str) -> bool:
        """Tell whether something of a package is imported."""
        return any(
            m.partition(".")[0] == package for it in self._at.values() for m, _ in it.imported
        )

    def registered(self, name: str) -> list[str]:
        """Return the texts of what is registered for a name when the module is imported."""
        found = {id(it): it for it in (*self._at.values(), *self._others) if name in it.registers}
        return sorted(map(self._text, found.values()))


class Labels:
    """Labels of the names of the package that modules import."""

    def __init__(
        self, saved: Mapping[str, str] | None = None, renamed: Mapping[str, str] | None = None
    ) -> None:
        self._saved = dict(saved or {})
        self._renamed = dict(renamed or {})
        #: Module and name of decorators.
        self.decorators: set[tuple[str, str]] = set()
        #: The labels of what has been asked for, with a hash of what is there now, and those of
        #: them that have a say in what is compiled.
        self.found: dict[str, str] = {}
        self.compiled: set[str] = set()
        self._tokens: dict[tuple[str, str], str] = {}

    def token(self, module: str, name: str) -> str:
        """Return what a name that is imported stands for."""
        key = module, name
        if key not in self._tokens:
            self._tokens[key] = self._token(module, name)
        return self._tokens[key]

    def _token(self, module: str, name: str) -> str:
        if not is_ours(module):
            return f"{module}.{name}" if name else module
        if (value := self.value(module, name)) is not _UNKNOWN:
            return repr(value)
        names = self.names(module)
        if names is not None and name in names and is_kernel(module, name):
            return f"@{names.hash_of(name)}"
        return f"&{self._label(module, name)}"

    def value(self, module: str, name: str) -> Any:
        """Return the value of a constant of a module of the package, if it is known."""
        names = self.names(module) if is_ours(module) else None
        return _UNKNOWN if names is None else names.value_of(name)

    @cache  # noqa: B019
    def names(self, module: str) -> Names | None:
        """Return the names of a module of the package, None if it has no source."""
        path = source_of(module)
        return None if path is None else Names(path.read_text(encoding="utf-8"), self)

    def _label(self, module: str, name: str) -> str:
        """Return the label of a name: that of what was there, what is the same, has its name."""
        label, content = f"{module}:{name}", self._content(module, name)
        if label not in self._saved or name in self._renamed:
            bare = self._renamed.get(name, name)
            alike = [it for it, hash_ in self._saved.items() if hash_ == content]
            named = [it for it in self._saved if it.rpartition(":")[2] == bare]
            for found in ([it for it in alike if it in named], named, alike):
                if len(found) == 1:
                    label = found[0]
                    break
        self.found[label] = content
        if self._has_a_say(module, name):
            self.compiled.add(label)
        return label

    def _content(self, module: str, name: str) -> str:
        """Return a hash of something that is not compiled, with what is in the same file."""
        names = _ALONE.names(module)
        if names is None or name not in names:
            return digest("elsewhere")
        return digest(names.hash_of(name), *names.registered(name))

    def _has_a_say(self, module: str, name: str) -> bool:
        """Tell whether something has a say in what is compiled: it has fields, or marks it."""
        names = self.names(module)
        marks = (module, name) in self.decorators and name in MARKS
        return marks or (names is not None and bool(names.fields_of(name)))


class _Alone(Labels):
    """Skip imports of a file."""

    def _label(self, module: str, name: str) -> str:
        return "?"


_ALONE = _Alone()


def is_ours(module: str) -> bool:
    """Tell whether a module is one of the package."""
    return module.partition(".")[0] == PACKAGE


@cache
def source_of(module: str) -> Path | None:
    """Return the file of a module, None if it has none."""
    try:
        spec = find_spec(module)
    except ImportError:
        return None
    return Path(spec.origin) if spec is not None and spec.origin else None


@cache
def is_kernel(module: str, name: str) -> bool:
    """Tell whether something of the package is a function that is compiled."""
    names = _ALONE.names(module)
    statement = None if names is None else names.functions.get(name)
    return statement is not None and not MARKS.isdisjoint(statement.decorators)
