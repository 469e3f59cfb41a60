"""Small games that everybody knows, in extensive form."""

from boardless.theory.building import Chance, Decision, End, Exact, Node, extensive
from boardless.theory.extensive import ExtensiveGame
from boardless.topo import whole_number


def _at_once(
    name: str, moves: tuple[str, str], table: dict[tuple[str, str], tuple[Exact, Exact]]
) -> ExtensiveGame:
    """Return a game in which both players move at once: the second does not see the first move."""
    return extensive(
        name,
        ("Row", "Column"),
        Decision(1, {
            first: Decision(2, {second: End(table[first, second]) for second in moves}, {2: "turn"})
            for first in moves
        }),
    )  # fmt: skip


def prisoners_dilemma() -> ExtensiveGame:
    """Return the prisoner's dilemma, two moves at once."""
    table: dict[tuple[str, str], tuple[Exact, Exact]] = {
        ("Silent", "Silent"): (-1, -1), ("Silent", "Betray"): (-3, 0),
        ("Betray", "Silent"): (0, -3), ("Betray", "Betray"): (-2, -2),
    }  # fmt: skip
    return _at_once("Prisoner's dilemma", ("Silent", "Betray"), table)


def matching_pennies() -> ExtensiveGame:
    """Return matching pennies: the first player wants equal sides, the second does not."""
    sides = ("Heads", "Tails")
    table: dict[tuple[str, str], tuple[Exact, Exact]] = {
        (a, b): (1, -1) if a == b else (-1, 1) for a in sides for b in sides
    }
    return _at_once("Matching pennies", sides, table)


def three_doors() -> ExtensiveGame:
    """Return the game of the prize behind one of three doors.

    Chance hides the prize, the player points at a door, another that hides nothing is opened (by
    chance, where there are two), and the player stays with his door or takes the last one.
    """
    doors = ("1", "2", "3")

    def opened(prize: str, chosen: str) -> Node:
        empty = [door for door in doors if door not in (prize, chosen)]
        stays, switches = (1, 0) if prize == chosen else (0, 1)
        return Chance({
            door: (f"1/{len(empty)}", Decision(
                1, {"Stay": End([stays]), "Switch": End([switches])}, {1: (chosen, door)}
            ))
            for door in empty
        })  # fmt: skip

    return extensive("Three doors", ("Guest",), Chance({
        prize: ("1/3", Decision(1, {door: opened(prize, door) for door in doors}, {1: "first"}))
        for prize in doors
    }))  # fmt: skip


def kuhn(players: int = 2) -> ExtensiveGame:
    """Return Kuhn's poker for two or more players, one card more than players.

    Everybody antes one and gets a card. In turn they check or bet one more; after a bet the others
    call it or fold, each once. The highest card of those who are in takes everything.
    Sources: H. W. Kuhn, A simplified two-person poker, 1950; for more players, N. Abou Risk and
    D. Szafron, Using counterfactual regret minimization to create competitive multiplayer poker
    agents, 2010.

    Raises
    ------
    InputError
        If there are fewer than two players or more than four.
    """
    number = whole_number(players, "players", 2, 4)
    names = [f"Player {n + 1}" for n in range(number)]
    cards = "TJQKA"[-number - 1 :] if number > 2 else "JQK"

    def dealt(hands: str) -> Node:
        if len(hands) == number:
            return turn(hands, "")
        left = [card for card in cards if card not in hands]
        return Chance({card: (f"1/{len(left)}", dealt(hands + card)) for card in left})

    def turn(hands: str, said: str) -> Node:
        bet = said.find("b")
        if len(said) == (number if bet < 0 else bet + number):
            return over(hands, said)
        who = len(said) % number
        moves = {"Check": "p", "Bet": "b"} if bet < 0 else {"Fold": "p", "Call": "b"}
        after = {label: turn(hands, said + letter) for label, letter in moves.items()}
        return Decision(who + 1, after, {who + 1: (hands[who], said)})

    def over(hands: str, said: str) -> Node:
        paid = [1 + ("b" in said[n::number]) for n in range(number)]
        inside = [n for n in range(number) if paid[n] == max(paid)]
        winner = max(inside, key=lambda n: cards.index(hands[n]))
        return End([sum(paid) * (n == winner) - paid[n] for n in range(number)])

    return extensive(f"Kuhn poker of {number}", names, dealt(""))
