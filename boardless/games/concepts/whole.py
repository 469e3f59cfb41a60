"""The concepts of a game: of its ludemes, its ends, its board, its metadata and the whole."""

import re
from collections.abc import Iterable, Iterator

from boardless.games.concepts.names import wholes, with_wholes
from boardless.games.description import Description
from boardless.games.language.kinds import Moves, Outcome, Role, SiteType
from boardless.games.language.ludeme import Ludeme, ludemes_in
from boardless.games.language.syntax import Group, Node
from boardless.games.ludemes.decks import Deck
from boardless.games.ludemes.ends import End, EndIf, ForEachEnd, Result
from boardless.games.ludemes.equipment import BoardItem, Boardless, MancalaBoard, StoreType, Values
from boardless.games.ludemes.game import GameTree, ModeType, Play
from boardless.games.ludemes.hands import InHand, SitesHand
from boardless.games.ludemes.iteration import ForEachPiece
from boardless.games.ludemes.large_pieces import Dominoes
from boardless.games.ludemes.logic import Not, negated
from boardless.games.ludemes.matches import MatchGame
from boardless.games.ludemes.pieces import Piece, Tile
from boardless.games.ludemes.placement import FromTo, Remove
from boardless.games.ludemes.tracks import Track
from boardless.games.rule_symmetries import names_sites, tells_far_cells

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
    """Yield the concepts of negated tests for moves of all pieces; items have those rules."""
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


#: Ends by the concept of their condition.
_ALIKE = (
    "NoMoves Scoring Fill NoTargetPiece Line Connection Group Loop Pattern Territory PathExtent"
)
_ENDS = {name: name for name in _ALIKE.split()} | {
    "ProgressCheck": "NoProgress",
    "NoPieceMover": "NoOwnPieces",
    "Contains": "Reach",
    "NoPieceNext": "EliminatePieces",
    "CountPiecesNextComparison": "EliminatePieces",
}


def concepts_of_ends(tree: GameTree) -> Iterator[str]:
    """Yield the concepts of the ends of a game."""
    two = tree.players.count == 2
    for end in ludemes_in(tree):
        if isinstance(end, EndIf | ForEachEnd):
            condition = end.condition if isinstance(end, EndIf) else end.if_
            result = end.result if isinstance(end.result, Result) else None
            yield from _of_end(condition, result, two)


def _of_end(condition: Ludeme | None, result: Result | None, two: bool) -> Iterator[str]:
    has = condition.concepts() if condition is not None else frozenset()
    ends = {end for name, end in _ENDS.items() if name in has}
    if {"CanNotMove", "Threat"} <= has:
        ends.add("Checkmate")
    if "NoPiece" in has and "NoPieceMover" not in has:
        ends.add("EliminatePieces")
    said = None if result is None else _for_the_mover(result, two)
    for end in ends:
        yield end if end == "Checkmate" else f"{end}End"
        if said:
            yield f"{end}{said}"
    if result is None:
        if "NoOwnPieces" in ends:
            yield "NoOwnPiecesWin"  # by score, as Ludii has it
        return
    if "Fill" in ends and result.outcome is Outcome.WIN and not said and _is_player(result.role):
        yield "FillWin"
    if two and said == "Loss":
        yield "Misere"
    if result.outcome is Outcome.DRAW:
        yield "Draw"


def _for_the_mover(result: Result, two: bool) -> str | None:
    """Return the result for the mover, or None if it concerns only another player."""
    if result.outcome is Outcome.DRAW:
        return "Draw"
    if result.outcome not in (Outcome.WIN, Outcome.LOSS):
        return None
    if result.role is Role.MOVER:
        return str(result.outcome)
    if result.role is Role.NEXT and two:
        return "Loss" if result.outcome is Outcome.WIN else "Win"
    return None


def _is_player(role: object) -> bool:
    return isinstance(role, Role) and role.value[:1] == "P" and role.value[1:].isdigit()


#: Concepts of moves between cells.
_STEPS = frozenset(
    f"{kind}{of}" for kind in ("Step", "Slide", "Hop", "Leap") for of in ("Decision", "Effect")
)


def concepts_of_growth(tree: GameTree) -> Iterator[str]:
    """Yield the concepts of a game with a growing board."""
    if not any(isinstance(item, Boardless) for item in tree.equipment.items):
        return
    moves = [part for part in ludemes_in((tree.equipment, tree.rules)) if isinstance(part, Moves)]
    if any(isinstance(part, Remove) for part in moves):
        yield "Shrinks"
    if any(map(_walks, moves)):
        yield from ("Walks", "Shrinks")
    if any(part.stacks() for part in ludemes_in(tree)):
        yield "StacksUpwards"
    asked = tuple(part for part in ludemes_in(tree.rules) if isinstance(part, Play | End))
    if tells_far_cells(asked):
        yield "FarCells"
    if names_sites(asked):
        yield "NumbersOfSites"


def _walks(move: Moves) -> bool:
    """Return True if a move takes a piece from a cell to another."""
    if isinstance(move, FromTo):
        return not any(isinstance(part, InHand | SitesHand) for part in ludemes_in(move.from_))
    return not _STEPS.isdisjoint(move.own_concepts())


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
