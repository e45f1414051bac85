# Files that are each small, and too many, and together too large.
import os
try:
    for number in range(5000):
        open("empty%d" % number, "w").close()
    print("made 5000 files")
except OSError:
    pass
try:
    for number in range(32):
        with open("full%d" % number, "wb") as file:
            file.write(bytes(1 << 20))
    print("wrote 32 MiB into many files")
except OSError:
    pass
print("contained")
