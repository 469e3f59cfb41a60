"""From ludemes back to text."""

from typing import Any

from boardless.games.language.ludeme import Ludeme, Word
from boardless.games.language.parameters import parameters
from boardless.games.language.syntax import Atom, Group, Keyed, Kind, Node


def node_of(ludeme: Ludeme) -> Node:
    """Return the tree of words that reads as `ludeme`."""
    if not ludeme.head:
        (parameter,) = parameters(type(ludeme))
        return _node(getattr(ludeme, parameter.field))
    items: list[Node] = [Atom(Kind.WORD, ludeme.head)]
    if ludeme.variant:
        items.append(Atom(Kind.WORD, ludeme.variant))
    for parameter in parameters(type(ludeme)):
        value = getattr(ludeme, parameter.field)
        if value != parameter.absent:
            node = _node(value)
            items.append(Keyed(parameter.key, node) if parameter.key else node)
    return Group("(", tuple(items))


def _node(value: Any) -> Node:
    if isinstance(value, Ludeme):
        return node_of(value)
    if isinstance(value, tuple):
        return Group("{", tuple(_node(entry) for entry in value))
    if isinstance(value, str):
        return Atom(Kind.STRING, value)
    if isinstance(value, bool | Word):
        return Atom(Kind.WORD, str(value))
    return Atom(Kind.NUMBER, f"{value:f}".rstrip("0").rstrip(".") if value % 1 else f"{value:.0f}")
