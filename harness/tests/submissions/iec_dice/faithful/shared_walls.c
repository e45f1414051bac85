#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <sys/time.h>

/* Three dice in one grid; the red one has + pips. The computer's dice are told by their numbers on one line. */
int dice[3];
const char *const SPOTS[7] = {"         ", "    p    ", "p       p", "  p p p  ", "p p   p p", "p p p p p", "p pp pp p"};

int random_face(void) {
    int r;
    do r = rand() >> 8 & 7; while (r < 1 || r > 6);
    return r;
}

void grid(void) {
    int row, die, col;
    printf("+-----+-----+-----+\n");
    for (row = 0; row < 3; row++) {
        for (die = 0; die < 3; die++) {
            printf("| ");
            for (col = 0; col < 3; col++) {
                char spot = SPOTS[dice[die]][3 * row + col];
                putchar(spot == 'p' ? (die == 2 ? '+' : '*') : ' ');
            }
            printf(" ");
        }
        printf("|\n");
    }
    printf("+-----+-----+-----+\n");
}

int wants(const char *what) {
    char word[32];
    for (;;) {
        printf("%s? Please answer Y or N > ", what);
        if (scanf("%31s", word) != 1) exit(1);
        if (word[0] == 'Y' && !word[1]) return 1;
        if (word[0] == 'N' && !word[1]) return 0;
    }
}

int main(void) {
    struct timeval tv;
    gettimeofday(&tv, NULL);
    srand(tv.tv_usec * 31 + tv.tv_sec);
    do {
        int c = 0, v[3], t = 0, k;
        for (k = 0; k < 3; k++) { v[k] = random_face(); c += v[k] + random_face(); }
        printf("The computer shows %d, %d and %d.\n", v[0], v[1], v[2]);
        do {
            for (k = 0; k < 3; k++) dice[k] = random_face();
            grid();
            int p = dice[0] + dice[1], red = dice[2];
            if (red == dice[0]) p += dice[0] + dice[1];
            if (red == dice[1]) p += dice[0] + dice[1];
            if (red == 1 && dice[0] != 1 && dice[1] != 1) { t = 0; printf("zero points for you!\n"); break; }
            t += p;
            printf("points of the roll = %d\nsum of all rolls = %d\n", p, t);
        } while (wants("Another roll of the dice"));
        printf("you = %d, computer = %d: ", t, c);
        printf(t == c ? "nobody wins\n" : t > c ? "you win\n" : "you lose\n");
    } while (wants("Another game"));
    return 0;
}
