"""Definitions and chosen options put in the place of their names."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from boardless.games.language.errors import LudemeError, Position, one_of, shorten
from boardless.games.language.options import Fragment, Item, Option
from boardless.games.language.reader import MAX_DEPTH, MAX_NODES
from boardless.games.language.syntax import Atom, Group, Keyed, Kind, Node, bare_atom, walk

#: The most definitions and tags that may be expanded inside each other.
MAX_NESTED = 40

_MARK = re.compile(r"#([0-9]+)|<([A-Za-z][\w-]*)(?::([\w-]+))?>")


@dataclass(frozen=True)
class Scope:
    """Where a node stands.

    Attributes
    ----------
    arguments : tuple of Fragment, or None
        What the parameters ``#1``, ``#2``, ... stand for; None outside definitions.
    inside : tuple of str
        The definitions and tags being expanded, outermost first.
    depth : int
        Brackets around the node.
    """

    arguments: tuple[Fragment, ...] | None = None
    inside: tuple[str, ...] = ()
    depth: int = 0


class Expander:
    """Replaces the uses of definitions and of options' tags by what they stand for.

    Parameters
    ----------
    definitions : mapping of str to Fragment
        The bodies of ``(define "Name" body)``.
    choices : mapping of str to (Option, Item)
        The item taken of each option, by tag.
    """

    def __init__(
        self, definitions: Mapping[str, Fragment], choices: Mapping[str, tuple[Option, Item]]
    ) -> None:
        self.definitions = definitions
        self.choices = choices
        self.spent = 0

    def __call__(self, node: Node) -> Fragment:
        """Return what a node becomes: one node, none or several.

        Raises
        ------
        LudemeError
            If a name is unknown or stands for itself, or the result is too large or too deep.
        """
        nodes = self._expand(node, Scope())
        for result in nodes:
            for part, depth in walk(result):
                if isinstance(part, Group) and depth >= MAX_DEPTH:
                    expected = f"definitions and options may nest at most {MAX_DEPTH} brackets"
                    raise LudemeError(part.at, part, expected)
        return nodes

    def _expand(self, node: Node, scope: Scope) -> Fragment:
        self._spend(1, node.at)
        if isinstance(node, Atom):
            return self._atom(node, scope)
        if isinstance(node, Keyed):
            values = self._expand(node.value, scope)
            if len(values) > 1:
                raise LudemeError(node.at, node, f"expected one value, not {len(values)}")
            return (Keyed(node.key, values[0], node.at),) if values else ()
        if node.bracket == "<":
            expected = "expected the tag of an option, <Tag> or <Tag:argument>"
            raise LudemeError(node.at, node, expected)
        if scope.depth == MAX_DEPTH:
            expected = f"definitions and options may nest at most {MAX_DEPTH} brackets"
            raise LudemeError(node.at, node, expected)
        inner = Scope(scope.arguments, scope.inside, scope.depth + 1)
        head = node.items[0] if node.bracket == "(" else None
        if isinstance(head, Atom) and head.kind is Kind.STRING:
            arguments = tuple(self._argument(item, inner) for item in node.items[1:])
            return self._use(head, arguments, scope)
        items = tuple(part for item in node.items for part in self._expand(item, inner))
        if head and not (items and isinstance(items[0], Atom) and items[0].kind is Kind.WORD):
            raise LudemeError(node.at, node, "expected the name of a ludeme after the bracket")
        return (Group(node.bracket, items, node.at),)

    def _argument(self, node: Node, scope: Scope) -> Fragment:
        """Return what an argument of a definition becomes; ``~`` leaves it out."""
        left_out = isinstance(node, Atom) and node.kind is Kind.WORD and node.text == "~"
        return () if left_out else self._expand(node, scope)

    def _atom(self, atom: Atom, scope: Scope) -> Fragment:
        if atom.kind is Kind.PARAMETER:
            return self._parameter(atom.text, atom, scope)
        if atom.kind is Kind.TAG:
            name, _, argument = atom.text.partition(":")
            return self._tag(name, argument, atom, scope)
        if atom.kind is Kind.TEMPLATE:
            return (bare_atom(self._filled(atom, scope), atom.at),)
        if atom.kind is Kind.STARS:
            raise LudemeError(atom.at, atom, "asterisks stand only behind items and rulesets")
        if atom.kind is Kind.STRING:
            text = self._filled(atom, scope)
            if text in self.definitions:
                return self._use(Atom(Kind.STRING, text, atom.at), (), scope)
            return (Atom(Kind.STRING, text, atom.at),)
        return (atom,)

    def _use(self, head: Atom, arguments: tuple[Fragment, ...], scope: Scope) -> Fragment:
        """Return the body of a definition with its arguments in place."""
        name = self._filled(head, scope)
        body = self.definitions.get(name)
        if body is None:
            known = one_of(f'"{known}"' for known in self.definitions)
            expected = f"known are {known}" if known else "the description defines nothing"
            raise LudemeError(head.at, head, f"no such definition: {expected}")
        inside = self._inside(f'"{name}"', head, scope)
        return self._all(body, Scope(arguments, inside, scope.depth))

    def _tag(self, name: str, argument: str, atom: Atom, scope: Scope) -> Fragment:
        """Return what the chosen item has for a tag."""
        if name not in self.choices:
            known = one_of(f"<{tag}>" for tag in self.choices)
            expected = f"known are {known}" if known else "the description has no options"
            raise LudemeError(atom.at, f"<{atom.text}>", f"no option has this tag: {expected}")
        option, item = self.choices[name]
        if len(item.fragments) == 1 and not argument:
            index = 0
        elif argument in option.arguments:
            index = option.arguments.index(argument)
        else:
            known = one_of(f"<{name}:{known}>" for known in option.arguments) or f"<{name}>"
            raise LudemeError(atom.at, f"<{atom.text}>", f"expected {known}")
        inside = self._inside(f"<{name}>", atom, scope)
        # The text of an option is put in its place before definitions are: parameters pass through.
        return self._all(item.fragments[index], Scope(scope.arguments, inside, scope.depth))

    def _parameter(self, number: str, atom: Atom, scope: Scope) -> Fragment:
        """Return the argument that a parameter stands for; nothing if there is none."""
        if scope.arguments is None:
            raise LudemeError(atom.at, f"#{number}", "parameters stand only in definitions")
        if len(number) > 3 or not 1 <= int(number) <= len(scope.arguments):
            return ()
        nodes = scope.arguments[int(number) - 1]
        for node in nodes:
            for part, _ in walk(node):
                self._spend(1, part.at)
        return nodes

    def _all(self, nodes: Iterable[Node], scope: Scope) -> Fragment:
        return tuple(part for node in nodes for part in self._expand(node, scope))

    def _filled(self, atom: Atom, scope: Scope) -> str:
        """Return the text of a string or word with the marks in it replaced."""

        def replaced(mark: re.Match[str]) -> str:
            # Marks that stand for nothing here are only text.
            if mark[1] and scope.arguments is not None:
                nodes = self._parameter(mark[1], atom, scope)
            elif mark[2] in self.choices:
                nodes = self._tag(mark[2], mark[3] or "", atom, scope)
            else:
                return mark[0]
            if len(nodes) > 1 or (nodes and not isinstance(nodes[0], Atom)):
                raise LudemeError(atom.at, atom, f"expected one word for {mark[0]}")
            text = nodes[0].text if nodes and isinstance(nodes[0], Atom) else ""
            self._spend(1 + len(text) // 10, atom.at)
            return text

        return _MARK.sub(replaced, atom.text)

    def _inside(self, name: str, atom: Atom, scope: Scope) -> tuple[str, ...]:
        if name in scope.inside:
            path = " -> ".join((*scope.inside[scope.inside.index(name) :], name))
            raise LudemeError(atom.at, name, f"it stands for itself: {shorten(path)}")
        if len(scope.inside) == MAX_NESTED:
            expected = f"at most {MAX_NESTED} definitions and tags may stand for each other"
            raise LudemeError(atom.at, name, expected)
        return (*scope.inside, name)

    def _spend(self, amount: int, at: Position) -> None:
        self.spent += amount
        if self.spent > MAX_NODES:
            expected = f"definitions and options may expand to at most {MAX_NODES:,} words"
            raise LudemeError(at, "the description", expected)


def read_definitions(forms: Sequence[Group]) -> dict[str, Fragment]:
    """Return the bodies of forms ``(define "Name" body)`` by name.

    Raises
    ------
    LudemeError
        If one has no name or no body, or two have the same name.
    """
    definitions: dict[str, Fragment] = {}
    for form in forms:
        name = form.items[1] if len(form.items) > 1 else form
        if not isinstance(name, Atom) or name.kind is not Kind.STRING or len(form.items) < 3:
            raise LudemeError(form.at, form, 'expected (define "Name" body)')
        if name.text in definitions:
            raise LudemeError(name.at, name, "this name is defined twice")
        definitions[name.text] = form.items[2:]
    return definitions
