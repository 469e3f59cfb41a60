/* What the programs for single games share: random numbers, and the command line.

   A game defines `playout`: it plays to the end by random numbers from `stream`, adds the plies,
   passes among them, to `plies`, and returns the winner, 0 if drawn; moves are equally likely.

   Usage: PROGRAM SEED SECONDS, of the processor, or PROGRAM SEED lengths N, which prints winner
   and plies of each playout. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int playout(uint64_t stream, int64_t *plies);

static uint64_t mix(uint64_t z)
{
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

/* An integer from 0 to n - 1. */
static inline int below(uint64_t *stream, int n)
{
    *stream += 0x9E3779B97F4A7C15u;
    return (int)((mix(*stream) >> 32) * (uint64_t)n >> 32);
}

/* The place of the set bit that has so many below it. */
static inline int nth_bit(uint64_t bits, int n)
{
    while (n--)
        bits &= bits - 1;
    return __builtin_ctzll(bits);
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int main(int argc, char **argv)
{
    int lengths = argc == 4 && strcmp(argv[2], "lengths") == 0;
    if (argc != 3 && !lengths) {
        fprintf(stderr, "usage: %s SEED SECONDS, or %s SEED lengths N\n", argv[0], argv[0]);
        return 2;
    }
    uint64_t seed = mix(strtoull(argv[1], NULL, 10));
    double seconds = lengths ? 0 : strtod(argv[2], NULL);
    int64_t most = lengths ? strtoll(argv[3], NULL, 10) : INT64_MAX;
    int64_t playouts = 0, plies = 0, wins[3] = {0};
    double begin = now(), passed = 0;
    while (playouts < most && (lengths || passed < seconds)) {
        for (int n = 0; n < 100 && playouts < most; n++, playouts++) {
            int64_t before = plies;
            int winner = playout(mix(seed + 0x9E3779B97F4A7C15u * (uint64_t)playouts), &plies);
            wins[winner]++;
            if (lengths)
                printf("%d %lld\n", winner, (long long)(plies - before));
        }
        passed = now() - begin;
    }
    if (!lengths)
        printf("{\"playouts\": %lld, \"moves\": %lld, \"wins\": {\"0\": %lld, \"1\": %lld, "
               "\"2\": %lld}, \"seconds\": %.6f}\n",
               (long long)playouts, (long long)plies, (long long)wins[0], (long long)wins[1],
               (long long)wins[2], passed);
    return 0;
}
