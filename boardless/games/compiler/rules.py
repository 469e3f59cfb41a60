"""Rules of moves as functions of a compiled game: kept lists, and searches.

A search that only loops over the sites of a bitboard needs no list of moves. The number of moves is
the number of bits, and a count of bits gives a move by its number. The order is the same as in a
list, so that the same random numbers choose the same moves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

from boardless.games.building.move_functions import ModuleBuilder
from boardless.games.building.scope import Scope, ScopeMode, player_of
from boardless.games.building.shared_rules import moves_of
from boardless.games.compiler.bit_searches import bit_search
from boardless.games.compiler.game_properties import NEAR, uses_numbers
from boardless.games.game_info import RuleInfo
from boardless.games.language.kinds import Role
from boardless.games.language.ludeme import inside, ludemes_in
from boardless.games.loops.regions import LoopScope
from boardless.games.ludemes.board_regions import SitesPlayable
from boardless.games.ludemes.chance import has_chance
from boardless.games.ludemes.combined_moves import MovesAnd, MovesOr
from boardless.games.ludemes.game import Automove, SwapRule
from boardless.games.ludemes.hands import SitesHand
from boardless.games.ludemes.hiding import hidden_fields
from boardless.games.ludemes.literals import Constant
from boardless.games.ludemes.moves import From, To
from boardless.games.ludemes.path_tiles import Lay
from boardless.games.ludemes.placement import Add, FromTo
from boardless.games.ludemes.repetition import forbidden_repeats
from boardless.games.ludemes.segment_tiles import LayDrawn
from boardless.ir.expressions import (
    COUNT,
    COUNTERS,
    ENGINE,
    FROM,
    MOVER,
    NONE,
    TO,
    Bool,
    Expression,
    Int,
    S,
    Site,
    every,
    some,
    truth,
    wide,
)
from boardless.ir.statement_builder import Body, Statements
from boardless.ir.statements import Assign, CallStatement, For, If, Return, While

if TYPE_CHECKING:
    from boardless.games.building.builder import Candidate
    from boardless.games.compiler.bit_searches import BitSearch
    from boardless.games.compiler.game_model import GameModel
    from boardless.games.language.kinds import Moves
    from boardless.ir.statements import Block
    from boardless.state.engine.geometry import Geometry, LayoutGeometry


@dataclass(frozen=True)
class DrawnSearch:
    """A search for moves of one sort to the sites of a row of the bitboards."""

    row: Int
    sort: Int
    #: Whether a move starts from its target, or from nowhere.
    from_target: bool

    @property
    def count(self) -> Int:
        """The number of moves."""
        return Int.call("bits_in", self.row)

    def picked(self, bound: int) -> Block:
        """Return statements that return the move with a number, padded to `bound` numbers."""
        b, target = Statements(), Site.named("target")
        for n in range(bound):
            b.set(S.queue[0, ENGINE.NAMED + n], 0)
        b.set(target, Site.call("nth_in", self.row, Int.named("choice")))
        b.give(self.sort, target if self.from_target else NONE, target)
        return b.statements

    def found(self) -> Block:
        """Return statements that return the test that a move is one of them."""
        b, begins = Statements(), FROM == (TO if self.from_target else NONE)
        is_in = Bool.call("is_in", self.row, TO)
        b.give(truth(every(Int.named("rule") == self.sort, begins, is_in)))
        return b.statements


def drawn_search(body: Block) -> DrawnSearch | None:
    """Return a search as a drawn one, from the body of its function, or None if it does more."""
    match body:
        case (
            Assign((count,), Int(constant=0)),
            For(word, _, (Assign(_, row), While(_, (Assign((at,), _), Assign(), write)))),
            Return(),
        ) if count is COUNT:
            pass
        case _:
            return None
    match write:
        case If(
            Bool(constant=True),
            (CallStatement(Expression(parts=("write_found", _, _, Int() as sort, origin, to))), _),
        ):
            pass
        case _:
            return None
    rows = (MOVER, ENGINE.PLAYERS + 2)
    searched = [each for each in rows if wide(S.bitboards[each, word]) is row]
    if not searched or to is not at or (origin is not at and origin is not NONE):
        return None
    return DrawnSearch(searched[0], sort, origin is at)


#: Stands for all players.
ANY = 0
#: A phase and a player, or ANY.
Turn: TypeAlias = tuple[int, int]


@dataclass
class RuleFunctions:
    """The rules of a game under compilation."""

    model: GameModel
    geometry: Geometry | LayoutGeometry
    builder: ModuleBuilder = field(default_factory=ModuleBuilder)
    rules: list[RuleInfo] = field(default_factory=list)
    #: By (phase, player): the (rule, list) pairs of the legal moves.
    kept_lists: dict[Turn, list[tuple[int, int]]] = field(default_factory=dict)
    #: By (phase, player): the body of a function that generates the legal moves.
    searches: dict[Turn, Block] = field(default_factory=dict)
    #: By (phase, player): searches with moves as bits.
    bits: dict[Turn, BitSearch] = field(default_factory=dict)
    #: Keys of searches with the same order in every technique.
    ordered: set[Turn] = field(default_factory=set)
    #: Keys of searches that may sample a target instead of finding all.
    sampling: set[Turn] = field(default_factory=set)
    #: By phase: the body of a function that tells whether the next player has a move.
    ahead: dict[int, Block] = field(default_factory=dict)
    #: Whether a kept list reads sites next to its sites.
    looks_around: bool = False
    #: Why moves are searched for.
    reasons: list[str] = field(default_factory=list)
    #: Integer arrays that the functions read.
    tables: dict[str, list[int]] = field(default_factory=dict)

    @property
    def lists(self) -> list[Block]:
        """The body of a function for each kept list of sites, without repetition."""
        return self.builder.lists

    def add_play(self, phase: int, play: Moves) -> None:
        """Compile the moves of a phase for every player."""
        if self.model.effects:
            self._search_all(phase, play)
            return
        parts = list(_parts(play))
        why = next(filter(None, map(self._far, parts)), None)
        if why and why not in self.reasons:
            self.reasons.append(why)
        for player in range(1, self.model.players + 1):
            if why is None:
                pairs = [pair for part in parts for pair in self._keep(part, player)]
                self.kept_lists[phase, player] = self._once(pairs)
            else:
                self.searches[phase, player] = self._search(play, player)

    def _search_all(self, phase: int, play: Moves) -> None:
        """Compile the moves of a phase, with their consequences, for all players."""
        lays = isinstance(play, Lay | LayDrawn) and isinstance(play.to.region, SitesPlayable)
        samples = lays and self.model.growing and not self.model.uses(SwapRule)
        if samples:
            self.sampling.add((phase, ANY))
        scope = self.scope().switched(ScopeMode.LATE, not has_chance(self.model.game))
        scope = scope.switched(ScopeMode.SAMPLING, samples)
        if self.model.at_once:
            self.searches[phase, ANY] = self._chosen_at_once(play, scope)
        else:
            number = len(self.searches)
            self.searches[phase, ANY] = _searched(play, scope, self.builder.list)
            search = bit_search(self, play, number, scope)
            if search is not None:
                self.bits[phase, ANY] = search
        if lays:
            self.ordered.add((phase, ANY))
        self.reasons = ["they have effects"]

    def _chosen_at_once(self, play: Moves, scope: Scope) -> Block:
        """Return the body of a function that counts the moves a player may choose.

        All moves are generated in the turn of the round's mover, and each belongs to one player.
        """
        if self.model.growing or self.builder.keeps:
            why = "moves made at the same time need a fixed board, and are not tried"
            self.model.game.reject(why)
        player, round_mover = Int.named("player"), self.builder.round_place + ENGINE.ROUND_MOVER
        scope.set(player, MOVER)
        scope.set(MOVER, wide(S.numbers[round_mover]))
        scope.set(COUNTERS.MOVER, MOVER)
        scope.set(COUNT, 0)
        for move in moves_of(play, scope):
            chooser = MOVER if move.player is None else move.player
            with move.scope.where(player == chooser):
                self.builder.list(move)
        scope.set(COUNTERS.MOVER, player)
        scope.give(COUNT)
        return scope.statements

    @property
    def tries(self) -> bool:
        """Return True if the game makes queued moves for a trial."""
        repeats = forbidden_repeats(self.model.game)
        return repeats is not None or self.builder.mentions("try_row")

    @property
    def defers_trials(self) -> bool:
        """Return True if listed moves are tried before they are legal."""
        late = any(trial is not None for trial in self.builder.deferred.values())
        return late or forbidden_repeats(self.model.game) is not None

    def scope(self, mover: Int = MOVER) -> Scope:
        """Return a scope without bound names, for a new function."""
        given = self.model, self.geometry, Body(), mover, self.builder
        return LoopScope(*given, tables=self.tables)

    def rule(self, rule: RuleInfo) -> int:
        """Return the number of a rule."""
        if rule not in self.rules:
            self.rules.append(rule)
        return self.rules.index(rule)

    def component_of(self, add: Add, player: int) -> int:
        """Return the component that a player adds."""
        piece = add.piece
        if piece is None:
            return self.model.first_component(player, add)
        if isinstance(piece.component, str):
            owner = player
            if piece.role is Role.NEXT:
                owner = player % self.model.players + 1
            elif piece.role not in (None, Role.MOVER, Role.EACH):
                owner = player_of(piece.role)
            return self.model.component(piece.component, piece, owner)
        if isinstance(piece.component, Constant):
            number = piece.component.value
            if not 1 <= number <= len(self.model.components):
                piece.reject(f"components are numbered 1 to {len(self.model.components)}")
            return number
        return piece.reject("expected the component by its name or number")

    @cached_property
    def _hands_run_out(self) -> bool:
        """Return True if some move takes a piece from a hand for good."""
        return any(
            isinstance(node, FromTo) and isinstance(node.from_.region, SitesHand) and not node.copy
            for node in inside(self.model.game.rules)
        )

    def _far(self, part: Moves) -> str | None:
        """Return the reason why the moves of a rule need a search, or None if lists suffice."""
        if isinstance(part, FromTo):
            if not isinstance(part.from_.region, SitesHand):
                return "moves start from the board"
            if part.from_.if_ is not None:
                return "where moves start has a condition"
        elif not isinstance(part, Add):
            return f"{part.form()} chooses between rules"
        hands = any("hand" in node.facts.reads for node in ludemes_in(part))
        if hands and self._hands_run_out:
            return "hands run out"
        if self.model.growing and uses_numbers(part.to):
            return f"{part.form()} uses numbers of sites, which change when a board grows"
        to = part.to
        far = max(to.target.reach(), 0 if to.if_ is None else to.if_.reach())
        return None if far <= NEAR else f"{part.form()} reads more than the sites beside its target"

    @property
    def fields(self) -> tuple[str, ...]:
        """The numbers of a site other than component and owner."""
        game, numbers = self.model.game, self.model.site_numbers
        used = {
            "counts": bool(self.model.hands) or self.model.counts_pieces,
            "states": "states" in numbers or self.model.has_covers,
            "rotations": "rotations" in numbers,
            "values": "values" in numbers,
            "removal_order": "removal_order" in numbers,
        }
        named = tuple(name for name, wanted in used.items() if wanted)
        return named + hidden_fields(game)

    @property
    def sources(self) -> list[Turn]:
        """The sources of legal moves by turn: kept lists, and searches."""
        return sorted((*self.kept_lists, *self.searches))

    def arranges(self, turn: Turn) -> bool:
        """Return True if generated moves may be sorted by site, or may contain a move twice."""
        if turn in self.ordered:
            return False
        plays = [self.model.game.rules.play, *(p.play for p in self.model.game.rules.phases)]
        single = (Add, FromTo)
        several = any(not isinstance(play.moves, single) for play in plays if play is not None)
        return self.model.growing or (several and not self.model.effects)

    def drawn(self, turn: Turn) -> DrawnSearch | BitSearch | None:
        """Return the search of a turn, if its moves need not be listed."""
        listed = self.defers_trials or self.model.at_once or self.model.growing
        listed = listed or self.model.uses(Automove)
        if listed or turn not in self.searches or turn in self.sampling or self.arranges(turn):
            return None
        return self.bits.get(turn) or drawn_search(self.searches[turn])

    def origin(self, rule: int) -> Site:
        """Return the start site of moves of a rule with a kept list."""
        hand = self.rules[rule].hand
        return Site.of(1 + hand) if hand >= 0 else NONE

    def _once(self, pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
        """Return pairs with one list for each rule, so that no move is listed twice."""
        lists: dict[int, list[int]] = {}
        for number, a in pairs:
            if a not in lists.setdefault(number, []):
                lists[number].append(a)
        return [(number, self._joined(several)) for number, several in lists.items()]

    def _joined(self, lists: list[int]) -> int:
        """Return the number of the list that has the sites of some lists."""
        if len(lists) == 1:
            return lists[0]
        b = Statements()
        b.give(truth(some(*(Bool.call(f"may_{a}", TO) for a in lists))))
        return self.builder.keep(b.statements)

    # -- lists that are kept -------------------------------------------------------------------

    def _keep(self, part: Moves, player: int) -> list[tuple[int, int]]:
        """Return the (rule, list) pairs of a rule that reads only around its target."""
        if isinstance(part, Add):
            number = self.rule(RuleInfo(self.component_of(part, player)))
            return [(number, self._list(part.to, player, None))]
        assert isinstance(part, FromTo)
        assert isinstance(part.from_.region, SitesHand)
        pairs = []
        for hand in _hand_sites(part, self.model, player):
            if hand not in self.model.filled:
                continue
            number = self.rule(RuleInfo(0, hand, part.copy))
            pairs.append((number, self._list(part.to, player, hand)))
        return pairs

    def _list(self, to: To, player: int, hand: int | None) -> int:
        """Return the number of the list of the possible sites of a target."""
        far = (to.target.reach(), 0 if to.if_ is None else to.if_.reach())
        self.looks_around = self.looks_around or max(far) > 0
        b = self.scope(Int.of(player)).binding(to=TO)
        if hand is not None:
            b = b.binding(origin=Site.of(1 + hand)).switched(ScopeMode.HELD)
        b.give(truth(b.all_of((lambda: b.inside(to.target, TO), lambda: b.holds(to.if_)))))
        return self.builder.keep(b.statements)

    # -- moves that are searched for -------------------------------------------------------------

    def _search(self, play: Moves, player: int) -> Block:
        """Return the body of a function that lists a player's moves without consequences."""
        for node in inside(play):
            if isinstance(node, To) and isinstance(node.region, SitesHand):
                node.region.reject("moves to a hand are not supported")
        starts = (node.region for node in inside(play) if isinstance(node, From))
        held = any(isinstance(region, SitesHand) for region in starts)
        scope = self.scope(Int.of(player)).switched(ScopeMode.HELD, held).switched(ScopeMode.INSIDE)
        return _searched(play, scope, lambda move: self._write(move, player))

    def _write(self, move: Candidate, player: int) -> None:
        """Append a move to ``s.found``."""
        node, origin = move.by, move.origin
        if isinstance(node, Add):
            info, origin = RuleInfo(self.component_of(node, player)), NONE
        else:
            assert isinstance(node, FromTo)
            from_hand = isinstance(node.from_.region, SitesHand)
            hand = _hand_sites(node, self.model, player)[0] if from_hand else -1
            info = RuleInfo(0, hand, node.copy)
        b = move.scope
        b.do("write_found", COUNT, self.rule(info), origin, move.to)
        b.add(COUNT, 1)


def _searched(play: Moves, b: Scope, write: Callable[[Candidate], None]) -> Block:
    """Return the body of a function that counts the moves of a rule and passes on each."""
    b.set(COUNT, 0)
    for move in moves_of(play, b):
        write(move)
    b.give(COUNT)
    return b.statements


def _parts(play: Moves) -> Iterable[Moves]:
    """Yield the rules that together generate the legal moves."""
    if isinstance(play, MovesOr | MovesAnd):
        for part in play.rules:
            yield from _parts(part)
    else:
        yield play


def _hand_sites(node: FromTo, model: GameModel, player: int) -> list[int]:
    region = node.from_.region
    assert isinstance(region, SitesHand)
    if not isinstance(region.role, Role):
        region.reject("expected the role whose hand it is")
    owner = {Role.MOVER: player, Role.NEXT: player % model.players + 1}.get(
        region.role, player_of(region.role)
    )
    sites = model.hand_sites(owner)
    if not sites:
        region.reject(f"player {owner} has no hand")
    return sites
