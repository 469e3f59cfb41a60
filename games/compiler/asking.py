"""What is asked of moves after they have been listed, as source.

Whether a move may be made often depends on what it leads to, and then it has to be made and taken
back. Rules list candidates, and ask that of each where all legal moves are wanted. Where one is
drawn, they ask only those that are drawn.
"""

from boardless.games.compiler.functions import function
from boardless.games.compiler.left_to_chance import has_chance
from boardless.games.compiler.repetition import ask_for_repeats, forbidden_repeats
from boardless.games.compiler.rules import Rules
from boardless.games.compiler.source import Source
from boardless.games.language.ludeme import inside
from boardless.games.ludemes.game import Swap
from boardless.games.ludemes.kinds import Moves, Region


def asking(out: Source, rules: Rules) -> None:
    """Add `count_moves`, `has_move` and, where something is asked of moves, `may_be`."""
    asks = rules.asks
    function(out, "count_moves(s: Arrays, mover: int) -> int", _ALL if asks else _AS_LISTED)
    function(out, "has_move(s: Arrays, mover: int) -> bool", _ANY if asks else _ANY_LISTED)
    if asks:
        function(out, _HEAD, _may_be(rules), _MEANS, "routine")
    out.add(f"ASKS_LATE = {asks and _draws_candidates(rules)}")


def _draws_candidates(rules: Rules) -> bool:
    """Tell whether candidates are drawn: all that is drawn is, and they are the same ones anywhere.

    Far from all pieces a board that grows may have cells or not, and what may not be there is a
    candidate or none. So there candidates have to be beside pieces.
    """
    game = rules.model.game
    if has_chance(game) or may_swap(rules):
        return False
    plays = (game.rules.play, *(phase.play for phase in game.rules.phases), game.equipment)
    return not rules.model.growing or all(map(_is_near, inside(plays)))


def _is_near(node: object) -> bool:
    """Tell whether a ludeme, if it makes moves or is a region, leads to pieces or beside them."""
    return not isinstance(node, Moves | Region) or node.leads_beside()


def may_swap(rules: Rules) -> bool:
    """Tell whether the second player may take over the first move."""
    meta = rules.model.game.rules.meta
    return meta is not None and any(isinstance(rule, Swap) for rule in meta.rules)


def _may_be(rules: Rules) -> str:
    """Return the body of `may_be`."""
    out, repeats = Source(depth=1), forbidden_repeats(rules.model.game)
    out.add("row = enqueue(s, 0, NONE, NONE)")
    with out.block("for column in range(s.found.shape[1]):"):
        out.add("s.queue[row, column] = s.found[choice, column]")
    out.add("rule = whole(s.queue[row, 0])")
    out.add("stays = True")
    for number, trial in sorted(rules.made.asked_late.items()):
        if trial is not None:
            with out.block(f"if rule == {number}:"):
                if trial.rule != number:
                    out.add(f"s.queue[row, 0] = {trial.rule}")
                out.add(f"stays = {trial.call}")
    if repeats is not None:
        with out.block("if stays:"):
            out.add("s.queue[row, 0] = rule")
            out.add("s.n[QUEUED] = row + 1")
            ask_for_repeats(repeats, out)
    out.add("s.n[QUEUED] = row")
    out.add("return stays")
    return out.text()


_HEAD = "may_be(s: Arrays, mover: int, choice: int) -> bool"
_MEANS = "Tell whether a move that was listed may be made."
_AS_LISTED = "    return count_candidates(s, mover)\n"
_ANY_LISTED = "    return count_candidates(s, mover) > 0\n"
_ALL = """\
    count = count_candidates(s, mover)
    if count > s.found.shape[0]:
        return count
    kept = 0
    for choice in range(count):
        if may_be(s, mover, choice):
            for column in range(s.found.shape[1]):
                s.found[kept, column] = s.found[choice, column]
            kept += 1
    return kept
"""
_ANY = """\
    count = count_candidates(s, mover)
    for choice in range(min(count, s.found.shape[0])):
        if may_be(s, mover, choice):
            return True
    # Where there is no room, moves are looked for again.
    return count > s.found.shape[0]
"""
