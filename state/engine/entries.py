"""The module of a game as type checkers see it: the entry functions of the engine, and constants.

Signatures are those of the engine itself; a test compares the names with its decorators.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from boardless.state.engine import (
        actions,
        arrays,
        batches,
        branching,
        cells,
        exploring,
        external_board,
        moves,
        observing,
        pieces,
        redraws,
        repeating,
        rules,
        sampled_start,
        seeing,
        starting,
        stepping,
        turns,
        undo,
        whole_games,
    )

    class Kernels:
        """A module that plays a game; it may lack what no rule needs."""

        Arrays: type[arrays.Arrays]
        #: Container and site of each site of a hand.
        HOLDER: tuple[int, ...]
        PLACE: tuple[int, ...]
        #: Rows of the log about piles.
        PILED: tuple[int, ...]

        def make(self, room: int, plies: int, pieces: int) -> arrays.Arrays:
            """Return arrays with room for so many sites, moves and start pieces."""

        act = staticmethod(actions.act)
        cells_of = staticmethod(pieces.cells_of)
        is_cell = staticmethod(pieces.is_cell)
        try_all = staticmethod(branching.try_all)
        advance = staticmethod(batches.advance)
        find_choices = staticmethod(batches.find_choices)
        skip = staticmethod(batches.skip)
        look = staticmethod(seeing.look)
        begin_again = staticmethod(stepping.begin_again)
        count_rows = staticmethod(stepping.count_rows)
        find_win = staticmethod(stepping.find_win)
        legal_rows = staticmethod(stepping.legal_rows)
        pop_row = staticmethod(stepping.pop_row)
        push_row = staticmethod(stepping.push_row)
        add = staticmethod(cells.add)
        enter_all = staticmethod(cells.enter_all)
        expand = staticmethod(exploring.expand)
        packed_row = staticmethod(exploring.packed_row)
        begin_external_move = staticmethod(external_board.begin_external_move)
        end_external_move = staticmethod(external_board.end_external_move)
        follow = staticmethod(external_board.follow)
        go_back = staticmethod(external_board.go_back)
        renumber = staticmethod(external_board.renumber)
        act_for_now = staticmethod(moves.act_for_now)
        find_move = staticmethod(moves.find_move)
        list_moves = staticmethod(moves.list_moves)
        make_move = staticmethod(moves.make_move)
        try_move = staticmethod(moves.try_move)
        hold = staticmethod(pieces.hold)
        put = staticmethod(pieces.put)
        has_room = staticmethod(moves.has_room)
        observe = staticmethod(observing.observe)
        redraw = staticmethod(redraws.redraw)
        relist = staticmethod(rules.relist)
        next_game = staticmethod(rules.next_game)
        copy_often = staticmethod(repeating.copy_often)
        make_rows = staticmethod(repeating.make_rows)
        record_rows = staticmethod(repeating.record_rows)
        begin_sampled = staticmethod(sampled_start.begin_sampled)
        playouts_by_chance = staticmethod(sampled_start.playouts_by_chance)
        sample_move = staticmethod(whole_games.sample_move)
        begin = staticmethod(starting.begin)
        build = staticmethod(starting.build)
        restore = staticmethod(starting.restore)
        perft_by_turns = staticmethod(turns.perft_by_turns)
        undo = staticmethod(undo.undo)
        perft = staticmethod(whole_games.perft)
        playouts = staticmethod(whole_games.playouts)
        record = staticmethod(whole_games.record)

        def __getattr__(self, constant: str) -> int:
            """Return a constant."""

else:
    Kernels = object
