"""Statements of a module without their names, comments and types.

The text of a statement is kept with marks in the places of names from outside it. Its own names
are numbered in the order in which they come, so that statements that differ only by these are
equal. Annotations and docstrings are gone.
"""

import ast
import re
from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain

from tools.emitted.folding import Folding

#: A name from outside: "n:name", "a:class.field.field" or "k:function.parameter".
_MARK = re.compile("⟦([^⟧]*)⟧")
#: The first words of a line that goes on with the statement before it.
_GOES_ON = re.compile(r"\s|[)\]}#]|$|(?:else|elif|except|finally)\b")
#: Games share the functions of the engine, and techniques those of a game.
_REMEMBERED = 2**13


@dataclass(frozen=True, eq=False)
class Statement:
    """A statement of a module."""

    #: "function", "class", "value", "import" or "other".
    kind: str
    #: The names that it defines.
    names: tuple[str, ...]
    #: The text, at odd places names from outside; see the marks above.
    parts: tuple[str, ...]
    #: The names of its decorators, as far as they are plain names.
    decorators: tuple[str, ...] = ()
    #: The names that it registers when the module is imported.
    registers: frozenset[str] = frozenset()
    parameters: tuple[str, ...] = ()
    #: The fields of a class in their order, each with the name of its type.
    fields: Mapping[str, str] = field(default_factory=dict)
    #: The value that is assigned.
    value: ast.expr | None = None
    #: Module and name of each of `names`; the name is empty for a module itself.
    imported: tuple[tuple[str, str], ...] = ()

    @property
    def outside(self) -> tuple[str, ...]:
        """The names from outside that it reads, each once, in the order in which they come."""
        return tuple(dict.fromkeys(m[2:] for m in self.parts[1::2] if m.startswith("n:")))


def statements(source: str) -> Iterator[Statement]:
    """Yield the statements of a module, docstrings aside."""
    lines: list[str] = []
    for line in source.split("\n"):
        if not _GOES_ON.match(line) and lines and not lines[-1].startswith("@"):
            found = _tried(_ended(lines))
            if found is not None:
                yield from found
                lines = []
        lines.append(line)
    yield from _read(_ended(lines))


def _ended(lines: list[str]) -> str:
    """Return a text without the comments behind it."""
    end = len(lines)
    while end and (not lines[end - 1] or lines[end - 1].startswith("#")):
        end -= 1
    return "\n".join(lines[:end])


def _tried(text: str) -> tuple[Statement, ...] | None:
    try:
        return _read(text)
    except SyntaxError:  # lines of a string may begin as a statement does
        return None


@lru_cache(_REMEMBERED)
def _read(text: str) -> tuple[Statement, ...]:
    return tuple(chain.from_iterable(map(_statement, ast.parse(text).body)))


def _statement(node: ast.stmt) -> Iterator[Statement]:
    if isinstance(node, ast.FunctionDef):
        parameters = tuple(arg.arg for arg in _arguments(node.args))
        name, marks, registers = node.name, _decorators(node), _registers(node)
        node.name = "_"
        yield Statement("function", (name,), _shape(node), marks, registers, parameters)
    elif isinstance(node, ast.ClassDef):
        fields = {
            part.target.id: _type(part.annotation)
            for part in node.body
            if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name)
        }
        name, marks, registers = node.name, _decorators(node), _registers(node)
        node.name = "_"
        yield Statement("class", (name,), _shape(node), marks, registers, fields=fields)
    elif isinstance(node, ast.Import | ast.ImportFrom):
        module = getattr(node, "module", None)
        names = tuple(it.asname or it.name.partition(".")[0] for it in node.names)
        of = tuple((module, it.name) if module else (it.name, "") for it in node.names)
        yield Statement("import", names, (), imported=of)
    elif isinstance(node, ast.Assign | ast.AnnAssign):
        (target, *more) = node.targets if isinstance(node, ast.Assign) else [node.target]
        parts = target.elts if isinstance(target, ast.Tuple) else [target]
        if not more and all(isinstance(part, ast.Name) for part in parts):
            if node.value is not None:
                names = tuple(ast.unparse(part) for part in parts)
                value = _simple(node.value)
                yield Statement("value", names, _shape(ast.Expr(node.value)), value=value)
        else:
            yield Statement("other", (), _shape(node))
    elif not isinstance(node, ast.Expr) or not isinstance(node.value, ast.Constant):
        shape = _shape(node)
        yield Statement("other", (), shape, registers=frozenset(Statement("", (), shape).outside))


def _simple(value: ast.expr) -> ast.expr | None:
    """Return an expression as it was, None if it may be long: shapes change what they are of."""
    is_long = isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute)
    return None if is_long else deepcopy(value)


def _arguments(args: ast.arguments) -> list[ast.arg]:
    rest = [arg for arg in (args.vararg, args.kwarg) if arg is not None]
    return [*args.posonlyargs, *args.args, *args.kwonlyargs, *rest]


def _decorators(node: ast.FunctionDef | ast.ClassDef) -> tuple[str, ...]:
    return tuple(mark.id for mark in node.decorator_list if isinstance(mark, ast.Name))


def _registers(node: ast.FunctionDef | ast.ClassDef) -> frozenset[str]:
    calls = (mark for mark in node.decorator_list if isinstance(mark, ast.Call))
    parts = chain.from_iterable(
        chain(call.args, (k.value for k in call.keywords)) for call in calls
    )
    return frozenset(
        name.id for part in parts for name in ast.walk(part) if isinstance(name, ast.Name)
    )


def _type(annotation: ast.expr | None) -> str:
    """Return the name of a type, empty if it is none."""
    if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
        return annotation.value
    return annotation.id if isinstance(annotation, ast.Name) else ""


def _shape(node: ast.stmt) -> tuple[str, ...]:
    """Return the text of a statement, marks apart; it is changed."""
    return tuple(_MARK.split(ast.unparse(_Shaping().visit(Folding().visit(node)))))


class _Shaping(ast.NodeTransformer):
    """Takes names, types and docstrings out of a statement."""

    def __init__(self) -> None:
        self._own: frozenset[str] = frozenset()
        self._numbers: dict[str, int] = {}
        self._types: dict[str, str] = {}
        self._inside = False

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        """Give numbers to the names of a function; one inside another shares those of that."""
        node.decorator_list = [self.visit(mark) for mark in node.decorator_list]
        node.returns = None
        if self._inside:
            node.name = self._numbered(node.name)
            return self._without_types(node)
        before = self._own, self._numbers, self._types
        self._own, self._numbers, self._inside = _bound(node), {}, True
        self._types = {arg.arg: _type(arg.annotation) for arg in _arguments(node.args)}
        node = self._without_types(node)
        self._own, self._numbers, self._types = before
        self._inside = False
        return node

    def _without_types(self, node: ast.FunctionDef) -> ast.FunctionDef:
        node.args = self.visit(node.args)
        node.body = self._block(node.body)
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.ClassDef:
        """Give numbers to the fields of a class; its methods keep their names."""
        node.decorator_list = [self.visit(mark) for mark in node.decorator_list]
        node.bases = [self.visit(base) for base in node.bases]
        body: list[ast.stmt] = []
        number = 0
        for part in node.body:
            if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name):
                part.target.id, number = f"f{number}", number + 1
                body += [_assigned(part, self.visit(part.value))] if part.value else []
                body += [] if part.value else [ast.Expr(part.target)]
            elif not _is_idle(part):
                body.append(self.visit(part))
        node.body = body or [ast.Pass()]
        return node

    def visit_arg(self, node: ast.arg) -> ast.arg:
        """Give a number to a parameter."""
        node.arg, node.annotation = self._numbered(node.arg), None
        return node

    def visit_Name(self, node: ast.Name) -> ast.Name:
        """Give a number to a name, or mark it as one from outside."""
        node.id = self._numbered(node.id) if node.id in self._own else f"⟦n:{node.id}⟧"
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.Attribute:
        """Mark a field of something whose class is known."""
        path = self._path(node)
        node.value = self.visit(node.value)
        node.attr = f"⟦a:{path}⟧" if path else node.attr
        return node

    def _path(self, node: ast.expr) -> str:
        """Return the class of a name, and the fields that lead on from it; empty if unknown."""
        if isinstance(node, ast.Name):
            return self._types.get(node.id, "") if node.id in self._own else ""
        if isinstance(node, ast.Attribute) and (before := self._path(node.value)):
            return f"{before}.{node.attr}"
        return ""

    def visit_Call(self, node: ast.Call) -> ast.Call:
        """Mark arguments that are given by name."""
        called = node.func.id if isinstance(node.func, ast.Name) else ""
        for keyword in node.keywords:
            if called and called not in self._own and keyword.arg:
                keyword.arg = f"⟦k:{called}.{keyword.arg}⟧"
        self.generic_visit(node)
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.stmt | None:
        """Take the type away."""
        if node.value is None:
            return None
        return _assigned(node, self.visit(node.value), self.visit(node.target))

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> ast.ExceptHandler:
        """Give a number to the name of an exception."""
        self.generic_visit(node)
        if node.name is not None and node.name in self._own:
            node.name = self._numbered(node.name)
        return node

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.expr:
        """Write a text with values in it as a call: versions of Python quote them otherwise."""
        values = [self.visit(part) for part in node.values]
        return ast.Call(ast.Name("joined_text"), values, [])

    def visit_FormattedValue(self, node: ast.FormattedValue) -> ast.expr:
        """Write a value in a text as a call."""
        form = [] if node.format_spec is None else [self.visit(node.format_spec)]
        return ast.Call(ast.Name(f"value_{node.conversion}"), [self.visit(node.value), *form], [])

    def generic_visit(self, node: ast.AST) -> ast.AST:
        """Visit all parts, and take docstrings out of blocks."""
        for name in ("body", "orelse", "finalbody"):
            block = getattr(node, name, None)
            if isinstance(block, list) and isinstance(node, ast.stmt | ast.ExceptHandler):
                # In their order: what stands before a block is numbered before it.
                setattr(node, name, _Block(block))
        for name, part in ast.iter_fields(node):
            if isinstance(part, _Block):
                setattr(node, name, self._block(list(part), optional=name != "body"))
            elif isinstance(part, list):
                setattr(node, name, [self.visit(x) if isinstance(x, ast.AST) else x for x in part])
            elif isinstance(part, ast.AST):
                setattr(node, name, self.visit(part))
        return node

    def _block(self, block: list[ast.stmt], optional: bool = False) -> list[ast.stmt]:
        done = []
        for node in block:
            shaped = None if _is_idle(node) else self.visit(node)
            done += [] if shaped is None else [shaped]
        return done if done or optional else [ast.Pass()]

    def _numbered(self, name: str) -> str:
        return f"v{self._numbers.setdefault(name, len(self._numbers))}"


def _is_idle(node: ast.stmt) -> bool:
    constant = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    return constant or isinstance(node, ast.Pass)


class _Block(list[ast.stmt]):
    """A block that has not been visited yet."""


def _assigned(node: ast.AnnAssign, value: ast.expr, target: ast.expr | None = None) -> ast.Assign:
    return ast.copy_location(ast.Assign([target or node.target], value), node)


def _bound(function: ast.FunctionDef) -> frozenset[str]:
    """Return the names that are a function's own, those of functions inside it included."""
    own: set[str] = set()
    outer: set[str] = set()
    for node in ast.walk(function):
        if isinstance(node, ast.arg):
            own.add(node.arg)
        elif isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            own.add(node.id)
        elif isinstance(node, ast.FunctionDef | ast.ClassDef) and node is not function:
            own.add(node.name)
        elif isinstance(node, ast.alias):
            own.add(node.asname or node.name.partition(".")[0])
        elif isinstance(node, ast.ExceptHandler) and node.name:
            own.add(node.name)
        elif isinstance(node, ast.Global):
            outer.update(node.names)
    return frozenset(own - outer)
