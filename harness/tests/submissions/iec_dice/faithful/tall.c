#define _GNU_SOURCE
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>
/* Five rows a die; colons as walls; the word for the red die stands to its left. */
static int d(void) { unsigned char b; do getrandom(&b, 1, 0); while (b >= 252); return b % 6 + 1; }
static void show(const char *who, int f, char p) {
    char g[5][12];
    for (int i = 0; i < 5; i++) snprintf(g[i], 12, "           ");
    if (f % 2) g[2][5] = p;
    if (f > 1) g[0][1] = g[4][9] = p;
    if (f > 3) g[0][9] = g[4][1] = p;
    if (f == 6) g[2][1] = g[2][9] = p;
    printf("%8s.-----------.\n", "");
    for (int i = 0; i < 5; i++) printf("%7s :%s:\n", i == 2 ? who : "", g[i]);
    printf("%8s'-----------'\n", "");
}
static bool more(const char *q) { int c, k; printf("%s (1=yes, 2=no) ", q); fflush(stdout); c = getchar(); for (k = c; k != '\n' && k != EOF;) k = getchar(); return c == '1'; }
int main(void) {
    setvbuf(stdout, NULL, _IONBF, 0);
    do {
        int bank = 0, total = 0, n = 3;
        while (n--) { int s = d(); bank += s + d(); show("bank", s, '*'); }
        puts("Now it is your turn.");
        for (;;) {
            int red = d(), w = d(), v = d();
            show("red", red, 'o'); show("white", w, '*'); show("white", v, '*');
            int f = 1 + (red == w) + (red == v);
            if (red == 1 && f == 1) { puts("Everything is lost: 0."); total = 0; break; }
            printf("%d points now, ", f * (w + v));
            printf("%d altogether.\n", total += f * (w + v));
            if (!more("Roll the dice again?")) break;
        }
        printf("Total of the dealer: %d\nTotal of the player: %d\n", bank, total);
        if (bank > total) puts("Dealer wins."); else if (total > bank) puts("Player wins."); else puts("Even: nobody wins.");
    } while (more("Play again?"));
}
