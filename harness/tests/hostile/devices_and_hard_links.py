# verdict: passed
# Makes devices, and leaves behind hard links to what is not its own.
import os, stat
def tried(action, *words):
    try:
        action(*words)
        return True
    except OSError:
        return False
for path in ("/etc/passwd", "/usr/bin/env", "/proc/self/status"):
    tried(os.link, path, os.path.basename(path))
kinds = ((stat.S_IFBLK, 8, 0), (stat.S_IFCHR, 1, 1), (stat.S_IFCHR, 5, 2))
made = [kind for kind in kinds if tried(os.mknod, "device%d" % kind[1], kind[0] | 0o666, os.makedev(*kind[1:]))]
print("made %s" % made if made else "contained")
