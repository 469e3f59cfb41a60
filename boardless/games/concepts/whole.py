"""The concepts of a game: of its ludemes, and of the whole."""

import re
from collections.abc import Iterator

from boardless.games.concepts.endings import concepts_of_ends
from boardless.games.concepts.growth import concepts_of_growth
from boardless.games.concepts.metadata import concepts_of_metadata, sowing_ways
from boardless.games.concepts.names import wholes, with_wholes
from boardless.games.description import Description
from boardless.games.language.kinds import Role, SiteType
from boardless.games.language.ludeme import ludemes_in
from boardless.games.ludemes.decks import Deck
from boardless.games.ludemes.dominoes import Dominoes
from boardless.games.ludemes.equipment import BoardItem, MancalaBoard, Values
from boardless.games.ludemes.game import GameTree, ModeType
from boardless.games.ludemes.iteration import ForEachPiece
from boardless.games.ludemes.logic import Not, negated
from boardless.games.ludemes.matches import MatchGame
from boardless.games.ludemes.pieces import Piece, Tile

#: Names of chess pieces, which are also concepts.
_CHESSMEN = ("king", "queen", "knight", "rook", "bishop", "pawn")
#: Things with concepts named after them.
_THINGS = ("ball", "disc", "marker")
#: Concepts that follow from others.
_IMPLIED = {
    "Dice": ("Stochastic", "SiteState"),
    "Domino": ("Stochastic", "PieceCount"),
    "Card": ("Stochastic",),
    "LargePiece": ("SiteState",),
}
#: Definitions of boards that imply concepts with other names.
_BOARDS = {
    "AlquerqueBoardWithBottomTriangle": "AlquerqueBoardWithOneTriangle",
    "AlquerqueBoardWithBottomAndTopTriangles": "AlquerqueBoardWithTwoTriangles",
    "ThreeMensMorrisBoardWithLeftAndRightTriangles": "ThreeMensMorrisBoardWithTwoTriangles",
}
_MORRIS = ("ThreeMensMorrisBoard", "NineMensMorrisBoard")
_USE = re.compile(r'\(\s*"(\w+)"|(?<=\s)"(\w+)"')


def concepts_of(description: Description) -> frozenset[str]:
    """Return the names of the concepts of a game.

    Parameters
    ----------
    description : Description
        The game, read; see `boardless.games.description.read`.

    Returns
    -------
    frozenset of str
        Names of `CONCEPTS`, with the names of all wholes that contain them.
    """
    tree = description.tree
    concepts = set(tree.concepts())
    concepts.update(_of_players(tree), _of_pieces(tree), concepts_of_ends(tree))
    concepts.add("End")
    concepts.update(*_of_negations(tree))
    if any(part.stacks() for part in ludemes_in(tree)):
        concepts.update(("StackState", "Stack"))
    for name, implied in _IMPLIED.items():
        if name in concepts:
            concepts.update(implied)
    if tree.players.count == 1 and "DeductionPuzzle" not in concepts:
        concepts.add("PlanningPuzzle")
    if isinstance(tree, MatchGame):
        concepts.add("Match")
    concepts.update(concepts_of_growth(tree))
    concepts = set(with_wholes(frozenset(concepts)))
    # As in Ludii, these do not bring their wholes.
    concepts.update(_of_definitions(description.text))
    looks = frozenset(concepts_of_metadata(description.metadata, tree))
    if description.metadata and "Stack" not in looks and "StackState" in concepts:
        concepts.discard("Stack")
    concepts |= looks
    if {"MancalaBoard", "Track"} <= concepts:
        concepts.update(sowing_ways(tree))
    return frozenset(concepts)


def _of_negations(tree: GameTree) -> Iterator[frozenset[str]]:
    """Yield the concepts of negations about the moves of all pieces, which stand elsewhere."""
    denied = {
        part.condition
        for part in ludemes_in(tree)
        if isinstance(part, Not)
        and any(
            isinstance(inner, ForEachPiece) and inner.moves is None for inner in ludemes_in(part)
        )
    }
    if denied:
        items = (item for item in tree.equipment.items if isinstance(item, Piece | Tile))
        rules = [item.moves.concepts() for item in items if item.moves is not None]
        moves = frozenset().union(*rules)
        for condition in denied:
            yield negated(condition.concepts() | moves)


def _of_players(tree: GameTree) -> Iterator[str]:
    count = tree.players.count
    mode = tree.mode.type if tree.mode else ModeType.ALTERNATING
    if count == 0:
        mode = ModeType.SIMULATION
    yield "Realtime" if mode is ModeType.SIMULATION else "Discrete"
    yield mode.value
    if count:
        yield "Solitaire" if count == 1 else "TwoPlayer" if count == 2 else "Multiplayer"
    if len(tree.rules.phases) > 1:
        yield "Phase"
    for item in tree.equipment.items:
        if isinstance(item, BoardItem):
            yield item.use.value
            puzzle = any(isinstance(detail, Values) for detail in item.details)
            if item.use is not SiteType.CELL and not puzzle:
                yield "GraphStyle"
        if isinstance(item, MancalaBoard):
            yield "Vertex"
            yield "GraphStyle"


def _of_pieces(tree: GameTree) -> Iterator[str]:
    owners: dict[str, set[int]] = {}
    everyone = set(range(1, tree.players.count + 1))
    items = tree.equipment.items
    for item in items:
        if isinstance(item, Piece | Tile):
            name = item.name.rstrip("0123456789")
            role = item.role.value
            number = int(role[1:]) if re.fullmatch(r"P\d+", role) else 0
            owns = everyone if item.role is Role.EACH else {number} & everyone
            owners.setdefault(name, set()).update(owns)
            low = name.lower().removesuffix("_nocross")
            if low in _CHESSMEN or low in _THINGS:
                yield f"{low.capitalize()}Component"
    puzzle = any("DeductionPuzzle" in part.facts.concepts for part in ludemes_in(tree.rules))
    if not owners and not puzzle and not any(isinstance(i, Dominoes | Deck) for i in items):
        # In Ludii each player has balls in a game without pieces.
        yield from ("Piece", "BallComponent")
    if any(1 in owns and owns != everyone for owns in owners.values()):
        yield "AsymmetricPiecesType"


def _of_definitions(text: str) -> Iterator[str]:
    """Yield the concepts named after the board definitions that the text uses."""
    for match in _USE.finditer(text):
        name = (match[1] or match[2]).replace("Graph", "Board")
        for called in (_BOARDS.get(name, name), name.partition("With")[0]):
            if called in wholes() and wholes()[called] in ("Board", "AlquerqueBoard", *_MORRIS):
                yield called
