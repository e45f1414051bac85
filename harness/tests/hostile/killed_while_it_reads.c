// verdict: passed
// Kills children at once that are about to read: whoever hears of their reads must not wait for them.
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
    int ends[2];
    char byte;
    if (pipe(ends) || dup2(ends[0], 0) != 0) return 1;
    for (int round = 0; round < 200; round++) {
        pid_t child = fork();
        if (child < 0) return 2;
        if (child == 0) _exit(read(0, &byte, 1) < 0);
        for (volatile int delay = 0; delay < round * 500; delay++) {}
        kill(child, SIGKILL);
        if (waitpid(child, NULL, 0) != child) return 3;
    }
    puts("contained");
    return 0;
}
