// verdict: passed
// Closes all its streams, and ends later.
#include <stdio.h>
#include <unistd.h>
int main(void) { puts("contained"); fflush(stdout); close(0); close(1); close(2); usleep(50000); return 0; }
