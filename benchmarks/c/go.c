/* Random playouts of Go on 9 by 9, by bitboards of 81 bits: point (row, column) is bit
   9 * row + column.

   No stone may be put where it has no liberty after its captures, or so that the stones stand as
   they did before some turn. A pass is as likely as any other move; two end the game. Prisoners
   and territory count. */

#include "playouts.h"

typedef unsigned __int128 board;

enum { SIDE = 9, POINTS = SIDE * SIDE, SEEN = 4096 };

static board all, not_first, not_last;
static uint64_t key[2][POINTS];
static uint64_t seen[SEEN]; /* keys of positions in which a turn began, by their last bits */
static uint32_t game[SEEN]; /* the playout that an entry is of */
static uint32_t playing;

static void prepare(void)
{
    uint64_t number = 1;
    for (int at = 0; at < POINTS; at++) {
        all |= (board)1 << at;
        if (at % SIDE != 0)
            not_first |= (board)1 << at;
        if (at % SIDE != SIDE - 1)
            not_last |= (board)1 << at;
        for (int player = 0; player < 2; player++)
            key[player][at] = mix(number++ * 0x9E3779B97F4A7C15u);
    }
}

static inline board beside(board points)
{
    return ((points & not_last) << 1 | (points & not_first) >> 1 | points << SIDE | points >> SIDE) &
           all;
}

/* All that hangs together with some points within others. */
static inline board group(board points, board within)
{
    for (board more; (more = beside(points) & within & ~points); points |= more)
        ;
    return points;
}

static inline int count(board points)
{
    return __builtin_popcountll((uint64_t)points) + __builtin_popcountll((uint64_t)(points >> 64));
}

static inline int lowest(board points)
{
    uint64_t low = (uint64_t)points;
    return low ? __builtin_ctzll(low) : 64 + __builtin_ctzll((uint64_t)(points >> 64));
}

static int is_seen(uint64_t position, int enters)
{
    uint32_t at = (uint32_t)position % SEEN;
    for (; game[at] == playing; at = (at + 1) % SEEN)
        if (seen[at] == position)
            return 1;
    if (enters) {
        game[at] = playing;
        seen[at] = position;
    }
    return 0;
}

/* Empty points of regions beside which only this player has stones. */
static int territory(board own, board other)
{
    int points = 0;
    for (board left = all & ~(own | other); left;) {
        board region = group(left & -left, left), edge = beside(region);
        left &= ~region;
        if ((edge & own) && !(edge & other))
            points += count(region);
    }
    return points;
}

static int playout(uint64_t stream, int64_t *plies)
{
    if (!all)
        prepare();
    playing++;
    board stones[2] = {0, 0};
    int score[2] = {0, 0};
    uint64_t position = 0;
    is_seen(position, 1);
    for (int player = 0, passes = 0, turns = 0; passes < 2 && turns < 2500;
         player = 1 - player, turns++) {
        board own = stones[player], other = stones[1 - player];
        uint8_t candidates[POINTS + 1];
        int left = 0;
        for (board free = all & ~(own | other); free; free &= free - 1)
            candidates[left++] = (uint8_t)lowest(free);
        candidates[left++] = POINTS; /* a pass */
        for (;;) {
            /* One of the moves that have not been found to be illegal yet. */
            int n = below(&stream, left), at = candidates[n];
            candidates[n] = candidates[--left];
            if (at == POINTS) {
                passes++;
                break;
            }
            board stone = (board)1 << at, near = beside(stone), taken = 0;
            board free = all & ~(own | other | stone);
            for (board enemies = near & other; enemies; enemies &= ~taken) {
                board chain = group(enemies & -enemies, other);
                enemies &= ~chain;
                if (!(beside(chain) & free))
                    taken |= chain;
            }
            if (!taken && !(near & free) && !(beside(group(stone, own | stone)) & free))
                continue;
            uint64_t after = position ^ key[player][at];
            for (board some = taken; some; some &= some - 1)
                after ^= key[1 - player][lowest(some)];
            if (is_seen(after, 0))
                continue;
            position = after;
            is_seen(position, 1);
            stones[player] = own | stone;
            stones[1 - player] = other & ~taken;
            score[player] += count(taken);
            passes = 0;
            break;
        }
        ++*plies;
    }
    int difference = score[0] + territory(stones[0], stones[1]) - score[1] -
                     territory(stones[1], stones[0]);
    return difference == 0 ? 0 : difference > 0 ? 1 : 2;
}
