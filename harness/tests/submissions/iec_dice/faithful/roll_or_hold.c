#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
/* Plays IEC dice; frames of stars, pips of o for white and of X for the red die. */
typedef struct { int value; char pip; } Die;
int seed_done = 0;
Die roll(char pip) {
    if (!seed_done) { struct timespec t; clock_gettime(CLOCK_REALTIME, &t); srand((unsigned)(t.tv_nsec ^ t.tv_sec)); seed_done = 1; }
    Die d = { rand() % 6 + 1, pip };
    return d;
}
void picture(Die d) {
    const char *map[] = {"", "....p....", "p.......p", "p...p...p", "p.p...p.p", "p.p.p.p.p", "p.pp.pp.p"};
    puts("*********");
    for (int r = 0; r < 3; r++) {
        printf("* ");
        for (int c = 0; c < 3; c++) printf("%c ", map[d.value][3 * r + c] == 'p' ? d.pip : ' ');
        puts("*");
    }
    puts("*********");
}
char key(const char *prompt) {
    char buf[80];
    printf("%s", prompt);
    fflush(stdout);
    if (!fgets(buf, sizeof buf, stdin)) exit(0);
    return buf[0];
}
int main(void) {
    printf("IEC DICE\n========\n");
    key("Press ENTER to start the game...");
    for (;;) {
        int house = 0, score = 0, i;
        for (i = 0; i < 3; i++) {
            Die a = roll('o'), b = roll('o');
            printf("The house rolled two dice; here is one of them:\n");
            picture(a);
            house += a.value + b.value;
        }
        key("Press ENTER to roll your dice");
        for (;;) {
            Die red = roll('X'), a = roll('o'), b = roll('o');
            int s = a.value + b.value, same = (a.value == red.value) + (b.value == red.value);
            printf("RED\n"); picture(red);
            printf("WHITE\n"); picture(a);
            printf("WHITE\n"); picture(b);
            if (red.value == 1 && !same) { score = 0; printf("Ouch. Current 0, total 0.\n"); break; }
            s *= same + 1;
            score += s;
            printf("Current %d, total %d.\n", s, score);
            char c;
            do c = key("(R)oll or (H)old? "); while (!strchr("rRhH", c));
            if (c == 'h' || c == 'H') break;
        }
        printf("You finish with %d; the house has %d. ", score, house);
        if (score > house) printf("You win.\n"); else if (score < house) printf("The house wins.\n"); else printf("A draw.\n");
        char c;
        do c = key("(N)ew game or (Q)uit? "); while (!strchr("nNqQ", c));
        if (c == 'q' || c == 'Q') return 0;
    }
}
