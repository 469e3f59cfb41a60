/* Random playouts of Andantino on hexagons, written by hand for this one game: what the compiled
   playouts are compared with.

   The board grows by zones: a tile adds the cells around it that are missing. Sites are given in
   order and kept; site 0 is no cell, always empty, and stands wherever there is no neighbour. */

#include "playouts.h"

enum {
    SLOTS = 6,
    MOVES = 48,               /* placed tiles after which the game is drawn */
    ROOM = 256,               /* at most 10 cells at the start and 3 for every tile, and site 0 */
    WIDTH = 128,              /* no tile lies further than 49 cells from the first */
    MIDDLE = WIDTH * WIDTH / 2 + WIDTH / 2
};

/* Clockwise from north-east, so that slot t + 3 leads the other way. */
static const int32_t offset[SLOTS] = {WIDTH, 1, 1 - WIDTH, -WIDTH, -1, WIDTH - 1};

static uint32_t grid[WIDTH * WIDTH];  /* the site at a place of the plane */
static int32_t place[ROOM];           /* and the place of a site */
static uint32_t step[ROOM][SLOTS];    /* the neighbour in a slot */
static uint8_t who[ROOM];             /* the player whose tile it holds, 0 if empty */
static uint8_t near[ROOM];            /* tiles beside it */
static uint32_t where[ROOM];          /* its index in `legal` */
static uint32_t legal[ROOM];
static uint32_t seen[ROOM];           /* the last flood fill that met it */
static uint32_t stack[ROOM];
static uint32_t fill;
static int sites, choices;

static int add(int at)
{
    int site = ++sites;
    grid[at] = site;
    place[site] = at;
    who[site] = near[site] = 0;
    seen[site] = 0;
    for (int t = 0; t < SLOTS; t++) {
        int other = grid[at + offset[t]];
        step[site][t] = other;
        if (other)
            step[other][(t + 3) % SLOTS] = site;
    }
    return site;
}

/* Put a tile on an empty cell; the cells around it that now touch two tiles become legal. */
static void put(int site, int player)
{
    who[site] = (uint8_t)player;
    for (int t = 0; t < SLOTS; t++) {
        int other = step[site][t];
        if (!other)
            other = add(place[site] + offset[t]);
        if (++near[other] == 2 && !who[other]) {
            where[other] = choices;
            legal[choices++] = other;
        }
    }
}

static void take_from_legal(int site)
{
    int last = legal[--choices];
    legal[where[site]] = last;
    where[last] = where[site];
}

static int is_line(int site, int player)
{
    for (int axis = 0; axis < 3; axis++) {
        int length = 1;
        for (int s = step[site][axis]; who[s] == player; s = step[s][axis])
            length++;
        for (int s = step[site][axis + 3]; who[s] == player; s = step[s][axis + 3])
            length++;
        if (length >= 5)
            return 1;
    }
    return 0;
}

/* Is the group of `tile` shut in? A tile met by an earlier fill of this move is in an open group. */
static int is_shut_in(int tile, int player, uint32_t first)
{
    int n = 0;
    stack[n++] = tile;
    seen[tile] = ++fill;
    while (n) {
        int s = stack[--n];
        for (int t = 0; t < SLOTS; t++) {
            int other = step[s][t];
            if (!who[other])
                return 0;
            if (who[other] != player && seen[other] != fill) {
                if (seen[other] > first)
                    return 0;
                seen[other] = fill;
                stack[n++] = other;
            }
        }
    }
    return 1;
}

static int is_loop(int site, int player)
{
    uint32_t first = fill;
    for (int t = 0; t < SLOTS; t++) {
        int other = step[site][t];
        if (who[other] == 3 - player && seen[other] <= first && is_shut_in(other, player, first))
            return 1;
    }
    return 0;
}

static void start(void)
{
    for (int site = 1; site <= sites; site++)
        grid[place[site]] = 0;
    sites = choices = 0;
    fill = 0;
    put(add(MIDDLE), 1);
    put(step[1][1], 2); /* to the east */
}

/* Play to the end and return the winner, 0 if drawn. */
static int playout(uint64_t stream, int64_t *moves)
{
    start();
    for (int move = 0, player = 1; move < MOVES; move++, player = 3 - player) {
        int site = legal[below(&stream, choices)];
        take_from_legal(site);
        put(site, player);
        ++*moves;
        if (is_line(site, player) || is_loop(site, player))
            return player;
    }
    return 0;
}
