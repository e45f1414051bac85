# verdict: passed
# Files whose names are commands of terminals and CI systems, options, no text, or as long as can be.
import os
for name in (b"\x1b[2J", b"\n::error::all is well", b"--help", b"\xff\xfe", b" ", b"*", b"results.json", b"x" * 255):
    open(name, "w").close()
path = b"d" * 200
for _ in range(40):
    os.mkdir(path)
    os.chdir(path)
print("contained")
