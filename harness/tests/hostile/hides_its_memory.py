# verdict: out-of-memory
# Six processes that want nobody to look at them take 40 MiB each.
import ctypes, os, time
for _ in range(5):
    if os.fork() == 0:
        break
ctypes.CDLL(None).prctl(4, 0)  # PR_SET_DUMPABLE
room = bytearray(b"x") * (40 << 20)
time.sleep(1000)
print("contained")
