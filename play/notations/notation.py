"""Which notation a game has: its description names it, ``(metadata (notation "Trax"))``."""

from typing import TYPE_CHECKING, Protocol

from boardless.games.description import Description
from boardless.games.language.syntax import Atom, Group
from boardless.play.notations.trax import TraxNotation
from boardless.state import Move

if TYPE_CHECKING:
    from boardless.play.state import State


class Notation(Protocol):
    """How moves of a game are written."""

    def is_text(self, text: str) -> bool:
        """Tell whether a text is of the notation's form."""

    def parse(self, state: "State", text: str) -> Move:
        """Return the move that a text of that form says in a state; it need not be legal."""

    def text(self, state: "State", move: Move) -> str:
        """Return what a legal move of a state is written like."""


#: The notations by their names in descriptions.
NOTATIONS: dict[str, Notation] = {"Trax": TraxNotation()}


def notation_of(description: Description) -> Notation | None:
    """Return the notation that a description names, None if it names none that there is."""
    for form in description.metadata:
        for node in form.items:
            if isinstance(node, Group) and len(node.items) == 2:
                word, name = node.items
                if str(word) == "notation" and isinstance(name, Atom):
                    return NOTATIONS.get(name.text)
    return None
