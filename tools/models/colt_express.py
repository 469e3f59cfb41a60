"""Colt Express: bandits plan cards one by one, then all cards are carried out in that order.

Characters are drawn, and two play with one each. A place is a car, 0 the caboose and the last one
the locomotive, and ``"inside"`` or ``"roof"``. A card is its type and whose it is, loot its kind
and value.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from tools.models.cards import Action, Chance, Seen, Table, counted, distinct, take
from tools.models.tag import Fields, Recorded, sight

CHARACTERS = ("Ghost", "Cheyenne", "Django", "Tuco", "Doc", "Belle")
CARDS = {
    "MoveSideways": 2,
    "MoveVertical": 2,
    "CollectMoney": 2,
    "Shoot": 2,
    "Punch": 1,
    "MoveMarshal": 1,
}
PURSES = {"Purse 250": 8, "Purse 300": 2, "Purse 350": 2, "Purse 400": 2, "Purse 450": 2}
PURSES["Purse 500"] = 2
#: Purses and jewels of the cars.
LOADS = ((1, 0), (2, 0), (3, 0), (1, 1), (4, 1), (0, 3))
#: Turns: open, hidden, double, reverse.
ROUNDS = {
    "AngryMarshall": "OOXR",
    "Braking": "OXOX",
    "Bridge": "O2O",
    "PassengerRebellion": "OOXOO",
    "SwivelArm": "OXOO",
    "TakeItAll": "OX2R",
    "Tunnel": "OXOXO",
}
STATIONS = dict.fromkeys(("MarshallsRevenge", "Hostage", "PickPocket"), "OOXO")
BULLETS = 6
REWARD = 1000
Place = tuple[int, str]


def owner_of(card: str) -> int:
    """Return the seat of a card."""
    return int(card.split()[1])


def kind_of(card: str) -> str:
    """Return the type of a card, or the kind of loot."""
    return card.split()[0]


class ColtExpress(Table):
    """Hands, decks, planned cards, and a train with loot, bandits and the marshal."""

    PILES = ("hands", "decks", "planned")
    SECRETS = ("rounds", "loot", "train")
    COVERED = ("decks",)

    def __init__(self, players: int, chance: Chance, rules: str = "printed") -> None:
        super().__init__(players, chance, rules)
        seats = range(players)
        self.characters = chance.shuffled("characters", CHARACTERS)[:players]
        self.rounds = chance.shuffled("rounds", list(ROUNDS))[:4]
        self.rounds.append(chance.choice("station", list(STATIONS)))
        self.train: list[dict[str, list[str]]] = []
        self._load(chance)
        self.marshal = players
        self.places: list[Place] = [(seat % 2, "inside") for seat in seats]
        self.loot = [["Purse 250"] for _ in seats]
        self.bullets = [BULLETS] * players
        own = counted(CARDS)
        self.decks = [[f"{card} {seat}" for card in own] for seat in seats]
        self.hands: list[list[str]] = [[] for _ in seats]
        self.planned: list[Seen] = []
        self.executing = False
        self.number = self.step = 0  # the turn of the round, and the decisions in it
        self.begun = False  # TAG's first turn of all has no type
        self.again = False
        self.direction = 1
        self._new_hands(chance)

    def _load(self, chance: Chance) -> None:
        """Load the cars with purses and jewels, and the locomotive with a strongbox."""
        stock = [] if self.tag else chance.shuffled("purses", counted(PURSES))
        # TAG: some loads come twice, and any value any number of times (Train).
        if self.tag:
            loads = [chance.choice(f"car {car}", LOADS) for car in range(self.players)]
        else:
            loads = chance.shuffled("cars", LOADS)[: self.players]
        for car, (purses, jewels) in enumerate(loads):
            values = [chance.choice(f"purse {car} {n}", list(PURSES)) for n in range(purses)]
            tokens = (values if self.tag else take(stock, purses)) + ["Jewel 500"] * jewels
            self.train.append({"inside": chance.shuffled(f"load {car}", tokens), "roof": []})
        self.train.append({"inside": ["Strongbox 1000"], "roof": []})

    def _new_hands(self, chance: Chance) -> None:
        for seat, deck in enumerate(self.decks):
            cards = chance.shuffled(f"deck {seat}", [*self.hands[seat], *deck])
            number = 7 if self.characters[seat] == "Doc" else 6
            self.hands[seat] = take(cards, number)[::-1]
            self.decks[seat] = cards

    def cards(self) -> list[Any]:
        """Return all cards but for bullets, which come from the bandits and the marshal."""
        return [card for card in super().cards() if kind_of(card) != "Bullet"]

    def view(self, seat: int) -> dict[str, Any]:
        """Return the game as a seat sees it: values of purses are hidden, and later rounds."""
        loot = [
            list(tokens) if other == seat else [kind_of(token) for token in tokens]
            for other, tokens in enumerate(self.loot)
        ]
        train = [{at: [*map(kind_of, there)] for at, there in car.items()} for car in self.train]
        seen = {"loot": loot, "train": train, "rounds": self.rounds[: self.round + 1]}
        return super().view(seat) | seen

    @property
    def turn_type(self) -> str:
        """The type of the turn that is planned."""
        kinds = (ROUNDS | STATIONS)[self.rounds[min(self.round, 4)]]
        return kinds[self.number] if self.number < len(kinds) else kinds[-1]

    def _at(self, car: int, level: str) -> list[int]:
        """Return who is at a place."""
        return [seat for seat, place in enumerate(self.places) if place == (car, level)]

    # -- what may be done --------------------------------------------------------------------------

    def legal(self) -> list[Action]:
        """Return cards to plan, or what the next planned card can do."""
        if self.executing:
            return self._uses()
        hand = self.hands[self.owner]
        kinds = distinct([kind_of(card) for card in hand if kind_of(card) != "Bullet"])
        actions: list[Action] = [("plan", kind) for kind in kinds]
        number = min(3, len(self.decks[self.owner]))
        return actions + ([("draw", number)] if number else []) or [("nothing",)]

    def _uses(self) -> list[Action]:
        if not self.planned:
            return [("nothing",)]
        car, level = self.places[self.owner]
        kind = kind_of(self.planned[-1].card)
        cars = range(self.players + 1)
        if kind == "MoveSideways":
            far = 3 if level == "roof" else 1
            return [("move", c) for c in cars if 1 <= abs(c - car) <= far]
        if kind == "MoveVertical":
            return [("climb", "roof" if level == "inside" else "inside")]
        if kind == "CollectMoney":
            kinds = distinct([kind_of(token) for token in self.train[car][level]])
            return [("rob", found) for found in kinds] or [("rob", "none")]
        if kind == "MoveMarshal":
            return [("marshal", c) for c in cars if abs(c - self.marshal) == 1]
        if kind == "Shoot":
            targets = self._without_belle(self._in_sight(car, level))
            return [("shoot", seat, self._pushed(seat)) for seat in targets] or [("shoot",)]
        here = [seat for seat in self._at(car, level) if seat != self.owner]
        return [
            ("punch", seat, c, found)
            for seat in self._without_belle(here)
            for c in cars
            if abs(c - car) == 1
            for found in distinct([*map(kind_of, self.loot[seat])]) or ["nothing"]
        ] or [("punch",)]

    def _without_belle(self, seats: list[int]) -> list[int]:
        others = [seat for seat in seats if self.characters[seat] != "Belle"]
        return others or seats

    def _in_sight(self, car: int, level: str) -> list[int]:
        """Return whom a bandit can shoot at."""
        found = []
        for step in (-1, 1):
            cars = range(car + step, (-1, self.players + 1)[step > 0], step)
            if level == "inside":
                cars = cars[:1]
            found += next((there for c in cars if (there := self._at(c, level))), [])
        if self.characters[self.owner] == "Tuco":
            found += self._at(car, "roof" if level == "inside" else "inside")
        return sorted(found)

    def _pushed(self, seat: int) -> int | None:
        """Return the car that Django's shot drives somebody to."""
        car, level = self.places[seat]
        step = car - self.places[self.owner][0]
        to = car + (step > 0) - (step < 0)
        if self.characters[self.owner] != "Django" or to == car:
            return None
        if self.tag:  # TAG: not on roofs, and not to the caboose (Shoot)
            return to if level == "inside" and 1 <= to <= self.players else None
        return to if 0 <= to <= self.players and self.bullets[self.owner] else None

    # -- what is done ------------------------------------------------------------------------------

    def apply(self, action: Action, chance: Chance) -> None:
        """Plan a card, draw, or carry out the next card."""
        if not self.executing:
            self._plan(action)
            return
        if self.planned:
            card = self.planned.pop().card
            self.decks[self.owner].insert(0, card)
            self._execute(action, chance)
        self.turn += 1
        if self.planned:
            self.owner = owner_of(self.planned[-1].card)
        else:
            self._end_round(chance)

    def _plan(self, action: Action) -> None:
        hand = self.hands[self.owner]
        if action[0] == "plan":
            card = hand.pop([kind_of(card) for card in hand].index(action[1]))
            ghost = self.characters[self.owner] == "Ghost" and self.number == 0
            all_see = self.turn_type != "X" and not ghost
            seats = range(self.players) if all_see else [self.owner]
            self.planned.insert(0, Seen(card, frozenset(seats)))
        elif action[0] == "draw":
            hand[:0] = take(self.decks[self.owner], action[1])[::-1]
        self.turn += 1
        self.step += 1
        double = self.turn_type == "2"
        self.again = double and not self.again
        if not self.again:
            self.owner = (self.owner + self.direction) % self.players
        if self.step == self.players * (1 + double):
            self.step = 0
            self.number += 1
            if self.number == len((ROUNDS | STATIONS)[self.rounds[self.round]]):
                self.executing = True
                if self.planned:
                    self.owner = owner_of(self.planned[-1].card)
            else:
                self._begin_turn()

    def _begin_turn(self) -> None:
        self.begun = True
        self.direction = -1 if self.turn_type == "R" else 1

    def _execute(self, action: Action, chance: Chance) -> None:
        """Do what a card does."""
        me = self.owner
        car, level = self.places[me]
        match action:
            case ("move", to):
                self._move(me, to, level)
            case ("climb", to) if self.tag:  # TAG: the marshal sees nobody come (MoveVertical)
                self.places[me] = (car, to)
            case ("climb", to):
                self._move(me, car, to)
            case ("rob", kind) if kind != "none":
                there = self.train[car][level]
                self.loot[me].insert(0, there.pop(self._any(chance, "rob", there, kind)))
            case ("marshal", to):
                self._move_marshal(to)
            case ("shoot", seat, to):
                if self.bullets[me]:
                    self.bullets[me] -= 1
                    self.decks[seat].insert(0, f"Bullet {me}")
                if to is not None:
                    self._move(seat, to, self.places[seat][1])
            case ("punch", seat, to, kind):
                if kind != "nothing":
                    own = self.loot[seat]
                    token = own.pop(self._any(chance, f"drop {seat}", own, kind))
                    robbing = self.characters[me] == "Cheyenne" and kind == "Purse"
                    (self.loot[me] if robbing else self.train[car][level]).insert(0, token)
                self._move(seat, to, level)

    @staticmethod
    def _any(chance: Chance, what: str, tokens: list[str], kind: str) -> int:
        """Return the place of any token of a kind."""
        found = [n for n, token in enumerate(tokens) if kind_of(token) == kind]
        return chance.choice(what, found)

    def _move(self, seat: int, car: int, level: str) -> None:
        """Move a bandit; the marshal drives him to the roof."""
        self.places[seat] = (car, level)
        if level == "inside" and car == self.marshal:
            self.places[seat] = (car, "roof")
            self._hit(seat)

    def _hit(self, seat: int) -> None:
        self.decks[seat].insert(0, "Bullet -1")

    def _move_marshal(self, car: int) -> None:
        self.marshal = car
        for seat in self._at(car, "inside"):
            self._move(seat, car, "inside")

    # -- rounds ------------------------------------------------------------------------------------

    def _end_round(self, chance: Chance) -> None:
        """Have something happen to the train; begin the next round, or end the game."""
        events: dict[str, Callable[[Chance], None]] = {
            "AngryMarshall": self._angry_marshal,
            "Braking": self._braking,
            "PassengerRebellion": self._rebellion,
            "SwivelArm": self._swivel_arm,
            "TakeItAll": self._take_it_all,
            "MarshallsRevenge": self._revenge,
            "Hostage": self._hostage,
            "PickPocket": self._pick_pocket,
        }
        event = events.get(self.rounds[self.round])
        if event:
            event(chance)
        self.executing = False
        self.number = 0
        self.end_round((self.round + 1) % self.players)
        self._new_hands(chance)
        if self.round == len(self.rounds):
            self.finish()
        else:
            self._begin_turn()

    def _on(self, level: str) -> Iterator[tuple[int, int]]:
        """Yield who is on a level, with the car."""
        yield from ((seat, car) for seat, (car, at) in enumerate(self.places) if at == level)

    def _angry_marshal(self, chance: Chance) -> None:
        for seat in self._at(self.marshal, "roof"):
            self._hit(seat)
        if self.marshal and self.tag:  # TAG: who is in that car stays there (AngryMarshall)
            self.marshal -= 1
        elif self.marshal:
            self._move_marshal(self.marshal - 1)

    def _braking(self, chance: Chance) -> None:
        for seat, car in list(self._on("roof")):
            self.places[seat] = (min(car + 1, self.players), "roof")

    def _rebellion(self, chance: Chance) -> None:
        for seat, _ in self._on("inside"):
            self._hit(seat)

    def _swivel_arm(self, chance: Chance) -> None:
        for seat, _ in list(self._on("roof")):
            self.places[seat] = (0, "roof")

    def _take_it_all(self, chance: Chance) -> None:
        self.train[self.marshal]["inside"].insert(0, "Strongbox 1000")

    def _revenge(self, chance: Chance) -> None:
        worst: Any = max if self.tag else min  # TAG: the most valuable (MarshallsRevenge)
        for seat in self._at(self.marshal, "roof"):
            purses = [token for token in self.loot[seat] if kind_of(token) == "Purse"]
            if purses:
                self.loot[seat].remove(worst(purses, key=owner_of))

    def _hostage(self, chance: Chance) -> None:
        for seat, (car, _) in enumerate(self.places):
            if car == self.players:
                self.loot[seat].insert(0, "Purse 250")

    def _pick_pocket(self, chance: Chance) -> None:
        for seat, (car, level) in enumerate(self.places):
            there = self.train[car][level]
            if self._at(car, level) == [seat] and "Purse" in map(kind_of, there):
                place = self._any(chance, f"pocket {seat}", there, "Purse")
                self.loot[seat].insert(0, there[place])
                if not self.tag:  # TAG: the purse stays, too (PickPocket)
                    del there[place]

    def scores(self) -> list[int]:
        """Return the values of the loot, and the reward of those who shot most."""
        reward = REWARD * self.round // len(self.rounds)
        if not self.tag and not self.is_over and self.round < len(self.rounds):
            reward = 0  # TAG: a part of it during the game (End)
        return [
            sum(map(owner_of, loot)) + (reward if bullets == min(self.bullets) else 0)
            for loot, bullets in zip(self.loot, self.bullets, strict=True)
        ]

    def tie_breaks(self) -> list[int]:
        """Return the negative numbers of bullets in hands and decks."""
        piles = zip(self.hands, self.decks, strict=True)
        return [-sum(kind_of(card) == "Bullet" for card in hand + deck) for hand, deck in piles]


# -- the same games in TAG -------------------------------------------------------------------------

TURNS = {"O": "NormalTurn", "X": "HiddenTurn", "2": "DoubleTurn", "R": "ReverseTurn"}


def _card(card: str) -> str:
    return card.replace(" ", "|")


def _round(name: str) -> str:
    turns = ", ".join((ROUNDS | STATIONS)[name])
    silent = name in ("Bridge", "Tunnel")
    event = "" if silent else f"{'EndCard' if name in STATIONS else 'RoundCard'}{name}"
    return f"{name}|[{turns}]|{event}"


def _fields(game: ColtExpress) -> Fields:
    seats = range(game.players)
    planned = [Seen(_card(card), by) for card, by in game.planned]
    state: Fields = sight("plannedActions", game.players, planned) | {
        "bulletsLeft": game.bullets,
        "playerCharacters": {str(n): name for n, name in enumerate(game.characters)},
        "playerPlayingBelle": game.characters.index("Belle") if "Belle" in game.characters else -1,
        "rounds": [*map(_round, game.rounds)],
        "rounds.vis": ["01"[n < max(game.round, 1)] * game.players for n in range(5)],
        "_phase": "ExecuteActions" if game.executing else "PlanActions",
        "_to.firstPlayerOfRound": game.first,
        "_to.currentTurnType": TURNS[game.turn_type] if game.begun else None,
        "_to.direction": game.direction,
        "_to.firstAction": not game.again,
        "_to.fullPlayerTurnCounter": game.number,
        "_to.subTurnCounter": game.step,
        "_to.nMaxRounds": len(game.rounds),
    }
    for seat in seats:
        state[f"playerHandCards.{seat}"] = [*map(_card, game.hands[seat])]
        state[f"playerDecks.{seat}"] = [*map(_card, game.decks[seat])]
        state[f"playerLoot.{seat}"] = [*map(_card, game.loot[seat])]
    for car, there in enumerate(game.train):
        key = f"trainCompartments.{car}"
        state |= {
            f"{key}.lootInside": [*map(_card, there["inside"])],
            f"{key}.lootOnTop": [*map(_card, there["roof"])],
            f"{key}.playersInsideCompartment": [*map(str, game._at(car, "inside"))],
            f"{key}.playersOnTopOfCompartment": [*map(str, game._at(car, "roof"))],
            f"{key}.containsMarshal": car == game.marshal,
            f"{key}.nPlayers": game.players,
            f"{key}.compartmentID": car,
        }
    return state


def _named(game: ColtExpress, action: Action) -> str:
    match action:
        case ("plan", kind):
            return str(kind)
        case ("draw", number):
            return f"Draw {number} cards"
        case ("move", to):
            step = to - game.places[game.owner][0]
            far = f" {abs(step)}" if abs(step) > 1 else ""
            return f"Move {'right' if step > 0 else 'left'}{far}"
        case ("climb", to):
            return f"Move {'up' if to == 'roof' else 'down'}"
        case ("rob", kind):
            return f"Collect loot ({kind})"
        case ("marshal", to):
            return f"Move marshal to comp={to}"
        case ("shoot", seat, _):
            django = game.characters[game.owner] == "Django"
            there = game.places[seat][0]
            return f"Shoot {game.characters[seat]}" + (f" to c={there}" if django else "")
        case ("punch", seat, to, kind):
            return f"Punch {game.characters[seat]} to c={to} dropping {kind}"
        case (("shoot" | "punch") as kind,):
            return f"{kind.capitalize()} nobody"
    return "Do nothing"


def _ours(card: str) -> str:
    return card.replace("|", " ")


def _chance(game: ColtExpress | None, what: str, options: Sequence[Any], after: Fields) -> Any:
    """Return what came out, from TAG's next state."""
    kind, *about = what.split()
    loads = [after[f"trainCompartments.{c}.lootInside"] for c in range(7) if _car(c) in after]
    match kind:
        case "characters" | "rounds":
            known = list(after["playerCharacters"].values())
            if kind == "rounds":
                known = [name.split("|")[0] for name in after["rounds"][:4]]
            return [*known, *(option for option in options if option not in known)]
        case "car":
            load = str(loads[int(about[0])])
            return load.count("Purse"), load.count("Jewel")
        case "station":
            return after["rounds"][4].split("|")[0]
        case "purse":
            car, number = map(int, about)
            return [_ours(token) for token in loads[car] if "Purse" in token][number]
        case "load":
            return [_ours(token) for token in loads[int(about[0])]]
        case "deck":
            hand, deck = (after[f"{key}.{about[0]}"] for key in ("playerHandCards", "playerDecks"))
            return [_ours(card) for card in hand[::-1] + deck]
    assert game is not None
    if kind == "pocket":
        car, level = game.places[int(about[0])]
        taken = _ours(after[f"playerLoot.{about[0]}"][0])
        return next(n for n in options if game.train[car][level][n] == taken)
    car, level = game.places[game.owner]
    key = f"trainCompartments.{car}.{'lootInside' if level == 'inside' else 'lootOnTop'}"
    before = game.train[car][level] if kind == "rob" else game.loot[int(about[0])]
    left = [_ours(token) for token in after[key if kind == "rob" else f"playerLoot.{about[0]}"]]
    return next((n for n in options if _rest(before, n) == left[-len(before) + 1 :]), options[0])


def _car(car: int) -> str:
    return f"trainCompartments.{car}.lootInside"


def _rest(tokens: list[str], place: int) -> list[str]:
    return tokens[:place] + tokens[place + 1 :]


IGNORED = ("pickedCount", "stillAvailableIdx")  # left-overs of the set-up
RECORDED = (Recorded("coltexpress", ColtExpress, _fields, _named, _chance, IGNORED),)
