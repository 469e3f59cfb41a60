"""Pandemic with the five events and seven roles: all play together against four diseases.

Printed, events are played by the seat whose turn it is, and cost nothing. A city has a dict of
cubes by colour. The games have four epidemics.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

from tools.models.cards import Action, Chance, Table, take
from tools.models.tag import Fields, Recorded

COLOURS = ("yellow", "red", "blue", "black")
#: Colour, population in thousands, and roads to cities that come later in the alphabet.
MAP = {
    "Algiers": ("black", 2946, ["Cairo", "Istanbul", "Madrid", "Paris"]),
    "Atlanta": ("blue", 4715, ["Chicago", "Miami", "Washington"]),
    "Baghdad": ("black", 6204, ["Cairo", "Istanbul", "Karachi", "Riyadh", "Tehran"]),
    "Bangkok": ("red", 7151, ["Chennai", "Ho Chi Minh City", "Hong Kong", "Jakarta", "Kolkata"]),
    "Beijing": ("red", 17311, ["Seoul", "Shanghai"]),
    "Bogota": ("yellow", 8702, ["Buenos Aires", "Lima", "Mexico City", "Miami", "Sao Paolo"]),
    "Buenos Aires": ("yellow", 13639, ["Sao Paolo"]),
    "Cairo": ("black", 14718, ["Istanbul", "Khartoum", "Riyadh"]),
    "Chennai": ("black", 8865, ["Delhi", "Jakarta", "Kolkata", "Mumbai"]),
    "Chicago": ("blue", 9121, ["Los Angeles", "Mexico City", "Montreal", "San Francisco"]),
    "Delhi": ("black", 22242, ["Karachi", "Kolkata", "Mumbai", "Tehran"]),
    "Essen": ("blue", 575, ["London", "Milan", "Paris", "St Petersburg"]),
    "Ho Chi Minh City": ("red", 8314, ["Hong Kong", "Jakarta", "Manila"]),
    "Hong Kong": ("red", 7106, ["Kolkata", "Manila", "Shanghai", "Taipei"]),
    "Istanbul": ("black", 13576, ["Milan", "Moscow", "St Petersburg"]),
    "Jakarta": ("red", 26063, ["Sydney"]),
    "Johannesburg": ("yellow", 3888, ["Khartoum", "Kinshasa"]),
    "Karachi": ("black", 20711, ["Mumbai", "Riyadh", "Tehran"]),
    "Khartoum": ("yellow", 4887, ["Kinshasa", "Lagos"]),
    "Kinshasa": ("yellow", 9046, ["Lagos"]),
    "Kolkata": ("black", 14374, []),
    "Lagos": ("yellow", 11547, ["Sao Paolo"]),
    "Lima": ("yellow", 9121, ["Mexico City", "Santiago"]),
    "London": ("blue", 8586, ["Madrid", "New York", "Paris"]),
    "Los Angeles": ("yellow", 14900, ["Mexico City", "San Francisco", "Sydney"]),
    "Madrid": ("blue", 5427, ["New York", "Paris", "Sao Paolo"]),
    "Manila": ("red", 20767, ["San Francisco", "Sydney", "Taipei"]),
    "Mexico City": ("yellow", 19463, ["Miami"]),
    "Miami": ("yellow", 558.2, ["Washington"]),
    "Milan": ("blue", 5232, ["Paris"]),
    "Montreal": ("blue", 3429, ["New York", "Washington"]),
    "Moscow": ("black", 15512, ["St Petersburg", "Tehran"]),
    "Mumbai": ("black", 16910, []),
    "New York": ("blue", 20464, ["Washington"]),
    "Osaka": ("red", 2871, ["Taipei", "Tokyo"]),
    "Paris": ("blue", 10755, []),
    "Riyadh": ("black", 5037, []),
    "San Francisco": ("blue", 5864, ["Tokyo"]),
    "Santiago": ("yellow", 6015, []),
    "Sao Paolo": ("yellow", 20186, []),
    "Seoul": ("red", 22537, ["Shanghai", "Tokyo"]),
    "Shanghai": ("red", 13482, ["Taipei", "Tokyo"]),
    "St Petersburg": ("blue", 4879, []),
    "Sydney": ("red", 3785, []),
    "Taipei": ("red", 8338, []),
    "Tehran": ("black", 7419, []),
    "Tokyo": ("red", 13189, []),
    "Washington": ("blue", 4679, []),
}
ROADS = {(a, b) for a, (_, _, later) in MAP.items() for b in later}
#: TAG has one road more than the printed map.
TAG_ROAD = ("Algiers", "Milan")
EVENTS = ("Airlift", "Government Grant", "One quiet night", "Forecast", "Resilient Population")
EPIDEMIC = "epidemic"
ROLES = (
    "Medic",
    "Dispatcher",
    "Scientist",
    "Researcher",
    "Operations Expert",
    "Quarantine Specialist",
    "Contingency Planner",
)
RATES = (2, 2, 2, 3, 3, 4, 4)
CUBES, STATIONS, OUTBREAKS, LIMIT, STEPS = 24, 6, 8, 7, 4
CURED, ERADICATED = 1, 2


class Pandemic(Table):
    """Hands, decks, pawns, and a map with cubes and stations."""

    PILES = ("hands", "deck", "discards", "infections", "infection_discards", "planner", "removed")
    HANDS = ()
    COVERED = ("deck", "infections")

    def __init__(self, players: int, chance: Chance, rules: str = "printed") -> None:
        super().__init__(players, chance, rules)
        roads = ROADS | ({TAG_ROAD} if self.tag else set())
        self.roads = {
            city: sorted({b for a, b in roads if a == city} | {a for a, b in roads if b == city})
            for city in MAP
        }
        self.cubes = {city: dict.fromkeys(COLOURS, 0) for city in MAP}
        self.supply = dict.fromkeys(COLOURS, CUBES)
        self.cures = dict.fromkeys(COLOURS, 0)
        self.rate = self.outbreaks = self.step = self.drawn = 0
        self.lost = self.quiet = self.epidemic = self.flown = False
        self.phase = "Main"  # TAG's word where nobody has to react
        #: Who has to discard or may remove a card; cards that are put back in an order.
        self.pending: tuple[str, int] | None = None
        self.forecast: list[str] = []
        self.roles: list[str] = []
        self.places = ["Atlanta"] * players
        self.arrived: list[int] = []  # pawns, the last one that has moved at the end
        cards = chance.shuffled("player cards", [*MAP, *EVENTS])
        self.infections = chance.shuffled("infections", list(MAP))
        self.infection_discards: list[str] = []
        for cubes in (3, 3, 3, 2, 2, 2, 1, 1, 1):
            (city,) = take(self.infections)
            self.infection_discards.insert(0, city)
            self._infect(city, cubes)
        self.unused_roles = chance.shuffled("roles", ROLES)
        self.roles = take(self.unused_roles, players)
        self.arrived = list(range(players))
        number = {2: 4, 3: 3, 4: 2}[players]
        self.hands = [take(cards, number)[::-1] for _ in range(players)]
        self.discards: list[str] = []
        self.planner: list[str] = []
        self.removed: list[str] = []
        self._prepare(cards, chance)
        most = [max((MAP[c][1] for c in hand if c in MAP), default=0) for hand in self.hands]
        self.owner = self.first = most.index(max(most))
        self.stations = ["Atlanta"]

    def _prepare(self, cards: list[str], chance: Chance) -> None:
        """Shuffle epidemics into four parts of the deck."""
        deck = chance.shuffled("rest", cards)
        size, left = divmod(len(deck), 4)
        sizes = [size + (n < left and not self.tag) for n in range(4)]
        for n in range(4):  # TAG: no epidemic last of all in a part (Set-up 4)
            inside = range(sizes[n] + (not self.tag))
            place = sum(sizes[:n]) + n + chance.choice(f"epidemic {n}", inside)
            deck.insert(place, EPIDEMIC)
        self.deck = deck

    @property
    def mover(self) -> int:
        """The seat that decides next."""
        return self.pending[1] if self.pending else self.owner

    def _at(self, city: str, *roles: str) -> list[int]:
        """Return the pawns in a city; those with these roles, if any are named."""
        found = [seat for seat in self.arrived if self.places[seat] == city]
        return [seat for seat in found if not roles or self.roles[seat] in roles]

    # -- what may be done --------------------------------------------------------------------------

    def legal(self) -> list[Action]:
        """Return steps, or the cards that can be discarded, removed or put on top."""
        if self.forecast:
            return [("top", card) for card in self.forecast]
        if self.pending:
            if self.pending[0] == "discard":
                return [("discard", n) for n in range(len(self.hands[self.mover]))]
            cards = range(len(self.infection_discards))
            return [("nothing",), *(("remove", n) for n in cards)]
        me = self.owner
        actions: dict[tuple[Any, ...], Action] = {}
        # Moves of a pawn without a card are the same; TAG: also those with one card (Available).
        stored = self.planner if self.roles[me] == "Contingency Planner" else []
        events = [
            event
            for where, cards in (("hand", self.hands[me]), ("planner", stored))
            for n, card in enumerate(cards)
            for event in self._events(card, where, n)
        ]
        for action in [*self._moves(me), *events]:
            is_travel = action[0] in NAMES and (self.tag or action[-1] is None)
            key = action[1:] if is_travel else action
            if self.tag and action[0] == "Airlift":
                key = (*action[3:], action[2])
            actions.setdefault(key, action)
        found = list(actions.values())
        found += self._builds()
        here = self.places[me]
        found += [("treat", colour) for colour in COLOURS if self.cubes[here][colour]]
        found += self._shares()
        found += self._cures()
        if self.roles[me] == "Contingency Planner" and not self.planner:
            found += [("store", c) for c in self.discards if c in EVENTS]
        return found

    def _moves(self, me: int) -> Iterator[Action]:
        """Yield moves of one's pawn, and for a Dispatcher of all pawns."""
        yield from self._travels(me)
        here = self.places[me]
        hand = self.hands[me]
        # TAG: an Operations Expert flies any number of times a turn.
        able = self.roles[me] == "Operations Expert" and (self.tag or not self.flown)
        if able and here in self.stations:
            for n, card in enumerate(hand):
                if card in MAP:
                    yield from (("expert", me, city, n) for city in MAP if city != here)
        if self.roles[me] == "Dispatcher":
            for pawn in range(self.players):
                others = [s for s in range(self.players) if s != pawn]
                yield from (("dispatch", pawn, self.places[other], None) for other in others)
            for pawn in range(self.players):
                if pawn != me:
                    yield from self._travels(pawn)

    def _travels(self, pawn: int) -> Iterator[Action]:
        here = self.places[pawn]
        near = self.roads[here]
        yield from (("drive", pawn, city, None) for city in near)
        far = [city for city in MAP if city != here and (city not in near or not self.tag)]
        for n, card in enumerate(self.hands[self.owner]):
            if card == here:
                yield from (("charter", pawn, city, n) for city in far)
            elif card in far:
                yield ("direct", pawn, card, n)
        if here in self.stations:
            there = [city for city in self.stations if self.tag or city != here]
            yield from (("shuttle", pawn, city, None) for city in there)

    def _builds(self) -> Iterator[Action]:
        here = self.places[self.owner]
        free = self.roles[self.owner] == "Operations Expert"
        if here not in self.stations and (free or here in self.hands[self.owner]):
            card = None if free else here
            yield from (("build", here, old, card) for old in self._old_stations())

    def _old_stations(self) -> list[str | None]:
        """Return the stations that can be moved if there is none left."""
        return [*self.stations] if len(self.stations) == STATIONS else [None]

    def _shares(self) -> Iterator[Action]:
        me = self.owner
        here = self.places[me]
        for other in self._at(here):
            if other == me:
                continue
            for giver, taker in ((me, other), (other, me)):
                for card in self.hands[giver]:
                    # TAG: a Researcher gives events, too (Share knowledge).
                    any_card = self.roles[giver] == "Researcher" and (self.tag or card in MAP)
                    if card == here or any_card:
                        yield ("share", giver, taker, card)

    def _cures(self) -> Iterator[Action]:
        hand = self.hands[self.owner]
        number = 4 if self.roles[self.owner] == "Scientist" else 5
        if self.places[self.owner] not in self.stations:
            return
        for colour in COLOURS:
            cards = [card for card in hand if card in MAP and MAP[card][0] == colour]
            if len(cards) < number:
                continue
            if self.tag:  # TAG: all of them, also for a disease that is cured (Cure)
                yield ("cure", colour, *cards)
            elif not self.cures[colour]:
                yield from (("cure", colour, *some) for some in combinations(cards, number))

    def _events(self, card: str, where: str, n: int) -> Iterator[Action]:
        """Yield what an event can do."""
        if card == "Airlift":
            for pawn in range(self.players):
                cities = [city for city in MAP if city != self.places[pawn]]
                yield from (("Airlift", where, n, pawn, city) for city in cities)
        elif card == "Government Grant":
            for city in MAP:
                if city not in self.stations:
                    yield from ((card, where, n, city, old) for old in self._old_stations())
        elif card in ("One quiet night", "Forecast"):
            yield (card, where, n)
        elif card == "Resilient Population" and not self.tag:
            places = range(len(self.infection_discards))
            yield from ((card, where, n, place) for place in places)

    # -- what is done ------------------------------------------------------------------------------

    def apply(self, action: Action, chance: Chance) -> None:
        """Do a step and what follows it, or decide what had to be decided."""
        self.phase = "Main"
        match action:
            case ("top", card):
                self.forecast.remove(card)
                self.infections.insert(0, card)
            case ("discard", n):
                self.discards.insert(0, self.hands[self.mover].pop(n))
                if len(self.hands[self.mover]) <= LIMIT:
                    self.pending = None
                    self.phase = "DiscardReaction"
            case ("nothing",) | ("remove", _):
                self._answer(action, chance)
            case _:
                free = action[0] in EVENTS and not self.tag  # TAG: events cost a step
                taker = self._do(action, chance)
                self.step += not free
                if all(self.cures.values()):
                    self._over("win")
                    return
                if taker is not None and len(self.hands[taker]) > LIMIT:
                    self.pending = ("discard", taker)
        self._continue(chance)

    def _answer(self, action: Action, chance: Chance) -> None:
        """Remove a card of the infection discards, or not, in an epidemic."""
        if action[0] == "remove":
            self.removed.append(self.infection_discards.pop(action[1]))
            hand = self.hands[self.mover]
            hand.remove("Resilient Population")
            self.discards.insert(0, "Resilient Population")
        self.pending = None
        self._intensify(chance)

    def _continue(self, chance: Chance) -> None:
        """Draw and infect after four steps, unless somebody has to decide."""
        while not self.pending and not self.is_over and not self.forecast and self.step >= STEPS:
            if self.drawn < 2:
                self._draw(chance)
            elif len(self.hands[self.owner]) > LIMIT:
                self.pending = ("discard", self.owner)
            else:
                self._infect_cities()

    def _draw(self, chance: Chance) -> None:
        """Draw a card; an epidemic happens at once."""
        if not self.deck:
            self._over("lose")
            return
        (card,) = take(self.deck)
        self.epidemic = False
        self.drawn += 1
        if not self.deck and self.tag:  # TAG: lost with the last card (Draw)
            if card != EPIDEMIC:
                self.hands[self.owner].insert(0, card)
            self._over("lose")
        elif card != EPIDEMIC:
            self.hands[self.owner].insert(0, card)
        else:
            self.removed.append(card)
            self._epidemic(chance)

    def _epidemic(self, chance: Chance) -> None:
        self.epidemic = True
        self.rate += 1
        city = self.infections.pop()
        self.infection_discards.insert(0, city)
        self._infect(city, 3)
        holders = [s for s, hand in enumerate(self.hands) if "Resilient Population" in hand]
        if holders and not self.is_over:
            self.pending = ("remove", holders[0])
        else:
            self._intensify(chance)

    def _intensify(self, chance: Chance) -> None:
        """Shuffle the infection discards onto their deck."""
        cards = take(self.infection_discards, len(self.infection_discards))
        self.infections[:0] = chance.shuffled("intensify", cards)
        self._check()

    def _infect_cities(self) -> None:
        """Infect cities by the rate; the next seat begins."""
        self.epidemic = False
        self.phase = "Main"
        for city in take(self.infections, 0 if self.quiet else RATES[self.rate]):
            self.infection_discards.insert(0, city)
            self._infect(city, 1)
        self._check()
        if self.is_over:
            return
        self.quiet = self.flown = False
        self.step = self.drawn = 0
        self.end_turn()
        if self.turn == self.players:
            owner = self.owner
            self.end_round(self.first)
            self.owner = owner

    def _check(self) -> None:
        if self.outbreaks >= OUTBREAKS or not self.infections or self.lost:
            self._over("lose")

    def _over(self, result: str) -> None:
        self.status = f"all {result}"
        if not self.tag:
            self.finish()

    def finish(self) -> None:
        """All win or all lose."""
        result = self.status.removeprefix("all ")
        self.results = [result] * self.players

    def scores(self) -> list[int]:
        """Return nothing in TAG, else the number of cures."""
        cures = 0 if self.tag else sum(map(bool, self.cures.values()))
        return [cures] * self.players

    # -- steps -------------------------------------------------------------------------------------

    def _do(self, action: Action, chance: Chance) -> int | None:
        """Do a step; return the seat whose hand may have grown too large."""
        me = self.owner
        hand = self.hands[me]
        match action:
            case ("drive" | "direct" | "charter" | "shuttle" | "expert" | "dispatch", *_):
                self._travel(action)
            case ("build", city, old, card):
                self._build(city, old)
                if card:
                    hand.remove(card)
                    self.discards.insert(0, card)
            case ("treat", colour):
                self._treat(self.places[me], colour)
            case ("share", giver, taker, card):
                self.hands[giver].remove(card)
                self.hands[taker].insert(0, card)
                return int(taker)
            case ("cure", colour, *cards):
                for card in cards:
                    hand.remove(card)
                    self.discards.insert(0, card)
                self.cures[colour] = max(self.cures[colour], CURED)
                self._eradicate(colour)
                if not self.tag:
                    self._medics()
            case ("store", card):
                self.discards.remove(card)
                self.planner.insert(0, card)
            case _:
                self._event(action)
        return None

    def _travel(self, action: Action) -> None:
        """Move a pawn; a card is discarded."""
        kind, pawn, city, n = action
        # TAG: the card of that number leaves the hand of the pawn that is moved (Dispatcher).
        hand = self.hands[pawn if self.tag else self.owner]
        if n is not None and n < len(hand):
            self.discards.insert(0, hand.pop(n))
        self._put(pawn, city)
        self.flown |= kind == "expert"
        self._arrive(city)

    def _put(self, pawn: int, city: str) -> None:
        self.places[pawn] = city
        self.arrived.remove(pawn)
        self.arrived.append(pawn)

    def _arrive(self, city: str) -> None:
        if not self.tag:
            self._medics()
        elif self.roles[self.owner] == "Medic":  # TAG: whichever pawn moves (Medic)
            for colour in COLOURS:
                if self.cures[colour] and self.cubes[city][colour]:
                    self._treat(city, colour)

    def _medics(self) -> None:
        """Remove cubes of cured diseases where a Medic is."""
        for seat, role in enumerate(self.roles):
            for colour in COLOURS:
                if role == "Medic" and self.cures[colour] and self.cubes[self.places[seat]][colour]:
                    self._remove(self.places[seat], colour, 3)

    def _build(self, city: str, old: str | None) -> None:
        if old:
            self.stations.remove(old)
        self.stations.append(city)

    def _treat(self, city: str, colour: str) -> None:
        every = self.cures[colour] or self.roles[self.owner] == "Medic"
        self._remove(city, colour, self.cubes[city][colour] if every else 1)

    def _remove(self, city: str, colour: str, number: int) -> None:
        number = min(number, self.cubes[city][colour])
        self.cubes[city][colour] -= number
        self._supply(colour, number)
        self._eradicate(colour)

    def _supply(self, colour: str, number: int) -> None:
        """Change the supply of cubes; in TAG it stays between nothing and all."""
        self.supply[colour] += number
        if self.supply[colour] < 0:
            self.lost = not self.tag  # TAG: cubes cannot run out (Supply counters)
        self.supply[colour] = min(CUBES, max(0, self.supply[colour]))

    def _eradicate(self, colour: str) -> None:
        if self.cures[colour] == CURED and self.supply[colour] == CUBES:
            self.cures[colour] = ERADICATED

    def _event(self, action: Action) -> None:
        """Do what an event does."""
        card, where, n = action[:3]
        hand = self.hands[self.owner]
        if where == "hand":
            self.discards.insert(0, hand.pop(n))
        elif not self.tag:
            self.removed.append(self.planner.pop(n))
        elif card == "Airlift" and hand:  # TAG: the first card of the hand (Contingency Planner)
            self.discards.insert(0, hand.pop(0))
        match action:
            case ("Airlift", _, _, pawn, city):
                self._put(pawn, city)
                self._arrive(city)
            case ("Government Grant", _, _, city, old):
                self._build(city, old)
            case ("One quiet night", *_):
                self.quiet = True
            case ("Resilient Population", _, _, place):
                self.removed.append(self.infection_discards.pop(place))
            case ("Forecast", *_) if self.tag:  # TAG: nothing happens (Forecast)
                self.phase = "Forecast"
            case ("Forecast", *_):
                self.forecast = take(self.infections, 6)

    # -- infections --------------------------------------------------------------------------------

    def _infect(self, city: str, number: int) -> None:
        """Place cubes of the city's colour."""
        colour = MAP[city][0]
        if not self._safe(city, colour):
            have = self.cubes[city][colour] + number
            self.cubes[city][colour] = min(3, have)
            over = max(0, have - 3)
            # TAG: the supply grows by what is too much (Infecting a city).
            self._supply(colour, over if self.tag and over else over - number)
            if have > 3:
                self._break_out(city, colour, [])

    def _safe(self, city: str, colour: str) -> bool:
        if self.cures[colour] == ERADICATED:
            return True
        # TAG: not in the cities around (Infecting a city).
        around = [] if self.tag else self.roads[city]
        if any(self._at(near, "Quarantine Specialist") for near in [city, *around]):
            return True
        return bool(not self.tag and self.cures[colour] and self._at(city, "Medic"))

    def _break_out(self, city: str, colour: str, broken: list[str]) -> None:
        """Spread a disease to the cities around, each of which breaks out once."""
        if self.tag:
            for chained in self._spread(city, colour):
                self._spread(chained, colour)
            return
        broken.append(city)
        self.outbreaks = min(OUTBREAKS, self.outbreaks + 1)
        for near in self.roads[city]:
            if near in broken or self._safe(near, colour):
                continue
            if self.cubes[near][colour] == 3:
                self._break_out(near, colour, broken)
            else:
                self.cubes[near][colour] += 1
                self._supply(colour, -1)

    def _spread(self, city: str, colour: str) -> list[str]:
        """Spread a disease as TAG does; return the cities that break out themselves."""
        self.outbreaks = min(OUTBREAKS, self.outbreaks + 1)
        chained = []
        for near in self.roads[city]:
            # TAG: once for each pawn there, so that most cities get nothing (Outbreak).
            for seat in self._at(near):
                if self.roles[seat] == "Quarantine Specialist":
                    continue
                if self.cubes[near][colour] == 3:
                    chained.append(near)
                else:
                    self.cubes[near][colour] += 1
                    self._supply(colour, -1)
        return chained


# -- the same games in TAG -------------------------------------------------------------------------

NAMES = {
    "drive": "DriveFerry",
    "direct": "DirectFlight",
    "charter": "CharterFlight",
    "shuttle": "ShuttleFlight",
    "expert": "OperationsExpert",
    "dispatch": "Dispatcher",
}


def _fields(game: Pandemic) -> Fields:
    phases = {"discard": "DiscardReaction", "remove": "RPReaction"}
    state: Fields = {
        "areas.-1.Infection Discard": game.infection_discards,
        "areas.-1.Infections": game.infections,
        "areas.-1.Infection Rate": game.rate,
        "areas.-1.Outbreaks": game.outbreaks,
        "areas.-1.Planner Deck": game.planner,
        "areas.-1.Player Deck": game.deck,
        "areas.-1.Player Deck Discard": game.discards,
        "areas.-1.Player Roles": game.unused_roles,
        "areas.-1.Research Stations": STATIONS - len(game.stations),
        "tempDeck": [],
        "quietNight": game.quiet,
        "epidemic": game.epidemic,
        "nCardsDrawn": game.drawn if game.pending else 0,
        "researchStationLocations": game.stations,
        "_phase": phases[game.pending[0]] if game.pending else game.phase,
        "_to.nStepsPerTurn": STEPS,
        "_to.turnStep": game.step,
        "_to.reactivePlayers": [game.pending[1]] if game.pending else [],
        "_to.nMaxRounds": 0,
    }
    for colour in COLOURS:
        state[f"areas.-1.Disease Cube {colour}"] = game.supply[colour]
        state[f"areas.-1.Disease {colour}"] = game.cures[colour]
    for seat in range(game.players):
        state[f"areas.{seat}.Player Hand"] = game.hands[seat]
        state[f"areas.{seat}.Player Role"] = game.roles[seat]
        state[f"areas.{seat}.Player Role.location"] = game.places[seat]
    for city in MAP:
        state[f"world.{city}"] = {
            "Research Stations": city in game.stations,
            "infection": [game.cubes[city][colour] for colour in COLOURS],
            "players": game._at(city),
        }
    return state


def _with(game: Pandemic, seat: int, n: int) -> str:
    hand = game.hands[seat]
    card = f"[card={hand[n]}]" if n < len(hand) else "[card?]"
    return f" with card {n} of p{seat} {card}"


def _named(game: Pandemic, action: Action) -> str:
    me = game.owner
    match action:
        case (kind, pawn, city, n) if kind in NAMES:
            using = "" if n is None else _with(game, pawn, n)
            return f"{NAMES[kind]}: p{pawn} to {city}{using}"
        case ("build", city, old, card):
            using = f" with card [card={card}]" if card else ""
            return f"Add Research Station in {city}{f' from {old}' if old else ''}{using}"
        case ("Government Grant", _, _, city, old):
            moved = f" from {old}" if old else ""
            return f"Add Research Station in {city}{moved} with card [card=Government Grant]"
        case ("treat", colour):
            every = game.cures[colour] or game.roles[me] == "Medic"
            return f"Treat Disease {colour} in {game.places[me]}{' (all)' if every else ''}"
        case ("share", giver, taker, card):
            return f"Share Knowledge: {giver} gives {card} to {taker} [card={card}]"
        case ("store", card):
            decks = "deckFrom=Player Deck Discard, deckTo=Planner Deck"
            return f"DrawCard{{{decks}, card=CARD, toIndex=0}} [card={card}]"
        case ("discard", n):
            decks = "deckFrom=Player Hand, deckTo=Player Deck Discard"
            return f"DrawCard{{{decks}, card=CARD, toIndex=0}} [card={game.hands[game.mover][n]}]"
        case ("remove", n):
            removed = f"component={n}, removes={game.infection_discards[n]}"
            deck = "deck=Infection Discard"
            return f"RemoveComponentFromDeck{{{deck}, {removed}, cardPlayed=Resilient Population}}"
        case ("Airlift", _, n, pawn, city):
            return f"Airlift: p{pawn} to {city}{_with(game, me, n)}"
        case ("One quiet night", *_):
            return "QuietNight [card=One quiet night]"
        case ("Forecast", *_):
            return "Forecast [card=Forecast]"
        case ("nothing",):
            return "DoNothing"
    return f"Cure Disease {action[1:]}"  # in none of the recordings


def _chance(game: Pandemic | None, what: str, options: Sequence[Any], after: Fields) -> Any:
    """Return what came out, from TAG's next state."""
    deck = after["areas.-1.Player Deck"]
    kind, *about = what.split()
    if kind == "roles":
        return _roles(after) + after["areas.-1.Player Roles"]
    if kind == "infections":
        return after["areas.-1.Infection Discard"][::-1] + after["areas.-1.Infections"]
    if kind == "player":
        dealt = [card for hand in _hands(after) for card in hand[::-1]]
        return dealt + [card for card in options if card not in dealt]
    if kind == "rest":
        return [card for card in deck if card != EPIDEMIC]
    if kind == "epidemic":
        number = int(about[0])
        places = [n for n, card in enumerate(deck) if card == EPIDEMIC]
        return places[number] - number * (len(options) + 1)
    assert game is not None
    drawn = len(options) + len(game.infections) - len(after["areas.-1.Infections"])
    order = after["areas.-1.Infection Discard"][:drawn][::-1] + after["areas.-1.Infections"]
    return order[: len(options)]


def _hands(after: Fields) -> list[list[str]]:
    return [after[key] for n in range(4) if (key := f"areas.{n}.Player Hand") in after]


def _roles(after: Fields) -> list[str]:
    return [after[key] for n in range(4) if (key := f"areas.{n}.Player Role") in after]


RECORDED = (Recorded("pandemic", Pandemic, _fields, _named, _chance),)
