# A process with a session of its own, forked twice, so that it has no parent here; it would go on for an hour.
import os, sys, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        for descriptor in range(3):
            os.close(descriptor)
        time.sleep(3600)
    os._exit(0)
os.wait()
