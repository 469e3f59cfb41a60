"""What pieces have of their own before the first move, as source: states, values and rotations."""

from boardless.games.compiler.covers import Covers, has_covers
from boardless.games.compiler.rules import Rules
from boardless.games.compiler.source import Source

#: The numbers of a piece that a start rule gives, by what they are called among those of a site.
GIVEN = {"states": "state", "values": "value", "rotations": "rotation"}


def covered_at_start(out: Source, rules: Rules) -> None:
    """Add statements that let the start pieces cover all their sites."""
    if not has_covers(rules.model):
        return
    scope = rules.scope(out, "1")
    covers = Covers.of(scope)
    for site, puts in rules.model.start_pieces.items():
        what, way = puts[-1].component, puts[-1].state or 0
        with out.block(f"if {covers.ways}[{what}] != 0 and {site} > HELD:"):
            row = covers.row(str(what), str(way), str(site))
            out.add(f"cover(s, {covers.table}, {row}, {covers.parts}, {what}, {way})")


def numbers_at_start(out: Source, rules: Rules) -> None:
    """Add statements that set the numbers of pieces which the start rules give them."""
    model = rules.model
    if model.scene is None:
        return
    scope = rules.scope(out, "1")
    for name, part in GIVEN.items():
        if name not in rules.fields:
            continue
        entries: list[int] = []
        for site, puts in model.start_pieces.items():
            # Each piece of a pile is on a level of its own.
            levels = puts if not model.stacking else [put for put in puts for _ in range(put.count)]
            for level, put in enumerate(levels):
                if (value := getattr(put, part)) is not None:
                    entries += (site, level, value)
        if not entries:
            continue
        table, n = scope.constant("GIVEN", entries), out.name("n")
        at, on, what = (f"whole({table}[3 * {n}{more}])" for more in ("", " + 1", " + 2"))
        with out.block(f"for {n} in range({len(entries) // 3}):"):
            if model.stacking:
                out.add(f"set_number_at(s, {name.upper()}, {at}, {on}, {what})")
            else:
                out.add(f"set_field(s, {name.upper()}, {at}, {what})")
