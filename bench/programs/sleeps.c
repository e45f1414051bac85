/* A candidate that sleeps for 20 ms. */
#include <stdio.h>
#include <unistd.h>

int main(void) {
    usleep(20000);
    printf("Good morning.\n");
    return 0;
}
