"""Functions without names, types, docstrings and order, to compare two modules.

Locals are numbered in their order, fields and named arguments by their places. A name from outside
becomes its value, or else the number of a further definition, independent of its place and name.
ModuleNames outside of compiled code, such as decorators, stay.

`modules` has the compiled modules of a game, in all used techniques and with all used features.
"""

import ast
import re
from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from difflib import unified_diff
from enum import Enum
from functools import cache, lru_cache
from pathlib import Path
from pkgutil import resolve_name
from typing import Any, NamedTuple, Self

import numpy as np

from boardless.agents.kernels.joining import any_search_source, game_search_program
from boardless.games.game import Game, default_technique
from boardless.games.game_technique import ALL_NAMES, GameTechnique, TechniqueChoice, game_technique
from boardless.games.identity import PositionIdentity
from boardless.games.modules import PLAIN, Features, Program
from boardless.jit.instructions import FOLDED
from boardless.jit.sources import decorators, parsed
from boardless.store.positions.form import FEATURES
from boardless.strategies.growth import Zone
from boardless.strategies.technique import TECHNIQUES, Append, Technique
from boardless.topo import InputError
from tools.many_games import digest

PACKAGE = "boardless."
#: Decorators of functions that only compiled code calls, and of all functions that are compiled.
INNER = frozenset(("kernel", "routine", "making"))
MARKS = INNER | {"jit", "entry", "plain_entry", "making_entry"}
#: The most lines of a difference that are shown.
LINES = 40
#: A name from outside: "n:name", "m:name.member", "a:class.field.field" or "k:function.parameter".
_MARK = re.compile("⟦([^⟧]*)⟧")
#: Games share the functions of the engine, and techniques those of a game.
_REMEMBERED = 2**13

Defined = ast.FunctionDef | ast.ClassDef
#: A definition: the names of its module, and its own.
Key = tuple["ModuleNames", str]
#: By name, the definitions of a module without names, and the names of those that each needs.
Listing = dict[str, tuple[str, list[str]]]


class CanonicalDefinition(NamedTuple):
    """A definition without names; the text numbers the definitions that it needs."""

    text: str
    needs: tuple[Key, ...]


@dataclass(eq=False)
class ModuleNames:
    """The names of a module: functions and classes as syntax trees, and values of others."""

    nodes: Mapping[str, Defined]
    values: Mapping[str, Any]
    _definitions: dict[str, CanonicalDefinition] = field(default_factory=dict)

    @classmethod
    def of(cls, source: str, values: Mapping[str, Any]) -> Self:
        """Return the names of a module by its source and its values."""
        defined = (each for each in statements(source) if isinstance(each, Defined))
        return cls({each.name: each for each in defined}, values)

    @classmethod
    def of_program(cls, program: Program) -> Self:
        """Return the names of a module that games are compiled to."""
        values: dict[str, Any] = {**program.tables, "range": range}
        for node in statements(program.source):
            if isinstance(node, ast.Import):
                values |= {each.asname or each.name: resolve_name(each.name) for each in node.names}
            elif isinstance(node, ast.ImportFrom):
                for each in node.names:
                    values[each.asname or each.name] = resolve_name(f"{node.module}:{each.name}")
            elif isinstance(node, ast.ClassDef):
                values[node.name] = [_value(each, values) for each in _members(node).values()]
            elif isinstance(node, ast.Assign):
                (target,), value = node.targets, _value(node.value, values)
                named = target.elts if isinstance(target, ast.Tuple) else [target]
                parts = value if isinstance(target, ast.Tuple) else [value]
                values |= zip(map(ast.unparse, named), parts, strict=True)
        return cls.of(program.source, values)

    @property
    def roots(self) -> list[str]:
        """The functions that Python calls, and the ones without callers here, sorted."""
        functions = {
            name: each for name, each in self.nodes.items() if isinstance(each, ast.FunctionDef)
        }
        called = {
            each for name in functions for _, each in self.definition(name).needs if each != name
        }
        return sorted(
            name
            for name, each in functions.items()
            if name not in called or not decorators(each) & INNER
        )

    @property
    def hash(self) -> str:
        """The hash of all functions, independent of their names and order."""
        return digest(*sorted(map(self.hash_of, self.roots)))

    def hash_of(self, root: str) -> str:
        """Return the hash of a function with all that it needs."""
        numbers: dict[Key, int] = {(self, root): 0}
        texts = []
        for names, name in (order := [*numbers]):
            text, needs = names.definition(name)
            order += [key for key in needs if key not in numbers]
            for key in needs:
                numbers.setdefault(key, len(numbers))
            texts.append(f"{text}\n{[numbers[key] for key in needs]}")
        return digest(*texts)

    def listing(self) -> Listing:
        """Return the functions that Python calls, and all that they need."""
        listing: Listing = {}
        for names, name in (order := [(self, root) for root in self.roots]):
            if name not in listing:
                text, needs = names.definition(name)
                listing[name] = text, [need for _, need in needs]
                order += needs
        return listing

    def definition(self, name: str) -> CanonicalDefinition:
        """Return a definition without names."""
        if name not in self._definitions:
            node, numbers = self.nodes[name], dict[Key, int]()

            def token(name: str) -> str:
                meant = self.meaning(name)
                return (
                    meant
                    if isinstance(meant, str)
                    else f"g{numbers.setdefault(meant, len(numbers))}"
                )

            parts = list(_shape(node)) if isinstance(node, ast.FunctionDef) else [_class(node)]
            for place in range(1, len(parts), 2):
                kind, *path = re.split(r"[:.]", parts[place])
                if kind == "n":
                    parts[place] = token(path[0])
                elif kind == "m":
                    parts[place] = self._member(*path) or f"{token(path[0])}.{path[1]}"
                else:
                    parts[place] = (self._field if kind == "a" else self._argument)(*path)
            self._definitions[name] = CanonicalDefinition("".join(parts), tuple(numbers))
        return self._definitions[name]

    def meaning(self, name: str) -> str | Key:
        """Return the definition of a name, else its value as a text, or the name."""
        if name in self.nodes:
            return self, name
        value = self.values.get(name, NotImplemented)
        value = value.value if isinstance(value, Enum) else value
        if isinstance(value, bool | int | float | str | tuple | None):
            return repr(value)
        if isinstance(value, np.ndarray):
            return f"{value.dtype}{value.shape}:{digest(repr(value.tolist()))}"
        place, called = getattr(value, "__module__", ""), getattr(value, "__name__", name)
        if place.startswith(PACKAGE):
            node = (names := names_of(place)).nodes.get(called)
            if isinstance(node, ast.ClassDef) or (node and decorators(node) & MARKS):
                return names, called
        return str(called)

    def _node(self, name: str) -> tuple["ModuleNames", Defined | None]:
        meant = self.meaning(name)
        return (self, None) if isinstance(meant, str) else (meant[0], meant[0].nodes[meant[1]])

    def _field(self, class_: str, *path: str) -> str:
        """Return the number of the last field of a path, each a field of the one before."""
        names, place = self, path[-1]
        for name in path:
            names, node = names._node(class_)
            fields = _fields(node)
            place = f"f{[*fields].index(name)}" if name in fields else name
            class_ = fields.get(name, "")
        return place

    def _member(self, class_: str, name: str) -> str:
        """Return the value of a member of an enumeration; "" for other names."""
        members = _members(self._node(class_)[1])
        return ast.unparse(members[name]) if name in members else ""

    def _argument(self, called: str, name: str) -> str:
        """Return the number of a parameter of a function, or of a field that a class is given."""
        _, node = self._node(called)
        named = (
            [argument.arg for argument in node.args.args]
            if isinstance(node, ast.FunctionDef)
            else _fields(node)
        )
        return f"p{[*named].index(name)}" if name in named else name


def difference(before: Listing, now: Listing) -> str:
    """Return the first difference of two listings, line by line, "" if they are equal."""
    pairs = [(name, name) for name in before if name in now]
    for old, new in pairs:
        (one, needs), (two, others) = before[old], now[new]
        if one != two or len(needs) != len(others):
            names = (f"{old}, before", f"{new}, now")
            lines = [*unified_diff(one.split("\n"), two.split("\n"), *names, lineterm="")]
            more = [f"... {len(lines) - LINES} more lines"] if len(lines) > LINES else []
            return "\n".join(lines[:LINES] + more)
        pairs += [pair for pair in zip(needs, others, strict=True) if pair not in pairs]
    return ""


@cache
def names_of(module: str) -> ModuleNames:
    """Return the names of a module of the package."""
    imported = resolve_name(module)
    return ModuleNames.of(Path(imported.__file__).read_text(encoding="utf-8"), vars(imported))


def statements(source: str) -> Iterator[ast.stmt]:
    """Yield the statements of a module as syntax trees, parsing shared ones once."""
    text = ""
    for block in source.split("\n\n\n"):
        text += block
        try:
            yield from _read(text)
        except SyntaxError:  # blank lines in a string
            text += "\n\n\n"
        else:
            text = ""


@lru_cache(_REMEMBERED)
def _read(text: str) -> list[ast.stmt]:
    return parsed(text).body


def _value(node: ast.expr, values: Mapping[str, Any]) -> Any:
    """Return the value of a constant."""
    match node:
        case ast.Name(name):
            return values[name]
        case ast.Tuple(parts):
            return tuple(_value(part, values) for part in parts)
        case ast.BinOp(left, sign, right):
            return FOLDED[type(sign)](_value(left, values), _value(right, values))
        case ast.Call(called, arguments):
            return _value(called, values)(*(_value(part, values) for part in arguments))
    return ast.literal_eval(node)


def _class(node: ast.ClassDef) -> str:
    return f"class of {len(_fields(node))} fields"


def _members(node: Defined | None) -> dict[str, ast.expr]:
    """Return the values of the members of a class, such as an enumeration."""
    parts = node.body if isinstance(node, ast.ClassDef) else []
    assigned = (part for part in parts if isinstance(part, ast.Assign))
    return {ast.unparse(part.targets[0]): part.value for part in assigned}


def _fields(node: Defined | None) -> dict[str, str]:
    """Return the fields of a class in their order, each with the name of its type."""
    parts = node.body if isinstance(node, ast.ClassDef) else []
    return {
        part.target.id: _type(part.annotation)
        for part in parts
        if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name)
    }


def _type(annotation: ast.expr | None) -> str:
    """Return the name of a type, "" without one."""
    if isinstance(annotation, ast.Constant):
        return str(annotation.value)
    return annotation.id if isinstance(annotation, ast.Name) else ""


@lru_cache(_REMEMBERED)
def _shape(node: ast.FunctionDef) -> tuple[str, ...]:
    """Return the text of a function without its own names, at odd places marks."""
    return tuple(_MARK.split(ast.unparse(_Shaping(node).visit(deepcopy(node)))))


class _Shaping(ast.NodeTransformer):
    """Takes names, types and docstrings out of a function."""

    def __init__(self, node: ast.FunctionDef) -> None:
        self._types = {arg.arg: _type(arg.annotation) for arg in node.args.args}
        stored = (each for each in ast.walk(node) if isinstance(each, ast.Name))
        self._own = {*self._types, *(each.id for each in stored if isinstance(each.ctx, ast.Store))}
        self._numbers: dict[str, int] = {}

    def _numbered(self, name: str) -> str:
        return f"v{self._numbers.setdefault(name, len(self._numbers))}"

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        """Take away the name and the type of the result."""
        node.name, node.returns = "_", None
        return self.generic_visit(node)

    def visit_arg(self, node: ast.arg) -> ast.arg:
        """Give a number to a parameter."""
        return ast.arg(self._numbered(node.arg))

    def visit_Name(self, node: ast.Name) -> ast.Name:
        """Give a number to a name, or mark it as one from outside."""
        return ast.Name(self._numbered(node.id) if node.id in self._own else f"⟦n:{node.id}⟧")

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        """Mark a field if its owner's class is known, or if its owner is a name from outside."""
        if isinstance(node.value, ast.Name) and node.value.id not in self._own:
            return ast.Name(f"⟦m:{node.value.id}.{node.attr}⟧")
        if path := self._path(node):
            node.attr = f"⟦a:{path}⟧"
        return self.generic_visit(node)

    def _path(self, node: ast.expr) -> str:
        """Return the class of a name, and the fields that lead on from it; empty if unknown."""
        if isinstance(node, ast.Attribute):
            before = self._path(node.value)
            return before and f"{before}.{node.attr}"
        return self._types.get(node.id, "") if isinstance(node, ast.Name) else ""

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """Mark arguments that are given by name."""
        for keyword in node.keywords:
            if isinstance(node.func, ast.Name):
                keyword.arg = f"⟦k:{node.func.id}.{keyword.arg}⟧"
        return self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        """Take the type away."""
        assert node.value is not None
        return self.generic_visit(ast.copy_location(ast.Assign([node.target], node.value), node))

    def visit_Expr(self, node: ast.Expr) -> ast.AST | None:
        """Take docstrings away."""
        return None if isinstance(node.value, ast.Constant) else self.generic_visit(node)


class _OwnZone(Zone):
    """Zones as a strategy of somebody's own, which the engine does not know."""


#: A technique whose boards are given to the engine.
_OWN = Technique("GIVEN", _OwnZone(), Append())


def policy(arrays: Any, count: int, number: int) -> int:
    """Return the number of a move: what chooses the moves of guided playouts."""
    return number % count


class _Jitted:
    """A stand-in for a jitted policy, as far as modules are made for one."""

    py_func = staticmethod(policy)


def modules(game: Game) -> Iterator[tuple[str, str, Program]]:
    """Yield a technique, its use, and the module for that.

    Techniques that need code for the same features have the same module, which comes once.
    """
    default = default_technique(game)
    for technique in _techniques(game, default):
        yield technique.name, "playouts", game.program_of(technique)
        undo = game.program_of(technique, game.undoing())
        yield technique.name, "undo", undo
    name = default.name
    yield name, "guided", game.program_of(default, Features(policy=_Jitted))
    yield name, "search", game_search_program(game, default)
    everything = game_search_program(game, default, hides=True, judges=True, learns=True)
    yield name, "search, all features", everything
    try:
        PositionIdentity.of(game)
    except InputError:
        return  # its positions are not explored
    yield name, "explore", game.program_of(default, FEATURES)


def _techniques(game: Game, default: GameTechnique) -> Iterator[GameTechnique]:
    """Yield techniques of a game, one for each of its modules, the default first."""
    seen = set()
    others: tuple[TechniqueChoice, ...] = (*ALL_NAMES, *TECHNIQUES, _OWN) if game.growing else ()
    for technique in (default.name, *others):
        try:
            chosen = game.suited(game_technique(technique))
            features = chosen.needed(PLAIN)
            if features in seen:
                continue
            game.start(chosen)
        except InputError:
            continue
        seen.add(features)
        yield chosen


def start_hash(game: Game) -> str:
    """Return a hash of the start board of a game and its pieces."""
    start = game.start(default_technique(game))
    arrays = (start.codes, start.kinds, start.begun)
    return digest(*(repr(array.tolist()) for array in arrays), repr(start.anchor))


def searches() -> Iterator[tuple[str, Program]]:
    """Yield the modules that search in games written in Python."""
    for hides in (False, True):
        for learns in (False, True):
            name = f"search over any game, hides={hides}, learns={learns}"
            yield name, Program(any_search_source(hides, learns), "")
