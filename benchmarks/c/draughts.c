/* Random playouts of English Draughts, by bitboards: cell (row, column) is bit 8 * row + column.
   The first player begins below, and men move up.

   A hop is a ply; a piece that can hop on goes on in the next one, unless a man has just become a
   king. Who cannot move has lost. */

#include "playouts.h"

#define FIRST_COLUMN 0x0101010101010101u
#define LAST_COLUMN 0x8080808080808080u

static const int step[4] = {7, 9, -9, -7}; /* up left, up right, down left, down right */

/* The cells one step on in a direction. */
static inline uint64_t moved(uint64_t cells, int direction)
{
    switch (direction) {
    case 0:
        return (cells & ~FIRST_COLUMN) << 7;
    case 1:
        return (cells & ~LAST_COLUMN) << 9;
    case 2:
        return (cells & ~FIRST_COLUMN) >> 9;
    default:
        return (cells & ~LAST_COLUMN) >> 7;
    }
}

struct moves {
    uint64_t from[4]; /* pieces that may move in a direction */
    int count;
};

/* Moves of `pieces`, of which those in `kings` go in all directions: hops, or steps if asked. */
static inline struct moves find(uint64_t pieces, uint64_t kings, int player, uint64_t other,
                                uint64_t free, int steps)
{
    struct moves found = {.count = 0};
    for (int d = 0; d < 4; d++) {
        uint64_t able = (d >> 1) == player ? pieces : pieces & kings;
        uint64_t to = steps ? free : other & moved(free, 3 - d);
        found.from[d] = able & moved(to, 3 - d);
        found.count += __builtin_popcountll(found.from[d]);
    }
    return found;
}

static int playout(uint64_t stream, int64_t *plies)
{
    uint64_t pieces[2] = {0xAA55AAull ^ 0xFFFFFF, 0xAA55AAull << 40}, kings = 0;
    uint64_t going = 0; /* the piece that hops on */
    for (int player = 0, turns = 0; turns < 2500;) {
        uint64_t own = pieces[player], other = pieces[1 - player], free = ~(own | other);
        int hops = 1;
        struct moves found = find(going ? going : own, kings, player, other, free, 0);
        if (found.count == 0) {
            hops = 0;
            found = find(own, kings, player, other, free, 1);
        }
        if (found.count == 0)
            return 2 - player; /* found before the other's move is over */
        int n = below(&stream, found.count), d = 0;
        for (int some; n >= (some = __builtin_popcountll(found.from[d])); d++)
            n -= some;
        int from = nth_bit(found.from[d], n), to = from + step[d] * (1 + hops);
        uint64_t there = 1ull << to;
        ++*plies;
        pieces[player] = own ^ 1ull << from ^ there;
        int crowned = 0;
        if (kings >> from & 1)
            kings ^= 1ull << from | there;
        else if (to >> 3 == (player ? 0 : 7)) {
            kings |= there;
            crowned = 1;
        }
        going = 0;
        if (hops) {
            uint64_t taken = 1ull << (from + step[d]);
            pieces[1 - player] = other & ~taken;
            kings &= ~taken;
            if (!crowned &&
                find(there, kings, player, pieces[1 - player],
                     ~(pieces[0] | pieces[1]), 0).count)
                going = there;
        }
        if (!going) {
            player = 1 - player;
            turns++;
        }
    }
    return 0;
}
