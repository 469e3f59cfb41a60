"""Scopes: the game, the source so far, and the bound names that ludemes are compiled in."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from boardless.games.ludemes.kinds import Role

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any

    from boardless.games.compiler.model import Model
    from boardless.games.compiler.source import SourceWriter
    from boardless.games.language.ludeme import Ludeme
    from boardless.state.engine.geometry import Geometry
    from boardless.state.engine.layout_geometry import LayoutGeometry


def player_of(role: Role) -> int:
    """Return the number of a role that is a certain player, 0 for what nobody or all own."""
    name = str(role)
    return int(name[1:]) if name[1:].isdigit() else 0


#: The names that stand for sites.
_SITES = ("to", "origin", "iterated")


@dataclass(frozen=True)
class Scope:
    """The place of an expression; names stand for sources, None where they have no meaning."""

    model: Model
    geometry: Geometry | LayoutGeometry
    #: Statements that an expression needs go here.
    out: SourceWriter
    mover: str
    #: ``(to)``, ``(from)`` and ``(last To)``; `hand`: `origin` may be a site of a hand.
    to: str | None = None
    origin: str | None = None
    last: str | None = None
    hand: bool = False
    #: ``(between)``, ``(site)``, and the slot in which a move begins.
    between: str | None = None
    iterated: str | None = None
    way: str | None = None
    #: ``(value)``, ``(player)``, ``(level)``, ``(pips)``, ``(part)``.
    value: str | None = None
    player_: str | None = None
    level: str | None = None
    pips: str | None = None
    part: str | None = None
    #: Number of the hint, and the feature and segment in question.
    hint: str | None = None
    feature: str | None = None
    segment: str | None = None
    #: Number of the direction of a piece along its way: of the board, then others of pieces.
    looks: str | None = None
    #: A condition under which no more moves have to be found.
    enough: str | None = None
    #: The group (`Filling`) of ``(sites)``.
    group: Any = None
    #: Threats of other players are in question.
    threatening: bool = False
    #: A move is being made.
    after: bool = False
    #: The number of moves that the mover can go on is in question, or only if he can.
    measuring: bool = False
    #: A move of the next player is in question.
    looking: bool = False
    #: Requirements of moves may be tried when a move has been sampled.
    late: bool = False
    #: A random number: where ``draws`` is true, one move sampled by it will do.
    sampled_by: str | None = None
    #: Rules may be functions of their own; these do not nest.
    shares: bool = True
    builder: Any = None
    constants: dict[str, list[int]] = field(default_factory=dict)

    def constant(self, stem: str, values: list[int]) -> str:
        """Return the name of an array of whole numbers that the module holds."""
        for name, entries in self.constants.items():
            if entries == values:
                return name
        name = f"{stem}{len(self.constants) + 1}"
        self.constants[name] = values
        return name

    def binding(self, **names: object) -> Scope:
        """Return the scope with other names bound."""
        if "out" in names:
            # In another function the name has no meaning.
            names.setdefault("enough", None)
        return replace(self, **names)  # type: ignore[arg-type]

    def trying_at_once(self) -> Scope:
        """Return the scope of moves whose requirements are tried where they are found."""
        return replace(self, late=False)

    def stop_if_enough(self) -> None:
        """Add the statement that leaves a loop through moves once one that will do is there."""
        if self.enough is not None:
            self.out.when(f"{self.enough}", "break")

    def bound(self, name: str, ludeme: Ludeme) -> str:
        """Return the source of a bound name; with consequences unbound sites are NONE."""
        source = getattr(self, name)
        if source is None and name in _SITES and self.model.effects:
            return "NONE"
        if source is None:
            ludeme.reject("has no meaning here")
        return str(source)

    def player(self, role: Role, ludeme: Ludeme) -> str:
        """Return the source of the player whom a role means."""
        if role is Role.MOVER:
            return self.mover
        if role is Role.NEXT and self.model.effects:
            return self.in_turn("NEXT")
        if role is Role.NEXT:
            return following(self.mover, self.model.players)
        if role is Role.PREVIOUS:
            return self.in_turn("PREVIOUS")
        if role is Role.PLAYER:
            return self.bound("player_", ludeme)
        if role is Role.NEUTRAL and self.model.effects:
            return "0"
        number = player_of(role)
        if not 1 <= number <= self.model.players:
            ludeme.reject(f"{role} is no single player of {self.model.players}")
        return str(number)

    def in_turn(self, which: str) -> str:
        """Return the source of the ``NEXT`` or ``PREVIOUS`` player; out of turn it is the mover."""
        player = f"int64(s.n[{which}])"
        if not self.model.moves_others:
            return player
        return f"({player} if {self.mover} == s.n[MOVER] else int64(s.n[MOVER]))"

    @contextmanager
    def neighbours(self, site: str, of_class: str = "Adjacent") -> Iterator[str]:
        """Open a loop over the neighbours of a site, if it is one; yield the neighbour."""
        out, geometry = self.out, self.geometry
        slots = geometry.of_class(of_class)
        slot, other = out.name("t"), out.name("x")
        with out.block(f"if {site} != NONE:"), out.block(f"for {slot} in range(SLOTS):"):
            if not slots.all():
                mask = self.constant("MASK", slots.ravel().tolist())
                kind = f"int64(s.kind[{site}]) * SLOTS + " if geometry.kinds > 1 else ""
                out.when(f"{mask}[{kind}{slot}] == 0", "continue")
            out.add(f"{other} = int64(s.step[{site} * SLOTS + {slot}])")
            with out.block(f"if {other} != NONE:"):
                yield other


def following(player: str, players: int) -> str:
    """Return the source of the player whose turn comes after that of `player`."""
    if player.isdigit():
        return str(int(player) % players + 1)
    return f"following(s, {player})"


def all_of(out: SourceWriter, parts: Sequence[Callable[[], str]], stop: bool) -> str:
    """Return the source of a conjunction, or a disjunction (`stop`), evaluated from the left."""
    # Each part is compiled once: twice at every level would be without end for nested conditions.
    compiled: list[tuple[list[str], str]] = []
    for part in parts:
        start = len(out.lines)
        text = part()
        compiled.append((out.cut(start), text))
    if not any(lines for lines, _ in compiled):
        word = " or " if stop else " and "
        return "(" + word.join(text for _, text in compiled) + ")"
    result = out.assign("c", f"{stop}")
    with ExitStack() as nested:
        for lines, text in compiled:
            for line in lines:
                out.add(line)
            nested.enter_context(out.block(f"if {'not ' if stop else ''}{text}:"))
        out.add(f"{result} = {not stop}")
    return result
