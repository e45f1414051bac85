// verdict: out-of-memory
// Memory of its own, mapped bit by bit.
#include <sys/mman.h>
int main(void) {
  for (;;) {
    char *pages = mmap(0, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    for (int i = 0; i < 1 << 20; i += 4096) pages[i] = 1;
  }
}
