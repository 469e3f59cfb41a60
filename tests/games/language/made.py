"""Descriptions of games made at random from the grammar, most of them senseless."""

from random import Random

from boardless.games.language.kinds import Condition, Moves
from boardless.games.language.ludeme import BARE, LUDEMES, Limits, Ludeme, Word
from boardless.games.language.signatures import Parameter, Type, parameters
from boardless.games.ludemes.ends import End

#: What stands before the rules of a game: boards that are there and boards that grow.
OPENINGS = (
    '(board (square 3)) (piece "Disc" Each) (regions P1 (sites Top)) (regions P2 (sites Bottom))',
    '(board (hex 2)) (piece "Disc" Each) (piece "Ball" Neutral) (hand Each)',
    '(board (square 4) use:Vertex) (piece "Disc" Each) (dice d:6 num:2) (map {(pair 0 3)})',
    '(board (hex 2) {(track "Track" {0 1 2 3 4} loop:True)}) (piece "Disc" Each)',
    '(boardless Hexagonal) (tile "Disc" Each)',
    '(boardless Square) (tile "Disc" Each) (piece "Ball" Each)',
)
#: Names that the openings give, one that none gives, and one that a rule may remember by.
NAMES = ("Disc", "Disc1", "Ball", "Track", "Nobody", "Kept")
#: How deep ludemes are in one another, and how often what may be left out is there.
DEPTH, THERE = 5, 0.25


def made_game(seed: int) -> str:
    """Return the text of a game; the same for the same seed."""
    random = Random(seed)
    moves = made_ludeme(random, Moves, DEPTH)
    # Most games have the start and the end of a plain one, so that they get somewhere.
    ends = f"(if {made_ludeme(random, Condition, DEPTH - 2)} (result Mover Win))"
    end = f"(end {ends})" if random.random() < 0.9 else made_as(random, End, DEPTH)
    place = '(start (place "Disc1" (centrePoint)))' if random.random() < 0.5 else ""
    equipment = random.choice(OPENINGS)
    return f'(game "Made" (equipment {{{equipment}}}) (rules {place} (play {moves}) {end}))'


def made_ludeme(random: Random, kind: type[Ludeme], depth: int) -> str:
    """Return the text of some ludeme of a kind, with others in it as deep as said."""
    members = [cls for named in LUDEMES.values() for cls in named if issubclass(cls, kind)]
    plain = BARE.get(kind, [])
    if plain and (not members or depth <= 0 or random.random() < 0.3):
        return made_as(random, random.choice(plain), depth)
    if depth <= 0:
        needs = {cls: sum(not p.optional for p in parameters(cls)) for cls in members}
        members = [cls for cls in members if needs[cls] == min(needs.values())]
    return made_as(random, random.choice(members), depth)


def made_as(random: Random, cls: type[Ludeme], depth: int) -> str:
    """Return the text of one ludeme with arguments."""
    given = [p for p in parameters(cls) if not p.optional or random.random() < THERE * (depth > 0)]
    texts = [_argument(random, parameter, depth - 1) for parameter in given]
    if not cls.head:
        return " ".join(texts)
    return f"({' '.join(filter(None, [cls.head, cls.variant, *texts]))})"


def _argument(random: Random, parameter: Parameter, depth: int) -> str:
    many = parameter.many
    count = random.randint(max(many.low, 1), max(many.low, 2)) if many else 1
    texts = [_value(random, random.choice(parameter.choices), depth) for _ in range(count)]
    text = f"{{{' '.join(texts)}}}" if many else texts[0]
    return f"{parameter.key}:{text}" if parameter.key else text


def _value(random: Random, choice: Type, depth: int) -> str:
    base, limits = choice.base, choice.limits or Limits(0)
    if issubclass(base, Ludeme):
        return made_as(random, base, depth) if base.head else made_ludeme(random, base, depth)
    if issubclass(base, Word):
        return str(random.choice(list(base)))
    if base is str:
        return f'"{random.choice(NAMES)}"'
    if base is bool:
        return random.choice(("True", "False"))
    # Mostly numbers that mean something on a small board.
    far = random.random() < 0.05
    high = limits.high if limits.high is not None else 2**31
    low = max(limits.low, 0)
    return str(random.choice((low, high)) if far else random.randint(low, min(high, low + 6)))
