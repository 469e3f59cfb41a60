"""The course of a game with effects as source: how it begins, what ends it, and its phases."""

from boardless.games.compiler.beginning import covered_at_start, numbers_at_start
from boardless.games.compiler.ends import ends
from boardless.games.compiler.functions import function
from boardless.games.compiler.generic import condition
from boardless.games.compiler.hiding import hidden_at_start
from boardless.games.compiler.model import player_of
from boardless.games.compiler.numbers import TEAMS
from boardless.games.compiler.pots import AMOUNTS
from boardless.games.compiler.puzzle_values import values_at_start
from boardless.games.compiler.roles import is_several, one_player
from boardless.games.compiler.rules import Rules
from boardless.games.compiler.source import Source
from boardless.games.ludemes.game import Phase
from boardless.games.ludemes.moves import Pass
from boardless.games.ludemes.puzzles import Satisfy
from boardless.games.placing.start_contents import JoinTeam, Remember, SetAmount, SetScore


def outcome(out: Source, rules: Rules, phases: tuple[Phase, ...]) -> None:
    """Add `outcome`: the ends of the mover's phase, those of the game, and ways out of phases."""
    game, body = rules.model.game, Source(depth=1)
    scope = rules.scope(body, "mover").binding(last="last")
    model = rules.model
    pass_ends = not (model.facts.goes_on or (model.players == 1 and model.uses(Pass)))
    body.add("phase = whole(s.n[PHASE + mover])")
    for number, phase in enumerate(phases):
        if phase.end is not None:
            with body.block(f"if phase == {number}:"):
                ends(phase.end, scope, pass_ends)
    if game.rules.end is not None:
        with body.block("if s.n[ENDED] == 0:"):
            ends(game.rules.end, scope, pass_ends)
    body.add("stop_when_long(s)")
    if any(phase.exits for phase in phases):
        with body.block("if s.n[ENDED] == 0:"):
            _exits(body, rules, phases)
    body.add("return whole(s.n[ENDED]) - 1")
    head = "outcome(s: Arrays, mover: int, last: int) -> int"
    function(out, head, body.text(), decorator="routine")


def _exits(out: Source, rules: Rules, phases: tuple[Phase, ...]) -> None:
    """Add the ways that each player may take from a phase to another, the first that is open."""
    names = [phase.name for phase in phases]
    scope = rules.scope(out, "mover").binding(last="last")
    with out.block("for player in range(1, PLAYERS + 1):"):
        out.add("phase = whole(s.n[PHASE + player])")
        out.add("stays = True")
        for number, phase in enumerate(phases):
            for way in phase.exits:
                if way.phase is not None and way.phase not in names:
                    way.reject(f"no phase is called {way.phase!r}")
                everyone = way.role is None or is_several(way.role)
                test = f"phase == {number} and stays"
                if not everyone:
                    assert way.role is not None
                    test += f" and player == {one_player(way.role, way, scope)}"
                target = f"(whole(s.n[PHASE + {'mover' if everyone else 'player'}]) + 1)"
                target += f" % {len(phases)}"
                if way.phase is not None:
                    target = str(names.index(way.phase))
                with out.block(f"if {test}:"):
                    allowed = "True" if way.condition is None else condition(way.condition, scope)
                    with out.block(f"if {allowed}:"):
                        out.add(f"s.n[PHASE + player] = {target}")
                        out.add("stays = False")


def begin(out: Source, rules: Rules, phases: tuple[Phase, ...]) -> None:
    """Add `begin`: the phases of the players, and what numbers of the game are set to.

    It comes last: by then all numbers that rules read and set have their places.
    """
    body, numbers = Source(depth=1), rules.made.numbers
    for player in range(1, rules.model.players + 1):
        first = next((n for n, phase in enumerate(phases) if _is_of(phase, player)), 0)
        if first:
            body.add(f"s.n[PHASE + {player}] = {first}")
    begun = dict(numbers.begun)
    for action in rules.model.start.actions:
        if isinstance(action, SetScore):
            begun[numbers.of_players("score", rules.model.players) + action.player] = action.score
        elif isinstance(action, SetAmount):
            begun[numbers.of_players(AMOUNTS, rules.model.players) + action.player] = action.amount
        elif isinstance(action, JoinTeam):
            begun[numbers.of_players(TEAMS, rules.model.players) + action.player] = action.team
        elif isinstance(action, Remember):
            place, _ = numbers.values(action.name, len(rules.model.cells))
            count = begun.get(place, 0) + 1
            begun |= {place: count, place + count: action.value}
    for place, value in begun.items():
        body.add(f"change_number(s, {place}, {value})")
    if rules.model.uses(Satisfy):
        values_at_start(body, rules.scope(body, "1"))
    if rules.model.effects:
        numbers_at_start(body, rules)
        covered_at_start(body, rules)
        hidden_at_start(body, rules.scope(body, "1"))
    if not body.lines:
        body.add("pass")
    function(out, "set_out(s: Arrays) -> None", body.text())


def _is_of(phase: Phase, player: int) -> bool:
    """Tell whether a phase is one of a player."""
    return phase.role is None or is_several(phase.role) or player_of(phase.role) in (0, player)
