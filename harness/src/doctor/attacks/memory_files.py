# Memory in files that have no name, which no process has mapped.
import os
kept = []
try:
    while len(kept) < 1024:
        kept.append(os.memfd_create("memory"))
        os.write(kept[-1], bytes(1 << 20))
    print("has filled", len(kept), "MiB")
except OSError:
    pass
print("contained")
