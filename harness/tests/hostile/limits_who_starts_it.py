#!/usr/bin/env python3
# verdict: passed
# against: system calls
# What starts programs, where it is of the same user, cannot be kept from starting the next one as it should be.
import os, resource, signal
above = os.getppid()
found = []
if resource.getrlimit(resource.RLIMIT_NOFILE)[0] < 64:
    found.append("open files")
if os.getpriority(os.PRIO_PROCESS, 0) > 10:
    found.append("priority")
tries = [
    lambda: resource.prlimit(above, resource.RLIMIT_NOFILE, (5, 5)),
    lambda: resource.prlimit(above, resource.RLIMIT_FSIZE, (1, 1)),
    lambda: resource.prlimit(above, resource.RLIMIT_NPROC, (1, 1)),
    lambda: os.setpriority(os.PRIO_PROCESS, above, 19),
    lambda: os.sched_setaffinity(above, {min(os.sched_getaffinity(0))}),
    lambda: os.sched_setscheduler(above, os.SCHED_IDLE, os.sched_param(0)),
    lambda: os.kill(above, signal.SIGSTOP) if above == 1 else None,
    lambda: os.kill(above, signal.SIGKILL) if above == 1 else None,
]
for one in tries:
    try:
        one()
    except (OSError, ValueError, PermissionError):
        pass
print("found %s" % found if found else "contained")
