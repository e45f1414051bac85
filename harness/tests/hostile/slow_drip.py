# verdict: timed-out
# Prints something now and then, for ever.
import time
while True:
    print(".", end="", flush=True)
    time.sleep(0.05)
