"""The module of a game for type checkers: entry functions of the engine, and constants.

Signatures come from the engine itself; a test compares the names with its decorators.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from boardless.state.engine import (
        actions,
        arrays,
        batches,
        cells,
        counting,
        exploring,
        external_board,
        moves,
        observing,
        pieces,
        rules,
        sampling,
        seeing,
        starting,
        stepping,
        undo,
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
            """Return arrays with room for `room` - 1 sites, moves and start pieces."""

        act = staticmethod(actions.act)
        cells_of = staticmethod(pieces.cells_of)
        is_cell = staticmethod(pieces.is_cell)
        try_all = staticmethod(counting.try_all)
        advance = staticmethod(batches.advance)
        find_choices = staticmethod(batches.find_choices)
        skip = staticmethod(batches.skip)
        look = staticmethod(seeing.look)
        begin_again = staticmethod(stepping.begin_again)
        count_rows = staticmethod(stepping.count_rows)
        find_win = staticmethod(stepping.find_win)
        legal_rows = staticmethod(stepping.legal_rows)
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
        list_moves = staticmethod(moves.list_moves)
        make_move = staticmethod(moves.make_move)
        try_move = staticmethod(moves.try_move)
        hold = staticmethod(pieces.hold)
        put = staticmethod(pieces.put)
        has_room = staticmethod(moves.has_room)
        observe = staticmethod(observing.observe)
        redraw = staticmethod(sampling.redraw)
        relist = staticmethod(rules.relist)
        next_game = staticmethod(rules.next_game)
        copy_often = staticmethod(counting.copy_often)
        make_rows = staticmethod(counting.make_rows)
        record_rows = staticmethod(counting.record_rows)
        begin_sampled = staticmethod(sampling.begin_sampled)
        playouts_by_chance = staticmethod(sampling.playouts_by_chance)
        sample_move = staticmethod(moves.sample_move)
        begin = staticmethod(starting.begin)
        build = staticmethod(starting.build)
        restore = staticmethod(starting.restore)
        perft_by_turns = staticmethod(counting.perft_by_turns)
        undo = staticmethod(undo.undo)
        perft = staticmethod(moves.perft)
        playouts = staticmethod(moves.playouts)
        record = staticmethod(moves.record)

        def __getattr__(self, constant: str) -> int:
            """Return a constant."""

else:
    Kernels = object
