"""Every form of the language gives the ludeme that it stands for."""

from typing import Any

import pytest

from boardless.games import read
from boardless.games.language.binding import bind
from boardless.games.language.errors import LudemeError
from boardless.games.language.kinds import (
    Around,
    Compass,
    Directions,
    Graph,
    Outcome,
    Role,
    SiteType,
    TilingName,
)
from boardless.games.language.ludeme import ludemes_in
from boardless.games.language.reader import read_nodes
from boardless.games.ludemes.arithmetic import (
    Absolute,
    Maximum,
    Minimum,
    Minus,
    Product,
    Quotient,
    Remainder,
    Sum,
)
from boardless.games.ludemes.board_regions import SitesBoard, SitesOuter, SitesPlayable, SitesSide
from boardless.games.ludemes.combined_moves import MovesAnd, MovesIf, MovesOr, Priority
from boardless.games.ludemes.connection import IsConnected
from boardless.games.ludemes.counting import CountSites
from boardless.games.ludemes.directions import NamedWays
from boardless.games.ludemes.distances import Expand
from boardless.games.ludemes.ends import End, EndIf, Result
from boardless.games.ludemes.equipment import (
    BoardItem,
    Boardless,
    Equipment,
    MancalaBoard,
    StoreType,
    SurakartaBoard,
    Values,
)
from boardless.games.ludemes.game import GameTree, Meta, NextPhase, Play, Players, RuleSet, SwapRule
from boardless.games.ludemes.graph_operators import (
    ClippedGraph,
    CompletedGraph,
    DualGraph,
    ExtendedGraph,
    FacedGraph,
    HoledGraph,
    IntersectedGraph,
    KeptGraph,
    LayeredGraph,
    MergedGraph,
    RecoordinatedGraph,
    ReducedGraph,
    RenumberedGraph,
    ScaledGraph,
    ShiftedGraph,
    SkewedGraph,
    SplitGraph,
    SubdividedGraph,
    TrimmedGraph,
    UnitedGraph,
)
from boardless.games.ludemes.graphs import (
    Diagonals,
    DiamondGraph,
    ExplicitGraph,
    HexagonsWithin,
    HexGraph,
    HexShape,
    RectangleGraph,
    RotatedGraph,
    ShapedHexagons,
    ShapedSquares,
    ShapedTriangles,
    SquareGraph,
    SquareShape,
    SquaresWithin,
    TriangleGraph,
    TriangleShape,
    TrianglesWithin,
)
from boardless.games.ludemes.hands import Hand, HandSite, SitesHand
from boardless.games.ludemes.iteration import ForEachPiece
from boardless.games.ludemes.lines import IsLine
from boardless.games.ludemes.lists import Results
from boardless.games.ludemes.literals import Constant, Listed, RangeFromTo, Single, Truth
from boardless.games.ludemes.logic import (
    And,
    AtLeast,
    AtMost,
    ConditionIf,
    Equal,
    Greater,
    IsIn,
    Less,
    Not,
    NotEqual,
    Or,
)
from boardless.games.ludemes.loops import IsLoop
from boardless.games.ludemes.moves import Apply, Between, From, MovedPiece, Then, To
from boardless.games.ludemes.occupancy import IsEmpty, IsOccupied, SitesEmpty, SitesOccupied
from boardless.games.ludemes.owned_regions import Regions
from boardless.games.ludemes.pieces import ComponentId, Piece, Tile, What, Who
from boardless.games.ludemes.placement import Add, FromTo, Remove, Select
from boardless.games.ludemes.players import CountPlayers, IsEnemy, IsMover, MoverNumber, NextNumber
from boardless.games.ludemes.region_algebra import Difference, Intersection, SitesListed, Union
from boardless.games.ludemes.shapes import (
    BrickGraph,
    BrickShape,
    CelticGraph,
    CelticWithin,
    ConcentricGraph,
    ConcentricShape,
    PlaneTiling,
    QuadhexGraph,
    RegularGraph,
    RepeatGraph,
    SpiralGraph,
    StarWord,
    TilingGraph,
    WedgeGraph,
)
from boardless.games.ludemes.sites import (
    Ahead,
    BetweenSite,
    CentrePoint,
    FromSite,
    IteratedSite,
    LastFrom,
    LastTo,
    SitesLastTo,
    ToSite,
)
from boardless.games.ludemes.sizes import (
    FUNCTIONS,
    Point,
    Polygon,
    Real,
    Sides,
    Size,
    Vertices,
    layout_of,
)
from boardless.games.ludemes.slides import Hop, Slide
from boardless.games.ludemes.start import Place, Start
from boardless.games.ludemes.steps import Step
from boardless.games.ludemes.tracks import OffBoard, Track, WayOfSites
from boardless.games.ludemes.turns import AllPassed, CountMoves, MoveAgain, NoMoves, Pass
from boardless.games.ludemes.walked_regions import SitesAround
from tests.games.language import texts

ONE, TWO = Constant(1), Constant(2)
SIZES: dict[str, Any] = {cls.head: cls for cls in FUNCTIONS if issubclass(cls, Size)}
REALS: dict[str, Any] = {cls.head: cls for cls in FUNCTIONS if issubclass(cls, Real)}
TO, FROM, EMPTY = ToSite(), FromSite(), SitesEmpty()
ADD = Add(None, To(None, EMPTY))

ITEMS: dict[str, Any] = {
    "(board (square 9))": BoardItem(SquareGraph(9)),
    "(board (square 9) use:Vertex)": BoardItem(SquareGraph(9), use=SiteType.VERTEX),
    "(board (rectangle 3 4))": BoardItem(RectangleGraph(3, 4)),
    "(board (hex 5))": BoardItem(HexGraph(5)),
    "(board (hex Diamond 11))": BoardItem(DiamondGraph(11)),
    "(board (tri 6))": BoardItem(TriangleGraph(6)),
    "(board (rotate 90 (hex 5)))": BoardItem(RotatedGraph(90, HexGraph(5))),
    "(board (rotate 22.5 (tri 5)))": BoardItem(RotatedGraph(22.5, TriangleGraph(5))),
    "(mancalaBoard 2 6)": MancalaBoard(2, 6),
    '(mancalaBoard 2 6 store:None (track "T" "0,E,N,W" loop:True))': MancalaBoard(
        2, 6, (Track("T", "0,E,N,W", loop=True),), store=StoreType.NONE
    ),
    "(surakartaBoard (square 6) loops:2)": SurakartaBoard(SquareGraph(6), loops=2),
    '(board (square 3) (track "T" {0 1 End} P1 directed:True))': BoardItem(
        SquareGraph(3),
        (Track("T", WayOfSites((0, 1, OffBoard.END)), Role.P1, directed=True),),
    ),
    "(board (square 9) (values Cell (range 1 9)))": BoardItem(
        SquareGraph(9), (Values(SiteType.CELL, RangeFromTo(ONE, Constant(9))),)
    ),
    "(boardless Hexagonal)": Boardless(TilingName.HEXAGONAL),
    "(boardless Square)": Boardless(TilingName.SQUARE),
    "(boardless Triangular)": Boardless(TilingName.TRIANGULAR),
    '(piece "N" P1)': Piece("N", Role.P1),
    '(piece "N" Neutral)': Piece("N", Role.NEUTRAL),
    '(tile "N" Each)': Tile("N", Role.EACH),
    '(tile "N" Shared numSides:6)': Tile("N", Role.SHARED, num_sides=6),
    "(hand Each)": Hand(Role.EACH),
    "(hand P2 size:3)": Hand(Role.P2, size=3),
    "(regions P1 {(sites Side NE) (sites Side SW)})": Regions(
        None, Role.P1, (SitesSide(None, Compass.NE), SitesSide(None, Compass.SW))
    ),
    "(regions P1 {0 (last To)})": Regions(None, Role.P1, (Single(Constant(0)), Single(LastTo()))),
}

STARTS: dict[str, Any] = {
    '(place "Disc1" (centrePoint))': Place("Disc1", where=CentrePoint()),
    '(place "Disc1" 4)': Place("Disc1", where=Constant(4)),
    '(place "Disc1" (sites Outer))': Place("Disc1", where=SitesOuter()),
    '(place "Disc1" (handSite P1 0))': Place("Disc1", where=HandSite(Role.P1, Constant(0))),
    '(place "Disc1" (handSite P1) count:9)': Place("Disc1", where=HandSite(Role.P1), count=9),
}

INTEGERS: dict[str, Any] = {
    "-1": Constant(-1),
    "(centrePoint)": CentrePoint(),
    "(ahead (centrePoint) E)": Ahead(None, CentrePoint(), Compass.E),
    "(ahead (to) steps:2 NNW)": Ahead(None, TO, Compass.NNW, steps=TWO),
    "(ahead 3)": Ahead(None, Constant(3)),
    "(last To)": LastTo(),
    "(last From)": LastFrom(),
    "(to)": TO,
    "(from)": FROM,
    "(site)": IteratedSite(),
    "(handSite Mover 1)": HandSite(Role.MOVER, ONE),
    "(count Sites in:(sites Empty))": CountSites(in_=EMPTY),
    "(count Moves)": CountMoves(),
    "(count Players)": CountPlayers(),
    "(what at:(to))": What(at=TO),
    "(who at:(last To))": Who(at=LastTo()),
    '(id "Disc" P1)': ComponentId("Disc", Role.P1),
    '(id "Disc1")': ComponentId("Disc1"),
    "(mover)": MoverNumber(),
    "(next)": NextNumber(),
    "(+ 1 2)": Sum((ONE, TWO)),
    "(+ {1 2 1})": Sum((ONE, TWO, ONE)),
    "(- 1 2)": Minus(ONE, TWO),
    "(* 1 2)": Product((ONE, TWO)),
    "(/ 1 2)": Quotient(ONE, TWO),
    "(% 1 2)": Remainder(ONE, TWO),
    "(abs -1)": Absolute(Constant(-1)),
    "(min 1 2)": Minimum((ONE, TWO)),
    "(max {1 2})": Maximum((ONE, TWO)),
}

REGIONS: dict[str, Any] = {
    "(sites Empty)": EMPTY,
    "(sites Occupied)": SitesOccupied(),
    "(sites Occupied by:Next)": SitesOccupied(by=Role.NEXT),
    "(sites Board)": SitesBoard(),
    "(sites Playable)": SitesPlayable(),
    "(sites Hand Mover)": SitesHand(role=Role.MOVER),
    "(sites LastTo)": SitesLastTo(),
    "(sites Outer)": SitesOuter(),
    "(sites Side NE)": SitesSide(None, Compass.NE),
    "(sites Around (to))": SitesAround(None, TO),
    "(sites Around (sites Empty) Empty)": SitesAround(None, EMPTY, Around.EMPTY),
    "(sites Around (to) NotEmpty)": SitesAround(None, TO, Around.NOT_EMPTY),
    "(sites Around (to) Own)": SitesAround(None, TO, Around.OWN),
    "(sites Around (to) Enemy)": SitesAround(None, TO, Around.ENEMY),
    "(sites {1 2 (to)})": SitesListed((ONE, TWO, TO)),
    "(sites {})": SitesListed(()),
    "(union (sites Empty) (to))": Union((EMPTY, Single(TO))),
    "(union {(sites Empty) (sites Outer)})": Union((EMPTY, SitesOuter())),
    "(intersection (sites Empty) (sites Outer))": Intersection((EMPTY, SitesOuter())),
    "(difference (sites Empty) (to))": Difference(EMPTY, Single(TO)),
    "(expand (sites Empty))": Expand(EMPTY),
    "(expand (to) Orthogonal steps:2)": Expand(Single(TO), Directions.ORTHOGONAL, steps=TWO),
    "(handSite Mover)": Single(HandSite(Role.MOVER)),
    "4": Single(Constant(4)),
}

CONDITIONS: dict[str, Any] = {
    "True": Truth(True),
    "False": Truth(False),
    "(is In (to) (sites Empty))": IsIn(TO, EMPTY),
    "(is In (what at:(to)) {1 2})": IsIn(What(at=TO), Listed((ONE, TWO))),
    "(is In 1 (results from:(to) to:(sites Around (to)) (what at:(to))))": IsIn(
        ONE, Results(What(at=TO), from_=Single(TO), to=SitesAround(None, TO))
    ),
    "(is Empty (to))": IsEmpty(None, TO),
    "(is Occupied (from))": IsOccupied(None, FROM),
    "(is Mover P1)": IsMover(Role.P1),
    "(is Mover (next))": IsMover(NextNumber()),
    "(is Connected Mover)": IsConnected(role=Role.MOVER),
    "(no Moves Next)": NoMoves(Role.NEXT),
    "(all Passed)": AllPassed(),
    "(and True False)": And((Truth(True), Truth(False))),
    "(or {True False True})": Or((Truth(True), Truth(False))),
    "(not True)": Not(Truth(True)),
    "(= (to) 1)": Equal(TO, ONE),
    "(= (who at:(to)) Mover)": Equal(Who(at=TO), Role.MOVER),
    "(!= 1 2)": NotEqual(ONE, TWO),
    "(< 1 2)": Less(ONE, TWO),
    "(<= 1 2)": AtMost(ONE, TWO),
    "(> 1 2)": Greater(ONE, TWO),
    "(>= (count Moves) 48)": AtLeast(CountMoves(), Constant(48)),
    "(is Line 3)": IsLine(None, Constant(3)),
    "(is Line 5 All)": IsLine(None, Constant(5), Directions.ALL),
    "(is Line 3 Orthogonal Next)": IsLine(None, Constant(3), Directions.ORTHOGONAL, Role.NEXT),
    "(is Line 3 Mover whats:{1 2})": IsLine(None, Constant(3), role=Role.MOVER, whats=(ONE, TWO)),
    "(is Line 3 exact:True)": IsLine(None, Constant(3), exact=True),
    "(is Line exact:True 3 Diagonal)": IsLine(None, Constant(3), Directions.DIAGONAL, exact=True),
    "(is Loop surround:Next)": IsLoop(surround=Role.NEXT),
}

MOVES: dict[str, Any] = {
    "(move Add (to (sites Empty)))": ADD,
    "(move Add (to (sites Empty) if:True))": Add(None, To(None, EMPTY, if_=Truth(True))),
    '(move Add (piece "Disc2") (to (sites Empty)))': Add(MovedPiece("Disc2"), To(None, EMPTY)),
    '(move Add (piece "Disc" Mover) (to 1))': Add(
        MovedPiece("Disc", Role.MOVER), To(None, Single(ONE))
    ),
    "(move Add (piece (mover)) (to 1))": Add(MovedPiece(MoverNumber()), To(None, Single(ONE))),
    "(move (from (sites Hand Mover)) (to (sites Empty)))": FromTo(
        From(None, SitesHand(role=Role.MOVER)), To(None, EMPTY)
    ),
    "(add (to (sites Empty)))": ADD,
    "(move Remove 1)": Remove(None, Single(ONE)),
    "(move Select (from 1) (to 2))": Select(From(None, Single(ONE)), To(None, Single(TWO))),
    "(move Pass (then (moveAgain)))": Pass(Then(MoveAgain())),
    "(move Step (from 1) N (to (apply if:True (remove 2))))": Step(
        From(None, Single(ONE)),
        NamedWays((Compass.N,)),
        To(apply=Apply(Remove(None, Single(TWO)), if_=Truth(True))),
    ),
    "(move Slide Orthogonal (between if:True))": Slide(
        None, None, NamedWays((Directions.ORTHOGONAL,)), Between(if_=Truth(True))
    ),
    "(move Hop (between if:(is Enemy (between))) (to))": Hop(
        None, None, Between(if_=IsEnemy(BetweenSite())), To()
    ),
    '(forEach Piece "Disc" (step (to)) Next)': ForEachPiece(
        ("Disc",), Step(None, None, To()), Role.NEXT
    ),
    "(move (from 1 if:True) (to 2 if:False) copy:True)": FromTo(
        From(None, Single(ONE), if_=Truth(True)),
        To(None, Single(TWO), if_=Truth(False)),
        copy=True,
    ),
    "(or {(move Add (to (sites Empty))) (move Add (to (sites Empty)))})": MovesOr((ADD, ADD)),
    "(or (move Add (to (sites Empty))) (move Add (to (sites Empty))))": MovesOr((ADD, ADD)),
    "(and {(move Add (to (sites Empty)))})": MovesAnd((ADD,)),
    "(priority {(move Add (to (sites Empty)))})": Priority((ADD,)),
    "(if True (move Add (to (sites Empty))))": MovesIf(Truth(True), ADD),
    "(if True (move Add (to (sites Empty))) (or {(move Add (to (sites Empty)))}))": MovesIf(
        Truth(True), ADD, MovesOr((ADD,))
    ),
}


@pytest.mark.parametrize(("text", "expected"), ITEMS.items())
def test_equipment(text: str, expected: object) -> None:
    assert texts.item(text) == expected


@pytest.mark.parametrize(("text", "expected"), STARTS.items())
def test_starts(text: str, expected: object) -> None:
    assert texts.start(text) == expected


@pytest.mark.parametrize(("text", "expected"), INTEGERS.items())
def test_integers(text: str, expected: object) -> None:
    assert texts.integer(text) == expected


@pytest.mark.parametrize(("text", "expected"), REGIONS.items())
def test_regions(text: str, expected: object) -> None:
    assert texts.region(text) == expected


@pytest.mark.parametrize(("text", "expected"), CONDITIONS.items())
def test_conditions(text: str, expected: object) -> None:
    assert texts.condition(text) == expected


@pytest.mark.parametrize(("text", "expected"), MOVES.items())
def test_moves(text: str, expected: object) -> None:
    assert texts.moves(text) == expected


CORNERS = "(poly {{0 0} {0 1} {1 1}})"
AREA = Polygon((Point((0, 0)), Point((0, 1)), Point((1, 1))))
SMALL = SquareGraph(2)

GRAPHS: dict[str, Any] = {
    "(square 2)": SMALL,
    "(square Diamond 2)": ShapedSquares(SquareShape.DIAMOND, 2),
    "(square {2 -3})": SquaresWithin(Sides((2, -3))),
    "(rectangle 2 diagonals:Solid)": RectangleGraph(2, diagonals=Diagonals.SOLID),
    "(hex 2 3)": HexGraph(2, 3),
    "(hex Limping 3)": ShapedHexagons(HexShape.LIMPING, 3),
    f"(hex {CORNERS})": HexagonsWithin(AREA),
    "(tri Prism 2 3)": ShapedTriangles(TriangleShape.PRISM, 2, 3),
    "(tri {2 3})": TrianglesWithin(Sides((2, 3))),
    "(graph vertices:{{0 0} {1 0}} edges:{{0 1}})": ExplicitGraph(
        vertices=(Point((0, 0)), Point((1, 0))), edges=(Vertices((0, 1)),)
    ),
    "(tiling T3464 2)": TilingGraph(PlaneTiling.T3464, 2),
    "(tiling T488 {2 2 2 2})": TilingGraph(PlaneTiling.T488, outline=Sides((2, 2, 2, 2))),
    "(brick Spiral 2)": BrickGraph(BrickShape.SPIRAL, 2),
    "(celtic 2)": CelticGraph(2),
    "(celtic {2 3})": CelticWithin(Sides((2, 3))),
    "(quadhex 2 thirds:True)": QuadhexGraph(2, thirds=True),
    "(concentric {1 8})": ConcentricGraph(None, (1, 8)),
    "(concentric Square rings:3)": ConcentricGraph(ConcentricShape.SQUARE, rings=3),
    "(regular Star 5)": RegularGraph(StarWord.STAR, 5),
    f"(repeat 1 2 step:{{{{1 0}} {{0 1}}}} {CORNERS})": RepeatGraph(
        1, 2, (AREA,), step=(Point((1, 0)), Point((0, 1)))
    ),
    "(spiral turns:3 sites:20)": SpiralGraph(turns=3, sites=20),
    "(wedge 3)": WedgeGraph(3),
    "(shift 1 -0.5 (square 2))": ShiftedGraph(1, -0.5, None, SMALL),
    "(scale 2 (square 2))": ScaledGraph(2, None, None, SMALL),
    "(skew 0.5 (square 2))": SkewedGraph(0.5, SMALL),
    "(merge (square 2) (square 2))": MergedGraph((SMALL, SMALL)),
    "(union {(square 2)} connect:True)": UnitedGraph((SMALL,), connect=True),
    "(intersect (square 2))": IntersectedGraph((SMALL,)),
    "(layers 3 (square 2))": LayeredGraph(3, SMALL),
    "(add (square 2) edges:{{0 1}})": ExtendedGraph(SMALL, edges=(Vertices((0, 1)),)),
    f"(remove (square 2) {CORNERS})": ReducedGraph(SMALL, AREA),
    f"(keep (square 2) {CORNERS})": KeptGraph(SMALL, AREA),
    f"(clip (square 2) {CORNERS})": ClippedGraph(SMALL, AREA),
    f"(hole (square 2) {CORNERS})": HoledGraph(SMALL, AREA),
    "(trim (square 2))": TrimmedGraph(SMALL),
    "(dual (square 2))": DualGraph(SMALL),
    "(subdivide (square 2) min:4)": SubdividedGraph(SMALL, min=4),
    "(complete (square 2))": CompletedGraph(SMALL),
    "(splitCrossings (square 2))": SplitGraph(SMALL),
    "(makeFaces (square 2))": FacedGraph(SMALL),
    "(renumber Cell (square 2))": RenumberedGraph((SiteType.CELL,), SMALL),
    "(recoordinate (square 2))": RecoordinatedGraph((), SMALL),
    "(square (+ 1 1))": SquareGraph(SIZES["+"]((1, 1))),
    "(square (- 3 1))": SquareGraph(SIZES["-"](3, 1)),
    "(square (* 2 1))": SquareGraph(SIZES["*"]((2, 1))),
    "(square (/ 4 2))": SquareGraph(SIZES["/"](4, 2)),
    "(square (^ 2 1))": SquareGraph(SIZES["^"](2, 1)),
    "(square (abs -2))": SquareGraph(SIZES["abs"](-2)),
    "(square (min 2 3))": SquareGraph(SIZES["min"](2, 3)),
    "(square (max 2 1))": SquareGraph(SIZES["max"](2, 1)),
    "(skew (sqrt 2) (square 2))": SkewedGraph(REALS["sqrt"](2), SMALL),
    "(skew (exp 1) (square 2))": SkewedGraph(REALS["exp"](1), SMALL),
    "(skew (log 2) (square 2))": SkewedGraph(REALS["log"](2), SMALL),
    "(skew (log10 2) (square 2))": SkewedGraph(REALS["log10"](2), SMALL),
    "(skew (sin 1) (square 2))": SkewedGraph(REALS["sin"](1), SMALL),
    "(skew (cos 1) (square 2))": SkewedGraph(REALS["cos"](1), SMALL),
    "(skew (tan 1) (square 2))": SkewedGraph(REALS["tan"](1), SMALL),
}


@pytest.mark.parametrize(("text", "expected"), GRAPHS.items())
def test_graphs_are_read_and_laid_out(text: str, expected: object) -> None:
    (node,) = read_nodes(text)
    graph = bind(node, Graph)
    assert graph == expected
    assert bind(read_nodes(str(graph))[0], Graph) == graph
    assert len(layout_of(graph).points)


def test_the_whole_game() -> None:
    tree = read("""
        (game "Whole" (players 3) (equipment {(board (hex 5)) (piece "Disc" Each)})
            (rules (meta (swap)) (start {(place "Disc1" 0)}) (play (move Add (to (sites Empty))))
                (end {(if (is Line 3) (result Mover Win)) (if (all Passed) (result All Draw))})))
    """).tree
    assert tree == GameTree(
        "Whole",
        Players(3),
        None,
        Equipment((BoardItem(HexGraph(5)), Piece("Disc", Role.EACH))),
        RuleSet(
            Meta((SwapRule(),)),
            Start((Place("Disc1", where=Constant(0)),)),
            Play(ADD),
            End(
                (
                    EndIf(IsLine(None, Constant(3)), (), Result(Role.MOVER, Outcome.WIN)),
                    EndIf(AllPassed(), (), Result(Role.ALL, Outcome.DRAW)),
                )
            ),
        ),
    )


def test_phases_in_place_of_play() -> None:
    rules = read("""
        (game "Phases" (equipment {(board (hex 5)) (piece "Disc" Each)})
            (rules
                phases:{
                    (phase "Opening" (play (move Add (to (sites Empty))))
                        (nextPhase (>= (count Moves) 2) "Main"))
                    (phase "Main" P1 (play (move Add (to (sites Outer))))
                        (end (if (is Line 3) (result Mover Win))))
                }
                (end (if (all Passed) (result P1 Loss)))))
    """).tree.rules
    first, second = rules.phases
    assert rules.play is None
    assert rules.end
    assert (first.name, first.end) == ("Opening", None)
    assert first.exits == (NextPhase(None, AtLeast(CountMoves(), TWO), "Main"),)
    assert second.role is Role.P1
    assert second.end == End(
        (EndIf(IsLine(None, Constant(3)), (), Result(Role.MOVER, Outcome.WIN)),)
    )
    assert second.exits == ()


def test_players_are_two_unless_given() -> None:
    assert texts.tree().players == Players(2)


def test_words_may_begin_small_as_in_older_texts() -> None:
    assert read(texts.game().replace("Mover Win", "mover win")).tree == texts.tree()


def test_a_condition_stands_for_true_or_false() -> None:
    mover = texts.condition("(is Mover P1)")
    choice = texts.condition("(is Line 3 exact:(is Mover P1))")
    exact = IsLine(None, Constant(3), exact=True)
    assert choice == ConditionIf(mover, exact, IsLine(None, Constant(3)))


def test_conditions_for_true_or_false_nest_so_far() -> None:
    def nested(depth: int) -> str:
        inside = nested(depth - 1) if depth else "(is Mover P1)"
        return f"(is Line 3 exact:(is Mover P1) if:{inside})"

    texts.condition(nested(5))
    with pytest.raises(LudemeError, match="at most 6 conditions"):
        texts.condition(nested(6))


def test_a_condition_that_is_asked_twice_is_asked_once() -> None:
    line = texts.condition("(is Line 3)")
    for head in ("and", "or"):
        assert texts.condition(f"({head} (is Line 3) (not True) (is Line 3))") == texts.condition(
            f"({head} (is Line 3) (not True))"
        )
    doubling = "".join(f'(define "A{n}" (or "A{n + 1}" "A{n + 1}"))' for n in range(12))
    found = texts.condition('"A0"', doubling + '(define "A12" (is Line 3))')
    assert [*ludemes_in(found)].count(line) == 1
    # Each number at random is another one.
    chance = "(is Even (value Random (range 1 6)))"
    assert len(texts.condition(f"(and {chance} {chance})").conditions) == 2
