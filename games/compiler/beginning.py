"""What pieces have of their own before the first move, as source: states, values and rotations."""

from boardless.games.compiler.covers import Covers, has_covers
from boardless.games.compiler.model import Model
from boardless.games.compiler.rules import Rules
from boardless.games.compiler.source import Source
from boardless.games.placing.start_contents import Put

#: The numbers of a piece that a start rule gives, by what they are called among those of a site.
GIVEN = {"states": "state", "values": "value", "rotations": "rotation"}


def covered_at_start(out: Source, rules: Rules) -> None:
    """Add statements that let the start pieces cover all their sites."""
    if not has_covers(rules.model):
        return
    if rules.model.starts_by_chance:
        rules.model.game.rules.reject(
            "pieces that cover several sites cannot be put there by chance yet"
        )
    scope = rules.scope(out, "1")
    covers = Covers.of(scope)
    for site, puts in rules.model.start_pieces.items():
        what, way = puts[-1].component, puts[-1].state or 0
        with out.block(f"if {covers.ways}[{what}] != 0 and {site} > HELD:"):
            row = covers.row(str(what), str(way), str(site))
            out.add(f"cover(s, {covers.table}, {row}, {covers.parts}, {what}, {way})")


def numbers_at_start(out: Source, rules: Rules) -> None:
    """Add statements that set the numbers of pieces which the start rules give them.

    Where chance has a say in them they are set from outside; see `games.drawn_start`.
    """
    model = rules.model
    if model.scene is None or model.starts_by_chance:
        return
    scope = rules.scope(out, "1")
    for name in GIVEN:
        entries = [n for row in given_numbers(model, model.start_pieces, name) for n in row]
        if name not in rules.fields or not entries:
            continue
        table, n = scope.constant("GIVEN", entries), out.name("n")
        at, on, what = (f"whole({table}[3 * {n}{more}])" for more in ("", " + 1", " + 2"))
        with out.block(f"for {n} in range({len(entries) // 3}):"):
            if model.stacking:
                out.add(f"set_number_at(s, {name.upper()}, {at}, {on}, {what})")
            else:
                out.add(f"set_field(s, {name.upper()}, {at}, {what})")


def given_numbers(
    model: Model, pieces: dict[int, tuple[Put, ...]], name: str
) -> list[tuple[int, int, int]]:
    """Return the numbers of a sort that pieces are given: site, level, and the number."""
    found: list[tuple[int, int, int]] = []
    for site, puts in pieces.items():
        # Each piece of a pile is on a level of its own.
        levels = puts if not model.stacking else [put for put in puts for _ in range(put.count)]
        for level, put in enumerate(levels):
            if (value := getattr(put, GIVEN[name])) is not None:
                found.append((site, level, value))
    return found
