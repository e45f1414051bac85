// verdict: crashed
// A system call by the numbers of 32 bits, which a filter that looks at numbers only takes for another one.
#include <stdio.h>
#include <stdlib.h>
int main(void) {
#ifdef __x86_64__
  int result;
  __asm__ volatile("int $0x80" : "=a"(result) : "a"(20) : "memory");
  printf("the call gave %d\n", result);
#else
  abort();
#endif
}
