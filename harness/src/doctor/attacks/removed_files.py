# Files that fill the disk, that stay open, and that have no name any more.
import os, time
held = []
try:
    for number in range(16):
        held.append(open(str(number), "wb", buffering=0))
        os.unlink(str(number))
        for _ in range(3):
            held[-1].write(bytes(1 << 20))
except OSError:
    print("contained")
else:
    time.sleep(2)
    print("holds", len(held), "files without names")
