"""Exploding Kittens: cards that steal, skip and look ahead, until one seat has not exploded.

Combinations are of cats: two of a kind, three of a kind, and five different ones. After a card that
can be noped, all who hold a Nope are asked in the order of the seats, again after every Nope.
"""

from collections.abc import Sequence
from typing import Any

from tools.models.cards import (
    Action,
    Chance,
    Seen,
    Table,
    counted,
    distinct,
    names,
    put,
    take,
    unseen,
)
from tools.models.tag import Fields, Recorded, by_seat, sight

KITTEN, DEFUSE, NOPE = "EXPLODING_KITTEN", "DEFUSE", "NOPE"
CATS = ("TACOCAT", "MELONCAT", "BEARDCAT", "RAINBOWCAT", "FURRYCAT")
ACTIONS = ("ATTACK", "SKIP", "FAVOR", "SHUFFLE", "SEETHEFUTURE")
NUMBERS = dict.fromkeys((*ACTIONS, *CATS), 4) | {"SEETHEFUTURE": 5, NOPE: 5}
DEFUSES = 6
DEALT = 7


class ExplodingKittens(Table):
    """Hands, the deck, the discards, and cards in play that may still be noped."""

    PILES = ("hands", "deck", "discards", "played")

    def __init__(self, players: int, chance: Chance, rules: str = "printed") -> None:
        super().__init__(players, chance, rules)
        cards = unseen(chance.shuffled("hands", counted(NUMBERS)))
        self.hands: list[list[Seen]] = []
        for seat in range(players):
            dealt = names(take(cards, DEALT))[::-1]
            self.hands.append(unseen([*dealt, DEFUSE], seat))
        rest = [*names(cards), *[DEFUSE] * (DEFUSES - players), *[KITTEN] * (players - 1)]
        self.deck = unseen(chance.shuffled("deck", rest))
        #: How many of the next cards lie in an order of which somebody may know something.
        self.laid_out = 0
        self.discards: list[str] = []
        self.played: list[str] = []
        self.turns_left = 1
        self.next_turns = 0
        self.attacked = False
        self.skipping = False
        self.dead: list[int] = []
        #: What may be noped, by whom the last card was played, who is asked, and the Nopes.
        self.asked: dict[str, Any] = {}
        #: Who gives a card to whom; who hides a kitten.
        self.giving: tuple[int, ...] = ()
        self.hiding = False
        #: From whom a card was taken last by chance.
        self.robbed = -1

    @property
    def mover(self) -> int:
        """The seat that decides next."""
        if self.asked:
            return int(self.asked["asked"])
        return self.giving[0] if self.giving else self.owner

    def _victims(self) -> list[int]:
        """Return the other living seats that have cards."""
        alive = [s for s in range(self.players) if self.results[s] == "ongoing"]
        return [seat for seat in alive if seat != self.owner and self.hands[seat]]

    def legal(self) -> list[Action]:
        """Return cards to play, with a seat; answers to a card; places for a kitten."""
        hand = names(self.hands[self.mover])
        if self.asked:
            return [("pass",), ("nope",)]
        if self.giving:
            return [("give", card) for card in distinct(hand)]
        if self.hiding:
            return [("hide", place) for place in range(len(self.deck) + 1)]
        actions: list[Action] = [("pass",)]
        for card in distinct(hand):
            if card in CATS and hand.count(card) > 1:
                actions += [(card, seat) for seat in self._victims()]
            if card in CATS and hand.count(card) > 2 and not self.tag:  # TAG: no threes and fives
                titles = [*NUMBERS, DEFUSE]
                actions += [(card, seat, wish) for seat in self._victims() for wish in titles]
            elif card == "FAVOR":
                actions += [(card, seat) for seat in self._victims()]
            elif card in ACTIONS:
                actions.append((card,))
        if all(cat in hand for cat in CATS) and not self.tag:
            actions += [("five", card) for card in distinct(self.discards) if card != KITTEN]
        return actions

    def apply(self, action: Action, chance: Chance) -> None:
        """Do it; what nobody can nope any more happens."""
        hand = self.hands[self.mover]
        match action:
            case ("pass",) if self.asked:
                self._ask(self.asked["asked"], chance)
            case ("pass",):
                self._end(chance)
            case ("nope",):
                self._play(hand, NOPE)
                self.asked |= {"last": self.mover, "nopes": self.asked["nopes"] + 1}
                self._ask(self.mover, chance)
            case ("give", card):
                recipient = self.giving[1]
                self._move(hand, names(hand).index(card), recipient)
                self.giving = ()
                self._continue(chance)
            case ("hide", place):
                at = names(hand).index(KITTEN)
                del hand[at]
                if not self.tag:  # Others do not know any more what lies where.
                    self.deck = [Seen(it, by & {self.owner}) for it, by in self.deck]
                self.deck.insert(place, Seen(KITTEN, frozenset({self.owner})))
                self.laid_out = len(self.deck)
                self.hiding = False
                self._end_turn()
            case _:
                self._play(hand, *self._cost(action))
                self.asked = {"action": action, "last": self.owner, "asked": -1, "nopes": 0}
                self._ask(self.owner, chance)

    @staticmethod
    def _cost(action: Action) -> list[str]:
        """Return the cards that an action takes."""
        if action[0] == "five":
            return list(CATS)
        return [action[0]] * (len(action) if action[0] in CATS else 1)

    def _play(self, hand: list[Seen], *cards: str) -> None:
        for card in cards:
            del hand[names(hand).index(card)]
            self.played.insert(0, card)

    def _move(self, hand: list[Seen], place: int, seat: int) -> None:
        """Move a card to another hand."""
        card = hand.pop(place).card
        self.hands[seat][:0] = unseen([card], seat)

    def _ask(self, after: int, chance: Chance) -> None:
        """Ask the next seat with a Nope; if there is none, the action happens or not."""
        for n in range(1, self.players + 1):
            seat = (after + n) % self.players
            if seat == self.asked["last"]:
                break
            if self.results[seat] == "ongoing" and NOPE in names(self.hands[seat]):
                self.asked["asked"] = seat
                return
        action, nopes = self.asked["action"], self.asked["nopes"]
        self.asked = {}
        if nopes % 2 == 0:
            self._act(action, chance)
        put(take(self.played, len(self.played)), self.discards)
        if not self.giving:
            self._continue(chance)

    def _act(self, action: Action, chance: Chance) -> None:
        """Do what cards do."""
        match action:
            case ("FAVOR", seat):
                if self.hands[seat]:
                    self.giving = (seat, self.owner)
            case ("SHUFFLE",):
                self.deck = unseen(chance.shuffled("deck", names(self.deck)))
                self.laid_out = 0
            case ("SEETHEFUTURE",):
                top = [Seen(card, by | {self.owner}) for card, by in self.deck[:3]]
                self.deck[:3] = top
                self.laid_out = max(self.laid_out, len(top))
            case ("SKIP",):
                self.skipping = True
            case ("ATTACK",):
                self.skipping = True
                # TAG: the last of several turns counts as none (Attack).
                more = self.turns_left > 1 if self.tag else self.attacked
                self.next_turns = 2 + (self.turns_left if more else 0)
                self.turns_left = 1
            case ("five", card):
                self.discards.remove(card)
                self.hands[self.owner][:0] = unseen([card], self.owner)
            case (_, seat, wish):
                held = names(self.hands[seat])
                if wish in held:
                    self._move(self.hands[seat], held.index(wish), self.owner)
            case (_, seat):
                hand = self.hands[seat]
                self.robbed = seat
                if hand:
                    self._move(hand, chance.choice("stolen", range(len(hand))), self.owner)

    def _continue(self, chance: Chance) -> None:
        """Go on with the turn after a card; in TAG it ends."""
        if self.tag or self.skipping:  # TAG: one card a turn
            self._end(chance)

    def _end(self, chance: Chance) -> None:
        """Draw, unless that is skipped; end the turn."""
        if self.skipping:
            self.skipping = False
            self._end_turn()
            return
        hand = self.hands[self.owner]
        (card,) = names(take(self.deck))
        self.laid_out = max(0, self.laid_out - 1)
        if card != KITTEN:
            hand[:0] = unseen([card], self.owner)
            self._end_turn()
        elif DEFUSE in names(hand):
            del hand[names(hand).index(DEFUSE)]
            self.discards.insert(0, DEFUSE)
            hand[:0] = unseen([KITTEN], self.owner)
            self.hiding = True
        else:
            self.discards.insert(0, KITTEN)
            self.dead.append(self.owner)
            self.results[self.owner] = "lose"
            self.turns_left = 1
            self._end_turn()

    def _end_turn(self) -> None:
        self.turns_left -= 1
        if len(self.dead) == self.players - 1:
            self.finish()
        elif self.turns_left == 0:
            self.end_turn()
            self.attacked = self.next_turns > 0
            self.turns_left, self.next_turns = max(1, self.next_turns), 0

    def scores(self) -> list[int]:
        """Return the order in which the seats have exploded."""
        last = len(self.dead) + 1
        return [
            self.dead.index(seat) + 1 if seat in self.dead else last for seat in range(self.players)
        ]


# -- the same games in TAG -------------------------------------------------------------------------


def _fields(game: ExplodingKittens) -> Fields:
    state = sight("drawPile", game.players, game.deck) | {
        "discardPile": game.discards,
        "inPlay": game.played,
        "currentPlayerTurnsLeft": game.turns_left,
        "nextAttackLevel": game.next_turns,
        "skip": game.skipping,
        "orderOfPlayerDeath": [
            game.dead.index(seat) + 1 if seat in game.dead else 0 for seat in range(game.players)
        ],
        "_stack": _stack(game),
    }
    for seat, hand in enumerate(game.hands):
        state |= sight(f"playerHandCards.{seat}", game.players, hand)
    return state


def _stack(game: ExplodingKittens) -> list[Fields]:
    if game.asked:
        return [
            {
                "class": "NopeableAction",
                "currentInterrupter": game.asked["asked"],
                "lastCardPlayedBy": game.asked["last"],
                "originalAction": _named(game, game.asked["action"]),
                "nopes": game.asked["nopes"],
            }
        ]
    if game.giving:
        giver, recipient = game.giving
        there: Fields = {"giver": giver, "recipient": recipient, "executed": False}
        return [{"class": "ChoiceOfCardToGive"} | there]
    if game.hiding:
        return [{"class": "DefuseKitten", "executed": False, "player": game.owner}]
    return []


def _named(game: ExplodingKittens, action: Action) -> str:
    match action:
        case ("pass",):
            return "Player passes"
        case ("nope",):
            return "Nope"
        case ("give", card):
            return f"Give card {card} from player {game.giving[0]} to player {game.giving[1]}"
        case ("hide", place):
            return f"Place Exploding Kitten at index {place}"
        case (card, seat):
            return f"Play {card} on player {seat}"
    return f"Play {action[0]}"


def _chance(game: ExplodingKittens | None, what: str, options: Sequence[Any], after: Fields) -> Any:
    """Return the deck before cards were drawn that lie in TAG's next state, or what was stolen."""
    hands = by_seat(after, "playerHandCards")
    if what == "hands":
        dealt = [card for hand in hands for card in hand[:-1][::-1]]
        rest = [card for card in after["drawPile"] if card not in (DEFUSE, KITTEN)]
        return dealt + rest
    if game is None:
        return after["drawPile"]
    if what == "deck":
        drawn = [] if hands[game.owner] == names(game.hands[game.owner]) else hands[game.owner][:1]
        if len(after["drawPile"]) < len(options) and not drawn:
            drawn = [KITTEN]
        return [*drawn, *after["drawPile"]]
    (victim,) = (seat for seat in range(game.players) if len(hands[seat]) < len(game.hands[seat]))
    hand = names(game.hands[victim])
    return next(n for n in options if hand[:n] + hand[n + 1 :] == hands[victim])


RECORDED = (Recorded("explodingkittens", ExplodingKittens, _fields, _named, _chance),)
