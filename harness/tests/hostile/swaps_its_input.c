// verdict: passed
// Puts one thing after the other in the place of its input while a thread reads there.
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

static atomic_int done;

static void *reads(void *unused) {
    char byte;
    while (!done) read(0, &byte, 1);
    return unused;
}

int main(void) {
    int ends[2], null = open("/dev/null", O_RDONLY);
    pthread_t thread;
    if (dup2(null, 0) != 0 || pthread_create(&thread, NULL, reads, NULL)) return 1;
    for (int round = 0; round < 500; round++) {
        if (pipe(ends) || write(ends[1], "x", 1) != 1 || dup2(ends[0], 0) != 0) return 2;
        close(ends[1]);
        close(ends[0]);
        if (dup2(null, 0) != 0) return 3;
    }
    done = 1;
    pthread_join(thread, NULL);
    puts("contained");
    return 0;
}
