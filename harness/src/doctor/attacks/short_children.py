# Children that nobody waits for, and that end before anybody looks.
import os, signal, time
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
while True:
    if os.fork() == 0:
        end = time.process_time() + 0.004
        while time.process_time() < end:
            pass
        os._exit(0)
    time.sleep(0.004)
