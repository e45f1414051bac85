// verdict: passed
// Becomes another program while a thread of it reads.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void *reads(void *unused) {
    char byte;
    for (;;) read(0, &byte, 1);
    return unused;
}

int main(int count, char **arguments) {
    int ends[2], left = count > 1 ? atoi(arguments[1]) : 50;
    char next[12];
    pthread_t thread;
    if (left == 0) return puts("contained") < 0;
    if (pipe(ends) || dup2(ends[0], 0) != 0 || pthread_create(&thread, NULL, reads, NULL)) return 1;
    for (volatile int delay = 0; delay < left * 2000; delay++) {}
    for (int other = 3; other < 16; other++) close(other);
    snprintf(next, sizeof next, "%d", left - 1);
    return execl(arguments[0], arguments[0], next, (char *)NULL);
}
