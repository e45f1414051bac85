# Children that nobody waits for, and that end before anybody looks.
import os, signal, time
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
while True:
    try:
        child = os.fork()
    except OSError:  # Those before have not ended yet, where the machine is busy.
        continue
    if child == 0:
        end = time.process_time() + 0.004
        while time.process_time() < end:
            pass
        os._exit(0)
    time.sleep(0.004)
