"""What the forms of the equipment and the start are read as."""

from typing import Any

import pytest

from boardless.games.language.binding import bind
from boardless.games.language.errors import LudemeError
from boardless.games.language.ludeme import Ludeme
from boardless.games.language.reader import read_nodes
from boardless.games.ludemes import accessories as a
from boardless.games.ludemes import board_integers as b
from boardless.games.ludemes import board_regions as e
from boardless.games.ludemes import conditions as c
from boardless.games.ludemes import directions as d
from boardless.games.ludemes import equipment as q
from boardless.games.ludemes import game as g
from boardless.games.ludemes import integers as i
from boardless.games.ludemes import intervals as n
from boardless.games.ludemes import pieces as p
from boardless.games.ludemes import regions as r
from boardless.games.ludemes import start as s
from boardless.games.ludemes import start_settings as t
from boardless.games.ludemes.kinds import (
    Compass,
    Condition,
    Constant,
    Directions,
    Integer,
    Integers,
    Listed,
    Range,
    Region,
    Role,
    Single,
    SiteType,
    Spatial,
    Turning,
)

ONE, TWO, SITE = Constant(1), Constant(2), i.IteratedSite()
TOP, BOARD = e.SitesTop(), r.SitesBoard()
FR, FL = d.Relative.FR, d.Relative.FL
A1, C3 = r.SiteLabel("A1"), r.SiteLabel("C3")

FORMS: dict[type[Ludeme], dict[str, Any]] = {
    q.Item: {
        '(piece "P" P1 N)': q.Piece("P", Role.P1, Compass.N),
        '(piece "P" (flips 1 2) maxState:3)': q.Piece("P", flips=p.Flips(1, 2), max_state=3),
        '(piece "P" Each UNW maxCount:2 maxValue:9)': q.Piece(
            "P", Role.EACH, Spatial.UNW, max_count=2, max_value=9
        ),
        '(tile "T" {F R F})': q.Tile("T", walk=p.WalkOfSteps((p.Stride.F, p.Stride.R, p.Stride.F))),
        '(tile "T" Each {{F} {L}})': q.Tile(
            "T",
            Role.EACH,
            p.WalkOfEachForm((p.WalkOfSteps((p.Stride.F,)), p.WalkOfSteps((p.Stride.L,)))),
        ),
        '(tile "T" numSides:4 {(path from:0 to:2 colour:1)})': q.Tile(
            "T", paths=(p.Path(from_=0, to=2, colour=1),), num_sides=4
        ),
        "(dominoes upTo:3)": a.Dominoes(up_to=3),
        "(dice num:2)": a.DiceItem(num=2),
        "(dice P1 d:2 from:0 num:4)": a.DiceItem(Role.P1, d=2, from_=0, num=4),
        "(dice faces:{1 5} num:1)": a.DiceItem(faces=a.FacesOfDie((1, 5)), num=1),
        "(dice facesByDie:{{1 2} {0 9}} num:2)": a.DiceItem(
            faces_by_die=(a.FacesOfDie((1, 2)), a.FacesOfDie((0, 9))), num=2
        ),
        '(regions "Home" P1 (sites Top))': q.Regions("Home", Role.P1, (TOP,)),
        '(regions "Home" {3 4})': q.Regions(
            "Home", regions=(Single(Constant(3)), Single(Constant(4)))
        ),
        "(regions {Rows Columns})": q.Regions(types=(q.RegionType.ROWS, q.RegionType.COLUMNS)),
        '(map "M" {(pair P1 "A1") (pair 2 LastSite)})': a.Map(
            "M", (a.Pair(Role.P1, "A1"), a.Pair(TWO, a.Landmark.LAST_SITE))
        ),
        "(map {1 2} {2 1})": a.Map(keys=Listed((ONE, TWO)), values=Listed((TWO, ONE))),
        "(hints {(hint 1 0) (hint {1 2} 5)} Vertex)": a.Hints(
            None,
            (a.Hint(a.HintedSites((1,)), 0), a.Hint(a.HintedSites((1, 2)), 5)),
            SiteType.VERTEX,
        ),
    },
    g.Players: {
        "(players 3)": g.Players(3),
        "(players {(player N) (player S)})": g.Players(
            each=(g.Player(Compass.N), g.Player(Compass.S))
        ),
    },
    s.StartRule: {
        '(place "P1" "Hand" count:3)': s.Place("P1", "Hand", count=3),
        '(place "P" Edge {3 "A1"} state:1)': s.Place(
            "P", None, SiteType.EDGE, s.ListedSpots((Constant(3), A1)), state=ONE
        ),
        '(place "P" coord:"A1" rotation:2 value:1)': s.Place(
            "P", coord="A1", rotation=TWO, value=ONE
        ),
        '(place "P" (sites Top) counts:{2 1})': s.Place("P", where=TOP, counts=(TWO, ONE)),
        '(place Stack "P" (sites Top) count:2)': s.PlaceStack("P", where=TOP, count=TWO),
        '(place Stack items:{"P" "Q"} 1)': s.PlaceStack(where=ONE, items=("P", "Q")),
        '(place Stack "Dice0" items:{"P" "Q"} 1)': s.PlaceStack(
            None, "Dice0", where=ONE, items=("P", "Q")
        ),
        '(place Random {"P" "Q"} count:2)': s.PlaceRandom(None, ("P", "Q"), count=(TWO,)),
        '(place Random {(count "P" 2)} (handSite 1))': s.PlaceRandom(
            None, (s.PiecesOf("P", TWO),), i.HandSiteOfPlayer(ONE)
        ),
        '(forEach Site (sites Top) if:(is Even (site)) (place "P" (site)))': s.StartEachSite(
            TOP, s.Place("P", where=SITE), if_=c.IsEven(SITE)
        ),
        "(forEach Value min:1 max:2 (set RememberValue (value)))": s.StartEachValue(
            t.SetRememberedValue(None, b.IteratedValue()), min=ONE, max=TWO
        ),
        "(forEach Player (set Score P1 (player)))": s.StartEachPlayer(
            t.SetScore(Role.P1, b.IteratedPlayer())
        ),
        "(forEach {1 2} (set Amount 1))": s.StartEachOf(Listed((ONE, TWO)), t.SetAmount(None, ONE)),
        "(set Count 2 to:(sites Top))": t.SetCount(TWO, to=TOP),
        "(set Cost 2 Edge at:1)": t.SetCost(TWO, SiteType.EDGE, at=ONE),
        "(set Phase 1 at:2)": t.SetPhase(ONE, at=TWO),
        "(set Team 1 {P1 P3})": t.SetTeam(ONE, (Role.P1, Role.P3)),
        '(set RememberValue "M" (sites Top) unique:True)': t.SetRememberedValue(
            "M", TOP, unique=True
        ),
        "(set Hidden (sites Top) to:P2)": t.SetHidden(region=TOP, to=Role.P2),
        "(set Hidden {What Who} at:1 level:2 to:P1)": t.SetHidden(
            (t.HiddenData.WHAT, t.HiddenData.WHO), at=ONE, level=TWO, to=Role.P1
        ),
        "(set P1 Vertex {1 2})": t.SetOwner(Role.P1, SiteType.VERTEX, s.ListedSpots((ONE, TWO))),
        "(set {{1 9} {2 8}})": t.SetGivens(None, (t.Given((1, 9)), t.Given((2, 8)))),
        "(deal Dominoes 7)": t.Deal(t.Dealt.DOMINOES, 7),
    },
    Integer: {
        '(coord "C3")': b.SiteAt(None, "C3"),
        "(coord Vertex row:1 column:2)": b.SiteAt(SiteType.VERTEX, row=ONE, column=TWO),
        "(row of:(site))": b.RowOf(of=SITE),
        "(column of:(site))": b.ColumnOf(of=SITE),
        "(layer of:(site))": b.LayerOf(of=SITE),
        "(phase Cell of:(site))": b.PhaseOf(SiteType.CELL, of=SITE),
        "(count Rows)": b.CountRows(),
        "(count Columns Vertex)": b.CountColumns(SiteType.VERTEX),
        "(count Cells)": b.CountCells(),
        "(count Vertices)": b.CountVertices(),
        "(count Edges)": b.CountEdges(),
        "(regionSite (sites Top) index:1)": b.SiteOfRegion(TOP, index=ONE),
        "(size Array (array (sites Top)))": b.CountIntegers(b.Array(TOP)),
        "(arrayValue (array {1 2}) index:1)": b.IntegerAt(b.Array(Listed((ONE, TWO))), index=ONE),
        '(mapEntry "M" P1)': b.MapEntry("M", Role.P1),
        "(mapEntry 1)": b.MapEntry(None, ONE),
        "(topLevel at:1)": b.TopLevel(at=ONE),
        "(cost Edge in:(sites Top))": b.CostOf(SiteType.EDGE, in_=TOP),
        "(value)": b.IteratedValue(),
        "(value Random (range 1 2))": b.RandomValue(n.FromTo(ONE, TWO)),
        "(player)": b.IteratedPlayer(),
        "(^ 1 2)": i.Power(ONE, TWO),
        "(if True 1 2)": i.IntegerIf(bind(read_nodes("True")[0], Condition), ONE, TWO),
        "(max (array (sites Top)))": i.Maximum((b.Array(TOP),)),
        "(ahead (site) (directions {FR FL}))": i.Ahead(SITE, d.RelativeWays((FR, FL))),
        "(ahead (site) Forward)": i.Ahead(SITE, d.NamedWays((d.Relative.FORWARD,))),
        "(handSite 1 2)": i.HandSiteOfPlayer(ONE, TWO),
        "(centrePoint Vertex)": i.CentrePoint(SiteType.VERTEX),
    },
    Integers: {"(array (sites Top))": b.Array(TOP)},
    Range: {
        "(range 1 2)": n.FromTo(ONE, TWO),
        "(exact 2)": n.Exactly(TWO),
        "(min 2)": n.FromOn(TWO),
        "(max 2)": n.UpTo(TWO),
    },
    Condition: {"(is Odd 1)": c.IsOdd(ONE)},
    Region: {
        "(sites Row 1)": e.SitesRow(None, ONE),
        "(sites Column Cell 1)": e.SitesColumn(SiteType.CELL, ONE),
        "(sites Layer 1)": e.SitesLayer(None, ONE),
        "(sites Phase 1)": e.SitesPhase(None, ONE),
        "(sites P1)": r.SitesOwned(Role.P1),
        '(sites "Home")': r.SitesOwned(None, "Home"),
        '(sites {"A1" "C3"})': r.SitesLabelled(("A1", "C3")),
        "(sites (array (sites Top)))": r.SitesOfArray(b.Array(TOP)),
        "(sites Cell 2)": r.SitesOfCell(TWO),
        '(sites Cell "C3")': r.SitesOfCell(C3),
        "(sites Edge 2)": r.SitesOfEdge(TWO),
        '(sites Vertex "A1")': r.SitesOfVertices(("A1",)),
        '(sites Occupied by:P1 container:"Hand" component:"King")': r.SitesOccupied(
            by=Role.P1, container="Hand", component="King"
        ),
        "(sites Around 1 distance:2 NNW includeSelf:True)": r.SitesAround(
            None, ONE, None, Compass.NNW, distance=TWO, include_self=True
        ),
        "(sites Direction from:1 N included:True distance:2)": r.SitesInDirection(
            d.NamedWays((Compass.N,)), from_=ONE, included=True, distance=TWO
        ),
        "(sites Distance from:1 (range 1 2))": r.SitesAtDistance(
            None, None, None, n.FromTo(ONE, TWO), from_=ONE
        ),
        "(sites Between from:1 to:2 toIncluded:True)": r.SitesBetween(
            from_=ONE, to=TWO, to_included=True
        ),
        '(sites Track P1 "T" to:2)': r.SitesOfTrack(Role.P1, "T", to=TWO),
        "(sites Random (sites Top) num:2)": r.SitesRandom(TOP, num=TWO),
        "(sites Hint)": r.SitesOfHint(),
        "(expand origin:1 Orthogonal)": r.ExpandSite(Directions.ORTHOGONAL, origin=ONE),
        "(if True (sites Top))": r.RegionIf(bind(read_nodes("True")[0], Condition), TOP),
        "(forEach (sites Top) if:(is Even (site)))": r.SitesThat(TOP, if_=c.IsEven(SITE)),
        "(forEach of:(sites Top) (sites Board))": r.RegionsOfSites(BOARD, of=TOP),
        **{
            f"({' '.join(('sites', str(cls.variant)))})": cls()
            for cls in (*e.PlaceOfBoard.__subclasses__(), *e.EdgesByLean.__subclasses__())
        },
        "(sites Corners Vertex)": e.SitesCorners(SiteType.VERTEX),
    },
    d.Ways: {
        "N": d.NamedWays((Compass.N,)),
        "{CW SameLayer FR}": d.NamedWays((Turning.CW, d.DirectionGroup.SAME_LAYER, FR)),
        "(directions FR of:Orthogonal bySite:True)": d.RelativeWays(
            (FR,), of=Directions.ORTHOGONAL, by_site=True
        ),
        "(directions Random All num:2)": d.RandomWays(Directions.ALL, num=TWO),
        "(union N FR)": d.EitherWays(d.NamedWays((Compass.N,)), d.NamedWays((FR,))),
        "(difference All FR)": d.OtherWays(d.NamedWays((Directions.ALL,)), d.NamedWays((FR,))),
        "(if True N S)": d.WaysIf(
            bind(read_nodes("True")[0], Condition),
            d.NamedWays((Compass.N,)),
            d.NamedWays((Compass.S,)),
        ),
    },
}

CASES = [
    (kind, text, expected) for kind, forms in FORMS.items() for text, expected in forms.items()
]


@pytest.mark.parametrize(("kind", "text", "expected"), CASES, ids=[text for _, text, _ in CASES])
def test_forms(kind: type[Ludeme], text: str, expected: Ludeme) -> None:
    assert bind(read_nodes(text)[0], kind) == expected
    assert bind(read_nodes(str(expected))[0], kind) == expected


@pytest.mark.parametrize(
    ("kind", "text", "named"),
    [
        (Integer, "(coord row:1)", r"\(coord \.\.\.\): expected a label, or row: and column:"),
        (Integer, "(cost Edge)", "expected either at: or in:"),
        (s.StartRule, '(place Stack "P")', "expected where"),
        (s.StartRule, "(set Count 4)", "expected either at: or to:"),
        (s.StartRule, "(set Hidden to:P1)", "expected either a region or at:"),
        (q.Item, '(map "M")', "expected entries, or keys and values"),
        (q.Item, '(map "M" {} {1})', "expected at least one entry"),
        (q.Item, '(regions "R")', "expected either regions or sorts of them"),
        (q.Item, "(dice facesByDie:{{1 2}} num:2)", "faces of 2 dice, here are 1"),
        (g.Players, "(players 3 {(player N)})", "here are 1"),
    ],
)
def test_what_does_not_go_together(kind: type[Ludeme], text: str, named: str) -> None:
    with pytest.raises(LudemeError, match=named):
        bind(read_nodes(text)[0], kind)
