/* The IEC dice game in C: three dice, the red one marked with o, against the computer. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define COMPUTER_ROLLS 3

int roll_die(void) {
    return rand() % 6 + 1;
}

/* Writes one of the three rows of a die's face into text, seven characters wide. */
void face_row(int face, int row, char mark, char *text) {
    int left = 0, middle = 0, right = 0;
    if (row == 1) {
        middle = face % 2;
        left = right = face == 6;
    } else {
        left = row == 0 ? face > 1 : face > 3;
        right = row == 0 ? face > 3 : face > 1;
    }
    sprintf(text, " %c %c %c ", left ? mark : ' ', middle ? mark : ' ', right ? mark : ' ');
}

void print_dice(const int *dice, const char *marks, int count) {
    char text[16];
    for (int row = -1; row <= 3; row++) {
        for (int i = 0; i < count; i++) {
            if (row == -1 || row == 3) {
                printf(" -------   ");
            } else {
                face_row(dice[i], row, marks[i], text);
                printf("|%s|  ", text);
            }
        }
        printf("\n");
    }
}

/* Asks a question until the answer begins with y or n; the end of input ends the program. */
int ask(const char *question) {
    char line[256];
    for (;;) {
        printf("%s (y/n): ", question);
        fflush(stdout);
        if (fgets(line, sizeof line, stdin) == NULL) {
            exit(1);
        }
        switch (tolower((unsigned char)line[0])) {
        case 'y':
            return 1;
        case 'n':
            return 0;
        }
        printf("I did not understand that.\n");
    }
}

/* Rolls for the computer, shows one die of each roll, and returns the sum of all. */
int computer_turn(void) {
    int total = 0;
    for (int i = 0; i < COMPUTER_ROLLS; i++) {
        int shown = roll_die();
        int hidden = roll_die();
        printf("Computer rolls its dice (one stays hidden):\n");
        print_dice(&shown, "*", 1);
        total += shown + hidden;
    }
    return total;
}

/* Returns the score of a roll, or 0 for a red 1 without a white 1. */
int score_roll(int red, int first, int second) {
    int sum = first + second;
    if (red == first && red == second) {
        return 3 * sum;
    }
    if (red == first || red == second) {
        return 2 * sum;
    }
    if (red == 1) {
        return 0;
    }
    return sum;
}

int player_turn(void) {
    int total = 0;
    int dice[3];
    do {
        for (int i = 0; i < 3; i++) {
            dice[i] = roll_die();
        }
        printf("\nYour dice:\n");
        print_dice(dice, "o**", 3);
        int current = score_roll(dice[0], dice[1], dice[2]);
        if (current == 0) {
            printf("Red one! You lose everything.\n");
            printf("Current score: 0   Total score: 0\n");
            return 0;
        }
        total += current;
        printf("Current score: %d   Total score: %d\n", current, total);
    } while (ask("Do you want to roll again?"));
    return total;
}

int main(void) {
    srand(time(NULL));
    printf("Welcome to the IEC dice game!\n");
    do {
        int computer = computer_turn();
        int player = player_turn();
        printf("\nPlayer: %d   Computer: %d\n", player, computer);
        if (player > computer) {
            printf("You win!\n");
        } else if (player < computer) {
            printf("The computer wins!\n");
        } else {
            printf("It's a tie!\n");
        }
    } while (ask("Do you want to play again?"));
    printf("Goodbye.\n");
    return 0;
}
