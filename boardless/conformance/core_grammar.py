"""Ludii's grammar, read from the Java of its Core: all constructors of descriptions.

A ludeme is a class that is not hidden, with its public constructors or static methods
``construct``. The annotations of their parameters say which are named, optional, or alternatives
(C. Browne et al., Ludii Language Reference, 2020).
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import groupby
from pathlib import Path
from typing import Any

from boardless.topo import InputError

_EXAMPLE = re.compile(r"@example\s+(.*?)(?=\n\s*\*?\s*@|\*/|\n\s*\*\s*\n|\Z)", re.DOTALL)
_MARGIN = re.compile(r"\n\s*\*\s?")


@dataclass(frozen=True)
class GrammarParameter:
    """A parameter of a constructor.

    Attributes
    ----------
    type : str
        The full name of a class, or a type of Java, such as ``int`` or ``String``.
    depth : int
        The number of dimensions if it is an array, 0 for a single value.
    key : str, or None
        The name before it, if it requires one.
    optional : bool
        Whether it may be left out.
    choice : int
        The group of alternatives, with exactly one given, or at most one; 0 for no group.
    name : str
        Its name in Java.
    """

    type: str
    depth: int = 0
    key: str | None = None
    optional: bool = False
    choice: int = 0
    name: str = field(default="", compare=False)

    def __str__(self) -> str:
        name = self.type.rpartition(".")[2] + "[]" * self.depth
        return f"{self.key}:{name}" if self.key else name


@dataclass(frozen=True)
class Constructor:
    """A form of a ludeme: its class, keyword, parameters, and the examples in its comment."""

    of: str
    keyword: str
    parameters: tuple[GrammarParameter, ...]
    examples: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"({' '.join((self.keyword, *map(str, self.parameters)))})"


@dataclass(frozen=True)
class JavaClass:
    """A class, an interface or an enumeration: its full name, parents, constants and forms."""

    name: str
    parents: tuple[str, ...]
    constants: tuple[str, ...]
    constructors: tuple[Constructor, ...]
    hidden: bool


@dataclass(frozen=True)
class CoreGrammar:
    """All classes of a Core by their full names."""

    classes: dict[str, JavaClass]

    @classmethod
    def read(cls, folder: Path) -> "CoreGrammar":
        """Return the grammar of a folder with the sources of Ludii's Core.

        Raises
        ------
        InputError
            If the folder lacks the sources, or the parser of Java is not installed.
        """
        files = sorted(folder.rglob("*.java"))
        if not any(path.parts[-2:] == ("game", "Game.java") for path in files):
            raise InputError(
                f"{str(folder)!r} has no game/Game.java: give the folder of Ludii's Core"
            )
        try:
            import tree_sitter
            import tree_sitter_java
        except ImportError:
            raise InputError(
                "Java is read by tree-sitter: pip install 'boardless[grammar]'"
            ) from None
        parser = tree_sitter.Parser(tree_sitter.Language(tree_sitter_java.language()))
        classes: dict[str, JavaClass] = {}
        for path in files:
            classes |= _File(parser.parse(path.read_bytes()).root_node).classes()
        return cls(classes)

    @property
    def ludemes(self) -> Iterator[Constructor]:
        """The forms of all ludemes of games, in the order of their names."""
        for name, of in sorted(self.classes.items()):
            if name.startswith("game.") and not of.hidden:
                yield from of.constructors

    def ancestors(self, name: str) -> frozenset[str]:
        """Return the full names of a class and of all classes that it may replace."""
        names = self._ancestors.get(name)
        if names is None:
            parents = self.classes[name].parents if name in self.classes else ()
            names = frozenset({name}).union(*map(self.ancestors, parents))
            self._ancestors[name] = names
        return names

    @cached_property
    def _ancestors(self) -> dict[str, frozenset[str]]:
        return {}


class _File:
    """The syntax tree of a file."""

    def __init__(self, root: Any) -> None:
        self._root = root
        self._package = ""
        self._imports: dict[str, str] = {}
        for node in root.children:
            if node.type == "package_declaration":
                self._package = _text(node.named_children[-1])
            elif node.type == "import_declaration":
                full = _text(node.named_children[0])
                self._imports[full.rpartition(".")[2]] = full

    def classes(self) -> dict[str, JavaClass]:
        """Return the classes of the file, without nested classes."""
        kinds = ("class_declaration", "interface_declaration", "enum_declaration")
        classes = [self._class(node) for node in self._root.children if node.type in kinds]
        return {java_class.name: java_class for java_class in classes}

    def _full(self, name: str) -> str:
        name = name.partition("<")[0]
        if name in ("int", "boolean", "float", "double", "String", "Integer", "Boolean", "Float"):
            return name
        if name.startswith("game."):
            return name
        return self._imports.get(name, f"{self._package}.{name}")

    def _class(self, node: Any) -> JavaClass:
        simple = _text(node.child_by_field_name("name"))
        marks = _annotations(node)
        keyword = marks.get("Alias") or simple[0].lower() + simple[1:]
        parents, constants, forms = [], [], []
        for part in node.children:
            if part.type in ("superclass", "super_interfaces", "extends_interfaces"):
                names = _inside(part, "type_identifier", "generic_type")
                parents += [self._full(_text(name)) for name in names]
        body = node.child_by_field_name("body")
        comment = ""
        for part in body.named_children:
            if part.type == "enum_constant":
                constants.append(_text(part.child_by_field_name("name")))
            elif _is_form(part):
                forms.append(self._form(part, simple, keyword, comment))
            comment = _text(part) if part.type == "block_comment" else ""
        has_forms = "abstract" not in _words(node) or any(
            part.type == "method_declaration" and _is_form(part) for part in body.named_children
        )
        return JavaClass(
            f"{self._package}.{simple}", tuple(parents), tuple(constants),
            tuple(forms) if has_forms else (), "Hide" in marks,
        )  # fmt: skip

    def _form(self, node: Any, simple: str, keyword: str, comment: str) -> Constructor:
        parameters = [
            self._parameter(part) for part in node.child_by_field_name("parameters").named_children
            if part.type in ("formal_parameter", "spread_parameter")
        ]  # fmt: skip
        examples = (_MARGIN.sub(" ", part) for part in _EXAMPLE.findall(comment))
        named = tuple(" ".join(part.split()) for part in examples)
        # Adjacent parameters with equal marks are alternatives.
        grouped: list[GrammarParameter] = []
        for marked, run in groupby(parameters, lambda part: part.choice):
            group = 1 + max((part.choice for part in grouped), default=0) if marked else 0
            grouped += [replace(part, choice=group) for part in run]
        return Constructor(f"{self._package}.{simple}", keyword, tuple(grouped), named)

    def _parameter(self, node: Any) -> GrammarParameter:
        marks = _annotations(node)
        type_, named = node.child_by_field_name("type"), node
        depth = 0
        if node.type == "spread_parameter":
            # Several of a type follow one another, as in a list.
            *_, type_, named = node.named_children
            depth = 1
        if type_.type == "array_type":
            depth += _text(type_.child_by_field_name("dimensions")).count("[")
            type_ = type_.child_by_field_name("element")
        name = _text(named.child_by_field_name("name"))
        key = name[0].lower() + name[1:] if "Name" in marks else None
        choice = 1 if "Or" in marks else 2 if "Or2" in marks else 0
        return GrammarParameter(self._full(_text(type_)), depth, key, "Opt" in marks, choice, name)


def _text(node: Any) -> str:
    return str(node.text.decode())


def _inside(node: Any, *types: str) -> Iterator[Any]:
    for part in node.named_children:
        if part.type in types:
            yield part
        elif part.type == "type_list":
            yield from _inside(part, *types)


def _modifiers(node: Any) -> list[Any]:
    modifiers = [part for part in node.children if part.type == "modifiers"]
    return list(modifiers[0].children) if modifiers else []


def _words(node: Any) -> set[str]:
    return {_text(modifier) for modifier in _modifiers(node)}


def _annotations(node: Any) -> dict[str, str]:
    """Return the annotations of a declaration with their values."""
    annotations = {}
    for modifier in _modifiers(node):
        if modifier.type in ("marker_annotation", "annotation"):
            quoted = re.search(r'"(.*)"', _text(modifier))
            annotations[_text(modifier.child_by_field_name("name"))] = quoted[1] if quoted else ""
    return annotations


def _is_form(node: Any) -> bool:
    """Return True if a member is a public constructor or the method ``construct``."""
    if node.type not in ("constructor_declaration", "method_declaration"):
        return False
    if "public" not in _words(node) or "Hide" in _annotations(node):
        return False
    return node.type == "constructor_declaration" or (
        "static" in _words(node) and _text(node.child_by_field_name("name")) == "construct"
    )
