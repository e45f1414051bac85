#!/usr/bin/env python3
# verdict: passed
# against: files
# What is told of its folders is as if nobody had been there: no attributes, modes, times or names that an earlier case gave them.
import os
found = []
for folder in (".", "/tmp"):
    told = os.stat(folder)
    if told.st_mtime < 1000 or (told.st_mode & 0o777) not in (0o700, 0o755, 0o777, 0o710):
        found.append(folder)
    try:
        found += os.listxattr(folder)
        os.setxattr(folder, "user.left", b"1")
    except OSError:
        pass
    for change in (lambda: os.utime(folder, (7, 7)), lambda: os.chmod(folder, 0o711)):
        try:
            change()
        except OSError:
            pass
here = os.getcwd()
for place in ("left-for-a-moment", "/tmp/left-for-a-moment"):
    try:
        open(place, "w").close()
        os.remove(place)
    except OSError:
        pass
print("found %s" % found if found else "contained")
try:
    os.rename(here, here + "-renamed")
    os.mkdir(here)
    os.mkdir(here + "/inner")
except OSError:
    pass
