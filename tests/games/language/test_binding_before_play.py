"""Binding of the forms of the equipment and the start."""

from typing import Any

import pytest

from boardless.games.language.binding import bind
from boardless.games.language.errors import LudemeError
from boardless.games.language.kinds import (
    Compass,
    Condition,
    Directions,
    Integer,
    Integers,
    Range,
    Region,
    Role,
    SiteType,
)
from boardless.games.language.ludeme import Ludeme
from boardless.games.language.reader import read_nodes
from boardless.games.ludemes.arithmetic import IntegerIf, Maximum, Power
from boardless.games.ludemes.board_regions import EdgesByLean, PlaceOfBoard, SitesBoard
from boardless.games.ludemes.chance import RandomValue, SitesRandom
from boardless.games.ludemes.coordinates import (
    ColumnOf,
    CostOf,
    CountCells,
    CountColumns,
    CountEdges,
    CountRows,
    CountVertices,
    LayerOf,
    PhaseOf,
    RowOf,
    SiteAt,
    SitesColumn,
    SitesLayer,
    SitesPhase,
    SitesRow,
)
from boardless.games.ludemes.dice import DiceItem, FacesOfDie
from boardless.games.ludemes.directions import (
    DirectionGroup,
    EitherWays,
    NamedWays,
    OtherWays,
    RandomWays,
    Relative,
    RelativeWays,
    Spatial,
    Turning,
    Ways,
    WaysIf,
)
from boardless.games.ludemes.distances import ExpandSite, SitesAtDistance
from boardless.games.ludemes.equipment import Item
from boardless.games.ludemes.game import Player, Players
from boardless.games.ludemes.hands import HandSiteOfPlayer
from boardless.games.ludemes.incidence import SitesOfCell, SitesOfEdge, SitesOfVertices
from boardless.games.ludemes.large_pieces import Dominoes
from boardless.games.ludemes.lists import (
    Array,
    CountIntegers,
    IntegerAt,
    Landmark,
    Map,
    MapEntry,
    Pair,
)
from boardless.games.ludemes.literals import (
    Constant,
    Exactly,
    FromOn,
    Listed,
    RangeFromTo,
    Single,
    Truth,
    UpTo,
)
from boardless.games.ludemes.logic import IsEven, IsOdd
from boardless.games.ludemes.occupancy import SitesOccupied
from boardless.games.ludemes.owned_regions import Regions, RegionType, SiteOfRegion, SitesOwned
from boardless.games.ludemes.piece_states import Flips
from boardless.games.ludemes.pieces import Path, Piece, Stride, Tile, WalkOfSteps, Walks
from boardless.games.ludemes.puzzle_values import Hint, HintedSites, Hints, SitesOfHint
from boardless.games.ludemes.region_algebra import (
    RegionIf,
    RegionsOfSites,
    SiteLabel,
    SitesLabelled,
    SitesOfArray,
    SitesThat,
)
from boardless.games.ludemes.sites import (
    Ahead,
    CentrePoint,
    IteratedPlayer,
    IteratedSite,
    IteratedValue,
)
from boardless.games.ludemes.stacks import TopLevel
from boardless.games.ludemes.start import (
    ListedSpots,
    PiecesOf,
    Place,
    PlaceRandom,
    PlaceStack,
    StartEachOf,
    StartEachPlayer,
    StartEachSite,
    StartEachValue,
    StartRule,
)
from boardless.games.ludemes.start_settings import (
    Deal,
    Dealt,
    Given,
    HiddenData,
    SetAmount,
    SetCost,
    SetGivens,
    SetHidden,
    SetOwner,
    SetPhase,
    SetRememberedValue,
    SetScore,
    SetStartCount,
    SetTeam,
)
from boardless.games.ludemes.tracks import SitesOfTrack
from boardless.games.ludemes.walked_regions import SitesAround, SitesBetween, SitesInDirection

ONE, TWO, SITE = Constant(1), Constant(2), IteratedSite()
PLACES = {str(cls.variant): cls for cls in PlaceOfBoard.__subclasses__()}
TOP, BOARD = PLACES["Top"](), SitesBoard()
FR, FL = Relative.FR, Relative.FL
A1, C3 = SiteLabel("A1"), SiteLabel("C3")

FORMS: dict[type[Ludeme], dict[str, Any]] = {
    Item: {
        '(piece "P" P1 N)': Piece("P", Role.P1, Compass.N),
        '(piece "P" (flips 1 2) maxState:3)': Piece("P", flips=Flips(1, 2), max_state=3),
        '(piece "P" Each UNW maxCount:2 maxValue:9)': Piece(
            "P", Role.EACH, Spatial.UNW, max_count=2, max_value=9
        ),
        '(tile "T" {F R F})': Tile("T", walk=WalkOfSteps((Stride.F, Stride.R, Stride.F))),
        '(tile "T" Each {{F} {L}})': Tile(
            "T",
            Role.EACH,
            Walks((WalkOfSteps((Stride.F,)), WalkOfSteps((Stride.L,)))),
        ),
        '(tile "T" numSides:4 {(path from:0 to:2 colour:1)})': Tile(
            "T", paths=(Path(from_=0, to=2, colour=1),), num_sides=4
        ),
        "(dominoes upTo:3)": Dominoes(up_to=3),
        "(dice num:2)": DiceItem(num=2),
        "(dice P1 d:2 from:0 num:4)": DiceItem(Role.P1, d=2, from_=0, num=4),
        "(dice faces:{1 5} num:1)": DiceItem(faces=FacesOfDie((1, 5)), num=1),
        "(dice facesByDie:{{1 2} {0 9}} num:2)": DiceItem(
            faces_by_die=(FacesOfDie((1, 2)), FacesOfDie((0, 9))), num=2
        ),
        '(regions "Home" P1 (sites Top))': Regions("Home", Role.P1, (TOP,)),
        '(regions "Home" {3 4})': Regions(
            "Home", regions=(Single(Constant(3)), Single(Constant(4)))
        ),
        "(regions {Rows Columns})": Regions(types=(RegionType.ROWS, RegionType.COLUMNS)),
        '(map "M" {(pair P1 "A1") (pair 2 LastSite)})': Map(
            "M", (Pair(Role.P1, "A1"), Pair(TWO, Landmark.LAST_SITE))
        ),
        "(map {1 2} {2 1})": Map(keys=Listed((ONE, TWO)), values=Listed((TWO, ONE))),
        "(hints {(hint 1 0) (hint {1 2} 5)} Vertex)": Hints(
            None,
            (Hint(HintedSites((1,)), 0), Hint(HintedSites((1, 2)), 5)),
            SiteType.VERTEX,
        ),
    },
    Players: {
        "(players 3)": Players(3),
        "(players {(player N) (player S)})": Players(each=(Player(Compass.N), Player(Compass.S))),
    },
    StartRule: {
        '(place "P1" "Hand" count:3)': Place("P1", "Hand", count=3),
        '(place "P" Edge {3 "A1"} state:1)': Place(
            "P", None, SiteType.EDGE, ListedSpots((Constant(3), A1)), state=ONE
        ),
        '(place "P" coord:"A1" rotation:2 value:1)': Place(
            "P", coord="A1", rotation=TWO, value=ONE
        ),
        '(place "P" (sites Top) counts:{2 1})': Place("P", where=TOP, counts=(TWO, ONE)),
        '(place Stack "P" (sites Top) count:2)': PlaceStack("P", where=TOP, count=TWO),
        '(place Stack items:{"P" "Q"} 1)': PlaceStack(where=ONE, items=("P", "Q")),
        '(place Stack "Dice0" items:{"P" "Q"} 1)': PlaceStack(
            None, "Dice0", where=ONE, items=("P", "Q")
        ),
        '(place Random {"P" "Q"} count:2)': PlaceRandom(None, ("P", "Q"), count=(TWO,)),
        '(place Random {(count "P" 2)} (handSite 1))': PlaceRandom(
            None, (PiecesOf("P", TWO),), HandSiteOfPlayer(ONE)
        ),
        '(forEach Site (sites Top) if:(is Even (site)) (place "P" (site)))': StartEachSite(
            TOP, Place("P", where=SITE), if_=IsEven(SITE)
        ),
        "(forEach Value min:1 max:2 (set RememberValue (value)))": StartEachValue(
            SetRememberedValue(None, IteratedValue()), min=ONE, max=TWO
        ),
        "(forEach Player (set Score P1 (player)))": StartEachPlayer(
            SetScore(Role.P1, IteratedPlayer())
        ),
        "(forEach {1 2} (set Amount 1))": StartEachOf(Listed((ONE, TWO)), SetAmount(None, ONE)),
        "(set Count 2 to:(sites Top))": SetStartCount(TWO, to=TOP),
        "(set Cost 2 Edge at:1)": SetCost(TWO, SiteType.EDGE, at=ONE),
        "(set Phase 1 at:2)": SetPhase(ONE, at=TWO),
        "(set Team 1 {P1 P3})": SetTeam(ONE, (Role.P1, Role.P3)),
        '(set RememberValue "M" (sites Top) unique:True)': SetRememberedValue(
            "M", TOP, unique=Truth(True)
        ),
        "(set Hidden (sites Top) to:P2)": SetHidden(region=TOP, to=Role.P2),
        "(set Hidden {What Who} at:1 level:2 to:P1)": SetHidden(
            (HiddenData.WHAT, HiddenData.WHO), at=ONE, level=TWO, to=Role.P1
        ),
        "(set P1 Vertex {1 2})": SetOwner(Role.P1, SiteType.VERTEX, ListedSpots((ONE, TWO))),
        "(set {{1 9} {2 8}})": SetGivens(None, (Given((1, 9)), Given((2, 8)))),
        "(deal Dominoes 7)": Deal(Dealt.DOMINOES, 7),
    },
    Integer: {
        '(coord "C3")': SiteAt(None, "C3"),
        "(coord Vertex row:1 column:2)": SiteAt(SiteType.VERTEX, row=ONE, column=TWO),
        "(row of:(site))": RowOf(of=SITE),
        "(column of:(site))": ColumnOf(of=SITE),
        "(layer of:(site))": LayerOf(of=SITE),
        "(phase Cell of:(site))": PhaseOf(SiteType.CELL, of=SITE),
        "(count Rows)": CountRows(),
        "(count Columns Vertex)": CountColumns(SiteType.VERTEX),
        "(count Cells)": CountCells(),
        "(count Vertices)": CountVertices(),
        "(count Edges)": CountEdges(),
        "(regionSite (sites Top) index:1)": SiteOfRegion(TOP, index=ONE),
        "(size Array (array (sites Top)))": CountIntegers(Array(TOP)),
        "(arrayValue (array {1 2}) index:1)": IntegerAt(Array(Listed((ONE, TWO))), index=ONE),
        '(mapEntry "M" P1)': MapEntry("M", Role.P1),
        "(mapEntry 1)": MapEntry(None, ONE),
        "(topLevel at:1)": TopLevel(at=ONE),
        "(cost Edge in:(sites Top))": CostOf(SiteType.EDGE, in_=TOP),
        "(value)": IteratedValue(),
        "(value Random (range 1 2))": RandomValue(RangeFromTo(ONE, TWO)),
        "(player)": IteratedPlayer(),
        "(^ 1 2)": Power(ONE, TWO),
        "(if True 1 2)": IntegerIf(bind(read_nodes("True")[0], Condition), ONE, TWO),
        "(max (array (sites Top)))": Maximum((Array(TOP),)),
        "(ahead (site) (directions {FR FL}))": Ahead(None, SITE, RelativeWays((FR, FL))),
        "(ahead (site) Forward)": Ahead(None, SITE, NamedWays((Relative.FORWARD,))),
        "(handSite 1 2)": HandSiteOfPlayer(ONE, TWO),
        "(centrePoint Vertex)": CentrePoint(SiteType.VERTEX),
    },
    Integers: {"(array (sites Top))": Array(TOP)},
    Range: {
        "(range 1 2)": RangeFromTo(ONE, TWO),
        "(exact 2)": Exactly(TWO),
        "(min 2)": FromOn(TWO),
        "(max 2)": UpTo(TWO),
    },
    Condition: {"(is Odd 1)": IsOdd(ONE)},
    Region: {
        "(sites Row 1)": SitesRow(None, ONE),
        "(sites Column Cell 1)": SitesColumn(SiteType.CELL, ONE),
        "(sites Layer 1)": SitesLayer(None, ONE),
        "(sites Phase 1)": SitesPhase(None, ONE),
        "(sites P1)": SitesOwned(Role.P1),
        '(sites "Home")': SitesOwned(None, "Home"),
        '(sites {"A1" "C3"})': SitesLabelled(("A1", "C3")),
        "(sites (array (sites Top)))": SitesOfArray(Array(TOP)),
        "(sites Cell 2)": SitesOfCell(TWO),
        '(sites Cell "C3")': SitesOfCell(C3),
        "(sites Edge 2)": SitesOfEdge(TWO),
        '(sites Vertex "A1")': SitesOfVertices(("A1",)),
        '(sites Occupied by:P1 container:"Hand" component:"King")': SitesOccupied(
            by=Role.P1, container="Hand", component="King"
        ),
        "(sites Around 1 distance:2 NNW includeSelf:True)": SitesAround(
            None, ONE, None, Compass.NNW, distance=TWO, include_self=True
        ),
        "(sites Direction from:1 N included:True distance:2)": SitesInDirection(
            NamedWays((Compass.N,)), from_=ONE, included=True, distance=TWO
        ),
        "(sites Distance from:1 (range 1 2))": SitesAtDistance(
            None, None, None, RangeFromTo(ONE, TWO), from_=ONE
        ),
        "(sites Between from:1 to:2 toIncluded:True)": SitesBetween(
            from_=ONE, to=TWO, to_included=True
        ),
        '(sites Track P1 "T" to:2)': SitesOfTrack(Role.P1, "T", to=TWO),
        "(sites Random (sites Top) num:2)": SitesRandom(TOP, num=TWO),
        "(sites Hint)": SitesOfHint(),
        "(expand origin:1 Orthogonal)": ExpandSite(Directions.ORTHOGONAL, origin=ONE),
        "(if True (sites Top))": RegionIf(bind(read_nodes("True")[0], Condition), TOP),
        "(forEach (sites Top) if:(is Even (site)))": SitesThat(TOP, if_=IsEven(SITE)),
        "(forEach of:(sites Top) (sites Board))": RegionsOfSites(BOARD, of=TOP),
        **{
            f"({' '.join(('sites', str(cls.variant)))})": cls()
            for cls in (*PlaceOfBoard.__subclasses__(), *EdgesByLean.__subclasses__())
        },
        "(sites Corners Vertex)": PLACES["Corners"](SiteType.VERTEX),
    },
    Ways: {
        "N": NamedWays((Compass.N,)),
        "{CW SameLayer FR}": NamedWays((Turning.CW, DirectionGroup.SAME_LAYER, FR)),
        "(directions FR of:Orthogonal bySite:True)": RelativeWays(
            (FR,), of=Directions.ORTHOGONAL, by_site=True
        ),
        "(directions Random All num:2)": RandomWays(Directions.ALL, num=TWO),
        "(union N FR)": EitherWays(NamedWays((Compass.N,)), NamedWays((FR,))),
        "(difference All FR)": OtherWays(NamedWays((Directions.ALL,)), NamedWays((FR,))),
        "(if True N S)": WaysIf(
            bind(read_nodes("True")[0], Condition),
            NamedWays((Compass.N,)),
            NamedWays((Compass.S,)),
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
        (StartRule, '(place Stack "P")', "expected where"),
        (StartRule, "(set Count 4)", "expected either at: or to:"),
        (StartRule, "(set Hidden to:P1)", "expected either a region or at:"),
        (Item, '(map "M")', "expected entries, or keys and values"),
        (Item, '(map "M" {} {1})', "expected at least one entry"),
        (Item, '(regions "R")', "expected either regions or sorts of them"),
        (Item, "(dice facesByDie:{{1 2}} num:2)", "faces of 2 dice, here are 1"),
        (Players, "(players 3 {(player N)})", "here are 1"),
    ],
)
def test_what_does_not_go_together(kind: type[Ludeme], text: str, named: str) -> None:
    with pytest.raises(LudemeError, match=named):
        bind(read_nodes(text)[0], kind)
