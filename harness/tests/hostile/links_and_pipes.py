# verdict: passed
# Leaves behind what is dangerous to open or hard to remove.
import os
os.symlink("/etc/passwd", "results.json")
os.symlink("/", "folder")
os.mkfifo("pipe")
os.makedirs("a/b/c")
try:
    os.chmod("a/b", 0)
except PermissionError:
    pass  # Where files are shared with the machine, modes cannot be changed.
with open("sparse", "wb") as file:
    file.truncate(1000000)
with open(b"\xff\n\x1b[31m", "wb"):
    pass
print("contained")
