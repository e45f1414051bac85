# What a program may have from its parents: descriptors, variables, arguments.
import os
kept = []
for descriptor in range(3, 1024):
    try:
        kept.append(os.readlink("/proc/self/fd/%d" % descriptor))
    except OSError:
        pass
for path in kept:
    if not path.startswith("/proc/"):
        print("inherited", path)
known = {"PATH", "HOME", "TMPDIR", "LANG", "TERM", "PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED", "LD_PRELOAD", "_STDBUF_I", "_STDBUF_O", "LC_CTYPE", "PWD"}
for name in os.environ:
    if name not in known:
        print("sees the variable", name)
print("contained")
