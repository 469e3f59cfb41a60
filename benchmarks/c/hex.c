/* Random playouts of Hex on 11 by 11, without an exchange of sides, by union-find: stones that
   hang together have one root, with the sides that they touch. */

#include "playouts.h"

enum { SIDE = 11, WIDTH = SIDE + 2, CELLS = WIDTH * WIDTH };

static const int around[6] = {1, WIDTH, WIDTH - 1, -1, -WIDTH, 1 - WIDTH};

static uint8_t first[SIDE * SIDE]; /* the cells, none of the edge */
static uint8_t touching[2][CELLS]; /* the sides of a player that a cell is at */
static int ready;

static void prepare(void)
{
    int n = 0;
    for (int row = 1; row <= SIDE; row++)
        for (int column = 1; column <= SIDE; column++) {
            int at = row * WIDTH + column;
            first[n++] = (uint8_t)at;
            touching[0][at] = (row == 1) | (row == SIDE) << 1;
            touching[1][at] = (column == 1) | (column == SIDE) << 1;
        }
    ready = 1;
}

static inline int root(uint8_t *up, int at)
{
    while (up[at] != at)
        at = up[at] = up[up[at]];
    return at;
}

static int playout(uint64_t stream, int64_t *plies)
{
    if (!ready)
        prepare();
    uint8_t free[SIDE * SIDE], up[CELLS], sides[CELLS], who[CELLS] = {0};
    memcpy(free, first, sizeof free);
    for (int left = SIDE * SIDE, player = 0;; player = 1 - player) {
        int n = below(&stream, left), at = free[n];
        free[n] = free[--left];
        ++*plies;
        who[at] = (uint8_t)(1 + player);
        up[at] = (uint8_t)at;
        sides[at] = touching[player][at];
        int top = at;
        for (int t = 0; t < 6; t++)
            if (who[at + around[t]] == 1 + player) {
                int other = root(up, at + around[t]);
                if (other != top) {
                    up[top] = (uint8_t)other;
                    sides[other] |= sides[top];
                    top = other;
                }
            }
        if (sides[top] == 3)
            return 1 + player;
    }
}
