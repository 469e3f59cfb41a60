"""Concepts from the metadata of a description."""

import re
from collections.abc import Iterable, Iterator

from boardless.games.concepts.names import wholes
from boardless.games.language.ludeme import ludemes_in
from boardless.games.language.syntax import Group, Node
from boardless.games.ludemes.equipment import MancalaBoard, StoreType
from boardless.games.ludemes.game import GameTree
from boardless.games.ludemes.tracks import Track

_ROWS = {2: "MancalaTwoRows", 3: "MancalaThreeRows", 4: "MancalaFourRows", 6: "MancalaSixRows"}
_STACKS = ("Backgammon", "Default", "None", "Reverse")


def concepts_of_metadata(metadata: Iterable[Group], tree: GameTree) -> Iterator[str]:
    """Yield the concepts in metadata."""
    for node in metadata:
        for words in _forms(node):
            match words:
                case ["board", "Style", style, *_]:
                    if (name := f"{style[:1].upper()}{style[1:]}Style") in wholes():
                        yield name
                    if style.casefold() == "mancala":
                        yield "MancalaBoard"
                        yield from _of_mancala(tree)
                case ["no", "Board", *_]:
                    yield "NoBoard"
                case ["stackType", *kinds]:
                    yield "StackType"
                    if any(word in _STACKS for word in kinds):
                        yield "Stack"
                case ["piece", "Families", *families] if "Abstract" in families:
                    yield "MarkerComponent"
                case ["show", "Piece", ("Value" | "State") as shown, *_]:
                    yield f"ShowPiece{shown}"
                case ["show", "Symbol", *_]:
                    yield "Symbols"


def _of_mancala(tree: GameTree) -> Iterator[str]:
    for item in tree.equipment.items:
        if isinstance(item, MancalaBoard):
            yield "Sow"
            if item.store is not StoreType.NONE:
                yield "MancalaStores"
            if item.rows in _ROWS:
                yield _ROWS[item.rows]


def sowing_ways(tree: GameTree) -> Iterator[str]:
    """Yield the concepts of the first directions of tracks, with north and east as one."""
    for track in ludemes_in(tree.equipment):
        if isinstance(track, Track) and isinstance(track.path, str):
            first = re.match(r"\s*-?\d+\s*,\s*([A-Z]+)", track.path)
            if first and first[1] in ("N", "E", "CCW"):
                yield "SowCCW"
            if first and first[1] in ("S", "W", "CW"):
                yield "SowCW"


def _forms(node: Node) -> Iterator[list[str]]:
    """Yield the words of each form in a node; for a list inside it, its entries."""
    if not isinstance(node, Group):
        return
    yield [str(word).strip('"') for item in node.items for word in _entries(item)]
    for item in node.items:
        yield from _forms(item)


def _entries(item: Node) -> Iterable[Node]:
    return item.items if isinstance(item, Group) else (item,)
