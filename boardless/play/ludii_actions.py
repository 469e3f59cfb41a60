"""Actions by the names of Ludii: of recorded games, and ours, in one form."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from boardless.games.ludemes.start_settings import HiddenData
from boardless.play.chance import ChanceQuestion
from boardless.play.recorded import LudiiAction
from boardless.state.engine.entries import Kernels

#: The name of an action, and its arguments.
Deed: TypeAlias = tuple[object, ...]

#: The fields that matter of Ludii's actions, in the order in which ours have them.
_FIELDS: dict[str, tuple[str, ...]] = {
    "Add": ("to", "what"),
    "Move": ("from", "to"),
    "Select": ("from", "to"),
    "Copy": ("from", "to"),
    "StackMove": ("from", "to", "numLevel"),
    "Insert": ("to", "what", "level"),
    "Remove": ("to",),
    "SetNextPlayer": ("player",),
    "Promote": ("to", "what"),
    "Pass": (),
    "SetVar": ("name", "value"),
    "SetTemp": ("temp",),
    "SetPot": ("pot",),
    "Bet": ("player", "bet"),
    "SetCounter": ("counter",),
    "RememberValue": ("name", "value"),
    "ForgetValue": ("name", "value"),
    "SetPending": ("value",),
    "SetValueOfPlayer": ("player", "value"),
    "SetState": ("to", "state"),
    "SetValue": ("to", "value"),
    "SetCount": ("to", "what", "count"),
    "SetRotation": ("to", "rotation"),
    "Propose": ("proposition",),
    "Vote": ("vote",),
    "Note": ("message", "to"),
    "Trigger": ("event", "player"),
    "Swap": ("player1", "player2"),
    "SetStateAndUpdateDice": ("site", "state"),
    "SetDiceAllEqual": ("value",),
    "UseDie": ("indexHandDice", "indexDie", "site"),
    "Set": ("var", "value"),
    "Toggle": ("var", "value"),
}
#: Actions that hide a site, or a part of it, in the order of its numbers.
_HIDDEN = tuple(f"SetHidden{part}" for part in ("", *HiddenData))
_FIELDS |= dict.fromkeys(_HIDDEN, ("to", "who", "value"))


#: Actions with a ``to`` that is not a site.
_WITHOUT_SITES = ("Note",)


def theirs(action: LudiiAction, states: bool = False, use: str | None = None) -> Deed:
    """Return an action of a recorded game; with `states`, also of a large piece.

    If pieces lie on several types of sites, `use` is the type that the game is played on. Each site
    is then a pair of type and number.
    """
    if action.name == "SetScore":
        added = action.get("add") is True
        return ("SetScore", added, action.get("player"), action.get("score"))
    if action.name == "AddPlayerToTeam":
        return (action.name, action.get("team"), action.get("player"))
    fields = _FIELDS.get(action.name)
    if fields is None:
        return (action.name, *action.fields)
    said: list[object] = [action.get(field) for field in fields]
    if use is not None and action.name not in _WITHOUT_SITES:
        for place, field_name in enumerate(fields):
            if field_name in ("from", "to") and isinstance(said[place], int):
                kind = action.get(f"type{field_name.capitalize()}") or action.get("type") or use
                said[place] = (kind, said[place])
    if action.name == "Select" and said[1] is None:
        said[1] = said[0]
    if action.name == "SetPending" and said[0] is None:
        said[0] = -1
    extra: list[object] = []
    if action.name == "Move" and (count := action.get("count")) is not None:
        extra.append(count)
    if action.name == "Remove" and action.get("applied") is False:
        extra.append("later")
    extra += _levels(action)
    if states and action.name in ("Add", "Move") and (state := action.get("state")) is not None:
        extra += ["state", state]
    if action.name in ("SetVar", "RememberValue", "ForgetValue"):
        # A name may look like a number.
        said[0] = "" if said[0] in (None, "null") else str(said[0])
    return (action.name, *said, *extra)


def _levels(action: LudiiAction) -> list[object]:
    """Return the levels of an action: "stack" if all of them move, else the levels it names."""
    levels: list[object] = [action.get(field) for field in ("levelFrom", "levelTo")]
    if action.name == "Move" and action.get("stack") is True:
        return ["stack", *levels[1:]]
    if action.name == "Move" and levels != [None, None]:
        return levels
    level = action.get("level")
    if action.name in ("Remove", "SetState", "SetValue") and level is not None:
        return [level]
    return []


def ours(kernels: Kernels, names: Any, row: list[int], number: Callable[[int], object]) -> Deed:
    """Return a row of the engine's log; `number` gives the language's name of a site."""
    k, (kind, a, b, c, *levels) = kernels, row
    if kind == k.HIDDEN_SET:
        return (_HIDDEN[c // 2], number(a), b, bool(c % 2))
    at = {k.ADDED: "Add", k.PROMOTED: "Promote", k.STATE_SET: "SetState", k.VALUE_SET: "SetValue"}
    at |= {k.ROTATION_SET: "SetRotation", k.VALUE_GIVEN: "Set", k.VALUE_TOGGLED: "Toggle"}
    ends = {k.MOVED: "Move", k.SELECTED: "Select", k.COPIED: "Copy"}
    plain = {k.NEXT_SET: "SetNextPlayer", k.COUNTER_SET: "SetCounter", k.PENDING_SET: "SetPending"}
    named = {k.VARIABLE_SET: "SetVar", k.REMEMBERED: "RememberValue", k.FORGOTTEN: "ForgetValue"}
    named[k.TRIGGERED] = "Trigger"
    scored = {k.SCORE_SET: False, k.SCORE_ADDED: True}
    voted = {k.PROPOSED: "Propose", k.VOTED: "Vote"}
    players = {k.PLAYER_VALUE_SET: "SetValueOfPlayer", k.TEAM_JOINED: "AddPlayerToTeam"}
    players[k.BET_MADE] = "Bet"
    # Levels are counted from 1 there, and 0 is none.
    origin_level, level = (each - 1 if each else None for each in levels[:2])
    state: Deed = ("state", levels[2] - 1) if levels[2] else ()
    if kind in at:
        said: Deed = state if level is None or kind == k.ADDED else (level,)
        return (at[kind], number(a), b, *said)
    if kind in ends:
        said = state if kind == k.SELECTED or not any(levels[:2]) else (origin_level, level)
        return (ends[kind], number(a), number(b), *said)
    if kind in plain:
        return (plain[kind], a)
    if kind in named:
        return (named[kind], names[a], b)
    if kind in scored:
        return ("SetScore", scored[kind], a, b)
    if kind in players:
        return (players[kind], a, b)
    if kind == k.MESSAGE_SENT:
        message = names[a] if a >= 0 else levels[3]
        return ("Note", f"P{b} {message}" if b else message, c)
    if kind in voted:
        return (voted[kind], names[a])
    return {
        k.REMOVED: ("Remove", number(a), *(() if level is None else (level,))),
        k.MOVED_PILE: ("Move", number(a), number(b), "stack", level),
        k.MOVED_LEVELS: ("StackMove", number(a), number(b), c),
        k.INSERTED: ("Insert", number(a), b, c),
        k.REMOVED_LATER: ("Remove", number(a), "later"),
        k.MOVED_SOME: ("Move", number(a), number(b), c),
        k.COUNT_SET: ("SetCount", number(a), b, c),
        k.TEMPORARY_SET: ("SetTemp", b),
        k.POT_SET: ("SetPot", b),
        k.PASS_MADE: ("Pass",),
        k.STATE_STORED: ("StoreStateInContext",),
        k.PLAYERS_SWAPPED: ("Swap", a, b),
        k.DIE_SHOWN: ("SetStateAndUpdateDice", number(a), b),
        k.DIE_USED: ("UseDie", a, b, number(c)),
        k.DICE_COMPARED: ("SetDiceAllEqual", bool(a)),
    }.get(kind, (f"action {kind}", a, b, c))


#: After how many outcomes of chance a record is given up.
MAX_OUTCOMES = 3_000


@dataclass
class RecordedSearch:
    """The search for a recorded move."""

    #: Actions of the recorded move.
    wanted: list[Deed]
    #: Numbers of the move that is being made.
    row: tuple[int, ...] | None = None
    #: Sites of dice that chance has decided about, by the numbers in the record.
    sites: list[int | None] = field(default_factory=list)
    #: The number of legal moves, if it differs from the recorded number.
    count: int | None = None
    #: Actions of moves that might have been the recorded one.
    seen: list[list[Deed]] = field(default_factory=list)
    #: Outcomes of chance tried so far.
    outcomes: int = 0

    def likely(self, question: ChanceQuestion, site: int | None) -> list[int]:
        """Return the outcomes that the record allows; it has only the faces of dice."""
        if self.outcomes > MAX_OUTCOMES:
            return []
        if site is None:
            return [outcome for outcome, odds in enumerate(question.odds) if odds]
        faces = [
            int(str(deed[2])) for deed in self.wanted if deed[:2] == ("SetStateAndUpdateDice", site)
        ]
        return [faces[min(self.sites.count(site), len(faces) - 1)]] if faces else [0]


@dataclass(frozen=True)
class RecordDifference:
    """The first difference between a game and its record."""

    ply: int
    #: "start", "mover", "count" (of legal moves), "legal", "actions", "end" (one goes on),
    #: "winner", "ranks", or "read" if the file does not say enough.
    kind: str
    #: Values ready for JSON; None if the game goes on; legal moves that the other side lacks.
    ours: Any
    theirs: Any
    text: str

    def __str__(self) -> str:
        return self.text
