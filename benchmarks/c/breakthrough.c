/* Random playouts of Breakthrough on 8 by 8, by bitboards: cell (row, column) is bit
   8 * row + column. The first player begins below and moves up. */

#include "playouts.h"

#define FIRST_COLUMN 0x0101010101010101u
#define LAST_COLUMN 0x8080808080808080u

static int playout(uint64_t stream, int64_t *plies)
{
    uint64_t pawns[2] = {0xFFFF, 0xFFFFull << 48};
    for (int player = 0;; player = 1 - player) {
        uint64_t own = pawns[player], other = pawns[1 - player], free = ~(own | other);
        /* Pawns that may move ahead, to the left and to the right, seen from below. */
        uint64_t ahead, left, right;
        if (player == 0) {
            ahead = own & free >> 8;
            left = own & ~FIRST_COLUMN & ~own >> 7;
            right = own & ~LAST_COLUMN & ~own >> 9;
        } else {
            ahead = own & free << 8;
            left = own & ~FIRST_COLUMN & ~own << 9;
            right = own & ~LAST_COLUMN & ~own << 7;
        }
        int a = __builtin_popcountll(ahead), l = __builtin_popcountll(left);
        int count = a + l + __builtin_popcountll(right);
        ++*plies;
        if (count == 0)
            continue; /* no pawn is left */
        int n = below(&stream, count), from, column = 0;
        if (n < a) {
            from = nth_bit(ahead, n);
        } else if (n < a + l) {
            from = nth_bit(left, n - a);
            column = -1;
        } else {
            from = nth_bit(right, n - a - l);
            column = 1;
        }
        int to = from + (player ? -8 : 8) + column;
        pawns[player] = own ^ 1ull << from ^ 1ull << to;
        pawns[1 - player] = other & ~(1ull << to);
        if (to >> 3 == (player ? 0 : 7))
            return 1 + player;
    }
}
