/* A candidate that prints 100,000 lines, each hundredth of which is wrong. */
#include <stdio.h>

int main(void) {
    for (int line = 0; line < 100000; line++)
        printf("line %d says %d\n", line, line * 7919 % 10007 + (line % 100 == 99));
    return 0;
}
