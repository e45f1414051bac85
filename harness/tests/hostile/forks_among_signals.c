// verdict: passed
// Makes processes while signals come whose handler lets calls be cut short: none of them fails for it.
#include <signal.h>
#include <stdio.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

static void heard(int signal) { (void)signal; }

int main(void) {
    struct sigaction action = {.sa_handler = heard};
    struct itimerval often = {{0, 300}, {0, 300}};
    sigaction(SIGCHLD, &action, NULL);
    sigaction(SIGALRM, &action, NULL);
    setitimer(ITIMER_REAL, &often, NULL);
    for (int round = 0; round < 300; round++) {
        pid_t child = fork();
        if (child < 0) return 1;
        if (child == 0) _exit(0);
        while (waitpid(child, NULL, 0) != child) {}
    }
    puts("contained");
    return 0;
}
