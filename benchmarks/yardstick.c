/* The yardstick: random games of Elfer raus! (`classic`) in plain C, with the engine's generator and order of choices.

   yardstick GAMES SEATS KEY      prints games per second and a checksum over every game's figures

   Nothing here is general: the rules of one game, written down as a C programmer would. */

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef unsigned __int128 cards;
enum { NUMBERS = 20, CARDS = 80, COLUMNS = 10 };

typedef struct {
    cards hand[6], fits;
    uint64_t rng;
    int seats, turn, laid, winner, next;
    uint8_t deck[CARDS];
} game;

static const int HAND_SIZE[] = {0, 0, 20, 20, 15, 12, 10};
static cards NEIGHBOURS[CARDS]; /* what a card makes fit: the next one away from the 11 */
static cards ELEVENS;

static inline cards bit(int card) { return (cards)1 << card; }
static inline int count(cards set) { return __builtin_popcountll(set) + __builtin_popcountll(set >> 64); }
static inline int lowest(cards set) {
    return (uint64_t)set ? __builtin_ctzll(set) : 64 + __builtin_ctzll(set >> 64);
}

static inline uint64_t mix(uint64_t x) {
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9;
    x = (x ^ x >> 27) * 0x94D049BB133111EB;
    return x ^ x >> 31;
}

static inline int below(game *g, int limit) {
    g->rng += 0x9E3779B97F4A7C15;
    return (mix(g->rng) >> 32) * limit >> 32;
}

static inline void pass_turn(game *g) {
    if (++g->turn == g->seats) g->turn = 0;
    g->laid = 0;
}

static inline void lay(game *g, int card) {
    g->hand[g->turn] ^= bit(card);
    g->fits ^= bit(card) | NEIGHBOURS[card];
    g->laid = 1;
    if (!g->hand[g->turn]) g->winner = g->turn;
}

static void deal(game *g) {
    int size = HAND_SIZE[g->seats];
    g->laid = 0, g->winner = -1, g->fits = ELEVENS;
    for (;;) {
        for (int card = 0; card < CARDS; card++) {
            int i = below(g, card + 1);
            g->deck[card] = g->deck[i];
            g->deck[i] = card;
        }
        g->next = 0;
        for (int seat = 0; seat < g->seats; seat++) {
            g->hand[seat] = 0;
            for (int i = 0; i < size; i++) g->hand[seat] |= bit(g->deck[g->next++]);
        }
        for (int eleven = 10; eleven < CARDS; eleven += NUMBERS)
            for (g->turn = 0; g->turn < g->seats; g->turn++)
                if (g->hand[g->turn] & bit(eleven)) {
                    lay(g, eleven);
                    pass_turn(g);
                    return;
                }
    }
}

static inline void draw(game *g) {
    for (int i = 0; i < 3 && g->next < CARDS; i++) {
        int card = g->deck[g->next++];
        g->hand[g->turn] |= bit(card);
        if (g->fits & bit(card)) {
            lay(g, card);
            break;
        }
    }
    pass_turn(g);
}

/* Play one game; its figures are the winner, moves, draws, passes, and each seat's points. */
static void play(game *g, int64_t *figures) {
    int64_t moves = 1, draws = 0, passes = 0;
    deal(g);
    for (; g->winner < 0; moves++) {
        cards may = g->hand[g->turn] & g->fits;
        int many = count(may), choices = many + g->laid;
        if (choices == 0) {
            if (g->next < CARDS) draw(g), draws++;
            else pass_turn(g), passes++;
            continue;
        }
        int pick = choices > 1 ? below(g, choices) : 0;
        if (pick == many) {
            pass_turn(g);
            continue;
        }
        while (pick--) may &= may - 1;
        lay(g, lowest(may));
    }
    figures[0] = g->winner, figures[1] = moves, figures[2] = draws, figures[3] = passes;
    for (int seat = 0; seat < g->seats; seat++) {
        int64_t points = 0;
        for (cards left = g->hand[seat]; left; left &= left - 1) points -= lowest(left) % NUMBERS + 1;
        figures[4 + seat] = points;
    }
}

int main(int argc, char **argv) {
    if (argc != 4) return 2;
    int64_t games = atoll(argv[1]);
    uint64_t key = strtoll(argv[3], NULL, 10), check = 0;
    int64_t(*figures)[COLUMNS] = calloc(games, sizeof *figures);
    game g = {.seats = atoi(argv[2])};
    for (int card = 0; card < CARDS; card++) {
        int number = card % NUMBERS + 1;
        if (number > 1 && number <= 11) NEIGHBOURS[card] |= bit(card - 1);
        if (number < 20 && number >= 11) NEIGHBOURS[card] |= bit(card + 1);
        if (number == 11) ELEVENS |= bit(card);
    }
    struct timespec start, end;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &start);
    for (int64_t i = 0; i < games; i++) {
        g.rng = mix(mix(key) + i);
        play(&g, figures[i]);
    }
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
    for (int64_t i = 0; i < games; i++)
        for (int64_t j = 0; j < 4 + g.seats; j++) check += (uint64_t)figures[i][j] * (i + 1) * (j + 1);
    double seconds = (end.tv_sec - start.tv_sec) + (end.tv_nsec - start.tv_nsec) * 1e-9;
    printf("%.0f %" PRIu64 "\n", games / seconds, check);
    free(figures);
}
