/* Measures a command: runs it, waits for all that it leaves behind, and prints one line of JSON.

   measure COMMAND [ARGUMENT...]

   wall     seconds until the command ended
   cpu      seconds of processor time of the command and of everything that it started, also of what outlived it
   peak     the most kilobytes that one of these processes held in memory
   foreign  the share of all processors' time that went to somebody else meanwhile, also to other machines of the host
   status   its exit status

   It is a program of its own because the kernel hands the memory of whoever starts a process down to it as its first peak. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void fail(const char *what) {
    perror(what);
    exit(2);
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec / 1e9;
}

/* Returns the seconds for which all processors have been busy since the machine started. */
static double busy(void) {
    FILE *file = fopen("/proc/stat", "r");
    unsigned long long user, nice, system, idle, waiting, hard, soft, stolen;
    if (!file || fscanf(file, "cpu %llu %llu %llu %llu %llu %llu %llu %llu", &user, &nice, &system, &idle, &waiting,
                        &hard, &soft, &stolen) != 8) fail("/proc/stat");
    fclose(file);
    return (double)(user + nice + system + hard + soft + stolen) / sysconf(_SC_CLK_TCK);
}

static double seconds(struct timeval time) { return time.tv_sec + time.tv_usec / 1e6; }

int main(int count, char **words) {
    if (count < 2) return fprintf(stderr, "measure COMMAND [ARGUMENT...]\n"), 2;
    /* What loses its parent becomes a child of this process. */
    if (prctl(PR_SET_CHILD_SUBREAPER, 1)) fail("prctl");
    double before = busy(), start = now();
    pid_t child = vfork();
    if (child < 0) fail("vfork");
    if (child == 0) {
        dup2(STDERR_FILENO, STDOUT_FILENO);
        execvp(words[1], words + 1);
        _exit(127);
    }
    int status, of_child = 0;
    double wall = 0;
    for (pid_t ended; (ended = wait(&status)) > 0;) {
        if (ended != child) continue;
        wall = now() - start;
        of_child = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    }
    double all = (now() - start) * sysconf(_SC_NPROCESSORS_ONLN);
    struct rusage used;
    getrusage(RUSAGE_CHILDREN, &used);
    double cpu = seconds(used.ru_utime) + seconds(used.ru_stime), foreign = (busy() - before - cpu) / all;
    printf("{\"wall\": %.6f, \"cpu\": %.6f, \"peak\": %ld, \"foreign\": %.3f, \"status\": %d}\n", wall, cpu,
           used.ru_maxrss, foreign > 0 ? foreign : 0, of_child);
    return 0;
}
