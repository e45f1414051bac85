/* IEC dice with a numbered menu and brackets as frames. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static const char *rows[7][3] = {
    {"", "", ""},
    {"     ", "  %  ", "     "}, {"%    ", "     ", "    %"}, {"%    ", "  %  ", "    %"},
    {"%   %", "     ", "%   %"}, {"%   %", "  %  ", "%   %"}, {"%   %", "%   %", "%   %"},
};

static int die(void) { return 1 + (int)(6.0 * rand() / (RAND_MAX + 1.0)); }

static void line(int face, int row, char pip) {
    putchar('[');
    for (const char *c = rows[face][row]; *c; c++)
        putchar(*c == '%' ? pip : ' ');
    putchar(']');
}

static int choose(const char *one, const char *two) {
    int n;
    do {
        printf("1. %s\n2. %s\nYour choice: ", one, two);
        if (scanf("%d", &n) != 1)
            exit(0);
    } while (n != 1 && n != 2);
    return n == 1;
}

int main(void) {
    srand((unsigned)time(NULL) ^ (unsigned)getpid() << 8);
    int go;
    do {
        int comp = 0, mine = 0, over = 0;
        for (int i = 1; i <= 3; i++) {
            int seen = die();
            comp += seen + die();
            printf("Computer's roll no. %d (the other die stays covered)\n", i);
            for (int r = 0; r < 3; r++) {
                line(seen, r, '*');
                puts("");
            }
        }
        while (!over) {
            int red = die(), a = die(), b = die();
            puts("\nYou roll (the red die has O's):");
            for (int r = 0; r < 3; r++) {
                line(a, r, '*');
                printf("   ");
                line(b, r, '*');
                printf("   ");
                line(red, r, 'O');
                puts("");
            }
            int pts = a + b;
            if (red == a && red == b)
                pts *= 3;
            else if (red == a || red == b)
                pts *= 2;
            else if (red == 1)
                pts = 0;
            mine = pts ? mine + pts : 0;
            printf("You scored %d, and have %d in total.\n", pts, mine);
            over = !pts || !choose("Roll", "Stop");
        }
        printf("--- Result ---\nPlayer total ..... %d\nComputer total ... %d\n", mine, comp);
        puts(mine > comp ? "The winner is: player" : mine < comp ? "The winner is: computer" : "Tie");
        go = choose("Play another game", "Quit");
    } while (go);
    return 0;
}
