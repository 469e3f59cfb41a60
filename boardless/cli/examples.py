"""Examples of all commands, in the order and under the headings in which help lists commands."""

#: Commands with examples, by what they are for. Below ``store`` a command has its name behind it.
EXAMPLES: dict[str, dict[str, tuple[str, ...]]] = {
    "Play": {
        "games": (
            "games",
            "games --library Ludii/Common/res   # of a library, too",
        ),
        "play": (
            "play Andantino --seat 2=random",
            "play Hex --seat 2=mcts:1000   # against a tree search",
        ),
        "serve": (
            "serve   # all games",
            "serve Carcassonne",
            "serve Hive --seat 2=mcts:2000   # against a tree search",
        ),
        "replay": (
            "replay Tic-Tac-Toe '+1@0,0 +2@1,0 +1@0,1'",
            "replay Chess games.pgn --library Ludii/Common/res",
        ),
        "uhp": ("uhp --agent mcts",),
    },
    "Measure": {
        "playouts": (
            "playouts Andantino --seconds 10",
            "playouts Hex --playouts 100000 --workers 2 --format json",
            "playouts Hive --playouts 1000 --store runs.lbug   # kept in a store",
        ),
        "agents": ("agents",),
        "tournament": (
            "tournament Hex --agents mcts:1000 --agents random --games 20",
            "tournament Hive --agents mcts:200 --agents mcts:400 --stop",
        ),
        "tune": ("tune Hex --agent mcts:200 --against mcts:100 --trials 20",),
        "analyse": (
            "analyse Tic-Tac-Toe Hex",
            "analyse Hive --agents mcts:100 --playouts 20",
        ),
        "concepts": (
            "concepts Hive",
            "concepts Hex --measured 100   # and 100 games at random",
        ),
        "similar": ("similar Hive",),
        "map": ("map --out maps",),
        "perft": (
            "perft Andantino 5",
            "perft Hive 3 --option Pieces/Base+MLP",
        ),
        "explore": ("explore Tic-Tac-Toe --symmetry",),
        "extensive": ("extensive examples/kuhn.efg --solve --iterations 1000",),
    },
    "Make games": {
        "show": ("show Hex",),
        "ludemes": ("ludemes", "ludemes --format json"),
        "expand": ("expand Corridor --library examples",),
        "design": ("design --from Andantino,Trax --minutes 20 --seed 1 --out found",),
        "tune-game": ("tune-game Yavalath --agents mcts:200",),
    },
    "Train agents": {
        "learn": ("learn Tic-Tac-Toe --minutes 10 --out net",),
        "learn-patterns": ("learn-patterns Hex --minutes 10 --out hex.npz",),
    },
    "Keep and check games": {
        "store": (
            "playouts Andantino --playouts 1000 --store runs.lbug",
            "store query runs.lbug 'MATCH (t:Trial) RETURN t.winner, count(*)'",
        ),
        "check-trials": ("check-trials examples/trials.jsonl.gz",),
        "census": ("census examples --no-jit",),
        "check-boards": ("check-boards boards.jsonl.gz --library Ludii/Common/res",),
    },
    "Tilings and boards": {
        "tilings": ("tilings",),
        "board": ("board triangular 6", "board Hex --format json"),
        "growth": ("growth --tiling square --strategy zone --sequence best --moves 20",),
        "walk": ("walk --tiling hexagonal --strategy zone-shrink --moves 100",),
        "figures": ("figures 6.2 6.7 --out figures",),
    },
}

#: Examples of the commands below ``store``.
OF_STORES: dict[str, tuple[str, ...]] = {
    "init": ("store init runs.lbug",),
    "add": (
        "store add runs.lbug game.jsonl",
        "store add runs.lbug games.pgn --library Ludii/Common/res",
    ),
    "query": (
        "store query runs.lbug 'MATCH (t:Trial) RETURN t.winner, count(*)'",
        "store query runs.lbug 'MATCH (c:Cell) RETURN count(*)'",
    ),
    "ask": ("store ask runs.lbug",),
    "sync": ("store sync runs.lbug bolt://localhost:7687",),
    "schema": ("store schema",),
    "stats": ("store stats runs.lbug",),
    "rebuild": ("store rebuild runs.lbug",),
    "export": ("store export runs.lbug tables",),
    "merge": ("store merge all.lbug runs.lbug",),
    "check": ("store check runs.lbug",),
}


def said(lines: tuple[str, ...]) -> str:
    """Return examples as the last paragraph of a command's help."""
    title = "Examples" if len(lines) > 1 else "Example"
    return "\n".join([f"{title}:", *(f"  boardless {line}" for line in lines)])


def example_of(words: str) -> str:
    """Return the first example of a command, such as ``store add``; "" without one."""
    *above, name = words.split()
    found = OF_STORES if above else {k: v for of in EXAMPLES.values() for k, v in of.items()}
    return f"boardless {found[name][0].partition('   #')[0].strip()}" if name in found else ""
