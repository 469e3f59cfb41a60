"""The names of the concepts, and the hierarchy of parts and wholes."""

from collections.abc import Iterator
from functools import cache

#: Ludii's concepts that are true or false and follow from the text: each with its parts, which a
#: game has only if it has the whole.
_OF_LUDII = """
Properties: Format Players Cooperation Puzzle
Format: Time Turns Stochastic HiddenInformation Match Asymmetric
Time: Discrete Realtime
Turns: Alternating Simultaneous
Asymmetric: AsymmetricRules AsymmetricForces
AsymmetricRules: AsymmetricPlayRules AsymmetricEndRules
AsymmetricForces: AsymmetricSetup AsymmetricPiecesType
Players: Simulation Solitaire TwoPlayer Multiplayer PlayersWithDirections
Cooperation: Team Coalition
Puzzle: DeductionPuzzle PlanningPuzzle
Equipment: Container Component
Container: Board Hand
Board: Shape Tiling MancalaBoard AlquerqueBoard ThreeMensMorrisBoard NineMensMorrisBoard StarBoard
    CrossBoard KintsBoard PachisiBoard FortyStonesWithFourGapsBoard Track Hints Region Boardless
    PlayableSites
Shape: SquareShape HexShape TriangleShape DiamondShape RectangleShape SpiralShape CircleShape
    PrismShape StarShape ParallelogramShape SquarePyramidalShape RectanglePyramidalShape
    RegularShape PolygonShape TargetShape
Tiling: SquareTiling HexTiling TriangleTiling BrickTiling SemiRegularTiling CelticTiling
    MorrisTiling QuadHexTiling CircleTiling ConcentricTiling SpiralTiling AlquerqueTiling
MancalaBoard: MancalaStores MancalaTwoRows MancalaThreeRows MancalaFourRows MancalaSixRows
    MancalaCircular
AlquerqueBoard: AlquerqueBoardWithOneTriangle AlquerqueBoardWithTwoTriangles
    AlquerqueBoardWithFourTriangles AlquerqueBoardWithEightTriangles
ThreeMensMorrisBoard: ThreeMensMorrisBoardWithTwoTriangles
Track: TrackLoop TrackOwned
PlayableSites: Vertex Cell Edge
Component: Piece PieceValue PieceRotation PieceDirection Dice Card Domino LargePiece Tile
Dice: DiceD2 DiceD3 DiceD4 DiceD6 BiasedDice
Rules: Meta Start Play End
Meta: OpeningContract Repetition AutoMove
OpeningContract: SwapOption
Repetition: TurnKo SituationalTurnKo PositionalSuperko SituationalSuperko
Start: PiecesPlacedOnBoard PiecesPlacedOutsideBoard InitialRandomPlacement InitialScore
    InitialAmount InitialPot InitialCost
Play: Moves Capture Conditions Directions Information Phase Scoring PieceCount SumDice
Moves: MovesDecision MovesNonDecision
MovesDecision: NoSiteMoves SingleSiteMoves TwoSitesMoves
NoSiteMoves: BetDecision VoteDecision SwapPlayersDecision ChooseTrumpSuitDecision PassDecision
    ProposeDecision
SingleSiteMoves: AddDecision PromotionDecision RemoveDecision RotationDecision
TwoSitesMoves: StepDecision SlideDecision LeapDecision HopDecision FromToDecision
    SwapPiecesDecision ShootDecision
StepDecision: StepDecisionToEmpty StepDecisionToFriend StepDecisionToEnemy
SlideDecision: SlideDecisionToEmpty SlideDecisionToEnemy SlideDecisionToFriend
LeapDecision: LeapDecisionToEmpty LeapDecisionToFriend LeapDecisionToEnemy
HopDecision: HopDecisionMoreThanOne HopDecisionEnemyToEmpty HopDecisionFriendToEmpty
    HopDecisionEnemyToFriend HopDecisionFriendToFriend HopDecisionEnemyToEnemy
    HopDecisionFriendToEnemy
FromToDecision: FromToDecisionWithinBoard FromToDecisionBetweenContainers FromToDecisionEmpty
    FromToDecisionEnemy FromToDecisionFriend
MovesNonDecision: MovesEffects MovesOperators
MovesEffects: BetEffect VoteEffect SwapPlayersEffect TakeControl PassEffect Roll ProposeEffect
    AddEffect Sow PromotionEffect RemoveEffect PushEffect Flip SetMove StepEffect SlideEffect
    LeapEffect HopEffect FromToEffect SwapPiecesEffect ShootEffect
Sow: SowWithEffect SowProperties
SowWithEffect: SowCapture SowRemove SowBacktracking
SowProperties: SowSkip SowOriginFirst SowCW SowCCW
SetMove: SetNextPlayer MoveAgain SetValue SetCount SetCost SetPhase SetTrumpSuit SetRotation
MovesOperators: Priority ByDieMove MaxMovesInTurn MaxDistance
Capture: ReplacementCapture HopCapture HopCaptureMoreThanOne DirectionCapture EncloseCapture
    CustodialCapture InterveneCapture SurroundCapture CaptureSequence MaxCapture
Conditions: SpaceConditions MoveConditions PieceConditions ProgressCheck
SpaceConditions: Line Connection Group Contains Loop Pattern PathExtent Territory Fill Distance
MoveConditions: NoMoves CanMove CanNotMove
NoMoves: NoMovesMover NoMovesNext
PieceConditions: NoPiece NoTargetPiece Threat IsEmpty IsEnemy IsFriend IsPieceAt LineOfSight
    CountPiecesComparison
NoPiece: NoPieceMover NoPieceNext
CountPiecesComparison: CountPiecesMoverComparison CountPiecesNextComparison
Directions: AbsoluteDirections RelativeDirections
AbsoluteDirections: AllDirections AdjacentDirection OrthogonalDirection DiagonalDirection
    OffDiagonalDirection RotationalDirection SameLayerDirection
RelativeDirections: ForwardDirection BackwardDirection ForwardsDirection BackwardsDirection
    RightwardDirection LeftwardDirection RightwardsDirection LeftwardsDirection
    ForwardLeftDirection ForwardRightDirection BackwardLeftDirection BackwardRightDirection
    SameDirection OppositeDirection
Information: HidePieceType HidePieceOwner HidePieceCount HidePieceRotation HidePieceValue
    HidePieceState InvisiblePiece
End: SpaceEnd CaptureEnd RaceEnd ScoringEnd NoMovesEnd NoProgressEnd Draw SolvedEnd Misere
SpaceEnd: LineEnd ConnectionEnd GroupEnd LoopEnd PatternEnd PathExtentEnd TerritoryEnd
LineEnd: LineWin LineLoss LineDraw
ConnectionEnd: ConnectionWin ConnectionLoss ConnectionDraw
GroupEnd: GroupWin GroupLoss GroupDraw
LoopEnd: LoopWin LoopLoss LoopDraw
PatternEnd: PatternWin PatternLoss PatternDraw
PathExtentEnd: PathExtentWin PathExtentLoss PathExtentDraw
TerritoryEnd: TerritoryWin TerritoryLoss TerritoryDraw
CaptureEnd: Checkmate NoTargetPieceEnd EliminatePiecesEnd
Checkmate: CheckmateWin CheckmateLoss CheckmateDraw
NoTargetPieceEnd: NoTargetPieceWin NoTargetPieceLoss NoTargetPieceDraw
EliminatePiecesEnd: EliminatePiecesWin EliminatePiecesLoss EliminatePiecesDraw
RaceEnd: NoOwnPiecesEnd FillEnd ReachEnd
NoOwnPiecesEnd: NoOwnPiecesWin NoOwnPiecesLoss NoOwnPiecesDraw
FillEnd: FillWin FillLoss FillDraw
ReachEnd: ReachWin ReachLoss ReachDraw
ScoringEnd: ScoringWin ScoringLoss ScoringDraw
NoMovesEnd: NoMovesWin NoMovesLoss NoMovesDraw
NoProgressEnd: NoProgressWin NoProgressLoss NoProgressDraw
Math: Arithmetic Logic Set Algorithmics Float
Arithmetic: Operations Comparison Parity
Operations: Addition Subtraction Multiplication Division Modulo Absolute Roots Cosine Sine Tangent
    Exponentiation Exponential Logarithm Minimum Maximum
Comparison: Equal NotEqual LesserThan LesserThanOrEqual GreaterThan GreaterThanOrEqual
Parity: Even Odd
Logic: Conjunction Disjunction ExclusiveDisjunction Negation
Set: Union Intersection Complement
Algorithmics: ConditionalStatement ControlFlowStatement
Visual: Style StackType Symbols ShowPieceValue ShowPieceState
Style: BoardStyle ComponentStyle
BoardStyle: GraphStyle ChessStyle GoStyle MancalaStyle PenAndPaperStyle ShibumiStyle
    BackgammonStyle JanggiStyle XiangqiStyle ShogiStyle TableStyle SurakartaStyle TaflStyle
    NoBoard
ComponentStyle: AnimalComponent ChessComponent FairyChessComponent PloyComponent ShogiComponent
    XiangqiComponent StrategoComponent JanggiComponent HandComponent CheckersComponent
    BallComponent TaflComponent DiscComponent MarkerComponent
ChessComponent: KingComponent QueenComponent KnightComponent RookComponent BishopComponent
    PawnComponent
StackType: Stack
Implementation: State Efficiency
State: StateType PieceState Variable InternalCounter PlayerValue SetHidden
StateType: StackState
PieceState: SiteState SetSiteState VisitedSites
Variable: SetVar RememberValues ForgetValues SetPending
InternalCounter: SetInternalCounter
SetHidden: SetInvisible SetHiddenCount SetHiddenRotation SetHiddenState SetHiddenValue
    SetHiddenWhat SetHiddenWho
Efficiency: CopyContext Then ForEachPiece DoLudeme Trigger
"""

#: Concepts of growing boards, which Ludii lacks.
_OF_GROWTH = """
Growth: Unbounded SeveralBoards TileTypes Shrinks Walks StacksUpwards FarCells NumbersOfSites
TileTypes: PathTiles SegmentTiles LargeTiles
Walks: SlidingRule OneGroup
"""


@cache
def wholes() -> dict[str, str]:
    """Return the name of each concept's whole, or "" at the top."""
    whole_of: dict[str, str] = {}
    for line in (_OF_LUDII + _OF_GROWTH).replace("\n    ", " ").split("\n"):
        if not line:
            continue
        whole, parts = line.split(":")
        whole_of.setdefault(whole, "")
        whole_of |= dict.fromkeys(parts.split(), whole)
    return whole_of


def _in_order(whole: str = "") -> Iterator[str]:
    """Yield the parts of a whole, each followed by its own parts."""
    for part, of in wholes().items():
        if of == whole:
            yield part
            yield from _in_order(part)


#: The names of all concepts, each followed by its parts.
CONCEPTS = tuple(_in_order())
#: The concepts that Ludii also has, by the same names.
CONCEPTS_OF_LUDII = tuple(name for name in CONCEPTS if name in _OF_LUDII.replace(":", " ").split())


def with_wholes(names: frozenset[str]) -> frozenset[str]:
    """Return concepts together with all wholes that contain them."""
    complete, left = set(names), list(names)
    while left:
        if (whole := wholes()[left.pop()]) and whole not in complete:
            complete.add(whole)
            left.append(whole)
    return frozenset(complete)


def depth_of(name: str) -> int:
    """Return the number of nested concepts that contain a concept."""
    whole = wholes()[name]
    return 1 + depth_of(whole) if whole else 0
