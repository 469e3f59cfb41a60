"""Every form of the language gives the ludeme that it stands for."""

from typing import Any

import pytest

from boardless.games import read
from boardless.games.boards import layout_of
from boardless.games.language.binding import bind
from boardless.games.language.reader import read_nodes
from boardless.games.ludemes import areas as a
from boardless.games.ludemes import conditions as c
from boardless.games.ludemes import directions as d
from boardless.games.ludemes import end as e
from boardless.games.ludemes import equipment as q
from boardless.games.ludemes import game as g
from boardless.games.ludemes import graph_operators as o
from boardless.games.ludemes import graphs as h
from boardless.games.ludemes import groups as u
from boardless.games.ludemes import integers as i
from boardless.games.ludemes import intervals as n
from boardless.games.ludemes import moves as m
from boardless.games.ludemes import regions as r
from boardless.games.ludemes import shapes as w
from boardless.games.ludemes import sizes as z
from boardless.games.ludemes import start as s
from boardless.games.ludemes import tracks as t
from boardless.games.ludemes.kinds import (
    Around,
    Compass,
    Constant,
    Directions,
    Listed,
    Outcome,
    Role,
    Single,
    SiteType,
    TilingName,
    Truth,
)
from tests.games.language import texts

ONE, TWO = Constant(1), Constant(2)
TO, FROM, EMPTY = i.ToSite(), i.FromSite(), r.SitesEmpty()
ADD = m.Add(None, m.To(None, EMPTY))

ITEMS: dict[str, Any] = {
    "(board (square 9))": q.BoardItem(h.SquareGraph(9)),
    "(board (square 9) use:Vertex)": q.BoardItem(h.SquareGraph(9), use=SiteType.VERTEX),
    "(board (rectangle 3 4))": q.BoardItem(h.RectangleGraph(3, 4)),
    "(board (hex 5))": q.BoardItem(h.HexGraph(5)),
    "(board (hex Diamond 11))": q.BoardItem(h.DiamondGraph(11)),
    "(board (tri 6))": q.BoardItem(h.TriangleGraph(6)),
    "(board (rotate 90 (hex 5)))": q.BoardItem(h.RotatedGraph(90, h.HexGraph(5))),
    "(board (rotate 22.5 (tri 5)))": q.BoardItem(h.RotatedGraph(22.5, h.TriangleGraph(5))),
    "(mancalaBoard 2 6)": q.MancalaBoard(2, 6),
    '(mancalaBoard 2 6 store:None (track "T" "0,E,N,W" loop:True))': q.MancalaBoard(
        2, 6, (t.Track("T", "0,E,N,W", loop=True),), store=q.StoreType.NONE
    ),
    "(surakartaBoard (square 6) loops:2)": q.SurakartaBoard(h.SquareGraph(6), loops=2),
    '(board (square 3) (track "T" {0 1 End} P1 directed:True))': q.BoardItem(
        h.SquareGraph(3),
        (t.Track("T", t.WayOfSites((0, 1, t.OffBoard.END)), Role.P1, directed=True),),
    ),
    "(board (square 9) (values Cell (range 1 9)))": q.BoardItem(
        h.SquareGraph(9), (t.Values(SiteType.CELL, n.FromTo(ONE, Constant(9))),)
    ),
    "(boardless Hexagonal)": q.Boardless(TilingName.HEXAGONAL),
    "(boardless Square)": q.Boardless(TilingName.SQUARE),
    "(boardless Triangular)": q.Boardless(TilingName.TRIANGULAR),
    '(piece "N" P1)': q.Piece("N", Role.P1),
    '(piece "N" Neutral)': q.Piece("N", Role.NEUTRAL),
    '(tile "N" Each)': q.Tile("N", Role.EACH),
    '(tile "N" Shared numSides:6)': q.Tile("N", Role.SHARED, num_sides=6),
    "(hand Each)": q.Hand(Role.EACH),
    "(hand P2 size:3)": q.Hand(Role.P2, size=3),
    "(regions P1 {(sites Side NE) (sites Side SW)})": q.Regions(
        None, Role.P1, (r.SitesSide(None, Compass.NE), r.SitesSide(None, Compass.SW))
    ),
    "(regions P1 {0 (last To)})": q.Regions(
        None, Role.P1, (Single(Constant(0)), Single(i.LastTo()))
    ),
}

STARTS: dict[str, Any] = {
    '(place "Disc1" (centrePoint))': s.Place("Disc1", where=i.CentrePoint()),
    '(place "Disc1" 4)': s.Place("Disc1", where=Constant(4)),
    '(place "Disc1" (sites Outer))': s.Place("Disc1", where=r.SitesOuter()),
    '(place "Disc1" (handSite P1 0))': s.Place("Disc1", where=i.HandSite(Role.P1, Constant(0))),
    '(place "Disc1" (handSite P1) count:9)': s.Place("Disc1", where=i.HandSite(Role.P1), count=9),
}

INTEGERS: dict[str, Any] = {
    "-1": Constant(-1),
    "(centrePoint)": i.CentrePoint(),
    "(ahead (centrePoint) E)": i.Ahead(i.CentrePoint(), Compass.E),
    "(ahead (to) steps:2 NNW)": i.Ahead(TO, Compass.NNW, steps=TWO),
    "(ahead 3)": i.Ahead(Constant(3)),
    "(last To)": i.LastTo(),
    "(last From)": i.LastFrom(),
    "(to)": TO,
    "(from)": FROM,
    "(site)": i.IteratedSite(),
    "(handSite Mover 1)": i.HandSite(Role.MOVER, ONE),
    "(count Sites in:(sites Empty))": i.CountSites(in_=EMPTY),
    "(count Moves)": i.CountMoves(),
    "(count Players)": i.CountPlayers(),
    "(what at:(to))": i.What(at=TO),
    "(who at:(last To))": i.Who(at=i.LastTo()),
    '(id "Disc" P1)': i.ComponentId("Disc", Role.P1),
    '(id "Disc1")': i.ComponentId("Disc1"),
    "(mover)": i.MoverNumber(),
    "(next)": i.NextNumber(),
    "(+ 1 2)": i.Sum((ONE, TWO)),
    "(+ {1 2 1})": i.Sum((ONE, TWO, ONE)),
    "(- 1 2)": i.Minus(ONE, TWO),
    "(* 1 2)": i.Product((ONE, TWO)),
    "(/ 1 2)": i.Quotient(ONE, TWO),
    "(% 1 2)": i.Remainder(ONE, TWO),
    "(abs -1)": i.Absolute(Constant(-1)),
    "(min 1 2)": i.Minimum((ONE, TWO)),
    "(max {1 2})": i.Maximum((ONE, TWO)),
}

REGIONS: dict[str, Any] = {
    "(sites Empty)": EMPTY,
    "(sites Occupied)": r.SitesOccupied(),
    "(sites Occupied by:Next)": r.SitesOccupied(by=Role.NEXT),
    "(sites Board)": r.SitesBoard(),
    "(sites Playable)": r.SitesPlayable(),
    "(sites Hand Mover)": r.SitesHand(Role.MOVER),
    "(sites LastTo)": r.SitesLastTo(),
    "(sites Outer)": r.SitesOuter(),
    "(sites Side NE)": r.SitesSide(None, Compass.NE),
    "(sites Around (to))": r.SitesAround(None, TO),
    "(sites Around (sites Empty) Empty)": r.SitesAround(None, EMPTY, Around.EMPTY),
    "(sites Around (to) NotEmpty)": r.SitesAround(None, TO, Around.NOT_EMPTY),
    "(sites Around (to) Own)": r.SitesAround(None, TO, Around.OWN),
    "(sites Around (to) Enemy)": r.SitesAround(None, TO, Around.ENEMY),
    "(sites {1 2 (to)})": r.SitesListed((ONE, TWO, TO)),
    "(sites {})": r.SitesListed(()),
    "(union (sites Empty) (to))": r.Union((EMPTY, Single(TO))),
    "(union {(sites Empty) (sites Outer)})": r.Union((EMPTY, r.SitesOuter())),
    "(intersection (sites Empty) (sites Outer))": r.Intersection((EMPTY, r.SitesOuter())),
    "(difference (sites Empty) (to))": r.Difference(EMPTY, Single(TO)),
    "(expand (sites Empty))": r.Expand(EMPTY),
    "(expand (to) Orthogonal steps:2)": r.Expand(Single(TO), Directions.ORTHOGONAL, steps=TWO),
    "(handSite Mover)": Single(i.HandSite(Role.MOVER)),
    "4": Single(Constant(4)),
}

CONDITIONS: dict[str, Any] = {
    "True": Truth(True),
    "False": Truth(False),
    "(is In (to) (sites Empty))": c.IsIn(TO, EMPTY),
    "(is In (what at:(to)) {1 2})": c.IsIn(i.What(at=TO), Listed((ONE, TWO))),
    "(is In 1 (results from:(to) to:(sites Around (to)) (what at:(to))))": c.IsIn(
        ONE, i.Results(i.What(at=TO), from_=Single(TO), to=r.SitesAround(None, TO))
    ),
    "(is Empty (to))": c.IsEmpty(None, TO),
    "(is Occupied (from))": c.IsOccupied(None, FROM),
    "(is Mover P1)": c.IsMover(Role.P1),
    "(is Mover (next))": c.IsMover(i.NextNumber()),
    "(is Connected Mover)": u.IsConnected(role=Role.MOVER),
    "(no Moves Next)": c.NoMoves(Role.NEXT),
    "(all Passed)": c.AllPassed(),
    "(and True False)": c.And((Truth(True), Truth(False))),
    "(or {True False True})": c.Or((Truth(True), Truth(False), Truth(True))),
    "(not True)": c.Not(Truth(True)),
    "(= (to) 1)": c.Equal(TO, ONE),
    "(= (who at:(to)) Mover)": c.Equal(i.Who(at=TO), Role.MOVER),
    "(!= 1 2)": c.NotEqual(ONE, TWO),
    "(< 1 2)": c.Less(ONE, TWO),
    "(<= 1 2)": c.AtMost(ONE, TWO),
    "(> 1 2)": c.Greater(ONE, TWO),
    "(>= (count Moves) 48)": c.AtLeast(i.CountMoves(), Constant(48)),
    "(is Line 3)": c.IsLine(Constant(3)),
    "(is Line 5 All)": c.IsLine(Constant(5), Directions.ALL),
    "(is Line 3 Orthogonal Next)": c.IsLine(Constant(3), Directions.ORTHOGONAL, Role.NEXT),
    "(is Line 3 Mover whats:{1 2})": c.IsLine(Constant(3), role=Role.MOVER, whats=(ONE, TWO)),
    "(is Line 3 exact:True)": c.IsLine(Constant(3), exact=True),
    "(is Line exact:True 3 Diagonal)": c.IsLine(Constant(3), Directions.DIAGONAL, exact=True),
    "(is Loop surround:Next)": c.IsLoop(surround=Role.NEXT),
}

MOVES: dict[str, Any] = {
    "(move Add (to (sites Empty)))": ADD,
    "(move Add (to (sites Empty) if:True))": m.Add(None, m.To(None, EMPTY, if_=Truth(True))),
    '(move Add (piece "Disc2") (to (sites Empty)))': m.Add(
        m.MovedPiece("Disc2"), m.To(None, EMPTY)
    ),
    '(move Add (piece "Disc" Mover) (to 1))': m.Add(
        m.MovedPiece("Disc", Role.MOVER), m.To(None, Single(ONE))
    ),
    "(move Add (piece (mover)) (to 1))": m.Add(
        m.MovedPiece(i.MoverNumber()), m.To(None, Single(ONE))
    ),
    "(move (from (sites Hand Mover)) (to (sites Empty)))": m.FromTo(
        m.From(None, r.SitesHand(Role.MOVER)), m.To(None, EMPTY)
    ),
    "(add (to (sites Empty)))": ADD,
    "(move Remove 1)": m.Remove(None, Single(ONE)),
    "(move Select (from 1) (to 2))": m.Select(m.From(None, Single(ONE)), m.To(None, Single(TWO))),
    "(move Pass (then (moveAgain)))": m.Pass(m.Then(m.MoveAgain())),
    "(move Step (from 1) N (to (apply if:True (remove 2))))": m.Step(
        m.From(None, Single(ONE)),
        d.NamedWays((Compass.N,)),
        m.To(apply=m.Apply(m.Remove(None, Single(TWO)), if_=Truth(True))),
    ),
    "(move Slide Orthogonal (between if:True))": m.Slide(
        None, None, d.NamedWays((Directions.ORTHOGONAL,)), m.Between(if_=Truth(True))
    ),
    "(move Hop (between if:(is Enemy (between))) (to))": m.Hop(
        None, None, m.Between(if_=c.IsEnemy(i.BetweenSite())), m.To()
    ),
    '(forEach Piece "Disc" (step (to)) Next)': m.ForEachPiece(
        ("Disc",), m.Step(None, None, m.To()), Role.NEXT
    ),
    "(move (from 1 if:True) (to 2 if:False) copy:True)": m.FromTo(
        m.From(None, Single(ONE), if_=Truth(True)),
        m.To(None, Single(TWO), if_=Truth(False)),
        copy=True,
    ),
    "(or {(move Add (to (sites Empty))) (move Add (to (sites Empty)))})": m.MovesOr((ADD, ADD)),
    "(or (move Add (to (sites Empty))) (move Add (to (sites Empty))))": m.MovesOr((ADD, ADD)),
    "(and {(move Add (to (sites Empty)))})": m.MovesAnd((ADD,)),
    "(priority {(move Add (to (sites Empty)))})": m.Priority((ADD,)),
    "(if True (move Add (to (sites Empty))))": m.MovesIf(Truth(True), ADD),
    "(if True (move Add (to (sites Empty))) (or {(move Add (to (sites Empty)))}))": m.MovesIf(
        Truth(True), ADD, m.MovesOr((ADD,))
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
AREA = a.Polygon((a.Point((0, 0)), a.Point((0, 1)), a.Point((1, 1))))
SMALL = h.SquareGraph(2)

GRAPHS: dict[str, Any] = {
    "(square 2)": SMALL,
    "(square Diamond 2)": h.ShapedSquares(h.SquareShape.DIAMOND, 2),
    "(square {2 -3})": h.SquaresWithin(a.Sides((2, -3))),
    "(rectangle 2 diagonals:Solid)": h.RectangleGraph(2, diagonals=h.Diagonals.SOLID),
    "(hex 2 3)": h.HexGraph(2, 3),
    "(hex Limping 3)": h.ShapedHexagons(h.HexShape.LIMPING, 3),
    f"(hex {CORNERS})": h.HexagonsWithin(AREA),
    "(tri Prism 2 3)": h.ShapedTriangles(h.TriangleShape.PRISM, 2, 3),
    "(tri {2 3})": h.TrianglesWithin(a.Sides((2, 3))),
    "(graph vertices:{{0 0} {1 0}} edges:{{0 1}})": h.DrawnGraph(
        vertices=(a.Point((0, 0)), a.Point((1, 0))), edges=(a.Vertices((0, 1)),)
    ),
    "(tiling T3464 2)": w.TilingGraph(w.PlaneTiling.T3464, 2),
    "(tiling T488 {2 2 2 2})": w.TilingGraph(w.PlaneTiling.T488, outline=a.Sides((2, 2, 2, 2))),
    "(brick Spiral 2)": w.BrickGraph(w.BrickShape.SPIRAL, 2),
    "(celtic 2)": w.CelticGraph(2),
    "(celtic {2 3})": w.CelticWithin(a.Sides((2, 3))),
    "(quadhex 2 thirds:True)": w.QuadhexGraph(2, thirds=True),
    "(concentric {1 8})": w.ConcentricGraph(None, (1, 8)),
    "(concentric Square rings:3)": w.ConcentricGraph(w.ConcentricShape.SQUARE, rings=3),
    "(regular Star 5)": w.RegularGraph(w.StarWord.STAR, 5),
    f"(repeat 1 2 step:{{{{1 0}} {{0 1}}}} {CORNERS})": w.RepeatGraph(
        1, 2, (AREA,), step=(a.Point((1, 0)), a.Point((0, 1)))
    ),
    "(spiral turns:3 sites:20)": w.SpiralGraph(turns=3, sites=20),
    "(wedge 3)": w.WedgeGraph(3),
    "(shift 1 -0.5 (square 2))": o.ShiftedGraph(1, -0.5, None, SMALL),
    "(scale 2 (square 2))": o.ScaledGraph(2, None, None, SMALL),
    "(skew 0.5 (square 2))": o.SkewedGraph(0.5, SMALL),
    "(merge (square 2) (square 2))": o.MergedGraph((SMALL, SMALL)),
    "(union {(square 2)} connect:True)": o.UnitedGraph((SMALL,), connect=True),
    "(intersect (square 2))": o.IntersectedGraph((SMALL,)),
    "(layers 3 (square 2))": o.LayeredGraph(3, SMALL),
    "(add (square 2) edges:{{0 1}})": o.ExtendedGraph(SMALL, edges=(a.Vertices((0, 1)),)),
    f"(remove (square 2) {CORNERS})": o.ReducedGraph(SMALL, AREA),
    f"(keep (square 2) {CORNERS})": o.KeptGraph(SMALL, AREA),
    f"(clip (square 2) {CORNERS})": o.ClippedGraph(SMALL, AREA),
    f"(hole (square 2) {CORNERS})": o.HoledGraph(SMALL, AREA),
    "(trim (square 2))": o.TrimmedGraph(SMALL),
    "(dual (square 2))": o.DualGraph(SMALL),
    "(subdivide (square 2) min:4)": o.SubdividedGraph(SMALL, min=4),
    "(complete (square 2))": o.CompletedGraph(SMALL),
    "(splitCrossings (square 2))": o.SplitGraph(SMALL),
    "(makeFaces (square 2))": o.FacedGraph(SMALL),
    "(renumber Cell (square 2))": o.RenumberedGraph((SiteType.CELL,), SMALL),
    "(recoordinate (square 2))": o.RecoordinatedGraph((), SMALL),
    "(square (+ 1 1))": h.SquareGraph(z.SizeSum((1, 1))),
    "(square (- 3 1))": h.SquareGraph(z.SizeDifference(3, 1)),
    "(square (* 2 1))": h.SquareGraph(z.SizeProduct((2, 1))),
    "(square (/ 4 2))": h.SquareGraph(z.SizeQuotient(4, 2)),
    "(square (^ 2 1))": h.SquareGraph(z.SizePower(2, 1)),
    "(square (abs -2))": h.SquareGraph(z.SizeWithoutSign(-2)),
    "(square (min 2 3))": h.SquareGraph(z.SmallerSize(2, 3)),
    "(square (max 2 1))": h.SquareGraph(z.LargerSize(2, 1)),
    "(skew (sqrt 2) (square 2))": o.SkewedGraph(z.SquareRoot(2), SMALL),
    "(skew (exp 1) (square 2))": o.SkewedGraph(z.Exponential(1), SMALL),
    "(skew (log 2) (square 2))": o.SkewedGraph(z.Logarithm(2), SMALL),
    "(skew (log10 2) (square 2))": o.SkewedGraph(z.DecimalLogarithm(2), SMALL),
    "(skew (sin 1) (square 2))": o.SkewedGraph(z.Sine(1), SMALL),
    "(skew (cos 1) (square 2))": o.SkewedGraph(z.Cosine(1), SMALL),
    "(skew (tan 1) (square 2))": o.SkewedGraph(z.Tangent(1), SMALL),
}


@pytest.mark.parametrize(("text", "expected"), GRAPHS.items())
def test_graphs_are_read_and_laid_out(text: str, expected: object) -> None:
    (node,) = read_nodes(text)
    graph = bind(node, h.Graph)
    assert graph == expected
    assert bind(read_nodes(str(graph))[0], h.Graph) == graph
    assert len(layout_of(graph).points)


def test_the_whole_game() -> None:
    tree = read("""
        (game "Whole" (players 3) (equipment {(board (hex 5)) (piece "Disc" Each)})
            (rules (meta (swap)) (start {(place "Disc1" 0)}) (play (move Add (to (sites Empty))))
                (end {(if (is Line 3) (result Mover Win)) (if (all Passed) (result All Draw))})))
    """).tree
    assert tree == g.Game(
        "Whole",
        g.Players(3),
        q.Equipment((q.BoardItem(h.HexGraph(5)), q.Piece("Disc", Role.EACH))),
        g.Rules(
            g.Meta((g.Swap(),)),
            s.Start((s.Place("Disc1", where=Constant(0)),)),
            g.Play(ADD),
            e.End(
                (
                    e.EndIf(c.IsLine(Constant(3)), (), e.Result(Role.MOVER, Outcome.WIN)),
                    e.EndIf(c.AllPassed(), (), e.Result(Role.ALL, Outcome.DRAW)),
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
    assert first.exits == (g.NextPhase(None, c.AtLeast(i.CountMoves(), TWO), "Main"),)
    assert second.role is Role.P1
    assert second.end == e.End(
        (e.EndIf(c.IsLine(Constant(3)), (), e.Result(Role.MOVER, Outcome.WIN)),)
    )
    assert second.exits == ()


def test_players_are_two_unless_given() -> None:
    assert texts.tree().players == g.Players(2)


def test_words_may_begin_small_as_in_older_texts() -> None:
    assert read(texts.game().replace("Mover Win", "mover win")).tree == texts.tree()
