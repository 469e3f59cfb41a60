"""One Python module for a game: the template with its constants and rules in place."""

import hashlib
import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import numba

from games.compiler.geometry import Geometry
from games.compiler.model import Model, static_sites
from games.compiler.rules import Rule, Rules
from games.compiler.source import Source
from games.language.ludeme import Ludeme
from games.ludemes import conditions, integers, kinds, regions
from games.ludemes.game import Game, Phase, Swap
from games.ludemes.kinds import Directions
from topo.slots import ADJACENT

_CONSTANTS = re.compile(r"(?<=# -- constants\n).*?(?=# -- end of constants)", re.DOTALL)
_RULES = re.compile(r"(?<=# -- rules\n).*?(?=# -- end of rules)", re.DOTALL)


@dataclass(frozen=True)
class Module:
    """A game as source.

    Attributes
    ----------
    source : str
        The module.
    digest : str
        A hash of the source, of the kernels it calls and of Numba's version.
    report : tuple of str
        How the legal moves are found, a line each.
    model : Model
        The equipment.
    geometry : Geometry
        The plane.
    rules : tuple of Rule
        What a move of each rule does, by its number.
    """

    source: str
    digest: str
    report: tuple[str, ...]
    model: Model
    geometry: Geometry
    rules: tuple[Rule, ...]


def module_of(game: Game) -> Module:
    """Compile a game to the source of a module.

    Raises
    ------
    LudemeError
        If something in the game cannot be compiled.
    """
    model = Model.of(game)
    geometry = Geometry.of(model.tiling, _reads_diagonals(game, model), model.on_vertices)
    rules = Rules(model, geometry)
    phases = game.rules.phases or (Phase(name="", role=None, play=game.rules.play),)  # type: ignore[arg-type]
    for number, phase in enumerate(phases):
        rules.add_play(number, phase.play.moves)
    body = _rules(rules, phases)
    source = _CONSTANTS.sub(lambda _: _constants(rules), _template())
    source = _RULES.sub(lambda _: "\n\n" + body, source)
    report = rules.reasons and [f"searches for moves: {why}" for why in rules.reasons]
    return Module(
        source,
        hashlib.sha256("\0".join((source, _callees(), numba.__version__)).encode()).hexdigest(),
        tuple(report or [f"keeps {len(rules.lists)} list(s) of legal moves from move to move"]),
        model,
        geometry,
        tuple(rules.rules),
    )


@cache
def _template() -> str:
    return (files("games.compiler") / "template.py").read_text(encoding="utf-8")


@cache
def _callees() -> str:
    """Return the source of the kernels that a module calls."""
    return (files("games") / "runtime.py").read_text(encoding="utf-8")


def _constants(rules: Rules) -> str:
    model = rules.model
    owners = [0, *(component.owner for component in model.components)]
    constants = {
        **rules.geometry.constants(),
        "PLAYERS": model.players,
        "OWNER": f"np.array({owners}, dtype=np.int8)",
        "LISTS": max(1, len(rules.lists)),
        **{
            name: f"np.array({values}, dtype=np.int8)" for name, values in rules.constants.items()
        },
    }
    return "".join(f"{name} = {value}\n" for name, value in constants.items())


def _rules(rules: Rules, phases: tuple[Phase, ...]) -> str:
    """Return the functions that stand for the rules."""
    out = Source()
    for number, body in enumerate(rules.lists):
        _function(out, f"may_{number}(s: State, site: int) -> bool", body)
    for number, (key, body) in enumerate(rules.searches.items()):
        _function(out, f"search_{number}(s: State) -> int", body, f"Phase {key[0]}, player {key[1]}.")
    _relist(out, rules)
    _count(out, rules, len(phases))
    _pick(out, rules, len(phases))
    _perform(out, rules)
    _helpers(out, rules)
    _outcome(out, rules, phases)
    swap = rules.model.game.rules.meta
    may_swap = swap is not None and any(isinstance(rule, Swap) for rule in swap.rules)
    if may_swap and rules.model.players != 2:
        rules.model.game.reject("expected two players where one may swap")
    out.add(f"MAY_SWAP = {may_swap}")
    return out.text()


def _function(out: Source, head: str, body: str, note: str = "") -> None:
    out.add("@kernel")
    out.add(f"def {head}:")
    if note:
        out.add(f'    """{note}"""')
    out.lines += body.rstrip("\n").split("\n")
    out.add("")
    out.add("")


def _relist(out: Source, rules: Rules) -> None:
    out.add("@kernel")
    with out.block("def relist(s: State, site: int) -> None:"):
        if not rules.lists:
            out.add("pass")
        for a in range(len(rules.lists)):
            out.add(f"may = may_{a}(s, site)")
            with out.block(f"if may != (s.where[{a}, site] != NONE):"):
                with out.block("if may:"):
                    out.add(f"enlist(s, {a}, site)")
                with out.block("else:"):
                    out.add(f"delist(s, {a}, site)")
    out.add("")
    out.add("")


def _cases(rules: Rules, phases: int, out: Source, bodies: dict[tuple[int, int], list[str]]) -> None:
    """Add the lines for the phase and the mover; once if they are the same for all."""
    if len({tuple(lines) for lines in bodies.values()}) == 1:
        for line in next(iter(bodies.values())):
            out.add(line)
        return
    for (phase, player), lines in bodies.items():
        test = f"mover == {player}"
        if phases > 1:
            test += f" and s.n[PHASE + mover] == {phase}"
        with out.block(f"if {test}:"):
            for line in lines:
                out.add(line)


def _count(out: Source, rules: Rules, phases: int) -> None:
    out.add("@kernel")
    with out.block("def count_moves(s: State, mover: int) -> int:"):
        bodies = {}
        for key, pairs in rules.kept.items():
            bodies[key] = ["return " + " + ".join(f"int(s.size[{a}])" for _, a in pairs)]
        for number, key in enumerate(rules.searches):
            bodies[key] = [f"return search_{number}(s)"]
        _cases(rules, phases, out, bodies)
        if len({tuple(lines) for lines in bodies.values()}) > 1:
            out.add("return 0")
    out.add("")
    out.add("")


def _pick(out: Source, rules: Rules, phases: int) -> None:
    out.add("@kernel")
    with out.block("def pick(s: State, mover: int, choice: int) -> tuple[int, int, int]:"):
        bodies = {}
        for key, pairs in rules.kept.items():
            lines = []
            for place, (number, a) in enumerate(pairs):
                hand = rules.rules[number].hand
                origin = f"{-2 - hand}" if hand >= 0 else "NONE"
                if place < len(pairs) - 1:
                    lines.append(f"if choice < s.size[{a}]:")
                    lines.append(f"    return {number}, {origin}, int(s.legal[{a}, choice])")
                    lines.append(f"choice -= int(s.size[{a}])")
                else:
                    lines.append(f"return {number}, {origin}, int(s.legal[{a}, choice])")
            bodies[key] = lines
        for key in rules.searches:
            bodies[key] = [
                "return int(s.found[choice, 0]), int(s.found[choice, 1]), int(s.found[choice, 2])"
            ]
        _cases(rules, phases, out, bodies)
        if len({tuple(lines) for lines in bodies.values()}) > 1:
            out.add("return PASS, NONE, NONE")
    out.add("")
    out.add("")


def _perform(out: Source, rules: Rules) -> None:
    out.add("@kernel")
    with out.block("def perform(s: State, rule: int, origin: int, site: int) -> None:"):
        for number, rule in enumerate(rules.rules):
            with out.block(f"if rule == {number}:"):
                if rule.component:
                    out.add(f"put(s, site, {rule.component})")
                elif rule.hand >= 0:
                    out.add(f"piece = int(s.hand[{rule.hand}, 0])")
                    if not rule.copy:
                        out.add(f"s.hand[{rule.hand}, 1] -= 1")
                        with out.block(f"if s.hand[{rule.hand}, 1] == 0:"):
                            out.add(f"s.hand[{rule.hand}, 0] = 0")
                    out.add("put(s, site, piece)")
                else:
                    out.add("piece = int(s.what[origin])")
                    if not rule.copy:
                        out.add("lift(s, origin)")
                    out.add("put(s, site, piece)")
    out.add("")
    out.add("")


def _outcome(out: Source, rules: Rules, phases: tuple[Phase, ...]) -> None:
    game = rules.model.game
    out.add("@kernel")
    with out.block("def outcome(s: State, mover: int, last: int) -> int:"):
        if len(phases) == 1:
            rules.ends(phases[0].end, out)
        else:
            out.add("phase = int(s.n[PHASE + mover])")
            for number, phase in enumerate(phases):
                with out.block(f"if phase == {number}:"):
                    out.add("pass")
                    rules.ends(phase.end, out)
        rules.ends(game.rules.end, out)
        for number, phase in enumerate(phases if len(phases) > 1 else ()):
            _exits(out, rules, phases, number, phase)
        out.add("return OPEN")
    out.add("")
    out.add("")


def _exits(
    out: Source, rules: Rules, phases: tuple[Phase, ...], number: int, phase: Phase
) -> None:
    """Add the ways from a phase to the next."""
    names = [each.name for each in phases]
    with out.block(f"if phase == {number}:"):
        out.add("pass")
        for way in phase.exits:
            if way.phase is not None and way.phase not in names:
                way.reject(f"no phase is called {way.phase!r}")
            target = names.index(way.phase) if way.phase else (number + 1) % len(phases)
            scope = rules.scope(out, "mover").binding(last="last")
            from games.compiler.expressions import condition

            test = "True" if way.condition is None else condition(way.condition, scope)
            with out.block(f"if {test}:"):
                if way.role is None or str(way.role) in ("All", "Each"):
                    for player in range(1, rules.model.players + 1):
                        out.add(f"s.n[PHASE + {player}] = {target}")
                else:
                    out.add(f"s.n[PHASE + {scope.player(way.role, way)}] = {target}")


_LOOP = '''\
@kernel
def is_shut_in(s: State, site: int, mover: int, surround: int, first: int) -> bool:
    """Tell whether the group of a piece has the mover's pieces on all its sides.

    A piece seen since flood fill `first` is in a group that was found to be open.
    """
    fill = int(s.n[FILL]) + 1
    s.n[FILL] = fill
    s.stack[0] = site
    s.seen[site] = fill
    n = 1
    while n > 0:
        n -= 1
        at = int(s.stack[n])
        kind = int(s.kind[at]) if KINDS > 1 else 0
        for m in range(SIDES):
            other = int(s.step[at * SLOTS + ORTHOGONAL[kind * SIDES + m]])
            owner = int(s.who[other])
            if owner == surround:
                if s.seen[other] != fill:
                    if s.seen[other] > first:
                        return False
                    s.seen[other] = fill
                    s.stack[n] = other
                    n += 1
            elif owner != mover:
                return False
    return True


@kernel
def is_loop(s: State, last: int, mover: int, surround: int) -> bool:
    """Tell whether a group of a player's pieces next to the last move is shut in by the mover's."""
    if last < 0:
        return False
    first = int(s.n[FILL])
    kind = int(s.kind[last]) if KINDS > 1 else 0
    for t in range(SLOTS):
        other = int(s.step[last * SLOTS + t])
        if (
            s.who[other] == surround
            and (ALL_ADJACENT or ADJACENT[kind * SLOTS + t] != 0)
            and s.seen[other] <= first
            and is_shut_in(s, other, mover, surround, first)
        ):
            return True
    return False
'''

_CONNECTED = '''\
@kernel
def is_connected(s: State, last: int, player: int) -> bool:
    """Tell whether the player's pieces that hang together with the last one join his regions."""
    if last < 0 or s.who[last] != player:
        return False
    fill = int(s.n[FILL]) + 1
    s.n[FILL] = fill
    s.stack[0] = last
    s.seen[last] = fill
    met = 0
    n = 1
    while n > 0:
        n -= 1
        at = int(s.stack[n])
        met |= int(REGIONS[player, at])
        kind = int(s.kind[at]) if KINDS > 1 else 0
        for t in range(SLOTS):
            other = int(s.step[at * SLOTS + t])
            if (
                s.who[other] == player
                and s.seen[other] != fill
                and (ALL_ADJACENT or ADJACENT[kind * SLOTS + t] != 0)
            ):
                s.seen[other] = fill
                s.stack[n] = other
                n += 1
    return bool(met == REGIONS[player, -1] and met != 0)
'''

_QUOTIENT = '''\
@kernel
def quotient(a: int, b: int) -> int:
    """Return a / b rounded towards zero; 0 where b is 0."""
    if b == 0:
        return 0
    size = abs(a) // abs(b)
    return size if (a < 0) == (b < 0) else -size
'''


def _helpers(out: Source, rules: Rules) -> None:
    """Add the functions that only some games call."""
    game = rules.model.game
    if _uses(game, conditions.IsConnected):
        masks = _region_masks(rules.model)
        out.add(f"REGIONS = np.array({masks}, dtype=np.int32)")
        out.add("")
        out.add("")
    helpers = {
        _LOOP: (conditions.IsLoop,),
        _CONNECTED: (conditions.IsConnected,),
        _QUOTIENT: (integers.Quotient, integers.Remainder),
    }
    for text, classes in helpers.items():
        if _uses(game, *classes):
            out.lines += [*text.rstrip("\n").split("\n"), "", ""]


def _region_masks(model: Model) -> list[list[int]]:
    """Return for each player the regions that each site is in, as bits; all of them at the end."""
    from games.compiler.model import player_of

    masks = [[0] * (len(model.cells) + 1) for _ in range(model.players + 1)]
    for item in model.regions:
        player = player_of(item.role)
        if not 1 <= player <= model.players:
            item.reject(f"expected the regions of a player from P1 to P{model.players}")
        for region in item.regions:
            bit = masks[player][-1] + 1
            masks[player][-1] |= bit
            if isinstance(region, regions.SitesOuter | regions.SitesSide):
                sites = static_sites(model, region)
            elif isinstance(region, regions.SitesListed) and all(
                isinstance(site, kinds.Constant) and site.value < len(model.cells)
                for site in region.sites
            ):
                sites = [site.value for site in region.sites]  # type: ignore[attr-defined]
            else:
                region.reject("expected sites that never change, such as (sites Side NE)")
            for site in sites:
                masks[player][site] |= bit
    return masks


def _uses(node: object, *classes: type[Ludeme]) -> bool:
    """Tell whether a tree holds a ludeme of one of the classes."""
    if isinstance(node, classes):
        return True
    if isinstance(node, tuple):
        return any(_uses(entry, *classes) for entry in node)
    if isinstance(node, Ludeme):
        return any(_uses(value, *classes) for value in vars(node).values())
    return False


def _reads_diagonals(game: Game, model: Model) -> bool:
    """Tell whether a game reads steps to cells that do not touch."""
    link = model.tiling.slots
    touching = {
        label
        for labels, row in zip(link.labels, link.relation, strict=True)
        for label, bits in zip(labels, row, strict=True)
        if bits & ADJACENT
    }

    def further(node: object) -> bool:
        if isinstance(node, integers.Ahead):
            if str(node.direction) not in touching:
                return True
        elif isinstance(node, Directions):
            return node not in (Directions.ADJACENT, Directions.ORTHOGONAL)
        if isinstance(node, tuple):
            return any(further(entry) for entry in node)
        return isinstance(node, Ludeme) and any(further(v) for v in vars(node).values())

    return further(game.rules)
