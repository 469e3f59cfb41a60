"""Pictures of docs/architecture.md: ``python docs/pictures.py`` writes them to docs/pictures/.

Each is a ladder. Boxes are data, each with an example; arrows are steps, each with its place.
"""

from dataclasses import dataclass
from pathlib import Path

from matplotlib.figure import Figure
from matplotlib.patches import FancyBboxPatch

from boardless.analysis.figures.figure import house_style

FOLDER = Path(__file__).parent / "pictures"
#: Inches: the width of a picture, of a box, the height of a box, and of the arrow below it.
WIDTH, BOX, HIGH, STEP = 6.3, 1.75, 0.5, 0.42
GREY = "0.35"


@dataclass(frozen=True)
class Rung:
    """A box with the example next to it, and the arrow to the next box: the step, and its place."""

    data: str
    example: str
    step: str = ""
    place: str = ""


PICTURES = {
    "playout": (
        Rung(
            "a text in L-GDL",
            "(move Add (to (sites Playable)\n"
            "  if:(>= (count Sites in:(sites Around (to) NotEmpty)) 2)))",
            "tokens: options chosen, definitions put in",
            "games/language/expansion.py",
        ),
        Rung(
            "tokens",
            "each knows its place in the text, for messages",
            "binding: names and arguments to classes",
            "games/language/binding.py",
        ),
        Rung(
            "a tree of ludemes",
            "Add(to=To(if_=AtLeast(...))): frozen dataclasses, with facts",
            "meaning: expressions and statements as nodes",
            "games/ludemes/, games/building/",
        ),
        Rung(
            "rules as nodes",
            "def may_0(s, site): s.what[site] == 0 and s.neighbours[site] >= 2",
            "with the engine one module of nodes; dead code out",
            "ir/module_nodes.py",
        ),
        Rung(
            "one Python module",
            "boardless show Andantino",
            "as it is, or as machine code once that pays",
            "jit/native.py",
        ),
        Rung("a playout", "whole games in one loop: run_playouts(game, playouts=1000)"),
    ),
    "push": (
        Rung(
            "a move",
            "+1@1,-1: component 1 on the cell (1, -1) from the anchor",
            "encoding: cells to sites, actions to rows",
            "play/move_coding.py",
        ),
        Rung(
            "rows of numbers",
            "rule 0, site 7, component 1",
            "a mark, then each action",
            "state/engine/moves.py, actions.py",
        ),
        Rung(
            "contents",
            "what[7] = 1; every change is noted",
            "what follows: key, kept lists, groups, numbers nearby",
            "state/engine/pieces.py",
        ),
        Rung(
            "a board that grows",
            "sites 16, 17, 18 are new; the others keep their numbers",
            "lists brought up to date around the move; ends asked",
            "state/engine/cells.py, rules of the game",
        ),
        Rung(
            "the next position",
            "state.legal_moves, state.outcome()",
            "pop: notes taken back, last first",
            "state/engine/undo.py",
        ),
        Rung("the position before", "equal to the last bit, order of lists included"),
    ),
    "store": (
        Rung(
            "trials, playouts",
            "Trial.of(state); run_playouts(..., store=...)",
            "columns, with the cells that each move added",
            "state/batch.py, play/recording.py",
        ),
        Rung(
            "a batch",
            "movers, actions, keys, results of many games",
            "a frame with a checksum, added at the end",
            "store/frames.py, log.py",
        ),
        Rung(
            "the log",
            "runs.lbug.log: the truth, in which nothing changes",
            "projection: rows of nodes and links, with a mark",
            "store/projection.py, plane.py, pieces.py",
        ),
        Rung(
            "tables",
            "Trial, Move, Cell; MADE, ADDS, TAKES: schema.py",
            "an addition is one transaction",
            "store/ladybug.py or bolt.py",
        ),
        Rung(
            "the graph",
            "runs.lbug: follows the log, and can be made again from it",
            "questions in a process of their own, with limits",
            "store/asking.py, answering.py",
        ),
        Rung("an answer", "MATCH (t:Trial) RETURN t.winner, count(*), avg(t.plies)"),
    ),
}


def ladder(rungs: tuple[Rung, ...]) -> Figure:
    """Return the picture of a way from data to data."""
    height = len(rungs) * HIGH + (len(rungs) - 1) * STEP + 0.1
    figure = Figure(figsize=(WIDTH, height), layout="none")
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set(xlim=(0, WIDTH), ylim=(0, height))
    axes.axis("off")
    top = height - 0.05
    for rung in rungs:
        box = FancyBboxPatch(
            (0.06, top - HIGH + 0.03),
            BOX,
            HIGH - 0.06,
            boxstyle="round,pad=0,rounding_size=0.06",
            facecolor="0.93",
            edgecolor="black",
            linewidth=0.9,
        )
        axes.add_patch(box)
        middle = top - HIGH / 2
        axes.text(0.06 + BOX / 2, middle, rung.data, ha="center", va="center", weight="bold")
        axes.text(BOX + 0.22, middle, rung.example, va="center", fontsize=8, family="monospace")
        top -= HIGH
        if rung.step:
            axes.annotate(
                "",
                (0.06 + BOX / 2, top - STEP),
                (0.06 + BOX / 2, top),
                arrowprops={"arrowstyle": "-|>", "color": "black", "shrinkA": 0, "shrinkB": 0},
            )
            middle = top - STEP / 2
            axes.text(0.06 + BOX / 2 + 0.12, middle, rung.step, va="center", fontsize=8)
            axes.text(
                WIDTH - 0.06, middle, rung.place, ha="right", va="center", fontsize=7, color=GREY
            )
        top -= STEP
    return figure


def main() -> None:
    """Write all pictures."""
    FOLDER.mkdir(exist_ok=True)
    with house_style():
        for name, rungs in PICTURES.items():
            ladder(rungs).savefig(FOLDER / f"{name}.png", metadata={"Software": None})


if __name__ == "__main__":
    main()
