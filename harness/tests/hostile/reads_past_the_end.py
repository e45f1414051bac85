# verdict: passed
# Reads although there is nothing: here the program may be stopped, and all is in order.
import sys
print("contained", flush=True)
while True:
    sys.stdin.readline()
