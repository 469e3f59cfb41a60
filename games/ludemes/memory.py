"""What a game remembers: variables, the counter, values under names, and what is pending."""

from dataclasses import KW_ONLY

from boardless.games.language.facts import EFFECT, GLOBAL, PUTS, changes, reads
from boardless.games.language.ludeme import Word, ludeme
from boardless.games.ludemes.kinds import Condition, Integer, Integers, Moves, Region
from boardless.games.ludemes.moves import Then


@ludeme("set", "Var", example='(set Var "Taken" (+ (var "Taken") 1))')
class SetVariable(Moves):
    """Give a variable a value (-1); without a name, the one that is for the time being."""

    facts = EFFECT | PUTS | changes("memory")
    name: str | None
    value: Integer | None = None
    then: Then | None = None


@ludeme("var", example='(var "Taken")', facts=reads("memory"))
class Variable(Integer):
    """The value of a variable; -1 as long as it has been given none."""

    name: str | None = None


@ludeme("set", "Counter", example="(set Counter 0)", facts=EFFECT)
class SetCounter(Moves):
    """Set the counter (to -1), which goes up by one after every move."""

    value: Integer | None = None
    then: Then | None = None


@ludeme("counter", example="(counter)", facts=GLOBAL)
class Counter(Integer):
    """The counter: one less than the moves that were made, unless it has been set."""


@ludeme("remember", "Value", example='(remember Value "Moved" (last To) unique:True)')
class RememberValue(Moves):
    """Remember a value, under a name; perhaps only if it is not remembered yet."""

    facts = EFFECT | changes("memory")
    name: str | None
    value: Integer
    then: Then | None = None
    _: KW_ONLY
    unique: Condition | None = None


class Every(Word):
    """Everything of its sort."""

    ALL = "All"


@ludeme("forget", "Value", example='(forget Value "Moved" All)', facts=EFFECT | changes("memory"))
class ForgetValue(Moves):
    """Forget a value that is remembered under a name, or all of them."""

    name: str | None
    value: Every | Integer
    then: Then | None = None


@ludeme("values", "Remembered", example='(values Remembered "Moved")', facts=reads("memory"))
class ValuesRemembered(Integers):
    """The values that are remembered under a name, in the order in which they came."""

    name: str | None = None


@ludeme("set", "Pending", example="(set Pending (last To))", facts=EFFECT)
class SetPending(Moves):
    """Let a value (1), or the sites of a region, be pending until the next move has been made."""

    value: Integer | Region | None = None
    then: Then | None = None


@ludeme("is", "Pending", example="(is Pending)", facts=reads("pending"))
class IsPending(Condition):
    """Something is pending."""


@ludeme("value", "Pending", example="(value Pending)", facts=reads("pending"))
class PendingValue(Integer):
    """The one value that is pending; 0 where there is none or several."""


@ludeme("sites", "Pending", example="(sites Pending)", facts=reads("pending"))
class SitesPending(Region):
    """The sites that are pending."""
