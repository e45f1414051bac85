# verdict: passed
# against: files
# What an earlier case has left is not found: in the folder, in /tmp, in /dev/shm.
import os
found = [name for name in ("/tmp/left", "/dev/shm/left", "left") if os.path.exists(name)]
for name in ("/tmp/left", "/dev/shm/left", "left"):
    try:
        open(name, "w").close()
    except OSError:
        pass
print("found %s" % found if found else "contained")
