# verdict: passed
# More of the processor than others get, memory that is never swapped, a lock on what all share.
import fcntl, os
def tried(what, action, *words):
    try:
        action(*words)
        return [what]
    except OSError:
        return []
got = tried("nice", os.nice, -10) + tried("real time", os.sched_setscheduler, 0, os.SCHED_FIFO, os.sched_param(10))
got += tried("a lock for writing", lambda: fcntl.lockf(open("/usr/bin/env", "r+b"), fcntl.LOCK_EX))
print("got %s" % got if got else "contained")
