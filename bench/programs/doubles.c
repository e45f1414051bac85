/* A native candidate: asks for numbers and doubles them, until it is given 0. Multiples of 13 are its fault. */
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char line[100];
    for (int count = 1;; count++) {
        printf("Number %d: ", count);
        fflush(stdout);
        long number = fgets(line, sizeof line, stdin) ? strtol(line, NULL, 10) : 0;
        if (number == 0) break;
        printf("%ld doubled is %ld\n", number, 2 * number + (number % 13 == 0));
    }
    printf("That is all.\n");
    return 0;
}
