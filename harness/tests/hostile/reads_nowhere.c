// verdict: passed
// Reads its input in ways that the kernel refuses at once, again and again: none of them is a wait.
#include <fcntl.h>
#include <stdio.h>
#include <sys/uio.h>
#include <unistd.h>

int main(void) {
    char byte;
    struct iovec nothing[2] = {{&byte, 0}, {&byte, 0}};
    void *volatile places[] = {(void *)-1, (void *)0xffff800000000000, (void *)0x8000000000000000};
    for (int round = 0; round < 1000; round++) {
        read(0, places[round % 3], 10);
        read(0, &byte, 0);
        readv(0, nothing, 2);
    }
    fcntl(0, F_SETFL, O_NONBLOCK);
    for (int round = 0; round < 1000; round++) read(0, &byte, 1);
    puts("contained");
    return 0;
}
