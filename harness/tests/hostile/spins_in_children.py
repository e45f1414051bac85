# verdict: timed-out
# The processor time of children counts, also of those that have ended.
import os, time
while True:
    if os.fork() == 0:
        end = time.process_time() + 0.05
        while time.process_time() < end:
            pass
        os._exit(0)
    os.wait()
