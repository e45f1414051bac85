#!/usr/bin/env python3
# verdict: passed
# The numbers of processes do not tell how many there were in earlier cases.
import os
own = os.getpid()
child = os.fork()
if child == 0:
    os._exit(0)
os.waitpid(child, 0)
first = os.getppid() == 1
print("numbers %d, %d" % (own, child) if first and (own, child) != (2, 3) else "contained")
