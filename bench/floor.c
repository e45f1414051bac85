/* The floor: the least that running a program on cases and comparing what it prints can cost. Each case is a posix_spawn,
   three pipes, all input written at once, all output read, and a comparison of bytes. Nothing is contained, limited or watched.

   floor PROCESSES FOLDER COUNT PROGRAM [ARGUMENT...]     FOLDER holds 00000.in and 00000.out and so on */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { IN, OUT, ERR, STREAMS };

extern char **environ;

static void fail(const char *what) {
    perror(what);
    exit(2);
}

/* A text that grows as it is read. */
struct text {
    char *bytes;
    size_t length, space;
};

static void read_all(int file, struct text *text) {
    text->length = 0;
    for (;;) {
        if (text->length == text->space) {
            text->space = text->space ? 2 * text->space : 1 << 16;
            text->bytes = realloc(text->bytes, text->space);
            if (!text->bytes) fail("realloc");
        }
        ssize_t count = read(file, text->bytes + text->length, text->space - text->length);
        if (count < 0) fail("read");
        if (count == 0) break;
        text->length += (size_t)count;
    }
    close(file);
}

static void read_case(const char *folder, int number, const char *kind, struct text *text) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%05d.%s", folder, number, kind);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) fail(path);
    read_all(file, text);
}

/* Runs one case; returns whether the program printed what is expected. The input must fit into a pipe. */
static int is_right(const char *folder, int number, char **program) {
    static struct text input, expected, output, errors;
    read_case(folder, number, "in", &input);
    read_case(folder, number, "out", &expected);
    int ends[STREAMS][2];
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    for (int stream = 0; stream < STREAMS; stream++) {
        if (pipe2(ends[stream], O_CLOEXEC)) fail("pipe2");
        posix_spawn_file_actions_adddup2(&actions, ends[stream][stream != IN], stream);
    }
    pid_t child;
    errno = posix_spawnp(&child, program[0], &actions, NULL, program, environ);
    if (errno) fail(program[0]);
    posix_spawn_file_actions_destroy(&actions);
    for (int stream = 0; stream < STREAMS; stream++) close(ends[stream][stream != IN]);
    if (write(ends[IN][1], input.bytes, input.length) != (ssize_t)input.length) fail("write");
    close(ends[IN][1]);
    read_all(ends[OUT][0], &output);
    read_all(ends[ERR][0], &errors);
    int status;
    if (waitpid(child, &status, 0) != child) fail("waitpid");
    return status == 0 && output.length == expected.length &&
           memcmp(output.bytes, expected.bytes, output.length) == 0;
}

/* Runs the cases first, first + step and so on; returns how many are right. */
static int run(const char *folder, int first, int step, int count, char **program) {
    int right = 0;
    for (int number = first; number < count; number += step) right += is_right(folder, number, program);
    return right;
}

int main(int count, char **words) {
    if (count < 5) return fprintf(stderr, "floor PROCESSES FOLDER COUNT PROGRAM [ARGUMENT...]\n"), 2;
    int processes = atoi(words[1]), cases = atoi(words[3]), right = 0;
    int total[2];
    if (pipe(total)) fail("pipe");
    for (int process = 1; process < processes; process++) {
        if (fork()) continue;
        right = run(words[2], process, processes, cases, words + 4);
        _exit(write(total[1], &right, sizeof right) != sizeof right);
    }
    right = run(words[2], 0, processes, cases, words + 4);
    for (int process = 1, more; process < processes; process++) {
        if (read(total[0], &more, sizeof more) != sizeof more) fail("read");
        right += more;
        wait(NULL);
    }
    printf("%d of %d right\n", right, cases);
    return 0;
}
