/* Random playouts of Reversi on 8 by 8, by bitboards: cell (row, column) is bit 8 * row + column. */

#include "playouts.h"

#define INNER 0x7E7E7E7E7E7E7E7Eu /* not the first and not the last column */

/* Cells where `own` may be put: at the end of a row of `other` that begins beside one of `own`. */
#define REACH(shift, step, inside)                                                                 \
    do {                                                                                           \
        uint64_t row = (own shift step) & (inside);                                                \
        for (int n = 0; n < 5; n++)                                                                \
            row |= (row shift step) & (inside);                                                    \
        moves |= row shift step;                                                                   \
    } while (0)

static uint64_t legal(uint64_t own, uint64_t other)
{
    uint64_t moves = 0, middle = other & INNER;
    REACH(<<, 1, middle);
    REACH(>>, 1, middle);
    REACH(<<, 8, other);
    REACH(>>, 8, other);
    REACH(<<, 7, middle);
    REACH(>>, 7, middle);
    REACH(<<, 9, middle);
    REACH(>>, 9, middle);
    return moves & ~(own | other);
}

/* Discs that change sides: each row of `other` from the new disc to one of `own`. */
#define FLIPS(shift, step, inside)                                                                 \
    do {                                                                                           \
        uint64_t row = (disc shift step) & (inside);                                               \
        for (int n = 0; n < 5; n++)                                                                \
            row |= (row shift step) & (inside);                                                    \
        if ((row shift step) & own)                                                                \
            flips |= row;                                                                          \
    } while (0)

static uint64_t flipped(uint64_t disc, uint64_t own, uint64_t other)
{
    uint64_t flips = 0, middle = other & INNER;
    FLIPS(<<, 1, middle);
    FLIPS(>>, 1, middle);
    FLIPS(<<, 8, other);
    FLIPS(>>, 8, other);
    FLIPS(<<, 7, middle);
    FLIPS(>>, 7, middle);
    FLIPS(<<, 9, middle);
    FLIPS(>>, 9, middle);
    return flips;
}

static int playout(uint64_t stream, int64_t *plies)
{
    uint64_t own = 1ull << 27 | 1ull << 36, other = 1ull << 28 | 1ull << 35;
    int player = 1;
    for (int passes = 0; passes < 2; player = 3 - player, ++*plies) {
        uint64_t moves = legal(own, other);
        passes++;
        if (moves) {
            uint64_t disc = 1ull << nth_bit(moves, below(&stream, __builtin_popcountll(moves)));
            uint64_t flips = flipped(disc, own, other);
            own |= disc | flips;
            other ^= flips;
            passes = 0;
        }
        uint64_t swapped = own;
        own = other;
        other = swapped;
    }
    int difference = __builtin_popcountll(own) - __builtin_popcountll(other);
    return difference == 0 ? 0 : difference > 0 ? player : 3 - player;
}
